"""What Gulf, Mobile & Ohio tells of the money of a Common share that is not spent, beside the dividends of its sale."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.words.text import briefly, leading, previewed, remarked, render
from tests.gulf_tables import SC
from tests.in_words import said
from tests.table_player import TablePlayer

WON = """
Dave: auction_common railroad=SC
Dave: auction_result winner=Ed amount=0
Pete: charter railroad=VC
Pete: auction_result winner=Pete amount=9
Pete: expand rural=1 cities=Richmond,Norfolk
Ed: auction_common railroad=VC
Ed: auction_result winner=Dave amount=8
"""
"""Dave has won the VC's Common share, the second that is sold."""


def test_of_money_that_is_lost_there_is_word_beside_dividends(gulf: Callable[[str], TablePlayer]) -> None:
    """Whoever wins a Common share and builds nothing reads it before Confirm."""
    player = gulf(SC + WON + "Dave: expand rural=0\n")
    table = player.table
    assert said(player).startswith("VC places no cube; unspent $8 goes to the bank; the Common Share Sale")
    told = briefly(leading(table.outcome(table.revision).summary))
    assert render(told, player.names) == "dividends are paid; no cube is placed, $8 goes to the bank"


@pytest.mark.parametrize(
    ("built", "remark", "news"),
    [
        ("rural=1", "1 rural hex, $5 unspent", "VC builds to 1 rural hex, for $3"),
        (
            "rural=1 cities=Petersburg",
            "1 VP for $6, $2 unspent: Petersburg and 1 rural hex",
            "VC builds to Petersburg and 1 rural hex",
        ),
    ],
)
def test_what_is_left_of_a_bid_is_to_be_checked_before_dividends(
    gulf: Callable[[str], TablePlayer], built: str, remark: str, news: str
) -> None:
    """$8 are won with: whoever builds for less of them than there are reads so above what everybody gets."""
    player = gulf(SC + WON + f"Dave: expand {built}\n")
    summary = player.table.outcome(player.table.revision).summary
    assert [render(one, player.names) for one in remarked(summary)] == [remark]
    first, then, *_ = render(briefly(leading(summary)), player.names).split("; ")
    assert (first, then) == ("dividends are paid", news)
    own = previewed(summary)
    assert own is not None
    assert render(own, player.names).split("; ")[0] == remark
