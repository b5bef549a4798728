"""A bot that takes a seat and plays on until the game is over:

    python examples/bot.py 'http://laptop.local:8000/t/K7QW2M9X#j=…' 2

It has one idea of its own: it bids for a share as long as that costs at most a quarter of its cash. Everything else is
left to a die. The companion says what may be done at all, and within which limits.
"""

import sys
from collections.abc import Sequence
from functools import partial

from companion.client import Document, NotNowError, Offer, StaleError, joined
from companion.client.bots import Bot


def liked(table: Document, seat: int) -> Sequence[Offer]:
    """What this bot would do, of all that it may do now."""
    mine = [offer for offer in table.offers if offer.seat == seat]
    bid = next((offer for offer in mine if offer.type == "bid"), None)
    cash = next(player.cash for player in table.seats if player.seat == seat)
    if bid is None or cash is None:
        return mine
    cheap = (bid.fields[0].min or 0) * 4 <= cash
    return [offer for offer in mine if offer.type == ("bid" if cheap else "pass")] or mine


def main(link: str, seat: int) -> None:
    table, bot = joined(link).claim(seat), Bot(link)
    for now in table.stream():
        if now.finished:
            print(now.recent[-1].summary)
            return
        if offers := seat in now.turn.seats and liked(now, seat):
            try:
                made = bot.play(offers, partial(table.move_on, now))
                print(made.entry.summary)
            except (NotNowError, StaleError):
                pass  # the table has moved on: what it says next comes by the stream


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
