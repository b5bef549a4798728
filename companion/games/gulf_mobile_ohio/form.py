"""The form of a Railroad Expansion: rural hexes, cities, shares that come with them; and what can be foreseen of a
Charter: whether a colour or a start city rules it out, and what the table is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.atlas.asking import facts_needed, need
from companion.games.gulf_mobile_ohio import box, expansion, railroads
from companion.games.gulf_mobile_ohio import cities as cities_of
from companion.games.gulf_mobile_ohio.box import Colour, listed
from companion.games.gulf_mobile_ohio.moves import MOST_NEW, PRINTED, Expand
from companion.games.gulf_mobile_ohio.state import Expanding, State
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import Account, account_owner, railroad_account
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed, offered, refused
from companion.words.text import Text, counted, either, joined, opening, phrase, say
from companion.words.values import Railroad, Seat

UNCHECKED = ("hexes",)
"""What only the map knows."""
_TOO_FEW = say("too few cubes are left: it will be cancelled")
_NOBODY = say("nobody has ${least}: it will be cancelled", least=box.LEAST_PRICE)


def most_cubes(state: State, r: Railroad, money: int) -> int:
    """How many cubes so many dollars and the cubes left allow."""
    return min(money // box.CUBE_COST, state.cubes_left(state.networks[r].colour))


def offer(state: State, phase: Expanding) -> Offer:
    """The winner of an auction builds."""
    r, chartered, purse = phase.railroad, phase.share == "charter", railroad_account(phase.railroad)
    words = say("Build the {r}" if chartered else "Expand the {r}", r=r)
    tip = counted(
        "At most {n} cube, ${cost}; unspent money (of ${purse}) goes to the bank.",
        "At most {n} cubes, ${cost} each; unspent money (of ${purse}) goes to the bank.",
        n=most_cubes(state, r, state.treasury(r)),
        cost=box.CUBE_COST,
        purse=state.treasury(r),
    )
    if chartered and most_cubes(state, r, state.treasury(r)) == box.LEAST_CUBES:
        tip = say(
            "{n} cubes, ${cost} each: two cities and a rural hex; unspent money (of ${purse}) goes to the bank.",
            n=box.LEAST_CUBES,
            cost=box.CUBE_COST,
            purse=state.treasury(r),
        )
    if chartered and (why := doubt(state, r)):
        tip = opening(joined([say("{why}: do its shares list another start city?", why=why), tip], " "))
    fields = (*fields_of(Expand, state, r, purse, chartered=chartered), *new_railroads(Expand, state))
    bar = _no_start(state, r) if chartered else None
    return Offer(Expand, phase.builder, words, fields, help=tip, unchecked=UNCHECKED, disabled=bar)


@part
def _no_start(state: State, r: Railroad) -> Refusal | None:
    """Why a railroad cannot start at all: none of its start cities, all of which are known, has a cube yet."""
    if r not in box.NAMED or not railroads.no_start(state, r):
        return None
    return refused("No cube is in {cities} yet", cities=listed(state.start_cities(r)))


def fields_of(
    cls: type[Move],
    state: State,
    r: Railroad,
    purse: Account,
    *,
    chartered: bool,
    when: Mapping[str, Any] | None = None,
    empty: bool = False,
) -> tuple[OfferField, ...]:
    """Rural hexes and cities of one railroad's expansion, paid for from that purse. A form of one that is there already
    begins without a rural hex, and wants a city then.

    empty: it may place no cube in this form, so a form begins with no number of hexes: who places none says so.
    """
    most = most_cubes(state, r, state.ledger.of(purse))
    limits = {"too_much": _too_much(state, r, purse, most), "when": when}
    cities = narrowed(
        cls,
        "cities",
        label=say("Cities"),
        required=False,
        least=0,
        most=most,
        choices=cities_of.choices(state, r, state.start_cities(r) if chartered else ()),
        open=True,
        **limits,
    )
    if chartered:
        home, least = say("Cities (home + {n} more)", n=box.LEAST_CITIES - 1), box.LEAST_CITIES
        cities = replace(cities, label=home, required=True, least=least, most=most - 1)
        # a form keeps the home where it can be no other
        cities = replace(cities, default=cities_of.home(state, r), asked=not cities_of.settled(state, r))
        return narrowed(cls, "rural", least=1, most=most - least, **limits), cities
    rural = narrowed(cls, "rural", least=0, most=most, **limits)
    return (rural, cities) if empty or not most else _cities_first(rural, cities)


def _cities_first(rural: OfferField, cities: OfferField) -> tuple[OfferField, ...]:
    """Without a rural hex a form wants a city; with one it need not have any."""
    when, most = cities.when or {}, rural.most or 0
    wanted = say("City or rural hex")
    return (
        replace(rural, default=0),
        replace(cities, wanted=wanted, required=True, least=1, when={**when, "rural": 0}),
        replace(cities, when={**when, "rural": tuple(range(1, most + 1))}),
    )


def no_cube(state: State, phase: Expanding) -> Offer:
    """Nothing is built with the money of a Common share, which is lost: said in a move of its own, never by a form that
    has only been opened."""
    none = narrowed(Expand, "rural", least=0, most=0, default=0, unasked=True)
    # An old entry may tell of shares that came out of the stack all the same.
    shares = (replace(field, unasked=True) for field in new_railroads(Expand, state))
    tip = say("${purse} goes to the bank.", purse=state.treasury(phase.railroad))
    return Offer(Expand, phase.builder, say("Place no cube"), (none, *shares), help=tip, apart=True)


def _too_much(state: State, r: Railroad, purse: Account, most: int) -> Refusal:
    """Why there are not more cubes: for want of money, or because the colour runs out."""
    held = state.ledger.of(purse)
    if most < held // box.CUBE_COST:
        return Refusal("rule", expansion.left(state, state.networks[r].colour))
    words = counted(
        "{owner} has ${held}, enough for {n} cube at ${cost}",
        "{owner} has ${held}, enough for {n} cubes at ${cost}",
        n=most,
        owner=account_owner(purse),
        held=held,
        cost=box.CUBE_COST,
    )
    return Refusal("insufficient-funds", opening(words))


@part
def new_railroads(cls: type[Move], state: State) -> tuple[OfferField, ...]:
    """Shares printed with a city that gets its first cube; nothing to ask when all have come out of the stack."""
    stack = box.MOST_RAILROADS - len(state.available)
    if not stack:
        return ()
    label = say("Is a new city another railroad's start? Add that railroad")
    cities = tuple(Choice(city, Text(city)) for city in state.atlas.rows("cities"))
    fields = tuple(
        offered(field, open=True, choices=cities)
        if field.kind == "places"
        # the rulebook says which have a +, and these are available from the beginning
        else offered(field, unasked=field.name == "bonus", amended=field.name == "bonus")
        for field in PRINTED
    )
    return (narrowed(cls, "new_railroads", label=label, most=min(stack, MOST_NEW), fields=fields),)


def blocked(state: State, r: Railroad, colour: Colour) -> bool:
    """Does the colour stand in every start city the railroad may use? A city nobody has named never blocks."""
    starts = state.usable_starts(r)
    return bool(starts) and all(colour in state.colours_in(city) for city in starts)


def colour_barred(state: State, r: Railroad, colour: Colour) -> Text:
    """That it is blocked, in words."""
    return say("{colour} is already in {cities}", colour=say(colour), cities=listed(state.usable_starts(r)))


@part
def doubt(state: State, r: Railroad) -> Text | None:
    """Why none of the start cities that are known will do for a railroad that is being chartered, if there may
    be others."""
    colour = state.networks[r].colour
    if r in box.NAMED:
        return None
    if blocked(state, r, colour):
        return colour_barred(state, r, colour)
    return next(iter(railroads.no_start(state, r)), None)


@part
def warnings(state: State, r: Railroad) -> tuple[Text, ...]:
    """What will, or may, come to nothing if this railroad is put up for auction now."""
    words = phrase("{colours} would be cancelled: it is already in {cities}")
    if r not in box.NAMED:
        words = phrase("{colours} is already in {cities}, so another start city is needed")
    elif bound_to_fail(state, r):
        words = phrase("{colours} is already in {cities}: it will be cancelled")
    return _warnings(state, r, words)


@part
def beware(state: State, r: Railroad) -> Text | None:
    """The same on a railroad's choice, in few words; what holds for all of them stands above (`tip`)."""
    words = phrase("Not {colours}: already in {cities}")
    if r not in box.NAMED:
        words = phrase("{colours} needs another start city: already in {cities}")
    elif bound_to_fail(state, r):
        words = phrase("Will be cancelled: {colours} is already in {cities}")
    found = (*_colours_barred(state, r, words), *_unreached(state, r))
    return opening(joined(found, " · ")) if found else None


