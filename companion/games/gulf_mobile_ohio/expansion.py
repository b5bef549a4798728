"""Railroad Expansion: cubes on the map, $3 each, for the money of a bid or the President's own, and their points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from companion.atlas.known import known_place
from companion.games.gulf_mobile_ohio import box, railroads
from companion.games.gulf_mobile_ohio.box import CUBE_COST, Colour, cubes_of
from companion.games.gulf_mobile_ohio.moves import Expand, PresidentialExpansion
from companion.games.gulf_mobile_ohio.state import Expanding, Network, Score, State
from companion.mechanisms.links import with_cities
from companion.mechanisms.parts import part
from companion.vocabulary.board import Marker
from companion.vocabulary.ledger import BANK, BOARD, BOX, Account, account_owner, railroad_account
from companion.vocabulary.minutes import NOTHING, Minutes
from companion.words.errors import forbidden, too_poor
from companion.words.text import Fact, Text, Who, counted, joined, opening, phrase, say
from companion.words.values import Railroad, Seat

HEADING = "Railroad Expansion"


# --- the building --------------------------------------------------------------------------------------------


def named(state: State, move: Expand | PresidentialExpansion) -> tuple[str, ...]:
    """The cities as they are written on the board.

    :raises RuleError: `invalid` for a near miss.
    """
    return tuple(known_place(state.atlas, city, at="cities", places="cities") for city in move.cities)


def build(
    minutes: Minutes[State],
    move: Expand | PresidentialExpansion,
    r: Railroad,
    purse: Account,
    *,
    chartered: bool,
) -> Text | None:
    """Cubes are placed and paid for, points scored, and railroads become available. Answers what is to be read of it
    first, where dividends follow: what is built and left of the bid, if anything is.

    purse: who pays $3 a cube.

    :raises RuleError: `insufficient-funds` or `rule`; nothing is placed then.
    """
    state, cities, rural = minutes.state, named(minutes.state, move), move.rural
    read = railroads.read_rows(state, move.new_railroads)
    _check_cubes(state, r, purse, len(cities) + rural)
    for city in cities:
        if why := barred(state, r, city):
            raise forbidden(why, HEADING)
        if cities.count(city) > 1:
            raise forbidden(say("Only one cube of the {r} goes in {city}", r=r, city=city), HEADING)
    if chartered:
        _check_first(state, r, cities, rural)
    railroads.check_new(state, read)
    gained = gain(state, r, cities, chartered=chartered)
    cost = CUBE_COST * (len(cities) + rural)
    done = _place(minutes, move.seat, r, cities, rural, purse, cost, gained)
    _connect(minutes, r, cities, rural, gained.colours)
    _award(minutes, move.seat, r, gained, cost)
    railroads.arrive(minutes, read, with_reached=True)
    return done


def _check_cubes(state: State, r: Railroad, purse: Account, number: int) -> None:
    """Is there money, and are there cubes, for so many?"""
    cost, held, colour = CUBE_COST * number, state.ledger.of(purse), state.networks[r].colour
    if cost > held:
        words = counted(
            "{owner} has ${held}, and {n} cube costs ${cost}",
            "{owner} has ${held}, and {n} cubes cost ${cost}",
            n=number,
            owner=account_owner(purse),
            held=held,
            cost=cost,
        )
        raise too_poor(opening(words), HEADING)
    if number > state.cubes_left(colour):
        raise forbidden(left(state, colour), HEADING)


@part
def left(state: State, colour: Colour) -> Text:
    """How many cubes of a colour are left, in words."""
    number, words = state.cubes_left(colour), say(colour)
    return counted("{n} {colour} cube is left", "{n} {colour} cubes are left", n=number, colour=words)


@part
def barred(state: State, r: Railroad, city: str) -> Text | None:
    """Why no cube of the railroad can be put there."""
    network = state.networks[r]
    if city in network.cities:
        return say("The {r} is already in {city}", r=r, city=city)
    if network.colour in state.colours_in(city):
        return say("There is already a {colour} cube in {city}", colour=say(network.colour), city=city)
    return None


def _check_first(state: State, r: Railroad, cities: tuple[str, ...], rural: int) -> None:
    """Two cities at least, with a rural hex between them, the home first (Charter a Railroad)."""
    if len(cities) < box.LEAST_CITIES or not rural or len(cities) + rural < box.LEAST_CUBES:
        words = say("A new railroad must connect at least two cities, with a rural hex between them")
        raise forbidden(words, "Charter a Railroad")
    home, starts = cities[0], state.start_cities(r)
    if starts and home not in starts:
        named = joined([Text(city) for city in starts], " / ")
        raise forbidden(say("The {r} starts in {cities}", r=r, cities=named), HEADING)
    if r not in box.STARTING and not state.colours_in(home):
        words = say("The {r} must start in a city with a cube; {city} has none", r=r, city=home)
        raise forbidden(words, HEADING)


def _place(
    minutes: Minutes[State],
    seat: Seat,
    r: Railroad,
    cities: tuple[str, ...],
    rural: int,
    purse: Account,
    cost: int,
    gained: Gain,
) -> Text | None:
    """The cubes go from the storage area to the board, $3 each to the bank. cost: dollars for all of them; gained: what
    they bring. Answers as `build`."""
    number = len(cities) + rural
    if not number:
        words = say("{r} places no cube", who=Who(seat), r=r)
        # With dividends the money that is lost has the room beside Confirm.
        minutes.say_late(words, NOTHING) if _pays(minutes.state) else minutes.say(words)
        return None
    minutes.state = minutes.state.changed(atlas=with_cities(minutes.state.atlas, *cities))
    colour = minutes.state.networks[r].colour
    why = say("{n} × ${cost} of the {r}", n=number, cost=CUBE_COST, r=r)
    minutes.pay(purse, BANK, cost, why)
    minutes.pay(BOX, BOARD, number, why, cubes_of(colour))
    where = [Text(city) for city in cities]
    for city in cities:
        words = say("Put a {colour} cube on {city}", colour=say(colour), city=city)
        pieces = [box.cube_in(colour, r, city)]
        minutes.hands("place_cube", words, cube=colour, place=city, railroad=r, pieces=pieces)
    if rural:
        where.append(counted("{n} rural hex", "{n} rural hexes", n=rural))
        words = counted(
            "Put a {colour} cube on {n} rural hex",
            "Put a {colour} cube on each of {n} rural hexes",
            n=rural,
            colour=say(colour),
        )
        pieces = box.rural_cubes(colour, r, rural, before=minutes.state.networks[r].rural)
        minutes.hands("place_cube", words, cube=colour, number=rural, railroad=r, pieces=pieces)
    left = minutes.state.ledger.of(purse) if purse == railroad_account(r) else 0
    return _say_built(minutes, r, tuple(where), cost, gained, left)


def _pays(state: State) -> bool:
    """Do dividends follow what is built?"""
    return isinstance(state.phase, Expanding) and state.phase.share == "common" and state.sale_pays


def _say_built(
    minutes: Minutes[State], r: Railroad, where: tuple[Text, ...], cost: int, gained: Gain, left: int
) -> Text | None:
    """Told briefly, what is built comes first, and the points with what they cost after it; whoever builds reads the
    points first, before it is done, with where the cubes are and each point's reason. cost, left: dollars, what the
    cubes cost and what of the bid is unspent. Answers as `build`."""
    facts: dict[str, Fact] = {"r": r, "where": where, "cost": cost, "n": gained.score.total, "rest": left}
    built = say("{r} builds to {where}, for ${cost}", **facts)
    pays = _pays(minutes.state)
    tell = minutes.say_sums if pays else minutes.say_large  # dividends come before it
    if not gained.score.total:
        done = say("{where}, ${rest} unspent", **facts) if pays and left else None
        tell(built, None, NOTHING if done else None)
        return done
    words = phrase("{n} VP for ${cost}: {where}")
    if left:
        words = phrase("{n} VP for ${cost}, ${rest} unspent: {where}")
    own = say(words, **facts)
    if len(gained.reasons) > 1:  # a single city has been named with its points
        own = joined([own, say("VP: {reasons}", reasons=joined(gained.reasons, ", "))], "; ")
    done = own if pays and left else None  # it is said with what goes to the bank
    tell(built, say("{r} builds to {where}", **facts), NOTHING if done else own)
    return done


# --- points and connections ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gain:
    """What placing cubes brings."""

    score: Score
    reasons: tuple[Text, ...]
    """Of each point, or of several together."""
    colours: tuple[Colour, ...]
    """Those newly met."""


def gain(state: State, r: Railroad, cities: tuple[str, ...], *, chartered: bool) -> Gain:
    """What cubes of the railroad in these cities bring, before they are placed.

    A city's points, and a point for each colour there that the railroad was not connected to; a colour counts
    in the first of the cities that has it.
    """
    network, plus = state.networks[r], state.bonus(r)
    worth = {city: box.city_points(city) for city in cities}
    met: list[Colour] = []
    reasons: list[Text] = []
    if chartered:
        reasons.append(say("charter {n}", n=box.CHARTER_POINT))
        reasons += [say("the {r}'s bonus {n}", r=r, n=plus)] if plus else []
    for city in cities:
        old = (network.colour, *network.connected, *met)
        new = [colour for colour in state.colours_in(city) if colour not in old]
        met += new
        reasons.append(say("{city} {n}", city=city, n=worth[city]))
        reasons += [say("{colour} {n}", colour=say(colour), n=box.COLOUR_POINT) for colour in new]
    charter, bonus = (box.CHARTER_POINT, plus) if chartered else (0, 0)
    score = Score(charter, bonus, sum(worth.values()), box.COLOUR_POINT * len(met))
    return Gain(score, tuple(reasons), tuple(met))


def _connect(
    minutes: Minutes[State], r: Railroad, cities: tuple[str, ...], rural: int, met: tuple[Colour, ...]
) -> None:
    """The railroad with these cubes; others in the cities are connected too (ruling `passive_connection`)."""
    own, networks = minutes.state.networks[r], dict(minutes.state.networks)
    if minutes.state.ruled("passive_connection", "both"):
        for other, its in networks.items():
            if other != r and own.colour not in its.connected and set(cities) & set(its.cities):
                networks[other] = replace(its, connected=(*its.connected, own.colour))
    networks[r] = Network(own.colour, (*own.cities, *cities), own.rural + rural, (*own.connected, *met))
    minutes.state = minutes.state.changed(networks=networks)


def shared(state: State) -> Mapping[Railroad, frozenset[Colour]]:
    """The colours of others that stand in each railroad's cities."""
    return {
        r: frozenset(colour for city in its.cities for colour in state.colours_in(city)) - {its.colour}
        for r, its in state.networks.items()
    }


