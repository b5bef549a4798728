"""The end of a turn: General Dividends, how near the end of the game is, and who has won."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.games.texas_pacific import decisions, settling
from companion.games.texas_pacific.box import ENDING, LAST_ROUND, ORDER, RANCHES, TRACKS
from companion.games.texas_pacific.state import Deciding, State
from companion.mechanisms.dividend import pay_each_share
from companion.mechanisms.game_state import Over
from companion.mechanisms.parts import part
from companion.vocabulary.board import Marker
from companion.vocabulary.ledger import BANK, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.view import End, Settlement
from companion.words.text import Text, phrase, say
from companion.words.values import Money, Railroad, clockwise


def finish(minutes: Minutes[State], west: int = 0) -> None:
    """General Dividends if they are due; then the player to the left of the current one.

    west: dollars that the move has paid for railroads that went west.
    """
    _check_dividends(minutes, west)
    state = minutes.state
    if not state.finished:
        following = clockwise(state.seats, state.active)[0]
        minutes.state = state.changed(active=following, phase=Deciding())


def look_again(minutes: Minutes[State]) -> None:
    """With two cubes in End between two turns, General Dividends are due at once; else no Decision might be left."""
    if isinstance(minutes.state.phase, Deciding):
        _check_dividends(minutes)


def _check_dividends(minutes: Minutes[State], west: int = 0) -> None:
    """With two of the three cubes in End General Dividends are paid, and the game may end."""
    if sum(minutes.state.in_end(track) for track in TRACKS) >= decisions.CUBES_THAT_PAY:
        _general_dividends(minutes, west)
        _check_end(minutes)


def _general_dividends(minutes: Minutes[State], west: int) -> None:
    """So much a certificate, $1 a ranch, the cubes back to Start, and the next round (General Dividends).

    west: dollars that the move has paid for railroads that went west. The sum that is told briefly has them, too, for
    below it stands what each player is paid by the whole move.
    """
    paid = sum(pay_certificates(minutes, railroad) for railroad in ORDER)
    state = minutes.state
    ranches = 0
    for seat in state.all_seats:
        dollars, formula = settling.ranches(state.ranches(seat))
        minutes.pay(BANK, seat_account(seat), dollars, formula)
        ranches += dollars
    words = phrase("General Dividends: ${paid} for certificates, ${ranches} for ranches")
    large = phrase("General Dividends: ${total} in all")
    if west:
        large = phrase("General Dividends and Go West: ${total} in all")
    brief = say(large, total=west + paid + ranches)
    # its sum has what was paid for going west, so that is told after it
    minutes.sentences[:] = [replace(each, leads=False) for each in minutes.sentences]
    minutes.say_large(say(words, paid=paid, ranches=ranches), brief)
    decisions.back_to_start(minutes)
    minutes.state = minutes.state.changed(round=state.round + 1)
    minutes.goes(Marker("round", state.round, state.round + 1, _round_words), marker="round")


def _round_words(old: int | None, new: int | None) -> Text:
    if new is None or new > LAST_ROUND:
        return say("Move the round cube into End")
    return say("Move the round cube {old} → {new}", old=min(old or 0, LAST_ROUND), new=new)


def pay_certificates(minutes: Minutes[State], railroad: Railroad) -> int:
    """The income over the certificates sold, rounded up, from the bank to each of them; how much in all."""
    state = minutes.state
    if not state.sold(railroad):
        return 0
    each, words = certificate(state, railroad)
    return pay_each_share(
        minutes, railroad=railroad, seats=state.seats, per_share=each, payer=BANK, formula=words
    )


def certificate(state: State, railroad: Railroad) -> tuple[Money, Text]:
    """What a certificate of it is paid, in dollars, and the formula; of some at least, somebody has one."""
    income, computed = state.income(railroad), state.computed_income(railroad)
    return settling.certificate(income, state.sold(railroad), computed)


def _check_end(minutes: Minutes[State]) -> None:
    """The game ends after General Dividends only, if any of four conditions is met (End of Game)."""
    met = [condition for condition in CONDITIONS if condition.progress(minutes.state) >= condition.of]
    for condition in met:
        minutes.say_late(condition.words)  # that it is over comes first
    if met:
        minutes.say_own(say("the game is over"))  # a preview has it even where there is room for little
        minutes.state = minutes.state.changed(phase=Over())


def has_built_all(state: State, railroad: Railroad) -> bool:
    """Has it built all its track? One that went west has no cubes any more (ruling `west_counts_as_built`)."""
    if railroad in state.west and state.ruled("west_counts_as_built", "no"):
        return state.west[railroad] == 0
    return state.cubes_left(railroad) == 0


@dataclass(frozen=True, slots=True)
class _Condition:
    """What ends the game (End of Game)."""

    words: Text
    """In the rulebook's words, as a summary says it."""
    brief: Text
    """Beside its figure, in the unit it is counted in."""
    counts: Text
    of: int
    progress: Callable[[State], int]


def _conditions() -> tuple[_Condition, ...]:
    built, sold, left = ENDING["built"], ENDING["sold"], ENDING["ranches_left"]
    ranches, rounds = RANCHES - left, say("{n} rounds played", n=LAST_ROUND)
    return (
        _Condition(
            say("{n} railroads have built all their track", n=built),
            say("{n} railroads are fully built", n=built),
            say("fully built"),
            built,
            lambda state: sum(has_built_all(state, railroad) for railroad in ORDER),
        ),
        _Condition(
            say("{n} railroads have sold all their certificates", n=sold),
            say("{n} railroads are sold out", n=sold),
            say("sold out"),
            sold,
            lambda state: sum(not state.unsold(railroad) for railroad in ORDER),
        ),
        _Condition(
            say("{n} or fewer ranch markers are on the map", n=left),
            say("{n} ranches are built", n=ranches),
            say("ranches built"),
            ranches,
            lambda state: state.ranches_built(),
        ),
        _Condition(rounds, rounds, say("rounds"), LAST_ROUND, lambda state: state.round - 1),
    )


CONDITIONS = _conditions()
"""The four, in the rulebook's order (End of Game)."""


def ends(state: State) -> tuple[End, ...]:
    """How near each of the four conditions is; they are looked at after General Dividends (End of Game)."""
    due = phrase("{condition}: the game ends with the next General Dividends")

    def end(condition: _Condition) -> End:
        progress, of, words = condition.progress(state), condition.of, condition.brief
        if progress >= of and not state.finished:
            words = say(due, condition=words)
        return End(words, progress, of, progress >= of, condition.counts)

    return tuple(end(condition) for condition in CONDITIONS)


@part
def ends_when_paid(state: State) -> bool:
    """Would General Dividends end the game if they were paid now? They bring the next round (End of Game)."""
    after = state.changed(round=state.round + 1)
    return any(condition.progress(after) >= condition.of for condition in CONDITIONS)


def settlement(state: State) -> Settlement:
    """Most money wins; ties: fewest certificates, then most ranches, then shared (End of Game)."""
    certificates = {seat: state.certificates_of(seat) for seat in state.all_seats}
    built = {seat: state.ranches(seat) for seat in state.all_seats}
    cash = [(seat, int(state.cash(seat)), ()) for seat in state.all_seats]
    return settling.settled(cash, certificates, built, projected=not state.finished)
