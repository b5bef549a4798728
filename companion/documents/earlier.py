"""The table at an earlier entry, as plain data with texts in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.documents.entries import entries
from companion.documents.table_document import RECENT, Chair, table_document
from companion.table.table import Table
from companion.words.values import Seat


def earlier_document(
    table: Table,
    revision: int,
    chairs: Sequence[Chair],
    *,
    code: str,
    version: int,
    options: Mapping[str, object],
    seat: Seat | None,
    paper: bool,
) -> dict[str, object]:
    """What whoever sits there (None: nobody in particular) sees of the table as it stood after that entry, `at`.

    Names, colours and options are as they are now. What is sealed or hidden now stays so: where the game had ended,
    which opened what was hidden, and that was undone, the entry before the end is shown.
    """
    shown = _last_that_hides(table, revision)
    lines = table.journal.lines[:shown][-RECENT:]
    shut = [line for line in lines if table.sealed_to(line, seat)]
    with table.as_of(shown) as earlier:
        document = table_document(earlier, chairs, code=code, version=version, options=options, seat=seat)
        recent = {
            line.revision: entry
            for line, entry in zip(lines, entries(earlier, lines, seat, paper=paper), strict=True)
        }
    recent |= {line.revision: entry for line, entry in zip(shut, entries(table, shut, seat), strict=True)}
    return {**document, "recent": list(recent.values()), "at": revision}


def _last_that_hides(table: Table, revision: int) -> int:
    """The last entry up to this one after which everything was hidden that is hidden now."""
    hidden = table.view().hidden
    while hidden and revision > 1:
        with table.as_of(revision) as earlier:
            if hidden <= earlier.view().hidden:
                break
        revision -= 1
    return revision
