"""A table that is created in the middle of its game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from tests.playing import begun
from tests.server import Client, Party

NAMES = ["Ed", "Dave", "Pete"]
PRAIRIE = "prairie-railroads"


def rows(figures: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A list of figures as the rows of a position."""
    given = [
        {"of": each["of"], "name": each["name"], "value": each["value"]}
        for each in figures
        if each["value"] is not None
    ]
    links = [
        {"of": each["of"], "name": each["name"] + name, "value": 1}
        for each in figures
        for name in each.get("chosen", ())
    ]
    return given + links


def create(client: Client, position: Any, game: str = PRAIRIE) -> Any:
    return client.post("/tables", {"game": game, "players": NAMES, "position": position})


def test_a_game_goes_on_at_another_table(client: Client, party: Party) -> None:
    begun(party)
    figures = client.get(f"{party.at}/figures", party.host).json["figures"]
    made = create(client, {"figures": rows(figures), "turn": {"seat": 3}, "note": "the second evening"})
    assert made.status == 201, made.json
    table, host = made.json["table"], made.json["host_key"]
    assert (table["revision"], table["turn"]["seat"]) == (2, 3)
    assert table["recent"][-1]["move"]["type"] == "position"
    assert table["recent"][-1]["postings"] == []
    assert table["recent"][-1]["instructions"] == []
    told = table["recent"][-1]["summary"]
    assert told.startswith("A game already under way; it is Pete's turn")
    assert "the second evening" in told
    assert table["recent"][0]["instructions"] == [], "the board stands already"
    at = f"/tables/{made.json['code']}"
    again = client.get(f"{at}/figures", host).json["figures"]
    assert sorted(map(str, rows(again))) == sorted(map(str, rows(figures)))
    moved = client.post(f"{at}/moves", {"type": "play_card", "seat": 3, "card": "CT", "source": "hand"}, host)
    assert moved.status == 201, moved.json
    exported = client.get(f"{at}/export", host).json
    taken_in = client.post("/tables/import", exported)
    assert taken_in.status == 201, taken_in.json
    figures_there = client.get(f"/tables/{taken_in.json['code']}/figures", taken_in.json["host_key"]).json
    assert figures_there["figures"] == client.get(f"{at}/figures", host).json["figures"]
    other = [
        {**row, "value": 70} if row["name"] == "cash" and row["of"] == "seat:1" else row
        for row in rows(figures)
    ]
    other = [row for row in other if row["of"] != "bank"]
    position = {"type": "position", "figures": other, "turn": {"seat": 3}}
    amended = client.post(f"{at}/amend", {"revision": 2, "move": position}, host)
    assert amended.status == 201, amended.json
    changed = {(each["of"], each["name"]): (each["from"], each["to"]) for each in amended.json["differences"]}
    assert changed["seat:1", "cash"] == (40, 70), "of $80 Ed has paid $20 twice"


def test_an_export_with_a_position_later_on_is_refused(client: Client, party: Party) -> None:
    exported = client.get(f"{party.at}/export", party.host).json
    body = {"type": "position", "seat": 1, "turn": {"seat": 2}}
    last = exported["lines"][-1]
    lines = [
        *exported["lines"],
        {
            **last,
            "revision": 2,
            "kind": "move",
            "by": "host",
            "body": {"type": "note", "seat": 1, "text": "x"},
        },
        {**last, "revision": 3, "kind": "move", "by": "host", "body": body},
    ]
    assert client.post("/tables/import", {**exported, "lines": lines}).status == 422


@pytest.mark.parametrize(
    ("position", "at"),
    [
        ({"figures": [{"of": "seat:1", "name": "horses", "value": 1}]}, "position.figures.0"),
        ({"figures": [{"of": "bank", "name": "balance", "value": 1}]}, "position.figures.0"),
        ({"figures": [{"of": "seat:1", "name": "cash", "value": "much"}]}, "position.figures.0.value"),
        ({"figures": [{"of": "seat:1", "name": "cash", "value": -1}]}, "position.figures.0"),
        ({"turn": {"seat": 9}}, "position.turn"),
        ({"turn": {"seat": 1, "railroad": "KP"}}, "position.turn.railroad"),
        ({"turn": {}}, "position.turn.seat"),
        ({"figurs": []}, "position.figurs"),
        ([], "position"),
    ],
)
def test_what_cannot_be_is_named(client: Client, position: Any, at: str) -> None:
    refused = create(client, position)
    assert (refused.status, refused.json["code"]) == (422, "invalid"), refused.json
    assert at in refused.json["errors"], refused.json


@pytest.mark.parametrize(
    "rules", [r for r in GAMES if r.box.slug != "bank"], ids=lambda rules: rules.box.slug
)
def test_what_can_be_said_grows_with_what_is_said(client: Client, rules: Any) -> None:
    at = f"/games/{rules.box.slug}/figures"
    laid_out = client.get(f"{at}?players=3")
    assert laid_out.status == 200, laid_out.json
    figures = laid_out.json["figures"]
    assert {("table", "turn")} <= {(each["of"], each["name"]) for each in figures}
    said = client.post(at, {"players": NAMES, "position": {"figures": rows(figures)}})
    assert said.status == 200, said.json
    assert said.json["figures"][0]["label"] == figures[0]["label"]
    wrong = [{"of": "seat:1", "name": "horses", "value": 1}]
    objected = client.post(at, {"players": NAMES, "position": {"figures": wrong}}).json
    assert objected["wrong"][0]["at"] == "figures.0"
    assert client.get(f"{at}?players=99").json["code"] == "invalid"
    assert client.get(at).json["code"] == "invalid"


