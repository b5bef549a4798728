"""Charts: their figures are those of the document, lines can be told apart without colour, and nobody waits for
them."""

from __future__ import annotations

import gzip
import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api.app import create_app
from api.chart_colours import THEMES, contrast, paper
from api.chart_letters import apart, cut, wide
from api.drawing import MARKS, NARROW, TALL, WIDE, Chart, Curve, Shape, drawn
from api.lanes import lane, lifted, marked, steps
from api.settings import Settings
from companion.games import GAMES
from companion.service import Service
from companion.store.sql import SqlStore
from companion.vocabulary.box import Unit
from tests.playing import begun
from tests.server import Client, Party, Server, new_party

SVG = "{http://www.w3.org/2000/svg}"
LONG = [
    "Maximiliane von Hohenstein-Krähwinkel",
    "Bartholomew <Featherstonehaugh> & Sons",
    "$x$ and $y$",
    "Ed",
    "=cmd|' /C calc'!A0",
]


def chart(party: Party, name: str, query: str = "") -> ET.Element:
    found = party.client.get(f"{party.at}/charts/{name}.svg{query}")
    assert found.status == 200, found.body
    assert found.headers["content-type"].startswith("image/svg+xml")
    assert len(gzip.compress(found.body)) < 40_000
    return ET.fromstring(found.body)


def last_figures(svg: ET.Element) -> dict[str, int]:
    """What the description says stood at the end."""
    shown = svg.findtext(f"{SVG}desc") or ""
    return {name: int(last) for name, last in re.findall(r"\. ([^:]+): from \$-?\d+ to \$(-?\d+)", shown)}


def group(svg: ET.Element, name: str) -> ET.Element:
    found = svg.find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def style(element: ET.Element) -> str:
    return " ".join(item.get("style", "") for item in element.iter())


@pytest.mark.parametrize("theme", THEMES)
def test_figures_are_those_of_the_document(party: Party, theme: str) -> None:
    begun(party)
    document = party.document()
    settled = party.client.get(f"{party.at}/settlement").json
    query = f"?theme={theme}"
    assert last_figures(chart(party, "cash", query)) == {
        seat["name"]: seat["cash"] for seat in document["seats"]
    }
    assert last_figures(chart(party, "worth", query)) == {
        seat["name"]: seat["total"] for seat in settled["seats"]
    }
    # Each has paid twice $20 of $80, and $20 lie in every treasury.
    assert last_figures(chart(party, "cash", query)) == {"Ed": 40, "Dave": 40, "Pete": 40}
    railroads = document["railroads"]
    for name in ("income", "treasury"):
        assert last_figures(chart(party, name, query)) == {
            railroad["id"]: railroad[name] for railroad in railroads
        }
    assert set(last_figures(chart(party, "treasury", query)).values()) == {20}


def test_a_picture_speaks_the_language_its_address_names(party: Party) -> None:
    """A browser fetches pictures in its own language, whatever was chosen in the settings."""
    assert chart(party, "cash", "?language=de").findtext(f"{SVG}title") == "Bargeld während der Partie"
    assert chart(party, "cash", "?language=xx").findtext(f"{SVG}title") == "Cash during play"
    tags = [
        party.client.get(f"{party.at}/charts/cash.svg{query}").headers["etag"]
        for query in ("", "?language=de")
    ]
    assert tags[0] != tags[1]


def test_what_was_undone_is_not_in_it(party: Party) -> None:
    begun(party)
    entries = 13  # the beginning, six auctions, six first segments
    assert f"After {entries} entries" in (chart(party, "cash").findtext(f"{SVG}desc") or "")
    party.client.post(f"{party.at}/undo", {"to": 2}, party.host)
    svg = chart(party, "cash")
    assert "After 2 entries" in (svg.findtext(f"{SVG}desc") or "")
    assert last_figures(svg) == {"Ed": 60, "Dave": 80, "Pete": 80}
    party.client.post(f"{party.at}/redo", None, party.host)
    assert last_figures(chart(party, "cash")) == {"Ed": 40, "Dave": 40, "Pete": 40}


@pytest.mark.parametrize("theme", THEMES)
def test_lines_differ_by_more_than_colour(party: Party, theme: str) -> None:
    begun(party)
    svg = chart(party, "treasury", f"?theme={theme}")
    ids = [f"railroad-{railroad['id']}" for railroad in party.document()["railroads"]]
    dashes, marks, inks = set(), set(), set()
    for item in ids:
        line = style(group(svg, f"line-{item}"))
        dashes.add((re.search(r"stroke-dasharray: ([\d., ]+)", line) or ["", "none"])[1])
        inks.add((re.search(r"stroke: (#\w+)", line) or ["", ""])[1])
        mark = group(svg, f"marks-{item}").find(f".//{SVG}path")
        assert mark is not None
        marks.add(mark.get("d"))
    assert len(dashes) == len(marks) == len(inks) == len(ids) == 6
    sheet = paper(theme).sheet
    assert all(contrast(ink, sheet) >= 3 for ink in inks)
    words = [text.text for text in svg.iter(f"{SVG}text")]
    assert {item.removeprefix("railroad-") for item in ids} <= set(words), "no name at a line's end"


