"""A share changes hands after an auction: the price one way, the certificate the other."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanisms.auction import Auction
from companion.vocabulary.ledger import certificates, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes, S
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Money, Seat


@dataclass(frozen=True, slots=True)
class Sold:
    """How a game calls what is sold: as a payment tells it, as it is won, as it is got for nothing."""

    one: str
    won: str
    free: str


SHARE = Sold(
    phrase("a share of the {r}"),
    phrase("{who} wins the {r} share for ${price}"),
    phrase("{who} gets the {r} share for free"),
)


def sold(minutes: Minutes[S], auction: Auction) -> bool:
    """Settle an auction that is over: the highest bidder pays and gets the share; where nobody has bid it stays where
    it was. Returns whether it was sold.

    :raises RuleError: see `hand_over`.
    """
    if auction.high_seat is not None and auction.high_bid is not None:
        hand_over(minutes, auction, auction.high_seat, auction.high_bid)
        return True
    if auction.seller is None:
        minutes.say("Nobody bids; the {r} share stays unsold", r=auction.railroad)
    else:
        words = phrase("Nobody bids; the {r} share stays with {who}")
        minutes.say(words, r=auction.railroad, who=Who(auction.seller))
    return False


def hand_over(
    minutes: Minutes[S],
    auction: Auction,
    winner: Seat,
    price: Money,
    *,
    called: Sold = SHARE,
    taken: Text | None = None,
    own: Text | None = None,
) -> None:
    """The winner pays whom the auction pays, and gets the share from its seller or from the railroad.

    called: what the rulebook calls a share; taken: what hands do with it, where it is more than any share of the
    railroad's; own: as the winner reads that.
    :raises RuleError: `insufficient-funds` if the winner has not the price any more.
    """
    railroad = auction.railroad
    why = say(called.one, r=railroad)
    minutes.pay(seat_account(winner), auction.pays_to, price, why)
    holder = railroad_account(railroad) if auction.seller is None else seat_account(auction.seller)
    minutes.pay(holder, seat_account(winner), 1, why, certificates(railroad))
    if price:
        minutes.say(called.won, who=Who(winner), r=railroad, price=price)
    else:
        minutes.say(called.free, who=Who(winner), r=railroad)
    if taken is None:
        taken, own = _taken(auction, winner)
    minutes.hands("take_share", taken, own, seat=winner, railroad=railroad)


def _taken(auction: Auction, winner: Seat) -> tuple[Text, Text]:
    """As everybody reads it, and as the winner does."""
    who, r = Who(winner), auction.railroad
    if auction.seller is None:
        return say("{who} takes a share of the {r}", who=who, r=r), say("Take a share of the {r}", r=r)
    seller, words = Who(auction.seller), phrase("{who} takes a share of the {r} from {seller}")
    return say(words, who=who, r=r, seller=seller), say(
        "Take a share of the {r} from {seller}", r=r, seller=seller
    )
