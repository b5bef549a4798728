"""What Union Pacific tracks, and every figure that follows from it. Money is whole millions of dollars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.atlas.known import Atlas
from companion.games.union_pacific.box import ALL, BUILDERS, UP, UP_PLACES, UP_SHARES, UP_TABLE, last_dividend
from companion.mechanisms import shares
from companion.mechanisms.game_state import Ended, StockState
from companion.mechanisms.majority import Award
from companion.vocabulary.ledger import BOARD, Commodity, Ledger, railroad_account
from companion.vocabulary.records import UNWRITTEN, first_form, record
from companion.words.values import Money, Railroad, Seat


@record("Revealing", "chosen")
@dataclass(frozen=True, slots=True)
class Revealing:
    """Everybody chooses a first share; `chosen`: who has, and what."""

    chosen: tuple[tuple[Seat, Railroad], ...] = ()


@record("Turn", "seat")
@dataclass(frozen=True, slots=True)
class Turn:
    """A player builds or invests."""

    seat: Seat


@record("Drawing", "seat company")
@dataclass(frozen=True, slots=True)
class Drawing:
    """A player draws a share; `company`: what was built before, None if nothing was."""

    seat: Seat
    company: Railroad | None


@record("Third", "row")
@dataclass(frozen=True, slots=True)
class Third:
    """Two players: the imaginary third player's shares are counted; `row`: which dividend is paid then."""

    row: int


@record("Over")
@dataclass(frozen=True, slots=True)
class Over(Ended):
    """The game is over."""


Phase = Revealing | Turn | Drawing | Third | Over


@record("Paid")
@dataclass(frozen=True, slots=True)
class Paid:
    """A company's dividend that was paid: the how many-th it was, the row the Union Pacific paid by, its value (None:
    the Union Pacific), who got what, and what of the value the host has added."""

    number: int
    row: int
    company: Railroad
    value: Money | None
    awards: tuple[Award, ...]
    added: int = 0


@record("State")
@dataclass(frozen=True, slots=True)
class State(StockState):
    """Everything a table of Union Pacific has on it, but the board itself and the players' hands.

    seats: how many people play; third: is the imaginary third player at the table; paid: how many dividends were paid;
    history: every payment of them; adjustments: what the host added to a company's value; sections: where trains were
    said to be placed; hands: how many share cards more than after the first investment a player can have in hand at the
    most; drawn: how many were drawn at the most. No figure depends on these three.
    """

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    first: Seat
    phase: Phase = field(default_factory=Revealing)
    third: bool = False
    paid: int = 0
    history: tuple[Paid, ...] = ()
    adjustments: Mapping[Railroad, int] = field(default_factory=dict)
    sections: Mapping[Railroad, tuple[str, ...]] = field(default_factory=dict, metadata=UNWRITTEN)
    hands: Mapping[Seat, int] = field(default_factory=dict, metadata=UNWRITTEN)
    drawn: int = field(default=0, metadata=UNWRITTEN)

    @property
    def lapsed(self) -> tuple[Seat, ...]:
        """There are no auctions, so nobody is passed in one."""
        return ()

    @property
    def investors(self) -> tuple[Seat, ...]:
        """Every seat that may have shares on the table, the imaginary third player's too."""
        return tuple(Seat(n) for n in range(1, self.seats + self.third + 1))

    @property
    def last(self) -> int:
        """The dividend that ends the game."""
        return last_dividend(self.seats)

    def trains_placed(self, company: Railroad) -> int:
        """A company's trains on the board."""
        return self.ledger.of(BOARD, trains(company))

    def trains_left(self, company: Railroad) -> int:
        """A company's trains in the box; without one it builds no more."""
        return self.ledger.of(railroad_account(company), trains(company))

    def invested(self, seat: Seat, company: Railroad) -> int:
        """A player's shares of a company on the table."""
        return shares.held(self.ledger, seat, company)

    def owners(self, company: Railroad) -> tuple[tuple[Seat, int], ...]:
        """Who has invested in a company, and how many shares."""
        return tuple((seat, n) for seat in self.investors if (n := self.invested(seat, company)))

    def on_table(self, company: Railroad) -> int:
        """A company's shares that somebody has invested."""
        return sum(n for _, n in self.owners(company))

    def shares_of(self, seat: Seat) -> int:
        """All shares a player has invested."""
        return sum(self.invested(seat, company) for company in ALL)

    def value(self, company: Railroad) -> Money:
        """What the first shareholder gets: $1 million a train, and one for the main station (Dividend payments)."""
        return Money(max(0, self.trains_placed(company) + 1 + self.adjustments.get(company, 0)))

    def rows_due(self, cards: int) -> tuple[int, ...]:
        """Which dividends so many cards bring, each by its row; cards after the last dividend bring none.

        Ruling `double_dividend`: played as the same twice, all go by the row of the last card.
        """
        due = min(cards, self.last - self.paid)
        if self.ruled("double_dividend", "same_twice"):
            return (self.paid + due,) * due
        return tuple(range(self.paid + 1, self.paid + due + 1))


def trains(company: Railroad) -> Commodity:
    """The trains of a company."""
    return Commodity(f"train:{company}")


def printed(atlas: Atlas, company: Railroad, what: str) -> int:
    """How many `trains` or `shares` of a company were printed."""
    if company == UP:
        return UP_SHARES if what == "shares" else 0
    return int(atlas.get("companies", company, what))


def up_row(atlas: Atlas, row: int) -> tuple[int, ...] | None:
    """What the Union Pacific's places pay at that dividend; None while nobody has read it out. Nothing at the 1st."""
    if row == 1:
        return (0,) * UP_PLACES
    told = [atlas.get(UP_TABLE.name, str(row), fact.name) for fact in UP_TABLE.facts]
    return None if None in told else tuple(told)


def rows_due(state: State, cards: int) -> tuple[int, ...]:
    """Which dividends so many cards bring, each by its row; cards after the last dividend bring none.

    Ruling `double_dividend`: played as the same twice, all go by the row of the last card.
    """
    due = min(cards, state.last - state.paid)
    if state.ruled("double_dividend", "same_twice"):
        return (state.paid + due,) * due
    return tuple(range(state.paid + 1, state.paid + due + 1))


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    return (
        first_form(state.phase),
        tuple(sorted(state.ledger.holdings.items())),
        state.third,
        state.paid,
        tuple(
            (
                p.number,
                p.row,
                p.company,
                p.value,
                tuple((a.seats, a.held, a.place, a.pays, a.alone) for a in p.awards),
            )
            for p in state.history
        ),
        tuple(sorted(state.adjustments.items())),
        tuple((company, state.value(company)) for company in BUILDERS),
    )


def derived(state: State) -> dict[str, object]:
    """What follows from the state, and from what is known of the board, and stands in its digest all the same: a rule
    that gives other figures is found at the line where it does."""
    return {"value": {company: state.value(company) for company in BUILDERS}}
