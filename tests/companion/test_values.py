"""Numbers with their unit."""

import pytest

from companion.words.values import Seat, clockwise, divided_up


@pytest.mark.parametrize(
    ("amount", "shares", "each"), [(0, 5, 0), (1, 5, 1), (5, 5, 1), (6, 5, 2), (61, 5, 13), (140, 4, 35)]
)
def test_divided_and_rounded_up(amount: int, shares: int, each: int) -> None:
    assert divided_up(amount, shares) == each


def test_clockwise_is_to_the_left_and_ends_where_it_began() -> None:
    assert clockwise(4, Seat(3)) == (4, 1, 2, 3)
    assert clockwise(3, Seat(3)) == (1, 2, 3)