def test_the_same_is_drawn_the_same() -> None:
    wanted = Chart("Cash", "Words", "Entries", Unit(), [Curve("seat-1", "Ed", "#8c2f23", [80, 60, None, 20])])
    assert drawn(wanted, paper("light"), WIDE) == drawn(wanted, paper("light"), WIDE)
    assert drawn(wanted, paper("dark"), WIDE) != drawn(wanted, paper("light"), WIDE)
    svg = drawn(wanted, paper("light"), NARROW)
    assert "matplotlib" not in svg.lower()
    assert not re.search(r"\d{4}-\d\d-\d\d", svg), "a date"


def test_points_where_points_win(client: Client) -> None:
    """The SC's Charter brings Dave 1, Charleston 1 and Augusta 1; of his $40 he pays $12."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(0, "charter", railroad="SC")
    party.made(0, "auction_result", winner=2, amount=12)
    party.made(0, "expand", rural=1, cities=["Charleston", "Augusta"])
    worth, cash = chart(party, "worth"), chart(party, "cash")
    assert worth.findtext(f"{SVG}title") == "Players’ points"
    shown = worth.findtext(f"{SVG}desc") or ""
    assert "Ed: from 0 VP to 0 VP, at most 0 VP" in shown
    assert "Dave: from 0 VP to 3 VP, at most 3 VP" in shown
    words = [text.text or "" for text in worth.iter(f"{SVG}text")]
    assert {"3 VP", "0 VP"} <= set(words)
    assert not [word for word in (*words, shown) if "$" in word]
    assert last_figures(cash) == {"Ed": 40, "Dave": 28, "Pete": 40}
    assert chart(party, "worth", "?language=de").findtext(f"{SVG}title") == "Punkte der Spieler"


def test_names_are_words_and_nothing_else(client: Client) -> None:
    party = new_party(client, LONG)
    for query in ("", "?narrow=true"):
        svg = chart(party, "worth", query)
        assert not list(svg.iter(f"{SVG}script"))
        assert "$x$ and $y$" in [text.text for text in svg.iter(f"{SVG}text")]
        assert set(last_figures(svg).values()) == {60}
    assert all(name in (svg.findtext(f"{SVG}desc") or "") for name in LONG)


def test_a_row_of_two_has_a_chart_as_high_and_twice_as_wide(client: Client) -> None:
    party = new_party(client, LONG)
    usual, broad = chart(party, "worth"), chart(party, "worth", "?broad=true")
    assert broad.get("height") == usual.get("height")
    assert int(broad.get("width") or 0) > 2 * int(usual.get("width") or 0)
    assert [text.get("style") for text in broad.iter(f"{SVG}text")][-1] == (
        [text.get("style") for text in usual.iter(f"{SVG}text")][-1]
    )


def test_a_phone_reads_six_names_of_twelve_letters_whole() -> None:
    names = ["Bartholomäus", "Christopher", "Maximiliane", "Sieglindchen", "Hohenstaufen", "Evangelistus"]
    lines = [Curve(name, name, "#8c2f23", [80, 1204 + at]) for at, name in enumerate(names)]
    wanted = Chart("Worth", "Words", "Entries", Unit(), lines)
    svg = ET.fromstring(drawn(wanted, paper("light"), NARROW))
    words = [text.text for text in svg.iter(f"{SVG}text")]
    assert {*names, "$1,209"} <= set(words)


def test_a_phone_reads_names_as_large_as_text() -> None:
    """A screen of 360 pixels shows 326 of the 340 it is drawn in, and a text there has 16 pixels."""
    wanted = Chart("Worth", "Words", "Entries", Unit(), [Curve("Ada", "Ada", "#8c2f23", [80, 1204])])
    svg = ET.fromstring(drawn(wanted, paper("light"), NARROW))
    (style,) = [text.get("style") or "" for text in svg.iter(f"{SVG}text") if text.text == "Ada"]
    (letters,) = re.findall(r"([\d.]+)px", style)
    assert float(letters) * 326 / NARROW.width >= 16


@pytest.mark.parametrize("shape", [WIDE, TALL])
def test_short_names_leave_their_room_to_the_lines(shape: Shape) -> None:
    def ends(name: str) -> float:
        """Where the lines end."""
        curve = Curve("seat-1", name, "#8c2f23", [80, 60, 20])
        svg = drawn(Chart("Cash", "Words", "Entries", Unit(), [curve]), paper("light"), shape)
        path = group(ET.fromstring(svg), "line-seat-1").find(f"{SVG}path")
        assert path is not None
        return max(float(x) for x, _ in re.findall(r"[ML] (\S+) (\S+)", path.get("d", "")))

    assert ends("Maximiliane von Hohenstein-Krähwinkel") == pytest.approx(shape.width - shape.right, abs=0.2)
    assert ends("Ed") > shape.width - shape.right + 25


def test_on_a_phone_the_lines_have_the_width_and_the_names_stand_below() -> None:
    """Three short names in two columns, below the lines; nothing stands beside these."""
    lines = [Curve(name, name, "#8c2f23", [80, at]) for at, name in enumerate(("Ed", "Dave", "Pete"))]
    svg = ET.fromstring(drawn(Chart("Cash", "Words", "Turns", Unit(), lines), paper("light"), NARROW))
    path = group(svg, "line-Ed").find(f"{SVG}path")
    assert path is not None
    points = [(float(x), float(y)) for x, y in re.findall(r"[ML] (\S+) (\S+)", path.get("d", ""))]
    assert max(x for x, _ in points) > 320
    assert min(x for x, _ in points) < 60
    below = max(y for _, y in points)
    at = {
        text.text: (float(text.get("x") or 0), float(text.get("y") or 0)) for text in svg.iter(f"{SVG}text")
    }
    assert all(at[name][1] > below for name in ("Ed", "Dave", "Pete"))
    assert at["Pete"][0] == at["Dave"][0] < at["Ed"][0]


def test_one_entry_and_a_thousand() -> None:
    assert steps([80]) == [(1, 80), (2, 80)]
    assert steps([80, 80, 60, 60, 60]) == [(1, 80), (3, 60), (5, 60)]
    assert steps([None, None]) == []
    # A gap where nothing may be told.
    assert steps([80, None, 60]) == [(1, 80), (2, None), (3, 60)]
    long = steps(list(range(1000)))
    assert len(long) <= 262
    assert long[0] == (1, 0)
    assert long[-1] == (1000, 999)
    assert marked([80, None], 0, 1) == []
    line = dict(long)
    for place in range(6):  # of every fourth moment a line is drawn: a mark stands on it in between, too
        for x, value in marked(list(range(1000)), place, 6):
            assert value == line[max(at for at in line if at <= x)]


def test_no_line_at_nothing_lies_below_it() -> None:
    for of in range(1, 9):
        at_nothing = [lifted(0, place, of) for place in range(of)]
        assert min(at_nothing) == 0
        assert at_nothing == sorted(set(at_nothing)), "each is seen"
        assert [lifted(100, place, of) for place in range(of)] == [100 + lane(n, of) for n in range(of)]
        assert [lifted(-50, place, of) for place in range(of)] == [lane(n, of) - 50 for n in range(of)]


def test_labels_do_not_lie_on_one_another() -> None:
    assert apart([10, 100], 17, 0, 200) == [10, 100]
    for heights in ([50.0] * 5, [0, 1, 2, 100, 101], [199, 200, 200], [0, 0, 0]):
        found = apart(heights, 17, 0, 200)
        assert all(b - a >= 17 - 1e-9 for a, b in itertools.pairwise(found)), found
        assert min(found) >= 0
        assert max(found) <= 200
    crowd = apart([5.0] * 30, 17, 0, 200)
    assert max(crowd) <= 200 + 1e-9
    assert wide(cut(LONG[0], 90, 14), 14) <= 90


def test_a_tag_for_each_theme(party: Party) -> None:
    at = f"{party.at}/charts/cash.svg"
    light, dark = party.client.get(at), party.client.get(f"{at}?theme=dark")
    assert light.headers["etag"] != dark.headers["etag"]
    unchanged = party.client.get(at, If_None_Match=light.headers["etag"])
    assert (unchanged.status, unchanged.body) == (304, b"")
    assert party.client.get(at, If_None_Match=dark.headers["etag"]).status == 200
    party.made(1, "bid", amount=3)
    assert party.client.get(at, If_None_Match=light.headers["etag"]).status == 200
    assert party.client.get(f"{at}?theme=sepia").was == (422, "invalid")
    assert party.client.get(f"{party.at}/charts/fun.svg").was == (404, "not-found")
    assert party.client.get("/tables/00000000/charts/cash.svg").was == (404, "no-such-table")
    assert party.client.get(at, "no key of this table").was == (401, "key-unknown")


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Service(SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")), Settings())


def _without(app: Flask, monkeypatch: pytest.MonkeyPatch, change: Any) -> Any:
    """A table of a game that shows less, and its charts, by name."""
    rules = GAMES[0]
    service = app.extensions["companion"]
    live = service.create(rules.box.slug, ["Ed", "Dave", "Pete"], {"first_bidder": 1}, {}, None).live
    shown = rules.show.view
    less = replace(rules, show=replace(rules.show, view=lambda state: change(shown(state))))
    monkeypatch.setattr(live.table, "rules", less)
    return lambda name: app.test_client().get(f"/api/v1/tables/{live.code}/charts/{name}.svg")


def test_what_a_game_hides_is_not_told(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden(view: Any) -> Any:
        return replace(view, seats={seat: {**shown, "cash": None} for seat, shown in view.seats.items()})

    get = _without(app, monkeypatch, hidden)
    for name in ("cash", "worth"):
        assert get(name).status_code == 409
        assert get(name).json["code"] == "not-now"
        assert "80" not in get(name).json["detail"]
    assert get("income").status_code == 200


def test_one_players_hidden_cash_is_a_gap(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden(view: Any) -> Any:
        seats: Mapping[Any, Any] = view.seats
        return replace(
            view, seats={n: {**shown, "cash": None if n == 2 else 80} for n, shown in seats.items()}
        )

    get = _without(app, monkeypatch, hidden)
    svg = ET.fromstring(get("worth").data)
    assert last_figures(svg) == {"Ed": 80, "Pete": 80}
    assert svg.find(".//*[@id='line-seat-2']") is None


def test_what_a_game_does_not_have(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def bare(view: Any) -> Any:
        return replace(view, railroads=tuple({**railroad, "income": None} for railroad in view.railroads))

    get = _without(app, monkeypatch, bare)
    assert get("income").status_code == 404
    assert get("income").json["code"] == "no-such-chart"
    assert get("treasury").status_code == 200


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_every_game_has_its_charts(app: Flask, rules: Any) -> None:
    """Drawn, or refused with a reason: what a game does not have or does not show."""
    names = [f"Player {n}" for n in range(rules.box.most_players)]
    live = app.extensions["companion"].create(rules.box.slug, names, {}, {}, None).live
    shown = live.table.view()
    has = {"cash": any(seat["cash"] is not None for seat in shown.seats.values())}
    has |= {
        name: any(railroad[name] is not None for railroad in shown.railroads)
        for name in ("income", "treasury")
    }
    for name, there in {**has, "worth": has["cash"], "turn": bool(shown.to_act)}.items():
        found = app.test_client().get(f"/api/v1/tables/{live.code}/charts/{name}.svg")
        assert found.status_code == (200 if there else 409 if name in ("cash", "worth") else 404), name


@pytest.mark.parametrize(
    ("slug", "name", "shown"),
    [
        ("gulf-mobile-ohio", "worth", "0 VP"),
        ("gulf-mobile-ohio", "cash", "$40"),
        ("union-pacific", "worth", "$0M"),
        ("southern-pacific", "worth", "$33"),
    ],
)
def test_amounts_have_the_unit_of_their_game(client: Client, slug: str, name: str, shown: str) -> None:
    """Points are not dollars, and millions are not single dollars."""
    rulings = {"cash_visibility": "open"} if slug == "union-pacific" else {}
    svg = chart(new_party(client, claim=False, game=slug, rulings=rulings), name)
    assert [text.text for text in svg.iter(f"{SVG}text")].count(shown) >= 3, "at the end of each line"
    assert f"Ed: from {shown} to {shown}, at most {shown}." in (svg.findtext(f"{SVG}desc") or "")


def test_rounds_are_marked_where_a_game_has_them(client: Client) -> None:
    party = new_party(client, game="southern-pacific")
    assert "Moves" in [text.text for text in chart(party, "cash").iter(f"{SVG}text")]
    for start, end in (
        ("Beaumont", "Houston"),
        ("Marshall", "Longview"),
        ("Paris", "Sherman"),
        ("McAlester", "Sherman"),
        ("Fayetteville", "Rogers"),
        ("Galveston", "Houston"),
    ):
        party.made(0, "auction_result", winner=1, amount=1)
        party.made(0, "build_link", **{"from": start, "to": end}, facts=_home(start))
    assert party.document()["round"] == 1
    assert "Round" in [text.text for text in chart(party, "cash").iter(f"{SVG}text")]


def _home(city: str) -> Any:
    railroads = {"Marshall": "TP", "Paris": "MP", "Fayetteville": "SLSF", "Galveston": "GHH"}
    return {"homes": {railroads[city]: city}} if city in railroads else None


def test_every_line_has_a_mark_of_its_own() -> None:
    assert len(set(MARKS)) == len(MARKS) >= 6


def test_nothing_is_loaded_before_the_first_chart(own_server: Server) -> None:
    party = new_party(own_server.client())
    assert own_server.process is not None
    maps = Path(f"/proc/{own_server.process.pid}/maps")
    if not maps.exists():
        pytest.skip("this machine does not tell what a process has loaded")
    assert "numpy" not in maps.read_text()
    chart(party, "cash")
    assert "numpy" in maps.read_text()
