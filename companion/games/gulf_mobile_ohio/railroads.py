"""Which railroads there are, and when they become available: from the cities reached, or off the table's own shares;
and how one goes back that nobody has chartered after all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.atlas.known import Atlas, known_place, merge
from companion.atlas.names import row_among
from companion.games.gulf_mobile_ohio import box
from companion.games.gulf_mobile_ohio.box import (
    SHARES,
    Colour,
    cube_in,
    cubes_of,
    listed,
    rural_cubes,
    share_of,
)
from companion.games.gulf_mobile_ohio.moves import MakeAvailable
from companion.games.gulf_mobile_ohio.state import Network, State
from companion.mechanisms.correction import level, move
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BANK, BOARD, BOX, MONEY, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, narrowed
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, Who, counted, joined, say
from companion.words.values import Railroad, Seat

HEADING = "Making New Railroads Available"
_LETTERS = re.compile(rf"[\w&.,'’/\- ]{{1,{box.MOST_LETTERS}}}")


@dataclass(frozen=True, slots=True)
class Printed:
    """A railroad as somebody read it from its shares; None: not read out."""

    railroad: Railroad
    name: str | None = None
    start_cities: tuple[str, ...] = ()
    bonus: int | None = None
    """The + beside its name."""


def letters(state: State, written: str, at: str = "railroad") -> Railroad:
    """A railroad's letters as they are known, or new ones. M&C and MC are two railroads here: whether one of them was
    meant is asked of new moves alone, see `check_letters`.

    :raises RuleError: `invalid` for what can be no railroad's letters.
    """
    tidy = " ".join(written.split())
    if not _LETTERS.fullmatch(tidy):
        raise invalid(at, say("{name} cannot be a railroad's letters", name=repr(tidy)[:40]))
    return Railroad(row_among(state.railroads(), tidy, insist=True))


def check_letters(state: State, move: Move, read: Iterable[Printed], at: str) -> None:
    """Check that new letters are not a known railroad's but for punctuation and spaces: that would make two of one.
    Somebody who means another railroad insists on it by a fact, which makes its letters known.

    :raises RuleError: `invalid` with `did_you_mean`.
    """
    if move.format < 2:
        return  # it stood already when this was not asked yet, and an amendment before it does not ask anew
    there: tuple[str, ...] = state.railroads()
    for printed in read:
        there = (*there, row_among(there, printed.railroad, at=at, section="railroads"))


def read_move(state: State, move: MakeAvailable) -> Printed:
    """The railroad of a `make_available`, with its cities as they are written on the board."""
    cities = _cities(state, move.start_cities, "start_cities")
    return Printed(letters(state, move.railroad), move.name or None, cities, move.bonus)


def read_rows(
    state: State, rows: Iterable[Mapping[str, Any]], at: str = "new_railroads"
) -> tuple[Printed, ...]:
    """The railroads of `new_railroads`.

    :raises RuleError: `invalid` for letters or names that are none.
    """
    read = []
    for row in rows:
        r, cities = letters(state, str(row["id"]), at), _cities(state, row.get("start_cities") or (), at)
        read.append(Printed(r, row.get("name") or None, cities, row.get("bonus")))
    return tuple(read)


def _cities(state: State, names: Iterable[str], at: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(known_place(state.atlas, name, at=at, places="cities") for name in names))


def check_new(state: State, read: Iterable[Printed]) -> None:
    """:raises RuleError: `rule` for a railroad that is available already, or one more than there are."""
    coming = [printed.railroad for printed in read]
    for r in coming:
        if r in state.available or coming.count(r) > 1:
            raise forbidden(say("The {r} is already available", r=r), HEADING)
    if len(state.available) + len(coming) > box.MOST_RAILROADS:
        raise forbidden(say("All {n} railroads are available", n=box.MOST_RAILROADS), HEADING)


def arrive(minutes: Minutes[State], read: Iterable[Printed], *, with_reached: bool = False) -> None:
    """What was read from shares is known from now on, and these railroads become available. What is strange about them
    is only said, for the table knows better. with_reached: and so does every other one that is reached now."""
    facts: dict[str, dict[str, dict[str, Any]]] = {"cities": {}, "railroads": {}}
    for printed in read:
        row = {"name": printed.name, "start_cities": printed.start_cities or None, "bonus": printed.bonus}
        facts["railroads"][printed.railroad] = {name: fact for name, fact in row.items() if fact is not None}
        facts["cities"] |= {city: {} for city in printed.start_cities}
    atlas, _ = merge(minutes.state.atlas, facts)
    minutes.state = minutes.state.changed(atlas=atlas)
    others = reached(minutes.state) if with_reached else ()
    come_in(minutes, dict.fromkeys((*(printed.railroad for printed in read), *others)))
    beware(minutes, tuple(doubt for printed in read for doubt in _doubts(minutes.state, printed)))


def _doubts(state: State, printed: Printed) -> tuple[Text, ...]:
    """No cube is in a start city, or a + that the rulebook does not name, or the want of one that it does."""
    plus = () if printed.bonus is None else plus_doubts(printed.railroad, printed.bonus)
    return (*no_start(state, printed.railroad), *plus)


@part
def no_start(state: State, r: Railroad) -> tuple[Text, ...]:
    """None of its start cities that are known is open to it."""
    cities = state.start_cities(r)
    unreached = bool(cities) and not state.usable_starts(r)
    return (say("no cube is in {cities} yet", cities=listed(cities)),) if unreached else ()


def plus_doubts(r: Railroad, bonus: int) -> tuple[Text, ...]:
    """A + beside the name is otherwise than the rulebook has it (Railroad Expansion)."""
    if bool(bonus) == (r in box.PLUS):
        return ()
    if bonus:
        return (say("the rulebook gives a + only to {railroads}", railroads=listed(box.PLUS)),)
    return (say("the rulebook gives a + to {railroads}", railroads=listed(box.PLUS)),)


def beware(minutes: Minutes[State], found: tuple[Text, ...]) -> None:
    """What is strange is said in the summary, which the preview shows too."""
    if found:
        minutes.say("beware: {what}", what=joined(found))


def come_in(minutes: Minutes[State], railroads: Iterable[Railroad]) -> None:
    """These railroads' shares are put into the available area."""
    for r in railroads:
        minutes.state = minutes.state.with_shares(r)
        minutes.say("the {r} is available", r=r)
        words = say("Put the {r}'s Charter and Common share in the available area", r=r)
        minutes.hands("lay_out_shares", words, railroad=r)


