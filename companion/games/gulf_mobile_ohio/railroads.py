"""Which railroads there are, and when they become available: from the cities reached, or off the table's own shares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.atlas.known import Atlas, known_place, merge
from companion.atlas.names import row_among
from companion.games.gulf_mobile_ohio import unchartered
from companion.games.gulf_mobile_ohio.box import MOST_LETTERS, MOST_RAILROADS, NAMED, PLUS, STARTING
from companion.games.gulf_mobile_ohio.moves import MakeAvailable
from companion.games.gulf_mobile_ohio.state import SHARES, State
from companion.mechanisms.correction import level
from companion.vocabulary.ledger import BANK, MONEY, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, narrowed
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, Who, joined, say
from companion.words.values import Railroad, Seat

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
    """A railroad's letters as they are known, or new ones. M&C and MC are two railroads here: whether one of them was
    meant is asked of new moves alone, see `check_letters`.

    :raises RuleError: `invalid` for what can be no railroad's letters.
    """
    tidy = " ".join(written.split())
    if not _LETTERS.fullmatch(tidy):
        raise invalid(at, say("{name} cannot be a railroad's letters", name=repr(tidy)[:40]))
    return Railroad(row_among(state.known(), tidy, insist=True))


def check_letters(state: State, move: Move, told: Iterable[Railroad], at: str) -> None:
    """New letters are not those of a known railroad, but for signs and blanks: that would make two of one. Who means
    another railroad insists on it by a fact, which makes its letters known.

    :raises RuleError: `invalid` with `did_you_mean`.
    """
    if move.format < 2:
        return  # it stood already when this was not asked yet, and an amendment before it does not ask anew
    there: tuple[str, ...] = state.known()
    for railroad in told:
        there = (*there, row_among(there, railroad, at=at, section="railroads"))


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


def doubts(state: State, railroads: Iterable[Printed]) -> tuple[Text, ...]:
    """What is strange about railroads that have come off their shares: no cube is in a start city, or a + that the
    rulebook does not name, or the want of one that it does. The table knows better, so it is only said."""
    found = []
    for one in railroads:
        cities = state.start_cities(one.railroad)
        if cities and one.railroad not in STARTING and not any(state.colours_in(city) for city in cities):
            found.append(say("no cube is in {cities} yet", cities=_listed(cities)))
        if one.bonus is not None:
            found += plus_doubts(one.railroad, one.bonus)
    return tuple(found)


def plus_doubts(railroad: Railroad, bonus: int) -> tuple[Text, ...]:
    """A + beside the name is otherwise than the rulebook has it (Railroad Expansion)."""
    if bool(bonus) == (railroad in PLUS):
        return ()
    named = _listed(PLUS)
    if bonus:
        return (say("the rulebook knows a + of {railroads} alone", railroads=named),)
    return (say("the rulebook knows a + of {railroads}", railroads=named),)


def beware(minutes: Minutes[State], found: tuple[Text, ...]) -> None:
    """What is strange is said in the summary, which the preview shows too."""
    if found:
        minutes.say(say("beware: {what}", what=joined(found)))


def _listed(names: Iterable[str]) -> Text:
    return joined([Text(name) for name in names], ", ")


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
        minutes.state = minutes.state.with_shares(railroad)
        minutes.say(say("the {r} is available", r=railroad))
        minutes.hands(
            "lay_out_shares",
            say("Put the {r}'s Charter and Common share in the available area", r=railroad),
            railroad=railroad,
        )


def reached(state: State) -> tuple[Railroad, ...]:
    """Known railroads that are not available yet though a cube is in one of their start cities."""
    room = MOST_RAILROADS - len(state.available)
    waiting = (r for r in state.known() if r not in state.available)
    return tuple(r for r in waiting if any(state.colours_in(city) for city in state.start_cities(r)))[:room]


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
    beware(minutes, doubts(minutes.state, (one,)))


# --- back into the stack, where the host says so ---------------------------------------------------------


def why_stays(state: State, railroad: Railroad) -> Text | None:
    """Why a railroad's shares cannot go back into the stack; None if they can."""
    if railroad in STARTING:
        return say("The {r} is available from the beginning", r=railroad)
    if any(state.holder(railroad, share) for share in SHARES):
        return say("Somebody has a share of the {r}", r=railroad)
    reached_in = [city for city in state.start_cities(railroad) if state.colours_in(city)]
    if railroad in NAMED and reached_in:
        return say("A cube is in {cities}, so the {r} is available", cities=_listed(reached_in), r=railroad)
    return None


def go_back(minutes: Minutes[State], railroad: Railroad) -> None:
    """Its shares go back into the stack, as if it had never been available. One that the rulebook does not name is no
    railroad of this table any more, until somebody reads it from its shares again.

    :raises RuleError: `rule` if they cannot.
    """
    if why := why_stays(minutes.state, railroad):
        raise forbidden(why, HEADING)
    unchartered.take_off(minutes, railroad)
    level(minutes, railroad_account(railroad), BANK, MONEY, 0)
    state = minutes.state.without_shares(railroad)
    minutes.say(say("the {r} is not available: its shares are in the stack", r=railroad))
    if railroad not in NAMED:
        rows = {row: told for row, told in state.atlas.rows("railroads").items() if row != railroad}
        state = replace(state, atlas=Atlas({**state.atlas.known, "railroads": rows}))
        minutes.say(say("nothing is known of it at this table any more"))
    minutes.state = state
