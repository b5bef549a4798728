"""What is known of a printed board: taught, corrected, forgotten, saved and read in again."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tests.server import Client, Party, Server, new_party, some

AT = "/atlases/prairie-railroads"


def facts(client: Client) -> Any:
    return client.get(AT).json["facts"]


def test_a_board_is_taught_and_every_later_table_knows_it(own_server: Server) -> None:
    client = own_server.client()
    answer = client.call(
        "PATCH", AT, {"cities": {"Topeka": {"income": 2}}, "growth": {"41": {"primary": "topeka"}}}
    )
    assert answer.status == 200, answer.body
    assert answer.json["facts"]["growth"]["41"] == {"primary": "Topeka"}, "as it is written on the board"
    assert answer.json["may_edit"] is True
    new_party(client)
    lacks = client.get("/games/prairie-railroads").json["atlas"]["lacks"]
    assert "34 of the 36 rows of the growth chart" in lacks
    assert own_server.client().get(AT).json["facts"]["cities"]["Topeka"]["income"] == 2


def test_the_newer_wins_and_the_older_stays_readable(own_server: Server) -> None:
    client = own_server.client()
    for income in (3, 2):
        assert client.call("PATCH", AT, {"cities": {"Topeka": {"income": income}}}).status == 200
    shown = client.get(AT).json
    assert shown["facts"]["cities"]["Topeka"]["income"] == 2
    former = [(item["row"], item["fact"], item["value"]) for item in shown["history"]]
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
    """A row that has another name than what is printed has words, and every column of names says what they are."""

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
        return list(client.get(f"/atlases/{slug}").json["lacks"])

    # the rulebook names these, and not what is printed there; nobody builds into Galveston
    assert "the income of Albuquerque, Dallas and El Paso" in lacks("texas-pacific")
    assert client.call("PATCH", "/atlases/texas-pacific", {"hexes": {"Dallas": {"income": 2}}}).status == 200
    assert "the income of Albuquerque and El Paso" in lacks("texas-pacific")
    still = ["letters, name and start cities of 14 of the 23 railroads"]
    assert lacks("gulf-mobile-ohio") == still
    given = {"railroads": {"GA": {"name": "Georgia"}}}
    assert client.call("PATCH", "/atlases/gulf-mobile-ohio", given).status == 200
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


def test_two_spellings_are_one_city_however_they_arrive(own_server: Server) -> None:
    """In one call, in one file, from two tables that know nothing of each other: never a second city unnoticed."""
    client = own_server.client()
    rows = {"11": {"primary": "St. Marys"}, "13": {"primary": "ST MARYS"}, "14": {"primary": "st.marys"}}
    assert client.call("PATCH", AT, {"growth": rows}).status == 200
    assert {item["primary"] for row, item in facts(client)["growth"].items() if row in rows} == {"St. Marys"}
    twice = {"cities": {"Fort Riley": {"income": 1}, "fort-riley": {"income": 2}}}
    assert client.call("PATCH", AT, twice).json["detail"] == "Fort Riley is listed twice"
    slip = {"growth": {"21": {"primary": "Salina"}, "22": {"primary": "Salinna"}}}
    assert client.call("PATCH", AT, slip).json["did_you_mean"] == ["Salina"]

    one, other = (new_party(client, options={"teach": True}) for _ in range(2))
    link = {"one_way": True, "to": "Troy"}
    one.made(1, "learn", facts={"cities": {"El Reno": {"income": 1}}, "links": [{"from": "El Reno", **link}]})
    row = {"66": {"primary": "el-reno"}}
    given = {"cities": {"el-reno": {"income": 2}}, "links": [{"from": "el-reno", **link}], "growth": row}
    other.made(1, "learn", facts=given)
    shown = client.get(AT).json
    assert [name for name in shown["facts"]["cities"] if "reno" in name.lower()] == ["El Reno"]
    assert shown["facts"]["cities"]["El Reno"]["income"] == 2, "the newer wins"
    assert [(f["row"], f["value"]) for f in shown["history"]] == [("El Reno", 1)], "and the older is kept"
    assert (
        sum(link["from"].lower().startswith("el") for link in shown["facts"]["links"]) == 2
    )  # and El Dorado's
    assert shown["facts"]["growth"]["66"]["primary"] == "El Reno"


def test_letters_of_a_railroad_are_compared_without_case(own_server: Server) -> None:
    client = own_server.client()
    at = "/atlases/gulf-mobile-ohio"
    for letters in ("GA", "ga"):
        assert client.call("PATCH", at, {"railroads": {letters: {"name": "Georgia"}}}).status == 200
    railroads = client.get(at).json["facts"]["railroads"]
    assert "GA" in railroads
    assert "ga" not in railroads


def test_letters_that_differ_in_signs_are_asked_about(own_server: Server) -> None:
    """Otherwise one railroad in two spellings would be two. One that is insisted on is kept beside the other, and can
    be forgotten."""
    client = own_server.client()
    at = "/atlases/gulf-mobile-ohio"
    asked = client.call("PATCH", at, {"railroads": {"MC": {"name": "Macon"}}})
    assert (asked.status, asked.json["did_you_mean"]) == (422, ["M&C"])
    assert asked.json["insist"] == {"railroads": {"MC": {"new": True}}}
    twice = {"G.A.": {"name": "Georgia"}, "GA": {"name": "Georgia"}}
    assert client.call("PATCH", at, {"railroads": twice}).json["did_you_mean"] == ["G.A."]
    assert client.call("PATCH", at, {"railroads": {"MC": {"name": "Macon", "new": True}}}).status == 200
    named = client.get(at).json["facts"]["railroads"]
    assert (named["MC"], named["M&C"]["name"]) == ({"name": "Macon"}, "Memphis & Charleston")
    file = client.get(f"{at}/export").body
    assert client.call("POST", f"{at}/import", raw=file, Content_Type="application/yaml").status == 200
    party = new_party(client, game="gulf-mobile-ohio")
    assert {"MC", "M&C"} <= {railroad["id"] for railroad in party.document()["railroads"]}
    gone = client.call("PATCH", at, {"railroads": {"MC": None}})
    assert gone.status == 200
    assert "MC" not in gone.json["facts"]["railroads"]
    assert gone.json["facts"]["railroads"]["M&C"]["name"] == "Memphis & Charleston"


def test_a_name_is_known_though_nothing_else_is(own_server: Server) -> None:
    client = own_server.client()
    southern = "/atlases/southern-pacific"
    assert client.call("PATCH", southern, {"cities": {"Waco": {}}}).status == 200
    party = new_party(client, game="southern-pacific", options={"teach": True})
    party.made(0, "auction_result", winner=1, amount=3)
    party.made(1, "build_link", **{"from": "Beaumont", "to": "Liberty"})
    cities = client.get(southern).json["facts"]["cities"]
    assert {"Waco", "Liberty"} <= set(cities)
    assert client.call("PATCH", southern, {"cities": {"liberty": None}}).status == 200
    assert "Liberty" not in client.get(southern).json["facts"]["cities"]
    assert client.get(southern).json["history"] == []


def test_what_a_table_begins_with_and_what_was_imported(own_server: Server) -> None:
    """Facts a table is created with teach like any other; those of an imported game, then and later, never."""
    client = own_server.client()
    party = new_party(client, options={"teach": True}, facts={"cities": {"Hays": {"income": 2}}})
    assert facts(client)["cities"]["Hays"] == {"income": 2}
    file = client.get(f"{party.at}/export", party.host).json
    client.call("PATCH", AT, {"cities": {"Hays": None}})
    made = client.post("/tables/import", file).json
    assert made["table"]["options"]["teach"] is False
    restarted = Party(client, made["code"], made["host_key"], made["join_key"])
    restarted.made(0, "learn", facts={"cities": {"Larned": {"income": 1}}})
    assert not {"Hays", "Larned"} & set(facts(client)["cities"])


def test_what_was_read_stands_in_the_log(client: Client) -> None:
    party = new_party(client)

    def read(facts: dict[str, Any]) -> str:
        return str(party.made(1, "learn", facts=facts)["entry"]["summary"]).partition("; ")[2]

    assert read({"cities": {"Topeka": {"income": 3}}}) == "Topeka: Income printed 3"
    assert read({"cities": {"topeka": {"income": 2}}}) == "Topeka: Income printed 3 → 2"
    assert read({"growth": {"44": {"primary": "Topeka", "secondary": None}}}) == (
        "Roll 44: Primary Topeka; Roll 44: Secondary blank"
    )
    assert read({"links": [{"from": "Troy", "to": "Topeka", "one_way": True}]}) == (
        "Troy–Topeka; Troy–Topeka: One way yes"
    )
    assert read({"links": [{"from": "Troy", "to": "Topeka", "one_way": False}]}) == (
        "Troy–Topeka: One way yes → no"
    )
    many = {f"{row}": {"primary": "Topeka"} for row in range(21, 27)}
    assert read({"growth": many}).endswith("Roll 24: Primary Topeka; 2 more")


def test_a_row_is_called_what_is_printed_on_it(client: Client) -> None:
    up, tp = (new_party(client, game=game) for game in ("union-pacific", "texas-pacific"))
    said = up.made(1, "learn", facts={"up_dividends": {"2": {"1": 8}}})["entry"]["summary"]
    assert said.endswith("; 2nd Dividend: 1st place 8")
    said = tp.made(1, "learn", facts={"decision_boxes": {"stock": 4}})["entry"]["summary"]
    assert said.endswith("; Stock Decision Track: Boxes after Start 4")


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
        # the line of the name, where nothing below it is wrong
        ("prairie-railroads:\n  towns:\n    Troy: {}\n", 2),
        ("prairie-railroads:\r\n  links:\r\n  - {from: Troy, to: Paola}\r\n  - {from: Troy}\r\n", 4),
        ("prairie-railroads:\n  cities:\n    Troy: {}\n    St. Marys: {incme: 1}\n", 4),
        ("prairie-railroads:\n  cities:\n    St. Marys: {}\n    st marys: {}\n", 4),
        ("prairie-railroads:\n  growth:\n    '11': {primary: Troy}\n    '13': {primary: Marisville}\n", 4),
        ("prairie-railroads:\n  cities:\n    Marysville: {income: x}\n    marysville: {income: 1}\n", 3),
        ("# ours\n\nsouthern-pacific:\n  homes: {}\n", 3),
        ("prairie-railroads:\n", 1),
        ("prairie-railroads:\n  cities:\n\tTroy: {}\n", 3),
        ("prairie-railroads:\n  cities:\n    To\0peka: {}\n", 3),
        ('prairie-railroads:\n  cities:\n    "\\ud800abcd": {}\n', 3),
        ("prairie-railroads:\n  cities:\n    ? [a, b]\n    : {}\n", 3),
        ("prairie-railroads:\n  cities: !!set {Troy}\n", 2),
        ("prairie-railroads:\n  cities:\n    Hays: {<<: {income: 2}}\n", 3),
        ("!!python/object/apply:os.system ['true']", 1),
    ],
)
def test_a_wrong_file_is_refused_at_its_line(client: Client, text: str, line: int) -> None:
    before = facts(client)
    found = client.call("POST", f"{AT}/import", raw=text.encode(), Content_Type="application/yaml")
    assert found.was == (422, "invalid"), found.body
    assert found.json["detail"].startswith(f"Line {line}:"), found.json["detail"]
    assert facts(client) == before


def test_a_file_is_read_as_it_is_meant(own_server: Server) -> None:
    """A city called No, an income written 010, a name with nothing behind it, a file from a spreadsheet's machine."""
    client = own_server.client()
    text = (
        "\ufeffprairie-railroads:\r\n  cities:\r\n    No: {income: 010}\r\n    Marysville:\r\n    Hays:\r\n"
        "  growth:\r\n    41: {primary: No, secondary: ~}\r\n"
    )
    read = client.call("POST", f"{AT}/import", raw=text.encode(), Content_Type="text/yaml")
    assert read.status == 200, read.body
    known = read.json["facts"]
    assert known["cities"]["No"] == {"income": 10}
    assert known["cities"]["Hays"] == {}
    assert known["cities"]["Marysville"] == {"income": 2}, "nothing is forgotten by a file"
    assert known["growth"]["41"] == {"primary": "No", "secondary": None}
    elsewhere = client.call("POST", f"{AT}/import", raw=b"{}", Content_Type="application/json")
    assert elsewhere.status == 415
    latin = "prairie-railroads:\n  cities:\n    Montréal: {}\n".encode("latin-1")
    found = client.call("POST", f"{AT}/import", raw=latin, Content_Type="application/yaml")
    assert found.json["detail"].startswith("Line 3: ")