def _unreached(state: State, r: Railroad) -> tuple[Text, ...]:
    """No start city is open to it, and what comes of that: nothing, where all of them are known."""
    cities = listed(state.start_cities(r))
    words = phrase("Needs another start city: no cube is in {cities} yet")
    if r in box.NAMED:
        words = phrase("Will be cancelled: no cube is in {cities} yet")
    return (say(words, cities=cities),) if railroads.no_start(state, r) else ()


def doubts(state: State, r: Railroad) -> tuple[Text, ...]:
    """The same while it is auctioned, in fewer words still."""
    barred = _colours_barred(state, r, phrase("{colours} is already in {cities}"))
    return (*barred, *railroads.no_start(state, r))


def hopeless(state: State, r: Railroad) -> Text | None:
    """Why its Charter will be cancelled at any price; None: it may be built (Charter a Railroad)."""
    if sure := _any_fails(state):
        return opening(sure)
    certain = bound_to_fail(state, r) or (r in box.NAMED and railroads.no_start(state, r))
    return beware(state, r) if certain else None


def tip(state: State, current: Seat) -> Text:
    """What holds for every railroad that may be chartered: what may well go wrong with all of them, and the colour."""
    least, cash = box.LEAST_PRICE, state.cash(current)
    if _too_few(state):
        return say("{why}.", why=opening(_TOO_FEW))
    words = say("You bid first. Only ${least} or more reaches a second city.", least=least)
    if _nobody_can(state):
        words = say("{why}.", why=opening(_NOBODY))
    elif cash < least:
        words = say(
            "You bid first; at least ${least} is needed, and you have ${cash}.", least=least, cash=cash
        )
        if counts_as_pass(state):
            words = joined([words, say("If nobody bids ${least}, it counts as your pass.", least=least)], " ")
    return joined([words, _its_colour(state)], " ")


