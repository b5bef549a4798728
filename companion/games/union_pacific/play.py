"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from companion.atlas.known import Atlas, Change
from companion.games.union_pacific import correcting, investing, passing, reveal, turns
from companion.games.union_pacific.box import ALL, BUILDERS, PAPER_TOTAL, PIECES, START_TRAINS, UNIT, UP
from companion.games.union_pacific.moves import Build, DrawShare, Invest, PassTurn, Reveal, ThirdPlayer
from companion.games.union_pacific.state import (
    Drawing,
    Over,
    Revealing,
    State,
    Third,
    Turn,
    printed,
    trains,
)
from companion.vocabulary.box import Setup
from companion.vocabulary.ledger import (
    BANK,
    BOARD,
    BOX,
    MONEY,
    Account,
    Commodity,
    Ledger,
    certificates,
    railroad_account,
    seat_account,
)
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.words.errors import not_now
from companion.words.text import say
from companion.words.values import Railroad, Seat


def setup(setup: Setup) -> State:
    """Trains on their starting cities, all shares off the table, and nobody has any money (Preparation)."""
    holdings: list[tuple[Account, Commodity, int]] = [(BANK, MONEY, PAPER_TOTAL)]
    for company in ALL:
        account, known = railroad_account(company), printed(setup.atlas, company, "shares")
        holdings += [
            (account, certificates(company), known),
            (BOX, certificates(company), PIECES - known),
        ]
    for company in BUILDERS:
        account, known = railroad_account(company), printed(setup.atlas, company, "trains")
        start = START_TRAINS[company]
        holdings += [(BOARD, trains(company), start), (account, trains(company), known - start)]
        holdings.append((BOX, trains(company), PIECES - known))
    return State(
        seats=setup.seats,
        rulings=setup.rulings,
        ledger=Ledger.opened(holdings, UNIT.suffix, unseen=_unseen(setup)),
        atlas=setup.atlas,
        first=Seat(setup.options["first_player"]),
    )


def _unseen(setup: Setup) -> Iterator[Account]:
    """Whose money the others do not see (ruling `cash_visibility`), the imaginary third player's too."""
    if setup.rulings["cash_visibility"] == "hidden":
        yield from (seat_account(Seat(n)) for n in range(1, setup.seats + 2))


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    phase = state.phase
    match phase:
        case Revealing():
            return reveal.offers(state, phase)
        case Turn(seat=seat):
            return turns.offer(state, seat), investing.offer(state, seat), passing.offer(state, seat)
        case Drawing():
            return turns.draw_offers(state, phase)
        case Third():
            return turns.third_offers(state)
        case Over():
            return ()
        case _:
            assert_never(phase)


def check_facts(state: State, move: Move) -> None:
    """What the Union Pacific pays is asked for when it pays.

    :raises RuleError: `facts-needed`.
    """
    match (state.phase, move):
        case (_, Build(dividend_cards=int() as cards)) | (_, DrawShare(dividend_cards=cards)):
            turns.asked(state, cards)
        case (Third(row=row), ThirdPlayer(shares=shares)) if shares.get(UP) or state.on_table(UP):
            turns.ask_rows(state, (row,))
        case _:
            pass


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule` for what an offer cannot express.
    """
    minutes = Minutes(state)
    match (state.phase, move):
        case (Revealing() as phase, Reveal()):
            reveal.choose(minutes, phase, move)
        case (Turn(), Build()):
            turns.build(minutes, move)
        case (Turn(), Invest()):
            investing.invest(minutes, move)
            turns.next_turn(minutes, move.seat)
        case (Turn(), PassTurn()):
            passing.pass_turn(minutes, move)
        case (Drawing() as phase, DrawShare()):
            turns.draw(minutes, phase, move)
        case (Third() as phase, ThirdPlayer()):
            turns.third_player(minutes, phase, move)
        case _:
            raise not_now(say("That step is not on at the moment"))
    return minutes.played()


def sealed(state: State) -> frozenset[str]:
    """First investments are nobody else's to see before everybody has chosen (Preparation)."""
    return frozenset({Reveal.TYPE.name}) if isinstance(state.phase, Revealing) else frozenset()


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: the box is counted anew, and an unlikely table of dividends is remarked upon."""
    minutes = Minutes(replace(state, atlas=atlas))
    for change in changes:
        if change.section == "companies":
            correcting.recount(minutes, Railroad(change.row))
    if any(change.section == "up_dividends" for change in changes):
        for remark in turns.odd_rows(minutes.state):
            minutes.say(remark)
    return minutes.played()
