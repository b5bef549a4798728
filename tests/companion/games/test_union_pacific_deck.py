"""Union Pacific: dividend cards that the deck can hardly have turned up yet are remarked upon."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.games.test_union_pacific import OPENING
from tests.in_words import said
from tests.table_player import after

ORDER = ("Ed", "Dave", "Pete")


def draws(number: int) -> str:
    """That many turns in which a share is drawn and no dividend card comes."""
    return "".join(
        f"{ORDER[turn % 3]}: build company={('BNL', 'EPRG')[turn % 2]} dividend_cards=0\n"
        for turn in range(number)
    )


@pytest.mark.parametrize(
    ("deck", "before", "paid", "cards"),
    [
        # six shares lie on top, without a dividend card; then 18 with one, which comes with the 7th at the earliest
        ("", 6, 0, 1),
        # the other three lie under these 24 shares
        ("", 24, 1, 1),
        ("", 24, 1, 3),
        # 98 - 3 × 4 - 4 = 82 shares, 24 of them aside: 58, in stacks of 14, 14, 15 and 15. The second card lies under
        # 6 + 14 + 6 = 26 of them
        ("ruling.deck=variant", 6, 0, 1),
        ("ruling.deck=variant", 26, 1, 1),
    ],
)
def test_dividend_cards_before_their_time_are_remarked_upon(
    tmp_path: Any, deck: str, before: int, paid: int, cards: int
) -> None:
    """One draw earlier it is impossible, unless four equal shares in the display were removed."""
    opening = OPENING.replace("first_player=1", f"first_player=1 {deck}")
    one = f"host: correct set=of>table,name>dividends_paid,value>{paid}\n" if paid else ""

    def remarked(number: int) -> bool:
        last = f"{ORDER[number % 3]}: build company=MS dividend_cards={cards}\n"
        return "very early for a dividend card" in said(after(opening + draws(number) + one + last, tmp_path))

    assert remarked(before - 1)
    assert not remarked(before)
    if deck:  # of another edition's deck nothing is known
        opening = OPENING.replace("first_player=1", "first_player=1 ruling.edition=second")
        assert not remarked(before - 1)


def test_four_dividend_cards_at_the_fourth_draw(tmp_path: Any) -> None:
    """They would end the game."""
    shown = after(OPENING + draws(3) + "Ed: build company=MS dividend_cards=4\n", tmp_path)
    assert shown.state.finished
    remark = "very early for a dividend card: check the deck"
    assert said(shown).startswith("Ed builds for ")
    assert said(shown).endswith(f"the game is over; {remark}")


def test_dividends_that_the_host_has_told_of_came_in_time(tmp_path: Any) -> None:
    """A game begun in the middle: two dividends were paid, so the 24 shares above the last three cards are drawn."""
    two = "host: correct set=of>table,name>dividends_paid,value>2\n"
    assert "check" not in said(after(OPENING + two + "Ed: build company=MS dividend_cards=1\n", tmp_path))
