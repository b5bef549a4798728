"""The cities in the form of a Railroad Expansion: the home it begins with, and what each would bring."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.games.gulf_mobile_ohio import box, expansion
from companion.games.gulf_mobile_ohio.box import Colour
from companion.games.gulf_mobile_ohio.state import State
from companion.mechanisms.parts import part
from companion.vocabulary.offers import Choice, Refusal
from companion.words.text import Text, joined, say
from companion.words.values import Railroad


def home(state: State, r: Railroad) -> tuple[str, ...] | None:
    """The home a form begins with: the first start city that is open to it; if there is none, the table may know
    better than the companion."""
    cities = state.usable_starts(r) or state.start_cities(r)
    return next(((city,) for city in _open_to(state, r, cities)), None)


def settled(state: State, r: Railroad) -> bool:
    """Can it start in one city alone, as the rulebook lists them all?"""
    return r in box.NAMED and len(_open_to(state, r, state.usable_starts(r))) == 1


def _open_to(state: State, r: Railroad, cities: tuple[str, ...]) -> list[str]:
    """Those where its colour does not stand yet."""
    return [city for city in cities if state.networks[r].colour not in state.colours_in(city)]


@part
def choices(state: State, r: Railroad, homes: tuple[str, ...]) -> tuple[Choice, ...]:
    """The cities that are known with what each would bring, most points first; those where the colour stands already
    come last and cannot be chosen.

    homes: where it may start, if it is only being built.
    """
    cities = [*state.atlas.rows("cities")]
    barred = {city: expansion.barred(state, r, city) for city in cities}
    met = _met(state, r, [city for city in cities if not barred[city]], homes)
    order = sorted(cities, key=lambda city: (barred[city] is not None, -_points(city, met.get(city, ()))))
    return tuple(
        Choice(city, Text(city), disabled=Refusal("rule", why))
        if (why := barred[city])
        else Choice(city, Text(city), hint=_hint(city, met[city], home=city in homes))
        for city in order
    )


def _met(
    state: State, r: Railroad, cities: Iterable[str], homes: tuple[str, ...]
) -> dict[str, tuple[Colour, ...]]:
    """The colours that it would meet in each city; not those of its home, where it can start in one alone."""
    there = (home(state, r) or ()) if homes and settled(state, r) else ()
    found = {city: expansion.gain(state, r, (city,), chartered=False).colours for city in cities}
    known = {colour for city in there for colour in found[city]}
    return {
        city: colours if city in there else tuple(colour for colour in colours if colour not in known)
        for city, colours in found.items()
    }


def _points(city: str, colours: Collection[Colour]) -> int:
    return box.city_points(city) + box.COLOUR_POINT * len(colours)


def _hint(city: str, colours: tuple[Colour, ...], *, home: bool) -> Text:
    """What it brings, each colour apart: one that another of the cities brings, too, scores once."""
    worth = [say("+{n} VP", n=box.city_points(city))]
    once = [say("+{n} for {colour} (once)", n=box.COLOUR_POINT, colour=say(colour)) for colour in colours]
    return joined([say("home")] * home + [joined(worth + once, ", ")], " · ")
