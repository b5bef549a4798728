"""Evenings again, over HTTP: host lines with the host's key, each seat with its own phone's.

A third of them in `make test`, every one in `make test-full`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES, game
from companion.vocabulary.moves import COMMON
from tests.evening_reader import HOST, RefusedError, play_evening
from tests.server import Client, Party, Reply, new_party, some

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
        if sent["type"] == "correct":
            self.seats = self.document()["seats"]
        dry = self.client.post(f"{self.party.at}/moves?dry_run=true", sent, key)
        self._answered(self.client.post(f"{self.party.at}/moves", sent, key), dry)

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        key = self.party.key(seat)
        dry = self.client.post(f"{self.party.at}/{verb}?dry_run=true", dict(body), key)
        self._answered(self.client.post(f"{self.party.at}/{verb}", dict(body), key), dry)

    def _answered(self, reply: Reply, dry: Reply) -> None:
        """What would be is what is; and what is refused would be. Neither that nor a dry run is a line."""
        if reply.status != 201:
            assert dry.was == reply.was, (dry.body, reply.body)
            raise RefusedError(reply.code, reply.json["detail"])
        assert dry.status == 200, (dry.body, reply.body)
        would, made = dry.json, reply.json
        self.revision += 1
        assert made["revision"] == made["table"]["revision"] == self.revision
        assert would["revision"] is None
        if would["entry"]["move"]["type"] == "undo" and would["entry"]["move"].pop("dice", 0) is None:
            made["entry"]["move"].pop("dice")  # a dry run commits itself to no new dice
        if would["entry"].get("opens"):
            return  # a dry run opens nothing that is sealed
        if would["entry"]["summary"].startswith("Correction of hidden money"):
            assert would["table"] == {**would["table"], "seats": self.seats}
            return  # nor does it tell anything of hidden money
        ends_hiding = would["table"]["bank"]["balance"] != made["table"]["bank"]["balance"] is not None
        hidden = ("affects", "bank", "seats") if ends_hiding else ()
        if ends_hiding:
            assert would["table"]["bank"]["balance"] is None  # the end shows all money, a dry run does not
        for same in {"move", "postings", "movements", "instructions", "summary", "affects"} - {*hidden}:
            assert would["entry"][same] == made["entry"][same], same
        for same in {"bank", "seats", "railroads", "turn", "auction", "step", "status", "end", "offers"} - {
            *hidden
        }:
            assert would["table"][same] == made["table"][same], same

    def document(self) -> Mapping[str, Any]:
        document: Mapping[str, Any] = self.party.document(self.party.host)
        return document

    def settlement(self) -> Mapping[str, Any]:
        settled: Mapping[str, Any] = self.client.get(f"{self.party.at}/settlement").json
        return settled

    def hands(self) -> list[str]:
        return [instruction["text"] for instruction in self.document()["recent"][-1]["instructions"]]


PLAYED = some(EVENINGS, 4)


@pytest.mark.parametrize("path", PLAYED, ids=[path.stem for path in PLAYED])
def test_evening(path: Path, client: Client) -> None:
    play_evening(path, HttpPlayer(client), GAMES)


def test_there_are_evenings() -> None:
    assert {path.parent.name for path in PLAYED} == {rules.box.slug for rules in GAMES}
