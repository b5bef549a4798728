"""Tables after some lines of an evening."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests import table_player
from tests.table_player import TablePlayer


@pytest.fixture
def after(tmp_path: Path) -> Callable[[str], TablePlayer]:
    """A table after these lines of an evening."""

    return partial(table_player.after, folder=tmp_path)
