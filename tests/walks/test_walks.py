"""Random walks over the offers of every game: whatever is offered can be done, and nothing is created or lost.

A failing walk says its seed; `Walker(rules, seed).to_the_end()` walks it again.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest

from companion.games import GAMES
from companion.vocabulary.offers import Choice, OfferField
from companion.vocabulary.rules import Rules
from companion.words.text import Text
from tests.server import FULL, times
from tests.walks.pen import Pen
from tests.walks.walker import Walker

WALKS = times(1_000)
"""Through each game."""
IN_ONE_TEST = 100
ENOUGH = math.inf if FULL else 400
"""Moves of one game after which `make test` walks no further: two games may be as long as twenty of another kind."""
FEW = 0.33
"""The share of a move's tries that may be refused for what no offer can check: links a walker made up, or the start
city of a Charter that nobody has read out, tried until one has a cube (up to three in ten of Gulf's
Expansions)."""
SELDOM = 0.005
"""There must be undos, and redos, after at least this share of the moves: of some 800 that one game is walked, four."""
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


@pytest.mark.parametrize(("kind", "rank"), [("city", 1), ("plain", 3)])
def test_of_several_fields_of_a_name_the_pen_fills_in_the_first_that_is_there(kind: str, rank: int) -> None:
    """As a page does: not one that looks at more, nor one that is always there."""
    name = OfferField("name", Text("Name"), "choice", choices=(Choice("Waco", Text("Waco")),))
    asked = OfferField("kind", Text("Kind"), "choice", choices=(Choice(kind, Text(kind)),))
    ranks = (
        OfferField("rank", Text("Rank"), "count", least=1, most=1, when={"kind": "city"}),
        OfferField(
            "rank", Text("Rank"), "count", least=2, most=2, when={"kind": ("city", "gray"), "name": "Waco"}
        ),
        OfferField("rank", Text("Rank"), "count", least=3, most=3),
    )
    form = Pen(random.Random(1)).form((asked, name, *ranks))
    assert form == {"kind": kind, "name": "Waco", "rank": rank}
