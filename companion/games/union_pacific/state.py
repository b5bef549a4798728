"""What Union Pacific tracks, and every figure that follows from it. Money is whole millions of dollars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from companion.atlas.known import Atlas
from companion.games.union_pacific.box import ALL, BOX, BUILDERS, DEALT, printed
from companion.mechanisms.game_state import Over, StockState, seats_to
from companion.mechanisms.majority import Award
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BOARD, Commodity, Ledger, railroad_account
from companion.vocabulary.records import UNWRITTEN, first_parts, record
from companion.words.values import Money, Railroad, Seat


@record("Revealing", "chosen")
@dataclass(frozen=True, slots=True)
class Revealing:
    """Everybody chooses a first share."""

    chosen: tuple[tuple[Seat, Railroad], ...] = ()
    """Who has, and what."""


@record("Turn", "seat")
@dataclass(frozen=True, slots=True)
class Turn:
    """A player builds or invests."""

    seat: Seat


@record("Drawing", "seat company")
@dataclass(frozen=True, slots=True)
class Drawing:
    """A player draws a share."""

    seat: Seat
    company: Railroad | None
    """What was built before; None: nothing was."""


@record("Third", "row")
@dataclass(frozen=True, slots=True)
class Third:
    """Two players: the imaginary third player's shares are counted."""

    row: int
    """The dividend that is paid then, by its row."""


Phase = Revealing | Turn | Drawing | Third | Over


@record("Paid")
@dataclass(frozen=True, slots=True)
class Paid:
    """A company's dividend that was paid."""

    number: int
    """Which dividend of the game it was, counted from 1."""
    row: int
    """By which the Union Pacific paid."""
    company: Railroad
    value: Money | None
    """The company's; None: the Union Pacific."""
    awards: tuple[Award, ...]
    """Who got what."""
    added: int = 0
    """What of the value the host has added."""


@record("State")
@dataclass(frozen=True, slots=True)
class State(StockState):
    """Everything a table of Union Pacific has on it, but the board itself and the players' hands. Shares that somebody
    holds are those on the table."""

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    first: Seat
    """Who begins."""
    phase: Phase = field(default_factory=Revealing)
    third: bool = False
    """Is the imaginary third player at the table?"""
    paid: int = 0
    """Dividends that were paid."""
    history: tuple[Paid, ...] = ()
    """Every payment of them."""
    adjustments: Mapping[Railroad, int] = field(default_factory=dict)
    """What the host added to a company's value."""
    sections: Mapping[Railroad, tuple[str, ...]] = field(default_factory=dict, metadata=UNWRITTEN)
    """Where trains were said to be placed. No figure depends on this, nor on the following two."""
    hands: Mapping[Seat, int] = field(default_factory=dict, metadata=UNWRITTEN)
    """How many share cards more than after the first investment a player can have in hand, at most."""
    drawn: int = field(default=0, metadata=UNWRITTEN)
    """Shares that were drawn, at most."""

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        """Every seat that may have shares on the table, the imaginary third player's too."""
        return seats_to(self.seats + self.third)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who may do something now."""
        if isinstance(self.phase, Turn | Drawing):
            return (self.phase.seat,)
        chosen = dict(self.phase.chosen) if isinstance(self.phase, Revealing) else {}
        return () if self.finished else tuple(seat for seat in self.all_seats if seat not in chosen)

    @property
    def last(self) -> int:
        """The dividend that ends the game (Game end; Special rules for playing with two players)."""
        return last_dividend(two=self.seats == 2)

    def trains_placed(self, company: Railroad) -> int:
        """A company's trains on the board."""
        return self.ledger.of(BOARD, trains(company))

    def trains_left(self, company: Railroad) -> int:
        """A company's trains in the box; without one it builds no more."""
        return self.ledger.of(railroad_account(company), trains(company))

    @part
    def invested(self, seat: Seat) -> int:
        """All shares a player has on the table."""
        return sum(self.held(seat, company) for company in ALL)

    @part
    def not_invested(self, company: Railroad) -> int:
        """A company's shares that are not on the table."""
        return max(0, printed(self.atlas, company, "shares") - self.sold(company))

    def most_in_hand(self, seat: Seat) -> int:
        """How many share cards a player can have in hand, at most. Of the five dealt one is laid down first; each
        draw brings one, and the exchange for one of the Union Pacific none (Preparation; Draw a share card)."""
        return DEALT + self.hands.get(seat, 0)

    def with_hand(self, seat: Seat, more: int) -> State:
        """The state after so many cards came into a hand, or left it. Where more were laid down than there can be, as
        in evenings of earlier releases, none is left."""
        number = max(0, self.most_in_hand(seat) + more)
        return self.changed(hands={**self.hands, seat: number - DEALT})

    @part
    def value(self, company: Railroad) -> Money:
        """What the first shareholder gets: $1 million a train, and one for the main station (Dividend payments)."""
        return worth(self.trains_placed(company), self.adjustments.get(company, 0))

    def rows_due(self, cards: int) -> tuple[int, ...]:
        """Which dividends so many cards bring, each by its row; cards after the last dividend bring none."""
        due = min(cards, self.last - self.paid)
        return rows_of(self.paid, due, self.rulings["double_dividend"])

    def rows_at_once(self, cards: int) -> tuple[int, ...]:
        """Those that are paid at once: between two players the last payment waits for the imaginary third one."""
        waits = self.seats == 2 and self.paid + cards >= self.last
        return self.rows_due(cards)[: -1 if waits else None]


def worth(trains_placed: int, added: int = 0) -> Money:
    """What the first shareholder gets: $1 million a train, and one for the main station (Dividend payments). added: by
    the host."""
    return Money(max(0, trains_placed + 1 + added))


def last_dividend(*, two: bool) -> int:
    """The dividend that ends the game (Game end; Special rules for playing with two players)."""
    return int(BOX["dividends"]["last_of_two" if two else "last"])


def rows_of(paid: int, due: int, double_dividend: str) -> tuple[int, ...]:
    """The rows by which the Union Pacific pays so many dividends at once, after those that are paid.

    Ruling `double_dividend`: played as the same twice, all go by the row of the last card.
    """
    if double_dividend == "same_twice":
        return (paid + due,) * due
    return tuple(range(paid + 1, paid + due + 1))


def trains(company: Railroad) -> Commodity:
    """The trains of a company."""
    return Commodity(f"train:{company}")


_PAID = attrgetter("number", "row", "company", "value")
_AWARD = attrgetter("seats", "held", "place", "pays", "alone")


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    history = tuple((*_PAID(paid), tuple(map(_AWARD, paid.awards))) for paid in state.history)
    values = tuple((company, state.value(company)) for company in BUILDERS)
    early = first_parts(state, "phase ledger.holdings third paid")
    return (*early, history, *first_parts(state, "adjustments"), values)


def derived(state: State) -> dict[str, object]:
    """What follows from the state, and from what is known of the board, and stands in its digest all the same: a rule
    that gives other figures is found at the line where it does."""
    return {"value": {company: state.value(company) for company in BUILDERS}}
