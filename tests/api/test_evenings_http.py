"""Evenings again, over HTTP and with the Python client: host lines with the host's key, each seat with its own phone's.

Some of them in `make test`, every one in `make test-full`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.client import Made, RefusedError, Table, Would
from companion.games import GAMES, game
from companion.vocabulary.common_moves import COMMON
from tests.evening_reader import HOST, play_evening
from tests.evening_reader import RefusedError as Refused
from tests.phoning import phoning
from tests.server import Client, Party, new_party, some

Answer = TypeVar("Answer")
EVENINGS = sorted((Path(__file__).parent.parent / "evenings").glob("*/*.evening"))


class HttpPlayer:
    """A table on a server. Dice that nobody names fall 1 and 1, as they do for the player in this process."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.party: Party
        self.slug = ""
        self.revision = 0
        self.seats: Any = None

    def begin(self, setup: Mapping[str, Any]) -> None:
        given = {name: value for name, value in setup.items() if name != "players"}
        self.slug = given["game"]
        self.party = new_party(self.client, list(setup["players"]), **given)
        self.revision = 1

    def written(self, seat: int, body: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """The move as it is sent, and the key it is sent with."""
        sent = dict(body)
        key = self.party.key(seat)
        if seat != HOST and sent.get("seat", seat) != seat:
            key = self.party.host  # a line that is entered for another seat
        rules = game(self.slug)
        assert rules is not None
        cls = next((c for c in (*rules.play.moves, *COMMON) if c.TYPE.name == body["type"]), None)
        if cls and (dice := cls.TYPE.dice):
            sent.setdefault(dice.name, [1] * (dice.least or 1))
        return sent, key

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        sent, key = self.written(seat, body)
        type_, fields = sent.pop("type"), sent
        if type_ == "correct":
            self.seats = self.document()["seats"]
        table = self.at(key)
        self._made(table, lambda: table.try_move(type_, **fields), lambda: table.move(type_, **fields))

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        table = self.at(self.party.key(seat))
        match verb:
            case "undo":
                self._made(table, lambda: table.try_undo(**body), lambda: table.undo(**body))
            case "redo":
                self._made(table, lambda: table.try_redo(**body), lambda: table.redo(**body))
            case _:
                self._made(table, lambda: table.try_amend(**body), lambda: table.amend(**body))

    def at(self, key: str) -> Table:
        """The table as whoever has that key."""
        return phoning(self.client).table(self.party.code, key)

    def _made(self, table: Table, attempt: Callable[[], Would], make: Callable[[], Made]) -> None:
        """A dry run shows what the move then does, and refuses what the move is refused. Neither leaves a line."""
        would, unwilling = _tried(attempt)
        made, refused = _tried(make)
        if refused is not None:
            assert unwilling is not None, (would, refused)
            assert (unwilling.status, unwilling.code) == (refused.status, refused.code)
            raise Refused(refused.code, refused.detail)
        assert would is not None, unwilling
        assert made is not None
        self.revision += 1
        assert made.revision == self.revision
        self._same(would.raw, made.raw, table.read().raw)

    def _same(self, would: Any, made: Any, table: Mapping[str, Any]) -> None:
        assert (table["revision"], table["version"]) == (self.revision, made["version"])
        assert would["revision"] is None
        if would["entry"]["move"]["type"] == "undo" and would["entry"]["move"].pop("dice", 0) is None:
            made["entry"]["move"].pop("dice")  # a dry run commits itself to no new dice
        if would["entry"].get("opens"):
            return  # a dry run opens nothing that is sealed
        if would["entry"]["summary"].startswith("Correction of hidden money"):
            assert would["table"] == {**would["table"], "seats": self.seats}
            return  # nor does it tell anything of hidden money
        ends_hiding = would["table"]["bank"]["balance"] != table["bank"]["balance"] is not None
        hidden = ("affects", "bank", "seats") if ends_hiding else ()
        if ends_hiding:
            assert would["table"]["bank"]["balance"] is None  # the end shows all money, a dry run does not
        for same in {"move", "postings", "movements", "instructions", "summary", "affects"} - {*hidden}:
            assert would["entry"][same] == made["entry"][same], same
        for same in {"bank", "seats", "railroads", "turn", "auction", "step", "status", "end", "offers"} - {
            *hidden
        }:
            assert would["table"][same] == table[same], same

    def document(self) -> Mapping[str, Any]:
        return self.at(self.party.host).read().raw

    def settlement(self) -> Mapping[str, Any]:
        return self.at(self.party.host).settlement()

    def hands(self) -> list[str]:
        return [instruction["text"] for instruction in self.document()["recent"][-1]["instructions"]]


def _tried(what: Callable[[], Answer]) -> tuple[Answer | None, RefusedError | None]:
    """The answer, or the refusal."""
    try:
        return what(), None
    except RefusedError as error:
        return None, error


PLAYED = some(EVENINGS, 20)


@pytest.mark.parametrize("path", PLAYED, ids=[path.stem for path in PLAYED])
def test_evening(path: Path, client: Client) -> None:
    play_evening(path, HttpPlayer(client), GAMES)


def test_there_are_evenings() -> None:
    assert {path.parent.name for path in PLAYED} == {rules.box.slug for rules in GAMES}
