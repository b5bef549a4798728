"""Turns and the end of the game: what a share is paid, whose turn comes next, and the final payoff."""

from __future__ import annotations

from typing import Literal

from companion.games.prairie_railroads.box import DIVIDEND_DIVISOR, ORDER
from companion.games.prairie_railroads.phases import Choosing, Over
from companion.games.prairie_railroads.state import State
from companion.mechanisms.dividend import divided, pay_each_share
from companion.mechanisms.parts import part
from companion.mechanisms.tracked import adjusted
from companion.vocabulary.ledger import BANK, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, Who, say
from companion.words.values import Money, Railroad, Seat, clockwise, divided_up


def begin_turns(minutes: Minutes[State], first: Seat) -> None:
    """After the initial auctions the holder of the last share sold begins (Setting Up The Game)."""
    minutes.state = minutes.state.changed(phase=Choosing(), active=first)
    _end_if_stuck(minutes)


def end_turn(minutes: Minutes[State]) -> None:
    """Play passes to the left of the active player, unless the game is over (Sequence of Play)."""
    state = minutes.state
    minutes.state = state.changed(phase=Choosing(), active=clockwise(state.seats, state.active)[0])
    a_hand_is_empty = not all(map(state.hand_size, state.hands))
    if state.ruled("deck_empty_when", "turn_ends") and state.deck_left() == 0 and a_hand_is_empty:
        minutes.say("the Draw deck and a hand are empty: the game is over")
        finish(minutes, "cards")
    else:
        _end_if_stuck(minutes)


def _end_if_stuck(minutes: Minutes[State]) -> None:
    state = minutes.state
    if state.deck_left() == 0 and state.hand_size(state.active) == 0:
        minutes.say("{who} cannot play a card: the game is over", who=Who(state.active))
        finish(minutes, "cards")


def pay_railroad(minutes: Minutes[State], railroad: Railroad) -> None:
    """One railroad's dividend to each of its shares, from the bank (Pay Dividends)."""
    state = minutes.state
    _pay(minutes, railroad, *dividend(state.income(railroad), state.added(railroad, "income")))


def _pay(minutes: Minutes[State], railroad: Railroad, each: Money, formula: Text) -> None:
    seats = minutes.state.seats
    pay_each_share(minutes, railroad=railroad, seats=seats, per_share=each, payer=BANK, formula=formula)


def dividend(income: int, added: int = 0) -> tuple[Money, Text]:
    """Dollars a share, income / 5 rounded up, and the formula (Pay Dividends). added: by the host, of the income."""
    each, shown = divided_up(max(0, income), DIVIDEND_DIVISOR), adjusted(income, income - added)
    return each, divided(say("${income}", income=shown), income, DIVIDEND_DIVISOR, each, say("per share"))


@part
def final_per_share(state: State, railroad: Railroad) -> tuple[Money, Text]:
    """Dollars a share of the railroad at the end, and the formula (Final Payoff)."""
    value, income, sold = state.value(railroad), state.income(railroad), state.sold(railroad)
    return final_payoff(value, income, sold, state.added(railroad, "value"), state.added(railroad, "income"))


def final_payoff(
    value: int, income: int, sold: int, value_added: int = 0, income_added: int = 0
) -> tuple[Money, Text]:
    """Dollars a share, (value + income) / shares sold rounded up, and the formula (Final Payoff).

    value_added, income_added: by the host, of the value and of the income.
    """
    each = divided_up(max(0, value + income), sold)
    facts = {"value": adjusted(value, value - value_added), "income": adjusted(income, income - income_added)}
    return each, divided(say("(${value} + ${income})", **facts), value + income, sold, each, say("per share"))


def finish(minutes: Minutes[State], reason: Literal["dividends", "cards"]) -> None:
    """Treasuries go to the bank, every share gets its final payoff (Final Payoff)."""
    state = minutes.state
    for railroad in ORDER:
        why = say("{r}: treasury to the bank", r=railroad)
        minutes.pay(railroad_account(railroad), BANK, state.treasury(railroad), why)
    for railroad in ORDER:
        if state.sold(railroad):
            _pay(minutes, railroad, *final_per_share(state, railroad))
    cash = tuple(int(state.cash(seat)) for seat in state.all_seats)
    minutes.state = minutes.state.changed(phase=Over(cash, reason))
