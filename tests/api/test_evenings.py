"""Evenings that are over: a list and statistics, who sees which of them, what counts once, and who is forgotten."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import text

from api.app import create_app
from api.settings import Settings
from companion.service import Service, shelf
from companion.store.sql import SqlStore
from tests.browser.played import ALL, played_at
from tests.described import contract
from tests.indoors import Indoors
from tests.playing import finished
from tests.server import NAMES, Client, Party, new_party

ELSEWHERE = {"REMOTE_ADDR": "192.168.1.7"}
ADMIN = "admin-key-of-a-public-server"


class Room(Indoors):
    """A server, and a client from another machine."""

    elsewhere = False

    def exchange(self, method: str, address: str, raw: Any, sent: Any) -> Any:
        self.phone.environ_base.update(ELSEWHERE if self.elsewhere else {"REMOTE_ADDR": "127.0.0.1"})
        return super().exchange(method, address, raw, sent)

    def opened_again(self, folder: Path) -> None:
        """As after a restart."""
        self.service.close()
        self.service = Service(SqlStore(f"sqlite:///{folder}/companion.sqlite"))
        self.app = create_app(self.service, Settings(limits=False, admin_key=ADMIN))
        self.phone = self.app.test_client()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    one = Room(tmp_path)
    yield one
    one.app.extensions["stage"].close()
    one.service.close()


def over(room: Client, players: list[str] | None = None, **setup: Any) -> Party:
    return finished(new_party(room, players, **setup))


def evenings(room: Client, key: str | None = None, query: str = "", **headers: str) -> Any:
    found = room.get(f"/evenings{query}", key, **headers)
    assert found.status == 200, found.body
    return found.json


def statistics(room: Client, key: str | None = None, query: str = "", **headers: str) -> Any:
    found = room.get(f"/statistics{query}", key, **headers)
    assert found.status == 200, found.body
    return found.json


def codes(room: Client, key: str | None = None, query: str = "", **headers: str) -> list[str]:
    return [item["code"] for item in evenings(room, key, query, **headers)["items"]]


def changed(room: Room, statement: str) -> None:
    """Somebody else has been at the database."""
    store: Any = room.service.store
    store.database.write(lambda c: c.execute(text(statement)) and None)


def undone(party: Party) -> None:
    assert party.client.post(f"{party.at}/undo", {}, party.host).status == 201


# --- what there is --------------------------------------------------------------------------------------


def test_an_evening_that_is_over(room: Room) -> None:
    party = over(room)
    result = room.get(f"{party.at}/result.json").json
    (item,) = evenings(room)["items"]
    assert item["code"] == party.code
    assert item["game"] == result["game"]
    assert (item["started_at"], item["finished_at"]) == (result["started_at"], result["finished_at"])
    assert item["winners"] == [player["name"] for player in result["players"] if player["winner"]]
    assert {(p["seat"], p["name"], p["rank"], p["score"]) for p in item["players"]} == {
        (player["seat"], player["name"], player["rank"], player["total"]) for player in result["players"]
    }
    assert (
        room.call("PATCH", party.at, {"seats": [{"seat": 2, "colour": "#123456"}]}, party.host).status == 200
    )
    (item,) = evenings(room)["items"]
    assert [p["colour"] for p in item["players"]] == [seat["colour"] for seat in party.document()["seats"]]
    assert item["players"][1]["colour"] == "#123456"
    told = statistics(room)
    assert told["evenings"] == 1
    assert {player["name"]: player["games"] for player in told["players"]} == dict.fromkeys(NAMES, 1)
    assert [pair["games"] for pair in told["head_to_head"]] == [1, 1, 1]
    times = {seat["name"]: seat["seconds"] for seat in room.get(f"{party.at}/time-at-turn").json["seats"]}
    assert {player["name"]: player["at_turn"] for player in told["players"]} == times
    assert told["investments"]["worst"], "they have bought something, and the game was over at once"
    assert not told["investments"]["best"], "nothing has brought more than it cost"


def test_a_game_that_goes_on_is_none_and_an_undo_takes_it_back(room: Room) -> None:
    party = over(room)
    assert codes(room) == [party.code]
    last = party.document()["revision"]
    undone(party)
    assert codes(room) == []
    assert statistics(room)["evenings"] == 0
    assert room.post(f"{party.at}/redo", {}, party.host).status == 201
    assert codes(room) == [party.code]
    assert party.document()["revision"] == last + 2


def test_it_is_kept_under_the_names_of_today(room: Room) -> None:
    party = over(room)
    evenings(room)
    body = {"seats": [{"seat": 1, "name": "Edward"}]}
    assert room.call("PATCH", party.at, body, party.host).status == 200
    shelf.put(room.service.live(party.code))  # as somebody does beside it
    assert "Edward" in {player["name"] for player in statistics(room)["players"]}


# --- what counts ----------------------------------------------------------------------------------------


def test_an_import_counts_once_whatever_its_names(room: Room) -> None:
    party = over(room)
    export = room.get(f"{party.at}/export").json
    for names in (export["players"], ["Otto", "Anna", "Ida"]):
        assert room.post("/tables/import", {**export, "players": names}).status == 201
    assert codes(room) == [party.code]
    assert statistics(room)["evenings"] == 1
    room.call("DELETE", party.at, key=party.host)
    assert statistics(room)["evenings"] == 1, "one of those that were imported counts now"


def test_two_evenings_of_one_name_and_day_are_two(room: Room) -> None:
    over(room)
    over(room)
    told = statistics(room)
    assert told["evenings"] == 2
    assert {player["games"] for player in told["players"]} == {2}


def test_nobody_s_player_may_have_won(room: Room) -> None:
    """Union Pacific for two: the imaginary player has $25M, Ed $9M, Dave $7M. Each language calls it otherwise."""
    party = played_at(room, "union-pacific/two-players-third-wins", ALL)
    [item] = evenings(room)["items"]
    assert item["winners"] == ["Imaginary player"]
    assert [player["winner"] for player in item["players"]] == [False, False]
    german = {"Accept_Language": "de"}
    assert evenings(room, **german)["items"][0]["winners"] == ["Gedachter Spieler"]
    told = statistics(room, **german)
    assert told["games"][0]["money"] == {"prefix": "$", "suffix": "M"}
    records = {each["record"]: (each["players"], each["value"]) for each in told["records"]}
    assert (records["highest"], records["widest"]) == ((["Ed"], 9), (["Gedachter Spieler"], 16))
    assert [player["wins"] for player in told["players"]] == [0, 0]
    third = room.get(f"{party.at}/settlement", **german).json["seats"][0]
    assert (third["name"], third["total"]) == ("Gedachter Spieler", 25)
    assert room.get(party.at, **german).json["seats"][2]["name"] == "Gedachter Spieler"
    chart = room.get(f"{party.at}/charts/worth.svg?language=de").body.decode()
    assert "Gedachter Spieler" in chart
    assert "Imaginary" not in chart
    played = room.get(f"{party.at}/result.json", **german).json["play"]["players"]
    assert [each["name"] for each in played if each["winner"]] == ["Gedachter Spieler"]


def test_practice_and_demonstrations_do_not_count(room: Room) -> None:
    party = over(room)
    copy = room.post(f"{party.at}/copy", {}).json
    export = room.get(f"/tables/{copy['code']}/export", copy["host_key"]).json
    again = room.post("/tables/import", export).json
    assert again["table"]["practice"] is True
    demonstration = {**export, "options": {**export["options"], "practice": False, "demonstration": True}}
    assert room.post("/tables/import", demonstration).json["table"]["practice"] is True
    room.call("DELETE", party.at, key=party.host)
    assert codes(room) == []
    assert statistics(room)["evenings"] == 0


def test_a_damaged_export_is_a_sentence(room: Room) -> None:
    export = room.get(f"{over(room).at}/export").json
    export["lines"][3]["digest"] = "0" * 64
    assert room.post("/tables/import", export).was == (422, "invalid")
    assert len(codes(room)) == 1


# --- which are asked for --------------------------------------------------------------------------------


def test_of_one_game_and_of_one_person(room: Room) -> None:
    first, second = over(room), over(room, ["Ida", "ED", "Otto"])
    assert codes(room, query="?game=prairie-railroads") == [second.code, first.code]
    assert codes(room, query="?game=southern-pacific") == []
    assert room.get("/evenings?game=monopoly").was == (404, "no-such-game")
    assert codes(room, query="?player=ida") == [second.code]
    assert codes(room, query="?player=%20eD") == [second.code, first.code], "letters, small and capital"
    assert codes(room, query="?player=E") == []
    told = statistics(room, query="?player=Ida")
    assert told["evenings"] == 1
    pairs = {frozenset((pair["one"], pair["other"])) for pair in told["head_to_head"]}
    assert {pair - {"Ida"} for pair in pairs} == {frozenset({"ED"}), frozenset({"Otto"})}
    assert {item["player"] for item in told["investments"]["worst"]} == {"Ida"}


def test_page_by_page(room: Room) -> None:
    made = [over(room).code for _ in range(3)]
    page = evenings(room, query="?limit=2")
    rest = evenings(room, query=f"?limit=2&before={quote(page['next'])}")
    assert [item["code"] for item in (*page["items"], *rest["items"])] == made[::-1]
    assert rest["next"] is None
    assert room.get("/evenings?limit=many").was == (422, "invalid")


def test_names_with_markup_are_names(room: Room) -> None:
    names = ["<b>Ed</b>", '=HYPERLINK("http://x")', "Ann / Ben?#%"]
    over(room, names)
    assert [player["name"] for player in evenings(room)["items"][0]["players"]] == names
    for call in ("evenings", "statistics"):
        found = room.get(f"/{call}.csv")
        assert found.headers["content-type"].startswith("text/csv")
        rows = list(csv.DictReader(io.StringIO(found.body.decode()), strict=True))
        told = {row["player"] for row in rows}
        assert {"<b>Ed</b>", '\'=HYPERLINK("http://x")', "Ann / Ben?#%"} <= told
    assert codes(room, query=f"?player={quote(names[2])}")
    assert room.call("DELETE", f"/people/{quote(names[2], safe='')}").json == {"tables": 1}
    assert "Ann" not in str(statistics(room))


def test_rows_say_what_the_documents_say(room: Room) -> None:
    party = over(room)
    rows = list(csv.DictReader(io.StringIO(room.get("/evenings.csv").body.decode())))
    (item,) = evenings(room)["items"]
    assert [(row["player"], int(row["rank"]), int(row["score"])) for row in rows] == [
        (player["name"], player["rank"], player["score"]) for player in item["players"]
    ]
    assert {row["code"] for row in rows} == {party.code}
    told = statistics(room)
    rows = list(csv.DictReader(io.StringIO(room.get("/statistics.csv").body.decode())))
    wins = {
        row["player"]: int(row["value"]) for row in rows if (row["of"], row["figure"]) == ("player", "wins")
    }
    assert wins == {player["name"]: player["wins"] for player in told["players"]}
    assert {row["figure"] for row in rows if row["of"] == "worst investment"} == {"paid", "received"}


# --- who sees what --------------------------------------------------------------------------------------


def test_others_see_the_tables_they_have_a_key_of(room: Room) -> None:
    first, second, third = over(room), over(room, ["Ida", "Otto", "Ed"]), over(room)
    assert evenings(room)["everything"] is True
    room.elsewhere = True
    assert room.get("/evenings").was == (401, "key-needed")
    assert room.get("/statistics.csv").was == (401, "key-needed")
    assert room.get("/evenings", "a-key-that-is-nobody-s").was == (401, "key-unknown")
    for nobody in (first.join, "x"):
        assert room.get("/statistics", nobody).was == (401, "key-unknown")
    for key in (first.host, first.key(2)):
        assert codes(room, key) == [first.code]
        assert evenings(room, key)["everything"] is False
        assert "Ida" not in str(statistics(room, key))
    several = {"Companion_Keys": f"{second.key(3)} a-key-of-a-table-that-is-gone"}
    assert codes(room, first.host, **several) == [second.code, first.code]
    told = statistics(room, first.host, "?player=Ed", **several)
    assert [player["games"] for player in told["players"] if player["name"] == "Ed"] == [2]
    assert third.code not in room.get("/evenings.csv", first.host, **several).body.decode()
    found = room.call("DELETE", "/people/Ed", key=first.host)
    assert found.was == (403, "host-only")
    assert room.call("DELETE", "/people/Ed").was == (401, "key-needed")


def test_who_has_only_what_was_imported_sees_that(room: Room) -> None:
    party = over(room)
    again = room.post("/tables/import", room.get(f"{party.at}/export").json).json
    assert codes(room) == [party.code]
    room.elsewhere = True
    assert codes(room, again["host_key"]) == [again["code"]]
    assert codes(room, party.host, Companion_Keys=again["host_key"]) == [party.code]


def test_a_public_server_knows_its_admin_by_the_key(room: Room, tmp_path: Path) -> None:
    party = over(room)
    room.opened_again(tmp_path)
    room.elsewhere = True
    assert codes(room, ADMIN) == [party.code]
    assert room.call("DELETE", "/people/Dave", key=ADMIN).json == {"tables": 1}


# --- somebody is forgotten ------------------------------------------------------------------------------


def test_somebody_is_forgotten_for_good(room: Room, tmp_path: Path) -> None:
    party, other = over(room), over(room, ["Ida", "dave", "Otto"])
    running = new_party(room)
    room.post("/tables/import", {**room.get(f"{party.at}/export").json, "players": ["X", "Dave", "Y"]})
    assert statistics(room)["evenings"] == 2
    assert room.call("DELETE", "/people/DAVE").json == {"tables": 3}

    def gone() -> None:
        assert "dave" not in str((statistics(room), evenings(room))).lower()
        assert statistics(room)["evenings"] == 2
        for one in (party, other):
            seats = room.get(one.at).json["seats"]
            assert seats[1]["name"] == "N. N. 2"
            assert "dave" not in str(room.get(f"{one.at}/result.json").json).lower()
            assert "dave" not in str(room.get(f"{one.at}/export").json).lower()

    gone()
    assert room.call("DELETE", "/people/Dave").was == (404, "no-such-person")
    assert room.call("DELETE", "/people/N.%20N.%202").was == (404, "no-such-person")
    assert [seat["name"] for seat in room.get(running.at).json["seats"]] == NAMES
    room.opened_again(tmp_path)
    gone()
    changed(room, "DELETE FROM evening")
    assert statistics(room)["evenings"] == 2, "reckoned anew"
    gone()


# --- of before ------------------------------------------------------------------------------------------


def test_evenings_of_before_are_reckoned_a_few_at_a_time(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [over(room).code for _ in range(3)]
    evenings(room)
    changed(room, "DELETE FROM evening")
    changed(room, f"UPDATE line SET body = '!' WHERE code = '{made[1]}' AND revision = 1")
    room.opened_again(tmp_path)
    monkeypatch.setattr("companion.service.evenings.AT_ONCE", 1)
    assert [evenings(room)["lacking"] for _ in range(4)] == [2, 1, 0, 0]
    assert codes(room) == [made[2], made[0]], "and who is damaged is not tried again and again"


def test_they_are_as_the_contract_describes(room: Room) -> None:
    """All answers above were checked against it; here, whether everything has a description."""
    over(room)
    paths = contract()["paths"]
    for path in ("/evenings", "/statistics", "/evenings.csv", "/statistics.csv"):
        names = {each["name"] for each in paths[path]["get"]["parameters"]}
        assert {"game", "player", "Companion-Keys"} <= names
    assert "delete" in paths["/people/{person}"]
