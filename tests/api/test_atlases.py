"""What is known of a printed board: taught, corrected, forgotten, saved and read in again."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tests.server import Client, Party, Server, new_party

AT = "/atlases/prairie-railroads"


def facts(client: Client) -> Any:
    return client.get(AT).json["facts"]


def test_a_board_is_taught_and_every_later_table_knows_it(own_server: Server) -> None:
    client = own_server.client()
    told = client.call(
        "PATCH", AT, {"cities": {"Topeka": {"income": 2}}, "growth": {"41": {"primary": "topeka"}}}
    )
    assert told.status == 200, told.body
    assert told.json["facts"]["growth"]["41"] == {"primary": "Topeka"}, "as it is written on the board"
    assert told.json["may_edit"] is True
    begin = new_party(client).client
    lacks = begin.get("/games/prairie-railroads").json["atlas"]["lacks"]
    assert "34 of the 36 rows of the growth chart" in lacks
    assert own_server.client().get(AT).json["facts"]["cities"]["Topeka"]["income"] == 2


def test_the_newer_wins_and_the_older_stays_readable(own_server: Server) -> None:
    client = own_server.client()
    for income in (3, 2):
        assert client.call("PATCH", AT, {"cities": {"Topeka": {"income": income}}}).status == 200
    shown = client.get(AT).json
    assert shown["facts"]["cities"]["Topeka"]["income"] == 2
    former = [(one["row"], one["fact"], one["value"]) for one in shown["history"]]
    assert former == [("Topeka", "income", 3)]


@pytest.mark.parametrize(
    ("language", "tracks", "dividends", "head"),
    [
        ("en", ["Track", "Ranch", "Stock"], ["2nd", "3rd", "4th"], "Decision Track"),
        ("de", ["Track", "Ranch", "Stock"], ["2.", "3.", "4."], "Entscheidungsleiste"),
    ],
)
def test_fixed_rows_have_words(
    client: Client, language: str, tracks: list[str], dividends: list[str], head: str
) -> None:
    """A row that is not called as it is printed has words, and every column of names says what they are."""

    def form(slug: str) -> dict[str, Any]:
        shown = client.get(f"/atlases/{slug}", Accept_Language=language).json
        return {section["name"]: section for section in shown["form"]}

    decisions = form("texas-pacific")["decision_boxes"]
    assert [decisions["row_labels"][row] for row in decisions["rows"]] == tracks
    assert decisions["head"] == head
    places = form("union-pacific")["up_dividends"]
    assert [places["row_labels"][row] for row in places["rows"]] == dividends
    for slug in ("prairie-railroads", "southern-pacific", "gulf-mobile-ohio"):
        assert all(section["row_labels"] == {} for section in form(slug).values()), "letters, dice, players"


def test_what_is_half_known_is_still_missing(own_server: Server) -> None:
    client = own_server.client()

    def lacks(slug: str) -> list[str]:
        return client.get(f"/atlases/{slug}").json["lacks"]  # type: ignore[no-any-return]

    # the rulebook names these, and not what is printed there; nobody builds into Galveston
    assert "the income of Albuquerque, Dallas and El Paso" in lacks("texas-pacific")
    assert client.call("PATCH", "/atlases/texas-pacific", {"hexes": {"Dallas": {"income": 2}}}).status == 200
    assert "the income of Albuquerque and El Paso" in lacks("texas-pacific")
    still = ["letters, name and start cities of 14 of the 23 railroads"]
    assert lacks("gulf-mobile-ohio") == still
    told = {"railroads": {"GA": {"name": "Georgia"}}}
    assert client.call("PATCH", "/atlases/gulf-mobile-ohio", told).status == 200
    assert lacks("gulf-mobile-ohio") == still, "its start cities are not known"


def test_a_slip_is_forgotten_but_not_what_is_printed(own_server: Server) -> None:
    client = own_server.client()
    body = {"cities": {"Toronto": {"income": 2}}, "links": [{"from": "Troy", "to": "Atchison"}]}
    assert client.call("PATCH", AT, body).status == 200
    assert "Toronto" in facts(client)["cities"]
    gone = {"cities": {"toronto": None}, "links": [{"from": "Troy", "to": "Atchison", "forget": True}]}
    assert client.call("PATCH", AT, gone).status == 200
    assert "Toronto" not in facts(client)["cities"]
    assert {"from": "Troy", "to": "Atchison"} not in facts(client)["links"]
    assert client.call("PATCH", AT, {"cities": {"Marysville": None}}).status == 200
    assert facts(client)["cities"]["Marysville"]["income"] == 2, "the rulebook's own facts stay"
    assert client.call("PATCH", AT, {"cities": {"Nowhere": None}}).was == (422, "invalid")


@pytest.mark.parametrize(
    "body",
    [
        {"cities": {"Troy": {"income": -1}}},
        {"cities": {"Troy": {"income": "2"}}},
        {"cities": {"Troy": {"colour": 2}}},
        {"growth": {"77": {"primary": "Troy"}}},
        {"growth": [1]},
        {"links": {"a": 1}},
        {"towns": {}},
        {"cities": {"Marisville": {"income": 2}}},
        {"cities": {"x" * 60: {"income": 2}}},
    ],
)
def test_nonsense_teaches_nothing(client: Client, body: Any) -> None:
    before = facts(client)
    found = client.call("PATCH", AT, {"cities": {"Hiawatha": {"income": 2}}, **body})
    assert found.was == (422, "invalid")
    assert facts(client) == before


def test_a_near_miss_is_asked_about(client: Client) -> None:
    found = client.call("PATCH", AT, {"cities": {"Marisville": {"income": 2}}})
    assert found.json["did_you_mean"] == ["Marysville"]


def test_out_as_yaml_and_in_again(own_server: Server) -> None:
    client = own_server.client()
    client.call(
        "PATCH",
        AT,
        {
            "cities": {"St. Marys": {"income": 1, "grid": "C3"}},
            "growth": {"66": {"primary": "St. Marys", "secondary": None}},
        },
    )
    file = client.get(f"{AT}/export").body
    client.call("PATCH", AT, {"cities": {"St. Marys": {"income": 2}}})
    read = client.call("POST", f"{AT}/import", raw=file, Content_Type="application/yaml")
    assert read.status == 200, read.body
    assert client.get(f"{AT}/export").body == file
    assert yaml.safe_load(file)["prairie-railroads"]["growth"]["66"] == {
        "primary": "St. Marys",
        "secondary": None,
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("prairie-railroads:\n  cities:\n    Troy: {income: 2}\n    Topeka: {income: two}\n", 4),
        ("prairie-railroads:\n  cities:\n    Troy: {income: 2\n", 4),
        ("prairie-railroads:\n  growth:\n    '11': {primary: Troy}\n    '99': {primary: Troy}\n", 4),
        ("prairie-railroads:\n  cities:\n    Troy: {income: 2}\n    Troy: {income: 3}\n", 4),
        ("prairie-railroads:\n  cities: &a\n    Troy: {income: 2}\n  towns: *a\n", 2),
        ("southern-pacific:\n  homes: {}\n", 1),
        ("", 1),
        ("[" * 5_000, 1),
        ("!!python/object/apply:os.system ['true']", 1),
    ],
)
def test_a_wrong_file_is_refused_at_its_line(client: Client, text: str, line: int) -> None:
    before = facts(client)
    found = client.call("POST", f"{AT}/import", raw=text.encode(), Content_Type="application/yaml")
    assert found.was == (422, "invalid"), found.body
    assert found.json["detail"].startswith(f"Line {line}:"), found.json["detail"]
    assert facts(client) == before


def test_who_may_teach(own_server: Server) -> None:
    """Whoever sits at the server's own machine, and the host of a table of that game; nobody else."""
    client = own_server.client()
    party: Party = new_party(client)
    other = new_party(client, game="southern-pacific")
    body = {"cities": {"Troy": {"grid": "B2"}}}
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert client.call("PATCH", AT, body, **elsewhere).was == (401, "key-needed")
    assert client.call("PATCH", AT, body, party.seats[1], **elsewhere).was == (403, "host-only")
    assert client.call("PATCH", AT, body, other.host, **elsewhere).was == (403, "host-only")
    assert client.call("PATCH", AT, body, party.host, **elsewhere).status == 200
    assert client.get(AT, Origin="http://elsewhere.example").json["may_edit"] is False


def test_a_running_table_keeps_its_own_copy(own_server: Server) -> None:
    client = own_server.client()
    party = new_party(client)
    party.made(0, "auction_result", winner=1, amount=20)
    client.call("PATCH", AT, {"cities": {"Whiting": {"income": 9}}})
    party.made(1, "build_start", **{"from": "Troy", "to": "Whiting"})
    crip = next(one for one in party.document()["railroads"] if one["id"] == "CRIP")
    assert crip["income"] == 1, "Troy-Whiting pays 1 by the rulebook, whatever somebody teaches meanwhile"
