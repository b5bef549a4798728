"""Railroad Expansion: cubes on the map, $3 each, for the money of a bid or the President's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.atlas import known_place, merge
from companion.errors import forbidden, too_poor
from companion.games.gulf_mobile_ohio import points, railroads
from companion.games.gulf_mobile_ohio.box import CUBE_COST, LEAST_CUBES, MOST_RAILROADS, STARTING, Colour
from companion.games.gulf_mobile_ohio.moves import MOST_NEW, Expand, PresidentialExpansion
from companion.games.gulf_mobile_ohio.state import (
    Expanding,
    State,
    colours_in,
    cubes_left,
    cubes_of,
    start_cities,
    usable_starts,
)
from companion.ledger import BANK, BOARD, BOX, Account, account_owner, railroad_account
from companion.moves import Move
from companion.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.rules import Minutes
from companion.text import Text, Who, counted, joined, say
from companion.values import Railroad, Seat

HEADING = "Railroad Expansion"
LEAST_CITIES = 2
"""Of a railroad that is being chartered (Charter a Railroad)."""
UNCHECKED = ("hexes",)
"""What only the map knows."""


def most_cubes(state: State, railroad: Railroad, purse: int) -> int:
    """How many cubes the purse (in dollars) and the cubes left allow."""
    return min(purse // CUBE_COST, cubes_left(state, state.lines[railroad].colour))


# --- the form ----------------------------------------------------------------------------------------


def offer(state: State, phase: Expanding) -> Offer:
    """The winner of an auction builds."""
    railroad, chartered = phase.railroad, phase.share == "charter"
    purse = state.ledger.treasury(railroad)
    most = most_cubes(state, railroad, purse)
    words = say("Build the {r}'s first track" if chartered else "Expand the {r}", r=railroad)
    tip = counted(
        "At most {n} cube, ${cost}; the rest of ${purse} goes to the bank.",
        "At most {n} cubes, ${cost} each; the rest of ${purse} goes to the bank.",
        n=most,
        cost=CUBE_COST,
        purse=purse,
    )
    fields = (
        *fields_of(Expand, state, railroad, railroad_account(railroad), chartered=chartered),
        *new_railroads(Expand, state),
    )
    bar = no_start(state, railroad) if chartered else None
    return Offer(Expand, phase.builder, words, fields, help=tip, unchecked=UNCHECKED, disabled=bar)


def no_start(state: State, railroad: Railroad) -> Refusal | None:
    """Why a railroad cannot start at all: none of its start cities has a cube yet."""
    cities = start_cities(state, railroad)
    if not cities or usable_starts(state, railroad):
        return None
    words = say("No cube is in {cities} yet", cities=joined([Text(city) for city in cities], ", "))
    return Refusal("rule", words)


def fields_of(
    cls: type[Move],
    state: State,
    railroad: Railroad,
    purse: Account,
    *,
    chartered: bool,
    when: Mapping[str, Any] | None = None,
) -> tuple[OfferField, OfferField]:
    """Rural hexes and cities of one railroad's expansion, paid for from that purse."""
    most = most_cubes(state, railroad, state.ledger.of(purse))
    least_rural, least_cities = (1, LEAST_CITIES) if chartered else (0, 0)
    limits = {"too_much": _too_much(state, railroad, purse, most), "when": when}
    rural = narrowed(cls, "rural", least=least_rural, most=most - least_cities, **limits)
    cities = narrowed(
        cls,
        "cities",
        label=say("Cities, the home first") if chartered else say("Cities"),
        required=chartered,
        least=least_cities,
        most=most - least_rural,
        choices=_choices(state, railroad),
        default=_home(state, railroad) if chartered else None,
        open=True,
        **limits,
    )
    return rural, cities


def _too_much(state: State, railroad: Railroad, purse: Account, most: int) -> Refusal:
    """Why there are not more cubes: for want of money, or because the colour runs out."""
    colour, held = state.lines[railroad].colour, state.ledger.of(purse)
    if most < held // CUBE_COST:
        return Refusal("rule", left(state, colour))
    words = counted(
        "{owner} has ${held}, enough for {n} cube at ${cost}",
        "{owner} has ${held}, enough for {n} cubes at ${cost}",
        n=most,
        owner=account_owner(purse),
        held=held,
        cost=CUBE_COST,
    )
    return Refusal("insufficient-funds", words)


