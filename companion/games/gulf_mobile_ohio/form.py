"""The form of a Railroad Expansion: rural hexes, cities, shares that come with them; why a cube cannot be put."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.gulf_mobile_ohio import foreseen, points
from companion.games.gulf_mobile_ohio.box import CUBE_COST, MOST_RAILROADS, Colour
from companion.games.gulf_mobile_ohio.moves import MOST_NEW, Expand
from companion.games.gulf_mobile_ohio.state import Expanding, State
from companion.vocabulary.ledger import Account, account_owner, railroad_account
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.text import Text, counted, joined, say
from companion.words.values import Railroad

LEAST_CITIES = 2
"""Of a railroad that is being chartered (Charter a Railroad)."""
UNCHECKED = ("hexes",)
"""What only the map knows."""


def most_cubes(state: State, railroad: Railroad, purse: int) -> int:
    """How many cubes the purse (in dollars) and the cubes left allow."""
    return min(purse // CUBE_COST, state.cubes_left(state.lines[railroad].colour))


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
    if chartered and (why := foreseen.doubt(state, railroad)):
        more = say("{why}: does another start city stand on its shares?", why=why)
        tip = joined([more, tip], " ")
    return Offer(Expand, phase.builder, words, fields, help=tip, unchecked=UNCHECKED, disabled=bar)


def no_start(state: State, railroad: Railroad) -> Refusal | None:
    """Why a railroad cannot start at all: none of its start cities, all of which are known, has a cube yet."""
    cities = state.start_cities(railroad)
    if not cities or state.usable_starts(railroad) or not foreseen.all_printed(railroad):
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
        n=state.cubes_left(colour),
        colour=say(colour),
    )


def _home(state: State, railroad: Railroad) -> tuple[str, ...] | None:
    """The home a form begins with: the first start city that is open to it; if there is none, the table may know
    better than the companion."""
    colour = state.lines[railroad].colour
    cities = state.usable_starts(railroad) or state.start_cities(railroad)
    return next(((city,) for city in cities if colour not in state.colours_in(city)), None)


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
    return barred(state, railroad, city) is not None, -gained.score.total


def _choice(state: State, railroad: Railroad, city: str) -> Choice:
    if why := barred(state, railroad, city):
        return Choice(city, Text(city), disabled=Refusal("rule", why))
    gained = points.gain(state, railroad, (city,), chartered=False)
    hint = joined([say("+{n}", n=gained.score.total), *(say(colour) for colour in gained.colours)], ", ")
    return Choice(city, Text(city), hint=hint)


def barred(state: State, railroad: Railroad, city: str) -> Text | None:
    """Why no cube of the railroad can be put there."""
    line = state.lines[railroad]
    if city in line.cities:
        return say("The {r} is in {city} already", r=railroad, city=city)
    if line.colour in state.colours_in(city):
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
