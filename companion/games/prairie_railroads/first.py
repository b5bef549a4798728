"""The first segment of a railroad, which the winner of its initial auction builds for nothing."""

from __future__ import annotations

from companion.games.prairie_railroads import auctions, segments, turn
from companion.games.prairie_railroads.box import (
    BOX,
    ORDER,
)
from companion.games.prairie_railroads.moves import BuildStart
from companion.games.prairie_railroads.state import (
    FirstBuild,
    State,
    label,
)
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link, numbered
from companion.vocabulary.offers import Choice, Offer, narrowed
from companion.words.text import Text, Who, say

FIRST_FROM = {one["id"]: tuple(one["from"]) for one in BOX["railroads"]}


FIRST_TO = {one["id"]: tuple(one.get("to", ())) for one in BOX["railroads"]}


def first_offers(state: State, phase: FirstBuild) -> tuple[Offer, ...]:
    """The winner of an initial auction builds one open segment from a start city, free."""
    ends = FIRST_TO[phase.railroad]
    from_ = narrowed(
        BuildStart,
        "from",
        choices=tuple(Choice(city, Text(city)) for city in FIRST_FROM[phase.railroad]),
    )
    known = ends or tuple(
        city for city in state.atlas.rows("cities") if city not in FIRST_FROM[phase.railroad]
    )
    to = narrowed(
        BuildStart,
        "to",
        choices=tuple(segments.city_choice(state, city) for city in known),
        open=not ends,
    )
    what = say("Build the {r}'s first segment, free", r=phase.railroad)
    return (Offer(BuildStart, phase.seat, what, (from_, to), unchecked=() if ends else ("adjacency",)),)


def build_first(minutes: Minutes[State], phase: FirstBuild, move: BuildStart) -> None:
    """The free first segment; then the next initial auction, or the first turn."""
    state, railroad = minutes.state, phase.railroad
    segment = segments.named(state, Link(move.from_, *numbered(move.to)), "to")
    segments.check_open(state, segment)
    if segments.arrow_against(state, segment):
        raise segments.one_way(segment)
    minutes.say(
        say("{who}: the {r} builds {segment}, free", who=Who(move.seat), r=railroad, segment=label(segment))
    )
    segments.lay(minutes, railroad, (segment,))
    following = ORDER.index(railroad) + 1
    if following < len(ORDER):
        auctions.begin_initial(minutes, ORDER[following], move.seat)
    else:
        turn.begin_turns(minutes, move.seat)
