"""Mutants that survived once (see tests/mutants): building in Prairie Railroads, colours and Charters in Gulf, Mobile
& Ohio. Figures are the rulebooks', or reckoned by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.gulf_mobile_ohio import consequences, expansion, railroads, sales
from companion.games.gulf_mobile_ohio.box import Colour, cubes_of
from companion.games.gulf_mobile_ohio.settling import settled
from companion.games.gulf_mobile_ohio.state import Network
from companion.games.prairie_railroads import cards
from companion.vocabulary.ledger import BOX, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.words.errors import RuleError
from companion.words.text import say
from companion.words.values import Railroad, Seat
from tests.in_words import said, words
from tests.openings import PLAYERS, PRAIRIE_AUCTIONS
from tests.table_player import TablePlayer

Played = Callable[[str], TablePlayer]
CHART = "facts/growth/12/primary=Chanute facts/growth/12/secondary=null"
GREEN, RED, YELLOW = Colour("green"), Colour("red"), Colour("yellow")
SC, CEN, GA = Railroad("SC"), Railroad("CEN"), Railroad("GA")
GULF = f"game gulf-mobile-ohio {PLAYERS} start_player=1\n"


def building(options: str = "", before: str = "") -> str:
    """Ed has the CRIP and the MKT, Dave the ATSF and the SLSF, Pete the KP and the MP; Pete builds with a card of his
    hand. before: what the host says first."""
    turn = f"{before}Pete: play_card card=CT source=hand\nPete: roll_growth dice=1,2\n"
    return f"game prairie-railroads {PLAYERS} first_bidder=1 {CHART} {options}\n{PRAIRIE_AUCTIONS}{turn}"


def offered(player: TablePlayer, move: str, seat: int = 3) -> Any:
    return player.offer(move, seat)


def asked(player: TablePlayer, move: str = "build_track") -> set[str]:
    return {field.name for field in offered(player, move).fields}


# --- Prairie Railroads -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "before", "may"),
    [
        ("passed_over", "", True),
        # the KP can still be blocked
        ("passed_over", "host: set railroads.MP cubes_left=0\n", True),
        ("lost", "", False),
    ],
)
def test_who_may_say_that_all_is_blocked(after: Played, ruling: str, before: str, may: bool) -> None:
    """If so, another railroad builds; if the build is lost instead, nobody need say it."""
    player = after(building(f"ruling.blocked_control={ruling}", before))
    assert ("blocked" in asked(player)) == may


def test_cities_with_a_box_that_is_known_stand_first(after: Played) -> None:
    """And a Western Build is among the other moves only if one is known that can be built."""
    known = after(building("facts/western_builds/Lawrence/from=Leavenworth"))
    assert known.state.network(Railroad("KP")) == ("Leavenworth", "Lawrence")
    offer = offered(known, "western_build")
    cities = [field for field in offer.fields if field.name == "city" and field.when == {"railroad": "KP"}]
    assert [[choice.value for choice in field.choices] for field in cities] == [["Lawrence", "Leavenworth"]]
    assert not offer.aside
    assert offered(after(building()), "western_build").aside


def test_who_decides_for_a_railroad_is_asked_where_there_are_several(after: Played) -> None:
    """Ed and Dave have a share of the CRIP each, Pete none: he says which of them. For the KP he decides himself."""
    offer = offered(after(building(before="host: set seats.Dave shares.CRIP=1\n")), "build_track")
    found = {field.when["railroad"]: field for field in offer.fields if field.name == "decided_by"}
    assert (found["KP"].unasked, found["KP"].required) == (True, False)
    assert (found["CRIP"].default, found["CRIP"].required) == (None, True)


def test_a_double_build_is_told_from_end_to_end(after: Played) -> None:
    """For $15; an income of 2 + (2 + 2) + (2 + 1) = 9."""
    cities = "facts/cities/Salina/income=2 facts/cities/Abilene/income=1"
    player = after(
        building(cities) + "Pete: build_track railroad=KP segments=Lawrence-Salina,Salina-Abilene\n"
    )
    assert said(player) == "KP builds Lawrence-Salina-Abilene for $15; Income $2 → $9"


def test_a_hand_of_more_cards_than_were_dealt_takes_none_from_the_used_ones(after: Played) -> None:
    """Ten Construct Track, six Offer Stock and two Pay Dividends are dealt; Dave has played one."""
    state = after(f"game prairie-railroads {PLAYERS} first_bidder=1\n").state
    hands = {seat: dict(hand) for seat, hand in state.hands.items()}
    hands[Seat(1)]["CT"], hands[Seat(2)]["CT"] = 11, 9
    told = words(cards._used(state.changed(hands=hands)))
    assert told == "By the log: used 1 Construct Track, 0 Offer Stock, 0 Pay Dividends"


# --- Gulf, Mobile & Ohio -----------------------------------------------------------------------------------


def test_two_colours_that_are_met_at_once_are_kept_in_one_order(after: Played) -> None:
    """A digest includes them, so their order must always be the same."""
    state = after(GULF).state.with_network(CEN, Network(YELLOW, ("Macon",)))
    state = state.with_network(Railroad("VC"), Network(RED, ("Macon",)))
    minutes = Minutes(state.with_network(SC, Network(GREEN, ("Charleston", "Macon"))))
    consequences._connect(minutes, state.with_network(SC, Network(GREEN, ("Charleston",))))
    assert minutes.state.networks[SC].connected == (RED, YELLOW)


def test_what_becomes_of_a_colour_that_is_there_already(after: Played) -> None:
    """The rulebook names all start cities of the SC: it is cancelled. Of the GA there may be others."""
    state = after(GULF + "Ed: make_available railroad=GA start_cities=Augusta\n").state
    state = state.with_network(CEN, Network(GREEN, ("Charleston", "Augusta")))
    warnings = {r: words(sales._colour_choice(state, r, GREEN).beware) for r in (SC, GA)}
    assert warnings == {
        SC: "Already in Charleston: the Charter is cancelled",
        GA: "Already in Augusta: another start city is needed",
    }
    yellow = sales._colour_choice(state, SC, YELLOW)
    assert (words(yellow.hint), yellow.beware) == (f"{state.cubes_left(YELLOW)} left", None)


def test_no_legal_build_stands_aside_while_there_seems_to_be_one(after: Played) -> None:
    charter = "Ed: charter railroad=SC\nEd: auction_result winner=Ed amount=9\n"
    assert offered(after(GULF + charter), "cancel_charter", seat=1).aside


@pytest.mark.parametrize(
    ("cities", "rural"), [(("Charleston",), 5), (("Charleston", "Savannah"), 0), ((), 1)]
)
def test_a_first_track_needs_two_cities_and_a_rural_hex(
    after: Played, cities: tuple[str, ...], rural: int
) -> None:
    """Both, not one instead of the other."""
    state = after(GULF).state
    with pytest.raises(RuleError, match="at least two cities, with a rural hex between them"):
        expansion._check_first(state, SC, cities, rural)
    expansion._check_first(state, SC, ("Charleston", "Savannah"), 1)


def test_shares_that_nobody_has_may_go_back_into_the_stack(after: Played) -> None:
    """Unless they are available from the beginning."""
    player = after(GULF + "Ed: make_available railroad=GA start_cities=Augusta\n")
    found = {
        figure.of: figure.listed
        for figure in player.table.rules.correct.figures(player.state)
        if figure.name == "available"
    }
    assert found[railroad_account(GA)]
    assert not found[railroad_account(SC)]


def test_one_cube_goes_back_from_a_charter(after: Played) -> None:
    """One that the host has put there is not counted."""
    charter = "Ed: charter railroad=SC\nEd: auction_result winner=Dave amount=12\n"
    minutes = Minutes(after(GULF + charter + "Dave: expand rural=1 cities=Charleston,Savannah\n").state)
    account, what = railroad_account(SC), cubes_of(minutes.state.networks[SC].colour)
    minutes.pay(BOX, account, 1, say("one more"), what)
    before = minutes.state.ledger.of(BOX, what)
    railroads.take_off(minutes, SC)
    # three on the board, one on the Charter
    assert minutes.state.ledger.of(BOX, what) == before + 4
    assert minutes.state.ledger.of(account, what) == 1


def test_who_wins_alone_has_no_tie() -> None:
    assert settled([(Seat(1), 30, ()), (Seat(2), 20, ())]).tie_break is None
    tied = settled([(Seat(1), 30, ()), (Seat(2), 30, ()), (Seat(3), 20, ())])
    assert words(tied.tie_break) == "Ed and Dave have the same number of points and share the win"
