"""How an evening went, looked back over without holding the table up: what has been worked out is kept, and added
to."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from companion.documents.history import History, Moment, standing, was_on
from companion.documents.table_document import PRACTICE, Chair, everybody
from companion.documents.time_at_turn import TimeAtTurn, time_at_turn
from companion.service.live import Live
from companion.table.journal import Line, Node
from companion.table.table import Table
from companion.words.text import Text, Tongue, render, say

_HISTORIES: WeakKeyDictionary[Live, History] = WeakKeyDictionary()
_LOOKING = threading.Lock()
"""Whoever looks back holds it: only one thread tells a history at a time."""


@dataclass(frozen=True, slots=True)
class EveningSoFar:
    """The evening up to one moment. Nothing of it ever changes, so nobody need wait while it is looked at."""

    live: Live
    table: Table
    nodes: Sequence[Node]
    """What stands, first to last."""
    chairs: Sequence[Chair]
    lines: Sequence[Line]
    heads: Sequence[Node]
    """The whole journal, as `Journal` has it."""
    practice: bool
    """It is a copy, to try things out."""

    def in_words(self, spoken: Tongue) -> EveningSoFar:
        """The same, with whoever nobody plays called as a language calls them."""
        chairs = [
            replace(chair, name=render(Text(chair.name), {}, spoken)) if chair.imaginary else chair
            for chair in self.chairs
        ]
        return replace(self, chairs=chairs)

    def marked(self, title: Text) -> Text:
        """What a picture of it is called: practice is marked as such."""
        return say("{title} · practice", title=title) if self.practice else title

    def moments(self) -> tuple[Moment, ...]:
        """What the table showed after each entry that stands; a second the first time, after a thousand entries.

        A game that was already on begins as it was entered: nobody had laid it out, nor was it round 1.
        """
        with _LOOKING:
            moments = _HISTORIES.setdefault(self.live, History()).moments(self.table, self.nodes)
        return moments[1:] if was_on(self.nodes) else moments

    def time_at_turn(self) -> TimeAtTurn:
        """How long everybody was at turn; as long."""
        return time_at_turn(self.table.seats, self.moments(), self.lines, self.heads)


def evening(live: Live) -> EveningSoFar:
    """The evening until now. Quick, under the table's lock."""
    with live.lock:
        table, journal = live.table, live.table.journal
        chairs = everybody(table, live.chairs())
        practice = bool(live.stored.options.get(PRACTICE))
        return EveningSoFar(
            live, table, standing(table), chairs, tuple(journal.lines), tuple(journal.heads), practice
        )
