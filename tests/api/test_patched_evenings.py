"""Every evening, heard of in patches: after each line each viewer's document is what `GET` answers, made anew.

Some of them in `make test`, more of those where money is hidden; every one in `make test-full`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from tests.api.test_evenings_http import EVENINGS, HttpPlayer
from tests.evening_reader import RefusedError, play_evening
from tests.indoors import Indoors, Listener
from tests.server import Reply, some

HIDDEN = [path for path in EVENINGS if "hidden" in path.stem]
PLAYED = sorted({*some(EVENINGS, 20), *some(HIDDEN, 4)})


@pytest.fixture(scope="module")
def indoors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Indoors]:
    one = Indoors(tmp_path_factory.mktemp("indoors"))
    yield one
    one.service.store.close()


class Listening(HttpPlayer):
    """Plays; and every seat, the host, who has scanned the QR and who only reads listen, the host in German too."""

    client: Indoors
    listeners: tuple[Listener, ...] = ()

    def begin(self, setup: Mapping[str, Any]) -> None:
        super().begin(setup)
        keys = (None, self.party.join, self.party.host, *self.party.seats.values())
        self.listeners = tuple(self.client.listen(self.party, key, query="?patches=true") for key in keys)
        german = self.client.listen(self.party, self.party.host, "de", "?patches=true")
        self.listeners += (german,)
        self.client.compare(self.party, self.listeners)

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        sent, key = self.written(seat, body)
        self.heard(self.client.post(f"{self.party.at}/moves", sent, key, Prefer="return=minimal"))

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        key = self.party.key(seat)
        self.heard(self.client.post(f"{self.party.at}/{verb}", dict(body), key, Prefer="return=minimal"))

    def heard(self, reply: Reply) -> None:
        if reply.status != 201:
            raise RefusedError(reply.code, reply.json["detail"])
        self.client.compare(self.party, self.listeners)

    def close(self) -> None:
        for one in self.listeners:
            one.end()


@pytest.mark.parametrize("path", PLAYED, ids=[path.stem for path in PLAYED])
def test_evening(path: Path, indoors: Indoors) -> None:
    player = Listening(indoors)
    try:
        play_evening(path, player, GAMES)
    finally:
        player.close()
    for one in player.listeners:
        assert one.kinds[0] == "table"
        assert "patch" in one.kinds


def test_every_game_and_hidden_money() -> None:
    assert HIDDEN
    assert {path.parent.name for path in PLAYED} == {rules.box.slug for rules in GAMES}