def _award(minutes: Minutes[State], seat: Seat, r: Railroad, gained: Gain, cost: int) -> None:
    """The player who places the cubes receives the points; the reasons are said. cost: dollars for the cubes."""
    state, score = minutes.state, gained.score
    if not score.total:
        return
    whole = state.score(seat, r).plus(score)
    minutes.state = state.changed(scores={**state.scores, (seat, r): whole})
    facts: dict[str, Fact] = {"who": Who(seat), "n": score.total, "cost": cost}
    reasons = joined(gained.reasons, ", ")
    brief = say("{who} scores {n} VP for ${cost}", **facts)
    if len(gained.reasons) > 1:  # a single city has been named where the cubes are
        brief = say("{who} scores {n} VP for ${cost} ({reasons})", **facts, reasons=reasons)
    # whoever builds reads it with where the cubes are
    minutes.say_sums(say("{who} scores {n} VP ({reasons})", **facts, reasons=reasons), brief, NOTHING)
    before, after = state.points(seat), minutes.state.points(seat)
    marker = Marker(f"points:{seat}", before, after, partial(_words, seat), "move_points")
    minutes.goes(marker, seat=seat)


def _words(seat: Seat, old: int | None, new: int | None) -> Text:
    return say("Move {who}'s Victory Point Marker {old} → {new}", who=Who(seat), old=old or 0, new=new or 0)
