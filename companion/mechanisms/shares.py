"""Certificates: who holds how many, how many are sold, and who controls a railroad."""

from __future__ import annotations

from companion.vocabulary.ledger import Ledger, certificates, railroad_account, seat_account
from companion.words.values import Railroad, Seat


def held(ledger: Ledger, seat: Seat, railroad: Railroad) -> int:
    """How many certificates of a railroad a player holds."""
    return ledger.of(seat_account(seat), certificates(railroad))


def unsold(ledger: Ledger, railroad: Railroad) -> int:
    """How many certificates still lie with the railroad."""
    return ledger.of(railroad_account(railroad), certificates(railroad))


def holders(ledger: Ledger, railroad: Railroad, seats: int) -> tuple[tuple[Seat, int], ...]:
    """Every player who holds some, by seat, and how many."""
    all_seats = (Seat(n) for n in range(1, seats + 1))
    return tuple((seat, n) for seat in all_seats if (n := held(ledger, seat, railroad)))


def sold(ledger: Ledger, railroad: Railroad, seats: int) -> int:
    """How many certificates players hold."""
    return sum(n for _, n in holders(ledger, railroad, seats))


def most_of(owners: tuple[tuple[Seat, int], ...]) -> tuple[Seat, ...]:
    """The players with the most, ties included; nobody where nobody holds any. owners: each seat, and how many."""
    most = max((n for _, n in owners), default=0)
    return tuple(seat for seat, n in owners if n == most)
