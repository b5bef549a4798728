"""What no box can have is refused at its place, by member and by line, and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.boxes import MINES, SENT_AS_YAML, YAML, mines, put
from tests.server import Client

COMPANY = {"id": "IRON", "name": "Iron Mine", "colour": "#8c2f23"}
TRACK = {"name": "ore", "of": "company", "min": 0, "max": 12}
NONSENSE: dict[str, tuple[Any, str]] = {
    "nothing at all": ({}, "name"),
    "no name": (mines(name=""), "name"),
    "a long name": (mines(name="m" * 41), "name"),
    "a sign nobody sees": (mines(name="Two​mines"), "name"),
    "a name that is a list": (mines(name=["Two"]), "name"),
    "zero players": (mines(cash={"0": 40}), "cash"),
    "thirteen players": (mines(cash={"13": 40}), "cash"),
    "less than no money": (mines(cash=-1), "cash"),
    "half a dollar": (mines(cash={"2": 0.5}), "cash.2"),
    "all the money there is": (mines(cash=100_000), "cash"),
    "yes for an amount": (mines(cash=True), "cash"),
    "10,000 companies": (mines(companies=[{"id": f"C{n}"} for n in range(10_000)]), "companies"),
    "41 companies": (mines(companies=[{"id": f"C{n}"} for n in range(41)]), "companies"),
    "companies that are none": (mines(companies={"id": "IRON"}), "companies"),
    "the same letters": (mines(companies=[COMPANY, {**COMPANY, "name": "Other"}]), "companies.1.id"),
    "the same name": (mines(companies=[COMPANY, {"id": "ORE", "name": "iron mine"}]), "companies.1.name"),
    "small letters": (mines(companies=[{"id": "iron"}]), "companies.0.id"),
    "seven letters": (mines(companies=[{"id": "IRONORE"}]), "companies.0.id"),
    "no letters": (mines(companies=[{"name": "Iron"}]), "companies.0.id"),
    "a colour in words": (mines(companies=[{**COMPANY, "colour": "red"}]), "companies.0.colour"),
    "a hundred certificates": (
        mines(companies=[{**COMPANY, "certificates": 100}]),
        "companies.0.certificates",
    ),
    "a treasury in words": (mines(companies=[{**COMPANY, "treasury": "40"}]), "companies.0.treasury"),
    "eleven tracks": (mines(tracks=[{**TRACK, "name": f"t{n}"} for n in range(11)]), "tracks"),
    "a track of nobody": (mines(tracks=[{"name": "ore"}]), "tracks.0.of"),
    "a track that ends before it begins": (mines(tracks=[{**TRACK, "min": 5, "max": 4}]), "tracks.0.max"),
    "a marker beside its track": (mines(tracks=[{**TRACK, "start": 13}]), "tracks.0.start"),
    "a marker of a company that is not there": (
        mines(tracks=[{**TRACK, "start": {"GOLD": 1}}]),
        "tracks.0.start",
    ),
    "two tracks of one name": (mines(tracks=[TRACK, {**TRACK, "name": "ORE"}]), "tracks.1.name"),
    "a long unit": (mines(money={"prefix": "marks"}), "money.prefix"),
    "money in words": (mines(money="$"), "money"),
    "something else": (mines(colour="red"), "colour"),
    "printed money without end": (mines(paper_total=10**12), "paper_total"),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_refused_where_it_stands_and_nothing_has_changed(client: Client, name: str) -> None:
    put(client, "stays")
    box, where = NONSENSE[name]
    if name == "10,000 companies":  # nobody reads so much
        refused = put(client, "stays", box)
        assert refused.was == (413, "too-large")
    else:
        refused = put(client, "stays", box)
        assert refused.was == (422, "invalid"), refused.body
        assert list(refused.json["errors"]) == [where]
        assert len(refused.json["detail"]) > 10
        at_table = client.post("/tables", {"game": "bank", "players": ["A", "B"], "options": {"box": box}})
        assert at_table.was == (422, "invalid")
        assert list(at_table.json["errors"]) == [f"options.box.{where}"]
    assert client.get("/boxes/stays").json == MINES


def test_10_000_companies_in_short_are_too_many(client: Client) -> None:
    """As many as 64 KiB hold; more is not even read."""
    refused = put(client, "stays", {"name": "x", "companies": [{}] * 10_000})
    assert refused.was == (422, "invalid")
    assert "at most 40, not 10000" in refused.json["detail"]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("id: COAL", "id: coal", 12),
        ("id: COAL", "id: IRON", 12),
        ("name: Coal Mine", "name: IRON MINE", 13),
        ("certificates: 3\ntracks", "certificates: lots\ntracks", 16),
        ("  3: 100", "  0: 100", 6),
        ("paper_total: 400", "paper_total: -400", 9),
        ("  suffix:", "  sufix:", 5),
        ("max: 12,", "max: 3,", 18),
        ("tracks:", "  tracks:", 17),
        ("name: Two mines\n", "name: Two mines\nname: Three mines\n", 3),
        ("cash:\n", "cash: *all\n", 6),
        ("# A game", "\tA game", 1),
        ("paper_total: 400", "paper_total: !!python/object:os.system 400", 9),
    ],
)
def test_what_is_wrong_in_yaml_is_named_by_its_line(client: Client, old: str, new: str, line: int) -> None:
    assert YAML.count(old) == 1
    refused = put(client, "wrong", None, raw=YAML.replace(old, new).encode(), **SENT_AS_YAML)
    assert refused.was == (422, "invalid"), refused.body
    assert refused.json["detail"].startswith(f"Line {line}: "), refused.json
    assert client.get("/boxes/wrong").was == (404, "no-such-box")


def test_what_is_wrong_in_json_is_named_by_its_line_where_it_has_lines(client: Client) -> None:
    text = json.dumps(mines(companies=[COMPANY, {"id": "ore"}]), indent="\t")
    line = next(n for n, each in enumerate(text.split("\n"), 1) if '"ore"' in each and "id" in each)
    refused = put(client, "wrong", None, raw=text.encode())
    assert refused.json["detail"].startswith(f"Line {line}: companies.1.id: "), refused.body
    in_one = put(client, "wrong", None, raw=json.dumps(mines(companies=[{"id": "ore"}])).encode())
    assert in_one.json["detail"].startswith("companies.0.id: ")
    broken = put(client, "wrong", None, raw=b'{\n"name": "x",\n"cash": }')
    assert broken.was == (400, "malformed")
    assert "line 3" in broken.json["detail"]


def test_it_is_refused_in_ones_own_language(client: Client) -> None:
    refused = put(client, "wrong", mines(cash=-1), Accept_Language="de")
    assert refused.json["detail"] == "cash: eine ganze Zahl von 0 bis 99999"


@pytest.mark.parametrize(
    ("raw", "media", "was"),
    [
        (b"", "application/json", (400, "malformed")),
        (b"[]", "application/json", (400, "malformed")),
        (b"null", "application/json", (400, "malformed")),
        (b"[" * 60_000, "application/json", (400, "malformed")),
        (b"", "application/yaml", (400, "malformed")),
        (b"# nothing", "application/yaml", (422, "invalid")),
        (b"- a\n- b", "application/yaml", (422, "invalid")),
        (b"[" * 60_000, "application/yaml", (422, "invalid")),
        (b"\xff\xfe", "application/yaml", (422, "invalid")),
        (b"name: x", "text/html", (415, "not-json")),
        (b"x" * 70_000, "application/yaml", (413, "too-large")),
        (b"x" * 70_000, "application/json", (413, "too-large")),
    ],
)
def test_what_is_no_box_at_all(client: Client, raw: bytes, media: str, was: tuple[int, str]) -> None:
    refused = put(client, "none", None, raw=raw, Content_Type=media)
    assert refused.was == was, refused.body
    assert client.get("/boxes/none").was == (404, "no-such-box")


@pytest.mark.parametrize(
    "name", ["Mines", "two_mines", "m" * 41, "m%C3%BCnchen", "two%20mines", "..%2e", "a.b"]
)
def test_names_that_cannot_be(client: Client, name: str) -> None:
    assert put(client, name).was == (422, "invalid")
    assert client.get(f"/boxes/{name}").was == (404, "no-such-box")
    assert client.call("DELETE", f"/boxes/{name}").was == (422, "invalid")
