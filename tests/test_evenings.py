"""Every evening, through the domain. The same files are played over HTTP in tests/api."""

from pathlib import Path

import pytest

from companion.evenings import play_evening
from companion.games import GAMES
from tests.table_player import TablePlayer

EVENINGS = sorted((Path(__file__).parent / "evenings").glob("*/*.evening"))


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_evening(path: Path) -> None:
    play_evening(path, TablePlayer(), GAMES)


def test_there_are_evenings() -> None:
    assert EVENINGS
