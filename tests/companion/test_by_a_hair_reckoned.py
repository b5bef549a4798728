"""Mutants that survived once (see tests/mutants), game by game. Figures are the
rulebooks', or reckoned by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.atlas.known import Atlas
from companion.games.bank import boxes
from companion.games.bank import play as bank_play
from companion.games.gulf_mobile_ohio import box as gulf_box
from companion.games.prairie_railroads import box as prairie_box
from companion.games.prairie_railroads import turn as prairie_turn
from companion.games.southern_pacific import bull
from companion.games.southern_pacific import links as southern_links
from companion.games.southern_pacific.moves import RollCard
from companion.games.southern_pacific.phases import CardTie
from companion.games.texas_pacific import track as texas_track
from companion.games.texas_pacific.state import RANCH
from companion.games.union_pacific import box as union_box
from companion.games.union_pacific import settling as union_settling
from companion.mechanisms import auction, majority, parts
from companion.vocabulary.ledger import BANK, BOARD, cubes, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.view import Payoff
from companion.words.errors import RuleError
from companion.words.text import say
from companion.words.values import Money, Railroad, Seat
from tests.in_words import figures, words
from tests.openings import PLAYERS, TEXAS
from tests.table_player import TablePlayer

Played = Callable[[str], TablePlayer]


# --- what several games share ------------------------------------------------------------------------------


def test_who_has_as_many_stands_in_the_order_of_seats() -> None:
    found = majority.standing([(Seat(3), 2), (Seat(1), 2), (Seat(2), 5)])
    assert found == (((Seat(2),), 5), ((Seat(1), Seat(3)), 2))


def test_a_round_of_bidders_ends_with_whoever_has_just_bid() -> None:
    assert auction._after((Seat(1), Seat(2), Seat(3)), Seat(2)) == (Seat(3), Seat(1), Seat(2))


def test_who_opens_an_auction_and_who_is_to_bid_later() -> None:
    lot = auction.opened(
        railroad=Railroad("KP"), seats=3, opener=Seat(1), minimum=Money(1), pays_to=BANK,
        cash=lambda seat: Money(20), style="ascending",
    )  # fmt: skip
    assert words(auction.turn(lot)[3]) == "Ed: open the bidding for KP"


# --- Prairie Railroads -------------------------------------------------------------------------------------


def test_a_dividend_says_what_the_host_has_added() -> None:
    """An income of 61, 5 of it the host's: 61 ÷ 5 = 12.2, so 13."""
    each, formula = prairie_turn.dividend(61, 5)
    assert (each, words(formula)) == (13, "$61 [56 +5 corrected] ÷ 5, rounded up = $13 per share")


def test_a_final_payoff_says_what_the_host_has_added() -> None:
    """(85 + 55) ÷ 4 = 35; of the value 10 are the host's, of the income 3 less."""
    each, formula = prairie_turn.final_payoff(85, 55, 4, 10, -3)
    said = "($85 [75 +10 corrected] + $55 [58 -3 corrected]) ÷ 4 = $35 per share"
    assert (each, words(formula)) == (35, said)


def test_a_railroad_worth_less_than_nothing_pays_nothing() -> None:
    assert prairie_turn.final_payoff(-5, 2, 1)[0] == 0
    assert prairie_turn.dividend(-5)[0] == 0


def test_what_is_not_known_of_prairies_board() -> None:
    """All but two rows of the chart; of three cities one has its income, one is a start city; one deck is counted."""
    chart = {row: {"primary": "Troy"} for row in prairie_box.GROWTH_ROWS[2:]}
    cities: dict[str, dict[str, Any]] = {"Troy": {}, "Hays": {"income": 2}, "Pratt": {"start": True}}
    known = Atlas({"growth": chart, "cities": cities, "draw_deck": {"4": {"CT": 9}}})
    assert [words(each) for each in prairie_box.lacks(known)] == [
        "2 of the 36 rows of the growth chart",
        "the income of 1 city whose name is known",
        "the cities not named yet",
        "the make-up of the draw deck for 3 and 5 players",
    ]


