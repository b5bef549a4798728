"""Long work has threads of its own, and gives way to moves."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from api.bridge import THREADS, Bridge
from api.open_stream import Taken
from api.short_turns import SHORT
from api.work import MANY, Work
from tests.api.test_gate import Sent, run
from tests.server import PATIENCE


def _asked(
    bridge: Bridge, path: str, address: str = "127.0.0.1", heard: Callable[[Any], Any] = lambda message: None
) -> Any:
    """Wait for an answer as the server does. heard: what it says, message by message."""
    scope = {"path": f"/api/v1/tables/X/{path}", "method": "GET", "query_string": b"", "headers": []}
    scope |= {"server": ("h", 1), "client": (address, 1), "http_version": "1.1", "scheme": "http"}
    return bridge(scope, None, heard)


def test_moves_do_not_wait_behind_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many charts are asked for at once, threads enough are left for those who play."""
    monkeypatch.setattr(Taken, "kind", None)
    drawn_at_last = threading.Event()
    begun: list[str] = []

    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        if "/charts/" in environ["PATH_INFO"]:
            begun.append(environ["PATH_INFO"])
            drawn_at_last.wait(PATIENCE)
        start("200 OK", [])
        return [b""]

    async def evening() -> None:
        bridge = Bridge(app, asyncio.get_running_loop())
        bridge.start()

        charts = [asyncio.create_task(_asked(bridge, "charts/cash.svg")) for _ in range(2 * THREADS)]
        while len(begun) + bridge.drawing.jobs.qsize() + bridge.http.jobs.qsize() < len(charts):
            await asyncio.sleep(0)
        try:
            await asyncio.wait_for(_asked(bridge, "moves"), PATIENCE / 4)
            left = charts.pop()
            left.cancel()  # a phone that turns the page does not wait for its charts
            await left
        finally:
            drawn_at_last.set()
            await asyncio.gather(*charts)
            bridge.stop()

    run(evening)


def test_an_answer_that_comes_after_the_end_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ended while a call was being worked on: its thread ends like any other."""
    begun, ended = threading.Event(), threading.Event()
    fell: list[object] = []
    monkeypatch.setattr(threading, "excepthook", fell.append)

    def app(_environ: dict[str, Any], start: Any) -> list[bytes]:
        begun.set()
        ended.wait(PATIENCE)
        start("200 OK", [])
        return [b""]

    async def evening() -> Bridge:
        bridge = Bridge(app, asyncio.get_running_loop())
        bridge.start()
        asked = asyncio.create_task(_asked(bridge, "moves"))
        while not begun.is_set():
            await asyncio.sleep(0)
        asked.cancel()
        return bridge

    bridge = run(evening)
    ended.set()
    bridge.stop()
    for worker in bridge.threads:
        worker.join(PATIENCE)
    assert not fell


def test_what_is_drawn_gives_way_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns at the interpreter are short while a chart is drawn, and as long as before once it is finished."""
    monkeypatch.setattr(Taken, "kind", None)
    usual = sys.getswitchinterval()
    turns: list[float] = []

    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        turns.append(sys.getswitchinterval())
        start("200 OK", [])
        return [b""]

    async def evening() -> None:
        bridge = Bridge(app, asyncio.get_running_loop())
        bridge.start()
        for path in ("charts/cash.svg", "moves", "amend", "moves"):
            await _asked(bridge, path)
        bridge.stop()

    run(evening)
    assert turns == pytest.approx([SHORT, usual, SHORT, usual])


def test_work_is_counted_in_time() -> None:
    """Ten seconds at once, and later a quarter of each second; others have their own share."""
    now = [100.0]
    work = Work(10.0, 0.25, lambda: now[0])
    work.done("10.0.0.1", 9.0)
    assert work.wait("10.0.0.1") == 0
    work.done("10.0.0.1", 3.0)
    assert work.wait("10.0.0.1") == 8.0  # 2 s too many, at a quarter of a second each
    assert work.wait("10.0.0.2") == 0
    now[0] += 8.0
    assert work.wait("10.0.0.1") == 0
    work.done("10.0.0.1", 1.0)
    assert work.wait("10.0.0.1") == 4.0


def test_who_owes_no_work_is_forgotten() -> None:
    now = [100.0]
    work = Work(10.0, 0.25, lambda: now[0])
    for number in range(MANY):
        work.done(f"10.0.{number // 250}.{number % 250}", 1.0)
    now[0] += 5.0
    work.done("10.1.0.1", 30.0)
    work.done("10.1.0.2", 1.0)
    assert len(work._done) == 2


def test_whoever_has_had_much_worked_out_comes_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is, of charts; not of other calls, and not at the laptop itself."""
    monkeypatch.setattr(Taken, "kind", None)
    said: list[tuple[int, Any]] = []

    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", [])
        return [b""]

    def heard(message: dict[str, Any]) -> Any:
        if "status" in message:
            said.append((message["status"], dict(message["headers"]).get(b"retry-after")))
        return Sent()

    async def evening() -> None:
        bridge = Bridge(app, asyncio.get_running_loop())
        bridge.start()
        assert bridge.drawing.work
        # 15 s at once; of 16.5 s there are 1.5 too many, which are made good in 6 s
        bridge.drawing.work.done("10.0.0.1", 16.5)
        for path, address in (
            ("charts/cash.svg", "10.0.0.1"),
            ("moves", "10.0.0.1"),
            ("charts/cash.svg", "10.0.0.2"),
            ("charts/cash.svg", "127.0.0.1"),
        ):
            await _asked(bridge, path, address, heard)
        bridge.stop()

    run(evening)
    assert said == [(503, b"6"), (200, None), (200, None), (200, None)]
