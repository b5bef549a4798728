"""What stands above and below a chart, and where its lines end."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from api import charts
from api.chart_colours import paper
from api.chart_letters import wide
from api.drawing import NARROW, Chart, Curve, drawn
from api.uprights import across, numbered
from companion.documents.history import Figured, Moment
from companion.vocabulary.box import Unit
from companion.words.values import Seat
from tests.browser.played import played
from tests.playing import begun
from tests.server import Client, Party, thorough


def cash_chart(party: Party, query: str = "") -> str:
    return party.client.get(f"{party.at}/charts/cash.svg{query}").body.decode()


def words(party: Party, query: str = "") -> list[str]:
    """All that stands on the chart of cash."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", cash_chart(party, query))


def test_turns_are_marked_where_a_game_has_no_rounds(party: Party) -> None:
    """Bids are no turns; after the start the players take theirs one after another."""
    assert "Moves" in words(party)
    begun(party)
    found = words(party)
    assert "Turns" in found
    assert "Entries" not in found


def test_turns_are_counted_by_who_is_to_act() -> None:
    none = Figured(None, False, (), (), (), (), ())
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


def test_a_turn_has_one_value_and_no_needle() -> None:
    """A share is paid, then its railroad builds: turns begin with the 3rd and the 6th entry; the first figure and
    the last are what they were."""
    turns = [(3, 1), (6, 2)]
    assert charts._turn_by_turn([80, 80, 60, 67, 67, 62, 69, 90], turns) == [80, 80, 67, 67, 67, 69, 69, 90]
    assert charts._turn_by_turn([33, 30, 31], [(1, 1), (3, 2)]) == [33, 30, 31]
    assert charts._turn_by_turn([8], [(1, 1)]) == [8]
    assert charts._turn_by_turn([8, 9, 7], []) == [8, 9, 7]
    # A treasury that is paid out in the last turn: what it came to before that is drawn.
    assert charts._turn_by_turn([8, 9, 7, None, None], [(2, 1)]) == [8, 7, 7, 7, None]
    assert charts._turn_by_turn([None, None, 5], [(2, 1)]) == [None, None, 5]


def test_no_line_falls_to_nothing_because_all_is_paid_out() -> None:
    assert charts.until_paid([(0, 0), (5, 0), (3, 4), (0, 0)]) == [(0, 0), (5, 0), (3, 4), (None, None)]
    assert charts.until_paid([(0, 0), (0, 0)]) == [(0, 0), (0, 0)]


@pytest.mark.parametrize(
    ("rounds", "entries", "places"),
    [
        # the second round has five times the entries of the first, and is as wide
        ([(1, 1), (3, 2)], 13, {1: 1, 2: 1.5, 3: 2, 8: 2.5, 13: 3}),
        # 4 of 16 entries are before the first of two rounds: a quarter of three quarters of the width
        ([(5, 1), (9, 2)], 17, {1: 1 - 2 / 3, 5: 1, 7: 1.5, 17: 3}),
        # most of it is before the first round, and has a quarter of the width
        ([(9, 1)], 11, {1: 1 - 1 / 3, 9: 1, 11: 2}),
        ([(1, 1), (6, 2), (11, 3)], 11, {6: 2, 11: 3}),  # the third is only begun
        ([(1, 1)], 1, {1: 1, 2: 2}),
        ([], 7, {1: 1, 7: 7}),
    ],
)
def test_every_round_is_equally_wide(
    rounds: list[tuple[int, int]], entries: int, places: dict[int, float]
) -> None:
    at = across(rounds, entries)
    assert {entry: at(entry) for entry in places} == pytest.approx(places)


