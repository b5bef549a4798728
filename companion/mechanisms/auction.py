"""Auctions: ascending with drop-outs, or once around; from the phones, bid by bid, or aloud, in one entry.

Each bid is higher than the last and no more than the bidder's cash. Whoever passes is out; once around, whoever has bid
is done as well. Who cannot bid any more is passed at once, and the summary says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, NamedTuple

from companion.vocabulary.ledger import Account
from companion.vocabulary.minutes import Minutes, S
from companion.vocabulary.moves import Move, money, move, seat
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, costly, narrowed, refused
from companion.vocabulary.records import record
from companion.vocabulary.view import NextStep, ShownAuction
from companion.words.errors import RuleError, forbidden, too_poor
from companion.words.text import Text, Who, counted, phrase, say
from companion.words.values import Money, Railroad, Seat, clockwise

Cash = Callable[[Seat], Money]
Style = Literal["ascending", "once_around"]


@move("bid", "Bid")
class Bid(Move):
    """A higher bid than the last."""

    amount: Money = money("Bid")


@move("pass", "Pass")
class Pass(Move):
    """No bid; the seat is out of this auction."""


@move("auction_result", "Enter the result")
class AuctionResult(Move):
    """The auction was held aloud: who won, at which price. `winner` null: nobody bid."""

    winner: Seat | None = seat("Winner", nullable=True)
    amount: Money | None = money("Price", optional=True)


MOVES = (Bid, Pass, AuctionResult)


@record(
    "Auction",
    "railroad opener bidders minimum pays_to seller high_bid high_seat passed unable to_act style offerer done",
)
@dataclass(frozen=True, slots=True)
class Auction:
    """One share under the hammer."""

    railroad: Railroad
    opener: Seat
    bidders: tuple[Seat, ...]
    """Who may bid, clockwise from the opener."""
    minimum: Money
    """Dollars of the lowest first bid."""
    pays_to: Account
    seller: Seat | None = None
    """A player who sells their own share and may not bid."""
    high_bid: Money | None = None
    high_seat: Seat | None = None
    passed: tuple[Seat, ...] = ()
    """Who is out, in the order in which they went."""
    unable: tuple[Seat, ...] = ()
    """Those of them who could not pay the next bid."""
    to_act: Seat | None = None
    """None when it is over."""
    style: Style = "ascending"
    offerer: Seat | None = None
    """Who put the share up, if it is not the opener."""
    done: tuple[Seat, ...] = ()
    """Who has had their one bid."""

    @property
    def least_bid(self) -> Money:
        """The lowest amount that may be bid now, in dollars."""
        return self.minimum if self.high_bid is None else Money(self.high_bid + 1)

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """Who may still win: has not passed and, once around, has not been outbid."""
        out = (*self.passed, *[seat for seat in self.done if seat != self.high_seat])
        return tuple([seat for seat in self.bidders if seat not in out])

    @property
    def over(self) -> bool:
        """Is nobody left to act?"""
        return self.to_act is None


def opened(
    *,
    railroad: Railroad,
    seats: int,
    opener: Seat,
    minimum: Money,
    pays_to: Account,
    cash: Cash,
    style: Style,
    seller: Seat | None = None,
    offerer: Seat | None = None,
) -> Auction:
    """The auction as it begins: the opener acts first, a seller is barred.

    >>> def cash(seat): return Money(80)
    >>> kp, eleven = Railroad("KP"), Money(11)  # a value of $55 / 5 (Prairie Railroads, Offer Stock)
    >>> lot = opened(railroad=kp, seats=3, opener=Seat(2), minimum=eleven, pays_to=Account("railroad:KP"),
    ...              cash=cash, style="ascending")
    >>> lot.bidders, lot.least_bid
    ((2, 3, 1), 11)
    >>> lot = passed(passed(bid(lot, Seat(2), Money(16), cash), Seat(3), cash), Seat(1), cash)
    >>> lot.over, lot.high_seat, lot.high_bid
    (True, 2, 16)
    """
    order = (opener, *clockwise(seats, opener)[:-1])
    bidders = tuple(seat for seat in order if seat != seller)
    fresh = Auction(railroad, opener, bidders, minimum, pays_to, seller, style=style, offerer=offerer)
    return _next(fresh, bidders, cash)


def bid(auction: Auction, bidder: Seat, amount: Money, cash: Cash) -> Auction:
    """The auction after a bid that `accept` has checked."""
    raised = replace(auction, high_bid=amount, high_seat=bidder)
    if auction.style == "once_around":
        raised = replace(raised, done=(*auction.done, bidder))
    return _next(raised, _after(auction.bidders, bidder), cash)


def passed(auction: Auction, who: Seat, cash: Cash) -> Auction:
    """The auction after somebody passed."""
    return _next(replace(auction, passed=(*auction.passed, who)), _after(auction.bidders, who), cash)


def looked_at_again(auction: Auction, cash: Cash) -> Auction:
    """The auction after money has changed hands meanwhile: players who can no longer bid are passed."""
    if auction.to_act is None:
        return auction
    order = (auction.to_act, *_after(auction.bidders, auction.to_act)[:-1])
    return _next(auction, order, cash)


def then(auction: Auction) -> Seat | None:
    """Who bids or passes after whoever is to act, as it stands now; None: nobody need."""
    if auction.to_act is None:
        return None
    out = (*auction.passed, *auction.done, auction.to_act)
    return next((seat for seat in _after(auction.bidders, auction.to_act) if seat not in out), None)


def _after(bidders: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    at = bidders.index(seat)
    return (*bidders[at + 1 :], *bidders[: at + 1])


def _next(auction: Auction, order: tuple[Seat, ...], cash: Cash) -> Auction:
    """Who cannot bid any more is passed; then the next in order acts, if there is anything left to do."""
    settled = (*auction.done, auction.high_seat)
    unable = tuple(
        seat
        for seat in order
        if seat not in auction.passed and seat not in settled and cash(seat) < auction.least_bid
    )
    auction = replace(auction, passed=(*auction.passed, *unable), unable=(*auction.unable, *unable))
    waiting = [seat for seat in order if seat not in auction.passed and seat not in settled]
    return replace(auction, to_act=waiting[0] if waiting else None)


def taken(minutes: Minutes[S], auction: Auction, move: Move, cash: Cash) -> Auction:
    """The auction after a bid, a pass or a result entered aloud; what happens is said in the minutes.

    :raises RuleError: `rule` for any other move; see `result`.
    """
    match move:
        case Bid(seat=bidder, amount=amount):
            after = bid(auction, bidder, amount, cash)
            if after.to_act is not None:  # else how it ended says enough
                minutes.say(
                    "{who} bids ${amount} for {r}", who=Who(bidder), amount=amount, r=auction.railroad
                )
        case Pass(seat=who):
            after = passed(auction, who, cash)
            if after.to_act is not None:
                minutes.say("{who} passes", who=Who(who))
        case AuctionResult():
            return result(auction, move, cash)
        case _:
            raise forbidden("An auction is running")
    if unable := newly_passed(auction, after, move.seat):
        minutes.say_late(unable_sentence(unable))
    return after


def result(auction: Auction, entered: AuctionResult, cash: Cash) -> Auction:
    """The auction as it ended aloud.

    :raises RuleError: `insufficient-funds`, `invalid` or `rule` if it cannot have ended so.
    """
    if entered.winner is None:
        return replace(auction, high_bid=None, high_seat=None, to_act=None)
    if entered.amount is None:
        raise RuleError("invalid", say("The price is missing"), errors={"amount": (say("missing"),)})
    if entered.amount > cash(entered.winner):
        raise too_poor(say("{who} has ${cash}", who=Who(entered.winner), cash=cash(entered.winner)))
    least = auction.minimum if auction.high_bid is None else auction.high_bid
    if entered.amount < least:
        raise forbidden("The price is at least ${least}", least=least)
    return replace(auction, high_bid=entered.amount, high_seat=entered.winner, to_act=None)


def newly_passed(before: Auction, after: Auction, actor: Seat | None) -> tuple[Seat, ...]:
    """Who was passed by itself, for want of cash."""
    return tuple(seat for seat in after.passed if seat not in before.passed and seat != actor)


def unable_sentence(seats: Iterable[Seat]) -> Text:
    """That these seats cannot bid any more."""
    who = tuple(Who(seat) for seat in seats)
    return counted("{who} cannot bid and is out", "{who} cannot bid and are out", n=len(who), who=who)


class Unbid(NamedTuple):
    """What comes of it if nobody bids, in words; own: to whoever gets it for nothing, on a phone of their own."""

    words: Text
    own: Text | None = None


_UNSOLD = Unbid(say("Pass: it stays unsold"))
_NO_MORE = say("You’ll be out of this auction.")


def last_pass(auction: Auction, *, free: bool) -> Unbid | None:
    """What comes of a pass by the only one left where nobody has bid; None: somebody has, or others may. free: does the
    opener then get what is sold for nothing, as in the auctions that begin a game? Else it stays unsold."""
    if auction.high_seat is not None or len(auction.still_in) > 1:
        return None
    if not free:
        return _UNSOLD
    own = say("Pass: you get it free") if auction.to_act == auction.opener else None
    return Unbid(say("Pass: {who} gets it free", who=Who(auction.opener)), own)


def offers(
    auction: Auction,
    cash: Cash,
    needed: Money | None = None,
    label: Text | None = None,
    *,
    unbid: Unbid | None = None,
) -> tuple[Offer, ...]:
    """Bid and pass for the seat to act; the result aloud for the opener, the seller and whoever won. needed: dollars
    below which nothing comes of the sale, so that a form begins there, not at a bid that only may be made; label: of
    the bid, where a railroad has more than one kind of share; unbid: what comes of it if nobody bids."""
    assert auction.to_act is not None
    who, least = auction.to_act, auction.least_bid
    most = cash(who)
    refused = costly("{who} has ${cash}", who=Who(who), cash=most)
    usual = max(least, needed) if needed is not None and needed <= most else least
    amount = narrowed(Bid, "amount", least=least, most=most, default=usual, too_much=refused)
    told, own = unbid or (None, None)
    title = label or say("Bid for {railroad}", railroad=auction.railroad)
    return (
        Offer(Bid, who, title, (amount,), help=told, own_help=own),
        Offer(Pass, who, say("Pass"), help=_NO_MORE, confirm=say("Pass")),
        *(_aloud(auction, seat, cash, needed) for seat in _may_tell(auction)),
    )


def _may_tell(auction: Auction) -> tuple[Seat, ...]:
    """The seats that may enter the result aloud. First comes who put the share up, else the opener: an entry by the
    host that names no seat is theirs."""
    in_charge = (auction.offerer, auction.seller, auction.opener)
    first = tuple(seat for seat in in_charge if seat is not None)
    rest = tuple(seat for seat in auction.still_in if seat not in first)
    return (*first, *rest)


_OUT = refused("Only someone still in the auction can win it")


def _aloud(auction: Auction, teller: Seat, cash: Cash, needed: Money | None) -> Offer:
    in_charge = teller in (auction.opener, auction.seller, auction.offerer)
    winners = [
        _winner(auction, seat, cash, None if in_charge or seat == teller else _not_theirs(seat))
        for seat in auction.still_in
    ]
    others = Refusal("not-now", say("Only the opener, seller, winner or host can enter this"))
    stands = None if auction.high_bid is None else refused("There is already a bid")
    winners.append(Choice(None, say("Nobody bid"), disabled=stands or (None if in_charge else others)))
    tip = say("Bid out loud? Enter winner and price.")
    if not in_charge:
        tip = say("Bid out loud and won? Enter the price.")
    return Offer(
        AuctionResult,
        teller,
        say("Enter the result: {railroad}", railroad=auction.railroad),
        (
            narrowed(AuctionResult, "winner", choices=tuple(winners), other=_OUT),
            *_prices(auction, cash, needed),
        ),
        help=tip,
    )


def _not_theirs(seat: Seat) -> Refusal:
    """What somebody else has won is for the winner to enter, or for who is in charge."""
    words = phrase("{who}, the opener, the seller or the host can enter this")
    return Refusal("not-now", say(words, who=Who(seat)))


def _winner(auction: Auction, seat: Seat, cash: Cash, others: Refusal | None) -> Choice:
    """A seat that may have won, and its cash; who cannot pay the price has not. others: it is not for them to say."""
    has, standing = cash(seat), auction.high_bid
    least = standing if standing is not None and seat == auction.high_seat else auction.least_bid
    short = costly("{who} has ${cash}", who=Who(seat), cash=has)
    return Choice(
        seat,
        say("{who}", who=Who(seat)),
        hint=say("${cash}", cash=has),
        disabled=others or (short if has < least else None),
    )


def _prices(auction: Auction, cash: Cash, needed: Money | None) -> tuple[OfferField, ...]:
    """The price, by who has won: while bids stand, another seat than the highest bidder must have bid more. A form
    begins with what is needed where the winner has it."""
    standing, bidder = auction.high_bid, auction.high_seat
    if standing is None or bidder is None:
        return _price(auction.still_in, auction.minimum, cash, needed)
    # Once around the highest bidder has had the one bid; else they may have been driven up aloud.
    most = standing if auction.style == "once_around" else None
    others = tuple(seat for seat in auction.still_in if seat != bidder)
    first = _price((bidder,), standing, cash, needed, most)
    return *first, *_price(others, auction.least_bid, cash, needed)


def _price(
    winners: tuple[Seat, ...], least: Money, cash: Cash, needed: Money | None, most: Money | None = None
) -> tuple[OfferField, ...]:
    field = partial(narrowed, AuctionResult, "amount", required=True, least=least, most=most)
    usual = needed if needed is not None and (most is None or needed <= most) else least
    able = tuple([seat for seat in winners if least < usual <= cash(seat)])
    others = tuple([seat for seat in winners if seat not in able])
    begin = ((able, usual), (others, least))
    return tuple(field(default=amount, when={"winner": those}) for those, amount in begin if those)


def turn(auction: Auction) -> NextStep:
    """What is to be done next while the auction is on."""
    assert auction.to_act is not None
    who, fresh = Who(auction.to_act), auction.high_seat is None and not auction.passed
    words = phrase("{who}: open the bidding for {r}") if fresh else phrase("{who} to bid for {r}")
    return "auction", (auction.to_act,), auction.railroad, say(words, who=who, r=auction.railroad)


def shown(auction: Auction, cash: Cash) -> ShownAuction:
    """The auction as the REST contract shows it."""
    return {
        "railroad": auction.railroad,
        "share": auction.railroad,
        "style": auction.style,
        "opener": auction.opener,
        "minimum": auction.minimum,
        "least_bid": auction.least_bid,
        "high_bid": auction.high_bid,
        "high_seat": auction.high_seat,
        "to_act": auction.to_act,
        "affordable": {str(seat): cash(seat) for seat in auction.still_in},
        "passed": list(auction.passed),
        "cannot_bid": list(auction.unable),
        "seller": auction.seller,
        "pays_to": auction.pays_to,
    }
