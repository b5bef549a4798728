"""An evening that bots play: each sits on a seat with a key of its own, and one of them acts at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from random import Random

from companion.client.bots import Bot
from companion.client.documents import Document, Made
from companion.client.errors import NotNowError, StaleError
from companion.client.tables import Table

_SPREAD = 0.5
"""Of the time for a move: people think now longer, now shorter."""


class Evening:
    """Bots at some seats of a table; people may have the others, or take back what a bot has done."""

    def __init__(self, table: Table, seats: Mapping[int, Table], seed: object, seconds: float = 0.0) -> None:
        """table: to look on; seats: as the bots sit there; seconds: for a move, more or less; 0: as fast as can be."""
        self.table, self.seats, self.seconds = table, seats, seconds
        self.bots = {seat: Bot(f"{seed}, seat {seat}") for seat in seats}
        self._random = Random(str(seed))  # noqa: S311 - how long somebody thinks
        self.moves = 0

    def play(self, told: Callable[[Made], object], pause: Callable[[float], object]) -> Document:
        """Play until it is over; the table as it is then. told: hears of every move that a bot makes.

        :raises StuckError: a bot knows no way on.
        :raises RefusedError:
        """
        with contextlib.closing(self.table.stream()) as stream:
            for document in stream:
                if document.finished:
                    return document
                seat = next((seat for seat in document.turn.seats if seat in self.seats), None)
                if seat is None:
                    continue
                if self.seconds:
                    pause(self.seconds * (1 + _SPREAD * (2 * self._random.random() - 1)))
                if made := self._move(seat):
                    self.moves += 1
                    told(made)
        raise AssertionError("a stream has no end")

    def _move(self, seat: int) -> Made | None:
        """The bot's move; None: the table has moved on meanwhile."""
        table = self.seats[seat]
        seen = table.read()
        if not (offers := [offer for offer in seen.offers if offer.seat == seat]):
            return None
        try:
            return self.bots[seat].play(
                offers, lambda body: table.move(**body, expected_revision=seen.revision)
            )
        except (NotNowError, StaleError):
            if table.read().revision == seen.revision:
                raise
            return None
