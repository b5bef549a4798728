"""What each member of a railroad or a seat in the table document means: its kind, and its meaning in words. The REST
contract is generated from these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["money", "count", "seat", "seats", "flag", "word", "words", "numbers", "counts", "rows", "row"]
"""money: in the game's unit, whole; seat, seats: by number; counts: how many, by name; rows: each with members;
row: one such."""


Repeats = Literal["", "always", "begun", "from-0"]
"""When something else that is told of a move says that a member has changed; begun: where it was null before; from-0:
where it was 0 before, for which a table may show what holds until then."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one member means."""

    kind: Kind
    words: str
    maybe: bool = False
    """It may be null: there is none, or it is hidden."""
    among: tuple[str, ...] = ()
    """The only words or names there are, if that is so."""
    each: Mapping[str, Meaning] = field(default_factory=dict)
    """Of rows: the members of each."""
    absent: bool = False
    """It may be left out."""
    shared: str = ""
    """All railroads that say the same in this member have it in common, such as the cubes of their colour."""
    repeats: Repeats = ""
    """Whether the payments of a move, say, or its dividend tell the same."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """What every member says, by its name."""

    seat: Mapping[str, Meaning] = field(default_factory=dict)
    railroad: Mapping[str, Meaning] = field(default_factory=dict)
    table: Mapping[str, Meaning] = field(default_factory=dict)
    """What the document itself has in this game alone."""
    shared: Mapping[str, str] = field(default_factory=dict)
    """Members that railroads have in common, each with the member that says which of them."""


def money(words: str, *, maybe: bool = False) -> Meaning:
    """An amount."""
    return Meaning("money", words, maybe)


def count(words: str, *, maybe: bool = False) -> Meaning:
    """How many."""
    return Meaning("count", words, maybe)


def flag(words: str) -> Meaning:
    """Yes or no."""
    return Meaning("flag", words)


def word(words: str, *, maybe: bool = False, among: tuple[str, ...] = ()) -> Meaning:
    """A name, or one of some words."""
    return Meaning("word", words, maybe, among)


def some(words: str, *, among: tuple[str, ...] = ()) -> Meaning:
    """Names; the words say in which order."""
    return Meaning("words", words, among=among)


def counts(words: str, *, among: tuple[str, ...] = ()) -> Meaning:
    """How many of each, by name."""
    return Meaning("counts", words, among=among)


def rows(words: str, **each: Meaning) -> Meaning:
    """Several, of which each has these members; an underscore behind a name is left out."""
    return Meaning("rows", words, each={name.rstrip("_"): meaning for name, meaning in each.items()})


RAILROAD: Mapping[str, Meaning] = {
    "treasury": Meaning("money", "Its own money; null: railroads have none in this game", maybe=True),
    "income": Meaning("money", "What it earns a dividend or an operation", maybe=True),
    "value": Meaning("money", "What it is worth", maybe=True),
    "dividend_now": Meaning(
        "money", "What a share would be paid now; null: no share is sold, or the game cannot say", maybe=True
    ),
    "min_bid": Meaning(
        "money", "The lowest first bid for its next share; null: none is for sale", maybe=True
    ),
    "shares_total": Meaning("count", "Its shares, sold and unsold"),
    "shares_unsold": Meaning("count", "Shares that nobody holds; null: it is not there yet", maybe=True),
    "president": Meaning(
        "seat", "Who decides for it; null: nobody, or the game has no presidents", maybe=True
    ),
    "controllers": Meaning("seats", "Who decides for it, or would, by having most of its shares"),
    "cubes_left": Meaning("count", "Track cubes it can still build with", maybe=True),
}
"""What railroads of most games have; what a game does not have is null."""
SEAT: Mapping[str, Meaning] = {
    "cash": Meaning("money", "Money in hand; null: it is hidden from this viewer", maybe=True),
    "worth": Meaning(
        "money",
        "What the settlement would come to now; null: it is hidden, or money does not count",
        maybe=True,
    ),
    "shares": Meaning("counts", "Shares held, by railroad"),
}
"""What players of every game have."""
