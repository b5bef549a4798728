"""The first investment: everybody chooses one of five shares, face down, and all are turned up at once."""

from __future__ import annotations

from dataclasses import replace

from companion.games.union_pacific import layout, turns
from companion.games.union_pacific.box import ALL
from companion.games.union_pacific.investing import lay_down, left_hint
from companion.games.union_pacific.moves import Reveal
from companion.games.union_pacific.state import Revealing, State
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, narrowed
from companion.words.text import Text, Who, say
from companion.words.values import Seat


def waiting(state: State, phase: Revealing) -> tuple[Seat, ...]:
    """Who has not chosen yet."""
    chosen = {seat for seat, _ in phase.chosen}
    return tuple(seat for seat in state.investors if seat not in chosen)


def offers(state: State, phase: Revealing) -> tuple[Offer, ...]:
    """Whoever has not chosen yet may, in any order."""
    choices = tuple(Choice(company, Text(company), hint=left_hint(state, company)) for company in ALL)
    return tuple(
        Offer(
            Reveal,
            seat,
            say("Choose your first investment"),
            (narrowed(Reveal, "company", choices=choices),),
            help=say("Nobody sees it before everybody has chosen. Everybody holds one share of the UP, too."),
            unchecked=("hand",),
        )
        for seat in waiting(state, phase)
    )


def choose(minutes: Minutes[State], phase: Revealing, move: Reveal) -> None:
    """A choice; with the last one all shares are turned up, and the first player begins (Preparation)."""
    chosen = (*phase.chosen, (move.seat, move.company))
    phase = Revealing(tuple(sorted(chosen)))
    minutes.state = replace(minutes.state, phase=phase)
    minutes.say(say("{who} has chosen", who=Who(move.seat)))
    if waiting(minutes.state, phase):
        return
    for seat, company in phase.chosen:
        lay_down(minutes, seat, {company: 1})
    minutes.instructions.extend(layout.share_deck(minutes.state))
    minutes.say(say("{who} begins", who=Who(minutes.state.first)))
    turns.begin_turn(minutes, minutes.state.first)
