"""The questions a game answers. A game is a module of functions and a box of data; `RULES` ties them up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from companion.atlas.form import FactForm
from companion.atlas.known import Atlas, Change
from companion.vocabulary.board import Instruction, Marker, Unseen, goes
from companion.vocabulary.figures import Figure
from companion.vocabulary.ledger import MONEY, Account, Commodity, Ledger, Posting
from companion.vocabulary.moves import FORMAT, Move
from companion.vocabulary.offers import Offer
from companion.vocabulary.panels import Panel
from companion.vocabulary.tools import Tool
from companion.words.text import Text, joined
from companion.words.values import Railroad, Seat


class Position(Protocol):
    """What the table needs to know of any game's state; the rest is the game's own."""

    @property
    def ledger(self) -> Ledger:
        """Who holds what."""

    @property
    def atlas(self) -> Atlas:
        """What is known of the printed board."""

    @property
    def finished(self) -> bool:
        """Is the game over?"""

    @property
    def lapsed(self) -> tuple[Seat, ...]:
        """Who was passed for want of cash and may still say so; it changes nothing any more."""


NOTHING = Text("")

S = TypeVar("S", bound=Position)


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table may set when it is created. `seat_or_roll`: a seat, or the app draws one."""

    name: str
    label: str
    kind: Literal["seat_or_roll", "choice", "flag", "counts"]
    default: Any
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    counts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """Where the rulebook is silent or contradicts itself: a default and its alternatives.

    settles: what the rulebook says, or does not say, in our words; rule: its heading;
    choices: value and meaning, the default first.
    """

    name: str
    settles: str
    rule: str
    choices: tuple[tuple[str, str], ...]

    @property
    def default(self) -> str:
        """The value that holds when the table does not choose."""
        return self.choices[0][0]


@dataclass(frozen=True, slots=True)
class RailroadInfo:
    """A railroad as it is printed: letters, full name, colour of its cubes (CSS and in words)."""

    id: Railroad
    name: str
    colour: str
    colour_name: str


@dataclass(frozen=True, slots=True)
class Unit:
    """How an amount of money is written: what stands before it, and after it."""

    prefix: str = "$"
    suffix: str = ""

    def of(self, amount: int) -> str:
        """An amount as it is written, with a true minus."""
        return f"{'−' if amount < 0 else ''}{self.prefix}{abs(amount):,}{self.suffix}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game begins with: everything resolved, nothing left to chance."""

    seats: int
    options: Mapping[str, Any]
    rulings: Mapping[str, str]
    atlas: Atlas


