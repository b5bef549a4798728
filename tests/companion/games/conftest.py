"""What the tests of the games share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import table_player
from tests.gulf_tables import HEAD
from tests.table_player import TablePlayer


@pytest.fixture
def gulf(tmp_path: Path) -> Callable[[str], TablePlayer]:
    """A table of Gulf, Mobile & Ohio after these lines."""
    return lambda lines: table_player.after(HEAD + lines, tmp_path)