def test_what_is_chosen_for_the_table_counts_while_its_position_is_said(client: Client) -> None:
    """Another box has other figures; and the opener is to act unless somebody says whose turn it is."""
    there = client.post("/games/bank/figures", {"players": NAMES, "options": {"box": "texas-pacific"}}).json
    assert "railroad:KATY" in {each["of"] for each in there["figures"]}
    third = client.post(f"/games/{PRAIRIE}/figures", {"players": NAMES, "options": {"first_bidder": 3}}).json
    turn = next(each for each in third["figures"] if each["name"] == "turn")
    assert next(each["label"] for each in turn["choices"] if each["value"] == turn["value"]) == "Pete"
    refused = client.post(f"/games/{PRAIRIE}/figures", {"players": NAMES, "rulings": {"weather": "fair"}})
    assert refused.was == (422, "invalid")
    assert list(refused.json["errors"]) == ["rulings.weather"]


def test_what_cannot_be_is_told_beside_all_the_figures(client: Client) -> None:
    """A name that is almost a known one, twice; what is right counts, and what follows is still pencilled in."""
    links = ("Leavenworth-Lawrence", "Lawrance-Topeka", "Leavenwort-Salina")
    said = [{"of": "railroad:KP", "name": f"segment.{link}", "value": 1} for link in links]
    found = client.post(
        f"/games/{PRAIRIE}/figures",
        {"players": NAMES, "position": {"figures": [*said, {"of": "seat:1", "name": "cash", "value": 43}]}},
    )
    assert found.status == 200, found.json
    assert [each["at"] for each in found.json["wrong"]] == ["figures.1", "figures.2"]
    assert found.json["wrong"][0]["text"].endswith("Lawrance is not known. Did you mean Lawrence?")
    values = {(each["of"], each["name"]): each["value"] for each in found.json["figures"]}
    assert (values["seat:1", "cash"], values["railroad:KP", "cubes_left"]) == (43, 30)
    many = [{"of": "seat:1", "name": "cash", "value": 43}] + [
        {"of": "railroad:KP", "name": f"segment.Nowhere{n}", "value": 1} for n in range(40)
    ]
    refused = client.post(f"/games/{PRAIRIE}/figures", {"players": NAMES, "position": {"figures": many}})
    assert refused.was == (422, "invalid"), "nobody keeps the server busy with nonsense"


def test_the_settlement_says_that_the_game_was_under_way(client: Client, party: Party) -> None:
    """What a player had then is no correction."""
    made = create(client, {"figures": [{"of": "seat:1", "name": "cash", "value": 31}]}, "union-pacific").json
    assert client.get(f"/tables/{made['code']}/settlement").json["entered"] is True
    begun(party)
    assert "entered" not in client.get(f"{party.at}/settlement").json


def test_only_the_host_says_it(client: Client, party: Party) -> None:
    body = {"type": "position", "turn": {"seat": 2}}
    refused = client.post(f"{party.at}/moves", body, party.seats[1])
    assert refused.json["code"] == "host-only"
    assert client.post(f"{party.at}/moves", body, party.host).status == 201
    assert client.post(f"{party.at}/moves", body, party.host).json["code"] == "not-now"


def test_what_is_sealed_at_the_beginning_is_open_by_then(client: Client) -> None:
    """In Union Pacific the first shares are chosen in secret; a table that begins later sees them all."""
    given = [
        {"of": "table", "name": "dividends_paid", "value": 1},
        {"of": "bank", "name": "balance", "value": 707},
        {"of": "seat:1", "name": "cash", "value": 3},
        {"of": "seat:1", "name": "shares.WW", "value": 1},
    ]
    made = create(client, {"figures": given, "turn": {"seat": 1}}, "union-pacific")
    assert made.status == 201, made.json
    assert (made.json["table"]["revision"], made.json["table"]["seats"][0]["cash"]) == (2, 3)
    move = {"type": "build", "seat": 1, "company": "WW"}
    moved = client.post(f"/tables/{made.json['code']}/moves", move, made.json["host_key"])
    assert moved.status == 201, moved.json


def test_without_its_position_the_board_is_set_up(client: Client) -> None:
    """Once the position is undone, the game begins at its start; notes are paid out then, too."""
    options = {"game": "texas-pacific", "players": NAMES, "options": {"paper_money": True}}
    made = client.post(
        "/tables", {**options, "position": {"figures": [{"of": "table", "name": "round", "value": 2}]}}
    )
    assert made.status == 201, made.json
    assert made.json["table"]["recent"][0]["instructions"] == []
    undone = client.post(f"/tables/{made.json['code']}/undo", {"to": 1}, made.json["host_key"])
    assert undone.status == 201, undone.json
    told = client.get(f"/tables/{made.json['code']}", made.json["host_key"]).json["recent"][0]
    assert any("ranch marker on each" in line["text"] for line in told["instructions"])
