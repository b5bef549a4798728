"""Rules in which one sign or word could be changed and no test noticed: each has a case here, which says what would
be wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.atlas.known import Atlas
from companion.games.gulf_mobile_ohio import box as gulf_box
from companion.games.gulf_mobile_ohio import railroads
from companion.games.gulf_mobile_ohio.railroads import Printed
from companion.mechanisms import auction, links, tracked
from companion.mechanisms.secret_limits import same_auction
from companion.vocabulary.ledger import railroad_account
from companion.vocabulary.moves import Link
from companion.words.errors import RuleError
from companion.words.values import Money, Railroad, Seat
from tests.openings import PLAYERS, TEXAS
from tests.table_player import TablePlayer

Played = Callable[[str], TablePlayer]


def purse(seat: Seat) -> Money:
    return Money(20)


def under_the_hammer(what: str, **more: Any) -> Any:
    name = Railroad(what)
    lot = auction.opened(
        railroad=name, seats=3, opener=Seat(1), minimum=Money(1), pays_to=railroad_account(name), cash=purse,
        style="ascending",
    )  # fmt: skip
    return {**auction.shown(lot, purse), **more}


@pytest.mark.parametrize(
    "other",
    [{"railroad": "MP"}, {"share": "common"}, {"opener": 2}, {"style": "once_around"}, {"pays_to": "bank"}],
)
def test_another_auction_is_not_the_same(other: dict[str, Any]) -> None:
    """One difference is enough; not everything must differ."""
    before, note = under_the_hammer("KP"), {"type": "note", "seat": 1}
    assert same_auction(before, under_the_hammer("KP"), note)
    assert not same_auction(before, under_the_hammer("KP", **other), note)


def test_a_link_between_cities_of_which_one_has_a_hyphen() -> None:
    """Both ends must be known, not just one: Fort is a city too, and Troy-Hays is not."""
    atlas = Atlas({"cities": {name: {} for name in ("Fort", "Fort-Troy", "Hays")}})
    assert links._as_in_a_log(atlas, "Fort-Troy-Hays") == Link("Fort-Troy", "Hays")


def test_what_is_set_anew_leaves_the_others() -> None:
    """All but that one stay, not that one alone: of three cities that have grown, one is set back."""
    assert tracked.with_or_without(("Hays", "Pratt", "Troy"), "Pratt", 0) == ("Hays", "Troy")
    assert tracked.with_or_without(("Hays", "Pratt", "Troy"), "Hays", 1) == ("Pratt", "Troy", "Hays")


def test_a_hex_that_is_named_when_its_ranch_is_built_is_one_more(after: Played) -> None:
    """Naming it says that a railroad is there: one more, not one fewer, so the next ranch hex is a known one."""
    plain = "Ed: decide_track railroad=GHH hexes=kind>plain,rank>1 at_end=false\n"
    late = "Dave: decide_nothing track=track at_end=false\nPete: decide_ranch hex=Abilene at_end=false\n"
    next_one = "Ed: decide_track railroad=SP hexes=name>Lubbock,kind>ranch at_end=false\n"
    state = after(TEXAS + plain + late + next_one).state
    assert (state.late_hexes, state.known_ranches(), state.reached_ranches()) == (1, 1, 1)


def test_no_more_railroads_than_there_are(after: Played) -> None:
    """New ones are added to those there: with all but one there, two more are too many."""
    state = after(f"game gulf-mobile-ohio {PLAYERS} start_player=1\n").state
    there = [f"R{n}" for n in range(gulf_box.MOST_RAILROADS - 1 - len(state.available))]
    for name in there:
        state = state.with_shares(Railroad(name))
    railroads.check_new(state, [Printed(Railroad("LAST"))])
    with pytest.raises(RuleError, match="All 23 railroads are available"):
        railroads.check_new(state, [Printed(Railroad("LAST")), Printed(Railroad("MORE"))])


def test_shares_that_are_laid_down_are_no_longer_left(after: Played) -> None:
    """The printed ones less those on the table, not more."""
    lines = "Ed: reveal company=WW\nDave: reveal company=WW\nPete: reveal company=UP\n"
    state = after(f"game union-pacific {PLAYERS} first_player=1\n{lines}").state
    left = {name: state.not_invested(Railroad(name)) for name in ("WW", "UP", "MRR")}
    assert left == {"WW": 4, "UP": 19, "MRR": 6}


def test_figures_of_gulf_go_no_further_than_they_can(after: Played) -> None:
    """The marker stands on Start or 1, never on the 2 that pays; there are fewer passes than players; shares have an
    owner."""
    charter = "Ed: charter railroad=SC\nEd: auction_result winner=Dave amount=12\n"
    charter += "Dave: expand rural=1 cities=Charleston,Savannah\n"
    player = after(f"game gulf-mobile-ohio {PLAYERS} start_player=1\n{charter}")
    figures = {(str(each.of), each.name): each for each in player.table.rules.correct.figures(player.state)}
    most = {name: figures["table", name].most for name in ("marker", "passes")}
    assert most == {"marker": 1, "passes": 2}
    held = {seat: figures[f"seat:{seat}", "charter."].chosen for seat in (1, 2, 3)}
    assert held == {1: (), 2: ("SC",), 3: ()}
