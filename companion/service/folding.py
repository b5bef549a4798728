"""A table's lines folded into a table, and what is wrong with the first that cannot be."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from companion.documents.table_document import RECENT
from companion.table.beginning import rules_of
from companion.table.journal import Line
from companion.table.snapshots import Snapshot, SnapshotError, begin_at
from companion.table.table import Table
from companion.words.text import Text, say

_KINDS = ("move", "undo", "redo", "amend", "seed")
"""What the lines after the first may be."""


class DamagedError(Exception):
    """A line of the journal cannot be read, or gives another result than when it was recorded.

    The table is shown as it was before that line, and nobody plays on from a guess.
    """

    def __init__(self, revision: int) -> None:
        super().__init__(f"line {revision}")
        self.revision = revision
        self.text: Text = say(
            "Line {n} of the journal cannot be replayed as it was recorded; the table is shown as it was before it, "
            "and cannot be played on",
            n=revision,
        )


def folded(slug: str, lines: list[Line], snapshot: Snapshot | None) -> tuple[Table, DamagedError | None, int]:
    """The table its lines give, what is wrong with the first line that is left out, and the line of the snapshot that
    it was played on from, or 0.

    :raises DamagedError: the first line is damaged.
    :raises RuleError: `no-such-game`.
    """
    rules_of(slug)
    began_at = 0
    try:
        table = Table(lines[0])
        for number, line in enumerate(lines[1:], 2):
            _reread(table, line, number)
        if snapshot is not None:
            with contextlib.suppress(SnapshotError):
                begin_at(table, snapshot)
                began_at = snapshot.revision
        check_digest(table)
        for line in lines[-RECENT:]:
            _check_told(table, line)
        return table, None, began_at
    except Exception:  # whatever a damaged line makes the rules stumble over: which one it is, is looked for
        return *_folded_carefully(lines), 0


def _folded_carefully(lines: list[Line]) -> tuple[Table, DamagedError | None]:
    try:
        table = Table(lines[0])
        check_digest(table)
    except Exception as error:  # the same, in the first line
        raise DamagedError(1) from error
    for number, line in enumerate(lines[1:], 2):
        try:
            _reread(table, line, number)
            check_digest(table)
        except Exception:  # the same, in this one: the table is as it was before
            good = Table(lines[0])
            for item in lines[1 : number - 1]:
                good.reread(item)
            return good, DamagedError(number)
    return table, None


def _reread(table: Table, line: Line, number: int) -> None:
    """:raises ValueError: the line cannot be read, or one before it is missing."""
    if line.revision != number or not line.body or line.kind not in _KINDS:
        raise ValueError(number)
    table.reread(line)


def check_lines(table: Table, lines: Iterable[Line]) -> None:
    """Check that it can be told what these lines did.

    :raises DamagedError: naming the first that cannot.
    """
    for line in lines:
        try:
            _check_told(table, line)
        except Exception as error:  # the same, where what it did is told
            raise DamagedError(line.revision) from error


def check_every_line(table: Table, damaged: DamagedError | None) -> None:
    """Does each line, standing or undone, give the state that was recorded with it? damaged: what is known to be wrong.

    :raises DamagedError: naming the first that does not.
    """
    if damaged is not None:
        raise DamagedError(damaged.revision)
    check_lines(table, table.journal.lines)
    for line, node in zip(table.journal.lines, table.journal.heads, strict=True):
        if table.line_digest(line, table.state_at(node)) != line.digest:
            raise DamagedError(line.revision)


def _check_told(table: Table, line: Line) -> None:
    """Check that it can be told what a line did, even if it was undone and nothing follows from it any more."""
    if line.kind in ("move", "amend"):
        table.outcome(line.revision)


def check_digest(table: Table) -> None:
    """:raises ValueError: the state is another one than when the last line was recorded."""
    last = table.journal.lines[-1]
    if table.line_digest(last, table.state) != last.digest:
        raise ValueError(last.revision)
