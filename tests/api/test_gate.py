"""Nobody stops the others: shares of the threads and of the streams, and what is refused before it is read."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import yaml

import api.stream
from api.bridge import FREE_CHUNKS, MOST_HEAD, THREADS, Bridge
from api.facts_file import read_yaml
from api.gate import BusyError, Gate
from api.open_stream import Taken
from api.stream import STREAMS_PER_SEAT, STREAMS_PER_TABLE, Hub
from companion.service.keys import Viewer
from companion.words.errors import RuleError
from companion.words.values import Seat

SOON = 0.01
LATE = 30.0


def run(test: Any) -> None:
    """In a thread of its own: a browser of another test may have left this one's loop running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, test()).result()


def test_as_many_as_there_are_and_then_nobody() -> None:
    async def test() -> None:
        gate = Gate()
        for _ in range(2):
            await gate.enter({"table": 2}, SOON)
        with pytest.raises(BusyError):
            await gate.enter({"table": 2}, SOON)
        await gate.enter({"another": 2}, SOON)
        gate.leave(["table"])
        await gate.enter({"table": 2}, SOON)

    run(test)


def test_who_has_come_first_is_the_first() -> None:
    async def test() -> None:
        gate, order = Gate(), []

        async def come(name: str) -> None:
            await gate.enter({"table": 1}, LATE)
            order.append(name)
            gate.leave(["table"])

        await gate.enter({"table": 1}, SOON)
        phones = [asyncio.ensure_future(come(name)) for name in "abc"]
        await asyncio.sleep(0)
        gate.leave(["table"])
        await asyncio.gather(*phones)
        assert order == ["a", "b", "c"]
        assert gate.is_empty()

    run(test)


def test_who_is_turned_away_by_one_share_holds_no_other() -> None:
    async def test() -> None:
        gate = Gate()
        await gate.enter({"table": 1}, SOON)
        with pytest.raises(BusyError):
            await gate.enter({"address": 1, "table": 1}, SOON)
        await gate.enter({"address": 1}, SOON)
        gate.leave(["address"])
        gate.leave(["table"])
        assert gate.is_empty()

    run(test)


