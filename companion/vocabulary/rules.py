"""The questions a game answers. A game is a module of functions and a box of data; `RULES` ties them up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from companion.atlas.form import FactForm
from companion.atlas.known import Atlas, Change
from companion.vocabulary.board import Instruction, Unseen
from companion.vocabulary.box import AtTable, Option, RailroadInfo, Ruling, Setup, Unit
from companion.vocabulary.figures import Figure
from companion.vocabulary.meanings import Meanings
from companion.vocabulary.minutes import Correction, Played, S
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.vocabulary.tools import Tool
from companion.vocabulary.view import Settlement, View
from companion.words.text import Text
from companion.words.values import Seat

MADE_FOR = 1
"""What a game's `box.toml` says as `made_for`, where it says so. It goes up when games have to be written differently;
an installed game that is made for another number is left out."""


SHELF_END = 1_000
"""The place on the shelf of a game that names none."""


@dataclass(frozen=True)
class Box:
    """What is in the box and printed in the rulebook, and what of it a table chooses."""

    slug: str
    """The game's name in addresses."""
    name: str
    """As it stands on the box; what stands on none is named in English here, and in every language by `called`."""
    version: int
    """Of the box's data."""
    least_players: int
    most_players: int
    railroads: tuple[RailroadInfo, ...]
    """Those that the rules name, in the rulebook's order."""
    options: tuple[Option, ...]
    rulings: tuple[Ruling, ...]
    facts: FactForm
    """What the board says and the rulebook does not."""
    shipped: Atlas
    """The facts that the rulebook itself gives."""
    lacks: Callable[[Atlas], tuple[Text, ...]] = lambda atlas: ()
    """What an atlas does not know yet."""
    headings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Where the rulebook says what is shipped, by section and row; `*` for a section's other rows."""
    money: Unit = field(default_factory=Unit)
    """What stands before and after an amount."""
    for_bank: Mapping[str, object] | None = None
    """The box for a table that uses the companion as its bank alone: money, companies, tracks; None: it is not
    offered."""
    notes: Mapping[int, int] = field(default_factory=dict)
    """The paper money: printed value and how many; empty where the rulebook does not list it."""
    imaginary: Mapping[int, str] = field(default_factory=dict)
    """At tables of so many players a further seat of that name plays at the end, and nobody claims it."""
    shelf: int = SHELF_END
    """Where the game stands among the others; games that do not say follow behind them, by name."""
    titled: bool = True
    """Is its name a title, and so the same in every language?"""

    @property
    def called(self) -> str | Text:
        """Its title, or words that each language has its own for."""
        return self.name if self.titled else Text(self.name)


@dataclass(frozen=True)
class Play(Generic[S]):
    """How the game goes on from one state to the next, and how states are told apart in digests."""

    moves: tuple[type[Move], ...]
    setup: Callable[[Setup], S]
    """The state when all is laid out."""
    offers: Callable[[S], Iterable[Offer]]
    """What may be done now, the likeliest seat first."""
    play: Callable[[S, Move], Played[S]]
    """A move carried out, or a RuleError."""
    check_facts: Callable[[S, Move], None] = lambda state, move: None
    """Raises `facts-needed` for what a move has to know of the board."""
    learned: Callable[[S, Atlas, tuple[Change, ...]], Played[S]] = lambda state, atlas, changes: Played(
        state.changed(atlas=atlas)
    )
    """The state when facts have become known."""
    canonical: Callable[[S], object] | None = None
    """The state as nested tuples of plain values, for digests of format 1; None: no journal of the game has one."""
    derived: Callable[[S], Mapping[str, object]] = lambda state: {}
    """Figures that stand in a state's digest though they follow from it."""
    check_new: Callable[[S, Move], None] = lambda state, move: None
    """Refuses a new move or correction for a reason that older journals did not have to meet: they are read as ever."""
    meant: Callable[[S, Mapping[str, object]], Seat | None] = lambda state, sent: None
    """The seat that a move sent by the host is for, where it names none but says so in another field."""
    off: Callable[[S, Mapping[str, object]], Text | None] = lambda state, sent: None
    """Why a move, as it was sent, cannot be made now, where the game can say more than what the table is waiting
    for."""
    entered: Callable[[S, Move, bool], Move] = lambda state, move, by_host: move
    """A new move as it is written down, where that depends on whether the host enters it; or a RuleError."""
    has_turns: bool = True
    """Does the companion know whose turn it is? Bots play where it does."""
    boxed: Callable[[object], Mapping[str, object]] | None = None
    """A box that players have described, with what they left out filled in, or a RuleError that names what is not
    possible; None: every table has the game's box."""
    resolved: Callable[[Mapping[str, object], int], Mapping[str, object]] = lambda options, seats: options
    """The options as they stand in the first line, where one depends on another, or on how many play."""
    sealed: Callable[[S], frozenset[str]] = lambda state: frozenset()
    """The types of moves that, as the state is, only their own seat may see, until the last of them is in."""


@dataclass(frozen=True)
class Show(Generic[S]):
    """What is shown of a state."""

    view: Callable[[S], View]
    settlement: Callable[[S], Settlement]
    """Who has won, or would if the game ended now."""
    setting_up: Callable[[S], tuple[Instruction, ...]] = lambda state: ()
    """What hands lay out before the first move."""
    unseen: Callable[[S], tuple[Unseen, ...]] = lambda state: ()
    """What only the table knows of how it stands."""
    tools: tuple[Tool, ...] = ()
    """Calculators that need no table."""
    meanings: Meanings = field(default_factory=Meanings)
    """What the members of seats and railroads in its view mean."""
    cities: Callable[[S], Mapping[str, int | None]] = lambda state: {}
    """What each city earns, in dollars, None while nobody has read it out: an amendment tells what it changes of
    that."""
    at_table: Callable[[S], AtTable] | None = None
    """The box of this table, where each may have its own; None: all tables have the game's."""


@dataclass(frozen=True)
class Corrections(Generic[S]):
    """How the host says what is on the table."""

    figures: Callable[[S], Iterable[Figure[S]]]
    """All that can be corrected."""
    corrected: Callable[[S, Correction], Played[S]]
    """The host says how it is on the table."""
    in_turn: Callable[[S], S] = lambda state: state
    """The same table at the start of a turn: what comes before the first turn, such as the initial auctions, is over,
    and what follows from the figures is worked out. Where it is the start of a turn already, only the latter is
    done."""
    lacking: Callable[[S], tuple[Text, ...]] = lambda state: ()
    """What is still missing before a turn can begin."""


@dataclass(frozen=True)
class Rules(Generic[S]):
    """A game: its box, and its functions."""

    box: Box
    play: Play[S]
    show: Show[S]
    correct: Corrections[S]

    def at_table(self, state: S) -> AtTable:
        """The railroads, the money and the notes of a table that stands so."""
        if self.show.at_table is not None:
            return self.show.at_table(state)
        return AtTable(self.box.railroads, self.box.money, self.box.notes)
