"""Which other railroads can be in a hex: what was said of a new hex is held against the track there is."""

from __future__ import annotations

from companion.games.texas_pacific.box import ORDER, START, cost
from companion.games.texas_pacific.hexes import HEADING, KIND_WORDS, closed, place_of
from companion.games.texas_pacific.moves import DecideTrack
from companion.games.texas_pacific.state import State
from companion.vocabulary.moves import Move
from companion.words.errors import forbidden
from companion.words.text import say
from companion.words.values import Railroad


def check_new(state: State, move: Move) -> None:
    """No more railroads are in the hexes to be built into than can be (Track Decision: Building Costs).

    :raises RuleError: `rule`; what a railroad cannot pay is left to be said first.
    """
    if not isinstance(move, DecideTrack):
        return
    railroad, rows = move.railroad, [row for row in move.hexes if place_of(state, row) is None]
    if sum(cost(row["rank"]) for row in rows) > state.treasury(railroad):
        return
    for row in rows:
        kind, most = KIND_WORDS[row["kind"]], most_there(state, railroad, row["kind"])
        if row["rank"] > most:
            words = say(
                "{kind}: with the {r} there can be {most} at the most", kind=kind, r=railroad, most=most
            )
            if most == 1:
                words = say("{kind}: no other railroad can be there yet", kind=kind)
            raise forbidden(words, HEADING)
    _check_together(state, railroad, [row["rank"] for row in rows])


def _check_together(state: State, railroad: Railroad, ranks: list[int]) -> None:
    """A railroad with track in one hex only can be in one of several.

    :raises RuleError: `rule`.
    """
    hexes = _hexes_of_others(state, railroad, "city")
    ranks = sorted(ranks, reverse=True)
    for number in range(2, len(ranks) + 1):
        if sum(ranks[:number]) - number > sum(min(number, most) for most in hexes):
            words = say("The other railroads have too little track to be in all these hexes")
            raise forbidden(words, HEADING)


def most_there(state: State, railroad: Railroad, kind: str = "city") -> int:
    """How many railroads can be in a hex without a name of that kind, with this one. Nowhere there can be more than in
    a city."""
    return 1 + sum(number > 0 for number in _hexes_of_others(state, railroad, kind))


def _hexes_of_others(state: State, railroad: Railroad, kind: str) -> list[int]:
    """How many hexes each other railroad is in that this one is not known to be in. A start city is one of them where
    it may be entered (Dallas; ruling `tp_into_start_city`): all of them are cities. What kind the others are is no
    matter, for it may have been told wrongly."""
    own = {built.name for built in state.tracks[railroad] if built.name is not None}
    numbers = []
    for other in ORDER:
        if other != railroad and state.is_open(other):
            common, start = sum(built.name in own for built in state.tracks[other]), START[other]
            starts = kind == "city" and start not in own and closed(state, railroad, start) is None
            numbers.append(state.number_of_hexes(other) - common + starts)
    return numbers
