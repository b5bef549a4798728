"""What hands lay out before the first auction, and what only the table knows when it is packed up."""

from __future__ import annotations

from companion.games.texas_pacific import hexes
from companion.games.texas_pacific.box import COLOURS, CUBES, FIRST, ORDER, RANCHES, START, START_INCOME, TP
from companion.games.texas_pacific.state import State
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.words.text import Text, counted, joined, phrase, say
from companion.words.values import Railroad


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Cubes, certificates, ranch markers and the natural-coloured cubes (Game Setup); the money stays in the box."""
    start = phrase("Put a {colour} {r} cube on {place}, and one at {n} on the Income Track")
    later = phrase("Put all {n} {colour} {r} cubes there too: it opens later")
    return lay_out(
        *(say(start, colour=COLOURS[r], r=r, place=START[r], n=START_INCOME[r]) for r in FIRST),
        say("Put the other cubes and the Stock Certificates of each railroad beside its banner"),
        say(later, n=CUBES[TP], colour=COLOURS[TP], r=TP),
        say("Put a ranch marker on each of the {n} ranch hexes", n=RANCHES),
        say("Put the small natural cube on space 1 of the Round Track"),
        say("Put a large natural cube on the Start box of each of the three Decision Tracks"),
    )


def unseen(state: State) -> tuple[Unseen, ...]:
    """Where the track without a name is, and from which hexes ranch markers were taken."""
    tracks = tuple(_track(state, railroad) for railroad in ORDER if _nameless(state, railroad))
    return (*tracks, _ranches(state)) if state.ranches_built() else tracks


def _nameless(state: State, railroad: Railroad) -> list[Text]:
    """A railroad's hexes that nobody has named: those told, and how many more its cubes say there are."""
    parts = hexes.nameless(state, railroad)
    more = state.built(railroad) - len(state.tracks[railroad])
    return [*parts, say("{n} more", n=more)] if more else parts


def _track(state: State, railroad: Railroad) -> Unseen:
    label, parts = (
        say("Hexes of the {r} without a name", r=railroad),
        joined(_nameless(state, railroad), ", "),
    )
    ask = say("{hexes}: where are the cubes?", hexes=parts)
    return Unseen(f"hexes:{railroad}", label, ask, railroad=railroad)


def _ranches(state: State) -> Unseen:
    names = [say("{name}", name=name) for name in state.taken]
    nameless = state.ranches_built() - len(names)
    ask = counted(
        "{n} marker was taken from a hex without a name: which?",
        "{n} markers were taken from hexes without a name: which?",
        n=nameless,
    )
    label, so_far = say("Ranch hexes without their marker"), joined(names, ", ") if names else None
    return Unseen("ranches", label, ask if nameless > 0 else None, so_far)
