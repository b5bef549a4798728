"""What hands lay out before the first auction, and what only the table knows when it is packed up."""

from __future__ import annotations

from companion.games.gulf_mobile_ohio.box import COLOURS, listed
from companion.games.gulf_mobile_ohio.state import Network, State
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.words.text import counted, joined, phrase, say
from companion.words.values import Railroad


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Cubes, markers and the shares of the railroads that start available (Setup); the money stays in the box."""
    piles, railroads = len(state.available), listed(state.available)
    cubes = [say("{n} {colour}", n=number, colour=say(colour)) for colour, number in COLOURS.items()]
    words = phrase(
        "Lay out {n} piles below the board, each a Charter share, its $5 side up, on its Common share: {railroads}"
    )
    return lay_out(
        say("Put a cube on each coloured box of the board: {cubes}", cubes=joined(cubes, ", ")),
        say("Put the Common Share Sale Marker on Start"),
        say("Put each player's Victory Point Marker on 0 of the score track"),
        say(words, n=piles, railroads=railroads),
        say("Put the other shares in a stack beside the board"),
    )


def unseen(state: State) -> tuple[Unseen, ...]:
    """Which rural hexes a railroad's cubes are on: moves tell only how many."""
    return tuple(_rural(r, network) for r, network in state.networks.items() if network.rural)


def _rural(r: Railroad, network: Network) -> Unseen:
    number, words = network.rural, say(network.colour)
    ask = counted("{n} {colour} cube: where?", "{n} {colour} cubes: where?", n=number, colour=words)
    return Unseen(f"rural:{r}", say("Rural hexes of the {r}", r=r), ask=ask, railroad=r)