def left(state: State, colour: Colour) -> Text:
    """How many cubes of a colour are left, in words."""
    return counted(
        "{n} {colour} cube is left",
        "{n} {colour} cubes are left",
        n=cubes_left(state, colour),
        colour=say(colour),
    )


def _home(state: State, railroad: Railroad) -> tuple[str, ...] | None:
    """The home a form begins with: the first start city that is open to it; if there is none, the table may know
    better than the companion."""
    colour = state.lines[railroad].colour
    cities = usable_starts(state, railroad) or start_cities(state, railroad)
    return next(((city,) for city in cities if colour not in colours_in(state, city)), None)


def _choices(state: State, railroad: Railroad) -> tuple[Choice, ...]:
    """The known cities with what each would bring, most points first; those where the colour stands already come
    last and cannot be chosen."""
    cities = state.atlas.rows("cities")
    return tuple(
        _choice(state, railroad, city)
        for city in sorted(cities, key=lambda city: _rank(state, railroad, city))
    )


def _rank(state: State, railroad: Railroad, city: str) -> tuple[bool, int]:
    gained = points.gain(state, railroad, (city,), chartered=False)
    return _barred(state, railroad, city) is not None, -gained.score.total


def _choice(state: State, railroad: Railroad, city: str) -> Choice:
    if why := _barred(state, railroad, city):
        return Choice(city, Text(city), disabled=Refusal("rule", why))
    gained = points.gain(state, railroad, (city,), chartered=False)
    hint = joined([say("+{n}", n=gained.score.total), *(say(colour) for colour in gained.colours)], ", ")
    return Choice(city, Text(city), hint=hint)


def _barred(state: State, railroad: Railroad, city: str) -> Text | None:
    """Why no cube of the railroad can be put there."""
    line = state.lines[railroad]
    if city in line.cities:
        return say("The {r} is in {city} already", r=railroad, city=city)
    if line.colour in colours_in(state, city):
        return say("A {colour} cube is in {city} already", colour=say(line.colour), city=city)
    return None


def new_railroads(cls: type[Move], state: State) -> tuple[OfferField, ...]:
    """Shares printed with a city that gets its first cube; nothing to ask when all have come out of the stack."""
    stack = MOST_RAILROADS - len(state.available)
    if not stack:
        return ()
    label = say("Did a city get its first cube? Railroads that start there, off their shares")
    fields = tuple(_sub(field, state) for field in _spec(cls))
    return (narrowed(cls, "new_railroads", label=label, most=min(stack, MOST_NEW), fields=fields),)


def _spec(cls: type[Move]) -> tuple[Any, ...]:
    return next(field.fields for field in cls.TYPE.fields if field.name == "new_railroads")


def _sub(field: Any, state: State) -> OfferField:
    cities = tuple(Choice(city, Text(city)) for city in state.atlas.rows("cities"))
    places = field.kind == "places"
    return OfferField(
        field.name,
        say(field.label),
        field.kind,
        required=field.required,
        least=field.least,
        most=field.most,
        open=places,
        choices=cities if places else (),
    )


# --- names ---------------------------------------------------------------------------------------------


def named(state: State, move: Expand | PresidentialExpansion) -> tuple[str, ...]:
    """The cities as they are written on the board.

    :raises RuleError: `invalid` for a near miss.
    """
    return tuple(known_place(state.atlas, city, at="cities", places="cities") for city in move.cities)


# --- the building --------------------------------------------------------------------------------------


def build(
    minutes: Minutes[State],
    move: Expand | PresidentialExpansion,
    railroad: Railroad,
    purse: Account,
    *,
    chartered: bool,
) -> None:
    """Cubes are placed and paid for, points scored, and railroads become available.

    purse: who pays $3 a cube.

    :raises RuleError: `insufficient-funds` or `rule`; nothing is placed then.
    """
    cities, rural = named(minutes.state, move), move.rural
    told = railroads.read_rows(minutes.state, move.new_railroads)
    number = len(cities) + rural
    _check_cubes(minutes.state, railroad, purse, number)
    _check_cities(minutes.state, railroad, cities)
    if chartered:
        _check_first(minutes.state, railroad, cities, rural)
    railroads.check_new(minutes.state, told)
    gained = points.gain(minutes.state, railroad, cities, chartered=chartered)
    _place(minutes, move.seat, railroad, cities, rural, purse)
    state = minutes.state
    minutes.state = replace(state, lines=points.with_cubes(state, railroad, cities, rural, gained.colours))
    points.award(minutes, move.seat, railroad, gained)
    railroads.remember(minutes, told)
    come = dict.fromkeys((*(one.railroad for one in told), *railroads.reached(minutes.state)))
    railroads.come_in(minutes, come)


