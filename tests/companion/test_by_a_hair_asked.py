"""Mutants that survived once (see tests/mutants): auctions, corrections, and what is refused or offered. Figures are
the rulebooks', or reckoned by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.atlas.known import Atlas
from companion.games.bank import boxes
from companion.games.prairie_railroads import growth
from companion.games.southern_pacific import links as southern_links
from companion.games.southern_pacific import sales
from companion.games.southern_pacific.phases import Proposed
from companion.games.southern_pacific.settling import settled
from companion.games.texas_pacific import ranch
from companion.games.texas_pacific import track as texas_track
from companion.games.union_pacific import building
from companion.games.union_pacific import tools as union_tools
from companion.games.union_pacific.moves import Build
from companion.mechanisms import auction, correction, secret_limits
from companion.mechanisms.sale import sold
from companion.vocabulary.figures import Figure
from companion.vocabulary.ledger import BANK, certificates, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link
from companion.words.errors import RuleError
from companion.words.text import say
from companion.words.values import Money, Railroad, Seat
from tests.evening_reader import HOST, RefusedError
from tests.in_words import said, words
from tests.openings import PLAYERS, TEXAS
from tests.table_player import TablePlayer

Played = Callable[[str], TablePlayer]
GHH, KP = Railroad("GHH"), Railroad("KP")
SOUTHERN = f"game southern-pacific {PLAYERS} first_bidder=1\n"


def fields(player: TablePlayer, move: str) -> dict[str, Any]:
    return {field.name: field for field in player.offer(move).fields}


# --- what several games share ------------------------------------------------------------------------------


def lot(seller: int | None = None) -> auction.Auction:
    return auction.opened(
        railroad=KP, seats=3, opener=Seat(1), minimum=Money(1), pays_to=BANK, cash=lambda seat: Money(20),
        style="ascending", seller=None if seller is None else Seat(seller),
    )  # fmt: skip


def test_who_can_bid_no_more_is_passed_and_whoever_can_is_asked() -> None:
    """Ed and Dave have nothing left; Pete, the last of the three, has money."""
    left = {Seat(1): Money(0), Seat(2): Money(0), Seat(3): Money(20)}
    assert auction.looked_at_again(lot(), left.__getitem__).to_act == 3


def test_a_pass_is_told_while_somebody_can_still_bid(after: Played) -> None:
    """How an auction ended says enough."""
    player = after(SOUTHERN + "Ed: bid amount=3\nDave: pass\n")
    assert said(player) == "Dave passes"
    player.move(3, {"type": "pass"})
    assert "Pete passes" not in said(player)


def test_where_a_share_stays_that_nobody_bids_for() -> None:
    for seller, told in ((None, "stays unsold"), (2, "stays with Dave")):
        minutes: Any = Minutes(None)
        assert not sold(minutes, lot(seller))
        assert [words(each) for each in minutes.sentences] == [f"Nobody bids; the KP share {told}"]


def test_an_auction_that_is_over_or_was_not_there_is_not_the_same() -> None:
    now = auction.shown(lot(), lambda seat: Money(20))
    note = {"type": "note", "seat": 1}
    assert secret_limits.same_auction(now, now, note)
    assert not secret_limits.same_auction(None, now, note)
    assert not secret_limits.same_auction(now, None, note)
    assert not secret_limits.same_auction(now, now, {"type": "auction_result"})


def test_what_is_counted_and_is_with_nobody_else_cannot_be_set() -> None:
    """Unless the figure itself says how."""
    figure: Any = Figure(railroad_account(KP), "left", say("Left"), 1, 3, what=certificates(KP))
    assert not correction._may_be(figure, "left", 2)
    assert correction._may_be(replace(figure, set=lambda minutes, wanted: None), "left", 2)
    assert correction._may_be(replace(figure, other=BANK), "left", 2)


# --- Prairie Railroads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(7, 1), (1, 0), (1,), (1, 2, 3), None])
def test_growth_dice_show_one_to_six(dice: Any) -> None:
    nothing: Any = None
    with pytest.raises(RuleError, match="each of them shows 1 to 6"):
        growth.roll(nothing, nothing, SimpleNamespace(dice=dice))  # type: ignore[arg-type]  # all that is read


# --- Gulf, Mobile & Ohio -----------------------------------------------------------------------------------


def test_while_a_charter_is_auctioned_all_but_its_colour_may_be_corrected(after: Played) -> None:
    charter = f"game gulf-mobile-ohio {PLAYERS} start_player=1\nEd: charter railroad=SC\n"
    player = after(charter + "host: set seats.Dave cash=50\n! host: set railroads.SC colour.green=1   rule\n")
    assert player.state.cash(Seat(2)) == 50


def test_three_dollars_are_enough_for_a_cube(after: Played) -> None:
    """A cube costs $3 (Presidential Expansion)."""
    charter = f"game gulf-mobile-ohio {PLAYERS} start_player=1\nEd: charter railroad=SC\n"
    built = "Ed: auction_result winner=Dave amount=9\nDave: expand rural=1 cities=Charleston,Savannah\n"
    for cash, may in ((3, True), (2, False)):
        player = after(f"{charter}{built}host: set seats.Dave cash={cash}\n")
        choices = fields(player, "presidential_expansion")["railroad"].choices
        assert [choice.disabled is None for choice in choices if choice.value == "SC"] == [may]


# --- Southern Pacific --------------------------------------------------------------------------------------


def test_a_first_link_must_be_built_while_none_of_its_home_is_taken(after: Played) -> None:
    """Houston's is, Dallas' is not, whatever others have built."""
    state = after(SOUTHERN).state
    taken = {**state.tracks, Railroad("SP"): (Link("Houston", "Beaumont"),)}
    for home, told in (("Houston", ""), ("Dallas", "No link of Dallas is taken: one must be built")):
        known = Atlas({**state.atlas.sections, "homes": {"TP": {"city": home}}, "links": {}})
        there = state.changed(tracks=taken, atlas=known)
        refusal = southern_links._still_open(there, Railroad("TP"))
        assert (words(refusal.text) if refusal else "") == told


def test_links_lead_to_new_cities_first(after: Played) -> None:
    opening = "Ed: auction_result winner=Ed amount=0\nEd: build_link from=Beaumont to=Houston\n"
    state = after(SOUTHERN + opening).state
    ends = [choice.value for choice in southern_links._ends(state, Railroad("SP"))[1].choices]
    assert set(ends[-2:]) == {"Beaumont", "Houston"}
    assert len(ends) == len(set(ends))


def test_a_tie_behind_the_winner_is_no_tie_for_the_win() -> None:
    sums = [(Seat(n), cash, ()) for n, cash in ((1, 30), (2, 20), (3, 20))]
    assert settled(sums, (Seat(3), Seat(1), Seat(2)), Seat(2)).tie_break is None


@pytest.mark.parametrize(("written", "found"), [(1, True), (2, False)])
def test_lines_of_the_first_format_name_no_parallel_link(
    monkeypatch: pytest.MonkeyPatch, written: int, found: bool
) -> None:
    """Whichever of them the seller has is meant."""
    monkeypatch.setattr(sales, "no_cube", lambda *_: None)
    monkeypatch.setattr(sales, "refusal", lambda *_: None)
    state: Any = SimpleNamespace(treasury=lambda r: 20, tracks={KP: (Link("A", "B", 2),)})
    sale = Proposed(SimpleNamespace(railroad=GHH), KP, Link("A", "B"), Money(5))  # type: ignore[arg-type]  # all that is read
    move: Any = SimpleNamespace(format=written)
    if found:
        assert sales._checked(state, sale, move).link.number == 2
    else:
        with pytest.raises(RuleError, match="is not the KP's"):
            sales._checked(state, sale, move)


# --- Texas & Pacific ---------------------------------------------------------------------------------------


def test_a_table_of_texas_can_be_begun_with_ranches_that_are_reached(after: Played) -> None:
    """Of the two ranch hexes of the GHH one has its marker; the first round is the least."""
    position = (
        "host: position turn=Ed seats.Ed ranches=1 railroads.GHH unnamed.ranch=2 table reached_ranches=1\n"
    )
    player = after(f"game texas-pacific {PLAYERS} first_bidder=1\n{position}")
    assert player.state.reached_ranches() == 1
    found = {
        each.name: each for each in player.table.rules.correct.figures(player.state) if each.of == "table"
    }
    assert found["round"].least == 1


def test_all_that_cannot_be_in_texas_is_told_at_once(after: Played) -> None:
    """Figures that follow from others are checked together."""
    player = after(f"game texas-pacific {PLAYERS} first_bidder=1\n")
    rows = [("table", "reached_ranches", 99), ("railroad:GHH", "income", -1)]
    given = [{"of": of, "name": name, "value": value} for of, name, value in rows]
    with pytest.raises(RefusedError) as refused:
        player.move(HOST, {"type": "position", "figures": given})
    assert "Ranch hexes with track and marker: from 0 to" in str(refused.value)
    assert "the GHH, Income: from 0 to" in str(refused.value)


@pytest.mark.parametrize(("kind", "least", "most"), [("city", 1, 2), ("gray", 0, 2)])
def test_what_may_be_printed_in_a_hex(kind: str, least: int, most: int) -> None:
    field = texas_track._income_field(kind)
    assert (field.least, field.most) == (least, most)


def test_hexes_that_may_be_entered_stand_first(after: Played) -> None:
    """The SP is in Houston already; Galveston is the GHH's start."""
    south = "Ed: decide_track railroad=SP hexes=name>Houston,kind>city,income>2 at_end=false\n"
    state = after(TEXAS + south).state
    choices = texas_track._name_field(state, Railroad("SP"), "city").choices
    barred = [choice.disabled is not None for choice in choices]
    assert True in barred
    assert barred == sorted(barred)


