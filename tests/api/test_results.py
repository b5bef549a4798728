"""The result of a game that is over: document, rows, and the play that goes to a play-logging app."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from jsonschema import Draft202012Validator

from api.results import play_picture
from companion.documents.result import MOST_ADDRESS, harmless, play, play_address
from companion.games import GAMES
from tests.api.test_evenings_http import HttpPlayer
from tests.described import contract
from tests.evening_reader import play_evening
from tests.playing import begun, finished
from tests.scanning import on_screen, scanned
from tests.server import Client, Party, new_party, thorough

EVENINGS = Path(__file__).parent.parent / "evenings"
PER_SHARE = "($85 [5 +80 corrected] + $55 [2 +53 corrected]) ÷ 4 = $35 per share"
"""Value and income of the MP for its four shares; the host had set both."""
LONG = [
    "Maximiliane von Hohenstein-Krähwinkel 12",
    "Ĝ" * 40,
    '=HYPERLINK("http://x")',
    'Ed, "the" 3rd',
    "日" * 40,
]


def over(client: Client, evening: str) -> Party:
    """The table at the end of an evening."""
    player = HttpPlayer(client)
    play_evening(EVENINGS / evening, player, GAMES)
    return player.party


def result(party: Party) -> Any:
    found = party.client.get(f"{party.at}/result.json")
    assert found.status == 200, found.body
    return found.json


def rows(party: Party) -> list[list[str]]:
    found = party.client.get(f"{party.at}/result.csv")
    assert found.status == 200, found.body
    assert found.headers["content-type"].startswith("text/csv")
    assert "attachment" in found.headers["content-disposition"]
    text = found.body.decode()
    assert text.count("\r\n") == text.count("\n")
    return list(csv.reader(io.StringIO(text), strict=True))


def test_while_the_game_goes_on_there_is_none(party: Party) -> None:
    begun(party)
    for name in ("result.json", "result.csv", "result/bgstats.svg"):
        found = party.client.get(f"{party.at}/{name}")
        assert found.was == (409, "not-now")
        assert "isn't over" in found.json["detail"]


def test_by_hand_arithmetic(client: Client) -> None:
    """The rulebook's own final payoff; the sums stand in the evening."""
    party = over(client, "prairie-railroads/example-mp-final-payoff.evening")
    document = result(party)
    shown = {
        player["name"]: (player["rank"], player["winner"], player["cash"], player["total"])
        for player in document["players"]
    }
    assert shown == {"Ed": (1, True, 80, 219), "John": (2, False, 80, 115), "Pete": (3, False, 80, 80)}
    john = document["players"][1]
    assert [(line["railroad"], line["formula"], line["amount"]) for line in john["lines"]] == [
        ("MP", PER_SHARE, 35)
    ]
    ed = document["players"][0]
    assert [line["amount"] for line in ed["lines"]] == [7, 7, 7, 6, 7, 105]
    assert ed["lines"][-1]["formula"] == f"{PER_SHARE} × 3 = $105"
    assert document["tie_break"] is None
    assert document["rounds"] is None
    assert document["entries"] == 16  # the beginning, twelve of set-up, two corrections, the last card
    assert document["started_at"] <= document["finished_at"]
    header, *lines = rows(party)
    assert header == ["rank", "seat", "name", "winner", "line", "railroad", "what", "formula", "amount"]
    assert [line[-1] for line in lines if line[2] == "Ed" and line[4] != "time"] == [
        "80", "7", "7", "7", "6", "7", "105", "219",
    ]  # fmt: skip
    assert ["2", "2", "John", "no", "payoff", "MP", "1 share of 4 sold", PER_SHARE, "35"] in lines
    assert lines[-2] == ["3", "3", "Pete", "no", "total", "", "Total", "", "80"]


def test_rows_in_another_language(client: Client, party: Party) -> None:
    """What programs look for is the same in every language."""
    finished(party)
    text = client.get(f"{party.at}/result.csv?language=de").body.decode()
    shown = list(csv.DictReader(io.StringIO(text)))
    assert {row["what"] for row in shown if row["line"] == "total"} == {"Summe"}
    assert {row["winner"] for row in shown} == {"yes", "no"}


@thorough
def test_a_tie_and_why(client: Client) -> None:
    """Ed, Dave and Pete have $33; Dave has the card, and the holder comes last."""
    party = over(client, "southern-pacific/end-tie.evening")
    document = result(party)
    assert [(player["name"], player["rank"], player["total"]) for player in document["players"]] == [
        ("Ed", 1, 33),
        ("Dave", 2, 33),
        ("Pete", 3, 33),
    ]
    assert "Ed, Dave and Pete have the same cash" in document["tie_break"]
    assert document["rounds"] == 1
    assert [player["winner"] for player in document["play"]["players"]] == [True, False, False]


def test_it_is_as_the_contract_describes(client: Client, party: Party) -> None:
    finished(party)
    for path, name in (("result.json", "Result"), ("settlement", "Settlement")):
        schema = {"$ref": f"#/components/schemas/{name}", **contract()}
        Draft202012Validator(schema).validate(client.get(f"{party.at}/{path}").json)


def test_the_settlement_says_it_is_only_projected(party: Party) -> None:
    begun(party)
    now = party.client.get(f"{party.at}/settlement").json
    assert now["projected"]
    for seat in now["seats"]:
        assert seat["total"] == seat["cash"] + sum(line["amount"] for line in seat["lines"])
        assert all(line["formula"] for line in seat["lines"])
    # Value 5 and income 2 for the one share of the CRIP.
    assert next(railroad["per_share"] for railroad in now["railroads"] if railroad["railroad"] == "CRIP") == 7
    assert all(railroad["formula"] for railroad in now["railroads"])


