"""A picture of the result, once the game is over: who has won, with what, even under names without letters."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest

from api import poster
from api.chart_colours import paper
from companion.documents.awards import awards
from companion.documents.investments import Investment
from companion.games import GAMES
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
