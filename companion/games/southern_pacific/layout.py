"""What hands lay out before the first auction."""

from __future__ import annotations

from companion.games.southern_pacific.box import CUBES, SHARES, START_INCOME
from companion.games.southern_pacific.state import State
from companion.vocabulary.board import Instruction, lay_out
from companion.words.text import say


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Treasury boards, income cubes and the card (Setting Up The Game); the money stays in the box."""
    return lay_out(
        say(
            "Put each railroad's {shares} shares and {cubes} cubes on its Treasury board",
            shares=SHARES,
            cubes=CUBES,
        ),
        say("Put one cube of each railroad in the ${n} box of the Income display", n=START_INCOME),
        say("Lay the Bull Market card beside the board"),
    )