BOARDS: dict[str, Any] = {
    "prairie-railroads": {
        "cities": {
            "Newton": {"income": 1},
            "Newtown": {"income": 2, "new": True},
            "St. John": {"grid": "E5"},
        },
        "growth": {"11": {"primary": "Salina", "secondary": None}, "66": {"primary": "Newtown"}},
        "links": [{"from": "Newton", "to": "Salina", "one_way": False}],
        "western_builds": {"Goodland": {"from": "Colby"}},
        "draw_deck": {"3": {"CT": 10, "OS": 9, "PD": 2}},
    },
    "southern-pacific": {
        "homes": {"TP": "Dallas"},
        "cities": {"Waco": {}},
        "links": [{"from": "Dallas", "to": "Waco"}],
    },
    "texas-pacific": {
        "hexes": {"Houston": {"kind": "city", "income": 2}},
        "decision_boxes": {"track": 4, "ranch": 5},
    },
    "gulf-mobile-ohio": {
        "railroads": {"GA": {"name": "Georgia", "start_cities": ["Augusta", "Atlanta"], "bonus": 0}}
    },
    "union-pacific": {
        "companies": {"WW": {"trains": 8}},
        "up_dividends": {"2": [8, 6, 4, 2, 1], "3": {"1": 9}},
    },
}


