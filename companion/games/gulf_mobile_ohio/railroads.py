"""Which railroads there are, and when they become available: from the cities reached, or off the table's own shares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.atlas import known_place, merge
from companion.errors import forbidden, invalid
from companion.games.gulf_mobile_ohio.box import MOST_LETTERS, MOST_RAILROADS
from companion.games.gulf_mobile_ohio.moves import MakeAvailable
from companion.games.gulf_mobile_ohio.state import State, colours_in, known, start_cities, with_shares
from companion.offers import Choice, Offer, narrowed
from companion.rules import Minutes
from companion.text import Text, Who, say
from companion.values import Railroad, Seat

HEADING = "Making New Railroads Available"
_LETTERS = re.compile(rf"[\w&.,'’/\- ]{{1,{MOST_LETTERS}}}")


@dataclass(frozen=True, slots=True)
class Printed:
    """A railroad as somebody read it from its shares; None: not read out."""

    railroad: Railroad
    name: str | None = None
    start_cities: tuple[str, ...] = ()
    bonus: int | None = None


def letters(state: State, written: str, at: str = "railroad") -> Railroad:
    """A railroad's letters as they are known, or new ones. M&C and MC are two railroads.

    :raises RuleError: `invalid` for what can be no railroad's letters.
    """
    tidy = " ".join(written.split())
    if not _LETTERS.fullmatch(tidy):
        raise invalid(at, say("{name} cannot be a railroad's letters", name=repr(tidy)[:40]))
    same = (one for one in known(state) if one.casefold() == tidy.casefold())
    return next(same, Railroad(tidy))


def read_move(state: State, move: MakeAvailable) -> Printed:
    """The railroad of a `make_available`, with its cities as they are written on the board."""
    cities = _cities(state, move.start_cities, "start_cities")
    return Printed(letters(state, move.railroad), move.name or None, cities, move.bonus)


def read_rows(state: State, told: Iterable[Mapping[str, Any]]) -> tuple[Printed, ...]:
    """The railroads of `new_railroads`.

    :raises RuleError: `invalid` for letters or names that are none, `rule` for a railroad that is available.
    """
    read = []
    for row in told:
        railroad = letters(state, str(row["id"]), "new_railroads")
        cities = _cities(state, row.get("start_cities") or (), "new_railroads")
        read.append(Printed(railroad, row.get("name") or None, cities, row.get("bonus")))
    return tuple(read)


def _cities(state: State, names: Iterable[str], at: str) -> tuple[str, ...]:
    found = (known_place(state.atlas, name, at=at, places="cities") for name in names)
    return tuple(dict.fromkeys(found))


def check_new(state: State, railroads: Iterable[Printed]) -> None:
    """:raises RuleError: `rule` for a railroad that is available already, or one more than there are."""
    coming = [one.railroad for one in railroads]
    for railroad in coming:
        if railroad in state.available or coming.count(railroad) > 1:
            raise forbidden(say("The {r} is available already", r=railroad), HEADING)
    if len(state.available) + len(coming) > MOST_RAILROADS:
        raise forbidden(say("There are {n} railroads, and all are available", n=MOST_RAILROADS), HEADING)


def remember(minutes: Minutes[State], railroads: Iterable[Printed]) -> None:
    """What was read from shares is known from now on."""
    told: dict[str, dict[str, dict[str, Any]]] = {"cities": {}, "railroads": {}}
    for one in railroads:
        facts = {"name": one.name, "start_cities": one.start_cities or None, "bonus": one.bonus}
        told["railroads"][one.railroad] = {name: fact for name, fact in facts.items() if fact is not None}
        told["cities"] |= {city: {} for city in one.start_cities}
    atlas, _ = merge(minutes.state.atlas, told)
    minutes.state = replace(minutes.state, atlas=atlas)


def come_in(minutes: Minutes[State], railroads: Iterable[Railroad]) -> None:
    """These railroads' shares are put into the available area."""
    for railroad in railroads:
        minutes.state = with_shares(minutes.state, railroad)
        minutes.say(say("the {r} is available", r=railroad))
        minutes.hands(
            "lay_out_shares",
            say("Put the {r}'s Charter and Common share in the available area", r=railroad),
            railroad=railroad,
        )


def reached(state: State) -> tuple[Railroad, ...]:
    """Known railroads that are not available yet though a cube is in one of their start cities."""
    room = MOST_RAILROADS - len(state.available)
    waiting = (r for r in known(state) if r not in state.available)
    return tuple(r for r in waiting if any(colours_in(state, city) for city in start_cities(state, r)))[:room]


# --- make_available, by anybody at any time -------------------------------------------------------------


def offers(state: State, first: Seat) -> tuple[Offer, ...]:
    """Shares taken from the stack: anybody may say so, at any time."""
    if len(state.available) >= MOST_RAILROADS:
        return ()
    seats = (first, *(Seat(n) for n in range(1, state.seats + 1) if n != first))
    cities = tuple(Choice(city, Text(city)) for city in state.atlas.rows("cities"))
    fields = (
        narrowed(MakeAvailable, "railroad"),
        narrowed(MakeAvailable, "name"),
        narrowed(MakeAvailable, "start_cities", choices=cities, open=True),
        narrowed(MakeAvailable, "bonus"),
    )
    words = say("A railroad becomes available")
    tip = say("As it is printed on its shares. Those whose start cities are known come by themselves.")
    return tuple(
        Offer(MakeAvailable, seat, words, fields, help=tip, unchecked=("shares",), aside=True)
        for seat in seats
    )


def make_available(minutes: Minutes[State], move: MakeAvailable) -> None:
    """Somebody takes the shares of a railroad from the stack."""
    one = read_move(minutes.state, move)
    check_new(minutes.state, (one,))
    minutes.say(say("{who} takes shares from the stack", who=Who(move.seat)))
    remember(minutes, (one,))
    come_in(minutes, (one.railroad,))
