"""The Ranch Decision: a marker from a ranch hex that has track."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas.known import known_place, merge
from companion.games.texas_pacific import events, hexes, slides
from companion.games.texas_pacific.box import ORDER
from companion.games.texas_pacific.moves import DecideRanch
from companion.games.texas_pacific.state import RANCH, State
from companion.vocabulary.ledger import BOARD, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, Refusal, narrowed
from companion.words.errors import RuleError, forbidden
from companion.words.text import Text, Who, counted, say

HEADING = "Ranch Decision"


def offer(state: State) -> Offer:
    """A marker from the map. Where no hex is known to have track, one must be named that may have some."""
    reached, names = state.reached_ranches(), state.reached_by_name()
    unnamed = reached > len(names) or any(state.has_unnamed(railroad) for railroad in ORDER)
    refusal = slides.unavailable(state, "ranch")
    if refusal is None and not state.ranches_on_map():
        refusal = Refusal("rule", say("No ranch marker is left on the map"))
    if refusal is None and not reached and not unnamed:
        refusal = Refusal("rule", _no_track(state))
    known = tuple(Choice(name, Text("{name}", (("name", name),))) for name in names)
    gone = Refusal("rule", say("its ranch is built already"))
    built = tuple(Choice(name, Text("{name}", (("name", name),)), disabled=gone) for name in state.taken)
    none = (
        (Choice(None, say("a hex without a name"), disabled=_unknown()),) if unnamed and not reached else ()
    )
    field = narrowed(
        DecideRanch,
        "hex",
        required=not reached,
        open=unnamed,
        choices=(*known, *none, *built),
        other=Refusal("rule", say("All track has been named, and none is in a ranch hex of that name")),
    )
    tip = counted(
        "{n} ranch hex with track and marker is known.",
        "{n} ranch hexes with track and marker are known.",
        n=reached,
    )
    return Offer(
        DecideRanch,
        state.active,
        say("Ranch"),
        (field, slides.end_field(state, DecideRanch, "ranch")),
        help=tip,
        unchecked=("adjacency",),
        disabled=refusal,
        aside=not reached,
    )


def _no_track(state: State) -> Text:
    """Why no ranch hex can have track (Ranch Decision)."""
    if not any(state.number_of_hexes(railroad) for railroad in ORDER):
        return say("No railroad has built track yet")
    return say("All track has been named, and no ranch marker is on it")


def _unknown() -> Refusal:
    return Refusal("rule", say("No ranch hex with track and marker is known; name the hex if there is one"))


def decide(minutes: Minutes[State], move: DecideRanch) -> None:
    """The cube slides, and the player takes a marker.

    :raises RuleError: `rule` if no such hex is known, or the marker of that one is gone.
    """
    slides.slide(minutes, move)
    state = minutes.state
    if move.hex:
        name = known_place(state.atlas, move.hex, at="hex", places="hexes")
        minutes.state = _named(state, name)
        minutes.say(say("{who} builds a ranch in {name}", who=Who(move.seat), name=name))
        where = say("{who} takes the ranch marker from {name}", who=Who(move.seat), name=name)
    else:
        if not state.reached_ranches():
            raise RuleError("rule", _unknown().text, rule=HEADING)
        minutes.say(say("{who} builds a ranch", who=Who(move.seat)))
        where = say("{who} takes the ranch marker from its hex", who=Who(move.seat))
    minutes.pay(BOARD, seat_account(move.seat), 1, say("a ranch"), RANCH)
    minutes.hands("take_ranch", where, seat=move.seat, place=move.hex)
    events.after_decision(minutes, "ranch")


def _named(state: State, name: str) -> State:
    """The marker of a hex with a name is gone; what was not known of the hex is known now.

    :raises RuleError: `rule`.
    """
    kind = state.atlas.get("hexes", name, "kind")
    if kind not in (None, "ranch"):
        raise forbidden(say("{name} is {kind}", name=name, kind=Text(hexes.KIND_WORDS[kind])), HEADING)
    if name in state.taken:
        raise forbidden(say("The ranch in {name} is built already", name=name), HEADING)
    reached = state.reached_ranches()
    by_name = [one for one in state.reached_by_name() if _entered_first(state, one)]
    # A hex nobody has named before may be one of those entered without a name; else its track is told now.
    nameless = reached - len(by_name)
    told = state.told + (name not in by_name and nameless <= 0)
    atlas, _ = merge(state.atlas, {"hexes": {name: {"kind": "ranch"}}})
    return replace(state, atlas=atlas, told=told, taken=(*state.taken, name))


def _entered_first(state: State, name: str) -> bool:
    """Is the railroad that entered it first known?"""
    track = (one for entered in state.tracks.values() for one in entered if one.name == name)
    return any(one.rank == 1 and state.kind_of(one) == "ranch" for one in track)
