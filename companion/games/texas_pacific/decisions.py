"""The three Decision Tracks: how a Decision is offered, sliding its cube, and whether it stands in End."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from companion.atlas.asking import need
from companion.atlas.known import merge
from companion.games.texas_pacific.box import FACTS, TRACK_NAMES, TRACKS
from companion.games.texas_pacific.moves import IN_END, DecideRanch, DecideStock, DecideTrack, Decision
from companion.games.texas_pacific.state import State
from companion.mechanisms.parts import part
from companion.vocabulary.board import Instruction, Marker, goes
from companion.vocabulary.minutes import NOTHING, Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, When, narrowed
from companion.words.errors import Need, forbidden
from companion.words.text import Text, counted, phrase, say

HEADING = "Available Decisions"
CUBES_THAT_PAY = 2
"""So many decision cubes in End bring General Dividends."""
BOXES = phrase("Slides from Start to End ({track})")
HOW_TO_COUNT = say("Count on your board; asked only once")


def offer(
    state: State,
    decision: type[DecideTrack | DecideRanch | DecideStock],
    *fields: OfferField,
    later: Iterable[OfferField] = (),
    when: When | None = None,
    help: Text,
    disabled: Refusal | None,
    **more: Any,
) -> Offer:
    """A Decision of the current player's, unless its cube stands in End. later: fields that come after those of its
    cube; when: before what is answered nothing is asked of the cube; disabled: what else speaks against it."""
    track = decision.track
    cube = (*boxes_field(state, track, when), end_field(state, decision, track, when))
    name, refusal = TRACK_NAMES[track], unavailable(state, track) or disabled
    return Offer(
        decision, state.active, name, (*fields, *cube, *later), help, disabled=refusal, sought=True, **more
    )


@part
def to_end(state: State, track: str) -> Text | None:
    """How many boxes the cube is from End after its next slide; None where it reaches it, and while nobody has told how
    long the track is."""
    boxes = state.length(track)
    left = 0 if boxes is None else boxes - state.slides[track] - 1
    return counted("then {n} box from End", "then {n} boxes from End", n=left) if left > 0 else None


def reaches_end(state: State, track: str) -> bool:
    """Does the next slide bring the cube to End, as far as the length of the track is known?"""
    boxes = state.length(track)
    return boxes is not None and not state.in_end(track) and boxes - state.slides[track] <= 1


def slide_pays(state: State, track: str) -> bool:
    """Would the next slide of that cube bring General Dividends? They follow when it reaches End as the last one that
    they wait for (General Dividends)."""
    others = sum(state.in_end(other) for other in TRACKS)
    return reaches_end(state, track) and others + 1 >= CUBES_THAT_PAY


@part
def unavailable(state: State, track: str) -> Refusal | None:
    """A cube in End: that Decision is not available."""
    if not state.in_end(track):
        return None
    return Refusal("rule", say("The {track} cube is on End", track=TRACK_NAMES[track]))


def end_field(state: State, cls: type[Move], track: str, when: When | None = None) -> OfferField:
    """Whether the cube stands in End now. Where the length is known that is settled, and sent along."""
    boxes = state.length(track)
    if boxes is None:
        return narrowed(cls, "at_end", label=say("Or: the cube is now on End"), when=when)
    there = state.slides[track] + 1 >= boxes
    return narrowed(cls, "at_end", choices=(Choice(there, say(IN_END)),), default=there, when=when)


def boxes_field(state: State, track: str, when: When | None = None) -> Iterator[OfferField]:
    """The length of a track that nobody has told: it stands in the form until it is told, and stays in its place."""
    if state.length(track) is None:
        label, wanted = say(BOXES, track=TRACK_NAMES[track]), _boxes(state, track)
        # Where the cube slides into End now, that is said instead.
        wanted = {**wanted, "min": state.slides[track] + 2}
        before = {"at_end": False, **(when or {})}
        if _can_be_told(wanted):
            yield OfferField("facts", label, "facts", required=False, needs=(wanted,), when=before)


def _boxes(state: State, track: str) -> Need:
    wanted = need(FACTS.of("decision_boxes"), track, "boxes", say(BOXES, track=TRACK_NAMES[track]))
    # It has at least as many as the cube has slid by then.
    return {**wanted, "min": state.slides[track] + 1, "help": HOW_TO_COUNT}


def _can_be_told(wanted: Need) -> bool:
    """Not of a cube that the host has put further than a track can be long: nobody is asked what is always refused."""
    least, most = wanted["min"], wanted["max"]
    return least is None or most is None or least <= most


def asked(state: State, move: Decision) -> Iterator[Need]:
    """The length of the track, unless it is known or the move says whether the cube stands in End now."""
    if move.at_end is None and state.length(move.track) is None and _can_be_told(_boxes(state, move.track)):
        yield _boxes(state, move.track)


def slide(minutes: Minutes[State], move: Decision) -> None:
    """The cube slides one box to the right. A table that sees it in End tells how long the track is.

    :raises RuleError: `rule` if it must stand in End and the table says that it does not.
    """
    state, track, name = minutes.state, move.track, TRACK_NAMES[move.track]
    old, boxes = state.slides[track], state.length(track)
    new = old + 1
    if move.at_end is False and boxes is not None and new >= boxes:
        words = phrase("The {track} Decision Track has {n} boxes without Start: the cube is on End")
        raise forbidden(say(words, track=name, n=boxes), HEADING)
    if move.at_end and new != boxes:
        atlas, _ = merge(state.atlas, {"decision_boxes": {track: {"boxes": new}}})
        state = state.changed(atlas=atlas)
    minutes.state = state.changed(slides={**state.slides, track: new})
    words = phrase("Slide the {track} cube one box to the right")
    if minutes.state.in_end(track):
        words = phrase("Slide the {track} cube one box, to End")
    minutes.goes(_cube(state, track, new), say(words, track=name), track=track)


def back_to_start(minutes: Minutes[State]) -> None:
    """The cubes on all three tracks go back (General Dividends)."""
    state = minutes.state
    parts = tuple(goes(_cube(state, track, 0), track=track) for track in TRACKS)
    words = say("Move the three decision cubes back to Start")
    minutes.instructions.append(Instruction("move_marker", words, {"new": 0}, parts=parts))
    minutes.state = state.changed(slides=dict.fromkeys(TRACKS, 0))


def _cube(state: State, track: str, new: int) -> Marker:
    """The cube on a Decision Track, and where it goes; spaces are counted from Start, 0."""
    words = partial(_put, track, state.length(track))
    return Marker(f"decision:{track}", state.slides[track], new, words)


def _put(track: str, boxes: int | None, old: int | None, new: int | None) -> Text:
    """Where the cube goes; where it stands everybody sees."""
    name = TRACK_NAMES[track]
    if not new:
        return say("Move the {track} cube back to Start", track=name)
    if new == boxes:
        return say("Move the {track} cube to End", track=name)
    return say("Move the {track} cube to box {n} after Start", track=name, n=new)


def say_end(minutes: Minutes[State], track: str) -> None:
    """Say that the cube which has slid stands in End, if it does."""
    if minutes.state.in_end(track):
        # Where it is shown large, the track beside it shows that, or already what has come of it.
        minutes.say_late(say("the {track} cube is on End", track=TRACK_NAMES[track]), NOTHING)