# --- Gulf, Mobile & Ohio -----------------------------------------------------------------------------------


def test_what_is_not_known_of_gulfs_shares() -> None:
    """A name without cities is not enough; if all 23 are known, nothing is missing."""
    rows: dict[str, dict[str, Any]] = {
        f"R{n}": {"name": "A", "start_cities": ["B"]} for n in range(gulf_box.MOST_RAILROADS)
    }
    assert gulf_box.lacks(Atlas({"railroads": rows})) == ()
    rows["R0"], rows["R1"] = {"name": "A"}, {"start_cities": ["B"]}
    (said,) = gulf_box.lacks(Atlas({"railroads": rows}))
    assert words(said) == "letters, name and start cities of 2 of the 23 railroads"


# --- Southern Pacific --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tied", "face", "gets"), [(2, 6, 2), (3, 6, 3), (3, 4, 1), (4, 4, 4), (4, 5, None)])
def test_a_tie_for_the_bull_market_card_is_rolled_off(
    after: Played, tied: int, face: int, gets: int | None
) -> None:
    """Two share six faces as three each, three as two each; of four, nobody has the 5 and the 6."""
    state = after("game southern-pacific players Ed Dave Pete Ann first_bidder=1\n").state
    minutes = Minutes(state)
    bull.roll(minutes, CardTie(tuple(map(Seat, range(1, tied + 1)))), RollCard(seat=Seat(1), dice=(face,)))
    assert minutes.state.card == gets


def test_a_railroad_of_which_no_share_is_sold_can_pay_nothing(after: Played) -> None:
    state = after(f"game southern-pacific {PLAYERS} first_bidder=1\n").state
    unsold = [r for r in state.incomes() if not state.sold(r)]
    assert unsold
    assert {state.most_per_share(r) for r in unsold} == {0}


def test_a_city_with_a_number_is_that_city_where_track_has_come_to_it() -> None:
    link = SimpleNamespace(ends=("Houston (2)", "Dallas"))
    other = SimpleNamespace(ends=("Waco", "Dallas"))
    state: Any = SimpleNamespace(tracks={"A": (other, link), "B": (other,)})
    move: Any = SimpleNamespace(format=2)
    assert southern_links._numbered(state, "Houston (2)", move) == ("Houston (2)", 1)
    assert southern_links._numbered(state, "Waco (2)", move) == ("Waco", 2)


# --- Texas & Pacific ---------------------------------------------------------------------------------------

GHH = Railroad("GHH")


def test_figures_of_texas_are_as_the_table_stands(after: Played) -> None:
    """The first round; two plain hexes, no ranch."""
    build = "Ed: decide_track railroad=GHH hexes=kind>plain,rank>1;kind>plain,rank>1 at_end=false\n"
    found = figures(after(TEXAS + build))
    assert found["table", "round"].value == 1
    numbers = {kind: found["railroad:GHH", f"unnamed.{kind}"].value for kind in ("plain", "ranch")}
    assert numbers == {"plain": 2, "ranch": 0}


def test_more_ranches_than_were_told_leave_none_on_the_map_that_are_known(after: Played) -> None:
    minutes = Minutes(after(TEXAS).state)
    minutes.pay(BOARD, seat_account(Seat(1)), 2, say("ranches"), RANCH)
    assert (minutes.state.known_ranches(), minutes.state.reached_ranches()) == (-2, 0)


def test_a_railroad_whose_cubes_are_all_away_is_in_no_hex(after: Played) -> None:
    minutes = Minutes(after(TEXAS).state)
    there = minutes.state.ledger.of(BOARD, cubes(GHH))
    minutes.pay(BOARD, railroad_account(GHH), there, say("away"), cubes(GHH))
    assert minutes.state.built(GHH) == 0


