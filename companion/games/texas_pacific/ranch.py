"""The Ranch Decision: a marker from a ranch hex that has track."""

from __future__ import annotations

from companion.atlas.known import known_place, merge
from companion.games.texas_pacific import decisions
from companion.games.texas_pacific.box import OPENING_RANCHES, ORDER
from companion.games.texas_pacific.hexes import KIND_WORDS
from companion.games.texas_pacific.moves import DecideRanch
from companion.games.texas_pacific.state import RANCH, State
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BOARD, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, Refusal, narrowed
from companion.words.errors import RuleError, forbidden
from companion.words.text import Text, Who, joined, say

HEADING = "Ranch Decision"
_PAYS = say("Build a ranch, free: its marker is yours, $1 at each General Dividends.")
_WHY_NAMED = say("No ranch hex with track has been entered. If the board has one, type its name.")
NONE_KNOWN = Refusal("rule", say("No ranch hex with track and marker is known; name one if there is"))


@part
def offer(state: State) -> Offer:
    """A marker from the map. Where no hex is known to have track, one must be named that may have some: the kind of a
    hex without a name may have been told wrongly, so the Decision is not refused."""
    reached, names = state.reached_ranches(), state.reached_by_name()
    unnamed = reached > len(names) or any(state.has_unnamed(railroad) for railroad in ORDER)
    choices = [Choice(name, say("{name}", name=name)) for name in names]
    if unnamed and not reached:
        choices.append(Choice(None, say("a hex without a name"), disabled=NONE_KNOWN))
    gone = Refusal("rule", say("its ranch is built already"))
    choices += [Choice(name, say("{name}", name=name), disabled=gone) for name in state.taken]
    other = Refusal("rule", say("All track has been named, and none is in a ranch hex of that name"))
    field = narrowed(
        DecideRanch,
        "hex",
        required=not reached,
        open=unnamed,
        choices=tuple(choices),
        other=other,
        help=None if reached else _WHY_NAMED,
    )
    disabled = None if reached or (unnamed and state.ranches_on_map()) else _why_none(state)
    return decisions.offer(
        state,
        DecideRanch,
        field,
        help=_what(state),
        unchecked=("adjacency",),
        disabled=disabled,
        confirm=say("Build a ranch"),
        apart=True,
    )


def _what(state: State) -> Text:
    """What a ranch brings; that the next one opens the TP changes the evening, and is read before it is taken."""
    if state.tp_open or state.ranches_built() + 1 != OPENING_RANCHES:
        return _PAYS
    opens = say("As ranch no. {n} it opens the TP: you open the bidding.", n=OPENING_RANCHES)
    return joined([_PAYS, opens], " ")


def _why_none(state: State) -> Refusal:
    """Why no marker can be taken: none is left, or no ranch hex can have track (Ranch Decision)."""
    if not state.ranches_on_map():
        return Refusal("rule", say("No ranch marker is left on the map"))
    if not any(state.number_of_hexes(railroad) for railroad in ORDER):
        return Refusal("rule", say("No railroad has built track yet"))
    return Refusal("rule", say("All track has been named, and no ranch marker is on it"))


def decide(minutes: Minutes[State], move: DecideRanch) -> None:
    """The player takes a marker.

    :raises RuleError: `rule` if no such hex is known, or the marker of that one is gone.
    """
    state, who = minutes.state, Who(move.seat)
    if move.hex:
        name = known_place(state.atlas, move.hex, at="hex", places="hexes")
        minutes.state = _without_marker(state, name)
        minutes.say_own(say("{who} builds a ranch in {name}", who=who, name=name))
        where = say("{who} takes the ranch marker from {name}", who=who, name=name)
        own = say("Take the ranch marker from {name}", name=name)
    elif not state.reached_ranches():
        raise RuleError(NONE_KNOWN.code, NONE_KNOWN.text, rule=HEADING)
    else:
        minutes.say_own(say("{who} builds a ranch", who=who))
        where = say("{who} takes the ranch marker from its hex", who=who)
        own = say("Take the ranch marker from its hex")
    minutes.pay(BOARD, seat_account(move.seat), 1, say("a ranch"), RANCH)
    minutes.hands("take_ranch", where, own, seat=move.seat, place=move.hex)


def _without_marker(state: State, name: str) -> State:
    """The marker of a hex with a name is gone; what was not known of the hex is known now.

    :raises RuleError: `rule`.
    """
    kind = state.atlas.get("hexes", name, "kind")
    if kind not in (None, "ranch"):
        raise forbidden(say("{name} is {kind}", name=name, kind=KIND_WORDS[kind]), HEADING)
    if name in state.taken:
        raise forbidden(say("The ranch in {name} is built already", name=name), HEADING)
    entered_first = {built.name for built in state.ranch_hexes() if built.rank == 1}
    reached = [each for each in state.reached_by_name() if each in entered_first]
    # A hex nobody has named before may be one of those entered without a name; else its track is told now.
    nameless = state.reached_ranches() - len(reached)
    late = state.late_hexes + (name not in reached and nameless <= 0)
    atlas, _ = merge(state.atlas, {"hexes": {name: {"kind": "ranch"}}})
    return state.changed(atlas=atlas, late_hexes=late, taken=(*state.taken, name))
