"""What secret limits bid, in tables of cases: which lines, who wins, at which price; and what must stay secret."""

from __future__ import annotations

import random

import pytest

from companion.mechanisms import auction as hammer
from companion.mechanisms import secret_limits as secret
from companion.mechanisms.auction import Auction, Bid, Pass
from companion.mechanisms.secret_limits import Limit
from companion.vocabulary.ledger import railroad_account
from companion.vocabulary.offers import accept
from companion.words.values import Money, Railroad, Seat
from tests.server import times

Limits = dict[Seat, Limit]


class Hammer:
    """An auction of `seats` players; calls by people are written `1:5` (seat 1 bids 5) and `2-` (passes)."""

    def __init__(self, purses: tuple[int, ...], opener: int = 1, minimum: int = 1) -> None:
        self.purses = list(purses)
        self.auction: Auction = hammer.opened(
            railroad=Railroad("KP"),
            seats=len(purses),
            opener=Seat(opener),
            minimum=Money(minimum),
            pays_to=railroad_account(Railroad("KP")),
            cash=self.cash,
            style="ascending",
        )
        self.limits: Limits = {}
        self.lines: list[str] = []

    def cash(self, seat: Seat) -> Money:
        return Money(self.purses[seat - 1])

    def limit(self, seat: int, amount: int) -> None:
        since = 1 + max((limit.since for limit in self.limits.values()), default=0)
        self.limits[Seat(seat)] = Limit(Money(amount), since)

    def call(self, seat: Seat, amount: Money | None) -> None:
        move = Pass(seat=seat) if amount is None else Bid(seat=seat, amount=amount)
        accept(hammer.offers(self.auction, self.cash), move)
        self.lines.append(f"{seat}-" if amount is None else f"{seat}:{amount}")
        if amount is None:
            self.auction = hammer.passed(self.auction, seat, self.cash)
        else:
            self.auction = hammer.bid(self.auction, seat, amount, self.cash)

    def run(self, calls: str = "") -> str:
        """What the limits bid by themselves: before, between and after these calls of people."""
        self.lines = []
        self._let_act()
        for call in calls.split():
            amount = None if call[1:] == "-" else Money(int(call[2:]))
            self.call(Seat(int(call[0])), amount)
            self._let_act()
        return " ".join(self.lines)

    def _let_act(self) -> None:
        while (who := self.auction.to_act) in self.limits:
            shown = hammer.shown(self.auction, self.cash)
            self.call(who, secret.bid_of(shown, self.limits, len(self.purses)))


@pytest.mark.parametrize(
    ("limits", "calls", "lines"),
    [
        # alone: a dollar more than the others, never more than the others make it; at last it passes by itself
        ({1: 30}, "", "1:1"),
        ({1: 30}, "2:5 3-", "1:1 2:5 3- 1:6"),
        ({1: 30}, "2:30 3-", "1:1 2:30 3- 1-"),
        ({1: 30}, "2:29 3-", "1:1 2:29 3- 1:30"),
        # nobody answers: it has what it has, and does not raise itself
        ({1: 30}, "2- 3-", "1:1 2- 3-"),
        # two, one after the other: one bid, a dollar above the lower, which is out
        ({1: 30, 2: 20}, "", "1:21 2-"),
        ({1: 30, 2: 20}, "3-", "1:21 2- 3-"),
        ({1: 30, 2: 20}, "3:25", "1:21 2- 3:25 1:26"),
        # the lower first: it bids what it has, the higher a dollar more
        ({1: 20, 2: 30}, "3-", "1:20 2:21 3- 1-"),
        # somebody without a limit between them: dollar by dollar, as they would have bid themselves
        ({1: 30, 3: 20}, "2:2", "1:1 2:2 3:20 1:21"),
        ({1: 20, 3: 30}, "2:2", "1:1 2:2 3:21 1-"),
        ({1: 20, 3: 30}, "2-", "1:1 2- 3:21 1-"),
        ({1: 30, 3: 20}, "2-", "1:1 2- 3:20 1:21 3-"),
        # equal: the earlier one (listed first), in either seat
        ({1: 20, 2: 20}, "3-", "1:20 2- 3-"),
        ({2: 20, 1: 20}, "3-", "1:19 2:20 3- 1-"),
        ({2: 1, 1: 1}, "3-", "1- 2:1 3-"),
        ({1: 20, 3: 20}, "2:19", "1:1 2:19 3- 1:20"),
        # three
        ({1: 10, 2: 20, 3: 30}, "", "1:10 2:20 3:21 1- 2-"),
        ({1: 30, 2: 10, 3: 20}, "", "1:21 2- 3-"),
        ({1: 20, 2: 10, 3: 30}, "", "1:20 2- 3:21 1-"),
        ({3: 20, 2: 20, 1: 20}, "", "1:19 2- 3:20 1-"),
        ({1: 20, 2: 20, 3: 20}, "", "1:20 2- 3-"),
    ],
)
def test_lines(limits: dict[int, int], calls: str, lines: str) -> None:
    table = Hammer((40, 40, 40))
    for seat, amount in limits.items():
        table.limit(seat, amount)
    assert table.run(calls) == lines


