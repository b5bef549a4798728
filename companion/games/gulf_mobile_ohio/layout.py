"""What hands lay out before the first auction, and what only the table knows when it is packed up."""

from __future__ import annotations

from companion.games.gulf_mobile_ohio.box import COLOURS
from companion.games.gulf_mobile_ohio.state import Line, State
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.words.text import Text, counted, joined, say


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Cubes, markers and the shares of the railroads that start available (Setup); the money stays in the box."""
    cubes = joined(
        [say("{n} {colour}", n=number, colour=say(colour)) for colour, number in COLOURS.items()], ", "
    )
    return lay_out(
        say("Put a cube on each coloured box of the board: {cubes}", cubes=cubes),
        say("Put the Common Share Sale Marker on Start"),
        say("Put each player's Victory Point Marker on 0 of the score track"),
        say(
            "Lay out {n} piles below the board, each a Charter share, its $5 side up, on its Common share: {railroads}",
            n=len(state.available),
            railroads=joined([Text(railroad) for railroad in state.available], ", "),
        ),
        say("Put the other shares in a stack beside the board"),
    )


def unseen(state: State) -> tuple[Unseen, ...]:
    """Which rural hexes a railroad's cubes are on: moves tell only how many."""
    lines = ((railroad, line) for railroad, line in state.lines.items() if line.rural)
    return tuple(
        Unseen(f"rural:{r}", say("Rural hexes of the {r}", r=r), ask=_cubes(line), railroad=r)
        for r, line in lines
    )


def _cubes(line: Line) -> Text:
    return counted(
        "{n} {colour} cube: where?",
        "{n} {colour} cubes: where?",
        n=line.rural,
        colour=say(line.colour),
    )