def _check_cubes(state: State, railroad: Railroad, purse: Account, number: int) -> None:
    """Is there money, and are there cubes, for so many?"""
    cost, held = CUBE_COST * number, state.ledger.of(purse)
    if cost > held:
        words = counted(
            "{owner} has ${held}, and {n} cube costs ${cost}",
            "{owner} has ${held}, and {n} cubes cost ${cost}",
            n=number,
            owner=account_owner(purse),
            held=held,
            cost=cost,
        )
        raise too_poor(words, HEADING)
    colour = state.lines[railroad].colour
    if number > cubes_left(state, colour):
        raise forbidden(left(state, colour), HEADING)


def _check_cities(state: State, railroad: Railroad, cities: tuple[str, ...]) -> None:
    """A colour stands in a city once, and so does a railroad."""
    for city in cities:
        if why := _barred(state, railroad, city):
            raise forbidden(why, HEADING)
        if cities.count(city) > 1:
            raise forbidden(say("One cube of the {r} is put in {city}", r=railroad, city=city), HEADING)


def _check_first(state: State, railroad: Railroad, cities: tuple[str, ...], rural: int) -> None:
    """Two cities at least, with a rural hex between them, the home first (Charter a Railroad)."""
    if len(cities) < LEAST_CITIES or not rural or len(cities) + rural < LEAST_CUBES:
        words = say("A new railroad connects two cities at least, with a rural hex between them")
        raise forbidden(words, "Charter a Railroad")
    home, starts = cities[0], start_cities(state, railroad)
    if starts and home not in starts:
        words = say("The {r} starts in {cities}", r=railroad, cities=joined([Text(c) for c in starts], " / "))
        raise forbidden(words, HEADING)
    if railroad not in STARTING and not colours_in(state, home):
        words = say("The {r} starts in a city with a cube, and {city} has none", r=railroad, city=home)
        raise forbidden(words, HEADING)


def _place(
    minutes: Minutes[State],
    seat: Seat,
    railroad: Railroad,
    cities: tuple[str, ...],
    rural: int,
    purse: Account,
) -> None:
    """The cubes go from the storage area to the board, $3 each to the bank."""
    number = len(cities) + rural
    if not number:
        minutes.say(say("{who}: the {r} places no cube", who=Who(seat), r=railroad))
        return
    atlas, _ = merge(minutes.state.atlas, {"cities": {city: {} for city in cities}})
    minutes.state = replace(minutes.state, atlas=atlas)
    colour = minutes.state.lines[railroad].colour
    why = say("{n} × ${cost} of the {r}", n=number, cost=CUBE_COST, r=railroad)
    minutes.pay(purse, BANK, CUBE_COST * number, why)
    minutes.pay(BOX, BOARD, number, why, cubes_of(colour))
    where = [Text(city) for city in cities]
    if rural:
        where.append(counted("{n} rural hex", "{n} rural hexes", n=rural))
    minutes.say(
        say(
            "{who}: the {r} builds to {where} for ${cost}",
            who=Who(seat),
            r=railroad,
            where=joined(where, ", "),
            cost=CUBE_COST * number,
        )
    )
    for city in cities:
        words = say("Put a {colour} cube on {city}", colour=say(colour), city=city)
        minutes.hands("place_cube", words, cube=colour, place=city, railroad=railroad)
    if rural:
        words = counted(
            "Put a {colour} cube on {n} rural hex",
            "Put a {colour} cube on each of {n} rural hexes",
            n=rural,
            colour=say(colour),
        )
        minutes.hands("place_cube", words, cube=colour, number=rural, railroad=railroad)


def give_back(minutes: Minutes[State], railroad: Railroad) -> None:
    """What remains on the share goes to the bank (Charter a Railroad, Auction a Common Share)."""
    rest = minutes.state.ledger.treasury(railroad)
    if rest:
        minutes.pay(
            railroad_account(railroad), BANK, rest, say("the rest of the bid for the {r}", r=railroad)
        )
        minutes.say(say("${rest} of the bid goes to the bank", rest=rest))