def test_five_seats_two_limits_among_three_who_bid_themselves() -> None:
    table = Hammer((40, 40, 40, 40, 40), opener=3)
    table.limit(1, 25)
    table.limit(4, 18)
    assert table.run("3:1 5- 2:4") == "3:1 4:2 5- 1:3 2:4"
    assert table.run("3:6") == "3:6 4:18 1:19"
    assert table.run("2- 3-") == "2- 3- 4-"
    assert (table.auction.over, table.auction.high_seat, table.auction.high_bid) == (True, 1, 19)


def test_who_cannot_follow_is_passed_by_the_auction_itself() -> None:
    """Seats 2 and 3 have $6: a bid of 6 ends it."""
    table = Hammer((40, 6, 6))
    table.limit(1, 30)
    table.limit(2, 6)
    assert table.run() == "1:7"
    assert table.auction.over
    assert table.auction.unable == (2, 3)


def test_cash_that_was_corrected_counts() -> None:
    table = Hammer((40, 40, 40))
    table.limit(1, 30)
    assert table.run("2:10") == "1:1 2:10"
    table.purses[0] = 12
    assert table.run("3:11") == "3:11 1:12"
    assert table.run("2:13 3-") == "2:13 3-"
    assert 1 in table.auction.unable


def test_a_limit_that_may_still_be_changed_moves_no_price_and_shows_in_none() -> None:
    """Seat 3 could set one and take it back before its turn comes: the bid of seat 1 must not depend on it."""
    bids = set()
    for other in (None, 2, 15, 30, 40):
        table = Hammer((40, 40, 40))
        table.limit(1, 30)
        if other is not None:
            table.limit(3, other)
        table.run()
        bids.add(table.lines[0])
    assert bids == {"1:1"}


def outcome(limits: Limits) -> tuple[Seat, set[int]]:
    """Who has the highest limit (of equals the earliest), and what it costs: a dollar more than the next one; of
    equals what both have, or a dollar less, if the earlier one had bid that already."""
    (winner, most), *others = sorted(limits.items(), key=lambda item: (-item[1].amount, item[1].since))
    second = others[0][1].amount
    return winner, {second + 1} if second < most.amount else {second, second - 1}


def test_any_number_of_limits_and_people() -> None:
    """Whatever people do: every line is legal (`call` asks the auction), no limit bids beyond itself or against
    itself, lines are few, and among limits alone the highest wins for a dollar more than the next."""
    chance = random.Random(3)
    for _ in range(times(5_000, 1_000)):
        seats = chance.randint(2, 6)
        table = Hammer((40,) * seats, opener=chance.randint(1, seats))
        limited = chance.sample(range(1, seats + 1), chance.randint(1, seats))
        for seat in limited:
            table.limit(seat, chance.randint(1, 12))
        table.run()
        while (who := table.auction.to_act) is not None:
            assert who not in table.limits
            raised = int(table.auction.least_bid) + chance.choice((0, 0, 1, 3))
            bids = raised <= 12 and chance.random() < 0.5
            before, high = len(table.lines), table.auction.high_seat
            table.run(f"{who}:{raised}" if bids else f"{who}-")
            assert len(table.lines) - before <= 2 * seats
            assert table.auction.high_seat != high or who != high
        winner = table.auction.high_seat
        if winner in table.limits:
            assert table.auction.high_bid is not None
            assert table.auction.high_bid <= table.limits[winner].amount
        if len(limited) == seats:
            expected, prices = outcome(table.limits)
            assert winner == expected
            assert table.auction.high_bid in prices
