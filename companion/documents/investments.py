"""What each player's certificates of a railroad have cost and brought, from the minutes of the evening."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.documents.history import standing, was_on
from companion.table.journal import Node
from companion.table.position import ONLY_AT
from companion.table.table import Table
from companion.vocabulary.ledger import MONEY, Account, Commodity, Posting, seat_account
from companion.words.text import Text
from companion.words.values import Railroad, Seat

CERTIFICATES = ("share", "charter")
"""The kinds of commodities that are certificates of a railroad."""


@dataclass(frozen=True, slots=True)
class Investment:
    """One player's certificates of one railroad, over the evening. Amounts are in the table's money."""

    seat: Seat
    railroad: Railroad
    paid: int
    """For certificates, all of them, also for those given back or sold since."""
    earned: int
    """Dividends and whatever else was paid for holding them, the final payoff with it."""
    back: int
    """What came back for certificates that were given back or sold."""

    @property
    def received(self) -> int:
        """All that has come of them."""
        return self.earned + self.back

    @property
    def gain(self) -> int:
        """What it has brought beyond what it cost."""
        return self.received - self.paid


def investments(table: Table) -> tuple[Investment, ...]:
    """All of them, by seat and in the railroads' order: of whoever has paid for a certificate, or was paid for one.

    A payment belongs to a certificate that changes hands with the same words; any other that names a railroad is paid
    for holding it. Corrections belong to none. What certificates have cost and brought that were held already when the
    companion joined the game, nobody knows: theirs are left out.
    """
    nodes = standing(table)
    paid, earned, back = (Counter[tuple[Seat, Railroad]]() for _ in range(3))
    for (seat, of, amount), often in _at_the_end(table).items():
        earned[seat, of] += often * amount
    for _, seat, of, cost, brought in _moved(table, nodes, _at_the_end(table)):
        paid[seat, of] += max(cost, 0)
        back[seat, of] += max(-cost, 0)
        earned[seat, of] += brought
    railroads = _railroads(table)
    known = {*paid, *earned} - _held_before(table, nodes, railroads)
    held = sorted(known, key=lambda pair: (pair[0], railroads.index(pair[1])))
    return tuple(Investment(*pair, paid[pair], earned[pair], back[pair]) for pair in held)


def _held_before(
    table: Table, nodes: Sequence[Node], railroads: Sequence[Railroad]
) -> set[tuple[Seat, Railroad]]:
    """Who held certificates of which railroad when the companion joined a game that was already on."""
    if not was_on(nodes):
        return set()
    *_, entered = table.states(nodes[:ONLY_AT])
    return {
        (Seat(n), railroad)
        for n in range(1, table.seats + 1)
        for railroad in railroads
        for kind in CERTIFICATES
        if entered.ledger.of(seat_account(Seat(n)), Commodity(f"{kind}:{railroad}"))
    }


def dividends(table: Table, nodes: Sequence[Node], *, final: bool) -> Mapping[int, Mapping[Seat, int]]:
    """What each seat was paid for holding certificates, by the revision of the line that paid it.

    nodes: the way to the table's head, as `standing` gives it. final: with the final payoff, as where it consists of
    dividends.
    """
    found: defaultdict[int, Counter[Seat]] = defaultdict(Counter)
    for revision, seat, _, _, brought in _moved(table, nodes, Counter() if final else _at_the_end(table)):
        found[revision][seat] += brought
    return found


def _railroads(table: Table) -> list[Railroad]:
    return [info.id for info in (*table.box.railroads, *table.view().further)]


def _moved(
    table: Table, nodes: Sequence[Node], at_the_end: Counter[tuple[Seat, Railroad, int]]
) -> Iterator[tuple[int, Seat, Railroad, int, int]]:
    """Line by line, the last first: its revision, and what certificates of a railroad have cost a seat (less than
    nothing: what one that was sold or given back has brought), or what holding them has brought. at_the_end: the final
    payoff, which is left out."""
    seats = {seat_account(Seat(n)): Seat(n) for n in range(1, table.seats + 1)}
    railroads = _railroads(table)
    for revision, postings in reversed(list(_postings(table, nodes))):
        bought = {(why, account): railroad for why, account, railroad in _certificates(postings)}
        for posting in postings:
            if posting.commodity != MONEY:
                continue
            for account, sign in ((posting.source, 1), (posting.target, -1)):
                railroad = bought.get((posting.why, account))
                if account in seats and railroad is not None:
                    yield revision, seats[account], railroad, sign * posting.amount, 0
            named = _named(posting.why, railroads)
            if posting.target not in seats or named is None or (posting.why, posting.target) in bought:
                continue
            line = (seats[posting.target], named, posting.amount)
            if at_the_end[line] > 0:
                at_the_end[line] -= 1  # the final payoff, told already
            else:
                yield revision, seats[posting.target], named, 0, posting.amount


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


def _postings(table: Table, nodes: Sequence[Node]) -> Iterator[tuple[int, tuple[Posting, ...]]]:
    """Of each move that counts, with its line's revision."""
    for node in nodes:
        if node.is_move and node.line.body["type"] != "correct":
            yield node.line.revision, table.done_at(node).postings


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
