"""Mutants that survived once (see tests/mutants): what may be corrected, what hands are told, and ties. Figures are the
rulebooks', or reckoned by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.atlas.known import Atlas
from companion.games.bank import ending, payments
from companion.games.bank.moves import Trade
from companion.games.bank.state import State as BankState
from companion.games.gulf_mobile_ohio import correcting as gulf_correcting
from companion.games.gulf_mobile_ohio import sales as gulf_sales
from companion.games.gulf_mobile_ohio.state import Turn as GulfTurn
from companion.games.prairie_railroads import box as prairie_box
from companion.games.prairie_railroads import builders, track
from companion.games.prairie_railroads.moves import BuildTrack, WesternBuild
from companion.games.southern_pacific import correcting as southern_correcting
from companion.games.southern_pacific.box import ORDER as SOUTHERN
from companion.games.southern_pacific.phases import Operating
from companion.games.texas_pacific import decisions, west
from companion.games.texas_pacific import settling as texas_settling
from companion.games.union_pacific import building, dividends
from companion.mechanisms import correction, links, secret_limits
from companion.vocabulary.figures import TABLE, Figure
from companion.vocabulary.ledger import Account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link
from companion.vocabulary.view import PayoffLine
from companion.words.text import Text, say
from companion.words.values import Money, Railroad, Seat
from tests.in_words import figures, words
from tests.openings import PLAYERS
from tests.table_player import TablePlayer

Played = Callable[[str], TablePlayer]
GULF = f"""
game gulf-mobile-ohio {PLAYERS} start_player=1
Ed: charter railroad=SC
Ed: auction_result winner=Dave amount=12
Dave: expand rural=1 cities=Charleston,Savannah
"""
NOTHING: tuple[PayoffLine, ...] = ()


# --- what several games share ------------------------------------------------------------------------------


def test_a_figure_goes_no_further_than_it_can() -> None:
    """That is, a figure with bounds or choices; others take any value."""
    free: Any = Figure(TABLE, "round", say("Round"), 1, 3, 1)
    bounded: Any = Figure(TABLE, "round", say("Round"), 1, 3, 1, bounded=True)
    for wanted, may in ((0, False), (1, True), (3, True), (4, False)):
        assert correction._may_be(bounded, "round", wanted) == may
        assert correction._may_be(free, "round", wanted)


def test_a_family_that_is_closed_has_no_other_names() -> None:
    closed: Any = Figure(TABLE, "charter.", say("Charter"), None, 1, names=("SC",), closed=True)
    opened: Any = Figure(TABLE, "in.", say("In"), None, 1, names=("Waco",))
    assert correction._may_be(closed, "charter.SC", 1)
    assert not correction._may_be(closed, "charter.XX", 1)
    assert correction._may_be(opened, "in.Tyler", 1)


def test_a_city_in_brackets_is_no_parallel_link() -> None:
    atlas = Atlas({"cities": {name: {} for name in ("Hays", "Troy", "Troy (KS)")}})
    assert links._as_in_a_log(atlas, "Hays-Troy (KS)") == Link("Hays", "Troy (KS)")
    assert links._as_in_a_log(atlas, "Hays-Troy (2)") == Link("Hays", "Troy", 2)


def test_a_limit_below_two_others_of_which_one_is_the_same() -> None:
    """Seat 1 would go up to 10, as seat 2, who said so before; seat 3 goes to 15: 9 is enough to drive them to 10."""
    auction: Any = {
        "to_act": 1, "high_bid": 3, "high_seat": 3, "minimum": 1, "passed": [], "style": "ascending",
        "affordable": {"1": 30, "2": 30, "3": 30}, "cannot_bid": [],
    }  # fmt: skip
    limit = secret_limits.Limit
    limits = {Seat(1): limit(Money(10), 3), Seat(2): limit(Money(10), 1), Seat(3): limit(Money(15), 2)}
    assert secret_limits.bid_of(auction, limits, 3) == 9
    assert secret_limits.bid_of(auction, {**limits, Seat(2): limit(Money(12), 1)}, 3) == 10


# --- Prairie Railroads -------------------------------------------------------------------------------------


def test_cities_whose_income_is_not_known() -> None:
    """Two of four: one has its income, one is a start city."""
    cities: dict[str, dict[str, Any]] = {
        "Troy": {},
        "Lyons": {},
        "Hays": {"income": 2},
        "Pratt": {"start": True},
    }
    found = [words(each) for each in prairie_box.lacks(Atlas({"cities": cities}))]
    assert found[0] == "36 of the 36 rows of the growth chart"
    assert found[1] == "the income of 2 cities whose names are known"


def test_each_end_is_offered_once(after: Played) -> None:
    """Cities that earn something come first, then those that earn nothing, then those that are reached already."""
    lines = "Ed: auction_result winner=Ed amount=20\nEd: build_start from=Troy to=Marysville\n"
    state = after(f"game prairie-railroads {PLAYERS} first_bidder=1\n{lines}").state
    rows: dict[str, dict[str, Any]] = {
        "Hays": {"income": 2},
        "Pratt": {"income": 0},
        "Troy": {"start": True},
        "Marysville": {"income": 1},
    }
    ends = track._ends(state.changed(atlas=Atlas({"cities": rows})), Railroad("CRIP"))
    assert [choice.value for choice in ends] == ["Hays", "Pratt", "Troy", "Marysville"]


def test_what_a_railroad_without_money_cannot_pay(after: Played) -> None:
    lines = "Ed: auction_result winner=Ed amount=20\nEd: build_start from=Troy to=Marysville\n"
    state = after(f"game prairie-railroads {PLAYERS} first_bidder=1\n{lines}").state
    for move, cost, what in ((BuildTrack, 5, "a segment"), (WesternBuild, 15, "a Western Build")):
        refusal = builders._cannot_build(state, move, Railroad("KP"), Money(cost))
        assert refusal is not None
        assert words(refusal.text) == f"The KP has $0 and {what} costs ${cost}"


# --- Gulf, Mobile & Ohio -----------------------------------------------------------------------------------


def test_a_table_that_is_begun_in_the_middle_begins_with_the_first_seat(after: Played) -> None:
    state = after(f"game gulf-mobile-ohio {PLAYERS} start_player=2\nDave: charter railroad=SC\n").state
    assert gulf_correcting.in_turn(state).phase == GulfTurn(Seat(1))


def test_what_may_be_corrected_of_a_railroad(after: Played) -> None:
    """The SC is chartered: Dave presides it, and it stays; what has not come may."""
    player = after(GULF)
    found = figures(player)
    assert found["railroad:SC", "president"].value == 2
    assert found["railroad:SC", "common_holder"].value == 0
    assert not found["railroad:SC", "available"].listed
    away = [each for (of, name), each in found.items() if name == "available" and not each.value]
    assert away
    assert all(each.listed for each in away)
    assert found["railroad:SC", "colour."].listed


def test_dividends_are_told_in_the_order_of_seats() -> None:
    """Pete's Charter stands before Ed's; Ed is told first."""
    held = {("A", "charter"): Seat(3), ("B", "charter"): Seat(1)}
    told: list[Text] = []
    state: Any = SimpleNamespace(
        available=("A", "B"), networks={"A": 1, "B": 1}, dividend=lambda r, share: 5,
        holder=lambda r, share: held.get((r, share)),
    )  # fmt: skip
    minutes: Any = SimpleNamespace(
        state=state,
        pay=lambda *_: None,
        say=lambda text, **facts: told.append(say(text, **facts)),
        say_sums=lambda text, _: told.append(text),
    )
    gulf_sales.pay_dividends(minutes)
    assert [words(each) for each in told] == ["dividends: Ed $5, Pete $5"]


# --- Southern Pacific --------------------------------------------------------------------------------------


def test_a_game_that_is_on_begins_with_the_first_railroad(after: Played) -> None:
    state = after(f"game southern-pacific {PLAYERS} first_bidder=1\n").state
    begun = southern_correcting.in_turn(state)
    assert (begun.phase, begun.round) == (Operating(SOUTHERN[0]), 1)
    found = {each.name: each for each in southern_correcting.figures(begun)}
    assert (found["round"].least, found["round"].value) == (1, 1)


# --- Texas & Pacific ---------------------------------------------------------------------------------------


def test_the_richest_alone_wins_without_a_reason() -> None:
    sums = [(Seat(1), 30, NOTHING), (Seat(2), 20, NOTHING)]
    none = {Seat(1): 0, Seat(2): 0}
    assert texas_settling.settled(sums, none, none).tie_break is None
    tied = [(Seat(1), 30, NOTHING), (Seat(2), 30, NOTHING)]
    said = "Dave and Ed have the same money; Dave has fewer certificates: 1 against 2"
    assert words(texas_settling.settled(tied, {Seat(1): 2, Seat(2): 1}, none).tie_break) == said


@pytest.mark.parametrize(
    ("held", "gone", "gray", "may"),
    [(1, False, True, True), (0, False, True, False), (1, True, True, False), (1, False, False, False)],
)
def test_who_may_go_west(held: int, gone: bool, gray: bool, may: bool) -> None:
    state: Any = SimpleNamespace(
        held=lambda seat, r: held, west={"GHH": 3} if gone else {}, in_gray=lambda r: gray
    )
    assert west.may_go(state, Seat(1), Railroad("GHH")) == may


def test_decision_cubes_go_back_to_start(after: Played) -> None:
    minutes = Minutes(after(f"game texas-pacific {PLAYERS} first_bidder=1\n").state)
    decisions.back_to_start(minutes)
    (work,) = minutes.instructions
    assert work.facts == {"new": 0}
    assert set(minutes.state.slides.values()) == {0}


# --- Union Pacific -----------------------------------------------------------------------------------------


def test_a_card_that_is_drawn_is_one_more_in_hand(after: Played) -> None:
    """And the last dividend is the last without a word of later ones: only cards beyond it pay nothing."""
    state = after(f"game union-pacific {PLAYERS} first_player=1\n").state
    for paid, number, late in ((2, 1, False), (3, 1, False), (3, 2, True)):
        minutes = Minutes(state.changed(paid=paid, drawn=99))
        dividends.turned_up(minutes, Seat(1), number)
        told = [words(each) for each in minutes.sentences]
        assert ("the 4th dividend is the last: later cards pay nothing" in told) == late
        # four after the first investment
        assert (state.most_in_hand(Seat(1)), minutes.state.most_in_hand(Seat(1))) == (4, 5)


def test_no_more_dividend_cards_than_are_left(after: Played) -> None:
    """There are four."""
    state = after(f"game union-pacific {PLAYERS} first_player=1\n").state
    for paid, most in ((0, 4), (1, 3)):
        (field,) = building.draw_offer(state.changed(paid=paid), Seat(1)).fields
        assert field.most == most


# --- the bank alone ----------------------------------------------------------------------------------------


def test_whose_a_track_is() -> None:
    assert words(ending._owner(TABLE)) == "the table"
    assert words(ending._owner(Account("seat:1"))) == "Ed"


@pytest.mark.parametrize(
    ("agreed", "by_host", "found"), [(None, True, True), (False, True, False), (None, False, False)]
)
def test_who_says_that_both_have_agreed(agreed: bool | None, by_host: bool, found: bool) -> None:
    state: Any = SimpleNamespace(act_for="own")
    move = Trade(
        seat=Seat(1),
        company=Railroad("SP"),
        count=1,
        from_="seat:1",
        to="seat:2",
        price=Money(0),
        paid_to=None,
        agreed=agreed,
    )
    assert payments.entered(state, move, by_host).agreed is found


def test_who_has_bid_nothing_must_pay_nothing() -> None:
    auction = SimpleNamespace(high_seat=Seat(1), high_bid=Money(0))
    state: Any = SimpleNamespace(auction=auction)
    assert BankState.standing_bid(state, Account("seat:1")) == 0
    auction.high_bid = Money(7)
    assert BankState.standing_bid(state, Account("seat:1")) == 7
    assert BankState.standing_bid(state, Account("seat:2")) == 0
