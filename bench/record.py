"""Records an evening of each game that has none of its own: of many random walks the most varied.

python -m bench.record [GAME ...]      all, or those; where a rule has changed and refuses what was recorded
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

from bench.evening import NAMES, SEATS
from bench.evenings import PRAIRIE, RECORDED
from companion.games import GAMES
from companion.service.creation import resolved_rulings
from companion.table import attempting
from companion.table.journal import Line
from companion.vocabulary.offers import OfferField
from companion.vocabulary.rules import Rules
from companion.words.values import Seat
from tests.walks.pen import Pen
from tests.walks.walker import LONGEST_GAME, Walker

WALKS = 150
LEAST, MOST = 110, 260
"""Moves of an evening that is worth recording."""
ENOUGH = 15
"""Moves of one kind, beyond which more of them add nothing."""


class _Steady(Pen):
    """Counts what there is least of, mostly: in a game that ends by a count, the evening lasts."""

    def _number(self, one: OfferField) -> int | None:
        if one.kind == "count" and not one.choices and self.random.random() < 0.8:
            return one.least or 0
        return super()._number(one)


class _Recorder(Walker):
    """A walker at a table of five with the usual options and rulings, who takes nothing back."""

    by_host = False

    def __init__(self, rules: Rules[Any], seed: str) -> None:
        super().__init__(rules, seed)
        self.pen = _Steady(self.random)
        self.made: list[dict[str, Any]] = []

    def _begin(self) -> Line:
        begin, box = super()._begin(), self.rules.box
        options = {o.name: 1 if o.kind == "seat_or_roll" else o.default for o in box.options}
        # Whose money it is, and how much, decides what can be done at all.
        options |= {o.name: begin.body["options"][o.name] for o in box.options if o.kind in ("box", "money")}
        usual = {"seats": SEATS, "options": options, "rulings": resolved_rulings(self.rules, {})}
        return replace(begin, body={**begin.body, **usual})

    def recorded(self) -> list[dict[str, Any]]:
        """The moves until it is over."""
        endless = any(offer.host for offer in self.table.offers())
        while not self.table.state.finished and len(self.made) < (MOST if endless else LONGEST_GAME):
            self._step()
        return self.made

    def _record(self, body: Any, seat: Seat) -> None:
        table, sent = self.table, json.loads(json.dumps(body))
        attempt = attempting.attempt(table, sent, seat=seat, by_host=False, draw=self._draw)
        made = json.loads(json.dumps(attempt.body))
        line = Line(table.revision + 1, "", "", "move", made, table.digest(attempt.state))
        table.record(line, attempt.node)
        self.walk.accepted[made["type"]] += 1
        if "dice" in made:
            sent["dice"] = made["dice"]  # real dice: the app would throw others
        self.made.append({"seat": int(seat), "body": sent})


def _varied(moves: list[dict[str, Any]]) -> int:
    if not LEAST <= len(moves) <= MOST:
        return 0
    return sum(min(often, ENOUGH) for often in Counter(move["body"]["type"] for move in moves).values())


def record(rules: Rules[Any]) -> None:
    """Write the evening of a game anew.

    :raises LookupError: no walk was of the right length.
    """
    best: list[dict[str, Any]] = []
    for number in range(WALKS):
        walker = _Recorder(rules, f"bench {rules.box.slug} {number}")
        if _varied(moves := walker.recorded()) > _varied(best):
            best, begin = moves, walker.table.journal.lines[0].body
    if not best:
        raise LookupError(f"no walk of {rules.box.slug} has {LEAST} to {MOST} moves")
    given = {"options": begin["options"], "rulings": begin["rulings"]}
    setup = {"game": rules.box.slug, "players": NAMES, **given}
    lines = [json.dumps(line, separators=(",", ":")) for line in (setup, *best)]
    (RECORDED / f"{rules.box.slug}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    for rules in GAMES:
        if rules.box.slug != PRAIRIE and rules.box.slug in (sys.argv[1:] or [r.box.slug for r in GAMES]):
            record(rules)
