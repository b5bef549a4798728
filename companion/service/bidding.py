"""The companion bids and passes for those who have set a secret limit."""

from __future__ import annotations

import contextlib

from companion.mechanisms import secret_limits
from companion.mechanisms.auction import Bid, Pass
from companion.service.folding import DamagedError
from companion.service.live import Live
from companion.service.writing import BY_LIMIT, RETRIES, new_line, write
from companion.store import OvertakenError, StoreUnavailableError
from companion.table import attempting
from companion.vocabulary.view import ShownAuction
from companion.words.errors import RuleError
from companion.words.values import Money, Seat


def let_limits_act(live: Live) -> None:
    """Bid and pass for those who have set a secret limit, until somebody without one is to act. The caller holds the
    table's lock.

    What made it their turn is recorded already and stays so: a store that fails meanwhile is asked again later.
    """
    with contextlib.suppress(StoreUnavailableError, DamagedError, OvertakenError):
        lost = 0
        while live.limits and lost < RETRIES and live.damaged is None:
            auction = live.table.view().auction
            seat = auction["to_act"] if auction else None
            if auction is None or seat not in live.limits:
                return
            try:
                lost += not _act_for(live, auction, seat)
            except RuleError:  # the rules allow neither: then the player decides
                live.drop_limit(seat)


def _act_for(live: Live, auction: ShownAuction, seat: Seat) -> bool:
    limits_by_seat = {
        who: secret_limits.Limit(Money(limit.amount), limit.since) for who, limit in live.limits.items()
    }
    amount = secret_limits.bid_of(auction, limits_by_seat, live.table.seats)
    raw = {"type": Pass.TYPE.name} if amount is None else {"type": Bid.TYPE.name, "amount": amount}
    attempt = attempting.attempt(live.table, raw, seat=seat, by_host=False)
    new = new_line(live, BY_LIMIT, "move", attempt.body, attempt.state)
    return write(live, new, attempt.node, None) is not None
