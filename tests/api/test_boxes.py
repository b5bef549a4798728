"""Boxes of one's own over HTTP: kept, chosen, changed and forgotten; by whom, at once, and damaged."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.boxes import MINES, SENT_AS_YAML, YAML, listed, mines, put
from tests.server import Client, Server, new_party, thorough

ADMIN = "an-admin-key-of-this-test"


def test_a_box_is_kept_listed_changed_and_forgotten(client: Client) -> None:
    made = put(client, "kept-here")
    assert (made.status, made.json) == (200, MINES)
    assert client.get("/boxes/kept-here").json == MINES
    item = listed(client)["kept-here"]
    assert (item["title"], item["own"], item["damaged"]) == ("Two mines", True, False)
    assert client.get("/boxes").json["may_edit"] is True
    assert put(client, "kept-here", mines(name="Three mines")).json["name"] == "Three mines"
    assert listed(client)["kept-here"]["title"] == "Three mines"
    assert client.call("DELETE", "/boxes/kept-here").status == 204
    assert client.get("/boxes/kept-here").was == (404, "no-such-box")
    assert client.call("DELETE", "/boxes/kept-here").was == (404, "no-such-box")
    assert "kept-here" not in listed(client)


def test_the_boxes_of_the_games_are_there_to_begin_with(client: Client) -> None:
    """Each can be read, and kept under another name as it is; under its own nothing is written or forgotten."""
    games = [name for name, item in listed(client).items() if not item["own"]]
    assert len(games) == 5
    for name in games:
        box = client.get(f"/boxes/{name}").json
        again = put(client, f"my-{name}", box)
        assert again.status == 200, again.body
        assert client.get(f"/boxes/my-{name}").json == again.json
        for refused in (put(client, name, box), client.call("DELETE", f"/boxes/{name}")):
            assert refused.was == (422, "invalid")
            assert "choose another" in refused.json["detail"]
        assert client.call("DELETE", f"/boxes/my-{name}").status == 204


def test_what_is_left_out_is_said(client: Client) -> None:
    plain = put(client, "plain", {"name": "Plain", "companies": [{"id": "A&1"}]}).json
    assert plain == {
        "name": "Plain",
        "money": {"prefix": "$", "suffix": ""},
        "companies": [
            {"id": "A&1", "name": "A&1", "colour": "#6f6a62", "treasury": 0, "certificates": 5},
        ],
        "tracks": [],
    }


def test_a_box_as_yaml(client: Client) -> None:
    made = put(client, "as-yaml", None, raw=YAML.encode(), **SENT_AS_YAML)
    assert (made.status, made.json) == (200, MINES)


# --- at a table -----------------------------------------------------------------------------------------


def test_a_table_has_the_box_as_it_was(client: Client) -> None:
    """By its name; and whatever becomes of it later, the table, its export and its copy stay as they are."""
    put(client, "at-a-table")
    party = new_party(client, ["Ann", "Ben"], game="bank", options={"box": "at-a-table"})
    before = party.document()
    assert [seat["cash"] for seat in before["seats"]] == [150, 150]
    assert before["options"]["box"] == MINES
    put(client, "at-a-table", mines(cash=5, companies=[], tracks=[]))
    other = new_party(client, ["Ann", "Ben"], game="bank", options={"box": "at-a-table"}).document()
    assert [seat["cash"] for seat in other["seats"]] == [5, 5]
    client.call("DELETE", "/boxes/at-a-table")
    assert party.document() == before
    exported = client.get(f"{party.at}/export", party.host).json
    assert exported["lines"][0]["body"]["options"]["box"] == MINES
    again = client.post("/tables/import", exported)
    assert again.status == 201, again.body
    refused = client.post(
        "/tables", {"game": "bank", "players": ["Ann", "Ben"], "options": {"box": "at-a-table"}}
    )
    assert refused.was == (422, "invalid")
    assert "options.box" in refused.json["errors"]
    assert "at-a-table" in refused.json["detail"]


def test_a_game_that_is_on_is_asked_for_by_its_box(client: Client) -> None:
    """Which figures there are depends on the box, by name or in full."""
    put(client, "begun")
    for box in ("begun", MINES):
        body = {"players": ["Ann", "Ben"], "options": {"box": box}, "position": {}}
        found = client.post("/games/bank/figures", body)
        assert found.status == 200, found.body
        figures = {(each["of"], each["name"]): each["value"] for each in found.json["figures"]}
        assert figures["seat:1", "cash"] == 150
        assert figures["railroad:IRON", "treasury"] == 40
        assert figures["railroad:IRON", "tracks.ore"] == 4
    for box, where in (("no-such", "options.box"), (mines(cash=-1), "options.box.cash")):
        refused = client.post("/games/bank/figures", {"players": ["Ann"], "options": {"box": box}})
        assert refused.was == (422, "invalid")
        assert list(refused.json["errors"]) == [where]


@pytest.mark.parametrize("box", ["no-such", "No Such", "../../etc", "x" * 400, ""])
def test_a_table_of_a_box_that_is_not_there(client: Client, box: str) -> None:
    refused = client.post("/tables", {"game": "bank", "players": ["Ann", "Ben"], "options": {"box": box}})
    assert refused.was == (422, "invalid")
    assert list(refused.json["errors"]) == ["options.box"]


# --- keys, races, damage --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def afar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy: nobody sits at its machine."""
    one = Server(tmp_path_factory.mktemp("afar"), "--behind-proxy", COMPANION_ADMIN_KEY=ADMIN).start()
    yield one
    one.kill()


