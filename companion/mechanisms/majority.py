"""Majorities: a payment to whoever has the most of something, the next most, and so on.

Players with the same number stand at as many places as they are, share what these places pay, and each gets the same,
rounded down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.vocabulary.records import record
from companion.words.values import Money, Seat


@record("Award")
@dataclass(frozen=True, slots=True)
class Award:
    """What the players at one place get, or those who tie for it."""

    seats: tuple[Seat, ...]
    """Who they are."""
    held: int
    """How many each of them has."""
    place: int
    """The first place they stand at, from 1."""
    pays: tuple[int, ...]
    """What each of their places pays, in dollars."""
    alone: bool = False
    """Nobody else has any, and what the other places pay is theirs too."""

    @property
    def pool(self) -> Money:
        """What there is to share, in dollars."""
        return Money(sum(self.pays))

    @property
    def each(self) -> Money:
        """What each of them gets, in whole dollars, rounded down; the rest stays in the bank."""
        return Money(self.pool // len(self.seats))

    @property
    def tied(self) -> bool:
        """Do several stand here?"""
        return len(self.seats) > 1


def standing(owners: Iterable[tuple[Seat, int]]) -> tuple[tuple[tuple[Seat, ...], int], ...]:
    """Who has the most, who the next most, and so on, with how many; who has none is left out.

    >>> standing([(Seat(1), 2), (Seat(2), 5), (Seat(3), 2), (Seat(4), 0)])
    (((2,), 5), ((1, 3), 2))
    """
    some = sorted(((seat, n) for seat, n in owners if n > 0), key=lambda owner: (-owner[1], owner[0]))
    return tuple(
        (tuple(seat for seat, _ in tied), n) for n, tied in groupby(some, key=lambda owner: owner[1])
    )


def awards(
    owners: Iterable[tuple[Seat, int]], places: Sequence[int], *, sole_takes_all: bool
) -> tuple[Award, ...]:
    """What every player with some gets, the most first; past the last place it is nothing.

    places: what each place pays, in dollars; sole_takes_all: one who is the only one gets what all places pay; else
    places nobody stands at are not paid.

    >>> first, second = awards([(Seat(1), 4), (Seat(2), 1), (Seat(3), 1)], [10, 5, 2], sole_takes_all=False)
    >>> first.each, second.seats, second.pool, second.each  # two tie for $5 + $2: $3 each, and $1 stays in the bank
    (10, (2, 3), 7, 3)
    """
    found: list[Award] = []
    place, ranks = 1, standing(owners)
    if sole_takes_all and len(ranks) == 1 and len(ranks[0][0]) == 1:
        (seats, held), *_ = ranks
        return (Award(seats, held, 1, tuple(places), alone=True),)
    for seats, held in ranks:
        here = range(place - 1, place - 1 + len(seats))
        pays = tuple(places[at] if at < len(places) else 0 for at in here)
        found.append(Award(seats, held, place, pays))
        place += len(seats)
    return tuple(found)
