"""A row of a correction names one figure, or none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import GAMES
from companion.vocabulary.figures import Figure
from companion.vocabulary.rules import Rules
from tests.evening_reader import RefusedError
from tests.table_player import TablePlayer

LONG = 7
"""The length of a name from which one more letter makes a near miss."""
EVENTS = ("available", "gone_west", "open")
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)


def table(rules: Rules[Any]) -> TablePlayer:
    player = TablePlayer()
    names = ["Ed", "Dave", "Pete", "Mary"][: max(3, rules.box.least_players)]
    kinds: dict[str, Any] = {"seat_or_roll": 1, "box": "prairie-railroads"}
    options = {option.name: kinds[option.kind] for option in rules.box.options if option.kind in kinds}
    player.begin({"game": rules.box.slug, "players": names, "rulings": {}, "options": options})
    return player


Figures = list[Figure[Any]]


def listed(player: TablePlayer) -> Figures:
    return list(player.table.rules.correct.figures(player.table.state))


def families(player: TablePlayer) -> Figures:
    return [figure for figure in listed(player) if figure.name.endswith(".")]


def ranges(player: TablePlayer) -> Figures:
    return [figure for figure in listed(player) if not figure.choices and figure.what is None]


def with_places(player: TablePlayer) -> Figures:
    return [figure for figure in listed(player) if figure.places and figure.names]


def events(player: TablePlayer) -> Figures:
    """Those that have happened or not."""
    return [figure for figure in listed(player) if figure.name in EVENTS and figure.value is not None]


@pytest.mark.parametrize(
    ("looked_at", "slugs"),
    [
        (families, {"prairie-railroads", "southern-pacific", "texas-pacific", "gulf-mobile-ohio"}),
        (ranges, {rules.box.slug for rules in GAMES}),
        (with_places, {"prairie-railroads", "texas-pacific"}),
        (events, {"texas-pacific", "gulf-mobile-ohio"}),
    ],
)
def test_there_is_something_to_look_at(looked_at: Callable[[TablePlayer], Figures], slugs: set[str]) -> None:
    """Of a game that has none of a kind, the tests below say nothing."""
    assert {rules.box.slug for rules in GAMES if looked_at(table(rules))} >= slugs


def refused(player: TablePlayer, of: str, name: str, value: int = 1) -> str:
    with pytest.raises(RefusedError) as found:
        player.move(0, {"type": "correct", "set": [{"of": of, "name": name, "value": value}]})
    return found.value.code


@every_game
def test_a_family_without_a_name_is_no_figure(rules: Rules[Any]) -> None:
    player = table(rules)
    for figure in families(player):
        assert refused(player, figure.of, figure.name) == "invalid"


@every_game
@pytest.mark.parametrize("name", ["share:", ".", "KP.", "no such figure"])
def test_nor_is_what_nothing_is_called(rules: Rules[Any], name: str) -> None:
    player = table(rules)
    railroads = [f"railroad:{railroad.id}" for railroad in player.table.box.railroads[:1]]
    for of in ("seat:1", *railroads, "table", "box", "bank"):
        assert refused(player, of, name) == "invalid"
    assert player.table.revision == 1


@every_game
def test_a_range_holds_however_a_figure_is_called(rules: Rules[Any]) -> None:
    player = table(rules)
    for figure in ranges(player):
        accounts = {"table", "bank", "box"} if figure.of in ("table", "bank", "box") else {figure.of}
        for of in accounts:
            for name in (figure.name, figure.name.partition(".")[2] or figure.name):
                assert refused(player, of, name, figure.most + 1) == "invalid"


@every_game
def test_a_place_that_is_almost_one_of_the_board_is_asked_about(rules: Rules[Any]) -> None:
    player = table(rules)
    for figure in with_places(player):
        for place in (figure.names or ())[:3]:
            if len(place) > LONG:
                assert refused(player, figure.of, f"{figure.name}{place}x") == "invalid"
            player.move(0, {"type": "correct", "set": [_row(figure, f" {place.upper()} ", 1)]})
            chosen = {each.name: each.chosen for each in listed(player) if each.of == figure.of}
            assert place in chosen[figure.name]


@every_game
def test_nothing_comes_of_an_event_that_has_happened_already(rules: Rules[Any]) -> None:
    player = table(rules)
    for figure in events(player):
        assert figure.value is not None
        before = player.table.digest(player.table.state)
        player.move(0, {"type": "correct", "set": [_row(figure, figure.name, figure.value)]})
        assert player.table.digest(player.table.state) == before


def _row(figure: Figure[Any], name: str, value: int) -> dict[str, Any]:
    of, called = figure.of, figure.name + name if figure.names is not None else name
    return {"of": of, "name": called, "value": value}
