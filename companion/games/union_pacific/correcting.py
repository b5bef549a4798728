"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.union_pacific import cards
from companion.games.union_pacific.box import ALL, BUILDERS
from companion.games.union_pacific.state import Over, State, Third, printed, trains
from companion.mechanisms.correction import (
    bank_figure,
    level,
    post_all,
    railroad_of,
    seat_figures,
    seat_of,
    set_seat,
    unsold_figure,
    untracked,
)
from companion.vocabulary.figures import TABLE, Figure
from companion.vocabulary.ledger import BANK, BOARD, BOX, MONEY, Account, certificates, railroad_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import invalid
from companion.words.text import say
from companion.words.values import Railroad


def figures(state: State) -> Iterator[Figure]:
    """All that the host may correct."""
    yield bank_figure(state.ledger)
    yield from seat_figures(state.ledger, state.investors, ALL)
    for company in ALL:
        unsold = unsold_figure(state.ledger, company)
        # Of more shares invested than are printed, what comes back goes into the box first.
        surplus = state.on_table(company) > printed(state.atlas, company, "shares")
        yield replace(unsold, most=0) if surplus else unsold
    for company in BUILDERS:
        account, placed, left = (
            railroad_account(company),
            state.trains_placed(company),
            state.trains_left(company),
        )
        what, total = trains(company), placed + left
        yield Figure(account, "value", say("Value"), state.value(company))
        yield Figure(account, "trains_placed", say("Trains on the board"), placed, total)
        yield Figure(account, "trains_left", say("Trains left"), left, total, what=what, other=BOARD)
    yield Figure(TABLE, "dividends_paid", say("Dividends paid"), state.paid, state.last - 1)


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table.

    :raises RuleError: `invalid` for a figure that is not tracked or money for a company, `insufficient-funds` for an
        overdraft.
    """
    minutes = Minutes(state)
    _no_treasuries(correction)
    post_all(minutes, correction)
    for of, name, wanted in correction.figures:
        _set(minutes, of, name, wanted)
    for company in ALL:
        recount(minutes, company)
    minutes.state = cards.corrected_hands(state, minutes.state)
    return minutes.played()


def _no_treasuries(correction: Correction) -> None:
    """Dividends come from the bank: money posted to a company would be seen nowhere.

    :raises RuleError: `invalid`.
    """
    for posting in correction.postings:
        sides = (posting.source, posting.target)
        if posting.commodity == MONEY and any(railroad_of(side, ALL) for side in sides):
            raise invalid("postings", say("The companies have no money here"))


def _set(minutes: Minutes[State], of: Account, name: str, wanted: int) -> None:
    seat, company = seat_of(of, len(minutes.state.investors)), railroad_of(of, ALL)
    known = False
    if seat is not None:
        known = set_seat(minutes, seat, name, wanted, ALL)
    elif company in BUILDERS:
        known = _set_company(minutes, company, name, wanted)
    elif of in (TABLE, BANK) and name == "dividends_paid":
        known = _set_paid(minutes, wanted)
    if not known:
        raise untracked(of, name)


def _set_company(minutes: Minutes[State], company: Railroad, name: str, wanted: int) -> bool:
    """`trains_placed`, `trains_left`, or `value`, whose difference from what is computed is kept."""
    state, account = minutes.state, railroad_account(company)
    match name:
        case "trains_placed":
            level(minutes, BOARD, account, trains(company), wanted)
        case "trains_left":
            level(minutes, account, BOARD, trains(company), wanted)
        case "value":
            added = wanted - state.trains_placed(company) - 1
            minutes.state = replace(state, adjustments={**state.adjustments, company: added})
            minutes.say(say("{r} value {old} → {new}", r=company, old=state.value(company), new=wanted))
        case _:
            return False
    return True


def _set_paid(minutes: Minutes[State], wanted: int) -> bool:
    """How many dividends were paid, as long as one is left.

    :raises RuleError: `invalid` for a number with which the game would be over, and while the last one is being paid.
    """
    state = minutes.state
    if isinstance(state.phase, Third):
        raise invalid("set", say("The last dividend card lies on the table; undo it first"))
    if not 0 <= wanted < state.last or isinstance(state.phase, Over):
        raise invalid("set", say("dividends paid: from 0 to {most}", most=state.last - 1))
    minutes.state = cards.dividends_told(replace(state, paid=wanted), wanted)
    minutes.say(say("dividends paid {old} → {new}", old=state.paid, new=wanted))
    return True


def recount(minutes: Minutes[State], company: Railroad) -> None:
    """What is in play stays there; the rest of the printed pieces is the company's, all others lie in the box."""
    state, account = minutes.state, railroad_account(company)
    for what, total, used in (
        (trains(company), printed(state.atlas, company, "trains"), state.trains_placed(company)),
        (certificates(company), printed(state.atlas, company, "shares"), state.on_table(company)),
    ):
        there = state.ledger.of(account, what)
        more = max(0, total - used) - there
        source, target = (BOX, account) if more > 0 else (account, BOX)
        minutes.pay(source, target, abs(more), say("counted anew"), what)
