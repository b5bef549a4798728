"""What hands lay out before the first auction, and what only the table knows when it is packed up."""

from __future__ import annotations

from collections import Counter

from companion.games.texas_pacific.box import (
    COLOURS,
    CUBES,
    FIRST,
    KIND_NAMES,
    ORDER,
    RANCHES,
    START,
    START_INCOME,
    TP,
)
from companion.games.texas_pacific.state import State
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.words.text import Text, counted, joined, say
from companion.words.values import Railroad


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Cubes, certificates, ranch markers and the natural-coloured cubes (Game Setup); the money stays in the box."""
    return lay_out(
        *(_railroad(railroad) for railroad in FIRST),
        say("Put the other cubes and the Stock Certificates of each railroad beside its banner"),
        say(
            "Put all {n} {colour} {r} cubes there too: it opens later",
            n=CUBES[TP],
            colour=Text(COLOURS[TP]),
            r=TP,
        ),
        say("Put a ranch marker on each of the {n} ranch hexes", n=RANCHES),
        say("Put the small natural cube on space 1 of the Round Track"),
        say("Put a large natural cube on the Start box of each of the three Decision Tracks"),
    )


def _railroad(railroad: Railroad) -> Text:
    return say(
        "Put a {colour} {r} cube on {place}, and one at {n} on the Income Track",
        colour=Text(COLOURS[railroad]),
        r=railroad,
        place=START[railroad],
        n=START_INCOME[railroad],
    )


def unseen(state: State) -> tuple[Unseen, ...]:
    """Where the track without a name is, and from which hexes ranch markers were taken."""
    tracks = (_track(state, railroad) for railroad in ORDER)
    ranches = (_ranches(state),) if state.ranches_built() else ()
    return (*(one for one in tracks if one is not None), *ranches)


def _track(state: State, railroad: Railroad) -> Unseen | None:
    """A railroad's hexes that nobody has named, by their kind; None: all are named."""
    kinds = Counter(state.kind_of(one) for one in state.tracks[railroad] if not one.name)
    parts = [say("{n} × {kind}", n=n, kind=Text(KIND_NAMES[kind])) for kind, n in kinds.items()]
    if untold := state.built(railroad) - len(state.tracks[railroad]):
        parts.append(say("{n} more", n=untold))
    if not parts:
        return None
    return Unseen(
        f"hexes:{railroad}",
        say("Hexes of the {r} without a name", r=railroad),
        ask=say("{hexes}: where are the cubes?", hexes=joined(parts, ", ")),
        railroad=railroad,
    )


def _ranches(state: State) -> Unseen:
    named = joined([Text("{name}", (("name", name),)) for name in state.taken], ", ") if state.taken else None
    nameless = state.ranches_built() - len(state.taken)
    ask = counted(
        "{n} marker was taken from a hex without a name: which?",
        "{n} markers were taken from hexes without a name: which?",
        n=nameless,
    )
    return Unseen(
        "ranches", say("Ranch hexes without their marker"), ask=ask if nameless > 0 else None, told=named
    )