@pytest.mark.parametrize("slug", some([*BOARDS]))
def test_what_one_copy_taught_another_reads(slug: str, own_server: Server) -> None:
    """Exported, forgotten, imported: also near names that somebody has insisted on."""
    client, at = own_server.client(), f"/atlases/{slug}"
    assert client.call("PATCH", at, BOARDS[slug]).status == 200
    if slug == "prairie-railroads":  # near to one that is named in the chart alone
        assert client.call("PATCH", at, {"cities": {"Saline": {"new": True}}}).status == 200
    file, taught = client.get(f"{at}/export").body, client.get(at).json["facts"]
    gone = {
        section: [{**row, "forget": True} for row in rows] if isinstance(rows, list) else dict.fromkeys(rows)
        for section, rows in taught.items()
    }
    assert client.call("PATCH", at, gone).status == 200
    assert client.get(at).json["facts"] != taught
    assert client.call("POST", f"{at}/import", raw=file, Content_Type="application/yaml").status == 200
    second = client.get(at).json["facts"]
    assert {name: rows for name, rows in second.items() if name != "cities"} == {
        name: rows for name, rows in taught.items() if name != "cities"
    }
    named = taught.get("cities", {})
    assert {name: second["cities"][name] for name in named} == named
    assert client.get(f"{at}/export").body == file or slug == "prairie-railroads"


