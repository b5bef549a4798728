"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.games.gulf_mobile_ohio import consequences, railroads
from companion.games.gulf_mobile_ohio.box import COLOURS, PAYS_ON, Colour, Share, cubes_of, share_of
from companion.games.gulf_mobile_ohio.state import Bidding, Network, State, Turn
from companion.mechanisms import tracked
from companion.mechanisms.correction import begin, keep_auction, set_all
from companion.mechanisms.links import with_cities
from companion.vocabulary.figures import TABLE, YES_OR_NO, Figure, family, flag
from companion.vocabulary.ledger import BOARD, BOX, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import forbidden
from companion.words.text import Who, phrase, say
from companion.words.values import Railroad, Seat

HELD: tuple[tuple[Share, str, str, str], ...] = (
    ("charter", phrase("Charter of the"), "president", phrase("President")),
    ("common", phrase("Common share of the"), "common_holder", phrase("Common share")),
)
"""Each share: what a player has of them, and the figure of a railroad that is its holder's seat; 0 is nobody."""
NAMES_OF_COLOURS = tuple(map(str, COLOURS))


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    for seat in state.all_seats:
        yield from _seat_figures(state, seat)
    for r in state.railroads():
        yield from _own_figures(state, r)
        if r in state.networks:
            yield from _board_figures(state, r, state.networks[r])
    yield from _table_figures(state)


def _seat_figures(state: State, seat: Seat) -> Iterator[Figure[State]]:
    account, points = seat_account(seat), state.points(seat)

    def set_points(minutes: Minutes[State], wanted: int) -> None:
        """The difference from what was scored is kept as an adjustment."""
        minutes.state = state.changed(adjusted={**state.adjusted, seat: wanted - state.scored(seat)})
        minutes.say("{who}: {old} → {new} points", who=Who(seat), old=points, new=wanted)

    yield tracked.money_figure(state, account, "cash", say("Cash"))
    yield Figure(account, "victory_points", say("Points"), points, set=set_points)
    for share, words, _, _ in HELD:
        held, hold, many = state.held(seat, share), partial(_hold, seat, share), f"{share}s"
        yield family(account, share, say(words), held, hold, state.available, closed=True, member=many)


def _own_figures(state: State, r: Railroad) -> Iterator[Figure[State]]:
    account, there, label = railroad_account(r), r in state.available, say("Available")
    come, go = partial(railroads.come_in, railroads=(r,)), partial(railroads.go_back, r=r)
    yield tracked.money_figure(state, account, "treasury", say("Money on the share"))
    may_go = not there or railroads.why_stays(state, r) is None
    yield tracked.event_figure(account, "available", label, there, come, go, listed=may_go)
    choices = ((0, say("unsold")), *tracked.seat_choices(state.all_seats))
    for share, _, name, words in HELD if there else ():
        holder, give = state.holder(r, share) or 0, partial(_give, r, share)
        yield Figure(account, name, say(words), holder, state.seats, choices=choices, set=give)
    yield _colour_figure(state, r)


def _colour_figure(state: State, r: Railroad) -> Figure[State]:
    """It has one colour, and can only be given another one."""
    chosen = (state.networks[r].colour,) if r in state.networks else ()
    account, paint = railroad_account(r), partial(railroads.paint, r)
    any_colour = family(account, "colour", say("Colour"), (), paint, NAMES_OF_COLOURS, closed=True)
    one = replace(any_colour, chosen=chosen, least=1, choices=YES_OR_NO[1:])
    return replace(one, member="cube_colour", listed=r in state.available)


