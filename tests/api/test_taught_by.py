"""The admin takes back what a table taught: what was known before is known again, and what others taught stays."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest

from companion.store import lessons
from tests.indoors import Indoors
from tests.server import Party, Reply, new_party

AT = "/atlases/prairie-railroads"


@pytest.fixture
def indoors(tmp_path: Path) -> Indoors:
    return Indoors(tmp_path)


def facts(indoors: Indoors) -> Any:
    return indoors.get(AT).json["facts"]


def told(indoors: Indoors, income: int | None, key: str | None = None) -> None:
    """Topeka's income, by the host of a table or the admin; None: there is no Topeka. Hosts sit elsewhere."""
    indoors.phone.environ_base["REMOTE_ADDR"] = "192.168.1.7" if key else "127.0.0.1"
    found = indoors.call(
        "PATCH", AT, {"cities": {"Topeka": None if income is None else {"income": income}}}, key
    )
    assert found.status == 200, found.body
    indoors.phone.environ_base["REMOTE_ADDR"] = "127.0.0.1"


def income(indoors: Indoors) -> int | None:
    known: int | None = facts(indoors)["cities"].get("Topeka", {}).get("income")
    return known


def take_back(indoors: Indoors, party: Party) -> Reply:
    found = indoors.call("DELETE", f"{AT}/taught/{party.code.lower()}")
    assert found.status == 200, found.body
    return found


def test_a_table_is_taken_back_with_all_it_said(indoors: Indoors) -> None:
    """What it said when it was created, in its moves and through its host on the page; the older value is known
    again, and all else stays."""
    told(indoors, 2)
    before = facts(indoors)
    party = new_party(indoors, options={"teach": True}, facts={"cities": {"Hays": {"income": 1}}})
    party.made(1, "learn", facts={"cities": {"Topeka": {"income": 9}, "Larned": {}}})
    told(indoors, 8, party.host)
    by = indoors.get(AT).json["taught_by"]
    assert [(each["table"], each["facts"]) for each in by] == [(party.code, 3)]
    assert {"Hays", "Larned"} <= set(facts(indoors)["cities"])
    after = take_back(indoors, party).json
    assert after["facts"] == before
    assert after["taught_by"] == []
    former = [(item["row"], item["value"]) for item in after["history"]]
    assert ("Topeka", 8) in former, "and what it said can still be read"
    assert take_back(indoors, party).json["facts"] == before, "once more does no harm"


@pytest.mark.parametrize("first", [0, 1])
def test_two_tables_are_taken_back_in_either_order(indoors: Indoors, first: int) -> None:
    told(indoors, 2)
    parties = [new_party(indoors), new_party(indoors)]
    for n, value in ((0, 3), (1, 4), (0, 5), (1, 6)):
        told(indoors, value, parties[n].host)
    take_back(indoors, parties[first])
    assert income(indoors) == (6 if first == 0 else 5), "what the other said last stands"
    take_back(indoors, parties[1 - first])
    assert income(indoors) == 2


def test_what_a_table_struck_out_is_known_again(indoors: Indoors) -> None:
    told(indoors, 2)
    party = new_party(indoors)
    told(indoors, None, party.host)
    assert income(indoors) is None
    take_back(indoors, party)
    assert income(indoors) == 2
    unknown = new_party(indoors)
    told(indoors, 7, unknown.host)
    told(indoors, None)
    take_back(indoors, unknown)
    assert income(indoors) is None, "the admin's word stands"


def test_who_may_and_who_sees(indoors: Indoors) -> None:
    """The admin alone: whoever knows a table's code may look on there."""
    party = new_party(indoors)
    told(indoors, 3, party.host)
    indoors.phone.environ_base["REMOTE_ADDR"] = "192.168.1.8"
    refused = (403, "host-only")
    for key, was in ((None, (401, "key-needed")), (party.host, refused), (secrets.token_hex(), refused)):
        assert indoors.call("DELETE", f"{AT}/taught/{party.code}", key=key).was == was
        shown = indoors.get(AT, key)
        assert "taught_by" not in shown.json
        assert party.code.encode() not in shown.body
    assert income(indoors) == 3
    indoors.phone.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    assert indoors.call("DELETE", f"/atlases/chess/taught/{party.code}").was == (404, "no-such-game")


def test_lessons_are_bounded(indoors: Indoors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables that contradict one another all evening do not fill the disk."""
    monkeypatch.setattr(lessons, "MOST", 6)
    parties = [new_party(indoors), new_party(indoors)]
    for n in range(20):
        told(indoors, n, parties[n % 2].host)
    assert sum(each["facts"] for each in indoors.get(AT).json["taught_by"]) == 6
