"""Instructions: what hands must do on the real board after a move, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.text import Text


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do. `kind` and `facts` for programs, `text` for people.

    Kinds: place_cube, replace_cube, return_cubes, move_marker, move_card, take_share, take_president, take_ranch,
    discard, take_back; hand_over, of paper money.
    """

    kind: str
    text: Text
    facts: Mapping[str, object] = field(default_factory=dict)
