"""Plays evenings through the domain, without a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from companion.atlas.known import merge
from companion.atlas.reading import read_facts
from companion.documents.table_document import Chair, settlement_of, table_document
from companion.games import GAMES, game
from companion.service.creation import boxed
from companion.table import attempting
from companion.table.amending import amend
from companion.table.beginning import atlas_copy
from companion.table.journal import Line, Node
from companion.table.table import Table
from companion.vocabulary.offers import Offer
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.text import Text, render
from companion.words.values import Seat
from tests.evening_reader import HOST, RefusedError, play_evening


def resolved(rules: Rules[Any], given: Mapping[str, Any], seats: int) -> Mapping[str, Any]:
    """The game's own options as the first line has them."""
    options = {option.name: option.default for option in rules.box.options} | dict(given)
    boxes = {each.name: boxed(options[each.name]) for each in rules.box.options if each.kind == "box"}
    return rules.play.resolved({**options, **boxes}, seats)


class TablePlayer:
    """A table in this process. Dice that nobody names fall 1 and 1."""

    def __init__(self) -> None:
        self.table: Table
        self.names: dict[Seat, str] = {}

    @property
    def state(self) -> Any:
        """The state, with all that is its game's own."""
        return self.table.state

    def begin(self, setup: Mapping[str, Any]) -> None:
        rules = game(setup["game"])
        assert rules is not None
        self.names = {Seat(n): name for n, name in enumerate(setup["players"], 1)}
        atlas = rules.box.shipped
        if answer := setup.get("facts"):
            atlas, _ = merge(atlas, read_facts(rules.box.facts, atlas, answer))
        body = {
            "game": rules.box.slug,
            "seats": len(self.names),
            "options": resolved(rules, setup["options"], len(self.names)),
            "rulings": {ruling.name: ruling.default for ruling in rules.box.rulings} | setup["rulings"],
            "atlas": atlas_copy(rules, atlas),
        }
        begin = Line(1, "", "app", "begin", body)
        table = Table(begin)
        self.table = Table(replace(begin, digest=table.line_digest(begin, table.state)))

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        chosen = Seat(body["seat"]) if "seat" in body else Seat(seat) if seat != HOST else None
        try:
            attempt = attempting.attempt(
                self.table,
                body,
                seat=chosen,
                by_host=seat == HOST,
                draw=lambda purpose, k, faces: (1,) * len(faces),
            )
        except RuleError as error:
            raise RefusedError(
                error.code, render(error.text, {**self.names, **self.table.nobodys})
            ) from error
        by = "host" if seat == HOST else f"seat:{seat}"
        line = Line(self.table.revision + 1, "", by, "move", attempt.body)
        self._record(line, attempt.node, attempt.state)

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        if verb == "amend":
            self._amend(seat, body)
            return
        try:
            if verb == "undo":
                to = body.get("to") or self.table.undo_target()
                node, _ = self.table.rewind(to)
            else:
                node, lines = self.table.redone()
                to = lines[-1].revision
        except RuleError as error:
            raise RefusedError(error.code, render(error.text, self.names)) from error
        kind: Literal["undo", "redo"] = "undo" if verb == "undo" else "redo"
        line = Line(self.table.revision + 1, "", "host", kind, {"to": to})
        self._record(line, node, self.table.state_at(node))

    def _amend(self, seat: int, body: Mapping[str, Any]) -> None:
        if seat != HOST:
            raise RefusedError("host-only", "Only the host amends entries")
        try:
            attempt = amend(self.table, body["revision"], body["move"], before=body.get("before", False))
        except RuleError as error:
            raise RefusedError(error.code, render(error.text, self.names)) from error
        line = Line(self.table.revision + 1, "", "host", "amend", attempt.body)
        self._record(line, attempt.node, attempt.state)

    def _record(self, line: Line, node: Node, state: Any) -> None:
        self.table.record(replace(line, digest=self.table.line_digest(line, state)), node)

    def offer(self, type_: str, seat: int | None = None) -> Offer:
        """The first offer of that move, to that seat or to anybody."""
        offers = [each for each in self.table.offers() if each.type == type_ and seat in (None, each.seat)]
        assert offers, f"{type_} is not on offer"
        return offers[0]

    def document(self) -> Mapping[str, Any]:
        chairs = [Chair(seat, name, "", False, False) for seat, name in self.names.items()]
        return table_document(self.table, chairs, code="TEST", version=1, options={})

    def settlement(self) -> Mapping[str, Any]:
        return settlement_of(self.table, self.names)

    def hands(self) -> list[str]:
        names: dict[Seat, str | Text] = {**self.names, **self.table.nobodys}
        return [
            render(instruction.text, names)
            for instruction in self.table.outcome(self.table.revision).instructions
        ]


def reread(lines: Sequence[Line]) -> Table:
    """A table from its lines alone, as a restarted server reads it; only the first is played before it is asked for."""
    table = Table(lines[0])
    for line in lines[1:]:
        table.reread(line)
    return table


def after(lines: str, folder: Path) -> TablePlayer:
    """A table after these lines of an evening, which are written into that folder."""
    evening, player = folder / "an.evening", TablePlayer()
    evening.write_text(lines, "utf-8")
    play_evening(evening, player, GAMES)
    return player
