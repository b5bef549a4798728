"""A row of a correction names one figure, or none."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.vocabulary.figures import Figure
from companion.vocabulary.rules import Rules
from tests.evening_reader import RefusedError
from tests.table_player import TablePlayer

LONG = 7
"""The length of a name from which one more letter makes a near miss."""
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)


def table(rules: Rules[Any]) -> TablePlayer:
    player = TablePlayer()
    names = ["Ed", "Dave", "Pete", "Mary"][: max(3, rules.box.least_players)]
    options = {option.name: 1 for option in rules.box.options if option.kind == "seat_or_roll"}
    player.begin({"game": rules.box.slug, "players": names, "rulings": {}, "options": options})
    return player


def refused(player: TablePlayer, of: str, name: str, value: int = 1) -> str:
    with pytest.raises(RefusedError) as found:
        player.move(0, {"type": "correct", "set": [{"of": of, "name": name, "value": value}]})
    return found.value.code


@every_game
def test_a_family_without_a_name_is_no_figure(rules: Rules[Any]) -> None:
    player = table(rules)
    listed = rules.correct.figures(player.table.state)
    for of, name in {(figure.of, figure.name) for figure in listed}:
        if name.endswith("."):
            assert refused(player, of, name) == "invalid"


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
    for figure in tuple(rules.correct.figures(player.table.state)):
        if figure.choices or figure.what is not None:
            continue
        accounts = {"table", "bank", "box"} if figure.of in ("table", "bank", "box") else {figure.of}
        for of in accounts:
            for name in (figure.name, figure.name.partition(".")[2] or figure.name):
                assert refused(player, of, name, figure.most + 1) == "invalid"


@every_game
def test_a_place_that_is_almost_one_of_the_board_is_asked_about(rules: Rules[Any]) -> None:
    player = table(rules)
    for figure in tuple(rules.correct.figures(player.table.state)):
        for place in (figure.names or ())[:3] if figure.places else ():
            if len(place) > LONG:
                assert refused(player, figure.of, f"{figure.name}{place}x") == "invalid"
            player.move(0, {"type": "correct", "set": [_row(figure, f" {place.upper()} ", 1)]})
            chosen = {each.name: each.chosen for each in _own(player, rules, figure)}
            assert place in chosen[figure.name]


@every_game
def test_nothing_comes_of_an_event_that_has_happened_already(rules: Rules[Any]) -> None:
    player = table(rules)
    for name in ("available", "gone_west", "open"):
        for figure in tuple(rules.correct.figures(player.table.state)):
            if figure.name == name and figure.value is not None:
                before = player.table.digest(player.table.state)
                player.move(0, {"type": "correct", "set": [_row(figure, name, figure.value)]})
                assert player.table.digest(player.table.state) == before


def _row(figure: Figure[Any], name: str, value: int) -> dict[str, Any]:
    of, called = figure.of, figure.name + name if figure.names is not None else name
    return {"of": of, "name": called, "value": value}


def _own(player: TablePlayer, rules: Rules[Any], figure: Figure[Any]) -> list[Figure[Any]]:
    return [each for each in rules.correct.figures(player.table.state) if each.of == figure.of]