def test_who_may_write(afar: Server) -> None:
    client = afar.client()
    party = new_party(client, ["Ann", "Ben"], game="bank", options={"starting_cash": 5})
    for key, was in (
        (None, (401, "key-needed")),
        (party.host, (403, "host-only")),
        (party.key(1), (403, "host-only")),
        (party.join, (403, "host-only")),
        (ADMIN + "x", (403, "host-only")),
        ("ü", (403, "host-only")),
    ):
        sent = {"key": key} if key != "ü" else {"Authorization": "Bearer \xfc"}
        assert put(client, "mine", **sent).was == was
        assert put(client, "mine", {"nonsense": 1}, **sent).was == was, "looked at first"
        assert client.call("DELETE", "/boxes/mine", **sent).was == was
    assert client.get("/boxes").json["may_edit"] is False
    assert put(client, "mine", key=ADMIN).status == 200
    assert client.get("/boxes", ADMIN).json["may_edit"] is True
    assert client.get("/boxes/mine").json == MINES, "everybody reads, and begins tables with it"
    assert new_party(client, ["Ann", "Ben"], game="bank", options={"box": "mine"}).document()["seats"]
    assert client.call("DELETE", "/boxes/mine", key=ADMIN).status == 204


def test_a_page_of_another_site_writes_nothing(client: Client) -> None:
    assert put(client, "stolen", Origin="http://elsewhere.example").was == (401, "key-needed")
    assert client.get("/boxes/stolen").was == (404, "no-such-box")


WRITERS, WRITES = 6, 8


def test_who_writes_at_once(server: Server) -> None:
    """Each box is exactly one of those that were sent, and so is that of every table begun in the meantime."""
    sent = [mines(name=f"Mines {n}", cash=n + 1) for n in range(WRITERS)]

    def writer(number: int) -> None:
        client = server.client()
        for n in range(WRITES):
            assert put(client, "raced", sent[number]).status == 200
            assert client.get("/boxes/raced").json in sent
            if n % 4 == 0:
                box = new_party(
                    client, ["A", "B"], claim=False, game="bank", options={"box": "raced"}
                ).document()
                assert box["options"]["box"] in sent
                assert box["seats"][0]["cash"] == box["options"]["box"]["cash"]
        client.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(writer, range(WRITERS)))


def test_a_new_one_and_a_forgotten_one_at_once(server: Server) -> None:
    """It is there or it is not; nobody is told anything else."""

    def writer(number: int) -> None:
        client = server.client()
        for _ in range(WRITES):
            if number % 2:
                assert put(client, "flickers").status == 200
            else:
                found = client.call("DELETE", "/boxes/flickers")
                assert found.status in (204, 404)
        client.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(writer, range(WRITERS)))


def database(server: Server) -> Path:
    return server.folder / "companion.sqlite"


def test_boxes_are_there_after_a_restart_and_after_a_kill(own_server: Server) -> None:
    put(own_server.client(), "lasting")
    own_server.restart()
    assert own_server.client().get("/boxes/lasting").json == MINES
    put(own_server.client(), "lasting", mines(cash=7))
    own_server.kill()
    own_server.start()
    assert own_server.client().get("/boxes/lasting").json["cash"] == 7


@pytest.mark.parametrize("body", ['{"name": "Two mi', "[]", '{"name": ""}', "[" * 5_000])
def test_a_damaged_box_harms_no_other(own_server: Server, body: str) -> None:
    client = own_server.client()
    put(client, "sound")
    put(client, "spoilt")
    own_server.kill()
    with contextlib.closing(sqlite3.connect(database(own_server))) as file, file:
        file.execute("UPDATE box SET body = ? WHERE name = 'spoilt'", (body,))
    own_server.start()
    client = own_server.client()
    assert {name: item["damaged"] for name, item in listed(client).items() if item["own"]} == {
        "sound": False,
        "spoilt": True,
    }
    refused = client.get("/boxes/spoilt")
    assert refused.was == (422, "invalid")
    assert "can't be read any more" in refused.json["detail"]
    at_table = client.post("/tables", {"game": "bank", "players": ["A", "B"], "options": {"box": "spoilt"}})
    assert at_table.was == (422, "invalid")
    assert list(at_table.json["errors"]) == ["options.box"]
    assert client.get("/boxes/sound").json == MINES
    assert put(client, "spoilt").status == 200
    assert client.get("/boxes/spoilt").json == MINES


@thorough
def test_no_more_than_two_hundred(own_server: Server) -> None:
    client = own_server.client()
    for n in range(200):
        assert put(client, f"box-{n}", {"name": f"Box {n}"}).status == 200
    refused = put(client, "one-more", {"name": "One more"})
    assert refused.was == (422, "invalid")
    assert "200 boxes" in refused.json["detail"]
    assert put(client, "box-7", {"name": "Another"}).status == 200, "in place of one that is there"
    assert client.call("DELETE", "/boxes/box-8").status == 204
    assert put(client, "one-more", {"name": "One more"}).status == 200


# --- described ------------------------------------------------------------------------------------------


def test_the_form_of_a_box_says_all_that_a_box_says(client: Client) -> None:
    """What a page asks for is what is read: member by member, in every language."""
    for language, company in (("en", "Companies"), ("de", "Gesellschaften")):
        options = client.get("/games/bank", Accept_Language=language).json["options"]
        (option,) = (each for each in options if each["kind"] == "box")
        form = {field["name"]: field for field in option["form"]}
        assert set(form) == set(MINES)
        assert form["companies"]["label"] == company
        for rows in ("companies", "tracks"):
            assert {field["name"] for field in form[rows]["fields"]} == set(MINES[rows][0])
        assert form["companies"]["max"] == 40
        assert [names["where"]["of"] for names in form["tracks"]["fields"][-1]["names"]] == [
            "company",
            "seat",
        ]
