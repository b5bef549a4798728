"""A question that waits at a table: may this phone have that seat?"""

from __future__ import annotations

from dataclasses import dataclass

from companion.words.values import Seat


@dataclass(slots=True)
class Request:
    """A phone that asks for a seat. `asked`, `answered`: by the table's clock, in seconds; `until`: RFC 3339;
    `answer`: None while it waits."""

    id: str
    seat: Seat
    pin: str
    key_hash: str
    asked: float
    until: str
    answer: bool | None = None
    answered: float = 0.0
