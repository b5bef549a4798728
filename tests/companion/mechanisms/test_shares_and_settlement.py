"""Certificates, dividends, sums and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from companion.atlas.known import Atlas
from companion.mechanisms import shares
from companion.mechanisms.dividend import pay_each_share, times
from companion.mechanisms.game_state import GameState
from companion.mechanisms.settlement import ranked_by_total
from companion.vocabulary.ledger import BANK, MONEY, Ledger, certificates, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.view import PayoffLine
from companion.words.text import Text, render, say
from companion.words.values import Money, Railroad, Seat

KP = Railroad("KP")
NOWHERE = Atlas({})


def ledger(*held: int, unsold: int = 0) -> Ledger:
    what = certificates(KP)
    holdings = [(seat_account(Seat(n)), what, number) for n, number in enumerate(held, 1)]
    return Ledger.opened([*holdings, (railroad_account(KP), what, unsold), (BANK, MONEY, 100)])


@pytest.mark.parametrize(
    ("held", "most"),
    [((2, 1, 0), (1,)), ((1, 1, 0), (1, 2)), ((1, 1, 1), (1, 2, 3)), ((0, 0, 3), (3,)), ((0, 0, 0), ())],
)
def test_who_has_the_most(held: tuple[int, ...], most: tuple[int, ...]) -> None:
    assert shares.most_of(shares.holders(ledger(*held, unsold=5 - sum(held)), KP, 3)) == most


def test_sold_and_unsold() -> None:
    there = ledger(3, 0, 1, unsold=1)
    assert shares.sold(there, KP, 3) == 4
    assert shares.unsold(there, KP) == 1
    assert shares.holders(there, KP, 3) == ((1, 3), (3, 1))


@dataclass(frozen=True)
class Position(GameState):
    """As much of a state as a dividend needs."""

    ledger: Ledger
    atlas: Atlas = NOWHERE
    finished: bool = False
    lapsed: tuple[Seat, ...] = ()


def test_so_much_a_share_from_the_payer_only() -> None:
    minutes = Minutes(Position(ledger(3, 0, 1, unsold=1)))
    paid = pay_each_share(
        minutes, railroad=KP, seats=3, per_share=Money(13), payer=BANK, formula=say("ceil(61 / 5) = 13")
    )
    assert paid == 52
    assert [minutes.state.ledger.cash(Seat(n)) for n in (1, 2, 3)] == [39, 0, 13]
    assert minutes.state.ledger.of(BANK) == 48
    assert [render(p.why, {}) for p in minutes.postings] == [
        "KP: ceil(61 / 5) = 13 × 3 = $39",
        "KP: ceil(61 / 5) = 13",
    ]


def test_a_dividend_of_nothing_is_no_posting() -> None:
    minutes = Minutes(Position(ledger(3, 0, 1)))
    assert (
        pay_each_share(minutes, railroad=KP, seats=3, per_share=Money(0), payer=BANK, formula=say("0")) == 0
    )
    assert not minutes.postings


def test_the_formula_of_one_share_needs_no_number() -> None:
    assert times(say("x"), 1, 7) == say("x")
    assert render(times(say("x"), 2, 14), {}) == "x × 2 = $14"


def line(amount: int) -> PayoffLine:
    return PayoffLine(KP, say("KP"), say("f"), amount)


@pytest.mark.parametrize(
    ("sums", "ranks"),
    [
        # seat: cash and lines; the result as (seat, total, rank, winner), best first
        (
            [(10, [5, 5]), (30, []), (0, [1])],
            [(2, 30, 1, True), (1, 20, 2, False), (3, 1, 3, False)],
        ),
        (
            [(10, [10]), (20, []), (5, [])],
            [(1, 20, 1, True), (2, 20, 1, True), (3, 5, 3, False)],
        ),
        (
            [(5, []), (9, []), (5, []), (1, [4])],
            [(2, 9, 1, True), (1, 5, 2, False), (3, 5, 2, False), (4, 5, 2, False)],
        ),
        ([(0, []), (0, [])], [(1, 0, 1, True), (2, 0, 1, True)]),
    ],
)
def test_ranks(sums: list[tuple[int, list[int]]], ranks: list[tuple[int, int, int, bool]]) -> None:
    payoffs = ranked_by_total(
        [
            (Seat(n), cash, tuple(line(amount) for amount in amounts))
            for n, (cash, amounts) in enumerate(sums, 1)
        ],
        tie_order=(),
    )
    assert [(p.seat, p.total, p.rank, p.winner) for p in payoffs] == ranks


@pytest.mark.parametrize(
    ("cash", "tie_order", "ranks"),
    [
        ((5, 9, 9), (3, 1, 2), [(3, 1, True), (2, 2, False), (1, 3, False)]),
        ((5, 9, 9), (1, 2, 3), [(2, 1, True), (3, 2, False), (1, 3, False)]),
        # the order is for ties only
        ((5, 9, 7), (1, 3, 2), [(2, 1, True), (3, 2, False), (1, 3, False)]),
        ((7, 7, 7), (2, 3, 1), [(2, 1, True), (3, 2, False), (1, 3, False)]),
    ],
)
def test_ranks_with_an_order_for_ties(
    cash: tuple[int, ...], tie_order: tuple[int, ...], ranks: list[tuple[int, int, bool]]
) -> None:
    sums = [(Seat(n), dollars, ()) for n, dollars in enumerate(cash, 1)]
    payoffs = ranked_by_total(sums, tie_order=tuple(Seat(n) for n in tie_order))
    assert [(p.seat, p.rank, p.winner) for p in payoffs] == ranks


def test_what_decides_is_told_of_those_with_as_much_and_another_rank_alone() -> None:
    """Seats 2 and 3 share a rank behind seat 1 with as much; 4 and 5 share theirs, so nothing decides; 6 is alone."""
    sums = [(Seat(n), dollars, ()) for n, dollars in enumerate((8, 8, 8, 5, 5, 3), 1)]
    merits = {Seat(n): (number,) for n, number in enumerate((3, 2, 2, 1, 1, 9), 1)}

    def reason(seat: Seat, equals: Sequence[Seat]) -> Text:
        return Text(f"{merits[seat][0]} of {len(equals)}")

    payoffs = ranked_by_total(sums, tie_order=(), merits=merits, reason=reason)
    told = {payoff.seat: str(payoff.decided) for payoff in payoffs if payoff.decided}
    assert told == {1: "3 of 3", 2: "2 of 3", 3: "2 of 3"}