def test_names_are_no_formulas(client: Client) -> None:
    party = new_party(client, ["=SUM(A1:A9)", "+1", '@home, "Ed"'])
    for _ in range(6):
        party.made(0, "auction_result", winner=None)
        _first_segment(party)
    figures = [{"of": "table", "name": "dividends_played", "value": 7}]
    party.made(0, "correct", set=figures)
    party.made(0, "play_card", card="PD", source="hand")
    names = {line[2] for line in rows(party)[1:]}
    assert names == {"'=SUM(A1:A9)", "'+1", '\'@home, "Ed"'}
    assert {player["name"] for player in result(party)["players"]} == {"=SUM(A1:A9)", "+1", '@home, "Ed"'}
    assert harmless("(85 + 55) / 4") == "(85 + 55) / 4"
    assert harmless(" -1") == "' -1"


def _first_segment(party: Party) -> None:
    starts = {
        "CRIP": ("Troy", "Marysville", None),
        "ATSF": ("Atchison", "Topeka", 2),
        "KP": ("Leavenworth", "Lawrence", 2),
        "MKT": ("Paola", "Ottawa", 1),
        "SLSF": ("Columbus", "Coffeyville", None),
        "MP": ("Fort Scott", "Chanute", 2),
    }
    start, end, income = starts[party.document()["turn"]["railroad"]]
    facts = {"facts": {"cities": {end: {"income": income}}}} if income else {}
    party.made(0, "build_start", **{"from": start, "to": end}, **facts)


def read_link(address: str) -> Any:
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(parts.query, strict_parsing=True)["data"][0])


def test_the_play_as_bg_stats_takes_it(client: Client) -> None:
    party = over(client, "prairie-railroads/example-mp-final-payoff.evening")
    document = result(party)
    shown = read_link(document["play_url"])
    assert shown == document["play"]
    assert shown["sourcePlayId"] == party.code
    assert shown["game"] == {
        "name": "Prairie Railroads",
        "sourceGameId": "prairie-railroads",
        "highestWins": True,
        "noPoints": False,
    }
    assert shown["playDate"] == document["started_at"][:19].replace("T", " ")
    assert [
        (player["name"], player["score"], player["winner"], player["rank"], player["startPlayer"])
        for player in shown["players"]
    ] == [("Ed", 219, True, 1, True), ("John", 115, False, 2, False), ("Pete", 80, False, 3, False)]
    assert len({player["sourcePlayerId"] for player in shown["players"]}) == 3


def test_who_began_where_all_choose_first(client: Client) -> None:
    """Everybody makes the sealed first investments; whoever has the turn after them began."""
    party = over(client, "union-pacific/end-fourth-dividend.evening")  # there Pete is the first player
    began = {player["name"]: player["startPlayer"] for player in result(party)["play"]["players"]}
    assert began == {"Ed": False, "Dave": False, "Pete": True}


def test_a_player_is_the_same_one_next_week(client: Client) -> None:
    ids = []
    for names in (["Ed", "Dave", "Pete"], ["Zoë", "Ann", "ED"]):
        party = new_party(client, names)
        shown = result(finished(party))["play"]["players"]
        ids.append({item["name"].lower(): item["sourcePlayerId"] for item in shown})
    assert ids[0]["ed"] == ids[1]["ed"]


def test_the_qr_is_the_link(client: Client, party: Party) -> None:
    finished(party)
    found = client.get(f"{party.at}/result/bgstats.svg")
    assert found.status == 200
    assert found.headers["content-type"].startswith("image/svg+xml")
    assert scanned(on_screen(found.body.decode(), 352)) == result(party)["play_url"]


def test_a_play_with_a_box_of_ones_own_is_of_the_game_in_that_box(client: Client) -> None:
    """What the bank alone was played for: two boxes are two games there, and one is the same again next week."""
    plays: dict[str, Any] = {}
    for name in ("Moonshine", "18Friday", "18Friday"):
        box: dict[str, Any] = {"name": name, "cash": 9, "companies": []}
        party = new_party(client, ["Ed", "Dave"], game="bank", options={"box": box})
        party.made(0, "end_game")
        told = result(party)
        assert told["game"] == {"slug": "bank", "name": f"The bank alone: {name}"}
        assert (
            client.get(f"{party.at}/result.json", Accept_Language="de").json["game"]["name"]
            == f"Nur die Bank: {name}"
        )
        assert f"The bank alone: {name}" in client.get(f"{party.at}/result.svg").body.decode()
        played = told["play"]["game"]
        assert played["name"] == name
        assert plays.setdefault(name, played["sourceGameId"]) == played["sourceGameId"]
    assert len(set(plays.values())) == 2


@pytest.mark.parametrize("names", [LONG, ["x" * 40] * 6, ["日" * 40] * 6, ["Ed", "Dave"]])
def test_six_long_names_fit_a_qr(names: list[str]) -> None:
    """Even where the dialog is narrowest, and on paper."""
    document = {
        "code": "ABCDEFGH",
        "started_at": "2026-11-20T19:30:00.000Z",
        "game": {"slug": "gulf-mobile-ohio", "name": "Gulf, Mobile & Ohio"},
        "players": [
            {"seat": n, "name": name, "total": 1204, "winner": n == 1, "rank": n}
            for n, name in enumerate(names, 1)
        ],
    }
    address = play_address(play(document, first=None))
    assert len(address) <= MOST_ADDRESS
    shown = read_link(address)
    for item, name in zip(shown["players"], names, strict=True):
        assert item["name"] == name or name.startswith(item["name"].removesuffix("."))
        assert len(item["name"]) >= 2
    assert shown["playDate"] == "2026-11-20 19:30:00"
    picture = play_picture(play(document, first=None))
    for size in (320, 352, 600):
        assert scanned(on_screen(picture, size)) == address
