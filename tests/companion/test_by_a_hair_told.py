"""Mutants that survived once (see tests/mutants): what is listed first, told, remarked upon and let through. Figures
are the rulebooks', or reckoned by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.atlas.known import Atlas
from companion.games.southern_pacific import bull
from companion.games.texas_pacific import auctions as texas_auctions
from companion.games.texas_pacific import box as texas_box
from companion.games.texas_pacific import hexes, play
from companion.games.texas_pacific import tools as texas_tools
from companion.games.texas_pacific import track as texas_track
from companion.games.texas_pacific.state import RANCH
from companion.games.union_pacific import correcting as union_correcting
from companion.games.union_pacific import preparation
from companion.games.union_pacific import tools as union_tools
from companion.mechanisms import correction, tracked
from companion.mechanisms.auction import Bid
from companion.vocabulary.ledger import BOARD, BOX, Account, certificates, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes
from companion.vocabulary.offers import Refusal
from companion.words.errors import RuleError
from companion.words.text import Text, say
from companion.words.values import Money, Railroad, Seat
from tests.evening_reader import HOST, RefusedError
from tests.in_words import said, words
from tests.openings import PLAYERS, TEXAS
from tests.table_player import TablePlayer

Played = Callable[[str], TablePlayer]
UNION = f"game union-pacific {PLAYERS} first_player=1\n"
GHH, KP, UP, WW = Railroad("GHH"), Railroad("KP"), Railroad("UP"), Railroad("WW")


# --- what several games share ------------------------------------------------------------------------------


def test_of_which_railroads_a_correction_says_something() -> None:
    """Another figure of the same railroad does not count, nor one of a player that has the same name."""
    rows = (("railroad:KP", "income", 5), ("railroad:MP", "treasury", 5), ("seat:1", "income", 5))
    said = Correction((), tuple((Account(of), name, value) for of, name, value in rows), 2)
    assert correction.of_railroads(said, "income") == {KP}


def test_it_is_somebodys_turn(after: Played) -> None:
    """The turn goes to a player; there is no seat 0."""
    player = after(f"game texas-pacific {PLAYERS} first_bidder=1\n")
    figure = tracked.turn_figure(player.state, Seat(2), lambda seat: player.state)
    assert (figure.least, figure.most, figure.value) == (1, 3, 2)
    assert not correction._may_be(figure, "turn", 0)


def test_of_what_there_is_nothing_none_can_be_unsold(after: Played) -> None:
    state = after(UNION).state
    nowhere = tracked.unsold_figure(state, Railroad("XX"))
    assert (nowhere.value, nowhere.most) == (0, 0)


def test_an_income_can_be_told_when_a_game_is_begun_in_the_middle(after: Played) -> None:
    """After its track, which it follows from: 1 of Marysville, and 6 more."""
    player = after(
        f"game prairie-railroads {PLAYERS} first_bidder=1\n"
        "host: position turn=Ed railroads.CRIP income=7 segment.Troy-Marysville=1 cubes_left=30\n"
    )
    assert player.state.income(Railroad("CRIP")) == 7


def test_all_that_cannot_be_is_told_at_once(after: Played) -> None:
    """President and income both follow from other figures, so they are checked together."""
    player = after(f"game southern-pacific {PLAYERS} first_bidder=1\n")
    rows = [("seat:1", "shares.SP", 1), ("railroad:SP", "president", 3), ("railroad:SP", "income", -1)]
    given = [{"of": of, "name": name, "value": value} for of, name, value in rows]
    with pytest.raises(RefusedError) as refused:
        player.move(HOST, {"type": "position", "figures": given})
    assert "the SP, Income: from 0 to" in str(refused.value)
    assert "the SP, President: 3 is not possible" in str(refused.value)


# --- Southern Pacific --------------------------------------------------------------------------------------


def test_of_two_who_have_more_than_the_president_the_first_presides(after: Played) -> None:
    """The rulebook knows one share at a time; a correction may give two to each of two others, and seats decide."""
    opening = f"game southern-pacific {PLAYERS} first_bidder=1\nEd: auction_result winner=Ed amount=0\n"
    more = "host: set seats.Dave shares.SP=2 seats.Pete shares.SP=2\n"
    player = after(opening + "Ed: build_link from=Beaumont to=Houston\n" + more)
    assert player.state.presidents["SP"] == 2
    assert "Dave becomes president of the SP" in said(player)


def test_a_tie_for_the_bull_market_card_says_who_presides_already(after: Played) -> None:
    """Ed has been president of the SP all along: he becomes only the card's holder."""
    opening = f"game southern-pacific {PLAYERS} first_bidder=1\nEd: auction_result winner=Ed amount=0\n"
    minutes = Minutes(after(opening).state)
    bull._break_tie(minutes, (Seat(1), Seat(2)), 33)
    told = [words(each) for each in minutes.sentences]
    assert told[1:] == ["tie: Ed is president of the SP", "Ed has the Bull Market card"]


