"""The end of a turn: General Dividends, how near the end of the game is, and who has won."""

from __future__ import annotations

from companion.games.texas_pacific import decisions
from companion.games.texas_pacific.box import ENDING, LAST_ROUND, ORDER, RANCHES, TRACKS
from companion.games.texas_pacific.state import Deciding, State
from companion.mechanisms.dividend import pay_each_share
from companion.mechanisms.game_state import Over
from companion.mechanisms.settlement import ranked_by_total
from companion.mechanisms.tracked import adjusted
from companion.vocabulary.board import Marker
from companion.vocabulary.ledger import BANK, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.view import End, Settlement
from companion.words.text import Text, Who, counted, phrase, say
from companion.words.values import Railroad, Seat, clockwise

CUBES_THAT_PAY = 2
"""So many decision cubes in End bring General Dividends."""
RANCH_PAYS = 1
"""Dollars a ranch pays its owner."""


def finish(minutes: Minutes[State]) -> None:
    """General Dividends if they are due; then the player to the left of the current one."""
    _check_dividends(minutes)
    state = minutes.state
    if not state.finished:
        following = clockwise(state.seats, state.active)[0]
        minutes.state = state.changed(active=following, phase=Deciding())


def look_again(minutes: Minutes[State]) -> None:
    """With two cubes in End between two turns, General Dividends are due at once; else no Decision might be left."""
    if isinstance(minutes.state.phase, Deciding):
        _check_dividends(minutes)


def _check_dividends(minutes: Minutes[State]) -> None:
    """With two of the three cubes in End General Dividends are paid, and the game may end."""
    if sum(minutes.state.in_end(track) for track in TRACKS) >= CUBES_THAT_PAY:
        _general_dividends(minutes)
        _check_end(minutes)


def _general_dividends(minutes: Minutes[State]) -> None:
    """So much a certificate, $1 a ranch, the cubes back to Start, and the next round (General Dividends)."""
    paid = sum(pay_certificates(minutes, railroad) for railroad in ORDER)
    state = minutes.state
    for seat in state.all_seats:
        number = state.ranches(seat)
        minutes.pay(BANK, seat_account(seat), RANCH_PAYS * number, say("ranches: $1 × {n}", n=number))
    ranches = RANCH_PAYS * sum(state.ranches(seat) for seat in state.all_seats)
    words = phrase("General Dividends: ${paid} for certificates, ${ranches} for ranches")
    minutes.say(words, paid=paid, ranches=ranches)
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
    if (each := state.dividend(railroad)) is None:
        return 0
    words = formula(state, railroad)
    return pay_each_share(
        minutes, railroad=railroad, seats=state.seats, per_share=each, payer=BANK, formula=words
    )


def formula(state: State, railroad: Railroad) -> Text:
    """How a dividend comes about, in words."""
    income = adjusted(state.income(railroad), state.computed_income(railroad))
    sold, each = state.sold(railroad), state.dividend(railroad) or 0
    return say("ceil({income} / {sold}) = {each}", income=income, sold=sold, each=each)


def _check_end(minutes: Minutes[State]) -> None:
    """The game ends after General Dividends only, if any of four conditions is met (End of Game)."""
    met = [end.condition for end in ends(minutes.state) if end.met]
    for condition in met:
        minutes.say(condition)
    if met:
        minutes.say("the game is over")
        minutes.state = minutes.state.changed(phase=Over())


def has_built_all(state: State, railroad: Railroad) -> bool:
    """Has it built all its track? One that went west has no cubes any more (ruling `west_counts_as_built`)."""
    if railroad in state.west and state.ruled("west_counts_as_built", "no"):
        return state.west[railroad] == 0
    return state.cubes_left(railroad) == 0


def ends(state: State) -> tuple[End, ...]:
    """The four conditions, looked at after General Dividends (End of Game)."""
    built, sold, left = ENDING["built"], ENDING["sold"], ENDING["ranches_left"]
    all_built = sum(has_built_all(state, railroad) for railroad in ORDER)
    all_sold = sum(not state.unsold(railroad) for railroad in ORDER)
    conditions = (
        (say("{n} railroads have built all their track", n=built), all_built, built),
        (say("{n} railroads have sold all their certificates", n=sold), all_sold, sold),
        (say("{n} or fewer ranch markers are on the map", n=left), state.ranches_built(), RANCHES - left),
        (say("{n} rounds have been played", n=LAST_ROUND), state.round - 1, LAST_ROUND),
    )
    return tuple(End(words, progress, of, progress >= of) for words, progress, of in conditions)


def settlement(state: State) -> Settlement:
    """Most money wins; ties: fewest certificates, then most ranches, then shared (End of Game)."""
    merits = {seat: (-state.certificates_of(seat), state.ranches(seat)) for seat in state.all_seats}
    cash = [(seat, int(state.cash(seat)), ()) for seat in state.all_seats]
    payoffs = ranked_by_total(cash, tie_order=(), merits=merits)
    richest = [payoff.seat for payoff in payoffs if payoff.total == payoffs[0].total]
    winners = [payoff.seat for payoff in payoffs if payoff.winner]
    reason = _reason(state, richest, winners) if len(richest) > 1 else None
    return Settlement(not state.finished, payoffs, (), reason)


def _reason(state: State, richest: list[Seat], winners: list[Seat]) -> Text:
    """Why these of those with the most money have won."""
    same = say("{who} have the same money", who=tuple(Who(seat) for seat in richest))
    fewest = min(state.certificates_of(seat) for seat in richest)
    with_fewest = [seat for seat in richest if state.certificates_of(seat) == fewest]
    who, most = tuple(Who(seat) for seat in winners), state.ranches(winners[0])
    if len(winners) == len(richest):
        return say("{same}, certificates and ranches: {who} share the victory", same=same, who=who)
    if len(with_fewest) == 1:
        return say("{same}; {who} has the fewest certificates, {n}", same=same, who=who, n=fewest)
    if len(winners) > 1:
        words = phrase(
            "{same}; of those with the fewest certificates, {n}, {who} have the most ranches, {m},"
            " and share the victory"
        )
        return say(words, same=same, n=fewest, who=who, m=most)
    return counted(
        "{same}; with {n} certificate each {who} has the most ranches, {m}",
        "{same}; with {n} certificates each {who} has the most ranches, {m}",
        n=fewest,
        same=same,
        who=who,
        m=most,
    )
