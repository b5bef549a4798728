"""The longest tests come first, dealt out to the workers, so that none is still at one when the others have nothing
left to do. There are more workers than cores, because a test that waits for a page needs none. Databases are in
memory where there is room, so that no commit waits for a disk.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.serving import settle_memory
from companion.store.database import Database

LONGEST = (
    "browser/test_evening.py",
    "browser/test_southern_pacific.py",
    "browser/test_texas_pacific.py",
    "browser/test_everyone.py",
    "browser/",
    "walks/",
    "test_calls.py",
    "store/",
)
MEMORY = Path("/dev/shm")
ROOM_BYTES = 2_000_000_000
"""In a container there may be far less."""


def _roomy() -> bool:
    """Is there room in memory for files, even ones that are executed?"""
    if not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(MEMORY).free > ROOM_BYTES


# Games that happen to be installed are not tested, unless a test asks for them.
os.environ.setdefault("COMPANION_GAMES", "own")
if _roomy():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


# What is loaded stays, in a worker as in the server: looked through as often as Python does, it costs a twentieth.
settle_memory()


def pytest_collection_finish() -> None:
    settle_memory()


_OPENED: list[Database] = []
_open = Database.__init__


def _opened(database: Database, *given: Any, **named: Any) -> None:
    _open(database, *given, **named)
    _OPENED.append(database)


pytest.MonkeyPatch().setattr(Database, "__init__", _opened)


@pytest.fixture(autouse=True)
def _databases_let_go() -> Iterator[None]:
    """A test leaves no database open: after some thousand a worker has no number left for a socket to wait on."""
    before = len(_OPENED)
    yield
    for database in _OPENED[before:]:
        with contextlib.suppress(Exception):  # what a test has broken, or closed itself
            database.close()
    del _OPENED[before:]


def pytest_xdist_auto_num_workers() -> int:
    """How many workers `-n auto` means."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (here or 1) + 1


def _rank(item: pytest.Item) -> int:
    return next((n for n, part in enumerate(LONGEST) if part in str(item.path)), len(LONGEST))


def _left_to_the_full_run(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is `thorough` is left out, unless somebody names a test."""
    if os.environ.get("COMPANION_TEST_FULL") == "1" or any("::" in named for named in config.args):
        return
    later = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=later)
    items[:] = [item for item in items if item not in set(later)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """`--dist worksteal` gives every worker an equal stretch of the list, and whoever is done takes from another's end:
    so each stretch begins with its share of the long ones, and ends with short ones of the same files.
    """
    _left_to_the_full_run(config, items)
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    long = sorted((item for item in items if _rank(item) < len(LONGEST)), key=_rank)
    short = [item for item in items if _rank(item) == len(LONGEST)]
    left = len(items)
    items.clear()
    for number in range(workers):
        begins = long[number::workers]
        room = max(0, (left - len(items)) // (workers - number) - len(begins))
        items += begins + short[:room]
        del short[:room]
    items += short
