"""Asking for a seat on a new phone: how long a request waits, and who may answer it meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.service import Service, keys, limits, requests, seats
from companion.service.keys import Viewer
from companion.service.live import GONE_SECONDS, REQUEST_SECONDS, Live
from companion.store import Request, StoreUnavailableError
from companion.store.sql import SqlStore
from companion.words.errors import RuleError
from companion.words.values import Seat


@dataclass
class Clock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Table:
    live: Live
    clock: Clock
    service: Service

    def ask(self, seat: int, key: str | None = None) -> Request:
        return requests.ask(self.live, Seat(seat), key or keys.new_key())

    def answer(self, request: Request, by: int) -> str:
        viewer = Viewer("seat", Seat(by)) if by else Viewer("host")
        try:
            requests.answer(self.live, request.id, viewer, lambda: True)
        except RuleError as error:
            return error.code
        return ""

    def sit(self, seat: int) -> None:
        seats.claim(self.live, Seat(seat), keys.new_key(), self.live.join_key)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Dave's and Ed's phones have been there since before the server was started; Pete has none yet."""
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    service = Service(store)
    live = service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"first_bidder": 1}, {}, None).live
    clock = Clock()
    live.clock, live._opened = clock, clock.now
    for seat in (1, 2):
        seats.claim(live, Seat(seat), keys.new_key(), live.join_key)
    seated = tuple(replace(seat, claimed=None) for seat in live.stored.seats)
    live.stored = replace(live.stored, seats=seated)
    yield Table(live, clock, service)
    store.close()


def test_two_minutes(table: Table) -> None:
    key = keys.new_key()
    first = table.ask(2, key)
    table.clock.now += REQUEST_SECONDS - 1
    assert [item["pin"] for item in requests.shown(table.live, Viewer("host"))] == [first.pin]
    table.clock.now += 1
    assert requests.shown(table.live, Viewer("host")) == []
    assert table.answer(first, 0) == "not-now"
    second = table.ask(2, key)
    assert second.id != first.id
    assert table.answer(second, 0) == ""
    table.clock.now += 3_600
    assert table.answer(second, 0) == "no-such-request"
    assert table.live.stored.seats[1].key_hash == keys.hashed(key)


def test_half_a_minute_after_a_no(table: Table) -> None:
    key = keys.new_key()
    first = table.ask(2, key)
    table.clock.now += REQUEST_SECONDS - 1
    requests.answer(table.live, first.id, Viewer("host"), lambda: False)
    table.clock.now += requests.PAUSE_SECONDS - 1
    for second in (key, keys.new_key()):
        with pytest.raises(RuleError, match="not-now"):
            table.ask(2, second)
    table.clock.now += 1
    assert table.ask(2, key).id != first.id


def test_another_player_when_the_phone_has_been_gone_for_a_minute(table: Table) -> None:
    seats.present(table.live, Seat(2), 1)
    table.clock.now += 500
    request = table.ask(2)
    assert table.answer(request, 1) == "not-your-seat", "it is there"
    seats.present(table.live, Seat(2), -1)
    table.clock.now += GONE_SECONDS - 1
    assert table.answer(request, 1) == "not-your-seat"
    table.clock.now += 1
    assert requests.shown(table.live, Viewer("seat", Seat(1)))[0]["may_answer"] is True
    assert requests.shown(table.live, Viewer("seat", Seat(3)))[0]["may_answer"] is True
    assert table.answer(request, 1) == ""


def test_a_phone_that_came_back(table: Table) -> None:
    table.clock.now += 500
    request = table.ask(2)
    seats.present(table.live, Seat(2), 1)
    assert table.answer(request, 1) == "not-your-seat"


def test_nobody_sits_down_only_to_hand_themselves_a_seat(table: Table) -> None:
    """Pete's seat is taken after Dave's phone went, and after the question."""
    seats.present(table.live, Seat(2), 1)
    seats.present(table.live, Seat(2), -1)
    table.clock.now += 10
    table.sit(3)
    table.clock.now += GONE_SECONDS
    request = table.ask(2)
    assert table.answer(request, 3) == "not-your-seat"
    assert table.answer(request, 1) == ""


