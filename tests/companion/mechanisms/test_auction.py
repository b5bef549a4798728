"""Auctions, ascending and once around, in tables of cases: who acts, who is out, who wins, at which price."""

from __future__ import annotations

import pytest

from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction, AuctionResult, Bid, Pass
from companion.vocabulary.ledger import railroad_account
from companion.vocabulary.offers import OfferField, accept
from companion.words.errors import RuleError
from companion.words.values import Money, Railroad, Seat

KP = Railroad("KP")
Purses = tuple[int, ...]


def cash_of(purses: Purses) -> hammer.Cash:
    return lambda seat: Money(purses[seat - 1])


def opened(purses: Purses, opener: int, minimum: int = 1, seller: int | None = None) -> Auction:
    return hammer.opened(
        railroad=KP,
        seats=len(purses),
        opener=Seat(opener),
        minimum=Money(minimum),
        pays_to=railroad_account(KP),
        cash=cash_of(purses),
        style="ascending",
        seller=None if seller is None else Seat(seller),
    )


def bidden(auction: Auction, purses: Purses, calls: str) -> Auction:
    """`1:5 2- 3:6`: seat 1 bids 5, seat 2 passes, seat 3 bids 6; each must be on offer to that seat."""
    for call in calls.split():
        who = Seat(int(call[0]))
        move = Pass(seat=who) if call[1:] == "-" else Bid(seat=who, amount=Money(int(call[2:])))
        accept(hammer.offers(auction, cash_of(purses)), move)
        if isinstance(move, Bid):
            auction = hammer.bid(auction, who, move.amount, cash_of(purses))
        else:
            auction = hammer.passed(auction, who, cash_of(purses))
    return auction


@pytest.mark.parametrize(
    ("purses", "opener", "minimum", "calls", "winner", "price", "out"),
    [
        # all pass
        ((40, 40, 40), 2, 1, "2- 3- 1-", None, None, (2, 3, 1)),
        # the opener bids and all pass
        ((40, 40, 40), 2, 1, "2:1 3- 1-", 2, 1, (3, 1)),
        # passed round to the last, who bids
        ((40, 40, 40), 2, 1, "2- 3- 1:1", 1, 1, (2, 3)),
        # the first passes, the others bid against each other
        ((40, 40, 40), 1, 5, "1- 2:5 3:7 2:9 3-", 2, 9, (1, 3)),
        # round and round
        ((40, 40, 40), 3, 1, "3:1 1:2 2:3 3:4 1:5 2- 3-", 1, 5, (2, 3)),
        # nobody can go higher: sold at once. The rulebook's KP: minimum 11, purses 16, 3, 12, 16
        ((16, 3, 12, 16), 1, 11, "1:16", 1, 16, (2, 3, 4)),
        # seat 3 cannot follow beyond 6 and is passed by itself
        ((40, 40, 6), 1, 1, "1:6 2:7 1-", 2, 7, (3, 1)),
        # one purse can follow to the dollar
        ((40, 7, 6), 1, 1, "1:6 2:7 1-", 2, 7, (3, 1)),
        # nobody can pay the minimum
        ((10, 10, 10), 1, 11, "", None, None, (1, 2, 3)),
        # only one can, and must still bid or pass
        ((10, 11, 10), 1, 11, "2-", None, None, (1, 3, 2)),
        ((10, 11, 10), 1, 11, "2:11", 2, 11, (1, 3)),
        # a minimum of nothing
        ((0, 0, 0), 1, 0, "1:0", 1, 0, (2, 3)),
    ],
)
def test_bid_by_bid(
    purses: Purses,
    opener: int,
    minimum: int,
    calls: str,
    winner: int | None,
    price: int | None,
    out: tuple[int, ...],
) -> None:
    auction = bidden(opened(purses, opener, minimum), purses, calls)
    assert auction.over
    assert (auction.high_seat, auction.high_bid) == (winner, price)
    assert auction.passed == out


@pytest.mark.parametrize(
    ("purses", "calls", "to_act"),
    [
        ((40, 40, 40), "", 2),
        ((40, 40, 40), "2:1", 3),
        ((40, 40, 40), "2-", 3),
        ((40, 40, 40), "2:1 3-", 1),
        ((40, 40, 40), "2- 3-", 1),
        ((40, 40, 40), "2:1 3- 1:2", 2),
        ((40, 40, 40), "2:1 3:2 1:3", 2),
        ((40, 40, 2), "2:2", 1),
    ],
)
def test_who_is_to_act(purses: Purses, calls: str, to_act: int) -> None:
    auction = bidden(opened(purses, 2), purses, calls)
    assert auction.to_act == to_act
    assert not auction.over


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("1:5", "not-now"),
        ("2:6", "not-now"),
        ("2-", "not-now"),
        ("3:5", "rule"),
        ("3:41", "insufficient-funds"),
    ],
)
def test_refused_bids(call: str, code: str) -> None:
    """Seat 1 has bid 5, seat 2 has passed, seat 3 is to act."""
    purses = (40, 40, 40)
    auction = bidden(opened(purses, 1), purses, "1:5 2-")
    with pytest.raises(RuleError) as refused:
        bidden(auction, purses, call)
    assert refused.value.code == code


