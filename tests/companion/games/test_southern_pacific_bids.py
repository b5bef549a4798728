"""What a bid for a share of Southern Pacific brings, and which home city a first link begins in, in words."""

from __future__ import annotations

from pathlib import Path

from companion.words.text import render
from tests.companion.games.test_southern_pacific import EVENING, hints
from tests.table_player import TablePlayer, after

OFFERED = EVENING + "host: correct set=of>seat:1,name>shares.SLSF,value>1\nPete: offer_share\n"


def bid_help(player: TablePlayer, seat: int) -> str:
    tip = player.offer("bid", seat).help
    return render(tip, player.names) if tip else ""


def test_a_bid_says_that_the_winner_presides_and_builds(tmp_path: Path) -> None:
    player = after(EVENING[: EVENING.index("Pete: auction_result winner=Ed")], tmp_path)
    assert bid_help(player, 3) == "President's share, with a free link"


def test_a_bid_says_who_would_become_president(tmp_path: Path) -> None:
    """Pete presides over the SLSF with one share; Ed has one as well, Dave none."""
    player = after(OFFERED, tmp_path)
    assert bid_help(player, 3) == ""
    player.move(3, {"type": "bid", "amount": 0})
    assert bid_help(player, 1) == "Makes you president"
    player.move(1, {"type": "bid", "amount": 1})
    assert bid_help(player, 2) == ""


def test_an_unknown_home_is_said_to_be_printed_on_the_board(tmp_path: Path) -> None:
    unknown = EVENING.replace("facts/homes/SLSF=Acme ", "")
    before = unknown[: unknown.index("Pete: build_link from=Acme")]
    player = after(before, tmp_path)
    tip = player.offer("build_link", 3).help
    assert tip
    assert render(tip, player.names) == "Home city of the SLSF, as printed on the board."


def test_the_home_of_another_railroad_is_not_offered_as_ones_own(tmp_path: Path) -> None:
    begun = EVENING.partition("Pete: auction_result winner=Pete amount=0")[0].replace(
        " facts/homes/TP=Marshall", ""
    )
    player = after(f"{begun}Pete: auction_result winner=Pete amount=0\n", tmp_path)
    home, _ = player.offer("build_link", 3).fields
    offered = {choice.value for choice in home.choices}
    assert offered
    assert not offered & {"Acme", "Beaumont", "Galveston", "Paris"}
    assert home.open, "a name that nobody has told may be written"


def test_what_both_ends_of_a_first_link_pay_is_the_income(tmp_path: Path) -> None:
    """A home where another railroad is pays less than the box its cube began in; later links tell what they add."""
    unknown = EVENING.replace("facts/homes/SLSF=Acme ", "")
    player = after(unknown[: unknown.index("Pete: build_link from=Acme")], tmp_path)
    home, to = (hints(player, 3, field) for field in ("from", "to"))
    assert (home["Sherman"], home["Cleveland"]) == ("$2 · 1 railroad", "$3")
    assert (to["Houston"], to["Cleveland"]) == ("+$2 · 1 railroad", "+$3")
    player.move(3, {"type": "build_link", "from": "Sherman", "to": "Cleveland"})
    assert player.state.income("SLSF") == 2 + 3
    known = after(EVENING[: EVENING.index("Pete: build_link from=Acme")], tmp_path)
    assert hints(known, 3, "from") == {"Acme": "$3"}
    assert set(hints(after(EVENING, tmp_path), 3, "from").values()) == {""}