# --- Texas & Pacific ---------------------------------------------------------------------------------------


def test_which_railroad_one_would_be_in_a_hex(after: Played) -> None:
    """The SP is in Houston, whose income is 2: the GHH would be second there, and first in a city without
    railroads."""
    south = "Ed: decide_track railroad=SP hexes=name>Houston,kind>city,income>2 at_end=false\n"
    opening = TEXAS.replace("first_bidder=1", "first_bidder=1 facts/hexes/Boomtown/kind=city")
    state = after(opening.replace("kind=city", "kind=city facts/hexes/Boomtown/income=1") + south).state
    hints = {each.value: words(each.hint) for each in texas_track._name_field(state, GHH, "city").choices}
    assert hints["Houston"] == "income 2, 1 railroad there"
    assert hints["Boomtown"] == "income 1, no railroad yet"


def test_where_a_cube_is_put(after: Played) -> None:
    """By the hex's name, or by its kind where it has none."""
    build = (
        "Ed: decide_track railroad=SP hexes=name>Houston,kind>city,income>2;kind>plain,rank>1 at_end=false\n"
    )
    player = after(TEXAS + build)
    put = player.table.outcome(player.table.revision).instructions
    assert [each.facts["place"] for each in put if each.kind == "place_cube"] == ["Houston", "plain"]


def test_two_hexes_with_both_others_need_more_than_one_hex_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the others is in one hex only, so only one of the two can have both, whatever a third hex has."""
    monkeypatch.setattr(hexes, "_hexes_of_others", lambda *_: [1, 3])
    state: Any = None
    hexes._check_together(state, GHH, [3, 2, 1])
    for ranks in ([3, 3, 1], [1, 3, 3]):
        with pytest.raises(RuleError, match="don't have enough track"):
            hexes._check_together(state, GHH, ranks)


def test_an_income_is_never_below_nothing(after: Played) -> None:
    """Whatever the host has taken from the GHH's."""
    state = after(TEXAS).state.changed(adjustments={GHH: -50})
    assert state.income(GHH) == 0


def test_where_ranches_were_taken_is_asked_of_those_without_a_name(after: Played) -> None:
    minutes = Minutes(after(TEXAS).state)
    minutes.pay(BOARD, seat_account(Seat(1)), 2, say("ranches"), RANCH)
    asked = [
        words(play._ranches(minutes.state.changed(taken=taken)).ask)
        for taken in (("Abilene",), ("Abilene", "Waco"))
    ]
    assert asked == ["1 marker was taken from a hex without a name: which?", ""]


def test_a_ranch_where_no_track_was_told_leaves_the_others_their_markers(after: Played) -> None:
    """Abilene was entered first and told by name, so a ranch elsewhere tells of one hex more; one there does not."""
    south = "Ed: decide_track railroad=SP hexes=name>Abilene,kind>ranch,rank>1 at_end=false\n"
    for name, late, left in (("Lubbock", 1, 1), ("Abilene", 0, 0)):
        katy = "Dave: decide_track railroad=KATY hexes=kind>plain,rank>1 at_end=false\n"
        state = after(TEXAS + south + katy + f"Pete: decide_ranch hex={name} at_end=false\n").state
        assert (state.late_hexes, state.reached_ranches()) == (late, left)


def test_hexes_are_counted_when_those_described_one_by_one_are_there(after: Played) -> None:
    """A city with an income of 1, and two plain ones besides it, in whichever order they are told."""
    one, two = "hex.1=2", "unnamed.plain=2"
    for told in (f"{one} {two}", f"{two} {one}"):
        opening = f"game texas-pacific {PLAYERS} first_bidder=1\n"
        state = after(f"{opening}host: position turn=Ed railroads.GHH {told} cubes_left=10\n").state
        assert sorted((built.kind, built.income) for built in state.tracks[GHH] if built.name is None) == [
            ("city", 1),
            ("plain", None),
            ("plain", None),
        ]


def test_who_can_pay_no_certificate_is_told_of_the_cheapest() -> None:
    """Not of one that is not for sale at all, nor of a dearer one."""
    least = {GHH: 7, Railroad("SP"): 5, Railroad("TP"): 3}
    state: Any = SimpleNamespace(minimum_bid=least.__getitem__)
    poor = [Refusal("insufficient-funds", Text(name)) for name in ("dear", "cheap")]
    refusals = dict(zip(least, [*poor, Refusal("rule", Text("not open"))], strict=True))
    assert texas_auctions._why_none(state, refusals) is poor[1]
    none = texas_auctions._why_none(state, {})
    assert none is not None
    assert words(none.text) == "All certificates that may be sold are sold"


