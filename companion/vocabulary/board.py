"""Instructions: what hands must do on the real board after a move, in order; and what only the table knows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from companion.words.text import Text
from companion.words.values import Railroad, Seat


@dataclass(frozen=True, slots=True)
class Marker:
    """A piece that stands on one space of a track, and goes from there to another."""

    piece: str
    """Its name for programs, such as `income:KP`."""
    old: int | None
    new: int | None
    """The spaces it goes from and to; None: off the track."""
    words: Callable[[int | None, int | None], Text] = field(compare=False)
    """What hands do, in words, for any old and new space."""
    kind: str = "move_marker"
    """The kind of the instruction that moves it."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do. `kind` and `facts` for programs, `text` for people.

    With the fact `told` it only reports what was done, and there is nothing to tick off. The fact `pieces` names what
    it moves: once a later one has moved all of them on, nobody need do it any more.

    Kinds: lay_out (before the first move), place_cube, replace_cube, return_cubes, move_marker, move_card,
    place_share, take_share, turn_share, return_share, take_president, take_ranch, place_train, draw_track,
    draw_share, discard, take_back, hand_over (of paper money), and others of a game's own.
    """

    kind: str
    text: Text
    facts: Mapping[str, object] = field(default_factory=dict)
    marker: Marker | None = None
    """The piece that goes from space to space, if it is such an instruction."""
    own: Text | None = None
    """What it says to whose `seat` it is, where `text` calls them by their name."""
    parts: tuple[Instruction, ...] = ()
    """One instruction for each piece, where several go at once. `marker` and `parts` say how it is taken back."""
    besides: tuple[str, ...] = ()
    """Facts of `text` that tell what follows, such as how many there are then: with others it is the same work."""


def whatever(text: Text, besides: tuple[str, ...]) -> Text:
    """A sentence with nothing for these facts, so that it is the same whatever they are."""
    return replace(text, facts=tuple((name, 0 if name in besides else fact) for name, fact in text.facts))


def goes(
    marker: Marker, /, text: Text | None = None, kind: str | None = None, **facts: object
) -> Instruction:
    """The instruction to move a piece from space to space. text, kind: in place of the marker's own."""
    words = text or marker.words(marker.old, marker.new)
    return Instruction(kind or marker.kind, words, {**facts, "old": marker.old, "new": marker.new}, marker)


def lay_out(*lines: Text) -> tuple[Instruction, ...]:
    """What hands lay out before the first move, in the rulebook's order."""
    return tuple(Instruction("lay_out", line) for line in lines)


@dataclass(frozen=True, slots=True)
class Unseen:
    """Something on the table that moves need not report, so that it is written down before everything is packed up."""

    name: str
    """For programs, the same all evening, such as `rural:SC`."""
    label: Text
    """What it is, in words."""
    ask: Text | None = None
    """What to write down about it, or to do with it; None: moves have reported all of it."""
    so_far: Text | None = None
    """What moves have reported of it so far."""
    railroad: Railroad | None = None
    seat: Seat | None = None
