"""What each player's certificates of a railroad have cost and brought, from the minutes of the evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.documents.history import standing
from companion.table.table import Table
from companion.vocabulary.ledger import MONEY, Account, Posting, seat_account
from companion.words.text import Text
from companion.words.values import Railroad, Seat

CERTIFICATES = ("share", "charter")
"""Of which kind a commodity is that is held of a railroad."""


@dataclass(frozen=True, slots=True)
class Investment:
    """One player's certificates of one railroad, over the evening. Amounts are in the table's money."""

    seat: Seat
    railroad: Railroad
    paid: int
    """For certificates, less what came back for one that was given back or sold."""
    received: int
    """Dividends and whatever else was paid for holding them, the final payoff with it."""

    @property
    def gain(self) -> int:
        """What it has brought beyond what it cost."""
        return self.received - self.paid


def investments(table: Table) -> tuple[Investment, ...]:
    """All of them, by seat and in the railroads' order: of whoever has paid for a certificate, or was paid for one.

    A payment belongs to a certificate that changes hands with the same words; any other that names a railroad is paid
    for holding it. Corrections belong to none.
    """
    paid, received = Counter[tuple[Seat, Railroad]](), Counter[tuple[Seat, Railroad]]()
    seats = {seat_account(Seat(n)): Seat(n) for n in range(1, table.seats + 1)}
    railroads = [info.id for info in (*table.box.railroads, *table.view().further)]
    at_the_end = _at_the_end(table)
    for (seat, of, amount), often in at_the_end.items():
        received[seat, of] += often * amount
    for postings in reversed(list(_postings(table))):
        bought = {(why, account): railroad for why, account, railroad in _certificates(postings)}
        for posting in postings:
            if posting.commodity != MONEY:
                continue
            for account, sign in ((posting.source, 1), (posting.target, -1)):
                railroad = bought.get((posting.why, account))
                if account in seats and railroad is not None:
                    paid[seats[account], railroad] += sign * posting.amount
            named = _named(posting.why, railroads)
            if posting.target not in seats or named is None or (posting.why, posting.target) in bought:
                continue
            line = (seats[posting.target], named, posting.amount)
            if at_the_end[line] > 0:
                at_the_end[line] -= 1  # the final payoff, told already
            else:
                received[seats[posting.target], named] += posting.amount
    held = sorted({*paid, *received}, key=lambda held: (held[0], railroads.index(held[1])))
    return tuple(Investment(*held, paid[held], received[held]) for held in held)


def _at_the_end(table: Table) -> Counter[tuple[Seat, Railroad, int]]:
    """The lines of the final payoff that are of a railroad and in money, once the game is over."""
    if not table.state.finished:
        return Counter()
    return Counter(
        (payoff.seat, line.railroad, line.amount)
        for payoff in table.rules.show.settlement(table.state).payoffs
        for line in payoff.lines
        if line.railroad is not None and payoff.cash is not None
    )


def _postings(table: Table) -> Iterator[tuple[Posting, ...]]:
    """Of each move that counts."""
    for node in standing(table):
        if node.is_move and node.line.body["type"] != "correct":
            yield table.done_at(node).postings


def _certificates(postings: tuple[Posting, ...]) -> Iterator[tuple[Text, Account, Railroad]]:
    """Which changed hands: for what, from or to whom, of which railroad."""
    for posting in postings:
        kind, _, railroad = posting.commodity.partition(":")
        if kind in CERTIFICATES:
            yield posting.why, posting.source, Railroad(railroad)
            yield posting.why, posting.target, Railroad(railroad)


def _named(text: Text, railroads: list[Railroad]) -> Railroad | None:
    """The railroad that a text names first."""
    for _, value in text.facts:
        if isinstance(value, Text) and (found := _named(value, railroads)) is not None:
            return found
        if value in railroads:
            return Railroad(str(value))
    return None