def test_who_may_go_west_with_any_track_decision(after: Played) -> None:
    """Whoever decides may choose of the railroads they hold, but those that have gone."""
    opening = TEXAS.replace("first_bidder=1", "first_bidder=1 ruling.go_west_when=any")
    south = "Ed: decide_track railroad=SP hexes=kind>gray,income>2,rank>1 go_west=SP at_end=false\n"
    others = "Dave: decide_nothing track=track at_end=false\nPete: decide_nothing track=track at_end=false\n"
    for lines, may in (("", ["GHH", "SP"]), (south + others, ["GHH"])):
        offer = after(opening + lines).offer("decide_track")
        (west,) = [field for field in offer.fields if field.name == "go_west"]
        assert [choice.value for choice in west.choices] == may


def test_what_cannot_be_done_now_is_refused_by_the_game_too(after: Played) -> None:
    """If something other than a Decision is asked for after the auctions."""
    state = after(TEXAS).state
    with pytest.raises(RuleError) as refused:
        play.play(state, Bid(seat=Seat(1), amount=Money(5)))
    assert refused.value.code == "not-now"


def test_what_is_printed_in_a_hex_in_words() -> None:
    """The income is named only if it is not the usual one of that kind."""
    kinds = texas_box.KIND_NAMES
    said = [
        words(texas_box.sort_words(n, kinds)) for n, (kind, _) in enumerate(texas_box.SORTS) if kind != "gray"
    ]
    assert said == ["plain", "ranch", "city, income 1", "city, income 2"]


def test_one_player_may_hold_all_that_is_sold() -> None:
    """10 ÷ 2 = 5, twice."""
    found = texas_tools._dividend(Atlas(), {"income": 10, "sold": 2, "certificates": 2})
    assert found.figures == {"per_certificate": 5, "amount": 10}
    with pytest.raises(RuleError, match="holds 3 certificates, but 2 are sold"):
        texas_tools._dividend(Atlas(), {"income": 10, "sold": 2, "certificates": 3})


def test_who_is_tied_is_told_by_number_where_there_are_no_names() -> None:
    players = [{"cash": 39}, {"cash": 40}, {"cash": 40}]
    with pytest.raises(RuleError, match="Player 2 and Player 3 are tied"):
        texas_tools._settlement(Atlas(), {"players": players})


# --- Union Pacific -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "found"),
    [
        # 6 shares on top, then 18 with a card, then all others with three
        ("printed", {1: 7, 2: 25, 3: 25, 4: 25}),
        # 98 - 3 × 4 - 4 = 82, 4 × 6 of them aside: 58, in stacks of 14, 14, 15 and 15; 6 lie above each
        ("variant", {1: 7, 2: 6 + 14 + 7, 3: 12 + 28 + 7, 4: 18 + 43 + 7}),
    ],
)
def test_when_dividend_cards_can_come(after: Played, deck: str, found: dict[int, int]) -> None:
    state = after(UNION.replace("first_player=1", f"first_player=1 ruling.deck={deck}")).state
    assert preparation.earliest(state) == found


def test_no_fewer_dividends_than_none_are_paid(after: Played) -> None:
    state = after(UNION).state
    set_to = union_correcting._paid_figure(state).set
    assert set_to is not None
    minutes = Minutes(state.changed(paid=2))
    set_to(minutes, 0)
    assert minutes.state.paid == 0
    for wanted in (-1, 4):
        with pytest.raises(RuleError, match="from 0 to 3"):
            set_to(Minutes(state), wanted)


def test_shares_come_back_as_long_as_no_more_are_sold_than_printed(after: Played) -> None:
    """Six of the WW are printed."""
    for sold, may in ((6, True), (7, False)):
        minutes = Minutes(after(UNION).state)
        account, what = railroad_account(WW), certificates(WW)
        there = minutes.state.ledger.of(account, what)
        minutes.pay(account, seat_account(Seat(1)), min(sold, there), say("sold"), what)
        minutes.pay(BOX, seat_account(Seat(1)), max(0, sold - there), say("found"), what)
        found = {(each.of, each.name): each for each in union_correcting.figures(minutes.state)}
        assert (found[account, "shares_unsold"].most > 0) == may


def test_shares_that_somebody_has_are_due_a_dividend() -> None:
    """One company's shares are enough, whatever others the player lacks; shares that nobody has are due nothing."""
    players: list[dict[str, Any]] = [{"shares": {"WW": 1, "GS": 0}}, {"shares": {"WW": 0}}]
    with pytest.raises(RuleError, match="How many trains of the WW are on the board"):
        union_tools._last_dividends(Atlas(), {"players": players})
    assert union_tools._last_dividends(Atlas(), {"players": players[1:]}) == ()


def test_at_the_first_dividend_the_union_pacific_pays_nothing() -> None:
    assert union_tools._places(Atlas(), {}, 1) == (0, 0, 0, 0, 0)
