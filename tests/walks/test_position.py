"""Random games, begun again in the middle from their own figures: the same figures, nothing made or lost, and they go
on. A failing game says its seed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.table import attempting
from companion.table.amending import amend
from companion.table.beginning import atlas_copy
from companion.table.journal import Line
from companion.table.table import Table
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.values import Seat
from tests.positions import Rows, at_a_turn, position
from tests.server import times
from tests.walks.walker import Walker

FIVE = [rules for rules in GAMES if rules.box.slug != "bank"]
"""The games that have turns: the bank alone lists what a company holds of another only once it holds some."""
WALKS = times(200, 66)
"""Of each game, as far as they come to a turn from which one can begin."""
TRIES = 9
"""Of few walks none may come to one."""
MOST_MOVES, GO_ON = 60, 12
"""How many moves lie before the position at the most, and after it."""


class _Beginner(Walker):
    """A walker that walks for a while, and begins again where it stands."""

    def begun_again(self) -> bool:
        """Begin again from a position. Did the walk come to a turn?"""
        for _ in range(self.random.randint(0, MOST_MOVES)):
            if self.table.state.finished:
                break
            self._step()
        while not at_a_turn(self.rules, self.table.state):
            if self.table.state.finished:
                return False
            self._step()
        rows = position(self.rules, self.table.state)
        if not self._can_be_entered(rows):
            return False
        self._begin_at(self._shuffled(rows))
        for _ in range(GO_ON):
            if self.table.state.finished:
                break
            self._step()
            self._check()
        self._amended(rows)
        return True

    def _can_be_entered(self, rows: Rows) -> bool:
        """Not with railroads that were added in play, which are told after the position; nor with a city of which
        another one has nearly the name, for that is asked about."""
        printed = {f"railroad:{one.id}" for one in self.rules.box.railroads}
        added = {row["of"] for row in rows if row["of"].startswith("railroad:")} - printed
        lines = self.table.journal.lines
        cities = [city for line in lines for city in line.body.get("facts", {}).get("cities", {}).values()]
        return not added and not any("new" in city for city in cities)

    def _shuffled(self, rows: Rows) -> Rows:
        """In any order, except that the first city of a railroad is its home and the last hex was built last."""
        families: dict[tuple[str, str], Rows] = {}
        for row in rows:
            families.setdefault((row["of"], row["name"].split(".")[0]), []).append(row)
        return [
            row for whose in self.random.sample(sorted(families), len(families)) for row in families[whose]
        ]

    def _begin_at(self, rows: Rows) -> None:
        was, old = self.table.state, self.table.journal.lines[0]
        atlas = atlas_copy(self.rules, was.atlas)
        table = Table(Line(1, "", "app", "begin", {**old.body, "atlas": atlas}))
        before = table.state.ledger.totals()
        self._enter(table, rows)
        now = table.state
        assert sorted(map(str, position(self.rules, now))) == sorted(map(str, rows))
        assert at_a_turn(self.rules, now)
        assert {what: now.ledger.totals().get(what) for what in before} == before, "made or lost"
        other = Table(table.journal.lines[0])
        self._enter(other, self._shuffled(rows))
        assert other.digest(other.state) == table.digest(now), "the order of the figures matters"
        self.table, self.totals, self.named = table, now.ledger.totals(), {}

    def _enter(self, table: Table, rows: Rows) -> None:
        body = {"type": "position", "figures": rows}
        attempt = attempting.attempt(table, body, seat=Seat(1), by_host=True, draw=self._draw)
        digest = table.digest(attempt.state)
        table.record(Line(2, "", "host", "move", attempt.body, digest), attempt.node)
        replayed = Table(table.journal.lines[0])
        replayed.reread(table.journal.lines[1])
        assert replayed.digest(replayed.state) == digest, "a replay is another position"

    def _amended(self, rows: Rows) -> None:
        """Amended to the same position: nothing differs. With another figure: all that followed fits, or the refusal
        says what does not."""
        table = self.table
        if table.state.finished or table.view().hidden:
            return
        before = table.digest(table.state)
        same = amend(table, 2, {"type": "position", "figures": rows, "note": "again"})
        assert table.digest(same.state) == before
        row = self.random.choice(rows)
        other = [{**each, "value": row["value"] + 1} if each is row else each for each in rows]
        refused: RuleError | None = None
        try:
            amend(table, 2, {"type": "position", "figures": other})
        except RuleError as error:
            refused = error
        assert refused is None or refused.code != "invalid" or refused.errors
        assert table.digest(table.state) == before


@pytest.mark.parametrize("rules", FIVE, ids=lambda rules: rules.box.slug)
def test_games_begin_in_the_middle(rules: Rules[Any]) -> None:
    begun = 0
    for number in range(max(WALKS, TRIES)):
        if begun == WALKS:
            break
        seed = f"position {rules.box.slug} {number}"
        try:
            begun += _Beginner(rules, seed).begun_again()
        except Exception as wrong:
            raise AssertionError(f"the walk of seed {seed!r}: {wrong}") from wrong
    assert begun > WALKS // 8
