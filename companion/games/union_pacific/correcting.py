"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.union_pacific import preparation
from companion.games.union_pacific.box import ALL, BUILDERS, printed
from companion.games.union_pacific.state import State, Third, Turn, trains
from companion.mechanisms.correction import begin
from companion.mechanisms.tracked import (
    bank_and_seat_figures,
    computed_figure,
    pieces_figure,
    turn_figure,
    unsold_figure,
)
from companion.vocabulary.figures import TABLE, Figure
from companion.vocabulary.ledger import BOARD, MONEY, railroad_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import invalid
from companion.words.text import phrase, say


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    yield from bank_and_seat_figures(state, ALL)
    for company in ALL:
        unsold = unsold_figure(state, company)
        # Of more shares invested than are printed, what comes back goes into the box first.
        surplus = state.sold(company) > printed(state.atlas, company, "shares")
        yield replace(unsold, most=0) if surplus else unsold
    for company in BUILDERS:
        account, what, value = railroad_account(company), trains(company), state.value(company)
        placed, left = state.trains_placed(company), state.trains_left(company)
        said = phrase("{r} value {old} → {new}")
        yield computed_figure(company, "value", value, placed + 1, state.adjustments, company, said)
        words, total = say("Trains on the board"), placed + left
        yield pieces_figure(state, account, "trains_placed", words, what, total, at=BOARD, other=account)
        yield Figure(account, "trains_left", say("Trains left"), left, total, what=what, other=BOARD)
    yield _paid_figure(state)
    if isinstance(now := state.phase, Turn):
        yield turn_figure(state, now.seat, lambda seat: state.changed(phase=Turn(seat)))


def _paid_figure(state: State) -> Figure[State]:
    """How many dividends were paid, as long as one is left; not while the last one is being paid."""

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        if isinstance(state.phase, Third):
            raise invalid("set", say("The last dividend card lies on the table; undo it first"))
        if not 0 <= wanted < state.last or state.finished:
            raise invalid("set", say("dividends paid: from 0 to {most}", most=state.last - 1))
        # Then the deck has brought as many shares as it takes.
        drawn = max(state.drawn, preparation.earliest(state).get(wanted, 0))
        minutes.state = state.changed(paid=wanted, drawn=drawn)
        minutes.say("dividends paid {old} → {new}", old=state.paid, new=wanted)

    return Figure(TABLE, "dividends_paid", say("Dividends paid"), state.paid, state.last - 1, set=set_to)


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table. Dividends come from the bank: money posted to a company would be seen
    nowhere, and is refused."""
    companies = set(map(railroad_account, ALL))
    for posting in correction.postings:
        if posting.commodity == MONEY and companies & {posting.source, posting.target}:
            raise invalid("postings", say("The companies have no money here"))
    minutes = begin(state, correction, figures)
    for company in ALL:
        preparation.recount(minutes, company)
    minutes.state = _hands(state, minutes.state)
    return minutes.played()


def in_turn(state: State) -> State:
    """All first shares are turned up, and somebody builds or invests."""
    return state if isinstance(state.phase, Turn) else state.changed(phase=Turn(state.first))


def _hands(before: State, after: State) -> State:
    """A correction tells of what nobody entered: for a train that came a share was drawn, by whom nobody knows; a share
    that is not on the table after all is in the hand again."""
    came = max(0, sum(after.trains_placed(company) - before.trains_placed(company) for company in BUILDERS))
    for seat in before.all_seats:
        back = max(0, before.invested(seat) - after.invested(seat))
        after = after.with_hand(seat, came + back)
    return after.changed(drawn=after.drawn + came)
