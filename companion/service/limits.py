"""Secret limits: a phone tells the companion what its player pays at most, and nobody else learns it."""

from __future__ import annotations

from collections.abc import Callable

from companion.mechanisms import secret_limits
from companion.service.acting import check_sound, need_actor
from companion.service.bidding import let_limits_act
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.retrying import retried
from companion.store import StoredLimit
from companion.vocabulary.view import ShownAuction
from companion.words.errors import RuleError, forbidden, not_now, too_poor
from companion.words.text import Who, say
from companion.words.values import Seat


@retried
def put(live: Live, viewer: Viewer, amount_sent: Callable[[], int]) -> None:
    """Bid for this seat up to an amount, from now on until the auction is over. A changed limit counts from now.

    amount_sent: dollars; reads what was sent, once it is clear that a limit may be set now.
    :raises RuleError: `not-your-seat`, `table-finished`, `not-now`, `invalid`, `insufficient-funds`, `rule`.
    """
    with live.lock:
        seat = _own_seat(viewer)
        check_sound(live, viewer)
        auction = _auction(live, seat)
        amount = amount_sent()
        has, least = auction["affordable"][str(seat)], secret_limits.least_bid(auction)
        former = live.limits.get(seat)
        if former is not None and former.amount == amount:
            let_limits_act(live)  # the store may have failed them meanwhile
            return  # the same again, for the answer was lost: it keeps its place
        if amount > has:
            raise too_poor(say("{who} has ${cash}", who=Who(seat), cash=has))
        if amount < least:
            raise forbidden(
                say("The next bid is at least ${least}; your limit must be that high", least=least)
            )
        since = 1 + max((limit.since for limit in live.limits.values()), default=0)
        key_hash = next(item.key_hash for item in live.stored.seats if item.seat == seat)
        kept = StoredLimit(seat, amount, since, key_hash or "")
        live.keep_limit(kept)
        let_limits_act(live)


@retried
def remove(live: Live, viewer: Viewer) -> None:
    """Remove this seat's limit; its player bids again. It is no error if there was none.

    :raises RuleError: `not-your-seat`.
    """
    with live.lock:
        seat = _own_seat(viewer)
        if seat in live.limits:
            live.drop_limit(seat)


def _own_seat(viewer: Viewer) -> Seat:
    """A limit is a player's own secret, so not even the host sets or removes it.

    :raises RuleError: `key-needed`, `not-your-seat`.
    """
    need_actor(viewer)
    if viewer.seat is None:
        raise RuleError(
            "not-your-seat", say("An auto-bid limit is secret: only that player's own phone sets it")
        )
    return viewer.seat


def _auction(live: Live, seat: Seat) -> ShownAuction:
    """The auction that is on, in which this seat may still bid.

    :raises RuleError: `table-finished`, `not-now`.
    """
    if live.table.state.finished:
        raise RuleError("table-finished", say("The game is over"))
    auction = live.table.view().auction
    if auction is None:
        raise not_now(say("There is no auction now"))
    if auction["style"] != "ascending":
        raise not_now(say("Everyone bids only once here: auto-bid is for auctions that go round and round"))
    if not secret_limits.still_in(auction, seat):
        raise not_now(say("{who} is out of this auction", who=Who(seat)))
    return auction
