"""Mutants that survived once (see tests/mutants): what is offered, said and corrected. Figures are the rulebooks', or
reckoned by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.atlas.known import Atlas
from companion.games.bank import ending, payments
from companion.games.prairie_railroads import cards
from companion.games.prairie_railroads import settling as prairie_settling
from companion.games.prairie_railroads import track as prairie_track
from companion.games.prairie_railroads import turn as prairie_turn
from companion.games.prairie_railroads.phases import FirstBuild
from companion.games.southern_pacific import settling as southern_settling
from companion.games.texas_pacific import box as texas_box
from companion.mechanisms import auction, correction, income
from companion.vocabulary.ledger import BANK, MONEY, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.view import PayoffLine
from companion.words.errors import RuleError
from companion.words.text import Text
from companion.words.values import Money, Railroad, Seat
from tests.in_words import said, words
from tests.openings import PLAYERS, PRAIRIE_AUCTIONS
from tests.table_player import TablePlayer

Played = Callable[[str], TablePlayer]
PRAIRIE = f"""
game prairie-railroads {PLAYERS} first_bidder=1
{PRAIRIE_AUCTIONS}"""
KP = Railroad("KP")


def fields(offer: Any) -> dict[str, Any]:
    return {field.name: field for field in offer.fields}


# --- what several games share ------------------------------------------------------------------------------


def test_who_has_passed_in_one_step_but_whoever_did_it() -> None:
    before: Any = SimpleNamespace(passed=(Seat(1),))
    now: Any = SimpleNamespace(passed=(Seat(1), Seat(2), Seat(3)))
    assert auction.newly_passed(before, now, Seat(2)) == (Seat(3),)


@pytest.mark.parametrize(
    ("old", "new", "words_"),
    [
        (None, 3, "Put one KP cube on the income track at 3"),
        (3, None, "Take the KP's cube off the income track, at 3"),
        (3, 5, "Move the KP's income cube 3 → 5"),
    ],
)
def test_an_income_cube_comes_moves_and_goes(old: int | None, new: int | None, words_: str) -> None:
    assert words(income._words(KP, old, new)) == words_


def test_money_that_nobody_sees_is_told_by_its_difference(after: Played) -> None:
    """Anything else is told by its old and its new value."""
    head = f"game union-pacific {PLAYERS} first_player=1 ruling.cash_visibility="
    for visible, told in (("hidden", "Ed: $5M more"), ("open", "Ed: $0M → $5M")):
        minutes = Minutes(after(head + visible + "\n").state)
        correction.level(minutes, seat_account(Seat(1)), BANK, MONEY, 5)
        assert [words(each) for each in minutes.sentences] == [told]


# --- Prairie Railroads -------------------------------------------------------------------------------------


def test_cards_left_are_those_counted_less_those_drawn(after: Played) -> None:
    state = after(PRAIRIE).state
    deck = {"3": dict.fromkeys(state.drawn, 4)}
    drawn = dict.fromkeys(state.drawn, 0) | {"CT": 3}
    counted = state.changed(atlas=Atlas({"draw_deck": deck}), drawn=drawn)
    assert words(cards._left_in_deck(counted, "CT")) == "1 left"
    assert (
        words(cards._left_in_deck(counted.changed(drawn={**drawn, "CT": 4}), "CT"))
        == "none left, by the count"
    )
    assert counted.deck_left() == 4 * len(drawn) - 3
    assert counted.changed(drawn=dict.fromkeys(drawn, 4)).deck_left() == 0


def test_a_deck_of_which_one_card_was_not_counted_is_uncounted(after: Played) -> None:
    state = after(PRAIRIE).state
    rest = dict.fromkeys(list(state.drawn)[1:], 4)
    assert state.changed(atlas=Atlas({"draw_deck": {"3": rest}})).deck_left() is None
    more = dict.fromkeys(state.drawn, 4) | {"other": 1}
    assert state.changed(atlas=Atlas({"draw_deck": {"3": more}})).deck_left() is not None


def test_who_has_a_card_left_goes_on_when_the_deck_is_empty(after: Played) -> None:
    """One card is enough; without any the game is over."""
    state = after(PRAIRIE).state.changed(deck_declared_empty=True)
    hand = dict.fromkeys(state.hands[state.active], 0)
    for left, over in ((1, False), (0, True)):
        mine = {**hand, next(iter(hand)): left}
        minutes = Minutes(state.changed(hands={**state.hands, state.active: mine}))
        prairie_turn._end_if_stuck(minutes)
        assert minutes.state.finished == over


def test_initial_auctions_to_come(after: Played) -> None:
    """While the winner of the first builds, five are left."""
    player = after(f"game prairie-railroads {PLAYERS} first_bidder=1\n")
    assert len(player.state.unstarted) == 6
    player.move(1, {"type": "auction_result", "winner": 1, "amount": 20})
    assert isinstance(player.state.phase, FirstBuild)
    assert len(player.state.unstarted) == 5


def test_two_who_share_the_win_are_told_so() -> None:
    each: dict[Railroad, tuple[Money, Text]] = {}
    lines: tuple[PayoffLine, ...] = ()
    sums = [(Seat(n), cash, lines) for n, cash in ((1, 30), (2, 30), (3, 20))]
    assert words(prairie_settling.settled(sums, each).tie_break) == "Ed and Dave tie and share the win"
    assert prairie_settling.settled(sums[1:], each).tie_break is None


def test_a_western_build_lays_one_cube_more(after: Played) -> None:
    """Than its track."""
    state = after(PRAIRIE).state
    assert state.changed(western={KP: "Lawrence"}).laid()[KP] == state.laid()[KP] + 1


def test_a_western_build_has_one_owner_and_a_railroad_one_western_build(after: Played) -> None:
    """First the KP's at Lawrence; then the ATSF's there, and then only the ATSF's at Topeka."""
    minutes = Minutes(after(PRAIRIE).state)
    left = {r: minutes.state.cubes_left(r) for r in (KP, Railroad("ATSF"), Railroad("MP"))}
    prairie_track.correct_western(KP, minutes, "Lawrence", 1)
    prairie_track.correct_western(Railroad("MP"), minutes, "Chanute", 1)
    prairie_track.correct_western(Railroad("ATSF"), minutes, "Lawrence", 1)
    assert minutes.state.western == {"MP": "Chanute", "ATSF": "Lawrence"}
    prairie_track.correct_western(Railroad("ATSF"), minutes, "Chanute", 0)
    assert minutes.state.western == {"MP": "Chanute", "ATSF": "Lawrence"}
    prairie_track.correct_western(Railroad("ATSF"), minutes, "Lawrence", 0)
    assert minutes.state.western == {"MP": "Chanute"}
    now = {r: minutes.state.cubes_left(r) for r in left}
    assert now == {**left, Railroad("MP"): left[Railroad("MP")] - 1}


