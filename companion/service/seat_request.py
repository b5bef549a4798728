"""A question that waits at a table: may this phone have that seat?"""

from __future__ import annotations

from dataclasses import dataclass

from companion.words.values import Seat


@dataclass(slots=True)
class Request:
    """A phone that asks for a seat."""

    id: str
    seat: Seat
    pin: str
    key_hash: str
    asked: float
    """By the table's clock, in seconds."""
    until: str
    """RFC 3339."""
    answer: bool | None = None
    """None while it waits."""
    answered: float = 0.0
    """By the table's clock, in seconds."""
