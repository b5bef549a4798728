"""A table as an evening leaves it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.evening_reader import play_evening
from tests.table_player import TablePlayer


@pytest.fixture
def after(tmp_path: Path) -> Callable[[str], TablePlayer]:
    """A table after these lines of an evening."""

    def played(lines: str) -> TablePlayer:
        path, player = tmp_path / "one.evening", TablePlayer()
        path.write_text(lines, "utf-8")
        play_evening(path, player, GAMES)
        return player

    return played
