"""The three Decision Tracks: sliding a cube, and whether it stands in End."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.atlas.asking import need
from companion.atlas.known import merge
from companion.games.texas_pacific.box import FACTS, TRACK_NAMES, TRACKS
from companion.games.texas_pacific.moves import (
    IN_END,
    DecideNothing,
    DecideRanch,
    DecideStock,
    DecideTrack,
    Decision,
)
from companion.games.texas_pacific.state import State
from companion.vocabulary.board import Instruction, Marker, goes
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, OfferField, Refusal, narrowed
from companion.words.errors import Need, forbidden
from companion.words.text import Text, say

HEADING = "Available Decisions"


def track_of(move: Decision) -> str:
    """The Decision Track whose cube slides."""
    match move:
        case DecideTrack():
            return "track"
        case DecideRanch():
            return "ranch"
        case DecideStock():
            return "stock"
        case DecideNothing(track=track):
            return track


def unavailable(state: State, track: str) -> Refusal | None:
    """A cube in End: that Decision is not available."""
    if not state.in_end(track):
        return None
    return Refusal("rule", say("The {track} cube stands in End", track=Text(TRACK_NAMES[track])))


def asked(state: State, move: Decision) -> Iterator[Need]:
    """The length of the track, unless it is known or the move says whether the cube stands in End now."""
    track = track_of(move)
    if move.at_end is None and state.length(track) is None:
        section = FACTS.section("decision_boxes")
        assert section is not None
        yield need(section, track, "boxes", _length_label(track))


def _length_label(track: str) -> Text:
    return say("Slides from Start to End on the {track} track", track=Text(TRACK_NAMES[track]))


def end_field(state: State, cls: type[Move], track: str) -> OfferField:
    """Whether the cube stands in End now. Where the length is known that is settled, and sent along."""
    boxes = state.length(track)
    if boxes is None:
        return narrowed(cls, "at_end")
    there = state.slides[track] + 1 >= boxes
    return narrowed(cls, "at_end", choices=(Choice(there, say(IN_END)),), default=there)


def slide(minutes: Minutes[State], move: Decision) -> None:
    """The cube slides one box to the right. A table that sees it in End tells how long the track is.

    :raises RuleError: `rule` if it must stand in End and the table says that it does not.
    """
    state, track = minutes.state, track_of(move)
    old, boxes = state.slides[track], state.length(track)
    new = old + 1
    name = Text(TRACK_NAMES[track])
    if move.at_end is False and boxes is not None and new >= boxes:
        text = say(
            "The {track} track has {n} slides from Start to End: the cube stands in End", track=name, n=boxes
        )
        raise forbidden(text, HEADING)
    if move.at_end and new != boxes:
        atlas, _ = merge(state.atlas, {"decision_boxes": {track: {"boxes": new}}})
        state = replace(state, atlas=atlas)
    minutes.state = replace(state, slides={**state.slides, track: new})
    ended = minutes.state.in_end(track)
    into_end = say("Slide the {track} cube one box, into End", track=name)
    words = into_end if ended else say("Slide the {track} cube one box to the right", track=name)
    minutes.goes(cube(state, track, old, new), words, track=track)


def back_to_start(minutes: Minutes[State]) -> None:
    """The cubes on all three tracks go back (General Dividends)."""
    state = minutes.state
    parts = tuple(goes(cube(state, track, state.slides[track], 0), track=track) for track in TRACKS)
    words = say("Put the three decision cubes back to Start")
    minutes.instructions.append(Instruction("move_marker", words, {"new": 0}, parts=parts))
    minutes.state = replace(state, slides=dict.fromkeys(TRACKS, 0))


def cube(state: State, track: str, old: int, new: int) -> Marker:
    """The cube on a Decision Track; spaces are counted from Start, 0."""
    return Marker(f"decision:{track}", old, new, partial(_words, track, state.length(track)))


def _words(track: str, boxes: int | None, old: int | None, new: int | None) -> Text:
    """Where the cube goes; where it stands everybody sees."""
    name = Text(TRACK_NAMES[track])
    if not new:
        return say("Put the {track} cube back to Start", track=name)
    if new == boxes:
        return say("Put the {track} cube into End", track=name)
    return say("Put the {track} cube into box {n} after Start", track=name, n=new)


def tell_end(minutes: Minutes[State], track: str) -> None:
    """Say that the cube which has slid stands in End, if it does."""
    if minutes.state.in_end(track):
        minutes.say(say("the {track} cube stands in End", track=Text(TRACK_NAMES[track])))


def in_end_now(state: State) -> tuple[str, ...]:
    """The Decisions that are not available."""
    return tuple(track for track in TRACKS if state.in_end(track))
