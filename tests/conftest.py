"""The longest tests first, so that no worker sits at the last one while the other has nothing left to do. They are one
more than there are cores: who waits for a page needs none.

Databases stand in memory, where there is room: what is synced at every commit need not wait for a disk.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

LONGEST = ("browser/test_everyone.py", "browser/", "walks/")
MEMORY = Path("/dev/shm")
ROOM_BYTES = 2_000_000_000
"""In a container there may be far less."""


def _roomy() -> bool:
    """Is there memory to write files to, also such as are started?"""
    if not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(MEMORY).free > ROOM_BYTES


if _roomy():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_xdist_auto_num_workers() -> int:
    """How many `-n auto` are."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (here or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(
        key=lambda item: next((n for n, part in enumerate(LONGEST) if part in str(item.path)), len(LONGEST))
    )
