"""What can be foreseen of a Charter: whether a colour or a start city rules it out, and what the table is asked."""

from __future__ import annotations

from companion.atlas.asking import facts_needed, need
from companion.games.gulf_mobile_ohio.box import FACTS, LEAST_CUBES, LEAST_PRICE, NAMED, Colour
from companion.games.gulf_mobile_ohio.moves import Expand
from companion.games.gulf_mobile_ohio.state import Expanding, State
from companion.words.text import Text, Who, joined, say
from companion.words.values import Railroad, Seat


def blocked(state: State, railroad: Railroad, colour: Colour) -> bool:
    """Does the colour stand in every start city the railroad may use? A city nobody has named never blocks."""
    starts = state.usable_starts(railroad)
    return bool(starts) and all(colour in state.colours_in(city) for city in starts)


def all_printed(railroad: Railroad) -> bool:
    """Are all its start cities known? The rulebook lists those of the railroads that it names; of another one perhaps
    not all that stand on its share have been read out."""
    return railroad in NAMED


def doubt(state: State, railroad: Railroad) -> Text | None:
    """Why none of the start cities that are known will do for a railroad that is being chartered, if there may
    be others."""
    if all_printed(railroad):
        return None
    starts, colour = state.start_cities(railroad), state.lines[railroad].colour
    if blocked(state, railroad, colour):
        cities = listed(state.usable_starts(railroad))
        return say("{colour} stands in {cities} already", colour=say(colour), cities=cities)
    if starts and not state.usable_starts(railroad):
        return say("no cube is in {cities} yet", cities=listed(starts))
    return None


def warnings(state: State, railroad: Railroad, current: Seat) -> tuple[Text, ...]:
    """What will, or may, come to nothing if this railroad is put up for auction now."""
    found = [*_colour_warnings(state, railroad)]
    purses = [state.cash(Seat(n)) for n in range(1, state.seats + 1)]
    if max(purses) < LEAST_PRICE:
        found.append(say("nobody has ${least}: it will be cancelled", least=LEAST_PRICE))
    elif state.cash(current) < LEAST_PRICE:
        words = say(
            "{who} has ${cash}, and it takes ${least}",
            who=Who(current),
            cash=state.cash(current),
            least=LEAST_PRICE,
        )
        found.append(words)
    starts = state.start_cities(railroad)
    if starts and not state.usable_starts(railroad):
        found.append(say("no cube is in {cities} yet", cities=listed(starts)))
    return tuple(found)


def _colour_warnings(state: State, railroad: Railroad) -> tuple[Text, ...]:
    forced = state.most_left()
    if not forced or state.cubes_left(forced[0]) <= LEAST_CUBES:
        return (say("too few cubes are left: it will be cancelled"),)
    barred = tuple(colour for colour in forced if blocked(state, railroad, colour))
    if not barred:
        return ()
    colours, cities = joined([say(c) for c in barred], ", "), listed(state.usable_starts(railroad))
    if not all_printed(railroad):
        return (
            say(
                "{colours} stands in {cities} already, so another start city is needed",
                colours=colours,
                cities=cities,
            ),
        )
    if len(barred) == len(forced):
        return (
            say("{colours} stands in {cities} already: it will be cancelled", colours=colours, cities=cities),
        )
    return (
        say("{colours} would be cancelled: it stands in {cities} already", colours=colours, cities=cities),
    )


def listed(cities: tuple[str, ...]) -> Text:
    return joined([Text(city) for city in cities], ", ")


def hint(state: State, railroad: Railroad, current: Seat) -> Text:
    """Beside a railroad that may be chartered: its start cities, the colour it would take, and warnings."""
    starts, forced = state.start_cities(railroad), state.most_left()
    parts = [listed(starts)] if starts else []
    parts.append(joined([say(colour) for colour in forced], " / "))
    found = warnings(state, railroad, current)
    if found:
        parts.append(say("Beware: {what}", what=joined(found)))
    return joined([part for part in parts if part.template], " · ")


def ask_start(state: State, move: Expand, cities: tuple[str, ...]) -> None:
    """A first track from a city that is not known as a start city: perhaps it stands on the share all the same.

    cities: those of the move, as they are written on the board.

    :raises RuleError: `facts-needed`, unless the start cities have been told with the move.
    """
    phase = state.phase
    if not isinstance(phase, Expanding) or phase.share != "charter":
        return
    railroad, starts = phase.railroad, state.start_cities(phase.railroad)
    if all_printed(railroad) or not starts or not cities or cities[0] in starts:
        return
    told = (move.facts or {}).get("railroads") or {}
    if any(
        row.casefold() == railroad.casefold() and "start_cities" in record for row, record in told.items()
    ):
        return
    section = FACTS.section("railroads")
    assert section is not None
    label = say("Start cities on the {r}'s shares", r=railroad)
    asked = need(section, railroad, "start_cities", label) | {"default": [*starts, cities[0]]}
    words = say("Does {city} stand on the {r}'s shares as a start city too?", city=cities[0], r=railroad)
    raise facts_needed(words, (asked,))
