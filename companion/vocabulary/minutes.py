"""A move while it is carried out, and what it did."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, Self, TypeVar

from companion.atlas.known import Atlas
from companion.vocabulary.board import Instruction, Marker, goes
from companion.vocabulary.ledger import MONEY, Account, Commodity, Ledger, Posting
from companion.vocabulary.moves import FORMAT
from companion.words.text import Fact, Text, joined, say
from companion.words.values import Seat


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
        """Seats that were passed automatically for lack of cash. A pass that they still send is taken, and changes
        nothing."""

    def posted(self, ledger: Ledger) -> Self:
        """The same state with another ledger."""

    def changed(self, **parts: object) -> Self:
        """The same state with other parts, by their names."""


NOTHING = Text("")

S = TypeVar("S", bound=Position)


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
            self.state = self.state.posted(self.state.ledger.post(posting))
            self.postings.append(posting)

    def say(self, words: str | Text, /, **facts: Fact) -> None:
        """Add a sentence to the summary."""
        self.sentences.append(say(words, **facts) if isinstance(words, str) else words)

    def say_own(self, words: Text, short: Text | None = None) -> None:
        """Add a sentence of what the move itself does, which a preview says before what matters most. short: how it is
        said there."""
        self.sentences.append(replace(words, own=short or words))

    def say_sums(self, words: Text, brief: Text | None, own: Text | None = None) -> None:
        """Add a sentence that names sums. brief: what it says where these stand beside it; own: as in `say_late`."""
        self.sentences.append(replace(words, brief=brief, own=own))

    def say_large(self, words: Text, brief: Text | None = None, own: Text | None = None) -> None:
        """Add a sentence of what matters most: told large, it comes before all others. brief: how it is told then; own:
        as in `say_late`."""
        self.sentences.append(replace(words, brief=brief, own=own, leads=True))

    def say_late(self, words: Text, brief: Text | None = None, own: Text | None = None) -> None:
        """Add a sentence of what matters least: told large, it comes after all others. brief: how it is told then; own:
        how a preview says it before all else. `NOTHING`: not at all."""
        self.sentences.append(replace(words, brief=brief, own=own, late=True))

    def hush(self) -> None:
        """Tell large nothing of what was said so far: what is said next takes it all back."""
        self.sentences = [replace(words, brief=NOTHING, late=True) for words in self.sentences]

    def goes(
        self,
        marker: Marker,
        /,
        text: Text | None = None,
        kind: str | None = None,
        own: Text | None = None,
        **facts: object,
    ) -> None:
        """Add a piece that goes from one space to another. text, kind: other ones than the marker's own; own: as in
        `hands`."""
        self.instructions.append(replace(goes(marker, text, kind, **facts), own=own))

    def hands(
        self,
        kind: str,
        text: Text,
        own: Text | None = None,
        besides: tuple[str, ...] = (),
        /,
        **facts: object,
    ) -> None:
        """Add something to be done on the real board. own: what it says to whoever does it, the fact `seat`; besides:
        see `Instruction`."""
        self.instructions.append(Instruction(kind, text, facts, own=own, besides=besides))

    def spare(self, pieces: list[str]) -> bool:
        """This very move takes back what it has said of these pieces: it is only told, and nobody does it. Answers
        whether there was anything."""
        spared = [
            replace(each, facts={**each.facts, "told": True}) if each.facts.get("pieces") == pieces else each
            for each in self.instructions
        ]
        there, self.instructions[:] = spared != self.instructions, spared
        return there

    def played(self) -> Played[S]:
        """The move, carried out."""
        return Played(self.state, tuple(self.postings), tuple(self.instructions), joined(self.sentences))


@dataclass(frozen=True, slots=True)
class Correction:
    """A `correct` that has been read: the postings to be made, and the figures to be set."""

    postings: tuple[Posting, ...]
    figures: tuple[tuple[Account, str, int], ...]
    format: int = FORMAT
    """The format of the journal line it stands in."""