def test_a_hex_can_be_built_with_the_last_two_dollars(after: Played) -> None:
    """The first railroad in it pays $2 (Track Decision: Building Costs)."""
    minutes = Minutes(after(TEXAS).state)
    for left, may in ((2, True), (1, False)):
        more = minutes.state.treasury(GHH) - left
        minutes.pay(railroad_account(GHH), BANK, more, say("away"))
        assert (texas_track._no_build(minutes.state, GHH) is None) == may


# --- Union Pacific -----------------------------------------------------------------------------------------


def payoff(seat: int, total: int, rank: int) -> Payoff:
    return Payoff(Seat(seat), total, (), total, rank, rank == 1)


def test_a_tie_behind_the_winner_decides_nothing() -> None:
    behind = [payoff(1, 30, 1), payoff(2, 20, 2), payoff(3, 20, 2)]
    assert union_settling._tie(behind, {}) is None
    before = [payoff(1, 30, 1), payoff(2, 30, 1), payoff(3, 20, 3)]
    assert words(union_settling._tie(before, {})) == "Ed and Dave tie on cash and share the win"


def test_invested_shares_stand_beside_those_they_decide_between() -> None:
    sums = [(Seat(n), cash, ()) for n, cash in ((1, 20), (2, 20), (3, 9))]
    invested = {Seat(1): 1, Seat(2): 3, Seat(3): 2}

    def beside(final_tie: str) -> list[str | None]:
        payoffs = union_settling.settled(sums, invested, final_tie).payoffs
        return [words(payoff.decided) if payoff.decided else None for payoff in payoffs]

    assert beside("more_shares") == ["3 shares invested", "1 share invested", None]
    assert beside("shared") == [None, None, None]


def test_what_is_not_known_of_unions_board() -> None:
    (said,) = union_box.lacks(Atlas())
    assert words(said) == "the Union Pacific's dividend table"


# --- the bank alone ----------------------------------------------------------------------------------------


def test_a_box_may_have_just_as_much_as_is_allowed() -> None:
    assert boxes._letters("x" * 40, "name", 1, 40) == "x" * 40
    assert boxes._letters("x", "name", 1, 40) == "x"
    assert len(boxes._rows([1, 2, 3], "tracks", 3)) == 3
    for wrong in ("x" * 41, ""):
        with pytest.raises(RuleError):
            boxes._letters(wrong, "name", 1, 40)
    with pytest.raises(RuleError):
        boxes._rows([1, 2, 3, 4], "tracks", 3)


def test_whose_a_move_of_the_hosts_is() -> None:
    """The payer's; and an answer is that of whoever was asked, found by the request's number."""
    asked = SimpleNamespace(id=1, of=Seat(2))
    state: Any = SimpleNamespace(seats=3, asked=(asked,))
    assert bank_play.meant(state, {"type": "pay", "from": "seat:3"}) == 3
    assert bank_play.meant(state, {"type": "pay", "from": "seat:3", "request": 1}) == 3
    assert bank_play.meant(state, {"type": "pay", "from": "seat:4"}) is None
    assert bank_play.meant(state, {"type": "accept_request", "request": 1}) == 2
    assert bank_play.meant(state, {"type": "roll", "from": "seat:3", "request": 1}) is None


# --- what is kept of a state -------------------------------------------------------------------------------


def test_all_is_worked_out_anew_when_a_record_is_another_one(after: Played) -> None:
    """Not only its entries may differ, but also whose money is hidden."""
    state = after(f"game union-pacific {PLAYERS} first_player=1\n").state
    hidden = state.changed(ledger=replace(state.ledger, unseen=frozenset({seat_account(Seat(1))})))
    assert parts._differences(state, hidden) is None
    paid = Minutes(state)
    paid.pay(BANK, seat_account(Seat(1)), 5, say("five"))
    assert parts._differences(state, paid.state) is not None
