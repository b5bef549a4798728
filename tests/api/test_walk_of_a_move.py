"""A move walks as docs/architecture.md says: one is made, and each of its calls is checked."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.settings import Settings
from api.stream import HUB
from companion.service import Service
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.store.sql import SqlStore
from companion.words.values import Seat
from tests.server import ROOT

DRAWN = ROOT / "docs" / "architecture.md"
MOST_STOPS = 20
KEY = "a-key-of-a-phone-that-is-long"
WATCHED = ("companion/service/", "companion/store/", "companion/table/")
GAME = "companion/games/prairie_railroads/"
ONCE = {
    ("companion/table/playing.py", "Playing._check_legal"): "whether it may be made is decided once",
    ("companion/vocabulary/offers.py", "accept"): "one offer is looked for once",
    ("companion/table/attempting.py", "attempt"): "it is tried once",
    ("companion/service/writing.py", "new_line"): "one line, one digest",
    ("companion/service/live.py", "Live.viewer"): "a key is looked up once",
    ("companion/table/journal.py", "body_json"): "what is kept is written out once",
    ("companion/store/database.py", "Database._transact"): "one commit",
}

Call = tuple[str, str]


class Phone:
    """A phone that looks on, and is told."""

    code = ""
    language = "en"
    address = "127.0.0.1"
    ended = False
    sent: Any = None  # nothing is kept of what was pushed: it always gets the whole table

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.frames: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)

    def end(self) -> None:
        pass


class Counted:
    """A table's lock, and how often it was taken."""

    def __init__(self, lock: Any) -> None:
        self.lock, self.taken = lock, 0

    def __enter__(self) -> None:
        self.taken += 1
        self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()


class Room:
    """A table, a phone at seat 1 and somebody who looks on."""

    def __init__(self, service: Service, client: FlaskClient) -> None:
        self.client = client
        begun = {
            "game": "prairie-railroads",
            "players": ["Ed", "Dave", "Pete"],
            "options": {"first_bidder": 1},
        }
        made: Any = client.post("/api/v1/tables", json=begun).json
        self.at = f"/api/v1/tables/{made['code']}"
        self.call(f"{self.at}/seats/1/claim", {"key": KEY}, made["join_key"])
        self.live: Live = service.live(made["code"])
        self.phones = [Phone(Viewer("seat", Seat(1))), Phone(Viewer("reader"))]
        for phone in self.phones:
            phone.code = self.live.code
            HUB.add(phone)

    def call(self, path: str, body: dict[str, Any], key: str) -> Any:
        found = self.client.post(
            path, json=body, headers={"Authorization": f"Bearer {key}", "Idempotency-Key": f"k{path}{body}"}
        )
        assert found.status_code < 300, found.data
        return found.json

    def bid(self, amount: int) -> Any:
        return self.call(f"{self.at}/moves", {"type": "bid", "amount": amount, "expected_revision": 1}, KEY)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    service = Service(store)
    one = Room(service, create_app(service, Settings(limits=False)).test_client())
    yield one
    for phone in one.phones:
        HUB.drop(phone)
    store.close()


@contextmanager
def traced() -> Iterator[list[Call]]:
    """Every call of the project's own, in order: its file and its name."""
    calls: list[Call] = []
    before = f"{ROOT}/"

    def look(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(before):
            calls.append((code.co_filename.removeprefix(before), code.co_qualname))

    former: Callable[..., Any] | None = sys.getprofile()
    sys.setprofile(look)
    try:
        yield calls
    finally:
        sys.setprofile(former)


def told() -> list[tuple[Call, set[str]]]:
    """The stops in the drawing: each with its function, and all files that its words name."""
    text = DRAWN.read_text("utf-8").partition("## The walk of a move")[2].partition("\n## ")[0]
    found = []
    for words in re.findall(r"^\d+\. (.+(?:\n {4}.+)*)", text, re.MULTILINE):
        named = re.match(r"`([\w/.]+\.py)` `([\w.]+)`", words)
        assert named, words
        files = set(re.findall(r"`([\w/.]+\.py)`", words))
        found.append(((named[1], named[2]), files))
    return found


def _same(stop: Call, call: Call) -> bool:
    file = stop[0].replace("companion/games/GAME/", GAME)
    return call[0] == file and (call[1] == stop[1] or call[1].startswith(f"{stop[1]}.<locals>"))


def test_a_move_walks_as_it_is_drawn(room: Room) -> None:
    with traced() as calls:
        room.bid(3)
    assert all(phone.frames for phone in room.phones)
    stops = told()
    assert 0 < len(stops) <= MOST_STOPS
    first = [next((n for n, call in enumerate(calls) if _same(stop, call)), None) for stop, _ in stops]
    assert None not in first, stops[first.index(None)][0]
    assert first == sorted(first, key=lambda n: n or 0), "in this order"
    drawn = {file for _, files in stops for file in files}
    walked = {file for file, _ in calls}
    assert {file for file in walked if file.startswith(WATCHED)} <= drawn, "and by no other file"
    assert {file for file in drawn if file.startswith(WATCHED)} <= walked, (
        "nor is one drawn that is not on the way"
    )


def test_nothing_is_done_twice(room: Room) -> None:
    lock = Counted(room.live.lock)
    room.live.lock = lock  # type: ignore[assignment]  # counts, and locks as it did
    with traced() as calls:
        room.bid(3)
    assert lock.taken == 1, "the lock of a table is taken once"
    often = Counter(calls)
    assert {call: often[call] for call in ONCE} == dict.fromkeys(ONCE, 1)
