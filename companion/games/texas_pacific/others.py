"""Which other railroads can be in a hex: what was said of a new hex is held against the track there is."""

from __future__ import annotations

from companion.games.texas_pacific.box import KINDS, ORDER, START, cost
from companion.games.texas_pacific.hexes import HEADING, KIND_WORDS, closed, place_of
from companion.games.texas_pacific.moves import DecideTrack
from companion.games.texas_pacific.state import State
from companion.vocabulary.moves import Move
from companion.words.errors import forbidden
from companion.words.text import Text, say
from companion.words.values import Railroad


def check_new(state: State, move: Move) -> None:
    """No more railroads are in the hexes to be built into than can be (Track Decision: Building Costs).

    :raises RuleError: `rule`; what a railroad cannot pay is left to be said first.
    """
    if not isinstance(move, DecideTrack):
        return
    rows = [row for row in move.hexes if place_of(state, row) is None]
    if sum(cost(int(row["rank"])) for row in rows) > state.ledger.treasury(move.railroad):
        return
    for row in rows:
        most = most_there(state, move.railroad, str(row["kind"]))
        if row["rank"] > most:
            raise forbidden(_too_many(move.railroad, Text(KIND_WORDS[str(row["kind"])]), most), HEADING)
    _check_together(state, move.railroad, [int(row["rank"]) for row in rows])


def _too_many(railroad: Railroad, kind: Text, most: int) -> Text:
    if most == 1:
        return say("{kind}: no other railroad can be there yet", kind=kind)
    return say("{kind}: with the {r} there can be {most} at the most", kind=kind, r=railroad, most=most)


def _check_together(state: State, railroad: Railroad, ranks: list[int]) -> None:
    """A railroad with track in one hex only can be in one of several.

    :raises RuleError: `rule`.
    """
    hexes = [_hexes_of(state, railroad, other, "city") for other in _others(state, railroad)]
    ranks = sorted(ranks, reverse=True)
    for number in range(2, len(ranks) + 1):
        if sum(ranks[:number]) - number > sum(min(number, one) for one in hexes):
            raise forbidden(
                say("The other railroads have too little track to be in all these hexes"), HEADING
            )


def most_there(state: State, railroad: Railroad, kind: str) -> int:
    """How many railroads can be in a hex without a name of that kind, with this one."""
    return 1 + sum(_hexes_of(state, railroad, other, kind) > 0 for other in _others(state, railroad))


def most_anywhere(state: State, railroad: Railroad) -> int:
    """How many railroads can be in any hex, with this one."""
    return max(most_there(state, railroad, kind) for kind in KINDS)


def _others(state: State, railroad: Railroad) -> list[Railroad]:
    return [other for other in ORDER if other != railroad and state.is_open(other)]


def _hexes_of(state: State, railroad: Railroad, other: Railroad, kind: str) -> int:
    """Hexes of another railroad that this one is not known to be in. A start city is one of them where it may be
    entered (Dallas; ruling `tp_into_start_city`): all of them are cities. What kind the others are is no matter, for
    it may have been told wrongly."""
    own = {one.name for one in state.tracks[railroad] if one.name is not None}
    common = sum(one.name in own for one in state.tracks[other])
    start = START[other]
    starts = kind == "city" and start not in own and closed(state, railroad, start) is None
    return state.number_of_hexes(other) - common + starts
