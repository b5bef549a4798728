"""The end of a turn: General Dividends, the end of the game, the next player."""

from __future__ import annotations

from dataclasses import replace

from companion.games.texas_pacific import settling, slides
from companion.games.texas_pacific.box import LAST_ROUND, ORDER
from companion.games.texas_pacific.state import Deciding, Over, State
from companion.mechanisms.correction import adjusted
from companion.mechanisms.dividend import pay_each_share
from companion.vocabulary.board import Marker
from companion.vocabulary.ledger import BANK, seat_account
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, say
from companion.words.values import Railroad, Seat, clockwise

CUBES_THAT_PAY = 2
"""So many decision cubes in End bring General Dividends."""
RANCH_PAYS = 1
"""Dollars a ranch pays its owner."""


def finish(minutes: Minutes[State]) -> None:
    """General Dividends if they are due; then the player to the left of the current one."""
    check_dividends(minutes)
    state = minutes.state
    if not state.finished:
        following = clockwise(state.seats, state.active)[0]
        minutes.state = replace(state, active=following, phase=Deciding())


def check_dividends(minutes: Minutes[State]) -> None:
    """With two of the three cubes in End General Dividends are paid, and the game may end."""
    if len(slides.in_end_now(minutes.state)) >= CUBES_THAT_PAY:
        _general_dividends(minutes)
        _check_end(minutes)


def _general_dividends(minutes: Minutes[State]) -> None:
    """So much a certificate, $1 a ranch, the cubes back to Start, and the next round (General Dividends)."""
    paid = sum(pay_certificates(minutes, railroad) for railroad in ORDER)
    for_ranches = 0
    for seat in (Seat(n) for n in range(1, minutes.state.seats + 1)):
        number = minutes.state.ranches(seat)
        amount = RANCH_PAYS * number
        minutes.pay(BANK, seat_account(seat), amount, say("ranches: $1 × {n}", n=number))
        for_ranches += amount
    minutes.say(
        say(
            "General Dividends: ${paid} for certificates, ${ranches} for ranches",
            paid=paid,
            ranches=for_ranches,
        )
    )
    old = minutes.state.round
    slides.back_to_start(minutes)
    minutes.state = replace(minutes.state, round=old + 1)
    minutes.goes(Marker("round", old, old + 1, _round_words), marker="round")


def _round_words(old: int | None, new: int | None) -> Text:
    assert old is not None
    assert new is not None
    if new > LAST_ROUND:
        return say("Move the round cube into End")
    return say("Move the round cube {old} → {new}", old=min(old, LAST_ROUND), new=new)


def pay_certificates(minutes: Minutes[State], railroad: Railroad) -> int:
    """The income over the certificates sold, rounded up, from the bank to each of them; how much in all."""
    state = minutes.state
    each = state.dividend(railroad)
    if each is None:
        return 0
    return pay_each_share(
        minutes,
        railroad=railroad,
        seats=state.seats,
        per_share=each,
        payer=BANK,
        formula=formula(state, railroad),
    )


def formula(state: State, railroad: Railroad) -> Text:
    """How a dividend comes about, in words."""
    return say(
        "ceil({income} / {sold}) = {each}",
        income=adjusted(state.income(railroad), state.computed_income(railroad)),
        sold=state.sold(railroad),
        each=state.dividend(railroad) or 0,
    )


def _check_end(minutes: Minutes[State]) -> None:
    """The game ends after General Dividends only, if any of four conditions is met (End of Game)."""
    met = [one.condition for one in settling.ends(minutes.state) if one.met]
    for condition in met:
        minutes.say(condition)
    if met:
        minutes.say(say("the game is over"))
        minutes.state = replace(minutes.state, phase=Over())
