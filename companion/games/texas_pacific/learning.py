"""Facts that become known."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas import Atlas, Change
from companion.games.texas_pacific import turns
from companion.games.texas_pacific.box import FACTS, KIND_NAMES, TRACK_NAMES
from companion.games.texas_pacific.state import Deciding, State, incomes, posted
from companion.mechanisms.income import tell
from companion.rules import Minutes, Played
from companion.text import Text, say


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a changed income moves incomes, a length may show that two cubes stand in End."""
    minutes = Minutes(replace(state, atlas=atlas), posted)
    for change in changes:
        if change.old is not None:
            minutes.say(
                say(
                    "{row}: {fact} {old} → {new}",
                    row=_row_label(change),
                    fact=_fact_label(change),
                    old=_told(change.old),
                    new=_told(change.new),
                )
            )
    tell(minutes, incomes(state), incomes(minutes.state))
    look_again(minutes)
    return minutes.played()


def _row_label(change: Change) -> Text:
    """A Decision Track by its name, a hex by its own."""
    known = TRACK_NAMES.get(change.row)
    return Text(known) if known else Text("{name}", (("name", change.row),))


def _fact_label(change: Change) -> Text:
    section = FACTS.section(change.section)
    fact = section.fact(change.fact) if section else None
    return say(fact.label) if fact else Text(change.fact)


def _told(value: object) -> Text:
    """What is printed, in words: a kind of hex, or a number."""
    return Text(KIND_NAMES.get(str(value), str(value)))


def look_again(minutes: Minutes[State]) -> None:
    """With two cubes in End between two turns, General Dividends are due at once; else no Decision might be left."""
    if isinstance(minutes.state.phase, Deciding):
        turns.check_dividends(minutes)
