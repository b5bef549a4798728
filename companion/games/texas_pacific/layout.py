"""What hands lay out before the first auction."""

from __future__ import annotations

from companion.board import Instruction, lay_out
from companion.games.texas_pacific.box import COLOURS, CUBES, FIRST, RANCHES, START, START_INCOME, TP
from companion.games.texas_pacific.state import State
from companion.text import Text, say
from companion.values import Railroad


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