def test_what_a_segment_is_asked(after: Played) -> None:
    """One from the deck, two from the hand; parallel links are numbered 1 to 4; start cities are ends too."""
    turn = "Pete: play_card card=CT source={source}\nPete: roll_growth dice=1,2\n"
    chart = "facts/growth/12/primary=Chanute"
    for source, most in (("deck", 1), ("hand", 2)):
        first = PRAIRIE.replace("first_bidder=1", f"first_bidder=1 {chart} facts/growth/12/secondary=null")
        more = "host: set railroads.MP treasury=40 railroads.KP treasury=40\n"
        player = after(first + more + turn.format(source=source))
        field = fields(player.offer("build_track"))["segments"]
        assert field.most == most
        inside = {each.name: each for each in field.fields}
        number = inside["number"]
        assert (number.least, number.most, number.default) == (1, 4, 1)
        assert {"Troy", "Columbus"} <= {choice.value for choice in inside["to"].choices}


# --- Southern Pacific --------------------------------------------------------------------------------------


def test_a_tie_without_the_bull_market_card_and_none_with_it() -> None:
    lines: tuple[PayoffLine, ...] = ()
    tied = [(Seat(n), cash, lines) for n, cash in ((1, 30), (2, 30), (3, 20))]
    order = (Seat(2), Seat(3), Seat(1))
    settled = southern_settling.settled
    assert words(settled(tied, order, None).tie_break) == "Dave and Ed have the same cash"
    by_card = (
        "Dave and Ed have the same cash; Dave is nearest clockwise to the Bull Market card, which Ed has"
    )
    assert words(settled(tied, order, Seat(1)).tie_break) == by_card
    assert settled(tied[1:], order, Seat(1)).tie_break is None
    thrice = [(Seat(n), 30, lines) for n in (1, 2, 3)]
    beside = [words(payoff.decided) for payoff in settled(thrice, order, Seat(1)).payoffs]
    assert beside == ["1 seat clockwise", "2 seats clockwise", "holds the card"]