def _board_figures(state: State, r: Railroad, network: Network) -> Iterator[Figure[State]]:
    account, there, met = railroad_account(r), network.cities, network.connected

    def set_rural(minutes: Minutes[State], wanted: int) -> None:
        railroads.lie(minutes, r, replace(network, rural=wanted))
        minutes.say("{r}: {old} → {new} rural hexes", r=r, old=network.rural, new=wanted)

    def set_city(minutes: Minutes[State], city: str, wanted: int) -> None:
        if (city in there) == bool(wanted):
            return
        minutes.state = state.changed(atlas=with_cities(state.atlas, city))
        cities = tracked.with_or_without(there, city, wanted)
        railroads.lie(minutes, r, replace(network, cities=cities))
        yes, no = phrase("a cube of the {r} is in {city}"), phrase("no cube of the {r} is in {city}")
        minutes.say(yes if wanted else no, r=r, city=city)

    def set_connected(minutes: Minutes[State], which: str, wanted: int) -> None:
        colours = tracked.with_or_without(met, Colour(which), wanted)
        minutes.state = state.with_network(r, replace(network, connected=colours))
        yes, no = phrase("the {r} is connected to {colour}"), phrase("the {r} is not connected to {colour}")
        minutes.say(yes if wanted else no, r=r, colour=say(which))

    yield Figure(account, "rural", say("Rural hexes"), network.rural, set=set_rural)
    label, every = say("Cube in"), tuple(state.atlas.rows("cities"))
    yield family(account, "city", label, there, set_city, every, member="cities", places="cities")
    label = say("Connected to")
    colours = family(account, "connected", label, met, set_connected, NAMES_OF_COLOURS, closed=True)
    yield replace(colours, after=1)


def _table_figures(state: State) -> Iterator[Figure[State]]:
    def set_begun(minutes: Minutes[State], wanted: int) -> None:
        """The first action, which is the Charter of the SC, is over or is not (Charter a Railroad)."""
        if not wanted and consequences.shows_begun(state):
            raise forbidden("The first action is over: a share was sold or players passed")
        minutes.state = state.changed(begun=bool(wanted))
        minutes.say("the first action is over" if wanted else "the first action is still to be taken")

    words, said = say("Common Share Sale Marker"), phrase("the Common Share Sale Marker: {old} → {new}")
    yield tracked.number_figure(words, "marker", state.marker, PAYS_ON - 1, said=said)
    words, said = say("Consecutive passes"), phrase("consecutive passes: {old} → {new}")
    yield tracked.number_figure(words, "passes", state.passes, state.seats - 1, said=said)
    if isinstance(now := state.phase, Turn):
        yield tracked.turn_figure(state, now.seat, lambda seat: state.changed(phase=Turn(seat)))
        yield flag(TABLE, "begun", say("The first action is over"), state.begun, set_begun)
    for colour, number in COLOURS.items():
        words, what = say("{colour} cubes left", colour=say(colour)), cubes_of(colour)
        name = f"cubes_left.{colour}"
        yield tracked.pieces_figure(state, BOX, name, words, what, number, at=BOX, other=BOARD)


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table; what is said of connections counts, whatever comes of the rest."""
    later = correction.format > 1
    connections = [row for row in correction.figures if later and row[1].startswith("connected.")]
    others = tuple(row for row in correction.figures if row not in connections)
    minutes = begin(state, replace(correction, figures=others), figures)
    # What is said is so on the table already: hands have nothing to do but what comes of it.
    minutes.instructions.clear()
    if later:
        consequences.settle(minutes, state)
        set_all(minutes, connections, figures)
    railroads.come_in(minutes, railroads.reached(minutes.state))
    if isinstance(phase := minutes.state.phase, Bidding):
        keep_auction(minutes.state, share_of(phase.auction.railroad, phase.share))
    return minutes.played()


def in_turn(state: State) -> State:
    """There is nothing before the first turn; whether its first action is over follows from what is on the table."""
    return state if isinstance(state.phase, Turn) else state.changed(phase=Turn(Seat(1)))


def _hold(seat: Seat, share: Share, minutes: Minutes[State], which: str, wanted: int) -> None:
    """:raises RuleError: `rule` for a share that should go back and is somebody else's."""
    r = Railroad(which)
    if not wanted and minutes.state.holder(r, share) != seat:
        words = say("{who} does not have the {r}'s {share} share", who=Who(seat), r=r, share=say(share))
        raise forbidden(words)
    _give(r, share, minutes, seat if wanted else 0)


def _give(r: Railroad, share: Share, minutes: Minutes[State], wanted: int) -> None:
    """A share goes from whoever has it to the player at that seat; 0: back to the available area."""
    what, seat = share_of(r, share), Seat(wanted)
    target = seat_account(seat) if wanted else railroad_account(r)
    source = next((account for account, _ in minutes.state.ledger.holders(what)), target)
    if source == target:
        return
    minutes.pay(source, target, 1, say("correction"), what)
    lies = say("the {r}'s {share} share is in the available area", r=r, share=say(share))
    has = say("{who} has the {r}'s {share} share", who=Who(seat), r=r, share=say(share))
    minutes.say(has if wanted else lies)
