"""Games of other packages: found, or left out with a sentence; and all the others are there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.vocabulary.rules import MADE_FOR
from tests.installing import another_game, installed

OWN = {rules.box.slug for rules in games.GAMES}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which packages may be installed; nothing of them is left afterwards."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("COMPANION_GAMES")
    yield tmp_path
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and Path(file).is_relative_to(tmp_path):
            del sys.modules[name]


def found() -> dict[str, str]:
    """The package of every game there is now, by its slug."""
    return {slug: game.package for slug, game in games._by_slug().items()}


def test_the_companions_own_are_found_by_their_folders() -> None:
    folders = {path.parent.name for path in Path(games.__file__).parent.glob("*/box.toml")}
    assert {slug.replace("-", "_") for slug in OWN} == folders
    places = [(not rules.play.has_turns, rules.box.shelf, rules.box.name) for rules in games.GAMES]
    assert places == sorted(places), "as they stand on the shelf, and what has no turns last"
    assert not games.GAMES[-1].play.has_turns
    assert not games.INSTALLED


def test_one_that_is_installed_is_there(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    another_game(site, "two_rivers", "Two Rivers")
    assert found() == {**{slug: games.package_of(slug) for slug in OWN}, "two-rivers": "two_rivers"}
    rules = games._by_slug()["two-rivers"].rules
    assert (rules.box.name, rules.play.moves[0].__module__) == ("Two Rivers", "two_rivers.moves")
    assert not caplog.messages


def test_installed_ones_can_be_left_aside(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    another_game(site, "two_rivers", "Two Rivers")
    monkeypatch.setenv("COMPANION_GAMES", "own")
    assert found().keys() == OWN


@pytest.mark.parametrize(
    ("written", "rules", "why"),
    [
        (None, "RULES", "there is no package broken with a box.toml"),
        ("1 / 0", "RULES", "ZeroDivisionError: division by zero"),
        ("import nowhere_to_be_found", "RULES", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        ("raise SystemExit(3)", "RULES", "SystemExit: 3"),
        ("RULES = 7", "RULES", "broken:RULES is no game's rules"),
        ("", "RULES", "AttributeError: module 'broken' has no attribute 'RULES'"),
        ("", "", "Error: "),
    ],
    ids=["no package", "falls", "imports nothing", "leaves", "no rules", "says none", "names none"],
)
def test_one_that_cannot_be_had_is_left_out(
    site: Path, caplog: pytest.LogCaptureFixture, written: str | None, rules: str, why: str
) -> None:
    """One sentence, and everything else is there."""
    if written is not None:
        (site / "broken").mkdir()
        (site / "broken" / "box.toml").touch()
        (site / "broken" / "__init__.py").write_text(written, "utf-8")
    installed(site, "broken", rules)
    another_game(site, "two_rivers", "Two Rivers")
    assert found().keys() == OWN | {"two-rivers"}
    (said,) = caplog.messages
    assert said.startswith("the game of broken 1.0 is left out: ")
    assert why in said


def test_one_for_another_companion_is_left_out(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Before any of its code runs, so that the sentence is not about some missing name."""
    another_game(site, "later", "Later", made_for=MADE_FOR + 1)
    (site / "later" / "__init__.py").write_text("1 / 0", "utf-8")
    another_game(site, "today", "Today", made_for=MADE_FOR)
    assert found().keys() == OWN | {"today"}
    (said,) = caplog.messages
    assert (
        said
        == "the game of later 1.0 is left out: it is made for 2, and this companion plays games made for 1"
    )


def test_of_two_with_one_slug_the_first_is_there(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The companion's own come before any other, then by the package's name: so it is the same at every start."""
    another_game(site, "zwei", "Zwei", slug="two-rivers")
    another_game(site, "eins", "Eins", slug="two-rivers")
    another_game(site, "usurper", "Usurper", slug="southern-pacific")
    assert found()["two-rivers"] == "eins"
    assert found()["southern-pacific"] == games.package_of("southern-pacific")
    assert caplog.messages[:2] == [
        "the game of usurper is left out: companion.games.southern_pacific has a game southern-pacific as well",
        "the game of zwei is left out: eins has a game two-rivers as well",
    ]


def test_a_slug_stands_in_addresses(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    another_game(site, "odd", "Odd", slug="Odd game/..")
    assert found().keys() == OWN
    assert caplog.messages == ["the game of odd 1.0 is left out: 'Odd game/..' cannot stand in an address"]
