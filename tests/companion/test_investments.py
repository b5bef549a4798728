"""What certificates have cost and brought: worked out by hand from the evenings."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.documents.history import standing
from companion.documents.investments import dividends, investments
from companion.games import GAMES
from tests.evening_reader import play_evening
from tests.table_player import TablePlayer

EVENINGS = Path(__file__).parent.parent / "evenings"
BY_HAND = {
    # Ed pays $20 into the KP's treasury as cash, and takes a share for nothing: 61 / 5, up, is 13; 8 at the end.
    "bank/worked-table": {(1, "KP"): (0, 21)},
    # Seven Pay Dividends, and the value at the end. The ATSF paid 2, then 3 six times, then 14; the KP 1, then 2 six
    # times, then 9; the MP 2 seven times, then 22; the SLSF 1, then 2 six times, then 25; CRIP and MKT 1 seven times,
    # then 7 and 6. Dave sold his CRIP to Ed for $6 before the first of them; Ed's KP came after two.
    "prairie-railroads/whole-evening": {
        (1, "CRIP"): (6, 14),
        (1, "ATSF"): (20, 34),
        (1, "KP"): (8, 19),
        (1, "MP"): (16, 36),
        (2, "CRIP"): (15, 6),
        (2, "SLSF"): (22, 38),
        (3, "ATSF"): (9, 34),
        (3, "KP"): (18, 22),
        (3, "MKT"): (10, 13),
    },
    # Ten dollars each; the last General Dividends pay what each railroad's income is, one certificate sold.
    "texas-pacific/end-eight-rounds": {
        (1, "GHH"): (10, 3),
        (1, "SP"): (10, 6),
        (2, "KATY"): (10, 4),
        (3, "MP"): (10, 5),
    },
    # What had been paid for the shares that were entered is not known. Of the KP Ed had none, and got one for $8 after
    # two Pay Dividends; it paid 2 five times, then 9.
    "prairie-railroads/begun-in-the-middle": {(1, "KP"): (8, 19)},
}


@pytest.mark.parametrize("evening", BY_HAND)
def test_by_hand(evening: str) -> None:
    player = TablePlayer()
    play_evening(EVENINGS / f"{evening}.evening", player, GAMES)
    found = {(item.seat, item.railroad): (item.paid, item.received) for item in investments(player.table)}
    assert found == BY_HAND[evening]


def test_all_of_it_is_the_money_that_came_and_went() -> None:
    """In Prairie Railroads each begins with $80, and nothing but shares costs or brings money."""
    player = TablePlayer()
    play_evening(EVENINGS / "prairie-railroads/whole-evening.evening", player, GAMES)
    totals = {
        payoff.seat: payoff.total for payoff in player.table.rules.show.settlement(player.table.state).payoffs
    }
    for seat, total in totals.items():
        gain = sum(item.gain for item in investments(player.table) if item.seat == seat)
        assert 80 + gain == total


@pytest.mark.parametrize("evening", ["up-places", "up-unused-places"])
def test_every_dividend_is_of_a_company(evening: str) -> None:
    """In Union Pacific all money is dividends, those of the UP itself too."""
    player = TablePlayer()
    play_evening(EVENINGS / f"union-pacific/{evening}.evening", player, GAMES)
    table = player.table
    paid = dividends(table, standing(table), final=True)
    assert any(item.railroad == "UP" for item in investments(table))
    for payoff in table.rules.show.settlement(table.state).payoffs:
        assert sum(line.get(payoff.seat, 0) for line in paid.values()) == payoff.total
