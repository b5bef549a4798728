"""Calculators for people who only want the sum: the growth dice, a dividend, a minimum bid, a final payoff.

A tool is described like a move, field by field, so that its form, its schema and its answer come from one place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.atlas.known import Atlas
from companion.vocabulary.meanings import Meaning
from companion.vocabulary.moves import Field
from companion.words.text import Text
from companion.words.values import Seat

Values = Mapping[str, Any]
"""What was filled in, by the names of the fields; absent: left out."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the sum: what it is about, how it comes about, and what it comes to."""

    label: Text
    formula: Text
    amount: int


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What a tool answers: its figures by name, and the steps that lead to them."""

    figures: Mapping[str, Any]
    steps: tuple[Step, ...] = ()
    unit: str = ""
    """What its amounts are in; empty: the game's money."""
    names: Mapping[Seat, str] = field(default_factory=dict)
    """The names of the players in its sentences."""


Reckon = Callable[[Atlas, Values], Reckoned]
"""The answer, from what is known of the board and what was filled in; it raises RuleError."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A calculator."""

    name: str
    label: str
    rule: str
    """The rulebook heading it follows. A field with a `draw` that is left out is drawn before it is asked."""
    help: str
    fields: tuple[Field, ...]
    reckon: Reckon
    answers: Mapping[str, Meaning] = field(hash=False)
    """What its figures mean."""

    @property
    def dice(self) -> Field | None:
        """The field that is drawn when it is left out."""
        return next((field for field in self.fields if field.draw), None)
