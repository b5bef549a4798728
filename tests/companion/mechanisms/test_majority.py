"""Majorities: places, ties, rounding; and never is more paid than the places bring."""

from __future__ import annotations

from random import Random

import pytest

from companion.mechanisms.majority import awards, standing
from companion.words.values import Seat

SPLITS = 2_000


def owners(*held: int) -> list[tuple[Seat, int]]:
    return [(Seat(n), number) for n, number in enumerate(held, 1)]


def amounts(held: tuple[int, ...], places: tuple[int, ...], *, sole_takes_all: bool) -> tuple[int, ...]:
    """What seats 1, 2, 3 … get."""
    got = dict.fromkeys(range(1, len(held) + 1), 0)
    for award in awards(owners(*held), places, sole_takes_all=sole_takes_all):
        for seat in award.seats:
            got[seat] += award.each
    return tuple(got.values())


def test_who_has_most_stands_first_and_who_has_none_stands_nowhere() -> None:
    assert standing(owners(1, 0, 3, 1)) == (((3,), 3), ((1, 4), 1))
    assert standing(owners(0, 0)) == ()


@pytest.mark.parametrize(
    ("value", "held", "each"),
    [
        (2, (1, 0, 0), (3, 0, 0)),
        (2, (1, 1, 0), (1, 1, 0)),
        (2, (2, 1, 1), (2, 0, 0)),
        (3, (2, 1, 0), (3, 1, 0)),
        (3, (1, 1, 1), (1, 1, 1)),
        (7, (3, 1, 1), (7, 1, 1)),
        (24, (5, 3, 0), (24, 12, 0)),
        (24, (5, 5, 2), (18, 18, 0)),
        (24, (4, 4, 4), (12, 12, 12)),
        (24, (6, 0, 0), (36, 0, 0)),
        (24, (6, 3, 1), (24, 12, 0)),
        (24, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_a_value_to_the_first_and_half_to_the_second(
    value: int, held: tuple[int, ...], each: tuple[int, ...]
) -> None:
    assert amounts(held, (value, value // 2), sole_takes_all=True) == each


@pytest.mark.parametrize(
    ("held", "each"),
    [
        ((2, 2, 1, 0, 0, 0), (7, 7, 4, 0, 0, 0)),  # (8 + 6) / 2, then the third place
        ((3, 2, 2, 2, 0, 0), (8, 4, 4, 4, 0, 0)),  # (6 + 4 + 2) / 3
        ((2, 1, 0, 0, 0, 0), (8, 6, 0, 0, 0, 0)),  # unused places are not paid
        ((1, 0, 0, 0, 0, 0), (8, 0, 0, 0, 0, 0)),  # nor to a sole investor
        ((6, 5, 4, 3, 2, 1), (8, 6, 4, 2, 1, 0)),  # a sixth place pays nothing
        ((6, 5, 4, 3, 1, 1), (8, 6, 4, 2, 0, 0)),  # (1 + 0) / 2, rounded down
        ((1, 1, 1, 1, 1, 1), (3, 3, 3, 3, 3, 3)),  # 21 / 6
    ],
)
def test_five_places(held: tuple[int, ...], each: tuple[int, ...]) -> None:
    assert amounts(held, (8, 6, 4, 2, 1), sole_takes_all=False) == each


def test_an_award_says_how_it_came_about() -> None:
    (tied,) = awards(owners(2, 2), (7, 3), sole_takes_all=True)
    assert (tied.seats, tied.held, tied.place, tied.pays, tied.pool, tied.each) == (
        (1, 2),
        2,
        1,
        (7, 3),
        10,
        5,
    )
    assert tied.tied
    assert not tied.alone
    (alone,) = awards(owners(0, 4), (7, 3), sole_takes_all=True)
    assert alone.alone
    assert (alone.seats, alone.each) == ((2,), 10)


def test_never_more_than_the_places_pay() -> None:
    chance = Random("majority")
    for _ in range(SPLITS):
        held = tuple(chance.choice((0, 0, 1, 1, 2, 3, 9)) for _ in range(chance.randint(1, 7)))
        places = tuple(sorted((chance.randint(0, 30) for _ in range(chance.randint(1, 5))), reverse=True))
        for sole in (True, False):
            got = amounts(held, places, sole_takes_all=sole)
            assert sum(got) <= sum(places)
            assert _by_held(held, got) == sorted(got, reverse=True), "fewer shares never pay more"
            assert all(amount == 0 for amount, number in zip(got, held, strict=True) if not number)


def _by_held(held: tuple[int, ...], got: tuple[int, ...]) -> list[int]:
    """What they get, whoever has most first."""
    return [amount for _, amount in sorted(zip(held, got, strict=True), reverse=True)]
