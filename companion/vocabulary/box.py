"""What is in a game's box, and what a table may choose before play begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.atlas.known import Atlas
from companion.words.values import Railroad


@dataclass(frozen=True, slots=True)
class Names:
    """The names by which numbers may be given one by one."""

    label: str
    among: tuple[str, ...] = ()
    """The names; empty: they come from the form itself."""
    rows: str = ""
    """The field of the form whose rows have the names, each row in its first field."""
    where: tuple[str, str] | None = None
    """A field beside it and the value that it must have for these names to be there; None: they always are."""


@dataclass(frozen=True, slots=True)
class FormField:
    """What may be written down of something that is more than a choice, such as a box. `letters`: A-Z, 0-9 and &;
    `colour`: as #1f5fa8 is; `form`: several fields that belong together; `rows`: any number of such forms; `each`: one
    number for all, or one by each name."""

    name: str
    label: str
    kind: Literal["text", "letters", "colour", "count", "choice", "form", "rows", "each"]
    required: bool = False
    default: str | int | None = None
    """The value where nothing is entered."""
    help: str = ""
    least: int | None = None
    most: int | None = None
    """Limits of a number, of a text's length, or of how many rows there are."""
    choices: tuple[tuple[str, str], ...] = ()
    fields: tuple[FormField, ...] = ()
    names: tuple[Names, ...] = ()
    aside: bool = False
    """Seldom wanted: shown folded away where there is little room."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table may set when it is created. `seat_or_roll`: a seat, or the app draws one; `money`: an amount,
    or none; `dice`: the highest face of each die; `box`: a game's slug, a kept one's name, or the box itself."""

    name: str
    label: str
    kind: Literal["seat_or_roll", "choice", "flag", "counts", "money", "dice", "box"]
    default: Any
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[str, str], ...] = ()
    """Of what there are so many, and how it is called."""
    form: tuple[FormField, ...] = ()
    """The fields of a box that players describe themselves."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """Where the rulebook is silent or contradicts itself: a default and its alternatives."""

    name: str
    settles: str
    """The question that a table has to answer, in our words."""
    rule: str
    """The rulebook heading it belongs to."""
    choices: tuple[tuple[str, str], ...]
    """Value and meaning, the default first."""

    @property
    def default(self) -> str:
        """The value that holds when the table does not choose."""
        return self.choices[0][0]


@dataclass(frozen=True, slots=True)
class RailroadInfo:
    """A railroad as it is printed: letters, full name, colour of its cubes in CSS."""

    id: Railroad
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Unit:
    """How an amount of money is written: what stands before it and after it."""

    prefix: str = "$"
    suffix: str = ""

    def of(self, amount: int | str) -> str:
        """An amount as it is written, with a proper minus sign; a text stands as it is."""
        if isinstance(amount, str):
            return f"{self.prefix}{amount}{self.suffix}"
        return f"{'−' if amount < 0 else ''}{self.prefix}{abs(amount):,}{self.suffix}"


@dataclass(frozen=True, slots=True)
class AtTable:
    """The part of a box that one table plays with."""

    railroads: tuple[RailroadInfo, ...]
    """Those it begins with, in the order in which it shows them."""
    money: Unit
    notes: Mapping[int, int]
    name: str = ""
    """What the table calls the box, where it has chosen one."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game begins with: everything resolved, nothing left to chance."""

    seats: int
    options: Mapping[str, Any]
    rulings: Mapping[str, str]
    atlas: Atlas
