"""Secret limits in the store: kept apart, gone with the line that ends them, and never half carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import func, select

from companion.mechanisms.secret_limits import same_auction
from companion.service import Service, keys, limits, moving, rewinding, seats
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.writing import BY_LIMIT
from companion.store import Entry, Stamp, StoredLimit, StoreUnavailableError
from companion.store import schema as sql
from companion.store.opening import store_at
from companion.store.sql import SqlStore
from companion.words.values import Seat


@dataclass(slots=True)
class Room:
    """A table with three phones, in this process; `again` opens the database anew, as after a crash."""

    database: str
    store: SqlStore = field(init=False)
    service: Service = field(init=False)
    code: str = ""
    phones: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._open()
        created = self.service.create(
            "prairie-railroads", ["Ed", "Dave", "Pete"], {"first_bidder": 1, "teach": False}, {}, None
        )
        self.code = created.live.code
        for seat in (1, 2, 3):
            self.phones[seat] = keys.new_key()
            seats.claim(self.live, Seat(seat), self.phones[seat], self.live.join_key)

    def _open(self) -> None:
        self.store = store_at(self.database)
        self.service = Service(self.store)

    def restart(self) -> None:
        self.store.close()
        self._open()

    @property
    def live(self) -> Live:
        return self.service.live(self.code)

    def limit(self, seat: int, amount: int) -> None:
        limits.put(self.live, Viewer("seat", Seat(seat)), lambda: amount)

    def play(self, seat: int, **move: object) -> None:
        moving.play(self.live, Viewer("seat", Seat(seat)), move, lambda made: made)

    @property
    def kept(self) -> dict[int, int]:
        return {limit.seat: limit.amount for limit in self.store.limits(self.code)}

    @property
    def lines(self) -> list[tuple[str, object]]:
        return [(line.by, line.body.get("amount")) for line in self.store.lines(self.code, 1)]


@pytest.fixture
def room(database: str) -> Iterator[Room]:
    one = Room(database)
    yield one
    one.store.close()


def test_kept_over_a_restart_in_the_order_they_were_set(room: Room) -> None:
    room.limit(3, 20)
    room.limit(2, 20)
    room.restart()
    assert [(limit.seat, limit.amount) for limit in room.store.limits(room.code)] == [(3, 20), (2, 20)]
    room.play(1, type="pass")
    assert room.lines == [("seat:1", None), ("limit", 19), ("limit", 20), ("limit", None)], (
        "3 was first and has bid 20"
    )
    assert room.kept == {}
    room.restart()
    assert room.live.limits == {}


def test_gone_with_the_line_that_ends_them(room: Room) -> None:
    room.limit(2, 30)
    room.limit(3, 20)
    room.play(1, type="auction_result", winner=1, amount=5)
    assert room.kept == {}
    rewinding.undo(room.live, Viewer("host"), {}, lambda made: made)
    room.limit(2, 30)
    room.play(1, type="bid", amount=1)
    assert room.kept == {2: 30}
    rewinding.undo(room.live, Viewer("host"), {}, lambda made: made)
    assert room.kept == {}


def refusing_limits(store: SqlStore) -> Callable[[Entry], Stamp | None]:
    """Its `append`, which takes every line but that of a limit."""
    append = store.append

    def failing(entry: Entry) -> Stamp | None:
        if entry.line.by == BY_LIMIT:
            raise StoreUnavailableError
        return append(entry)

    return failing


def test_a_store_that_fails_before_the_limit_has_bid(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's own bid is on disk and answered; the limit bids when the store is back, or after a restart."""
    room.limit(2, 30)
    monkeypatch.setattr(room.store, "append", refusing_limits(room.store))
    room.play(1, type="bid", amount=3)
    assert room.lines == [("seat:1", 3)]
    assert room.kept == {2: 30}
    room.restart()
    assert room.live.table.revision == 3, "opening the table lets it bid"
    assert room.lines == [("seat:1", 3), ("limit", 4)]