def test_a_seller_is_barred_and_the_next_seat_opens() -> None:
    purses = (40, 40, 40)
    auction = opened(purses, 2, seller=1)
    assert auction.bidders == (2, 3)
    with pytest.raises(RuleError):
        bidden(auction, purses, "1:5")
    assert bidden(auction, purses, "2:3 3-").high_seat == 2
    assert bidden(auction, purses, "2- 3-").high_seat is None


def sold_aloud(
    auction: Auction, purses: Purses, seat: int, winner: int | None, amount: int | None
) -> Auction:
    move = AuctionResult(
        seat=Seat(seat),
        winner=None if winner is None else Seat(winner),
        amount=None if amount is None else Money(amount),
    )
    accept(hammer.offers(auction, cash_of(purses)), move)
    return hammer.result(auction, move, cash_of(purses))


@pytest.mark.parametrize(
    ("calls", "teller", "winner", "amount", "code"),
    [
        # nothing has been bid; the opener is seat 1, the minimum 5
        ("", 1, 3, 5, None),
        ("", 1, None, None, None),
        ("", 3, 3, 40, None),
        ("", 1, 3, 4, "rule"),
        ("", 1, 3, None, "invalid"),
        ("", 1, 3, 41, "insufficient-funds"),
        ("", 1, 9, 5, "rule"),
        ("", 3, 2, 5, "not-now"),
        ("", 3, None, None, "not-now"),
        # seat 1 has bid 7, seat 2 has passed
        ("1:7 2-", 1, 1, 7, None),
        ("1:7 2-", 1, 3, 8, None),
        ("1:7 2-", 3, 3, 8, None),
        ("1:7 2-", 1, 3, 7, "rule"),
        ("1:7 2-", 1, 3, 6, "rule"),
        ("1:7 2-", 1, 1, 9, None),
        ("1:7 2-", 1, 1, 6, "rule"),
        ("1:7 2-", 1, 2, 8, "rule"),
        ("1:7 2-", 1, None, None, "rule"),
        ("1:7 2-", 3, None, None, "rule"),
        ("1:7 2-", 3, 1, 8, "not-now"),
    ],
)
def test_the_result_aloud(
    calls: str, teller: int, winner: int | None, amount: int | None, code: str | None
) -> None:
    purses = (40, 40, 40)
    auction = bidden(opened(purses, 1, 5), purses, calls)
    if code is None:
        sold = sold_aloud(auction, purses, teller, winner, amount)
        assert sold.over
        assert (sold.high_seat, sold.high_bid) == (winner, amount)
    else:
        with pytest.raises(RuleError) as refused:
            sold_aloud(auction, purses, teller, winner, amount)
        assert refused.value.code == code


def test_a_seller_may_say_who_has_won() -> None:
    purses = (40, 40, 40)
    auction = opened(purses, 2, seller=1)
    assert sold_aloud(auction, purses, 1, 3, 5).high_seat == 3
    assert sold_aloud(auction, purses, 2, None, None).high_seat is None
    with pytest.raises(RuleError):
        sold_aloud(auction, purses, 1, 1, 5)


def test_what_is_shown() -> None:
    purses = (40, 30, 3)
    shown = hammer.shown(bidden(opened(purses, 1), purses, "1:5"), cash_of(purses))
    assert shown["high_bid"] == 5
    assert shown["high_seat"] == 1
    assert shown["to_act"] == 2
    assert shown["passed"] == [3]
    assert shown["affordable"] == {"1": 40, "2": 30}
    assert shown["style"] == "ascending"


def once_around(purses: Purses, offerer: int) -> Auction:
    """The seat to the left of the offerer begins."""
    return hammer.opened(
        railroad=KP,
        seats=len(purses),
        opener=Seat(offerer % len(purses) + 1),
        minimum=Money(0),
        pays_to=railroad_account(KP),
        cash=cash_of(purses),
        style="once_around",
        offerer=Seat(offerer),
    )


