"""The answer to a move: its entry, and what it changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.documents.entries import seen_entry
from companion.documents.figure_changes import affected, differences, seen_figures
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.table.journal import Line, Node
from companion.table.outcome import Outcome
from companion.vocabulary.ledger import BANK
from companion.vocabulary.view import View
from companion.words.text import briefly, ending_in, joined, opening, previewed, remarked, say

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that was made, or (dry) would be: its entry, the numbers it changed, and the table after it; of an
    amendment also everything that differs; of an undo the entries that vanish by it."""

    live: Live
    revision: int | None
    entry: dict[str, object]
    supposed: tuple[Line, Node] | None = None
    differences: list[Mapping[str, object]] | None = None
    vanishing: list[int] | None = None


Told = Callable[[Answer], T]
"""What the border makes of an answer, while nothing else happens at the table."""


def made(live: Live, viewer: Viewer, line: Line, affects: list[dict[str, object]]) -> Answer:
    """A line that was written, and the figures it has changed."""
    did = live.table.outcome(line.revision)
    shown = seen_entry(live.table, line, did, viewer.seat, paper=live.paper)
    hidden = live.table.view().hidden
    shown["affects"] = seen_figures(affects, hidden, viewer.seat)
    node = live.table.journal.heads[line.revision - 1]
    differs = _differences(live, viewer, node, hidden) if line.kind == "amend" else None
    return Answer(live, line.revision, shown, differences=differs, vanishing=_vanishing(live, line))


def supposed(
    live: Live, viewer: Viewer, line: Line, node: Node, did: Outcome, *, opens: bool = False
) -> Answer:
    """A dry run: the line that would be written. opens: it would open what is sealed."""
    view = live.table.view()
    ids = [railroad.id for railroad in live.table.box.railroads]
    with live.table.supposing(line, node):
        after = live.table.view()
        vanishing = _vanishing(live, line)
    shown = seen_entry(live.table, line, did, viewer.seat, paper=live.paper, node=node)
    affects = affected(view, after, ids, live.table.rules.show.meanings)
    shown |= {"revision": None, "affects": seen_figures(affects, view.hidden, viewer.seat)}
    if "headline" in shown and (told := previewed(did.summary)):
        shown["headline"] = opening(briefly(told) if len(did.postings) > 1 else told)
    why = ending_in(did.summary, "the game is over")  # the entry's own clause: a screen need not say both
    ends = [why or say("The game is over")] if view.status != after.status == "finished" else []
    if not shown.get("sealed") and (remarks := [*ends, *remarked(did.summary)]):
        shown["remark"] = opening(joined(remarks))
    if opens:
        shown["opens"] = True
    differs = _differences(live, viewer, node, view.hidden) if line.kind == "amend" else None
    return Answer(live, None, shown, supposed=(line, node), differences=differs, vanishing=vanishing)


def _vanishing(live: Live, line: Line) -> list[int] | None:
    """Which entries no longer stand after this undo, in the order in which they stood."""
    if line.kind != "undo":
        return None
    return [item.revision for item in live.table.journal.rewound[line.revision]]


def _differences(
    live: Live, viewer: Viewer, node: Node, hidden: frozenset[str]
) -> list[Mapping[str, object]]:
    """What an amendment has changed, as this viewer may see it."""
    table, parent = live.table, node.parent
    assert parent is not None
    was, now = table.state_at(parent), table.state_at(node)
    show = table.rules.show
    views: tuple[View, View] = (show.view(was), show.view(now))
    ids = [railroad.id for railroad in table.box.railroads]
    balances = was.ledger.of(BANK), now.ledger.of(BANK)
    cities = show.cities(was), show.cities(now)
    found = differences(*views, ids, show.meanings, bank=balances, cities=cities)
    return seen_figures(found, hidden, viewer.seat)