def reached(state: State) -> tuple[Railroad, ...]:
    """Railroads that are not available yet though a cube is in one of their start cities, as far as these are known."""
    room = box.MOST_RAILROADS - len(state.available)
    waiting = (r for r in state.railroads() if r not in state.available)
    return tuple(r for r in waiting if state.reached_starts(r))[:room]


@part
def offers(state: State, first: Seat) -> tuple[Offer, ...]:
    """Shares taken from the stack: anybody may say so, at any time."""
    if len(state.available) >= box.MOST_RAILROADS:
        return ()
    seats = (first, *(seat for seat in state.all_seats if seat != first))
    cities = tuple(Choice(city, Text(city)) for city in state.atlas.rows("cities"))
    fields = (
        narrowed(MakeAvailable, "railroad"),
        narrowed(MakeAvailable, "name"),
        narrowed(MakeAvailable, "start_cities", choices=cities, open=True),
        # the rulebook says which have a +, and these are available from the beginning
        narrowed(MakeAvailable, "bonus", unasked=True, amended=True),
    )
    words = say("Add a new railroad")
    tip = say("As printed on their shares. Railroads with known start cities are added automatically.")
    return tuple(
        Offer(MakeAvailable, seat, words, fields, help=tip, unchecked=("shares",), aside=True)
        for seat in seats
    )


def make_available(minutes: Minutes[State], move: MakeAvailable) -> None:
    """Somebody takes the shares of a railroad from the stack."""
    read = (read_move(minutes.state, move),)
    check_new(minutes.state, read)
    minutes.say_late(say("{who} takes shares from the stack", who=Who(move.seat)))
    arrive(minutes, read)


