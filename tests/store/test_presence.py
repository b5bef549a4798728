"""Who is there, at two processes that each have one table in memory: whoever listens at one is there for both."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from bench.postgresql import Elsewhere, Postgres
from companion.service import requests, seats
from companion.service.live import Live
from companion.words.values import Seat
from tests.store.processes import HOST, Room, at_a_table


@pytest.fixture
def room(postgres: Postgres | Elsewhere) -> Iterator[Room]:
    yield from at_a_table(postgres)


def connected(live: Live) -> list[bool]:
    return [chair.connected for chair in live.chairs()]


def test_a_phone_that_listens_here_is_there_for_all(room: Room) -> None:
    room.here.present(Seat(1), 1)
    assert connected(room.other.table(room.code)) == [True, False, False]
    room.there.present(Seat(1), 1)
    version = room.there.version
    room.here.present(Seat(1), -1)
    assert connected(room.one.table(room.code)) == [True, False, False], "at the other it listens still"
    assert room.other.table(room.code).version == version, "so nobody sees anything"
    room.there.present(Seat(1), -1)
    one, other = room.one.table(room.code), room.other.table(room.code)
    assert connected(one) == connected(other) == [False, False, False]
    assert other.gone_since(Seat(1)) == (one.gone_since(Seat(1)) or 0) <= one.clock()


def test_a_host_who_plays_and_looks_on_at_one_process_is_there_for_all(room: Room) -> None:
    """When they are gone, all know since when."""
    seats.watch(room.here, HOST, 1)
    assert room.other.table(room.code).gone_since(Seat(2)) is None
    version = room.there.version
    seats.watch(room.here, HOST, -1)
    one, other = room.one.table(room.code), room.other.table(room.code)
    assert one.gone_since(Seat(2)) == other.gone_since(Seat(2)) != other.claimed_at(Seat(2))
    assert other.version == version, "nobody sees anything of it"
    requests.ask(room.here, Seat(2), "a-key-of-a-new-phone-that-is-long")
    seats.watch(room.here, HOST, 1)
    assert room.other.table(room.code).version == version + 2, "but where somebody asks: who may answer"


def test_a_process_that_is_gone(room: Room) -> None:
    """Killed: it is not heard of in time, and nobody listens there any more."""
    room.one.store.beat(-1)
    room.here.present(Seat(1), 1)
    assert connected(room.other.table(room.code)) == [True, False, False]
    assert room.other.store.bury(time.time) == [room.code]
    assert connected(room.other.table(room.code)) == [False, False, False]
    assert not room.one.store.beat(60), "it was only slow: it hears that it was taken for gone"
    room.here.announced.clear()
    room.one.table(room.code).announce()
    assert connected(room.other.table(room.code)) == [True, False, False]
    assert room.other.store.bury(time.time) == []
    room.one.store.leave(time.time)
    assert connected(room.other.table(room.code)) == [False, False, False]