def test_a_seat_just_taken_has_not_been_gone(table: Table) -> None:
    table.clock.now += 500
    table.sit(3)
    request = table.ask(3)
    assert table.answer(request, 1) == "not-your-seat"
    table.clock.now += GONE_SECONDS
    assert table.answer(request, 1) == ""


def test_nobody_takes_the_seat_of_a_host_who_plays(table: Table) -> None:
    """No phone listens with that seat's key, for the host looks at it as the host: it is not free for all that."""
    table.sit(3)
    seats.watch(table.live, Viewer("host"), 1)
    table.clock.now += 500
    request = table.ask(3)
    for other in (1, 2):
        assert table.answer(request, other) == "not-your-seat"
        assert requests.shown(table.live, Viewer("seat", Seat(other)))[0]["may_answer"] is False
    seats.watch(table.live, Viewer("host"), -1)
    table.clock.now += GONE_SECONDS - 1
    assert table.answer(request, 1) == "not-your-seat"
    seats.watch(table.live, Viewer("host"), 1)
    table.clock.now += 1
    assert table.answer(request, 1) == "not-your-seat", "the host is back"
    assert table.answer(request, 0) == ""


def test_a_host_who_sat_down_first_and_lost_their_phone(table: Table) -> None:
    """Everybody else came later, and yet they were there before it went."""
    seats.watch(table.live, Viewer("host"), 1)
    table.sit(3)
    table.clock.now += 10
    seats.release(table.live, Seat(1))
    table.sit(1)
    table.clock.now += 500
    seats.watch(table.live, Viewer("host"), -1)
    heard = []
    table.live.on_change = lambda live: heard.append(requests.shown(live, Viewer("seat", Seat(1))))
    request = table.ask(3)
    assert [item["may_answer"] for item in heard[-1]] == [False]
    table.clock.now += GONE_SECONDS
    assert requests.shown(table.live, Viewer("seat", Seat(1)))[0]["may_answer"] is True
    assert table.answer(request, 1) == ""


def test_who_sits_down_after_the_hosts_phone_went_answers_for_nobody(table: Table) -> None:
    seats.watch(table.live, Viewer("host"), 1)
    table.sit(3)
    seats.watch(table.live, Viewer("host"), -1)
    table.clock.now += 10
    seats.release(table.live, Seat(2))
    table.sit(2)
    table.clock.now += GONE_SECONDS
    request = table.ask(3)
    assert table.answer(request, 2) == "not-your-seat"
    assert table.answer(request, 1) == ""


def test_that_the_host_comes_or_goes_is_told_where_somebody_asks(table: Table) -> None:
    """Nothing else that is shown depends on it, and every stream that opens would be news to everybody."""
    before = table.live.version
    seats.watch(table.live, Viewer("host"), 1)
    seats.watch(table.live, Viewer("host"), -1)
    assert table.live.version == before
    table.ask(2)
    asked = table.live.version
    seats.watch(table.live, Viewer("host"), 1)
    assert table.live.version == asked + 1


def test_whoever_listens_hears_when_it_is_over(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "REQUEST_SECONDS", 0.05)
    table.live.clock = time.monotonic
    heard = threading.Event()
    table.live.on_change = lambda live: heard.set() if not requests.open_requests(live) else None
    request = table.ask(2)
    assert heard.wait(5)
    assert request.answer is None


def test_a_store_that_fails(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    request = table.ask(2)
    before = table.live.stored

    def failing(_: object) -> None:
        raise StoreUnavailableError

    with monkeypatch.context() as spoilt:
        spoilt.setattr(table.live.store, "update", failing)
        with pytest.raises(StoreUnavailableError):
            table.answer(request, 0)
        with pytest.raises(StoreUnavailableError):
            table.service.new_join(table.live)
    assert table.live.stored.seats == before.seats
    assert table.live.viewer(table.live.join_key) == Viewer("join")


def test_the_limit_does_not_go_to_the_new_phone(table: Table) -> None:
    limits.put(table.live, Viewer("seat", Seat(2)), lambda: 30)
    assert table.answer(table.ask(2), 0) == ""
    assert table.live.limits == {}
