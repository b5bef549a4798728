"""A picture of the result, once the game is over: who has won, with what, even under names without letters."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.documents.awards import awards
from companion.games import GAMES
from companion.words.text import render
from tests.browser.played import played
from tests.evening_reader import play_evening
from tests.indoors import Indoors
from tests.server import Client, Party, thorough
from tests.table_player import TablePlayer

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
    given = [(render(award.what, {}), award.seat, render(award.how, {})) for award in awards(player.table)]
    # Dave, at seat 2, has 4 points of the VC and 4 of the M&C; nobody has more of one.
    assert given == [("Best railroad", 2, "VC: 4 points")]
