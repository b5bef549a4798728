"""Nobody stops the others: shares of the threads, and what is refused before it is read."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import yaml

from api.bridge import FREE_CHUNKS, MOST_HEAD, THREADS, Bridge
from api.facts_file import read_yaml
from api.gate import LONGEST_LINE, BusyError, Gate
from api.open_stream import Taken
from api.stream import HUB
from companion.service.keys import Viewer
from companion.words.errors import RuleError

SOON = 0.01
LATE = 30.0


def run(test: Any) -> Any:
    """In a thread of its own: a browser of another test may have left this one's loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, test()).result()


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


def test_a_line_that_is_too_long_takes_nobody_more() -> None:
    async def test() -> None:
        gate = Gate()
        await gate.enter({"table": 1}, SOON)
        line = [asyncio.ensure_future(gate.enter({"table": 1}, LATE)) for _ in range(LONGEST_LINE)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await gate.enter({"address": 1, "table": 1}, LATE)
        for phone in line:
            phone.cancel()
        await asyncio.gather(*line, return_exceptions=True)
        gate.leave(["table"])
        assert gate.is_empty()

    run(test)


# --- in front of the app ------------------------------------------------------------------------------------


class Sent:
    """What the server says when it has taken a message."""

    def __await__(self) -> Iterator[None]:
        return iter(())


class House:
    """The app behind its bridge; all calls about the table BUSY stand still until they are let go."""

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

    def scope(self, path: str, address: str, headers: Sequence[tuple[bytes, bytes]]) -> dict[str, Any]:
        """A call as the server hands it over."""
        scope = {"path": f"/api/v1/tables/{path}", "method": "POST", "query_string": b"", "headers": headers}
        return scope | {"server": ("h", 1), "client": (address, 1), "http_version": "1.1", "scheme": "http"}

    async def nothing(self) -> dict[str, Any]:
        """What comes from a phone that only listens."""
        never: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        return await never

    def call(
        self, path: str, address: str = "10.0.0.1", *headers: tuple[bytes, bytes], body: Any = None
    ) -> Any:
        """The status of the answer, when it comes."""
        scope = self.scope(path, address, headers)
        said: list[Any] = []

        def send(message: dict[str, Any]) -> Any:
            said.append((message.get("status"), dict(message.get("headers", ()))))
            return Sent()

        async def asked() -> Any:
            await self.bridge(scope, body, send)
            return said[0]

        return asyncio.ensure_future(asked())


async def turned_away(calls: Sequence[asyncio.Future[Any]], held: int) -> None:
    """Wait until all but so many have their answer."""
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


def test_an_address_that_has_its_share_waits_at_nobodys_table() -> None:
    """However many calls it has waiting, none of them holds what the players of a table need."""

    async def test(house: House) -> None:
        attack = [house.call(f"BUSY{n}/moves", "10.6.6.6") for n in range(house.bridge.http.address)]
        more = [house.call("QUIET/moves", "10.6.6.6") for _ in range(5 * house.bridge.http.table)]
        await asyncio.sleep(0)
        played = [house.call("QUIET/moves", "10.0.0.2") for _ in range(house.bridge.http.table)]
        found = await asyncio.wait_for(asyncio.gather(*played), LATE / 2)
        assert {status for status, _ in found} == {200}
        assert not any(call.done() for call in more)
        house.let_go.set()
        await asyncio.gather(*attack, *more)

    in_house(test, patience=LATE)


def test_who_goes_before_the_answer_gives_back_every_share() -> None:
    """Whether in line or with a thread at work for them; work that nobody waits for any more is given back when it is
    done."""

    async def test(house: House) -> None:
        gate, table = house.bridge.gate, house.bridge.http.table
        phones = [house.call("BUSY/moves", f"10.0.0.{n}") for n in range(2 * table)]
        await asyncio.sleep(0)  # they are inside, or in line
        for phone in phones:
            phone.cancel()
        await asyncio.gather(*phones, return_exceptions=True)
        assert not gate.is_empty(), "threads are still at work"
        house.let_go.set()
        async with asyncio.timeout(LATE):
            while not gate.is_empty():
                await asyncio.sleep(0)

    in_house(test, patience=LATE)


@pytest.mark.parametrize("fails_at", ["http.response.start", "http.response.body", "in the app"])
def test_a_stream_whose_beginning_fails_is_none(fails_at: str) -> None:
    """The connection is lost while the head is sent, or the app fails: then it no longer counts."""

    async def test(house: House) -> None:
        def app(environ: dict[str, Any], start: Any) -> list[bytes]:
            environ["companion.stream"]("GONE", Viewer("reader"), "en", False)
            if fails_at == "in the app":
                raise OSError
            start("200 OK", [])
            return [b""]

        def send(message: dict[str, Any]) -> Any:
            if message["type"] == fails_at:
                raise OSError
            return Sent()

        house.bridge.wsgi = app
        scope = house.scope("GONE/stream", "10.0.0.1", ())
        call = asyncio.ensure_future(house.bridge(scope, house.nothing, send))
        async with asyncio.timeout(LATE):
            while not call.done() or HUB.of("GONE"):
                await asyncio.sleep(0)
        assert house.bridge.gate.is_empty()

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
    """Before even as much is read as a key may have: the reader goes over each open bracket again."""
    scanned = 0
    scan = yaml.SafeLoader.fetch_more_tokens

    def counting(*given: Any) -> Any:
        nonlocal scanned
        scanned += 1
        return scan(*given)

    monkeypatch.setattr(yaml.SafeLoader, "fetch_more_tokens", counting)
    for bracket in (b"{", b"[", b"{a: [", b"- ", b"? "):
        scanned = 0
        with pytest.raises(RuleError) as refused:
            read_yaml(bracket * 20_000, "prairie-railroads")
        assert str(refused.value.text) == "Line 1: it is too long"
        assert scanned < 100
