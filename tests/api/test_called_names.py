"""How players are called where a chart has little room for their names."""

from __future__ import annotations

import pytest

from api.called_names import called_names

ROOM = 12


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
