"""What follows from a correction: a Charter that is unsold again, connections, the first action.

Only from those of the second format of lines on: before, each figure was set and nothing followed.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.gulf_mobile_ohio import points, unchartered
from companion.games.gulf_mobile_ohio.box import COLOURS, Colour
from companion.games.gulf_mobile_ohio.state import SHARES, Bidding, Choosing, Expanding, State, Turn
from companion.vocabulary.minutes import Minutes
from companion.words.errors import forbidden
from companion.words.text import Text, joined, say
from companion.words.values import Railroad


def follow(minutes: Minutes[State], before: State) -> None:
    """All that follows. before: the state that was corrected.

    :raises RuleError: `rule` for a Charter corrected to unsold while its railroad is to build, and for a colour of one
        that has not come to it.
    """
    for railroad in before.available:
        sold = before.president(railroad) is not None
        if sold and railroad in minutes.state.available and minutes.state.president(railroad) is None:
            _unsold(minutes, railroad)
        elif not sold and minutes.state.president(railroad) and railroad not in minutes.state.lines:
            minutes.say(say("the {r} has no colour yet: tell it too", r=railroad))
    _keep_colour(minutes.state, before)
    _connect(minutes, before)
    state = minutes.state
    if isinstance(state.phase, Turn) and not state.begun and shows_begun(state):
        minutes.state = replace(state, begun=True)
        minutes.say(say("the first action is over"))


def _unsold(minutes: Minutes[State], railroad: Railroad) -> None:
    """Its Charter can be put up for auction again; see `unchartered`."""
    match minutes.state.phase:
        case Bidding(auction=auction) if auction.railroad == railroad:
            words = say(
                "A share of the {r} is under the hammer; end the auction or undo it first", r=railroad
            )
            raise forbidden(words)
        case Choosing(railroad=builder) | Expanding(railroad=builder) if builder == railroad:
            raise forbidden(say("The {r} is about to build; let it, or undo it first", r=railroad))
        case _:
            unchartered.take_off(minutes, railroad)


def _keep_colour(state: State, before: State) -> None:
    """While a Charter is sold its railroad gets its colour by the rules, not from the host.

    :raises RuleError: `rule`.
    """
    match state.phase:
        case Bidding(auction=auction, share="charter"):
            railroad = auction.railroad
        case Choosing(railroad=railroad):
            pass
        case _:
            return
    if railroad in state.lines and railroad not in before.lines:
        words = say("The {r} gets its colour when its Charter is sold; end that or undo it first", r=railroad)
        raise forbidden(words)


def _connect(minutes: Minutes[State], before: State) -> None:
    """A railroad in whose city another colour stands now is connected to it, and no more to one that it met nowhere
    else. After a cube that the host tells of, the ruling `passive_connection` holds as after one that is built."""
    state = minutes.state
    old, new = points.shared(before), points.shared(state)
    lines = dict(state.lines)
    for railroad, line in state.lines.items():
        was, now = before.lines.get(railroad), new[railroad]
        own = was is None or set(line.cities) - set(was.cities) or line.colour != was.colour
        met = now - old.get(railroad, frozenset())
        if not own and state.ruled("passive_connection", "expander"):
            met = frozenset()
        lost = old.get(railroad, frozenset()) - now
        kept = tuple(colour for colour in line.connected if colour not in lost)
        more = tuple(colour for colour in sorted(met) if colour not in kept)
        if (connected := (*kept, *more)) != line.connected:
            lines[railroad] = replace(line, connected=connected)
            minutes.say(_words(railroad, connected))
    minutes.state = replace(state, lines=lines)


def _words(railroad: Railroad, connected: tuple[Colour, ...]) -> Text:
    if not connected:
        return say("the {r} is connected to no other colour", r=railroad)
    colours = joined([say(colour) for colour in COLOURS if colour in connected], ", ")
    return say("the {r} is connected to {colour}", r=railroad, colour=colours)


def shows_begun(state: State) -> bool:
    """Is there anything on the table that comes with a first action? Points may be a handicap."""
    sold = any(state.holder(railroad, share) for railroad in state.available for share in SHARES)
    built = any(line.cubes for line in state.lines.values())
    return bool(sold or built or state.passes or state.marker)