def test_who_goes_while_waiting_or_at_the_very_moment_of_their_turn_leaves_nothing_behind() -> None:
    async def test() -> None:
        gate = Gate()
        await gate.enter({"table": 1}, SOON)
        gone, handed = (asyncio.ensure_future(gate.enter({"table": 1}, LATE)) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        gate.leave(["table"])  # handed over ...
        handed.cancel()  # ... to somebody who is going
        await asyncio.gather(gone, handed, return_exceptions=True)
        assert gate.is_empty()

    run(test)


# --- in front of the app ------------------------------------------------------------------------------------


class Sent:
    """What a server answers that has taken a message."""

    def __await__(self) -> Iterator[None]:
        return iter(())


class House:
    """The app behind its bridge, where all calls about the table BUSY stand still until they are let go."""

    def __init__(self, patience: float) -> None:
        self.let_go = threading.Event()
        self.bridge = Bridge(self._answer, asyncio.get_running_loop())
        for room in self.bridge.rooms:
            room.patience = patience
        self.bridge.start()

    def _answer(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        if "BUSY" in environ["PATH_INFO"]:
            self.let_go.wait(LATE)
        start("200 OK", [])
        return [b""]

    def call(
        self, path: str, address: str = "10.0.0.1", *headers: tuple[bytes, bytes], body: Any = None
    ) -> Any:
        """The status of an answer, in time."""
        scope = {"path": f"/api/v1/tables/{path}", "method": "POST", "query_string": b"", "headers": headers}
        scope |= {"server": ("h", 1), "client": (address, 1), "http_version": "1.1", "scheme": "http"}
        said: list[Any] = []

        def send(message: dict[str, Any]) -> Any:
            said.append((message.get("status"), dict(message.get("headers", ()))))
            return Sent()

        async def asked() -> Any:
            await self.bridge(scope, body, send)
            return said[0]

        return asyncio.ensure_future(asked())


async def turned_away(calls: Sequence[asyncio.Future[Any]], held: int) -> None:
    """All but so many have their answer."""
    while sum(call.done() for call in calls) < len(calls) - held:
        await asyncio.sleep(0)


def in_house(test: Any, patience: float = SOON) -> None:
    """A house for one test."""

    async def evening() -> None:
        house = House(patience)
        try:
            await test(house)
        finally:
            house.let_go.set()
            house.bridge.stop()
            for thread in house.bridge.threads:
                await asyncio.to_thread(thread.join)

    run(evening)


@pytest.fixture(autouse=True)
def nothing_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Taken, "kind", None)


def test_a_table_that_is_kept_busy_stops_no_other() -> None:
    async def test(house: House) -> None:
        phones = [house.call("BUSY/moves", f"10.0.0.{n}") for n in range(2 * THREADS)]
        others = await asyncio.wait_for(asyncio.gather(*(house.call("QUIET/moves") for _ in range(5))), LATE)
        assert [status for status, _ in others] == [200] * 5
        await turned_away(phones, house.bridge.http.table)
        house.let_go.set()
        held = [status for status, _ in await asyncio.gather(*phones)]
        assert sorted(set(held)) == [200, 503]
        assert held.count(200) == house.bridge.http.table

    in_house(test)


def test_who_is_turned_away_is_told_when_to_come_again() -> None:
    async def test(house: House) -> None:
        phones = [house.call("BUSY/amend", f"10.0.0.{n}") for n in range(2)]
        status, headers = await phones[1]
        assert (status, headers[b"retry-after"]) == (503, b"1")
        assert (await house.call("QUIET/amend"))[0] == 200

    in_house(test)


def test_an_address_does_not_hold_all_threads() -> None:
    async def test(house: House) -> None:
        attack = [house.call(f"BUSY{n}/moves", "10.6.6.6") for n in range(2 * THREADS)]
        await asyncio.sleep(0)
        assert (await asyncio.wait_for(house.call("QUIET/moves", "10.0.0.2"), LATE))[0] == 200
        await turned_away(attack, house.bridge.http.address)
        house.let_go.set()
        held = [status for status, _ in await asyncio.gather(*attack)]
        assert held.count(200) == house.bridge.http.address

    in_house(test)


def test_this_machines_own_address_may() -> None:
    async def test(house: House) -> None:
        phones = [house.call(f"BUSY{n}/moves", "127.0.0.1") for n in range(THREADS)]
        await asyncio.sleep(0)
        house.let_go.set()
        assert {status for status, _ in await asyncio.gather(*phones)} == {200}

    in_house(test)


def test_a_head_that_is_too_large_is_not_looked_at() -> None:
    async def test(house: House) -> None:
        for size, status in ((MOST_HEAD // 2, 200), (MOST_HEAD, 413)):
            found = await house.call("QUIET/moves", "10.0.0.1", (b"accept-language", b"x" * size))
            assert found[0] == status

    in_house(test)


def test_a_body_in_crumbs_is_refused_before_its_end() -> None:
    read = 0

    async def crumbs() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def test(house: House) -> None:
        found = await house.call("QUIET/moves", "10.0.0.1", (b"transfer-encoding", b"chunked"), body=crumbs)
        assert found[0] == 400
        assert read < 2 * FREE_CHUNKS

    in_house(test)


def test_a_file_of_brackets_is_refused_at_the_first_that_are_too_deep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    composed = 0
    compose = yaml.SafeLoader.compose_node

    def counting(*given: Any) -> Any:
        nonlocal composed
        composed += 1
        return compose(*given)

    monkeypatch.setattr(yaml.SafeLoader, "compose_node", counting)
    with pytest.raises(RuleError) as refused:
        read_yaml(b"{" * 60_000, "prairie-railroads")
    assert str(refused.value.text) == "Line 1: there is too much of it"
    assert composed < 20


# --- streams --------------------------------------------------------------------------------------------------


class Heard:
    """A stream that only knows whether it has ended."""

    language = "en"
    sent: Any = None

    def __init__(self, hub: Hub, viewer: Viewer, address: str, code: str = "TABLE") -> None:
        self.code, self.viewer, self.address, self.hub = code, viewer, address, hub
        self.ended = False
        hub.add(self)

    def push(self, frame: bytes) -> None:
        """Nothing is done with it."""

    def end(self) -> None:
        """As the server does it, but at once."""
        self.ended = True
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
