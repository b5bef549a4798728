"""What a correction leads to: a Charter that is unsold again, connections, the first action.

Only from those of the second format of lines on: before, each figure was set and that was all.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.gulf_mobile_ohio import railroads
from companion.games.gulf_mobile_ohio.box import COLOURS, SHARES
from companion.games.gulf_mobile_ohio.expansion import shared
from companion.games.gulf_mobile_ohio.state import Bidding, Choosing, Expanding, State, Turn
from companion.vocabulary.minutes import Minutes
from companion.words.errors import forbidden
from companion.words.text import joined, phrase, say
from companion.words.values import Railroad


def settle(minutes: Minutes[State], before: State) -> None:
    """All of it. before: the state that was corrected.

    :raises RuleError: `rule` for a Charter corrected to unsold while its railroad is to build, and for a colour of one
        that has not come to it.
    """
    for r in before.available:
        sold, state = before.president(r) is not None, minutes.state
        if sold and r in state.available and state.president(r) is None:
            _unsold(minutes, r)
        elif not sold and state.president(r) and r not in state.networks:
            minutes.say("the {r} has no colour yet: enter it too", r=r)
    _keep_colour(minutes.state, before)
    _connect(minutes, before)
    state = minutes.state
    if isinstance(state.phase, Turn) and not state.begun and shows_begun(state):
        minutes.state = state.changed(begun=True)
        minutes.say("the first action is over")


def _unsold(minutes: Minutes[State], r: Railroad) -> None:
    """Its Charter can be put up for auction again; see `railroads.take_off`."""
    match minutes.state.phase:
        case Bidding(auction=auction) if auction.railroad == r:
            words = phrase("A share of the {r} is being auctioned; end the auction or undo it first")
            raise forbidden(words, r=r)
        case Choosing(railroad=builder) | Expanding(railroad=builder) if builder == r:
            raise forbidden("The {r} is about to build; build or undo first", r=r)
        case _:
            railroads.take_off(minutes, r)


def _keep_colour(state: State, before: State) -> None:
    """While a Charter is sold its railroad gets its colour by the rules, not from the host.

    :raises RuleError: `rule`.
    """
    match state.phase:
        case Bidding(auction=auction, share="charter"):
            r = auction.railroad
        case Choosing(railroad=r):
            pass
        case _:
            return
    if r in state.networks and r not in before.networks:
        words = phrase("The {r} gets its colour when its Charter is sold; finish that or undo it first")
        raise forbidden(words, r=r)


def _connect(minutes: Minutes[State], before: State) -> None:
    """A railroad in whose city another colour stands now is connected to it, and no more to one that it met nowhere
    else. After a cube that the host tells of, the ruling `passive_connection` holds as after one that is built."""
    state, old, new = minutes.state, shared(before), shared(minutes.state)
    for r, its in state.networks.items():
        was, had = before.networks.get(r), old.get(r, frozenset())
        own = was is None or set(its.cities) - set(was.cities) or its.colour != was.colour
        met = new[r] - had if own or state.ruled("passive_connection", "both") else frozenset()
        kept = tuple(colour for colour in its.connected if colour not in had - new[r])
        connected = (*kept, *(colour for colour in sorted(met) if colour not in kept))
        if connected != its.connected:
            minutes.state = minutes.state.with_network(r, replace(its, connected=connected))
            colours = joined([say(colour) for colour in COLOURS if colour in connected], ", ")
            to_some = say("the {r} is connected to {colour}", r=r, colour=colours)
            minutes.say(to_some if connected else say("the {r} is connected to no other colour", r=r))


def shows_begun(state: State) -> bool:
    """Is there anything on the table that comes with a first action? Points may be a handicap."""
    sold = any(state.holder(r, share) for r in state.available for share in SHARES)
    built = any(network.cubes for network in state.networks.values())
    return bool(sold or built or state.passes or state.marker)
