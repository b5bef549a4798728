"""The phases of the game: what is to be done next, and all that has to be remembered for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Ended, UnderTheHammer
from companion.vocabulary.records import record
from companion.words.values import Railroad, Seat

Source = Literal["hand", "deck"]


@record("Bidding", "auction initial")
@dataclass(frozen=True, slots=True)
class Bidding(UnderTheHammer):
    """A share is under the hammer."""

    auction: Auction
    initial: bool
    """Is it an initial auction, where nobody's share is free?"""


@record("FirstBuild", "railroad seat")
@dataclass(frozen=True, slots=True)
class FirstBuild:
    """The winner of an initial auction owes the railroad its first segment."""

    railroad: Railroad
    seat: Seat


@record("Choosing")
@dataclass(frozen=True, slots=True)
class Choosing:
    """The active player is to play an action card."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """An action card was played, and is not carried out yet."""

    source: Source
    """Where it came from: some of what it allows depends on that."""


@record("Offering", "source")
@dataclass(frozen=True, slots=True)
class Offering(CardPlayed):
    """Offer Stock was played: which share?"""


@record("Growing", "source")
@dataclass(frozen=True, slots=True)
class Growing(CardPlayed):
    """Construct Track was played: Discover Growth comes first."""


@record("GrowthFacts", "source row")
@dataclass(frozen=True, slots=True)
class GrowthFacts(CardPlayed):
    """The dice show a row of the growth chart that nobody has read out yet."""

    row: str
    """Its number, such as `12`."""


@record("GrowthChoice", "source")
@dataclass(frozen=True, slots=True)
class GrowthChoice(CardPlayed):
    """Both cities of the row have grown: the player chooses."""


@record("Building", "source")
@dataclass(frozen=True, slots=True)
class Building(CardPlayed):
    """A railroad is to build."""


@record("Over", "cash reason")
@dataclass(frozen=True, slots=True)
class Over(Ended):
    """The game is over."""

    cash: tuple[int, ...]
    """Dollars of seats 1 to N before the final payoff."""
    reason: Literal["dividends", "cards"]


Phase = Bidding | FirstBuild | Choosing | Offering | Growing | GrowthFacts | GrowthChoice | Building | Over
