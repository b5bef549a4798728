"""Numbers and names with their unit, so that a seat is never added to a price."""

from typing import NewType

Money = NewType("Money", int)
"""Whole dollars, or whole millions where a game counts in them."""

Seat = NewType("Seat", int)
"""A place at the table, 1 to N, clockwise in seating order."""

Railroad = NewType("Railroad", str)
"""A railroad's printed letters, such as `KP`."""


HIGHEST = 99_999
"""The highest amount of money, and the highest figure that has no limit of its own: five digits."""

NAME_LENGTH = 40
"""Characters of a name, at most: a player's, a place's, a company's, a box's."""

MOST_DICE, MOST_FACES = 10, 100
"""Dice of one roll, and faces of one die, at most, where a table or a player chooses them."""


def divided_up(amount: int, shares: int) -> Money:
    """One share of an amount, rounded up to the next whole dollar.

    amount: dollars, 0 or more; shares: 1 or more.

    >>> divided_up(61, 5)  # the ATSF's income of 61 (Prairie Railroads, Pay Dividends)
    13
    """
    return Money(-(-amount // shares))


def clockwise(seats: int, after: Seat) -> tuple[Seat, ...]:
    """All seats of a table of `seats`, beginning to the left of `after` and ending with `after` itself.

    >>> clockwise(4, after=Seat(3))
    (4, 1, 2, 3)
    """
    return tuple(Seat((after + step) % seats + 1) for step in range(seats))
