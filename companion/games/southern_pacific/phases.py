"""What a table of Southern Pacific may be in the middle of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Over, UnderTheHammer
from companion.vocabulary.moves import Link
from companion.vocabulary.records import record
from companion.words.values import Money, Railroad, Seat


@record("Operating", "railroad offered builds purchases")
@dataclass(frozen=True, slots=True)
class Operating:
    """A railroad operates."""

    railroad: Railroad
    offered: bool = False
    """Is Offer Stock over?"""
    builds: int = 0
    """Links built in this operation so far."""
    purchases: int = 0
    """Links bought in it."""


@record("Bidding", "auction occasion back waiting")
@dataclass(frozen=True, slots=True)
class Bidding(UnderTheHammer):
    """A share is under the hammer."""

    auction: Auction
    occasion: Literal["initial", "offer", "bull"]
    back: Operating | None = None
    """The operation that goes on after Offer Stock."""
    waiting: tuple[Seat, ...] = ()
    """Who may still offer a share in the Bull Market."""


@record("FirstLink", "railroad seat")
@dataclass(frozen=True, slots=True)
class FirstLink:
    """The winner of an initial auction owes the railroad its first link."""

    railroad: Railroad
    seat: Seat


@record("Proposed", "back seller link price")
@dataclass(frozen=True, slots=True)
class Proposed:
    """A sale waits for the selling railroad's president."""

    back: Operating
    """The buyer's operation, which goes on afterwards."""
    seller: Railroad
    link: Link
    price: Money


@record("CardTie", "tied")
@dataclass(frozen=True, slots=True)
class CardTie:
    """The first Bull Market's tie is to be rolled for."""

    tied: tuple[Seat, ...]


@record("BullMarket", "waiting")
@dataclass(frozen=True, slots=True)
class BullMarket:
    """Each player once may offer a share."""

    waiting: tuple[Seat, ...]
    """Who is to come, the first of them now."""


Phase = Bidding | FirstLink | Operating | Proposed | CardTie | BullMarket | Over
