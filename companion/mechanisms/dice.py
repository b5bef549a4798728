"""Dice that anyone can check afterwards: a seed that is committed to before the first roll.

At creation the table publishes SHA-256 of its seed. The k-th draw for a purpose comes from
HMAC-SHA-256(seed, "DICE_ID:purpose:k"), byte by byte: bytes below the largest multiple of the number of faces
count, the others are skipped, so that no face is likelier than another. If the 32 bytes run out, the same
message with ":1", ":2" … appended gives the next ones.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

FACES = 6


def commitment(seed: bytes) -> str:
    """What is published before the first roll: SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def drawn(seed: bytes, message: str, *, count: int, faces: int) -> tuple[int, ...]:
    """`count` faces from 1 to `faces`, each equally likely, the same for the same seed and message.

    faces: 2 to 256.
    """
    fair = 256 - 256 % faces
    faces_drawn: list[int] = []
    for byte in _bytes(seed, message):
        if byte < fair:
            faces_drawn.append(byte % faces + 1)
            if len(faces_drawn) == count:
                break
    return tuple(faces_drawn)


def _bytes(seed: bytes, message: str) -> Iterator[int]:
    yield from hmac.digest(seed, message.encode(), "sha256")
    block = 0
    while True:
        block += 1
        yield from hmac.digest(seed, f"{message}:{block}".encode(), "sha256")


def roll(seed: bytes, dice_id: str, purpose: str, k: int, *, count: int) -> tuple[int, ...]:
    """The k-th roll (k from 0) of `count` six-sided dice for a purpose such as growth."""
    return drawn(seed, f"{dice_id}:{purpose}:{k}", count=count, faces=FACES)


def one_of(seed: bytes, dice_id: str, purpose: str, number: int) -> int:
    """One of 1 to `number`, such as the seat of the first bidder."""
    return drawn(seed, f"{dice_id}:{purpose}", count=1, faces=number)[0]