@pytest.mark.parametrize(
    ("rounds", "pixels", "borne"),
    [
        (9, 13, [1, 2, 3, 4, 5, 6, 7, 8, 9]),  # a digit needs 1.3 times the size of its letters
        (9, 12, [2, 4, 6, 8]),
        (10, 19, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),  # two digits: 1.9 times
        (12, 9, [5, 10]),
        (12, 3, [10]),
        (1, 0.1, [1]),
        (3, 4, [1]),  # none is round enough
        (0, 3, []),
    ],
)
def test_upright_lines_keep_apart(rounds: int, pixels: float, borne: list[int]) -> None:
    assert numbered([(n, n) for n in range(1, rounds + 1)], pixels, 10) == borne


def test_a_round_without_a_move_has_no_room(client: Client) -> None:
    """The third begins with the last move; the line that an import adds is none."""
    party = played(client, "southern-pacific/whole-evening")
    assert party.document()["round"] == 3
    found = words(party)
    assert "2" in found
    assert "3" not in found


@thorough
def test_the_numbers_below_go_on_evenly(client: Client) -> None:
    """Turns are long or short; every fifth, tenth … is numbered nevertheless."""
    party = played(client, "prairie-railroads/five-players")
    for query in ("", "?narrow=true"):
        numbers = [int(word) for word in words(party, query) if word.isdigit()]
        assert len(numbers) > 1
        assert numbers == [numbers[0] * many for many in range(1, len(numbers) + 1)]
        assert numbers[0] in {1, 2, 5, 10, 20}


@pytest.mark.parametrize(
    ("evening", "cash"),
    [
        # $7 and more for each share are added by the settlement, and stand in its own lines
        ("prairie-railroads/end-eighth-dividend-from-hand", [40, 40, 40]),
        ("bank/prairie-with-the-bank", [62, 78, 80]),
        # nothing is paid out at the end, or only a dividend as all before it
        ("union-pacific/end-fourth-dividend", [18, 9, 9]),
        ("texas-pacific/end-eight-rounds", [44, 34, 35]),
        ("gulf-mobile-ohio/end-passing", [31, 28, 40]),
    ],
)
def test_cash_ends_with_what_the_settlement_calls_cash(client: Client, evening: str, cash: list[int]) -> None:
    svg = cash_chart(played(client, evening))
    assert [int(last) for last in re.findall(r"from \$\d+M? to \$(\d+)", svg)] == cash


def test_who_never_had_any_has_no_line() -> None:
    """Such as a railroad that has not opened: the others keep their marks."""
    assert charts.with_any([(0, 3), (0, 0), (None, 2)]) == [(0, 3), (None, None), (None, 2)]
    assert charts.with_any([(0, 0), (None, 0)]) == [(0, 0), (None, 0)], "nobody has any: all are shown"


def test_a_figure_stands_beside_its_own_name() -> None:
    """*Cash* and *Dividends* in two columns: the short one's figure is nearer to it than to the other's sample."""
    lines = [Curve("cash", "Cash", "#8c2f23", [40]), Curve("dividends", "Dividends", "#a9741f", [22])]
    svg = ET.fromstring(drawn(Chart("Ed", "Words", "Turns", Unit("$"), lines), paper("light"), NARROW))
    at = {text.text: float(text.get("x") or 0) for text in svg.iter("{http://www.w3.org/2000/svg}text")}
    begins = at["$40"] - wide("$40", 17)  # it is set from its end
    assert begins - at["Cash"] - wide("Cash", 17) < 20 < at["Dividends"] - at["$40"]


@pytest.mark.parametrize(
    ("evening", "title"),
    [
        ("bank/worked-table", "Cash, and certificates at the end"),
        ("union-pacific/end-fourth-dividend", "Players’ worth"),
        ("southern-pacific/end-all-shares-held", "Players’ worth"),
        ("prairie-railroads/example-mp-final-payoff", "Players’ worth"),
    ],
)
def test_only_prices_that_were_said_at_the_end_are_told_in_the_title(
    client: Client, evening: str, title: str
) -> None:
    """Elsewhere nothing is priced there, or a value was reckoned all the while."""
    party = played(client, evening, 999)
    picture = client.get(f"{party.at}/charts/worth.svg").body.decode()
    assert title in re.findall(r"<text[^>]*>([^<]*)</text>", picture)
