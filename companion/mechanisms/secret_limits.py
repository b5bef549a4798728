"""Secret limits: what a player is ready to pay at most, and the bids that follow from it.

A limit bids as its player would, a dollar at a time. Where several limits answer one another without anybody else in
between, the dollars are left out: the lower limit bids what it has, the higher one a dollar more. Of two equal limits
the earlier one wins. Nobody's bid tells more of a limit than those dollars would have told.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from companion.vocabulary.view import ShownAuction
from companion.words.values import Money, Seat, clockwise


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many dollars; `since` orders limits by when they were set, the earliest lowest."""

    amount: Money
    since: int


def least_bid(auction: ShownAuction) -> Money:
    """The lowest amount that may be bid now, in dollars."""
    high = auction["high_bid"]
    return Money(auction["minimum"] if high is None else high + 1)


def still_in(auction: ShownAuction, seat: Seat) -> bool:
    """May that seat still win?"""
    return str(seat) in auction["affordable"]


def bid_of(auction: ShownAuction, limits: Mapping[Seat, Limit], seats: int) -> Money | None:
    """What the limit of the seat to act bids, in dollars; None: it passes."""
    assert auction["to_act"] is not None
    who, least = auction["to_act"], least_bid(auction)
    # Cash may have been corrected since a limit was set: nobody bids more than they have.
    most = {
        seat: min(limit.amount, auction["affordable"][str(seat)])
        for seat, limit in limits.items()
        if still_in(auction, seat)
    }
    mine = most[who]
    stronger = {seat for seat in most if (-most[seat], limits[seat].since) < (-mine, limits[who].since)}
    if mine < least or (mine == least and any(most[seat] == mine for seat in stronger)):
        return None
    rivals = _answering(auction, most, who, seats)
    if not rivals:
        return least
    if above := rivals & stronger:
        equal = any(most[seat] == mine for seat in above)
        return Money(mine - 1 if equal else mine)
    second = max(most[seat] for seat in rivals)
    return Money(max(least, second + 1 if second < mine else second))


def _answering(auction: ShownAuction, limited: Container[Seat], who: Seat, seats: int) -> set[Seat]:
    """Whose limits answer a bid at once, because nobody who decides for themselves comes before them.

    Only these are weighed: a limit farther off may yet be changed, and must neither drive a price nor show in it.
    """
    found: set[Seat] = set()
    for seat in clockwise(seats, who)[:-1]:
        if still_in(auction, seat):
            if seat not in limited:
                break
            found.add(seat)
    return found


def same_auction(before: ShownAuction | None, after: ShownAuction | None, move: Mapping[str, object]) -> bool:
    """Is it still the auction it was before this move?"""
    if before is None or after is None or move["type"] == "auction_result":
        return False
    if any(before[name] != after[name] for name in ("railroad", "share", "style", "opener", "pays_to")):
        return False
    if not set(before["passed"]) <= set(after["passed"]):
        return False
    if move["type"] == "bid":
        return bool((after["high_seat"], after["high_bid"]) == (move["seat"], move["amount"]))
    if move["type"] == "pass" and move["seat"] not in after["passed"]:
        return False
    return bool((after["high_seat"], after["high_bid"]) == (before["high_seat"], before["high_bid"]))
