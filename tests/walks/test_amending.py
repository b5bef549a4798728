"""Amendments against replay from scratch, in random games: the same state, or a refusal that changes nothing.

A failing game says its seed; `_walked(rules, seed)` walks it again.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from companion.games import GAMES
from companion.table import attempting
from companion.table.amending import amend
from companion.table.journal import Line, Node
from companion.table.table import Table
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.values import Seat
from tests.server import FULL, times
from tests.table_player import reread
from tests.walks.walker import TRIES, Walker

WALKS = times(100, 50)
"""Of each game; see `times`."""
AMENDMENTS = 6
LEAST_MOVES, MOST_MOVES = 5, 120
CAREFUL = 0.5
"""The share of games in which nothing is undone, so that each can be played from scratch."""


class _Amender(Walker):
    """A walker that stops somewhere, and amends what it has done."""

    def walked(self) -> None:
        careful = self.random.random() < CAREFUL
        for _ in range(self.random.randint(LEAST_MOVES, MOST_MOVES)):
            if self.table.state.finished:
                self.record_undo()
                return
            if not careful and self.random.random() < 0.04 and self.table.revision > 1:
                self._there_and_back()
            else:
                self._step()

    def record_undo(self) -> None:
        to = self.table.undo_target()
        node, _ = self.table.rewind(to)
        self.table.record(Line(self.table.revision + 1, "", "", "undo", {"to": to}), node)

    def amended(self) -> str:
        """One amendment of a random line; what became of it."""
        table, chance = self.table, self.random
        moves = [node for node in table.journal.head.in_force() if node.is_move]
        if not moves:
            return "nothing left"
        old = chance.choice(moves)
        revision = old.line.revision
        kind = chance.choice(("replace", "replace", "strike", "before"))
        told = None if kind == "strike" else self._another(old, alike=kind == "replace")
        if kind == "before" and chance.random() < 0.3:
            told = {"type": "note", "seat": 1, "text": "so it was"}
        before = _everything(table)
        for _ in range(TRIES):
            try:
                attempt = amend(table, revision, told, before=kind == "before")
            except RuleError as error:
                assert _everything(table) == before, "a refusal has changed something"
                if told is not None and error.needs:
                    told = {**told, "facts": self.pen.facts(error.needs, told.get("facts") or {})}
                    continue
                return self._refused(old, told, kind, error)
            break
        else:
            return "asked"
        assert _everything(table) == before, "trying it has changed something"
        if (scratch := _scratch(table, old, attempt.body)) is not None:
            assert isinstance(scratch, Table), f"{attempt.body} was amended; from scratch {scratch}"
            assert table.digest(scratch.state) == table.digest(attempt.state)
        digest = table.digest(attempt.state)
        body = json.loads(json.dumps(attempt.body))
        table.record(Line(table.revision + 1, "", "host", "amend", body, digest), attempt.node)
        _check_reloaded(table)
        self._check()
        return kind

    def _refused(self, old: Node, given: Any, kind: str, error: RuleError) -> str:
        """A refusal for a later line: from scratch it would not fit either, and no line before it is to blame."""
        if error.revision is None:
            return "refused"
        body = {
            "revision": old.line.revision,
            "move": given,
            **({"before": True} if kind == "before" else {}),
        }
        scratch = _scratch(self.table, old, body)
        assert not isinstance(scratch, Table), f"{body} was refused: {error}; from scratch it fits"
        assert scratch in (None, error.revision), f"{error}; from scratch it is {scratch}"
        return "unfit"

    def _another(self, old: Node, *, alike: bool) -> dict[str, Any]:
        """Another move that was offered then."""
        assert old.parent is not None
        state = self.table.state_at(old.parent)
        offers = [offer for offer in self.rules.play.offers(state) if not offer.disabled]
        same = [offer for offer in offers if offer.type == old.line.body["type"]] if alike else []
        offer = self.random.choice(same or offers)
        form = self.pen.form(offer.fields)
        for field in offer.move.TYPE.fields:
            if field.kind == "dice":
                options = self.table.journal.lines[0].body["options"]
                form[field.name] = [
                    self.random.randint(1, most) for most in attempting.dice_at(options, field)
                ]
        return {"type": offer.type, "seat": offer.seat, **form}


def _everything(table: Table) -> tuple[Any, ...]:
    journal = table.journal
    heads = tuple(id(node) for node in journal.heads)
    undone = tuple(line.revision for lines in journal.undone for line in lines)
    return table.revision, table.digest(table.state), heads, tuple(journal.standing()), undone


def _scratch(table: Table, old: Node, body: dict[str, Any]) -> Table | int | None:
    """A new table on which the lines are played as they would be told; or the revision that does not fit.

    None: that cannot be told, because facts stay known from lines that were undone or struck.
    """
    told = list(table.journal.head.in_force())[::-1]
    if any(node.facts_only is not None for node in told):
        return None
    if not body.get("before") and old.line.facts:
        return None
    lines = [(node.line.revision, node.line.body) for node in told if node.is_move]
    at = next(n for n, (revision, _) in enumerate(lines) if revision == old.line.revision)
    new = [] if body["move"] is None else [(-1, body["move"])]
    lines[at : at + (not body.get("before"))] = new
    fresh = Table(table.journal.lines[0])
    for revision, move in lines:
        try:
            drawn = ("source", "k") if table.playing.move_type(move["type"]).TYPE.dice else ()
            sent = {name: value for name, value in move.items() if name not in drawn}
            attempt = attempting.attempt(fresh, sent, seat=Seat(sent["seat"]), by_host=True, draw=_no_dice)
        except RuleError:
            return revision
        fresh.record(Line(fresh.revision + 1, "", "", "move", attempt.body), attempt.node)
    return fresh


def _no_dice(purpose: str, k: int, faces: tuple[int, ...]) -> tuple[int, ...]:
    raise AssertionError("all dice have fallen")


def _check_reloaded(table: Table) -> None:
    again = reread(table.journal.lines)
    assert again.digest(again.state) == table.digest(table.state), "read again it is another game"
    assert again.journal.standing() == table.journal.standing()
    assert again.journal.head.app_rolls == table.journal.head.app_rolls


def _walked(rules: Rules[Any], seed: str) -> Counter[str]:
    walker = _Amender(rules, seed)
    walker.walked()
    found = Counter(walker.amended() for _ in range(AMENDMENTS) if len(walker.table.journal.standing()) > 1)
    table = walker.table
    if table.journal.lines[-1].kind == "amend":
        parent = table.journal.head.parent
        assert parent is not None
        was, now = table.digest(table.state_at(parent)), table.digest(table.state)
        told = table.journal.lines[-1].facts
        walker.record_undo()
        assert told or table.digest(table.state) == was, "an amendment was undone, and something remained"
        node, lines = table.redone()
        redo = Line(table.revision + 1, "", "", "redo", {"to": lines[-1].revision})
        table.record(redo, node)
        assert told or table.digest(table.state) == now, "an amendment was made again, and led elsewhere"
        _check_reloaded(table)
    return found


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_amendments(rules: Rules[Any]) -> None:
    found = Counter[str]()
    for number in range(WALKS):
        seed = f"amend {rules.box.slug} {number}"
        try:
            found += _walked(rules, seed)
        except Exception as wrong:
            raise AssertionError(f"the game of seed {seed!r}: {wrong}") from wrong
    for kind in ("replace", "before", "unfit") if FULL else ():  # a few walks may miss one
        assert found[kind], f"no amendment came to {kind}: {found}"
