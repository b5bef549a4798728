"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.southern_pacific import auctions
from companion.games.southern_pacific.box import MOST_BUILDS, MOST_PURCHASES, ORDER
from companion.games.southern_pacific.phases import Operating
from companion.games.southern_pacific.state import State
from companion.mechanisms import correction, tracked
from companion.mechanisms.income import tell
from companion.mechanisms.links import link_family
from companion.mechanisms.tracked import computed_figure, number_figure
from companion.vocabulary.figures import TABLE, Figure, flag
from companion.vocabulary.ledger import railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import forbidden
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad, Seat

MOST_ROUNDS = 99
"""More than any game has, so that a slip of the finger is refused."""


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    yield from tracked.stock_figures(state, state.laid())
    yield from (_card_figure(state, seat) for seat in state.all_seats)
    computed = state.computed_incomes()
    for r, income in state.incomes().items():
        yield computed_figure(r, "income", income, computed[r], state.adjustments, (r, "income"))
        if r in state.presidents:
            yield _president_figure(state, r)
        yield link_family(state, r, "link", say("Link"))
    if state.round:
        words, said = say("Round"), phrase("round {old} → {new}")
        yield number_figure(words, "round", state.round, MOST_ROUNDS, least=1, said=said)
    if isinstance(now := state.phase, Operating):
        yield _turn_figure(now)
        yield _offered_figure(now)
        words, built, bought = say("Links built in this operation"), now.builds, now.purchases
        yield number_figure(words, "builds", built, MOST_BUILDS, "phase", lambda n: replace(now, builds=n))
        words, most = say("Links bought in this operation"), MOST_PURCHASES
        yield number_figure(words, "purchases", bought, most, "phase", lambda n: replace(now, purchases=n))


def _turn_figure(now: Operating) -> Figure[State]:
    """Which railroad operates, by its place in Railroad Order; its operation begins anew."""
    choices = tuple((n, Text(r)) for n, r in enumerate(ORDER, 1))

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        if (r := ORDER[wanted - 1]) != now.railroad:
            minutes.state = minutes.state.changed(phase=Operating(r))
        minutes.say("the {r} operates", r=r)

    at = ORDER.index(now.railroad) + 1
    return Figure(TABLE, "turn", say("Turn"), at, len(ORDER), 1, choices, set=set_to, bounded=True)


def _offered_figure(now: Operating) -> Figure[State]:
    """A share was offered in this operation already, or none will be."""

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        minutes.state = minutes.state.changed(phase=replace(now, offered=bool(wanted)))
        minutes.say("Offer Stock is over" if wanted else "Offer Stock is still to come")

    return flag(TABLE, "offered", say("Offer Stock is over"), now.offered, set_to)


def _card_figure(state: State, seat: Seat) -> Figure[State]:
    """The player has the Bull Market card; or it lies beside the board, or before somebody else."""

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        if wanted:
            minutes.state = state.changed(card=seat)
            minutes.say("{who} has the Bull Market card", who=Who(seat))
        elif state.card == seat:
            minutes.state = state.changed(card=None)
            minutes.say("nobody has the Bull Market card")

    return flag(seat_account(seat), "bull_market_card", say("Bull Market card"), state.card == seat, set_to)


def _president_figure(state: State, r: Railroad) -> Figure[State]:
    """Only between those who hold the most shares is the presidency a matter of what happened."""
    able, president, most = state.controllers(r), state.presidents[r], state.seats

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        seat = Seat(wanted)
        if seat not in able:
            raise forbidden("{who} does not have the most shares of the {r}", who=Who(seat), r=r)
        minutes.state = state.changed(presidents={**state.presidents, r: seat})
        minutes.say("{who} is president of the {r}", who=Who(seat), r=r)

    account, words, choices = railroad_account(r), say("President"), tracked.seat_choices(able)
    return Figure(account, "president", words, president, most, 1, choices, set=set_to, bounded=True, after=2)


def corrected(state: State, said: Correction) -> Played[State]:
    """The host says how it is on the table; the presidency follows the shares."""
    minutes = correction.begin(state, said, figures)
    for railroad in ORDER:
        auctions.check_president(minutes, railroad)
    tell(minutes, state.incomes(), minutes.state.incomes(), there=correction.of_railroads(said, "income"))
    to_begin = [r for r in ORDER if r in minutes.state.unstarted]
    correction.keep(minutes.state, laid=minutes.state.laid(), to_begin=to_begin)
    return minutes.played()


def in_turn(state: State) -> State:
    """The initial auctions are over, a railroad operates, and who has most of a railroad's shares presides."""
    able = {r: most[0] for r in ORDER if r not in state.presidents and (most := state.controllers(r))}
    phase = state.phase if isinstance(state.phase, Operating) else Operating(ORDER[0])
    return state.changed(
        phase=phase, round=max(1, state.round), unstarted=(), presidents={**state.presidents, **able}
    )


def lacking(state: State) -> tuple[Text, ...]:
    """Every railroad has a President when the first round begins."""
    without = tuple(str(railroad) for railroad in ORDER if railroad not in state.presidents)
    return (
        (say("Each railroad needs a President: enter shares of the {railroads}", railroads=without),)
        if without
        else ()
    )
