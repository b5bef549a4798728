"""Segments: names and numbers, what is open, arrows, and what a railroad may reach (Construct Track)."""

from __future__ import annotations

from functools import lru_cache

from companion.games.prairie_railroads.state import State
from companion.mechanisms import links
from companion.mechanisms.income import income_cube
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link, numbered
from companion.vocabulary.offers import Choice, called
from companion.words.errors import forbidden
from companion.words.text import phrase, say
from companion.words.values import Railroad

HEADING = "Construct Track"


def named(state: State, segment: Link, at: str) -> Link:
    """The segment with both names as they are written on the board. A second one may be written `A` to `B (2)`.

    :raises RuleError: `invalid` for a near miss.
    """
    to, number = numbered(segment.b)
    return links.spelled(state.atlas, Link(segment.a, to, max(number, segment.number)), at, at)


def city_choice(state: State, city: str) -> Choice:
    """A city to choose, with the dollars it earns for a segment, if they are known."""
    return _city_earning(city, state.city_income(city))


@lru_cache(4_096)
def _city_earning(city: str, earned: int | None) -> Choice:
    return called(city, None if earned is None else say("${n}", n=earned))


def single(state: State, railroad: Railroad, segment: Link) -> Link:
    """One segment, turned so that it begins at the railroad's own track.

    :raises RuleError: `rule` if it is taken, does not touch the track, or goes against an arrow.
    """
    reached = state.network(railroad)
    check_open(state, segment)
    if segment.a not in reached and segment.b not in reached:
        raise forbidden(
            "{segment} does not touch the {r}'s track", HEADING, segment=segment.label, r=railroad
        )
    if segment.a not in reached or (arrow_against(state, segment) and segment.b in reached):
        segment = segment.turned()
    check_arrow(state, segment)
    return segment


def double(state: State, railroad: Railroad, segments: tuple[Link, ...]) -> tuple[Link, ...]:
    """Two consecutive segments, through and to cities where the railroad has no track yet.

    :raises RuleError: `rule`.
    """
    reached = state.network(railroad)
    first, second = segments
    if first.a not in reached and first.b not in reached:
        first, second = second, first
    first = single(state, railroad, first)
    check_open(state, second)
    if second.a != first.b:
        second = second.turned()
    if second.a != first.b:
        raise forbidden("The two segments are not consecutive", HEADING)
    check_arrow(state, second)
    for city in (first.b, second.b):
        if city in reached:
            words = phrase("A double build goes through and to new cities only; the {r} is in {city}")
            raise forbidden(words, HEADING, r=railroad, city=city)
    return first, second


def check_open(state: State, segment: Link) -> None:
    """Has nobody built it?

    :raises RuleError: `rule`.
    """
    if segment.a == segment.b:
        raise forbidden("A segment connects two cities", HEADING)
    for railroad, track in state.tracks.items():
        if built := next(filter(segment.same, track), None):
            raise forbidden("The {r} has built {segment}", HEADING, r=railroad, segment=built.label)


def arrow_against(state: State, segment: Link) -> bool:
    """Does an arrow on the board forbid building from a to b?"""
    links = state.atlas.rows("links").values()
    arrows = [(link["from"], link["to"]) for link in links if link.get("one_way")]
    return (segment.b, segment.a) in arrows and segment.ends not in arrows


def check_arrow(state: State, segment: Link) -> None:
    """May it be built from a to b?

    :raises RuleError: `rule` against an arrow.
    """
    if arrow_against(state, segment):
        raise forbidden("The arrow allows building from {b} to {a} only", HEADING, a=segment.a, b=segment.b)


def lay(minutes: Minutes[State], railroad: Railroad, segments: tuple[Link, ...]) -> None:
    """Cubes on the segments, and the income cube moves."""
    old, is_first = minutes.state.income(railroad), not minutes.state.tracks[railroad]
    words = phrase("Put one {r} cube on {segment}")
    links.lay(minutes, railroad, segments, lambda laid: say(words, r=railroad, segment=laid.label))
    now = minutes.state.income(railroad)
    if old != now:
        minutes.say("income {old} → {now}", old=old, now=now)
    elif is_first:
        minutes.say("income {now}", now=now)
    if is_first or old != now:
        minutes.goes(income_cube(railroad, None if is_first else old, now), railroad=railroad)
