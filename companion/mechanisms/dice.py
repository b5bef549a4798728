"""Dice that anyone can check afterwards: a seed that is committed to before the first roll.

At creation the table publishes SHA-256 of its seed. The k-th draw for a purpose comes from
HMAC-SHA-256(seed, "DICE_ID:purpose:k"), byte by byte: bytes below the largest multiple of a die's number of faces
count, the others are skipped, so that no face is likelier than another. If the 32 bytes run out, the same
message with ":1", ":2" … appended gives the next ones.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

FACES = 6
"""Of a die, unless a game says otherwise."""


def commitment(seed: bytes) -> str:
    """What is published before the first roll: SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def drawn(seed: bytes, message: str, faces: Sequence[int]) -> tuple[int, ...]:
    """A face of each die, from 1 to its highest, each equally likely, the same for the same seed and message.

    faces: the highest of each, 2 to 256.
    """
    bytes_of_seed = _bytes(seed, message)
    return tuple(_face(bytes_of_seed, most) for most in faces)


def _face(bytes_of_seed: Iterator[int], most: int) -> int:
    fair = 256 - 256 % most
    return next(byte for byte in bytes_of_seed if byte < fair) % most + 1


def _bytes(seed: bytes, message: str) -> Iterator[int]:
    yield from hmac.digest(seed, message.encode(), "sha256")
    block = 0
    while True:
        block += 1
        yield from hmac.digest(seed, f"{message}:{block}".encode(), "sha256")


def roll(seed: bytes, dice_id: str, purpose: str, k: int, faces: Sequence[int]) -> tuple[int, ...]:
    """The k-th roll (k from 0) for a purpose such as growth. faces: the highest of each die.

    >>> roll(bytes(range(32)), "DICE", "growth", 1, (6, 6))  # HMAC-SHA-256 begins ae 32: 174 and 50, mod 6, plus 1
    (1, 3)
    """
    return drawn(seed, f"{dice_id}:{purpose}:{k}", faces)


def one_of(seed: bytes, dice_id: str, purpose: str, number: int) -> int:
    """One of 1 to `number`, such as the seat of the first bidder."""
    return drawn(seed, f"{dice_id}:{purpose}", (number,))[0]
