"""Every evening, through the domain. The same files are played over HTTP in tests/api. Those of a game that is
installed beside the companion stand in its package."""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES, INSTALLED, package_of
from companion.vocabulary.rules import Rules
from tests.evening_reader import play_evening, steps
from tests.table_player import TablePlayer


def _folders() -> dict[str, Path]:
    """Where each game's evenings are."""
    own = {path.name: path for path in sorted((Path(__file__).parent / "evenings").iterdir())}
    for slug in sorted(INSTALLED):
        with as_file(files(package_of(slug)) / "evenings") as folder:
            own[slug] = folder
    return own


EVENINGS = {path: slug for slug, folder in _folders().items() for path in sorted(folder.glob("*.evening"))}


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: f"{EVENINGS[path]}/{path.stem}")
def test_evening(path: Path) -> None:
    play_evening(path, TablePlayer(), GAMES)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_every_move_is_made_in_some_evening(rules: Rules[Any]) -> None:
    mine = (path for path, slug in EVENINGS.items() if slug == rules.box.slug)
    made = {step.words[1] for path in mine for step in steps(path) if step.kind == "move"}
    assert not {cls.TYPE.name for cls in rules.play.moves} - made


def test_there_are_evenings() -> None:
    assert EVENINGS
