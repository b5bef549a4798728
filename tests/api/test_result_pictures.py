"""A picture of the result, once the game is over: who has won, with what, even under names without letters."""

from __future__ import annotations

import io
import re
import struct
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import CodeType

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from PIL import Image

from api import poster, result_pictures
from api.chart_colours import paper
from api.drawing import Curve
from bench.calls import Counting
from companion.documents.awards import awards
from companion.documents.investments import Investment
from companion.games import GAMES
from companion.table.journal import Line
from companion.words.text import render
from companion.words.values import Railroad, Seat
from tests.browser.played import played
from tests.evening_reader import play_evening
from tests.indoors import Indoors
from tests.server import Client, Party, thorough
from tests.table_player import TablePlayer

SIZE = re.compile(r"font-size: ([\d.]+)px")
SVG = "{http://www.w3.org/2000/svg}"
EVENINGS = Path(__file__).parent.parent / "evenings"


@pytest.fixture
def over(tmp_path: Path) -> Party:
    """Ed has won with $133; Pete has 112, Dave 87 (tests/evenings)."""
    return played(Indoors(tmp_path), "prairie-railroads/whole-evening")


@pytest.mark.parametrize(
    ("query", "size"),
    [pytest.param("", (1200, 630), marks=thorough), ("?tall=true&theme=dark", (1080, 1350))],
)
def test_what_it_says(query: str, size: tuple[int, int], over: Party) -> None:
    found = over.client.get(f"{over.at}/result.svg{query}")
    assert found.headers["content-type"].startswith("image/svg+xml")
    svg = ET.fromstring(found.body)
    assert (svg.get("width"), svg.get("height")) == tuple(map(str, size))
    assert svg.findtext(f"{SVG}title") == "Prairie Railroads: Ed wins"
    words = {(text.text or "").strip() for text in svg.iter(f"{SVG}text")}
    # Pete paid $9 for an ATSF share in the middle of the evening; dividends and the last payoff of it are $34.
    assert {"Ed wins", "$133", "$112", "$87", "Pete: ATSF, paid $9, received $34"} <= words
    # Dave has paid $15 for a CRIP share, and sold it for $6 before it paid anything.
    assert "Dave: CRIP, paid $15, received $6" in words
    png = over.client.get(f"{over.at}/result.png{query}")
    assert png.headers["content-type"] == "image/png"
    assert struct.unpack(">II", png.body[16:24]) == size


def test_it_is_drawn_once_for_what_it_shows(over: Party) -> None:
    first = over.client.get(f"{over.at}/result.svg")
    again = over.client.get(f"{over.at}/result.svg", If_None_Match=first.headers["etag"])
    assert again.status == 304
    names = ["<b>Ed</b> & Sons", "$x$ und Krähwinkel mit langem Namen", "Пит"]
    change = {"seats": [{"seat": n, "name": name} for n, name in enumerate(names, 1)]}
    assert over.client.call("PATCH", over.at, change, over.host).status == 200
    svg = ET.fromstring(over.client.get(f"{over.at}/result.svg").body)
    assert svg.findtext(f"{SVG}title") == "Prairie Railroads: <b>Ed</b> & Sons wins"
    assert over.client.get(f"{over.at}/result.png?language=de").status == 200


def test_not_before_the_end(party: Party, client: Client) -> None:
    for kind in ("svg", "png"):
        assert client.get(f"{party.at}/result.{kind}").was == (409, "not-now")
        assert client.get(f"{party.at}/result.{kind}?theme=blue").was == (422, "invalid")


def test_where_points_count_a_railroad_is_remembered() -> None:
    player = TablePlayer()
    play_evening(EVENINGS / "gulf-mobile-ohio/end-six-colours.evening", player, GAMES)
    # Dave, at seat 2, has 4 points of the VC and 4 of the M&C, and seat 1 has 4 of the GM&O; nobody has more of one.
    assert _given(player) == [("Best railroad", (2, 1), "VC, M&C, GM&O: 4 points each")]


