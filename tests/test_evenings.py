"""Every evening, through the domain. The same files are played over HTTP in tests/api."""

from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.vocabulary.rules import Rules
from tests.evening_reader import play_evening, steps
from tests.table_player import TablePlayer

EVENINGS = sorted((Path(__file__).parent / "evenings").glob("*/*.evening"))


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_evening(path: Path) -> None:
    play_evening(path, TablePlayer(), GAMES)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_every_move_is_made_in_some_evening(rules: Rules[Any]) -> None:
    mine = (path for path in EVENINGS if path.parent.name == rules.box.slug)
    made = {step.words[1] for path in mine for step in steps(path) if step.kind == "move"}
    assert not {cls.TYPE.name for cls in rules.play.moves} - made


def test_there_are_evenings() -> None:
    assert EVENINGS
