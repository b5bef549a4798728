"""How players are called where a chart has little room for their names."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from api.called_names import called_names
from api.chart_colours import paper
from api.chart_letters import brief
from api.drawing import BROAD, TALL, WIDE, Chart, Curve, Shape, drawn
from companion.vocabulary.box import Unit

ROOM = 12
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Ada", "Edmund"], ["Ada", "Edmund"]),
        (["Maximiliane von Hohenstein", "Ed"], ["Maximiliane", "Ed"]),
        (["Anastasia-Konstantina Petrova", "Ed"], ["Anastasia", "Ed"]),
        (["Anna Bergmeister", "Anna Cornelius"], ["Anna B.", "Anna C."]),
        (["Anna Bergmeister", "Anna"], ["Anna B.", "Anna"]),
        (["Anna Bergmeister", "Anna Bremerhaven"], ["Anna Bergmeister", "Anna Bremerhaven"]),
        (["Wolfeschlegelstein", "Ed"], ["Wolfeschlegelstein", "Ed"]),
    ],
)
def test_as_friends_call_one_another(names: list[str], called: list[str]) -> None:
    assert list(called_names(names, lambda name: len(name) <= ROOM).values()) == called


@pytest.mark.parametrize(
    ("room", "shown"),
    [(100, "Wolfeschlegel"), (32, "Wolfe."), (23, "Wol."), (2, "")],
)
def test_what_has_no_room_is_told_by_its_first_letters(room: float, shown: str) -> None:
    """In letters of 10 px: W 8.2, o, e and s 5.8, l and f 3.3; a dot 3.3."""
    assert brief("Wolfeschlegel", room, 10) == shown


def test_before_the_dot_no_hyphen_and_no_blank_stands() -> None:
    """O 6.8, t 3.3, o 5.8, a hyphen 3.3: with it and a dot 22.5 px."""
    assert brief("Oto-Wolfgang", 23, 10) == "Oto."


@pytest.mark.parametrize("shape", [WIDE, TALL, BROAD])
def test_a_name_of_fourteen_letters_is_whole_and_a_longer_one_has_a_dot(shape: Shape) -> None:
    """Also beside minutes at turn. In letters of 16 px and a broad row longer ones are whole, too."""
    names = ["Christopherson", "Wolfeschlegelsteinhausen"]
    lines = [Curve(name, name, "#8c2f23", [80, 104 + at]) for at, name in enumerate(names)]
    svg = ET.fromstring(
        drawn(Chart("Turn time", "Words", "Turns", Unit("", " min"), lines), paper("light"), shape)
    )
    words = [text.text or "" for text in svg.iter(f"{SVG}text")]
    assert {"Christopherson", "105 min"} <= set(words)
    assert not [word for word in words if "…" in word]
    assert [
        word for word in words if word.startswith("Wolfeschleg") and (word.endswith(".") or shape is BROAD)
    ]
