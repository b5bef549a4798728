"""An evening that bots play: each has a seat and a key of its own, and one of them acts at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from random import Random

from companion.client.bots import Bot
from companion.client.documents import Document, Made
from companion.client.errors import NotNowError, StaleError
from companion.client.tables import Table

_SPREAD = 0.5
"""How much of the time for a move is random: people take longer over some than over others."""


class Bots:
    """Bots at some seats of a table; people may have the others, or take back what a bot has done."""

    def __init__(self, table: Table, seats: Mapping[int, Table], seed: object, seconds: float = 0.0) -> None:
        """table: to watch; seats: the table as each bot sees it; seconds: about how long a move takes, 0: no time at
        all."""
        self.table, self.seats, self.seconds = table, seats, seconds
        self.bots = {seat: Bot(f"{seed}, seat {seat}") for seat in seats}
        self._random = Random(str(seed))  # noqa: S311 - how long somebody thinks
        self.moves = 0

    def play(self, told: Callable[[Made], object], pause: Callable[[float], object]) -> Document:
        """Play until the game is over; returns the table as it is then. told: is called with every move that a bot
        makes; pause:
        waits for so many seconds.

        :raises StuckError: a bot knows no way on.
        :raises RefusedError: something is wrong with the table.
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