def _its_colour(state: State) -> Text:
    """Which colour it will have, or who chooses among which."""
    *others, last = [say(colour) for colour in state.most_left()]
    sixth = _sixth_colour(state)
    if not others:
        words = phrase("The railroad will be {colour}.")
        if sixth:
            words = phrase(
                "The railroad will be {colour}, the sixth colour: once it is built, the game ends."
            )
        return say(words, colour=last)
    colours = joined(others, ", ")
    if sixth:
        words = phrase("The winner chooses {colours} or {last}; with {ending} the game ends.")
        return say(words, colours=colours, last=last, ending=say(sixth))
    return say("The winner chooses {colours} or {last}.", colours=colours, last=last)


def _sixth_colour(state: State) -> Colour | None:
    """Of the colours that a new railroad may have now, the one that would be the sixth on the board (End of Game)."""
    there = state.on_board()
    if len(there) < len(box.COLOURS) - 1:
        return None
    return next((colour for colour in state.most_left() if colour not in there), None)


@part
def counts_as_pass(state: State) -> bool:
    """Is a Charter that is cancelled a pass? For the first auction of the game it is a ruling."""
    return state.begun or state.ruled("failed_first_charter_is_pass", "yes")


def _warnings(state: State, r: Railroad, words: str) -> tuple[Text, ...]:
    """words: of colours that are in all its start cities."""
    found = [*_colours_barred(state, r, words)]
    if sure := _any_fails(state):
        found.append(sure)
    return (*found, *railroads.no_start(state, r))


def _colours_barred(state: State, r: Railroad, words: str) -> tuple[Text, ...]:
    """That colours are in all its start cities, in those words; where too few cubes are left that is said alone."""
    if _too_few(state) or not (barred := _barred(state, r)):
        return ()
    colours = joined([say(colour) for colour in barred], ", ")
    return (say(words, colours=colours, cities=listed(state.usable_starts(r))),)


def _any_fails(state: State) -> Text | None:
    """Why whatever Charter is put up will be cancelled; None: not for that (Charter a Railroad)."""
    if _too_few(state):
        return _TOO_FEW
    return _NOBODY if _nobody_can(state) else None


def _nobody_can(state: State) -> bool:
    """Has nobody the money for track to a second city?"""
    return all(state.cash(seat) < box.LEAST_PRICE for seat in state.all_seats)


def _too_few(state: State) -> bool:
    """Are there too few cubes for any railroad? One lies on its Charter share."""
    forced = state.most_left()
    return not forced or state.cubes_left(forced[0]) <= box.LEAST_CUBES


@part
def _barred(state: State, r: Railroad) -> tuple[Colour, ...]:
    """Those of the colours it may take that are blocked."""
    return tuple(colour for colour in state.most_left() if blocked(state, r, colour))


@part
def bound_to_fail(state: State, r: Railroad) -> bool:
    """Is every colour it may take blocked, in start cities that are all known?"""
    return r in box.NAMED and len(_barred(state, r)) == len(state.most_left())


@part
def doubtful(state: State, r: Railroad) -> int:
    """How doubtful it is that it can be chartered, for the order of the choices."""
    return 2 if bound_to_fail(state, r) else int(bool(_barred(state, r) or railroads.no_start(state, r)))


@part
def hint(state: State, r: Railroad) -> Text:
    """Beside a railroad that may be chartered: its start cities, and the point for the + beside its name. Its colour
    stands above the list (`tip`)."""
    cities, plus = state.start_cities(r), state.bonus(r)
    told = [either([Text(city) for city in cities]) if cities else say("start city not entered")]
    return joined([*told, *([say("+{n} VP", n=plus)] if plus else [])], " · ")


def ask_start(state: State, move: Expand, cities: tuple[str, ...]) -> None:
    """A first track from a city that is not known as a start city: perhaps it stands on the share all the same.

    cities: those of the move, as they are written on the board.

    :raises RuleError: `facts-needed`, unless the start cities have been told with the move.
    """
    phase = state.phase
    if not isinstance(phase, Expanding) or phase.share != "charter":
        return
    r, starts = phase.railroad, state.start_cities(phase.railroad)
    if r in box.NAMED or not starts or not cities or cities[0] in starts:
        return
    rows = (move.facts or {}).get("railroads") or {}
    if any(row.casefold() == r.casefold() and "start_cities" in facts for row, facts in rows.items()):
        return
    section = box.FACTS.section("railroads")
    assert section is not None
    label = say("Start cities listed on the {r}'s shares", r=r)
    asked = need(section, r, "start_cities", label) | {"default": [*starts, cities[0]]}
    words = say("Do the {r}'s shares list {city} as a start city too?", city=cities[0], r=r)
    raise facts_needed(words, (asked,))
