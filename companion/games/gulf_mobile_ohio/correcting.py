"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from companion.atlas.known import known_place, merge
from companion.games.gulf_mobile_ohio import consequences, railroads
from companion.games.gulf_mobile_ohio.box import COLOURS, PAYS_ON, Colour, Share, cubes_of, share_of
from companion.games.gulf_mobile_ohio.state import Bidding, Network, State, Turn
from companion.mechanisms.correction import keep_auction, level, post_all, set_all
from companion.mechanisms.tracked import money_figure, number_figure, turn_figure
from companion.vocabulary.figures import TABLE, YES_OR_NO, Figure, family, flag
from companion.vocabulary.ledger import BOARD, BOX, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import forbidden
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad, Seat

T = TypeVar("T")

FAMILIES: dict[Share, str] = {"charter": phrase("Charter of the"), "common": phrase("Common share of the")}
"""What a player holds."""
NAMES_OF_COLOURS = tuple(map(str, COLOURS))
HOLDERS: tuple[tuple[str, Share, str], ...] = (
    ("president", "charter", phrase("President")),
    ("common_holder", "common", phrase("Common share")),
)
"""Figures of a railroad that are the seat of a share's holder; 0 is nobody."""


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    for seat in state.all_seats:
        account = seat_account(seat)
        yield money_figure(state, account, "cash", say("Cash"))
        points = state.points(seat)
        yield Figure(account, "victory_points", say("Points"), points, set=partial(_set_points, seat))
        for share, words in FAMILIES.items():
            held, set_one, many = state.held(seat, share), partial(_set_held, seat, share), f"{share}s"
            yield family(account, share, say(words), held, set_one, state.available, closed=True, member=many)
    for r in state.railroads():
        yield from _own_figures(state, r)
    yield from _table_figures(state)


def _own_figures(state: State, r: Railroad) -> Iterator[Figure[State]]:
    account, there, network = railroad_account(r), r in state.available, state.networks.get(r)
    yield money_figure(state, account, "treasury", say("Money on the share"))
    may_go = not there or railroads.why_stays(state, r) is None
    yield flag(account, "available", say("Available"), there, partial(_set_available, r), listed=may_go)
    for name, share, words in HOLDERS if there else ():
        seats = ((int(seat), say("{who}", who=Who(seat))) for seat in state.all_seats)
        nobody, set_to = ((0, say("unsold")), *seats), partial(_set_holder, r, share)
        holder = state.holder(r, share) or 0
        yield Figure(account, name, say(words), holder, state.seats, choices=nobody, set=set_to)
    yield Figure(
        account,
        "colour.",
        say("Colour"),
        None,
        most=1,
        least=1,
        choices=YES_OR_NO[1:],
        names=NAMES_OF_COLOURS,
        member="cube_colour",
        chosen=(network.colour,) if network else (),
        closed=True,
        set_one=partial(_paint, r),
        listed=there,
    )
    if network is not None:
        met, cities = network.connected, tuple(state.atlas.rows("cities"))
        yield Figure(account, "rural", say("Rural hexes"), network.rural, set=partial(_set_rural, r))
        set_one = partial(_set_city, r)
        yield family(account, "city", say("Cube in"), network.cities, set_one, cities, member="cities")
        set_one = partial(_set_connected, r)
        yield family(account, "connected", say("Connected to"), met, set_one, NAMES_OF_COLOURS, closed=True)


def _table_figures(state: State) -> Iterator[Figure[State]]:
    said = phrase("the Common Share Sale Marker: {old} → {new}")
    yield number_figure(say("Common Share Sale Marker"), "marker", state.marker, PAYS_ON - 1, said=said)
    said = phrase("passes in a row: {old} → {new}")
    yield number_figure(say("Passes in a row"), "passes", state.passes, state.seats - 1, said=said)
    if isinstance(state.phase, Turn):
        yield turn_figure(state, state.phase.seat, lambda state, seat: state.changed(phase=Turn(seat)))
        yield flag(TABLE, "begun", say("The first action is over"), state.begun, _set_begun)
    for colour, number in COLOURS.items():
        words, left = say("{colour} cubes left", colour=say(colour)), state.cubes_left(colour)
        yield Figure(BOX, f"cubes_left.{colour}", words, left, number, set=partial(_set_left, colour))


def corrected(state: State, correction: Correction) -> Played[State]:
    """Postings and figures, as the host has them on the table.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state)
    post_all(minutes, correction)
    if correction.format < 2:
        set_all(minutes, correction.figures, figures)
        minutes.instructions.clear()
    else:
        connections = tuple(row for row in correction.figures if row[1].startswith("connected."))
        set_all(minutes, (row for row in correction.figures if row not in connections), figures)
        # What is said is so on the table already: hands have nothing to do but what comes of it.
        minutes.instructions.clear()
        consequences.settle(minutes, state)
        # Whatever comes of it for connections, what the host says of them counts.
        set_all(minutes, connections, figures)
    railroads.come_in(minutes, railroads.reached(minutes.state))
    if isinstance(phase := minutes.state.phase, Bidding):
        keep_auction(minutes.state, share_of(phase.auction.railroad, phase.share))
    return minutes.played()


def _set_points(seat: Seat, minutes: Minutes[State], wanted: int) -> None:
    """Victory points; the difference from what was scored is kept as an adjustment."""
    state, old = minutes.state, minutes.state.points(seat)
    minutes.state = state.changed(adjusted={**state.adjusted, seat: wanted - state.scored(seat)})
    minutes.say("{who}: {old} → {new} points", who=Who(seat), old=old, new=wanted)


def _set_held(seat: Seat, share: Share, minutes: Minutes[State], which: str, wanted: int) -> None:
    """:raises RuleError: `rule` for a share that should go back and is somebody else's."""
    r = Railroad(which)
    if not wanted and minutes.state.holder(r, share) != seat:
        words = say("{who} does not have the {r}'s {share} share", who=Who(seat), r=r, share=say(share))
        raise forbidden(words)
    _set_holder(r, share, minutes, seat if wanted else 0)