def test_who_may_teach(own_server: Server) -> None:
    """Whoever sits at the server's own machine, and the host of a table of that game, but nobody else."""
    client = own_server.client()
    party: Party = new_party(client)
    other = new_party(client, game="southern-pacific")
    body = {"cities": {"Troy": {"grid": "B2"}}}
    elsewhere = "http://elsewhere.example"
    assert client.call("PATCH", AT, body, Origin=elsewhere).was == (401, "key-needed")
    assert client.call("PATCH", AT, body, party.seats[1], Origin=elsewhere).was == (403, "host-only")
    assert client.call("PATCH", AT, body, other.host, Origin=elsewhere).was == (403, "host-only")
    assert client.call("PATCH", AT, body, party.host, Origin=elsewhere).status == 200
    assert client.get(AT, Origin=elsewhere).json["may_edit"] is False


def test_a_running_table_keeps_its_own_copy(own_server: Server) -> None:
    client = own_server.client()
    party = new_party(client)
    party.made(0, "auction_result", winner=1, amount=20)
    client.call("PATCH", AT, {"cities": {"Whiting": {"income": 9}}})
    party.made(1, "build_start", **{"from": "Troy", "to": "Whiting"})
    crip = next(railroad for railroad in party.document()["railroads"] if railroad["id"] == "CRIP")
    assert crip["income"] == 1, "Troy-Whiting pays 1 by the rulebook, whatever somebody teaches meanwhile"
