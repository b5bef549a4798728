"""What is shown of a state, and the settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, TypedDict

from companion.vocabulary.box import RailroadInfo
from companion.vocabulary.ledger import Account
from companion.vocabulary.minutes import NOTHING
from companion.vocabulary.panels import Panel
from companion.words.text import Text
from companion.words.values import Money, Railroad, Seat

NextStep = tuple[str, tuple[Seat, ...], Railroad | None, Text]
"""Step, who is to act, which railroad it is about, and the prompt."""


@dataclass(frozen=True, slots=True)
class End:
    """A condition that ends the game, and how near it is."""

    condition: Text
    progress: int | None
    of: int | None
    met: bool
    counts: Text = NOTHING
    """What the two figures count, such as "shares"."""


class Needed(TypedDict):
    """The price below which a sale comes to nothing, in dollars, and what then happens."""

    amount: Money
    words: Text


class Terms(TypedDict):
    """What a game's rules say of the price."""

    needs: NotRequired[Needed]
    spent: NotRequired[Text]
    """What the price is for."""


class ShownAuction(Terms):
    """The auction as the REST contract shows it; amounts are dollars."""

    railroad: Railroad | None
    share: str
    style: str
    opener: Seat
    minimum: Money
    least_bid: Money
    high_bid: Money | None
    high_seat: Seat | None
    to_act: Seat | None
    affordable: Mapping[str, Money]
    passed: Sequence[Seat]
    cannot_bid: Sequence[Seat]
    seller: Seat | None
    pays_to: Account


@dataclass(frozen=True, slots=True)
class View:
    """What is shown of a state. Members of seats and railroads are those of the REST contract."""

    status: Literal["setup", "playing", "finished"]
    round: int | None
    step: str
    paper_total: int | None
    seats: Mapping[Seat, Mapping[str, Any]]
    railroads: tuple[Mapping[str, Any], ...]
    to_act: tuple[Seat, ...]
    railroad: Railroad | None
    prompt: Text
    auction: ShownAuction | None
    end: tuple[End, ...]
    panels: tuple[Panel, ...]
    further: tuple[RailroadInfo, ...] = ()
    """Railroads that the rules do not name and that play has brought to light; their figures come after those of the
    railroads that the rules name."""
    hidden: frozenset[str] = frozenset()
    """The figures of a seat that only this seat sees, such as `cash`. What adds them up is nobody's to see either:
    the bank's balance, the settlement as of now, charts of them, the export. Empty at the end."""
    dividends: Mapping[Seat, int] = field(default_factory=dict)
    """What each seat's shares would be paid in all if the next dividend came now. Where the game cannot say, a seat is
    not in it."""
    then: Seat | None = None
    """Who comes after those who are to act, as far as the rules know it."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """Members of the table document that this game alone has."""


@dataclass(frozen=True, slots=True)
class PayoffLine:
    """One line of a player's settlement, with its formula."""

    railroad: Railroad | None
    label: Text
    formula: Text
    amount: int


@dataclass(frozen=True, slots=True)
class Payoff:
    """A player's settlement: what is there already, each line of what is added, the sum, and the rank."""

    seat: Seat
    cash: int | None
    """None where money counts for nothing at the end."""
    lines: tuple[PayoffLine, ...]
    total: int
    rank: int
    winner: bool
    decided: Text | None = None
    """What decides between those with the same total, in few words of this player's; None: nobody has as much, or all
    of them share the rank."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result, best first; `projected` while the game goes on."""

    projected: bool
    payoffs: tuple[Payoff, ...]
    railroads: tuple[tuple[Railroad, Text, int], ...]
    tie_break: Text | None
    unit: str = "$"
    """What all its amounts are in."""
    wins: Text | None = None
    """What wins in this game and, where nothing decides ties, that they are shared: in few words."""
    ties: Text | None = None
    """What decides ties in this game, in few words; None: they are shared, or nobody has as much as another."""
    to_come: Text | None = None
    """What is still to be added before the end; None: the settlement adds all of it, or the game is over."""
