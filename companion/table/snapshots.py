"""Snapshots: how it stood after a line, so that a long evening opens without playing all of it again.

A snapshot is never trusted over the journal. It is used only by the version of the program that wrote it, after the
very line it was taken at, and if the digest in that line is that of the state which was read back.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import cast

from companion.games import release_of
from companion.table.journal import Node
from companion.table.table import Table
from companion.vocabulary.minutes import Position
from companion.vocabulary.reading_back import read_back, written


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state as it is kept beside the journal."""

    revision: int
    """After which line."""
    line: str
    """The digest which that line carries: it is over all lines before it as well."""
    program: str
    """The version of the program that wrote it, and of the package that its game came with."""
    body: str
    digest: str
    """SHA-256 of the body, in hexadecimal."""


class SnapshotError(Exception):
    """A snapshot that must not be used: it is damaged, or of another program or journal."""


def to_take(table: Table, back: int) -> Node | None:
    """The last state worth a snapshot: one that is in memory and at least `back` lines old, for the last lines are
    shown as soon as a table is opened, and have to follow from it."""
    heads = table.journal.heads
    standing = islice(table.journal.head.in_force(), back, None)
    # what was played anew since stands in no line as it is, and the beginning is quickly laid out
    own = (node for node in standing if node.parent and heads[node.line.revision - 1] is node)
    return next((node for node in own if node.state is not None), None)


def taken(revision: int, line: str, state: Position, game: str) -> Snapshot:
    """A snapshot of a state. line: the digest of the line it follows; game: its slug.

    :raises TypeError: it cannot be written.
    """
    body = written(state)
    return Snapshot(revision, line, release_of(game), body, sha256(body.encode()).hexdigest())


def state_of(snapshot: Snapshot, table: Table) -> Position:
    """How it stood after that line of this table.

    :raises SnapshotError: there is any doubt.
    """
    lines = table.journal.lines
    if snapshot.program != release_of(table.rules.box.slug) or not 1 < snapshot.revision <= len(lines):
        raise SnapshotError(f"of version {snapshot.program}, line {snapshot.revision}")
    line = lines[snapshot.revision - 1]
    if line.digest != snapshot.line or sha256(snapshot.body.encode()).hexdigest() != snapshot.digest:
        raise SnapshotError(f"line {snapshot.revision} is another one, or the snapshot is damaged")
    try:
        state = cast("Position", read_back(snapshot.body))
        found = table.line_digest(line, state)
    except Exception as error:  # whatever a text that is none of ours makes it stumble over
        raise SnapshotError(f"line {snapshot.revision}: {type(error).__name__}") from error
    if found != line.digest:
        raise SnapshotError(f"line {snapshot.revision} led to another state")
    return state


def begin_at(table: Table, snapshot: Snapshot) -> None:
    """Let the table play on from this snapshot, and play nothing that comes before it.

    :raises SnapshotError: there is any doubt; nothing has changed.
    """
    table.journal.heads[snapshot.revision - 1].state = state_of(snapshot, table)
