"""What takes long has threads of its own, and gives way to moves."""

from __future__ import annotations

import asyncio
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.bridge import THREADS, Bridge
from api.open_stream import Taken
from api.short_turns import SHORT
from tests.server import PATIENCE


def _asked(bridge: Bridge, path: str) -> Any:
    """An answer is waited for as the server does."""
    scope = {"path": f"/api/v1/tables/X/{path}", "method": "GET", "query_string": b"", "headers": []}
    scope |= {"server": ("h", 1), "client": ("127.0.0.1", 1), "http_version": "1.1", "scheme": "http"}
    return bridge(scope, None, lambda message: None)


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

    # In a thread of its own: a browser of another test may have left this one's loop running.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, evening()).result()


def test_what_is_drawn_gives_way_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns at the interpreter are short while a chart is drawn, and as long as before when it is."""
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

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, evening()).result()
    assert turns == pytest.approx([SHORT, usual, SHORT, usual])
