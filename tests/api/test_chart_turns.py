"""What stands below a chart, and where its lines end."""

from __future__ import annotations

import re

import pytest

from api import charts
from api.drawing import ruled
from companion.documents.history import Figured, Moment
from companion.words.values import Seat
from tests.playing import begun
from tests.server import Party


def words(party: Party) -> list[str]:
    """All that stands on the chart of cash."""
    svg = party.client.get(f"{party.at}/charts/cash.svg").body.decode()
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_turns_are_marked_where_a_game_has_no_rounds(party: Party) -> None:
    """Bids are no turns; after the start the players take theirs one after another."""
    assert "Entries" in words(party)
    begun(party)
    found = words(party)
    assert "Turns" in found
    assert "Entries" not in found


def test_turns_are_counted_by_who_is_to_act() -> None:
    none = Figured(None, (), (), (), ())
    to_act = [
        ((1,), True),
        ((1,), False),
        ((1,), False),
        ((2,), True),
        ((2,), False),
        ((1, 2), False),
        ((1,), False),
    ]
    moments = [
        Moment(at, none, tuple(map(Seat, seats)), bidding) for at, (seats, bidding) in enumerate(to_act, 1)
    ]
    assert charts._turns(moments) == [(2, 1), (5, 2), (7, 3)]


def test_no_line_falls_to_nothing_because_all_is_paid_out() -> None:
    assert charts.until_paid([(0, 0), (5, 0), (3, 4), (0, 0)]) == [(0, 0), (5, 0), (3, 4), (None, None)]
    assert charts.until_paid([(0, 0), (0, 0)]) == [(0, 0), (0, 0)]


@pytest.mark.parametrize(
    ("begins", "pixels", "borne"),
    [
        ([1, 9, 17], 1, [1, 2, 3]),  # eight pixels from each to the next
        ([1, 9, 16, 24, 33, 42], 1, [2, 4, 6]),  # seven from the second to the third
        (
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
            2,
            [5, 10],
        ),  # four from every second to the next, ten from every fifth
        ([80, 81, 82], 1, [2]),
        ([80, 81], 9, [1, 2]),
        ([1], 0.1, [1]),
        ([], 3, []),
    ],
)
def test_upright_lines_keep_apart(begins: list[int], pixels: float, borne: list[int]) -> None:
    rounds = [(entry, number) for number, entry in enumerate(begins, 1)]
    assert [number for _, number in ruled(rounds, pixels)] == borne


def test_a_first_line_stays_where_no_number_is_round_enough() -> None:
    assert ruled([(1, 1), (2, 3), (3, 7), (4, 9)], 0.001) == [(1, 1)]