@pytest.mark.parametrize(
    ("purses", "offerer", "calls", "winner", "price"),
    [
        ((40, 40, 40), 1, "2- 3- 1-", None, None),
        # $0 is a bid, and the offerer bids last
        ((40, 40, 40), 1, "2:0 3- 1-", 2, 0),
        ((40, 40, 40), 3, "1:4 2:5 3-", 2, 5),
        ((40, 40, 40), 3, "1- 2- 3:0", 3, 0),
        # it does not come round again, however much the first would still give
        ((40, 40, 40), 2, "3:1 1:2 2:3", 2, 3),
        # who cannot go higher is out at once, wherever they sit
        ((3, 40, 9, 2), 2, "3:9 2:10", 2, 10),
        ((3, 9, 9, 2), 2, "3:9", 3, 9),
    ],
)
def test_once_around(purses: Purses, offerer: int, calls: str, winner: int | None, price: int | None) -> None:
    auction = bidden(once_around(purses, offerer), purses, calls)
    assert auction.over
    assert (auction.high_seat, auction.high_bid) == (winner, price)


def test_once_around_nobody_bids_twice() -> None:
    purses = (40, 40, 40)
    auction = bidden(once_around(purses, 1), purses, "2:3 3:4")
    assert auction.to_act == 1
    for call, code in (
        ("2:5", "not-now"),
        ("3:5", "not-now"),
        ("1:4", "rule"),
        ("1:41", "insufficient-funds"),
    ):
        with pytest.raises(RuleError) as refused:
            bidden(auction, purses, call)
        assert refused.value.code == code


def test_once_around_aloud() -> None:
    purses = (40, 40, 40, 40)
    fresh = once_around(purses, 1)
    # the offerer and the opener may say anybody, a winner only that they have won
    assert sold_aloud(fresh, purses, 1, 4, 0).high_seat == 4
    assert sold_aloud(fresh, purses, 2, 4, 0).high_seat == 4
    assert sold_aloud(fresh, purses, 3, 3, 7).high_bid == 7
    with pytest.raises(RuleError):
        sold_aloud(fresh, purses, 3, 4, 7)
    # seat 2 has been outbid, seat 3 has not
    auction = bidden(fresh, purses, "2:3 3:4")
    assert auction.still_in == (3, 4, 1)
    assert sold_aloud(auction, purses, 1, 3, 4).high_seat == 3
    assert sold_aloud(auction, purses, 1, 4, 5).high_bid == 5
    # seat 3 has bid once, seat 4 has to bid more
    for winner, amount in ((2, 9), (3, 5), (3, 3), (4, 4), (1, 4)):
        with pytest.raises(RuleError) as refused:
            sold_aloud(auction, purses, 1, winner, amount)
        assert refused.value.code == "rule"
    assert hammer.shown(auction, cash_of(purses))["affordable"] == {"3": 40, "4": 40, "1": 40}


@pytest.mark.parametrize("calls", ["", "2:3", "2:3 3:4", "2-", "2:0 3-"])
@pytest.mark.parametrize("style", ["ascending", "once_around"])
def test_a_form_begins_with_a_price_that_is_accepted(style: str, calls: str) -> None:
    purses = (40, 40, 40, 40)
    fresh = once_around(purses, 1) if style == "once_around" else opened(purses, 2, minimum=0)
    auction = bidden(fresh, purses, calls)
    offer = next(offer for offer in hammer.offers(auction, cash_of(purses)) if offer.type == "auction_result")
    winners, *prices = offer.fields
    for winner in winners.choices:
        if isinstance(winner.value, int):
            (price,) = (price for price in prices if _begins_for(price, winner.value))
            assert sold_aloud(auction, purses, offer.seat, winner.value, price.default).over


def _begins_for(price: OfferField, winner: int) -> bool:
    winners = (price.when or {})["winner"]
    return isinstance(winners, tuple) and winner in winners


def test_who_cannot_pay_more_than_the_standing_bid_has_not_won() -> None:
    auction = bidden(opened((40, 40, 40), 1), (40, 40, 40), "1:7")
    # as in an old evening: today a correction keeps an auction possible
    purses = (7, 7, 40)
    assert sold_aloud(auction, purses, 1, 1, 7).high_seat == 1
    with pytest.raises(RuleError) as refused:
        sold_aloud(auction, purses, 1, 2, 7)
    assert refused.value.code == "insufficient-funds"
    assert [
        choice.disabled is None for choice in hammer.offers(auction, cash_of(purses))[2].fields[0].choices
    ] == [
        True,
        False,
        True,
        False,
    ]
