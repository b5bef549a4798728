"""Dice that can be believed: checked by hand, and fair."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.mechanisms.dice import commitment, drawn, one_of, roll
from tests.server import times

SEED = bytes(range(32))
"""00 01 02 … 1f. The digests below were made with
`printf 'DICE:growth:0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f`."""


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    ("k", "count", "faces"),
    [
        # 4f 05 76 37 7b = 79 5 118 55 123; mod 6 = 1 5 4 1 3; plus 1
        (0, 5, (2, 6, 5, 2, 4)),
        # ae 32 = 174 50; mod 6 = 0 2
        (1, 2, (1, 3)),
        # ff 31 3c = 255 49 60: 255 is above 251, the last byte that counts; mod 6 = 1 0
        (31, 2, (2, 1)),
    ],
)
def test_rolls_by_hand(k: int, count: int, faces: tuple[int, ...]) -> None:
    assert roll(SEED, "DICE", "growth", k, (6,) * count) == faces


def test_when_32_bytes_run_out_the_next_digest_goes_on() -> None:
    """DICE:deal:0 gives ad … ea; three of its bytes (fc, ff, fd) do not count, so it gives 29 faces, the last
    from ea = 234, 0 mod 6. DICE:deal:0:1 begins 36 29 = 54 41: 0 and 5 mod 6."""
    faces = roll(SEED, "DICE", "deal", 0, (6,) * 31)
    assert len(faces) == 31
    assert faces[28:] == (1, 1, 6)
    assert faces[:29] == roll(SEED, "DICE", "deal", 0, (6,) * 29)


@pytest.mark.parametrize(
    ("number", "seat"),
    # DICE:first_bidder begins 0e = 14: 14 mod 3, 4, 5 = 2, 2, 4
    [(3, 3), (4, 3), (5, 5)],
)
def test_the_first_bidder_by_hand(number: int, seat: int) -> None:
    assert one_of(SEED, "DICE", "first_bidder", number) == seat


def test_the_same_roll_falls_the_same_and_no_other_does() -> None:
    assert roll(SEED, "DICE", "growth", 7, (6,) * 20) == roll(SEED, "DICE", "growth", 7, (6,) * 20)
    others = {roll(SEED, "DICE", "growth", k, (6,) * 20) for k in range(50)}
    others |= {roll(SEED, "OTHER", "growth", k, (6,) * 20) for k in range(50)}
    others |= {roll(SEED[::-1], "DICE", "growth", k, (6,) * 20) for k in range(50)}
    assert len(others) == 150


def test_every_face_of_a_large_die_comes_and_none_beside() -> None:
    faces = drawn(SEED, "large", (200,) * 20_000)
    assert set(faces) == set(range(1, 201))


def test_all_36_outcomes_are_equally_likely() -> None:
    """Chi-squared of 36,000 rolls, or ten times as many in `make test-full`; 35 degrees of freedom: above 66.6 comes
    once in a thousand seeds."""
    rolls = times(360_000)
    seen = Counter(roll(SEED, "DICE", "growth", k, (6,) * 2) for k in range(rolls))
    assert len(seen) == 36
    expected = rolls / 36
    chi_squared = sum((n - expected) ** 2 / expected for n in seen.values())
    assert 10 < chi_squared < 66.6
