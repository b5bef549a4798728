"""Lines of the journal as entries of the minutes, as plain data with texts in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.documents.paper_money import counted_out
from companion.table.correcting import by_difference
from companion.table.journal import Line, Node
from companion.table.outcome import Outcome
from companion.table.position import ONLY_AT
from companion.table.table import Table
from companion.vocabulary.board import Instruction
from companion.vocabulary.common_moves import BeginHere
from companion.vocabulary.ledger import MONEY
from companion.words.text import Who, briefly, leading, opening, say
from companion.words.values import Seat


def entries(
    table: Table, lines: Iterable[Line], seat: Seat | None = None, *, paper: bool = False
) -> list[dict[str, object]]:
    """Journal lines as entries, with those that no longer stand marked, as that seat may see them.

    paper: the table keeps the game's paper money too, and what hands must do says which notes.
    """
    shown = list(lines)
    standing = set(table.journal.standing(min((line.revision for line in shown), default=1)))
    undone = {line.revision for line in shown if line.kind in ("move", "amend")} - standing
    laid_out = ONLY_AT in standing and _is_position(table, shown)
    return [
        _told_entry(table, line, seat, paper, undone=line.revision in undone, laid_out=laid_out)
        for line in shown
    ]


def retells(line: Line) -> bool:
    """Does this line change how lines before it are told?"""
    return line.kind in ("undo", "redo", "amend") or line.body.get("type") == BeginHere.TYPE.name


def _is_position(table: Table, shown: list[Line]) -> bool:
    """Are lines told of a game that was already on when the companion joined it, the set-up among them?"""
    lines = table.journal.lines
    begun = shown and shown[0].kind == "begin" and len(lines) >= ONLY_AT
    return bool(begun) and lines[ONLY_AT - 1].body.get("type") == BeginHere.TYPE.name


def _told_entry(
    table: Table, line: Line, seat: Seat | None, paper: bool, *, undone: bool, laid_out: bool
) -> dict[str, object]:
    """A line as it counts since the amendments, `amended`: by which it was changed, or struck and so undone. laid_out:
    the board stands already, so that nobody sets it up."""
    counts, did, amended = table.in_force_as(line)
    if laid_out and line.kind == "begin":
        did, paper = replace(did, instructions=()), False
    struck = amended is not None and line.revision not in (table.counted() or ())
    shown = seen_entry(table, counts, did, seat, undone=undone or struck, paper=paper)
    return shown if amended is None or undone else {**shown, "amended": amended}


def seen_entry(
    table: Table,
    line: Line,
    did: Outcome,
    seat: Seat | None,
    *,
    undone: bool = False,
    paper: bool = False,
    node: Node | None = None,
) -> dict[str, object]:
    """A line as that seat (None: no seat in particular) may see it. node: where it leads, if it is not recorded."""
    if table.sealed_to(line, seat):
        return sealed_entry(line, undone=undone)
    if paper:
        notes = counted_out(
            table.paid(line, did, node),
            table.box.notes,
            table.box.money,
            beginning=line.kind == "begin",
        )
        did = replace(did, instructions=(*did.instructions, *notes))
    body = by_difference(line.body, table.view().hidden)
    return entry(replace(line, body=body), did, undone=undone)


def sealed_entry(line: Line, *, undone: bool = False) -> dict[str, object]:
    """The entry of a sealed line, of which only its own seat knows more: it says only that there is one."""
    move = {"type": line.body["type"], "seat": line.body["seat"], "sealed": True}
    nothing: dict[str, object] = {"postings": [], "movements": [], "instructions": []}
    summary = say("{who} has chosen (sealed)", who=Who(line.body["seat"]))
    head = {"revision": line.revision or None, "at": line.at, "by": line.by, "sealed": True}
    return {**head, "move": move, **nothing, "summary": summary, "undone": undone}


def entry(line: Line, did: Outcome, *, undone: bool = False) -> dict[str, object]:
    """One line with what it did. Postings are of money; what else moved stands in `movements`."""
    move = dict(line.body) if line.kind == "move" else {"type": line.kind, **line.body}
    if line.kind == "begin":
        move = {"type": "begin", "source": "app", "options": line.body["options"]}
    postings, summary = did.postings, opening(did.summary)
    first = leading(did.summary) if did.summary.also else did.summary
    alone = first.leads and not postings  # a sentence told large, without a sum that could be lost
    brief = briefly(first) if len(postings) > 1 or alone else first
    return {
        "revision": line.revision or None,
        "at": line.at,
        "by": line.by,
        "move": move,
        "postings": [
            {"from": p.source, "to": p.target, "amount": p.amount, "why": p.why}
            for p in postings
            if p.commodity == MONEY
        ],
        "movements": [
            {"what": p.commodity, "from": p.source, "to": p.target, "amount": p.amount}
            for p in postings
            if p.commodity != MONEY
        ],
        "instructions": [_instruction(instruction) for instruction in did.instructions],
        "summary": summary,
        **({"headline": opening(brief)} if brief is not did.summary else {}),
        "undone": undone,
    }


def _instruction(instruction: Instruction) -> dict[str, object]:
    """`pieces`: which it moves, so that a page knows what a later line makes idle."""
    moved = [part.marker.piece for part in instruction.parts or (instruction,) if part.marker is not None]
    return {
        "kind": instruction.kind,
        **instruction.facts,
        **({"pieces": moved} if moved else {}),
        **({} if instruction.own is None else {"own": instruction.own}),
        "text": instruction.text,
    }
