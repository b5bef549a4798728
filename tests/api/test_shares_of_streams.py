"""Nobody stops the others: which stream must end when too many are open."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import api.stream
from api.stream import STREAMS_PER_SEAT, STREAMS_PER_TABLE, Hub
from companion.service.keys import Viewer
from companion.words.values import Seat


class Heard:
    """A stream that knows nothing but whether it has ended."""

    language = "en"
    sent: Any = None

    def __init__(
        self, hub: Hub, viewer: Viewer, address: str, code: str = "TABLE", *, lingers: bool = False
    ) -> None:
        """lingers: it takes its time to go after it was ended."""
        self.code, self.viewer, self.address, self.hub = code, viewer, address, hub
        self.ended, self.lingers = False, lingers
        hub.add(self)

    def push(self, frame: bytes) -> None:
        """Nothing is done with it."""

    def end(self) -> None:
        """As the server does it, but at once."""
        self.ended = True
        if not self.lingers:
            threading.Thread(target=self.hub.drop, args=(self,)).start()


def seat(number: int) -> Viewer:
    return Viewer("seat", Seat(number))


def test_guests_push_out_one_another_and_no_seat() -> None:
    hub = Hub()
    phones = [Heard(hub, seat(n), f"10.0.0.{n}") for n in range(1, 6)]
    board = Heard(hub, Viewer("reader"), "10.0.0.9")
    guests = [Heard(hub, Viewer("reader"), "10.6.6.6") for _ in range(2 * STREAMS_PER_TABLE)]
    assert not any(phone.ended for phone in (*phones, board))
    assert sum(guest.ended for guest in guests) >= STREAMS_PER_TABLE


def test_a_seats_own_key_pushes_out_its_own() -> None:
    hub = Hub()
    other = Heard(hub, seat(2), "10.0.0.2")
    mine = [Heard(hub, seat(1), "10.0.0.1") for _ in range(STREAMS_PER_SEAT + 1)]
    assert [phone.ended for phone in (*mine, other)] == [True, *[False] * (STREAMS_PER_SEAT + 1)]


def test_where_all_is_full_the_busiest_address_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.stream, "STREAMS_IN_ALL", 20)
    hub = Hub()
    crowd = [Heard(hub, Viewer("reader"), "10.6.6.6", f"T{n}") for n in range(15)]
    boards = [Heard(hub, Viewer("reader"), f"10.0.0.{n}", "TABLE") for n in range(6)]
    assert crowd[0].ended
    assert not any(board.ended for board in boards)


def test_an_address_has_its_bounds_but_for_this_machines_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api.stream, "STREAMS_PER_ADDRESS", 5)
    hub = Hub()
    own = [Heard(hub, Viewer("reader"), "127.0.0.1", f"T{n}") for n in range(9)]
    crowd = [Heard(hub, Viewer("reader"), "10.6.6.6", f"T{n}") for n in range(6)]
    assert crowd[0].ended
    assert not any(stream.ended for stream in (*own, *crowd[1:]))


def test_who_has_ended_already_makes_no_room_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many come before the first one that had to end is gone: for each of them another one ends."""
    monkeypatch.setattr(api.stream, "STREAMS_PER_ADDRESS", 5)
    hub, more = Hub(), 4
    crowd = [Heard(hub, Viewer("reader"), "10.6.6.6", f"T{n}", lingers=True) for n in range(5 + more)]
    own = "127.0.0.1"
    phones = [Heard(hub, seat(1), own, "SEAT", lingers=True) for _ in range(STREAMS_PER_SEAT + more)]
    guests = [Heard(hub, Viewer("reader"), own, lingers=True) for _ in range(STREAMS_PER_TABLE + more)]
    monkeypatch.setattr(api.stream, "STREAMS_IN_ALL", sum(not each.ended for each in hub.all()))
    late = [Heard(hub, Viewer("reader"), own, f"L{n}", lingers=True) for n in range(more)]
    for streams in (phones, crowd):
        assert [stream.ended for stream in streams] == [True] * more + [False] * (len(streams) - more)
    assert sum(stream.ended for stream in (*guests, *late)) == 2 * more
    for stream in hub.all():
        hub.drop(stream)
    assert not hub.all()
