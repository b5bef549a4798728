"""What lies where before the first move: money, certificates and track cubes."""

from __future__ import annotations

from companion.vocabulary.ledger import (
    BANK,
    BOARD,
    MONEY,
    Account,
    Commodity,
    certificates,
    cubes,
    railroad_account,
    seat_account,
)
from companion.words.values import Railroad, Seat


def laid_out(
    *, seats: int, cash: int, paper_total: int, railroads: tuple[Railroad, ...], shares: int, track_cubes: int
) -> list[tuple[Account, Commodity, int]]:
    """The holdings a game with income markers begins with.

    cash: dollars of each player; paper_total: dollars in the box; shares, track_cubes: of each railroad, one
    cube of which is its marker on the income track.
    """
    holdings = [(BANK, MONEY, paper_total - cash * seats)]
    holdings += [(seat_account(Seat(n)), MONEY, cash) for n in range(1, seats + 1)]
    for railroad in railroads:
        account = railroad_account(railroad)
        holdings.append((account, certificates(railroad), shares))
        holdings += [(account, cubes(railroad), track_cubes - 1), (BOARD, cubes(railroad), 1)]
    return holdings