def take_off(minutes: Minutes[State], r: Railroad) -> None:
    """All cubes of a railroad go back to the storage area, that on its Charter too, and its Common share to the
    available area: only a railroad that is chartered has them (Charter a Railroad). Points stay as they are."""
    why = say("the {r} is not chartered", r=r)
    if network := minutes.state.networks.get(r):
        _cubes_back(minutes, r, network, why)
    if seat := minutes.state.holder(r, "common"):
        minutes.pay(seat_account(seat), railroad_account(r), 1, why, share_of(r, "common"))
        minutes.say("{who} gives the Common share of the {r} back", who=Who(seat), r=r)
        words = say("{who} puts the {r}'s Common share back into the available area", who=Who(seat), r=r)
        pieces = [share_of(r, "common")]
        minutes.hands("return_share", words, railroad=r, share="common", seat=seat, pieces=pieces)


def _cubes_back(minutes: Minutes[State], r: Railroad, network: Network, why: Text) -> None:
    colour, number, what = network.colour, network.cubes + 1, cubes_of(network.colour)
    for account, most in ((railroad_account(r), 1), (BOARD, network.cubes)):
        # The host may have taken some of them away already.
        minutes.pay(account, BOX, min(most, minutes.state.ledger.of(account, what)), why, what)
    minutes.state = minutes.state.without_network(r)
    minutes.say("the {r} is not chartered: it has no colour and no cubes", r=r)
    words = counted(
        "The {colour} cube of the {r} goes back to the cube storage area",
        "The {n} {colour} cubes of the {r} go back to the cube storage area",
        n=number,
        colour=say(colour),
        r=r,
    )
    pieces = [cube_in(colour, r, place) for place in ("charter", *network.cities)]
    pieces += rural_cubes(colour, r, network.rural)
    minutes.hands("return_cubes", words, cube=colour, number=number, railroad=r, pieces=pieces)


def lie(minutes: Minutes[State], r: Railroad, network: Network) -> None:
    """The cubes of a railroad lie like that, as the host says; they come from the storage area, or go there."""
    move(minutes, BOARD, BOX, network.cubes - minutes.state.networks[r].cubes, cubes_of(network.colour))
    minutes.state = minutes.state.with_network(r, network)


def paint(r: Railroad, minutes: Minutes[State], which: str, wanted: int) -> None:
    """A railroad has another colour, as the host says: its cubes on the board and on the Charter share are exchanged.

    :raises RuleError: `rule` if it is not available.
    """
    if r not in minutes.state.available:
        raise forbidden("The {r} is not available", r=r)
    account, network, colour = railroad_account(r), minutes.state.networks.get(r), Colour(which)
    new = replace(network or Network(colour), colour=colour)
    if network is not None:
        move(minutes, account, BOX, -1, cubes_of(network.colour))
        move(minutes, BOARD, BOX, -network.cubes, cubes_of(network.colour))
    move(minutes, account, BOX, 1, cubes_of(colour))
    move(minutes, BOARD, BOX, new.cubes, cubes_of(colour))
    minutes.state = minutes.state.with_network(r, new)
    minutes.say("the {r} is {colour}", r=r, colour=say(colour))


@part
def why_stays(state: State, r: Railroad) -> Text | None:
    """Why a railroad's shares cannot go back into the stack; None if they can."""
    if r in box.STARTING:
        return say("The {r} is available from the beginning", r=r)
    if any(state.holder(r, share) for share in SHARES):
        return say("Someone has a share of the {r}", r=r)
    if r in box.NAMED and (cities := state.reached_starts(r)):
        return say("A cube is in {cities}, so the {r} is available", cities=listed(cities), r=r)
    return None


def go_back(minutes: Minutes[State], r: Railroad) -> None:
    """Its shares go back into the stack, as if it had never been available. One that the rulebook does not name is no
    railroad of this table any more, until somebody reads it from its shares again.

    :raises RuleError: `rule` if they cannot.
    """
    if why := why_stays(minutes.state, r):
        raise forbidden(why, HEADING)
    take_off(minutes, r)
    level(minutes, railroad_account(r), BANK, MONEY, 0)
    minutes.state = state = minutes.state.without_shares(r)
    minutes.say("the {r} is not available: its shares are in the stack", r=r)
    if r not in box.NAMED:
        rows = {row: facts for row, facts in state.atlas.rows("railroads").items() if row != r}
        minutes.state = state.changed(atlas=Atlas({**state.atlas.sections, "railroads": rows}))
        minutes.say("this table no longer has data on it")
