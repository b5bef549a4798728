"""What the states of all games have in common: who sits there, what was ruled, who holds what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, Self, TypeVar

from companion.atlas.known import Atlas
from companion.mechanisms import auction as hammer
from companion.mechanisms import shares
from companion.mechanisms.auction import Auction
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import Ledger, cubes, railroad_account, seat_account
from companion.vocabulary.records import record
from companion.words.values import Money, Railroad, Seat


@cache
def seats_to(number: int) -> tuple[Seat, ...]:
    """Seats 1 to N."""
    return tuple(Seat(n) for n in range(1, number + 1))


@cache
def _members(cls: Any) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The fields of a game's state, and how all of them are got."""
    names = tuple(field.name for field in fields(cls))
    return names, attrgetter(*names)


class Ended:
    """The phase when the game is over. A game that has to remember more then has a class of its own of this kind."""

    __slots__ = ()


@record("Over")
@dataclass(frozen=True, slots=True)
class Over(Ended):
    """The game is over."""


class UnderTheHammer:
    """A phase in which a share is auctioned."""

    __slots__ = ()

    auction: Auction


class GameState:
    """A state of any game. Each game is a frozen dataclass of this kind and adds what lies on its own table."""

    __slots__ = ()

    seats: int
    rulings: Mapping[str, str]
    ledger: Ledger
    atlas: Atlas
    phase: object
    unable: tuple[Seat, ...] = ()
    """Seats that were passed automatically for lack of cash in the auction that has just ended; none in a game without
    auctions."""

    @property
    @part
    def finished(self) -> bool:
        """Is the game over?"""
        return isinstance(self.phase, Ended)

    @property
    @part
    def auction(self) -> Auction | None:
        """The auction that is on."""
        return self.phase.auction if isinstance(self.phase, UnderTheHammer) else None

    @property
    @part
    def sold_now(self) -> Railroad | None:
        """Whose share is auctioned: a part of its own, so that a bid leaves what is shown of others as it is."""
        return self.auction.railroad if self.auction else None

    def least_now(self, railroad: Railroad) -> Money | None:
        """What the next bid must be at least, if that railroad's share is auctioned."""
        return self.auction.least_bid if self.sold_now == railroad and self.auction else None

    @property
    @part
    def lapsed(self) -> tuple[Seat, ...]:
        """Seats that were passed automatically for lack of cash. A pass that they still send is taken, and changes
        nothing."""
        return self.auction.unable if self.auction else self.unable

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        """Seats 1 to N."""
        return seats_to(self.seats)

    def posted(self, ledger: Ledger) -> Self:
        """The same state with another ledger."""
        return self.changed(ledger=ledger)

    def changed(self, **parts: Any) -> Self:
        """The same state with other parts, by their names."""
        cls: Any = type(self)
        names, get = _members(cls)
        same: Self = cls(**{**dict(zip(names, get(self), strict=True)), **parts})
        return same

    def ruled(self, name: str, value: str) -> bool:
        """Does this table play by that choice of the ruling?"""
        return self.rulings[name] == value

    def cash(self, seat: Seat) -> Money:
        """A player's cash, in dollars."""
        return self.ledger.cash(seat)

    def auctioned(
        self,
        railroad: Railroad,
        opener: Seat,
        minimum: Money,
        offerer: Seat | None = None,
        seller: Seat | None = None,
    ) -> Auction:
        """One of its unsold shares as it comes under the hammer; the money goes into its treasury. It goes once around
        where an offerer bids last, and is ascending otherwise.

        minimum: dollars of the lowest first bid; seller: whose own share it is, who is paid and may not bid.
        """
        return hammer.opened(
            railroad=railroad,
            seats=self.seats,
            opener=opener,
            minimum=minimum,
            pays_to=railroad_account(railroad) if seller is None else seat_account(seller),
            cash=self.cash,
            style="ascending" if offerer is None else "once_around",
            offerer=offerer,
            seller=seller,
        )


G = TypeVar("G", bound=GameState)


class StockState(GameState):
    """A state of a game whose railroads have certificates alike, a treasury, and cubes to build with."""

    __slots__ = ()

    def treasury(self, railroad: Railroad) -> Money:
        """What the railroad has, in dollars."""
        return self.ledger.treasury(railroad)

    def cubes_left(self, railroad: Railroad) -> int:
        """Cubes to build with; those that show its income or its start are not among them."""
        return self.ledger.of(railroad_account(railroad), cubes(railroad))

    def held(self, seat: Seat, railroad: Railroad) -> int:
        """How many of the railroad's shares a player holds."""
        return shares.held(self.ledger, seat, railroad)

    def shares_of(self, seat: Seat, railroads: Iterable[Railroad]) -> dict[Railroad, int]:
        """A player's shares of these, as the table document says them: those of which there are some."""
        return {railroad: number for railroad in railroads if (number := self.held(seat, railroad))}

    @part
    def holders(self, railroad: Railroad) -> tuple[tuple[Seat, int], ...]:
        """Every player who holds some of its shares, by seat, and how many."""
        return tuple([(seat, n) for seat in self.all_seats if (n := self.held(seat, railroad))])

    def sold(self, railroad: Railroad) -> int:
        """How many of its shares players hold."""
        return sum(number for _, number in self.holders(railroad))

    def unsold(self, railroad: Railroad) -> int:
        """How many of its shares still lie with the railroad."""
        return shares.unsold(self.ledger, railroad)

    @part
    def controllers(self, railroad: Railroad) -> tuple[Seat, ...]:
        """Who has the most of its shares, ties included; nobody while none is sold."""
        return shares.most_of(self.holders(railroad))
