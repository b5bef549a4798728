"""What can be known of a printed board: a game describes its facts, section by section."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.words.text import phrase

FactKind = Literal["count", "place", "places", "flag", "text", "choice"]
Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """One printed number or name."""

    name: str
    label: str
    kind: FactKind
    least: int = 0
    most: int = 99
    """Limits of a count."""
    nullable: bool = False
    """May it be blank on the board?"""
    among: tuple[str, ...] = ()
    """The values of a choice."""
    aside: bool = False
    """Seldom read out, so a form for filling in a board skips it."""
    unless: str = ""
    """Not printed where that flag of the row is true."""
    where: tuple[str, ...] = ()
    """Printed only where the choice of the row is one of these; empty: everywhere."""
    spared: tuple[str, ...] = ()
    """Rows where it never counts, so nobody need read it out."""


@dataclass(frozen=True, slots=True)
class Section:
    """One table of facts.

    A section without a key is a list, such as links; its rows are told apart by the facts in `same`. In a plain
    section a row is its one fact, as in `homes: {SP: Beaumont}`; in a listed one it is all of them in their order, as
    in `tracks: {north: [1, 2, 3]}`, or some by name.
    """

    name: str
    label: str
    facts: tuple[Fact, ...]
    key: Literal["place", "fixed", None] = "place"
    """What its rows are named by."""
    rows: tuple[str, ...] = ()
    """The only names, where they are fixed."""
    same: tuple[str, ...] = ()
    plain: bool = False
    listed: bool = False
    head: str = phrase("Name")
    """What the names of the rows are."""
    most: int = 0
    """Rows that there is room for on a board, more than any board of the game has; 0: as many as have fixed names."""
    in_all: int = 0
    """How many rows are printed, where the rulebook says it of rows without fixed names; 0: it does not."""
    words: tuple[str, ...] = ()
    """What fixed rows are called by people, in their order, where their names are not what is printed."""

    @property
    def room(self) -> int:
        """How many rows there may be."""
        return self.most or len(self.rows)

    @property
    def lettered(self) -> bool:
        """Are its rows named by letters, of which there may be new ones?"""
        return self.key == "fixed" and not self.rows

    def fact(self, name: str) -> Fact | None:
        """The description of one fact of a row."""
        return next((fact for fact in self.facts if fact.name == name), None)


@dataclass(frozen=True, slots=True)
class FactForm:
    """All that can be known of one game's board."""

    sections: tuple[Section, ...]
    places: str
    """The section that lists the places by name; "" if none."""

    def section(self, name: str) -> Section | None:
        """The section of that name."""
        return next((section for section in self.sections if section.name == name), None)

    def of(self, name: str) -> Section:
        """The section of that name, which the game is known to have."""
        return next(section for section in self.sections if section.name == name)
