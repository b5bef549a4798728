"""A board has room for only so much: whoever tells more is refused, and no later table inherits it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api.caller import RATES
from companion.atlas.form import Section
from companion.games import GAMES
from tests.indoors import Indoors
from tests.server import Reply, new_party, thorough

AT = "/atlases/prairie-railroads"


@pytest.fixture
def indoors(tmp_path: Path) -> Indoors:
    return Indoors(tmp_path)


def cities(first: int, number: int, **facts: int) -> dict[str, Any]:
    """So many cities, no two of whose names are near one another; their names are numbers written in letters."""
    names = (
        "".join("abcdefghij"[int(digit)] * 3 for digit in f"{n:04}") for n in range(first, first + number)
    )
    return {"cities": dict.fromkeys(names, facts)}


def known(indoors: Indoors) -> int:
    return len(indoors.get(AT).json["facts"]["cities"])


def teach(indoors: Indoors, facts: dict[str, Any]) -> Reply:
    return indoors.call("PATCH", AT, facts)


def test_every_section_says_how_much_there_can_be() -> None:
    for rules in GAMES:
        for section in rules.box.facts.sections:
            printed = len(rules.box.shipped.rows(section.name))
            assert section.room >= max(1, printed), (rules.box.slug, section.name)
            assert section.room <= 500, "a board is a sheet of cardboard"


@thorough
def test_eight_uploads_of_1_300_cities_are_refused(indoors: Indoors) -> None:
    before = known(indoors)
    for upload in range(8):
        told = "\n".join(f"    {name}: {{income: 1}}" for name in cities(1_300 * upload, 1_300)["cities"])
        file = f"prairie-railroads:\n  cities:\n{told}\n".encode()
        found = indoors.call("POST", f"{AT}/import", raw=file, Content_Type="application/yaml")
        assert found.was == (422, "invalid")
        assert "Cities and towns: no board has more than 200" in found.json["detail"]
    assert known(indoors) == before
    party = new_party(indoors)
    assert len(indoors.get(f"{party.at}/export", party.host).body) < 20_000


def test_a_board_is_filled_to_its_edge_and_no_further(indoors: Indoors) -> None:
    rest = 200 - known(indoors)
    assert teach(indoors, cities(0, rest, income=1)).status == 200
    full = teach(indoors, cities(2_000, 1))
    assert full.was == (422, "invalid")
    assert full.json["errors"] == {"facts.cities": ["Cities and towns: no board has more than 200"]}
    assert known(indoors) == 200
    assert teach(indoors, {"cities": {"aaaaaaaaaaaa": {"income": 2}}}).status == 200, (
        "what is known may change"
    )
    assert teach(indoors, {"cities": {"aaaaaaaaaaaa": None}}).status == 200
    assert teach(indoors, cities(2_000, 1)).status == 200, "there is room again"


@thorough
def test_a_table_learns_no_more_than_a_board_has(indoors: Indoors) -> None:
    """In whichever way it is told: as facts, with a new table, by the names in a move."""
    party = new_party(indoors, game="southern-pacific", options={"teach": False})
    rest = 150 - len(
        indoors.get(f"{party.at}/export", party.host).json["lines"][0]["body"]["atlas"].get("cities", {})
    )
    assert party.move(0, "learn", facts=cities(0, rest + 1)).was == (422, "invalid")
    party.made(0, "learn", facts=cities(0, rest))
    revision = party.document()["revision"]
    assert party.move(0, "learn", facts=cities(3_000, 1)).was == (422, "invalid")
    assert party.document()["revision"] == revision
    body = {"game": "southern-pacific", "players": ["Ed", "Dave", "Pete"], "facts": cities(0, 151)}
    assert indoors.post("/tables", body).was == (422, "invalid")
    party.made(0, "auction_result", winner=1, amount=3)
    refused = party.move(1, "build_link", **{"from": "Beaumont", "to": "Yonderville"})
    assert refused.was == (422, "invalid"), "a name that is used is known, too"
    assert "no board has more than 150" in refused.json["detail"]


@thorough
def test_many_tables_teach_one_board(indoors: Indoors) -> None:
    """Each has room for its own; the installation keeps what one board has room for, and each table goes on."""
    before = known(indoors)
    parties = [new_party(indoors, options={"teach": True}) for _ in range(2)]
    for n, party in enumerate(parties):
        party.made(0, "learn", facts=cities(1_000 * n, 200 - before))
    assert known(indoors) == 200
    for party in parties:
        party.made(0, "learn", facts={"cities": {"Marysville": {"income": 3}}})


def test_a_list_of_names_is_short(indoors: Indoors) -> None:
    given = {
        "railroads": {"GA": {"name": "Georgia", "start_cities": [f"Town {'ab' * n}" for n in range(1, 14)]}}
    }
    assert indoors.call("PATCH", "/atlases/gulf-mobile-ohio", given).was == (422, "invalid")


def test_a_guest_s_table_teaches_nobody_unless_asked(indoors: Indoors) -> None:
    """A table created at the laptop teaches the next ones; one from a guest's phone does so only if asked."""

    def teaches(teach: bool | None = None) -> bool:
        party = new_party(indoors, options={"teach": teach})
        return bool(party.document(party.host)["options"]["teach"])

    assert teaches()
    indoors.phone.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    assert not teaches()
    assert teaches(teach=True)


def test_teaching_is_rated(tmp_path: Path) -> None:
    """A host may teach the board of their table, and anybody on the network may be a host."""
    indoors = Indoors(tmp_path, limits=True)
    host = new_party(indoors).host
    indoors.phone.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    answers = [indoors.call("PATCH", AT, {}, host).status for _ in range(RATES["teach"] + 1)]
    assert answers == [200] * RATES["teach"] + [429]
    late = indoors.call(
        "POST", f"{AT}/import", raw=b"prairie-railroads: {}", key=host, Content_Type="text/yaml"
    )
    assert late.was == (429, "too-many")
    indoors.phone.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    assert indoors.call("PATCH", AT, {}).status == 200, "the laptop itself is never kept waiting"


@thorough
def test_a_game_with_a_board_that_is_none_is_not_taken_in(
    indoors: Indoors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether its first line or a later one has the board; such a game was written before there was a limit."""
    monkeypatch.setattr(Section, "room", property(lambda _: 10_000))
    told: dict[str, Any] = {"options": {"teach": False}, "game": "prairie-railroads"}
    later, first = new_party(indoors, **told), new_party(indoors, **told, facts=cities(0, 201))
    later.made(0, "learn", facts=cities(0, 201))
    written = [indoors.get(f"{party.at}/export", party.host).json for party in (later, first)]
    assert indoors.post("/tables/import", written[0]).status == 201
    monkeypatch.undo()
    for exported in written:
        found = indoors.post("/tables/import", exported)
        assert found.was == (422, "invalid"), found.body
        assert found.json["detail"] == "Cities and towns: no board has more than 200"
