"""The table at an earlier entry is what it was then, to whoever looks; what is hidden or sealed now stays so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.client import Made, Would
from companion.games import GAMES
from tests.api.test_evenings_http import EVENINGS, HttpPlayer
from tests.evening_reader import play_evening
from tests.indoors import Indoors
from tests.server import Client, Party, some

OF_NOW = ("version", "offers", "requests", "you", "at", "join_url", "join_pin")
"""What does not belong to that moment."""
HIDES = ("cash-hidden", "cash-hidden-corrected", "first-investments", "undo-and-redo")
HIDING = [path for path in EVENINGS if path.stem in HIDES]
PLAYED = sorted({*some(EVENINGS, 80), *some(HIDING, 6)})


class Remembering(HttpPlayer):
    """Keeps what the host and the first seat were shown after each entry."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.shown: list[tuple[Party, str, dict[str, Any]]] = []

    def _made(self, table: Any, attempt: Callable[[], Would], make: Callable[[], Made]) -> None:
        super()._made(table, attempt, make)
        for key in (self.party.host, self.party.key(1)):
            self.shown.append((self.party, key, self.party.document(key)))


def of_then(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in OF_NOW}


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_is_what_it_was(path: Path, tmp_path: Path) -> None:
    room = Indoors(tmp_path)
    player = Remembering(room)
    play_evening(path, player, GAMES)
    for party, key, then in player.shown:
        found = room.get(f"{party.at}?at={then['revision']}", key)
        assert found.status == 200, found.body
        assert (found.json["at"], found.json["offers"]) == (then["revision"], [])
        assert of_then(found.json) == of_then(then)
    room.service.store.close()


@pytest.mark.parametrize("at", ["0", "-1", "3", "x", "", "1.5", "9" * 500])
def test_an_entry_that_is_none(at: str, party: Party, client: Client) -> None:
    party.made(1, "bid", amount=3)
    found = client.get(f"{party.at}?at={at}", party.host)
    assert found.was == (422, "invalid")
    assert "1 to 2" in found.json["detail"]


def test_it_is_known_by_its_tag(party: Party, client: Client) -> None:
    party.made(1, "bid", amount=3)
    found = client.get(f"{party.at}?at=1", party.host)
    assert found.headers["etag"] != client.get(party.at, party.host).headers["etag"]
    assert found.json["auction"]["high_bid"] is None
    again = client.get(f"{party.at}?at=1", party.host, If_None_Match=found.headers["etag"])
    assert again.status == 304


def test_an_end_that_was_undone_opens_nothing(tmp_path: Path) -> None:
    """All saw the money when the game was over; the game goes on, and it is hidden again."""
    room = Indoors(tmp_path)
    player = Remembering(room)
    play_evening(next(path for path in HIDING if path.stem == "cash-hidden"), player, GAMES)
    party, end = player.party, player.revision
    assert room.get(f"{party.at}?at={end}").json["bank"]["balance"] == 681
    assert room.post(f"{party.at}/undo", {}, party.host).status == 201
    found = room.get(f"{party.at}?at={end}").json
    assert (found["at"], found["revision"], found["status"]) == (end, end - 1, "playing")
    assert (found["bank"]["balance"], found["seats"][0]["cash"]) == (None, None)
    assert found["recent"][-1]["revision"] == end - 1
    room.service.store.close()
