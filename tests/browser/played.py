"""Tables in the middle of an evening: each evening is played once, and imported for every test that wants it."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games import GAMES
from tests.api.test_evenings_http import HttpPlayer
from tests.evening_reader import RefusedError, play_evening
from tests.indoors import Indoors
from tests.server import Client, Party

EVENINGS = Path(__file__).parent.parent / "evenings"
ALL = 10_000
"""More moves than any evening has."""
_EXPORTS: dict[tuple[str, int], Any] = {}


class _EnoughError(Exception):
    """The evening has been played as far as wanted."""


class _Opening(HttpPlayer):
    """Plays the first moves of an evening, without a dry run before each: tests/api does that."""

    def __init__(self, client: Client, moves: int) -> None:
        super().__init__(client)
        self.left = moves

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        if not self.left:
            raise _EnoughError
        sent, key = self.written(seat, body)
        reply = self.client.post(f"{self.party.at}/moves", sent, key)
        if reply.status != 201:
            raise RefusedError(reply.code, reply.json["detail"])
        self.revision = reply.json["revision"]
        self.left -= 1


def played_at(client: Client, evening: str, moves: int) -> Party:
    """A table of that very server, at which the first moves of an evening are made."""
    player = _Opening(client, moves)
    with contextlib.suppress(_EnoughError):
        play_evening(EVENINGS / f"{evening}.evening", player, GAMES)
    return player.party


def _played(evening: str, moves: int) -> Any:
    """The export of it. It is played on a server of its own, which knows nothing that other tests have taught."""
    # A thread of the room may put its last snapshot there while the folder goes.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        room = Indoors(Path(folder))
        party = played_at(room, evening, moves)
        export = room.get(f"{party.at}/export", party.host).json
        room.service.store.close()
    return export


def played(client: Client, evening: str, moves: int = ALL) -> Party:
    """A table of its own, as it is after the first moves of an evening; the evening's name is "GAME/NAME"."""
    if (evening, moves) not in _EXPORTS:
        _EXPORTS[evening, moves] = _played(evening, moves)
    export = _EXPORTS[evening, moves]
    found = client.post("/tables/import", export)
    assert found.status == 201, found.body
    party = Party(client, found.json["code"], found.json["host_key"], found.json["join_key"])
    for seat in range(1, len(export["players"]) + 1):
        party.claim(seat)
    return party
