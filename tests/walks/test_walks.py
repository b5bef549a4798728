"""Random walks over the offers of every game: whatever is offered can be done, and nothing is created or lost.

A failing walk says its seed; `Walker(rules, seed).to_the_end()` walks it again.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from companion.games import GAMES
from companion.vocabulary.rules import Rules
from tests.server import FULL, times
from tests.walks.walker import Walker

WALKS = times(1_000)
"""Through each game."""
IN_ONE_TEST = 100
ENOUGH = math.inf if FULL else 400
"""Moves of one game after which `make test` walks no further: two games may be as long as twenty of another kind."""
FEW = 0.2
"""The share of a move's tries that may be refused for what no offer can check: links a walker made up."""
SELDOM = 0.01
"""There must be undos, and redos, after at least this share of the moves."""
NEVER = 1
"""So many moves of a game may be too rare for a hundred walks, such as one for when everything is sold."""


@pytest.mark.parametrize("first", range(0, WALKS, IN_ONE_TEST))
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_walks(rules: Rules[Any], first: int) -> None:
    accepted, refused, rewound = Counter[str](), Counter[str](), Counter[str]()
    for number in range(first, first + IN_ONE_TEST):
        if accepted.total() > ENOUGH:
            break
        seed = f"{rules.box.slug} {number}"
        try:
            walk = Walker(rules, seed).to_the_end()
        except Exception as wrong:
            raise AssertionError(f"the walk of seed {seed!r}: {wrong}") from wrong
        accepted += walk.accepted
        refused += walk.refused
        rewound += walk.rewound
    never = {cls.TYPE.name for cls in rules.play.moves} - set(accepted)
    assert len(never) <= NEVER or not FULL, f"no walk ever came to {never}"
    moves = sum(accepted.values())
    assert rewound["compared"] > SELDOM * moves, "too few undos could be compared with what was before"
    assert rewound["redo"] > SELDOM * moves
    for name, often in refused.items():
        assert often <= FEW * (often + accepted[name]), f"{name} was refused {often} times"
