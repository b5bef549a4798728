"""Track sections, as far as a build tells which."""

from __future__ import annotations

from companion.games.union_pacific.moves import Build
from companion.games.union_pacific.state import State
from companion.vocabulary.moves import Move
from companion.words.errors import forbidden
from companion.words.text import plain, say

HEADING = "Select a company/train"


def check_new(state: State, move: Move) -> None:
    """A company has no train on a section yet, and a section connects two cities (Select a company/train). How many
    spaces it has is seen on the board.

    :raises RuleError: `rule`.
    """
    if not isinstance(move, Build) or not (move.from_ and move.to):
        return
    one, other = plain(move.from_), plain(move.to)
    if one == other:
        raise forbidden(say("A section connects two cities"), HEADING)
    for told in state.sections.get(move.company, ()):
        if plain(told) in (one + other, other + one):
            words = say("The {company} has a train on {section} already", company=move.company, section=told)
            raise forbidden(words, HEADING)
