"""Turns and the end of the game: what a share is paid, whose turn comes next, and the final payoff."""

from __future__ import annotations

from dataclasses import replace

from companion.games.prairie_railroads.box import (
    DIVIDEND_DIVISOR,
    ORDER,
)
from companion.games.prairie_railroads.state import Choosing, Over, State
from companion.mechanisms.correction import adjusted
from companion.mechanisms.dividend import pay_each_share
from companion.vocabulary.ledger import BANK, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, Who, say
from companion.words.values import Railroad, Seat, clockwise, divided_up


def begin_turns(minutes: Minutes[State], first: Seat) -> None:
    """After the initial auctions the holder of the last share sold begins (Setting Up The Game)."""
    minutes.state = replace(minutes.state, phase=Choosing(), active=first)
    _end_if_stuck(minutes)


def end_turn(minutes: Minutes[State]) -> None:
    """Play passes to the left of the active player, unless the game is over (Sequence of Play)."""
    state = minutes.state
    empty = state.deck_left() == 0
    any_empty_hand = any(state.hand_size(seat) == 0 for seat in state.hands)
    minutes.state = replace(state, phase=Choosing(), active=clockwise(state.seats, state.active)[0])
    if state.ruled("deck_empty_when", "turn_ends") and empty and any_empty_hand:
        minutes.say(say("the Draw deck and a hand are empty, and the game is over"))
        finish(minutes, "cards")
    else:
        _end_if_stuck(minutes)


def _end_if_stuck(minutes: Minutes[State]) -> None:
    state = minutes.state
    if state.deck_left() == 0 and state.hand_size(state.active) == 0:
        minutes.say(say("{who} cannot play a card: the game is over", who=Who(state.active)))
        finish(minutes, "cards")


def pay_railroad(minutes: Minutes[State], railroad: Railroad) -> int:
    """One railroad's dividend to each of its shares, from the bank. Answers the dollars paid."""
    earned = told(minutes.state, railroad, "income")
    each = minutes.state.dividend_per_share(railroad)
    formula = dividend_formula(earned, each)
    return pay_each_share(
        minutes, railroad=railroad, seats=minutes.state.seats, per_share=each, payer=BANK, formula=formula
    )


def dividend_formula(earned: Text, each: int) -> Text:
    """How a share's dividend comes about (Pay Dividends)."""
    return say("ceil({income} / {divisor}) = {each}", income=earned, divisor=DIVIDEND_DIVISOR, each=each)


def told(state: State, railroad: Railroad, name: str) -> Text:
    """An income or a value as a formula shows it: with what the host has added, if anything."""
    figure = state.income(railroad) if name == "income" else state.value(railroad)
    return adjusted(figure, figure - state.adjustments.get((railroad, name), 0))


def final_per_share(state: State, railroad: Railroad) -> tuple[int, Text]:
    """Dollars a share at the end: (value + income) / shares sold, rounded up; and the formula (Final Payoff)."""
    worth, earned, number = state.value(railroad), state.income(railroad), state.sold(railroad)
    return final_payoff(
        worth, earned, number, told(state, railroad, "value"), told(state, railroad, "income")
    )


def final_payoff(
    worth: int, earned: int, number: int, worth_told: Text, earned_told: Text
) -> tuple[int, Text]:
    """(value + income) / shares sold, rounded up, and the formula (Final Payoff)."""
    each = divided_up(max(0, worth + earned), number)
    formula = say(
        "ceil(({value} + {income}) / {sold}) = {each}",
        value=worth_told,
        income=earned_told,
        sold=number,
        each=each,
    )
    return each, formula


def finish(minutes: Minutes[State], reason: str) -> None:
    """Treasuries go to the bank, every share gets its final payoff (Final Payoff)."""
    state = minutes.state
    before = tuple(int(state.cash(seat)) for seat in sorted(state.hands))
    for railroad in ORDER:
        account = railroad_account(railroad)
        why = say("{r}: the treasury goes to the bank", r=railroad)
        minutes.pay(account, BANK, minutes.state.ledger.of(account), why)
    for railroad in ORDER:
        if state.sold(railroad):
            each, formula = final_per_share(state, railroad)
            pay_each_share(
                minutes,
                railroad=railroad,
                seats=state.seats,
                per_share=divided_up(each, 1),
                payer=BANK,
                formula=formula,
            )
    over = Over(before, "dividends" if reason == "dividends" else "cards")
    minutes.state = replace(minutes.state, phase=over)