def test_who_is_tied_is_named_beside_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bartholomew and Josephine have $71 each of the ATSF, and he has paid less for it; the MP brought her $1 and $9
    when it was sold, for $20, and Liu lost as much with the KP."""
    player = TablePlayer()
    play_evening(EVENINGS / "prairie-railroads/whole-evening.evening", player, GAMES)
    held = (
        Investment(Seat(1), Railroad("ATSF"), 20, 71, 0),
        Investment(Seat(2), Railroad("ATSF"), 25, 71, 0),
        Investment(Seat(2), Railroad("MP"), 20, 1, 9),
        Investment(Seat(3), Railroad("KP"), 18, 8, 0),
    )
    monkeypatch.setattr("companion.documents.awards.investments", lambda _: held)
    assert _given(player) == [
        ("Best investment", (1,), "ATSF, paid $20, received $71"),
        ("Worst investment", (2, 3), "MP & KP: $10 lost each"),
        ("Most earned with one railroad", (1, 2), "ATSF, received $71 each"),
    ]


def _given(player: TablePlayer) -> list[tuple[str, tuple[Seat, ...], str]]:
    return [(render(award.what, {}), award.seats, render(award.how, {})) for award in awards(player.table)]


@pytest.mark.parametrize("shape", [poster.WIDE, poster.TALL])
def test_what_is_remembered_has_room(shape: poster.Shape) -> None:
    long = "Bartholomew & Josephine: ATSF, received $71 each"
    told = poster.Poster(
        "", "", "", "", [poster.Player("Ed", "#123456", 1, "$9", True)], "", [], [("pq", long)] * 3
    )
    svg = ET.fromstring(poster.drawn(told, paper("light"), shape, "svg"))
    lines = [
        (float(text.attrib["y"]), float(found[1]))
        for text in svg.iter(f"{SVG}text")
        if (text.text or "").strip() in ("pq", long)
        and (found := SIZE.search(text.attrib["style"])) is not None
    ]
    assert len(lines) == 6, "none of them is cut"
    for (above, _), (below, size) in pairwise(lines):
        assert below - above > 1.1 * size, "letters that hang down stand above those of the next line"


def test_letters_are_measured_without_their_curves() -> None:
    """About 180,000 calls; with the extent of every curve of every letter there were 5,000,000, seconds of work."""
    long = "Bartholomew & Josephine: ATSF, received $71 each"
    told = poster.Poster(
        "", "", "", long, [poster.Player(long, "#123456", 1, "$9", True)] * 4, "", [], [(long, long)] * 3
    )
    calls: Counter[CodeType] = Counter()
    with Counting().on(calls):
        poster.drawn(told, paper("light"), poster.WIDE, "png")
    assert calls.total() < 1_000_000


LONG = ["Maximiliane-Josephine", "Bartholomew Featherstonehaugh III.", "Anastasia-Konstantinopolitanskaya"]
PLACED = re.compile(r"translate\(([\d.]+) ([\d.]+)\)|^([\d.]+) ([\d.]+)$")


@thorough
@pytest.mark.parametrize(
    ("evening", "query"),
    [
        ("prairie-railroads/whole-evening", ""),
        ("texas-pacific/end-ties", "?tall=true"),
        ("prairie-railroads/whole-evening", "?tall=true"),
        ("texas-pacific/end-ties", ""),
    ],
)
def test_long_names_have_room(evening: str, query: str, tmp_path: Path) -> None:
    """One who has won, and two: whole, and within the frame in the letters that a PNG is drawn with."""
    over = played(Indoors(tmp_path), evening)
    change = {"seats": [{"seat": n, "name": name} for n, name in enumerate(LONG, 1)]}
    assert over.client.call("PATCH", over.at, change, over.host).status == 200
    svg = ET.fromstring(over.client.get(f"{over.at}/result.svg{query}").body)
    texts = [text for text in svg.iter(f"{SVG}text") if (text.text or "").strip()]
    headline = (svg.findtext(f"{SVG}title") or "").split(": ")[1]
    assert _spaceless(headline) in _spaceless("".join(reversed([text.text or "" for text in texts])))
    for text in texts:
        left = float(text.attrib["x"])
        letters = FontProperties(family="serif", weight="bold" if "700" in text.attrib["style"] else "normal")
        size = float((SIZE.search(text.attrib["style"]) or [0, 0])[1])
        wide = TextPath((0, 0), text.text or "", size=size, prop=letters).get_extents().width
        begins = left - wide * {"middle": 0.5, "end": 1.0}.get(_anchor(text), 0.0)
        assert begins > 25, text.text
        assert begins + wide < float(svg.attrib["width"]) - 25, text.text


def _spaceless(words: str) -> str:
    return re.sub(r"\s", "", words)


def _anchor(text: ET.Element) -> str:
    found = re.search(r"text-anchor: (\w+)", text.attrib["style"])
    return found[1] if found else "start"


@pytest.mark.parametrize("shape", [poster.WIDE, pytest.param(poster.TALL, marks=thorough)])
def test_what_nobody_is_remembered_for_leaves_no_room(shape: poster.Shape) -> None:
    """The chart has it: something is drawn in the lowest fifth."""
    player, curve = poster.Player("Ed", "#123456", 1, "$9", True), Curve("seat-1", "Ed", "#123456", [1, 5, 3])
    told = poster.Poster("", "", "", "", [player], "", [curve], [])
    picture = Image.open(io.BytesIO(poster.drawn(told, paper("light"), shape, "png"))).convert("RGB")
    box = (shape.worth[0], shape.height * 4 // 5, shape.worth[0] + shape.worth[2], shape.height - 30)
    assert len(picture.crop(box).getcolors() or [0, 0]) > 1


def test_the_chart_is_called_as_on_the_page(tmp_path: Path) -> None:
    """In Texas & Pacific players are worth their cash."""
    over = played(Indoors(tmp_path), "texas-pacific/end-ranches")
    words = ET.fromstring(over.client.get(f"{over.at}/result.svg").body).itertext()
    assert "Cash during play" in {word.strip() for word in words}


def test_a_tie_that_nothing_had_to_decide_is_not_spoken_of(over: Party) -> None:
    assert not [word for word in _words(over, "") if "Ties" in word]


@pytest.mark.parametrize("query", ["", pytest.param("?tall=true&language=de", marks=thorough)])
def test_the_chart_has_a_scale_and_names(query: str, over: Party) -> None:
    """Ed's $133 is the highest that anybody was worth; each name stands at its podium, and at its line's end."""
    words = Counter(_words(over, query))
    assert words["$0"] == 1
    assert words["$133"] == 3, "as what has won, on the podium, and at the axis"
    assert all(words[name] == 2 for name in ("Ed", "Pete", "Dave"))


@pytest.mark.parametrize(
    ("at", "spoken", "day"),
    [
        ("2026-11-28T23:30:00.000Z", "en", "28 November 2026"),
        ("2026-11-28T23:30:00.000Z", "de", "28. November 2026"),
        ("some-day-or-other", "en", "some-day-o"),
    ],
)
def test_the_day_is_written_out(at: str, spoken: str, day: str) -> None:
    assert result_pictures._day(Line(1, at, "app", "begin", {}), spoken) == day


def test_equal_ends_are_named_in_the_order_of_the_places() -> None:
    curves = [
        Curve(f"seat-{n}", name, "#123456", [1, 5], n) for n, name in ((2, "Ann"), (1, "Bob"), (3, "Cec"))
    ]
    player = poster.Player("Bob", "#123456", 1, "$5", True)
    svg = ET.fromstring(
        poster.drawn(
            poster.Poster("", "", "", "", [player], "", curves, []), paper("light"), poster.WIDE, "svg"
        )
    )
    at = {(text.text or "").strip(): float(text.attrib["y"]) for text in svg.iter(f"{SVG}text")}
    assert at["Bob"] < at["Ann"] < at["Cec"]


def _words(party: Party, query: str) -> list[str]:
    svg = ET.fromstring(party.client.get(f"{party.at}/result.svg{query}").body)
    return [(text.text or "").strip() for text in svg.iter(f"{SVG}text")]


@pytest.mark.parametrize("shape", [poster.WIDE, pytest.param(poster.TALL, marks=thorough)])
def test_equals_stand_on_equal_steps_in_letters_of_one_size(shape: poster.Shape) -> None:
    """Two share the third place: none of them goes to the line of those who come after it."""
    ranked = [("Ed", 1), ("Pete", 2), ("Bartholomew Featherstonehaugh", 3), ("Jo", 3), ("Ann", 5)]
    players = [poster.Player(name, "#123456", rank, f"${9 - rank}", rank == 1) for name, rank in ranked]
    told = poster.Poster("", "", "", "", players, "", [], [])
    svg = ET.fromstring(poster.drawn(told, paper("light"), shape, "svg"))
    sizes = {
        (text.text or "").strip(): found[1]
        for text in svg.iter(f"{SVG}text")
        if (found := SIZE.search(text.attrib["style"])) is not None
    }
    assert sizes["Jo"] == sizes["Bartholomew"] != sizes["Ed"]
    assert [words for words in sizes if "Ann" in words] == ["5.\u00a0Ann\u00a0$4"]
    steps = [path.attrib["d"] for path in svg.iter(f"{SVG}path") if path.attrib["d"].count("L") == 3]
    tops = [min(map(float, re.findall(r"[\d.]+ ([\d.]+)", step))) for step in steps]
    first, second, third, other = tops[-4:]
    assert first < second < third == other
