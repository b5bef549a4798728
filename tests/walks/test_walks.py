"""Random walks over the offers of every game: whatever is offered can be done, and nothing is made or lost.

A failing walk says its seed; `Walker(rules, seed).to_the_end()` walks it again.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.evenings import steps
from companion.games import GAMES
from companion.rules import Rules
from tests.walks.walker import Walker

WALKS = 1_000 if os.environ.get("COMPANION_TEST_FULL") else 150
FEW = 0.2
"""The share of a move's tries that may be refused for what no offer can check: links a walker made up."""

RARE = {"deck_empty", "no_offer", "roll_card"}
"""Moves a walk comes to so seldom that an evening has to."""


def in_evenings(slug: str) -> set[str]:
    """The moves that somebody makes in an evening of that game."""
    folder = Path(__file__).parents[1] / "evenings" / slug
    made = (step.words[1] for path in folder.glob("*.evening") for step in steps(path) if step.kind == "move")
    return set(made)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_walks(rules: Rules[Any]) -> None:
    accepted, refused, rewound = Counter[str](), Counter[str](), Counter[str]()
    for number in range(WALKS):
        seed = f"{rules.slug} {number}"
        try:
            walk = Walker(rules, seed).to_the_end()
        except Exception as wrong:
            raise AssertionError(f"the walk of seed {seed!r}: {wrong}") from wrong
        accepted += walk.accepted
        refused += walk.refused
        rewound += walk.rewound
    never = {cls.TYPE.name for cls in rules.moves} - set(accepted) - (RARE & in_evenings(rules.slug))
    assert not never, f"no walk ever came to {never}"
    assert rewound["undo"] > WALKS
    assert rewound["redo"] > WALKS / 4
    for name, times in refused.items():
        assert times <= FEW * (times + accepted[name]), f"{name} was refused {times} times"