# --- Texas & Pacific ---------------------------------------------------------------------------------------


def test_what_is_not_known_of_texas_board() -> None:
    """Incomes are printed in cities and gray hexes, not on plain ones; start cities never count."""
    rows: dict[str, dict[str, Any]] = {
        "Waco": {"kind": "city"},
        "Plain": {"kind": "plain"},
        "Tyler": {"kind": "city", "income": 2},
    }
    found = [words(each) for each in texas_box.lacks(Atlas({"hexes": rows}))]
    assert "the income of Waco" in found


# --- the bank alone ----------------------------------------------------------------------------------------


def test_a_request_that_never_was_and_one_that_is_answered() -> None:
    state: Any = SimpleNamespace(asked=(), requests=2)
    for number, code in ((2, "not-now"), (3, "invalid")):
        with pytest.raises(RuleError) as refused:
            payments.open_request(state, number)
        assert refused.value.code == code


def test_an_answer_to_nothing_that_is_asked() -> None:
    """Moves of other kinds are no answers, nor are those without a number."""
    state: Any = SimpleNamespace(asked=(SimpleNamespace(id=1, of=Seat(2)),), requests=1)
    accept = {"type": "accept_request"}
    assert words(payments.off(state, {**accept, "request": 1})) == "Only Dave can answer request 1"
    assert words(payments.off(state, {**accept, "request": 2})) == "There is no request 2"
    nothing: list[dict[str, Any]] = [
        {**accept, "request": 0},
        {**accept, "request": "1"},
        {"type": "pay", "request": 1},
    ]
    assert [payments.off(state, each) for each in nothing] == [None, None, None]


def test_a_trade_says_whom_it_is_paid_to_where_that_is_not_the_seller(after: Played) -> None:
    player = after(f"game bank {PLAYERS} box=southern-pacific\n")
    own = {"type": "trade", "company": "SP", "count": 2, "from": "railroad:SP", "to": "seat:1", "price": 12}
    player.move(1, own)
    assert said(player) == "Ed buys 2 SP certificates from its treasury for $12"
    player.move(1, {**own, "count": 1, "paid_to": "bank"})
    assert said(player) == "Ed buys 1 SP certificate from its treasury for $12, paid to the bank"


@pytest.mark.parametrize("value", [0, 1, 20])
def test_a_marker_stands_anywhere_on_its_track(value: int) -> None:
    track = SimpleNamespace(name="Points", least=0, most=20, of="table")
    state = SimpleNamespace(tracks={("table", "Points"): 5}, box=SimpleNamespace(tracks=(track,)))
    minutes: Any = SimpleNamespace(state=state, say_large=lambda text, brief: None)
    state.on = lambda track, whose: 5
    state.changed = lambda tracks: tracks
    move: Any = SimpleNamespace(of=None, track="Points", value=value)
    ending.set_track(minutes, move)
    assert minutes.state == {("table", "Points"): value}


def test_of_two_tracks_the_one_that_is_named() -> None:
    named = [SimpleNamespace(name=name, least=0, most=20) for name in ("Points", "Round")]
    state: Any = SimpleNamespace(
        tracks={("table", "Points"): 5, ("table", "Round"): 1}, box=SimpleNamespace(tracks=named)
    )
    move: Any = SimpleNamespace(of=None, track="Round")
    found: Any = ending.track_of(state, move)
    assert found == (named[1], "table")
    other: Any = SimpleNamespace(of="seat:1", track="Round")
    with pytest.raises(RuleError):
        ending.track_of(state, other)


def test_what_the_bank_offers_first(after: Played) -> None:
    """One certificate; an auction asks for a company where there are some, and what else it is of only instead."""
    player = after(f"game bank {PLAYERS} box=southern-pacific\n")
    assert fields(player.offer("trade"))["count"].default == 1
    lots = fields(player.offer("auction"))
    assert lots["company"].required
    assert lots["company"].choices[-1].value is None
    assert lots["what"].required
    assert lots["what"].when == {"company": None}