def test_the_store_fails_and_somebody_else_writes_a_note(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.limit(2, 30)
    with monkeypatch.context() as spoilt:
        spoilt.setattr(room.store, "append", refusing_limits(room.store))
        room.play(1, type="bid", amount=3)
    room.play(3, type="note", text="well?")
    assert room.lines == [("seat:1", 3), ("seat:3", None), ("limit", 4)]


def test_the_store_fails_and_the_phone_sends_its_limit_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player to act need not wait for anybody else to do something."""
    with monkeypatch.context() as spoilt:

        def failing(entry: Entry) -> Stamp | None:
            raise StoreUnavailableError

        spoilt.setattr(room.store, "append", failing)
        room.limit(1, 30)
    assert (room.lines, room.kept) == ([], {1: 30})
    room.limit(1, 30)
    assert room.lines == [("limit", 1)]
    room.limit(1, 30)
    assert room.lines == [("limit", 1)], "once"


def test_a_limit_that_could_not_be_kept_is_none(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(code: str, limit: StoredLimit, edition: int = 0) -> None:
        raise StoreUnavailableError

    monkeypatch.setattr(room.store, "keep_limit", failing)
    with pytest.raises(StoreUnavailableError):
        room.limit(2, 30)
    assert room.live.limits == {}
    room.play(1, type="bid", amount=3)
    assert room.lines == [("seat:1", 3)]


def test_it_ends_with_the_key_and_with_the_table(room: Room) -> None:
    room.limit(2, 30)
    room.limit(3, 20)
    seats.release(room.live, Seat(2))
    assert room.kept == {3: 20}
    room.service.delete(room.live)
    counted = select(func.count()).select_from(sql.limits)
    assert room.store.database.read(lambda c: c.execute(counted).scalar()) == 0


def test_two_servers_on_one_database(room: Room) -> None:
    """The other one has written a bid: the limit's line meets the primary key, reads that bid, and bids above it."""
    room.limit(2, 30)
    other = Service(room.store)
    elsewhere = other.live(room.code)
    elsewhere.limits.clear()  # it was loaded before the limit was set
    moving.play(elsewhere, Viewer("seat", Seat(1)), {"type": "bid", "amount": 7}, lambda made: made)
    assert room.lines == [("seat:1", 7)]
    room.play(3, type="note", text="x")
    assert room.lines == [("seat:1", 7), ("seat:3", None), ("limit", 8)]


AUCTION: Any = {
    "railroad": "KP",
    "share": "KP",
    "style": "ascending",
    "opener": 1,
    "pays_to": "railroad:KP",
    "high_bid": 5,
    "high_seat": 2,
    "passed": [3],
}


@pytest.mark.parametrize(
    ("after", "move", "same"),
    [
        ({}, {"type": "note", "seat": 1}, True),
        ({}, {"type": "correct", "seat": 1}, True),
        ({"high_bid": 6, "high_seat": 1}, {"type": "bid", "seat": 1, "amount": 6}, True),
        ({"passed": [3, 1]}, {"type": "pass", "seat": 1}, True),
        # the next auction of the very same share, as it may begin within the line that ended this one
        ({"high_bid": None, "high_seat": None, "passed": []}, {"type": "pass", "seat": 1}, False),
        ({"high_bid": None, "high_seat": None, "passed": [3]}, {"type": "pass", "seat": 1}, False),
        ({"high_bid": None, "high_seat": None}, {"type": "bid", "seat": 1, "amount": 6}, False),
        ({}, {"type": "auction_result", "seat": 1}, False),
        ({"railroad": "MKT"}, {"type": "pass", "seat": 1}, False),
        ({"passed": []}, {"type": "correct", "seat": 1}, False),
        (None, {"type": "pass", "seat": 1}, False),
    ],
)
def test_is_it_still_that_auction(
    after: dict[str, object] | None, move: dict[str, object], same: bool
) -> None:
    now: Any = None if after is None else {**AUCTION, **after}
    assert same_auction(AUCTION, now, move) is same