@dataclass(frozen=True, slots=True)
class Affected:
    """A number that a move changed, old and new: `of` is an account, `name` such as `income`."""

    of: Account
    name: str
    old: int | None
    new: int | None


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """What a move did: the new state, and all that is written down about it."""

    state: S
    postings: tuple[Posting, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    summary: Text = NOTHING


@dataclass(slots=True)
class Minutes(Generic[S]):
    """The minutes of one move while it is carried out: the state as it stands, and what was written so far.

    Lives within one call of `play` and is gone with it; outside, states never change.
    """

    state: S
    post: Callable[[S, Ledger], S]
    postings: list[Posting] = field(default_factory=list)
    instructions: list[Instruction] = field(default_factory=list)
    sentences: list[Text] = field(default_factory=list)

    def pay(
        self, source: Account, target: Account, amount: int, why: Text, commodity: Commodity = MONEY
    ) -> None:
        """Post an amount, unless it is nothing.

        :raises RuleError: `insufficient-funds`.
        """
        if amount:
            posting = Posting(source, target, amount, why, commodity)
            self.state = self.post(self.state, self.state.ledger.post(posting))
            self.postings.append(posting)

    def say(self, sentence: Text) -> None:
        """Add to the summary."""
        self.sentences.append(sentence)

    def goes(
        self, marker: Marker, /, text: Text | None = None, kind: str | None = None, **facts: object
    ) -> None:
        """Add a piece that goes from one space to another. text, kind: other ones than the marker's own."""
        self.instructions.append(goes(marker, text, kind, **facts))

    def hands(self, kind: str, text: Text, **facts: object) -> None:
        """Add something to be done on the real board."""
        self.instructions.append(Instruction(kind, text, facts))

    def played(self) -> Played[S]:
        """The move, carried out."""
        return Played(self.state, tuple(self.postings), tuple(self.instructions), joined(self.sentences))


@dataclass(frozen=True, slots=True)
class End:
    """A condition that ends the game, and how near it is."""

    condition: Text
    progress: int | None
    of: int | None
    met: bool


@dataclass(frozen=True, slots=True)
class View:
    """What is shown of a state. Members of seats and railroads are those of the REST contract.

    further: railroads that the rules do not name and that play has brought to light; their figures come after
    those of the railroads that the rules name; hidden: the figures of a seat that only this seat sees, such as
    `cash`. What adds them up is nobody's to see either: the bank's balance, the settlement as of now, charts of
    them, the export. Empty at the end.
    """

    status: Literal["setup", "playing", "finished"]
    round: int | None
    step: str
    paper_total: int | None
    seats: Mapping[Seat, Mapping[str, Any]]
    railroads: tuple[Mapping[str, Any], ...]
    to_act: tuple[Seat, ...]
    railroad: Railroad | None
    prompt: Text
    auction: Mapping[str, Any] | None
    end: tuple[End, ...]
    panels: tuple[Panel, ...]
    further: tuple[RailroadInfo, ...] = ()
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PayoffLine:
    """One line of a player's settlement, with its formula."""

    railroad: Railroad | None
    label: Text
    formula: Text
    amount: int


@dataclass(frozen=True, slots=True)
class Payoff:
    """A player's settlement: what is there already, each line of what is added, the sum, and the rank.

    cash: None where money counts for nothing at the end.
    """

    seat: Seat
    cash: int | None
    lines: tuple[PayoffLine, ...]
    total: int
    rank: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result, best first; `projected` while the game goes on. `unit`: of all its amounts."""

    projected: bool
    payoffs: tuple[Payoff, ...]
    railroads: tuple[tuple[Railroad, Text, int], ...]
    tie_break: Text | None
    unit: str = "$"


@dataclass(frozen=True, slots=True)
class Correction:
    """`correct`, read: postings to be made, and figures to be set. format: that of the line it stands in."""

    postings: tuple[Posting, ...]
    figures: tuple[tuple[Account, str, int], ...]
    format: int = FORMAT


@dataclass(frozen=True)
class Rules(Generic[S]):
    """A game: its box and its functions.

    setup: the state when all is laid out; offers: what may be done now, the likeliest seat first; check_facts: raises
    `facts-needed` for what a move has to know of the board; check_new: raises what else speaks against a new move
    or correction, while a journal that has one is read as ever; play: a move carried out, or a RuleError; learned:
    facts became known; corrected: the host says how it is on the table; figures: all that can be corrected so;
    view: what is shown; settlement: who has won, or would; canonical: the state as nested tuples of plain values,
    for digests of format 1; derived: figures that stand in its digest though they follow from it; lacks: what the
    atlas does not know yet; headings: where the rulebook says what is shipped, by section and row, `*` of a
    section's other rows; tools: calculators that need no table; sealed: the types of moves that, as the state is,
    only their own seat may see, until the last of them is in; money: what stands before and after an amount; notes:
    the paper money, printed value and how many, empty where the rulebook does not list it; imaginary: at tables of
    so many players a further seat of that name plays at the end, and nobody claims it; setting_up: what hands lay
    out before the first move; unseen: what only the table knows of how it stands.
    """

    slug: str
    name: str
    version: int
    least_players: int
    most_players: int
    railroads: tuple[RailroadInfo, ...]
    moves: tuple[type[Move], ...]
    options: tuple[Option, ...]
    rulings: tuple[Ruling, ...]
    facts: FactForm
    shipped: Atlas
    setup: Callable[[Setup], S]
    offers: Callable[[S], Iterable[Offer]]
    check_facts: Callable[[S, Move], None]
    play: Callable[[S, Move], Played[S]]
    learned: Callable[[S, Atlas, tuple[Change, ...]], Played[S]]
    corrected: Callable[[S, Correction], Played[S]]
    figures: Callable[[S], Iterable[Figure]]
    view: Callable[[S], View]
    settlement: Callable[[S], Settlement]
    canonical: Callable[[S], object]
    lacks: Callable[[Atlas], tuple[Text, ...]]
    headings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    derived: Callable[[S], Mapping[str, object]] = lambda state: {}
    tools: tuple[Tool, ...] = ()
    check_new: Callable[[S, Move], None] = lambda state, move: None
    sealed: Callable[[S], frozenset[str]] = lambda state: frozenset()
    money: Unit = Unit()
    notes: Mapping[int, int] = field(default_factory=dict)
    imaginary: Mapping[int, str] = field(default_factory=dict)
    setting_up: Callable[[S], tuple[Instruction, ...]] = lambda state: ()
    unseen: Callable[[S], tuple[Unseen, ...]] = lambda state: ()
