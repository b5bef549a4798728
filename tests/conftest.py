"""The longest tests first, so that no worker sits at the last one while the other has nothing left to do."""

from __future__ import annotations

import pytest

LONGEST = ("browser/test_everyone.py", "browser/", "walks/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(
        key=lambda item: next((n for n, part in enumerate(LONGEST) if part in str(item.path)), len(LONGEST))
    )
