"""Railroad Expansion: cubes on the map, $3 each, for the money of a bid or the President's own."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas.known import known_place, merge
from companion.games.gulf_mobile_ohio import points, railroads
from companion.games.gulf_mobile_ohio.box import CUBE_COST, LEAST_CUBES, STARTING
from companion.games.gulf_mobile_ohio.form import LEAST_CITIES, barred, left
from companion.games.gulf_mobile_ohio.moves import Expand, PresidentialExpansion
from companion.games.gulf_mobile_ohio.state import State, cubes_of
from companion.vocabulary.ledger import BANK, BOARD, BOX, Account, account_owner, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.words.errors import forbidden, too_poor
from companion.words.text import Text, Who, counted, joined, say
from companion.words.values import Railroad, Seat

HEADING = "Railroad Expansion"


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
    railroads.beware(minutes, railroads.doubts(minutes.state, told))


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
    if number > state.cubes_left(colour):
        raise forbidden(left(state, colour), HEADING)


def _check_cities(state: State, railroad: Railroad, cities: tuple[str, ...]) -> None:
    """A colour stands in a city once, and so does a railroad."""
    for city in cities:
        if why := barred(state, railroad, city):
            raise forbidden(why, HEADING)
        if cities.count(city) > 1:
            raise forbidden(say("One cube of the {r} is put in {city}", r=railroad, city=city), HEADING)


def _check_first(state: State, railroad: Railroad, cities: tuple[str, ...], rural: int) -> None:
    """Two cities at least, with a rural hex between them, the home first (Charter a Railroad)."""
    if len(cities) < LEAST_CITIES or not rural or len(cities) + rural < LEAST_CUBES:
        words = say("A new railroad connects two cities at least, with a rural hex between them")
        raise forbidden(words, "Charter a Railroad")
    home, starts = cities[0], state.start_cities(railroad)
    if starts and home not in starts:
        words = say("The {r} starts in {cities}", r=railroad, cities=joined([Text(c) for c in starts], " / "))
        raise forbidden(words, HEADING)
    if railroad not in STARTING and not state.colours_in(home):
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
    _put_down(minutes, railroad, colour, cities, rural)


def _put_down(
    minutes: Minutes[State], railroad: Railroad, colour: str, cities: tuple[str, ...], rural: int
) -> None:
    """What hands do: a cube on every city and every rural hex."""
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