def _set_holder(r: Railroad, share: Share, minutes: Minutes[State], wanted: int) -> None:
    """A share goes from whoever has it to the player at that seat; 0: back to the available area."""
    what, seat = share_of(r, share), Seat(wanted)
    target = seat_account(seat) if wanted else railroad_account(r)
    source = next((account for account, _ in minutes.state.ledger.holders(what)), target)
    if source == target:
        return
    minutes.pay(source, target, 1, say("correction"), what)
    if wanted:
        minutes.say("{who} has the {r}'s {share} share", who=Who(seat), r=r, share=say(share))
    else:
        minutes.say("the {r}'s {share} share is in the available area", r=r, share=say(share))


def _set_available(r: Railroad, minutes: Minutes[State], wanted: int) -> None:
    """:raises RuleError: `rule` if its shares cannot go back into the stack."""
    there = r in minutes.state.available
    if wanted and not there:
        railroads.come_in(minutes, (r,))
    elif there and not wanted:
        railroads.go_back(minutes, r)


def _paint(r: Railroad, minutes: Minutes[State], which: str, wanted: int) -> None:
    """Another colour: the cubes on the board and on the Charter share are exchanged, one for one."""
    colour, network, why = Colour(which), minutes.state.networks.get(r), say("correction")
    if r not in minutes.state.available:
        raise forbidden("The {r} is not available", r=r)
    if network is not None:
        minutes.pay(railroad_account(r), BOX, 1, why, cubes_of(network.colour))
        minutes.pay(BOARD, BOX, network.cubes, why, cubes_of(network.colour))
    minutes.pay(BOX, railroad_account(r), 1, why, cubes_of(colour))
    minutes.pay(BOX, BOARD, network.cubes if network else 0, why, cubes_of(colour))
    painted = replace(network, colour=colour) if network else Network(colour)
    minutes.state = minutes.state.with_network(r, painted)
    minutes.say("the {r} is {colour}", r=r, colour=say(colour))


def _set_rural(r: Railroad, minutes: Minutes[State], wanted: int) -> None:
    """Cubes on rural hexes, from and to the storage area."""
    old = minutes.state.networks[r].rural
    _change(minutes, r, say("{r}: {old} → {new} rural hexes", r=r, old=old, new=wanted), rural=wanted)


def _set_city(r: Railroad, minutes: Minutes[State], which: str, wanted: int) -> None:
    """A cube in a city, or none; no points change."""
    city = known_place(minutes.state.atlas, which, at="set", places="cities")
    cities = minutes.state.networks[r].cities
    if (city in cities) == bool(wanted):
        return
    atlas, _ = merge(minutes.state.atlas, {"cities": {city: {}}})
    minutes.state = minutes.state.changed(atlas=atlas)
    words = phrase("a cube of the {r} is in {city}") if wanted else phrase("no cube of the {r} is in {city}")
    _change(minutes, r, say(words, r=r, city=city), cities=_with(cities, city, wanted))


def _set_connected(r: Railroad, minutes: Minutes[State], which: str, wanted: int) -> None:
    met, unmet = phrase("the {r} is connected to {colour}"), phrase("the {r} is not connected to {colour}")
    connected = _with(minutes.state.networks[r].connected, Colour(which), wanted)
    _change(minutes, r, say(met if wanted else unmet, r=r, colour=say(which)), connected=connected)


def _with(items: tuple[T, ...], item: T, wanted: int) -> tuple[T, ...]:
    others = tuple(other for other in items if other != item)
    return (*others, item) if wanted else others


def _change(minutes: Minutes[State], r: Railroad, words: Text, **parts: Any) -> None:
    """The railroad's network has other parts; cubes come from the storage area, or go there."""
    old = minutes.state.networks[r]
    new = replace(old, **parts)
    source, target = (BOX, BOARD) if new.cubes > old.cubes else (BOARD, BOX)
    minutes.pay(source, target, abs(new.cubes - old.cubes), say("correction"), cubes_of(old.colour))
    minutes.state = minutes.state.with_network(r, new)
    minutes.say(words)


def _set_begun(minutes: Minutes[State], wanted: int) -> None:
    """The first action, which is the Charter of the SC, is over or is not (Charter a Railroad)."""
    if not wanted and consequences.shows_begun(minutes.state):
        raise forbidden("The first action is over: a share is sold, or players have passed")
    minutes.state = minutes.state.changed(begun=bool(wanted))
    minutes.say("the first action is over" if wanted else "the first action is still to be taken")


def _set_left(colour: Colour, minutes: Minutes[State], wanted: int) -> None:
    """Cubes left of a colour, from and to the board."""
    level(minutes, BOX, BOARD, cubes_of(colour), wanted)
