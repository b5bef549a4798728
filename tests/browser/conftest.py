"""A browser for all tests here, and the real server."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from tests.browser.pages import OPEN, chromium
from tests.fixtures import client, own_server, party, postgres, server, servers, table

__all__ = ["client", "own_server", "party", "postgres", "server", "servers", "table"]

SHOTS = Path(__file__).parent / "shots"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this machine; without one, every test here fails and says so."""
    with chromium() as found:
        yield found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """When a test fails, what every screen showed is kept in shots/."""
    report = yield
    if report.failed and OPEN:
        SHOTS.mkdir(exist_ok=True)
        for screen in OPEN:
            with contextlib.suppress(Error):
                screen.page.screenshot(path=SHOTS / f"failed-{item.name}-{screen.name}.png", full_page=True)
        report.sections.append(("Screens", f"What they showed lies in {SHOTS}"))
    return report


@pytest.fixture(autouse=True)
def everybody_leaves() -> Iterator[None]:
    """No screen stays open after a test."""
    yield
    for screen in list(OPEN):
        screen.close()