def test_why_no_ranch_can_be_built() -> None:
    """If only one railroad has track, the reason is that its hexes have no ranch."""
    for hexes, told in ((0, "No railroad has built track yet"), (3, "All track has been named")):
        state: Any = SimpleNamespace(
            ranches_on_map=lambda: 5, number_of_hexes=lambda r, hexes=hexes: hexes if r == GHH else 0
        )
        assert words(ranch._why_none(state).text).startswith(told)


# --- Union Pacific -----------------------------------------------------------------------------------------


def test_a_section_is_known_by_both_its_ends(after: Played) -> None:
    state = after(f"game union-pacific {PLAYERS} first_player=1\n").state
    build = Build(seat=Seat(1), company=Railroad("WW"), dividend_cards=None, track="", from_="Omaha", to="")
    there = state.changed(sections={Railroad("WW"): ("Omaha-Kearney",)})
    building.check_new(there, replace(build, from_="Omaha-Kearney"))
    with pytest.raises(RuleError, match="already has a train on Omaha-Kearney"):
        building.check_new(there, replace(build, to="Kearney"))
    with pytest.raises(RuleError, match="connects two cities"):
        building.check_new(state, replace(build, to="Omaha"))


def test_the_second_place_gets_half_rounded_down() -> None:
    """Of 5 two."""
    players = [{"shares": 2}, {"shares": 1}]
    found = union_tools._dividend(Atlas(), {"value": 5, "players": players})
    assert [step.amount for step in found.steps[:2]] == [5, 2]
    assert "rounded down = $2M" in words(found.steps[1].formula)


# --- the bank alone ----------------------------------------------------------------------------------------


def test_an_auction_of_the_bank_begins_at_nothing(after: Played) -> None:
    assert fields(after(f"game bank {PLAYERS} box=southern-pacific\n"), "auction")["minimum"].default == 0


def test_who_is_alone_can_ask_nobody_for_money(after: Played) -> None:
    for players, may in (("Ed", False), ("Ed Dave", True)):
        player = after(f"game bank players {players} box=southern-pacific starting_cash=30\n")
        assert ("request_money" in {offer.type for offer in player.table.offers()}) == may


def test_a_unit_has_no_letter_at_all_or_a_few() -> None:
    assert boxes._unit("", "money") == ""
    with pytest.raises(RuleError, match="0 to 4 letters of text"):
        boxes._unit("marks", "money")
