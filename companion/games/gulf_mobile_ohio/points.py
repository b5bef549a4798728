"""Victory points of an expansion, and which colours it connects (Railroad Expansion)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from companion.games.gulf_mobile_ohio.box import (
    CHARTER_POINT,
    CITY_POINT,
    CITY_POINTS,
    COLOUR_POINT,
    Colour,
)
from companion.games.gulf_mobile_ohio.state import Line, Score, State
from companion.vocabulary.board import Marker
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, Who, counted, joined, say
from companion.words.values import Railroad, Seat


@dataclass(frozen=True, slots=True)
class Gain:
    """What placing cubes brings: points, each with its reason, and the colours newly met."""

    score: Score
    reasons: tuple[Text, ...]
    colours: tuple[Colour, ...]


def of_city(city: str) -> int:
    """Points for a cube in a city: 1, in Atlanta 2."""
    return CITY_POINTS.get(city, CITY_POINT)


def gain(state: State, railroad: Railroad, cities: tuple[str, ...], *, chartered: bool) -> Gain:
    """What cubes of the railroad in these cities bring, before they are placed.

    A city's points, and a point for each colour there that the railroad was not connected to; a colour counts
    in the first of the cities that has it.
    """
    line = state.lines[railroad]
    met: list[Colour] = []
    reasons: list[Text] = []
    score = Score()
    if chartered:
        score = score.plus(Score(charter=CHARTER_POINT, bonus=state.bonus(railroad)))
        reasons.append(say("charter {n}", n=CHARTER_POINT))
        if score.bonus:
            reasons.append(say("the {r}'s + {n}", r=railroad, n=score.bonus))
    for city in cities:
        new = [c for c in state.colours_in(city) if c != line.colour and c not in (*line.connected, *met)]
        met += new
        score = score.plus(Score(cities=of_city(city), colours=COLOUR_POINT * len(new)))
        reasons.append(say("{city} {n}", city=city, n=of_city(city)))
        reasons += [say("{colour} {n}", colour=say(colour), n=COLOUR_POINT) for colour in new]
    return Gain(score, tuple(reasons), tuple(met))


def with_cubes(
    state: State, railroad: Railroad, cities: tuple[str, ...], rural: int, met: tuple[Colour, ...]
) -> Mapping[Railroad, Line]:
    """The railroads with these cubes placed; others in the cities are connected too (ruling
    `passive_connection`)."""
    line = state.lines[railroad]
    grown = replace(
        line,
        cities=(*line.cities, *cities),
        rural=line.rural + rural,
        connected=(*line.connected, *met),
    )
    lines = {**state.lines, railroad: grown}
    if state.ruled("passive_connection", "both"):
        for other, its in state.lines.items():
            if other != railroad and line.colour not in its.connected and set(cities) & set(its.cities):
                lines[other] = replace(its, connected=(*its.connected, line.colour))
    return lines


def shared(state: State) -> Mapping[Railroad, frozenset[Colour]]:
    """The colours of others that stand in each railroad's cities."""
    return {
        railroad: frozenset(colour for city in line.cities for colour in state.colours_in(city))
        - {line.colour}
        for railroad, line in state.lines.items()
    }


def award(minutes: Minutes[State], seat: Seat, railroad: Railroad, gained: Gain) -> None:
    """The player who places the cubes receives the points; the reasons are said."""
    state, score = minutes.state, gained.score
    if not score.total:
        return
    before = state.points(seat)
    whole = state.scores.get((seat, railroad), Score()).plus(score)
    minutes.state = replace(state, scores={**state.scores, (seat, railroad): whole})
    after = minutes.state.points(seat)
    words = counted("{who} scores {n} point", "{who} scores {n} points", n=score.total, who=Who(seat))
    minutes.say(say("{points} ({reasons})", points=words, reasons=joined(gained.reasons, ", ")))
    marker = Marker(f"points:{seat}", before, after, partial(_words, seat), "move_points")
    minutes.goes(marker, seat=seat)


def _words(seat: Seat, old: int | None, new: int | None) -> Text:
    return say("Move {who}'s Victory Point Marker {old} → {new}", who=Who(seat), old=old or 0, new=new or 0)
