"""What hands lay out before the first auction."""

from __future__ import annotations

from companion.board import Instruction, lay_out
from companion.games.prairie_railroads.box import BOX, CUBES, DEVELOPMENT_CUBES, SHARES
from companion.games.prairie_railroads.state import State
from companion.text import say


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Board, shares, cubes and cards (Setting Up The Game); the money stays in the box."""
    dealt = BOX["cards"][str(state.seats)]
    return lay_out(
        say(
            "Put each railroad's {shares} shares and {cubes} track cubes above its header on the board",
            shares=SHARES,
            cubes=CUBES,
        ),
        say("Put the {n} orange cubes in the Development box", n=DEVELOPMENT_CUBES),
        say(
            "Give each player {ct} Construct Track, {os} Offer Stock and {pd} Pay Dividends cards",
            ct=dealt["CT"],
            os=dealt["OS"],
            pd=dealt["PD"],
        ),
        say("Shuffle the other action cards and put them face down on the Draw deck space"),
    )
