"""What a box file says of the members of a document."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.mechanisms.box_file import meaning
from companion.vocabulary.box import Ruling
from companion.vocabulary.meanings import Meaning

USUAL = Meaning("money", "What it has", maybe=True)


def test_a_game_says_only_what_is_different_in_it() -> None:
    assert meaning({"repeats": "always"}, usual=USUAL) == Meaning(
        "money", "What it has", maybe=True, repeats="always"
    )
    own = {"kind": "count", "means": "How many"}
    assert meaning(own, usual=USUAL) == Meaning("count", "How many")


def test_a_word_that_says_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="'sometimes' is not when"):
        meaning({"repeats": "sometimes"}, usual=USUAL)


@pytest.mark.parametrize(
    "ruling",
    [pytest.param(one, id=f"{game.box.slug}-{one.name}") for game in GAMES for one in game.box.rulings],
)
def test_a_ruling_settles_a_question(ruling: Ruling) -> None:
    """Whoever creates a table reads it above the answers; what follows the question is short."""
    question, mark, more = ruling.settles.partition("?")
    assert mark, ruling.settles
    assert len(question) <= 100
    assert len(more) <= 40
