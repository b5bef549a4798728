"""Shipped facts of a printed board, and the headings under which the rulebook has them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.vocabulary.rules import Rules
from tests.server import Client, Server


def test_what_is_shipped_says_where_the_rulebook_has_it(client: Client) -> None:
    said = client.get("/atlases/prairie-railroads").json["headings"]
    assert said["cities"]["Pratt"] == said["growth"]["12"] == "Discover Growth"
    assert said["cities"]["Troy"] == "Setting Up The Game"
    assert said["links"]["El Dorado|Wichita"] == "Construct Track"
    links = client.get("/atlases/southern-pacific").json["headings"]["links"]
    assert links["Beaumont|Houston"] == "Initial Auctions"
    assert links["Paris|Sherman"] == "Build/Buy Track (example)"
    # The rulebook has no numbers of trains except the 23 green ones.
    assert client.get("/atlases/union-pacific").json["headings"] == {"companies": {"EPRG": "Preparation"}}


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_every_heading_is_of_something_shipped(rules: Rules[Any]) -> None:
    for section, named in rules.box.headings.items():
        assert set(named) - {"*"} <= set(rules.box.shipped.rows(section)), section


def test_what_a_table_teaches_stands_under_no_heading(own_server: Server) -> None:
    client, path = own_server.client(), "/atlases/prairie-railroads"
    answer = client.call("PATCH", path, {"cities": {"Zurich": {"income": 1}}})
    assert answer.json["facts"]["cities"]["Zurich"] == {"income": 1}
    assert "Zurich" not in answer.json["headings"]["cities"]
