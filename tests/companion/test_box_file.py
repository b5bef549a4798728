"""What a box file says of the members of a document."""

from __future__ import annotations

import pytest

from companion.mechanisms.box_file import meaning
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
