"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.bank.boxes import Track
from companion.games.bank.ending import INCOME, track_words
from companion.games.bank.state import Selling, Settled, State
from companion.mechanisms.correction import begin, keep_auction, keep_bidders
from companion.mechanisms.tracked import bank_and_seat_figures, money_figure, say_changed, unsold_figure
from companion.vocabulary.figures import Figure
from companion.vocabulary.ledger import (
    BANK,
    MONEY,
    Account,
    account_owner,
    certificates,
    railroad_account,
    seat_account,
)
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.text import phrase, say

_CERTIFICATES_OF = phrase("Certificates of the {r}")


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    for figure in bank_and_seat_figures(state, state.box.order, _CERTIFICATES_OF):
        counted = figure.of != BANK or state.paper_total is not None  # else nobody knows what the bank has
        yield _as_it_lies(state, replace(figure, listed=counted))
    for company in state.box.order:
        account = railroad_account(company)
        yield money_figure(state, account, "treasury", say("Treasury"))
        yield unsold_figure(state, company, say("Certificates unsold"))
        for other in state.box.order:
            held = state.certificates_of(account, other)
            if held and other != company:
                words, what, home = (
                    say(_CERTIFICATES_OF, r=other),
                    certificates(other),
                    railroad_account(other),
                )
                most = held + state.certificates_of(home, other)
                yield Figure(account, f"shares.{other}", words, held, most, what=what, other=home)
    for track in state.box.tracks:
        for owner in state.box.owners(track, state.all_seats):
            yield _track_figure(state, track, owner)


def _as_it_lies(state: State, figure: Figure[State]) -> Figure[State]:
    """The figure: what certificates are worth at the end is counted, and nobody takes it out of the bank."""
    if not isinstance(state.phase, Settled) or figure.what != MONEY or figure.value is None:
        return figure
    counted = {seat_account(seat): state.counted(seat) for seat in state.all_seats}
    more = -sum(counted.values()) if figure.of == BANK else counted[figure.of]
    return replace(figure, lies=figure.value - more)


def _track_figure(state: State, track: Track, owner: Account) -> Figure[State]:
    earns = track.of == "company" and track.name == INCOME
    label, value = track_words(track.name), state.on(track, owner)

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        minutes.state = minutes.state.changed(tracks={**minutes.state.tracks, (owner, track.name): wanted})
        words = (
            label if track.of == "table" else say("{track}, {owner}", track=label, owner=account_owner(owner))
        )
        say_changed(minutes, words, value, wanted)

    name = INCOME if earns else f"tracks.{track.name}"
    return Figure(owner, name, label, value, track.most, track.least, set=set_to, bounded=True)


def corrected(state: State, correction: Correction) -> Played[State]:
    """What is counted is posted, each figure is set; an auction goes on as it stands.

    :raises RuleError: `rule` where a bid could not be paid any more.
    """
    minutes = begin(state, correction, figures)
    phase = state.phase
    if isinstance(phase, Selling) and phase.what:
        keep_bidders(minutes.state, phase.auction)
    elif isinstance(phase, Selling):
        keep_auction(minutes.state, certificates(phase.auction.railroad))
    return minutes.played()
