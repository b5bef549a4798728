"""How near the end is, and who has won."""

from __future__ import annotations

from companion.games.texas_pacific.box import BOX, LAST_ROUND, ORDER, RANCHES
from companion.games.texas_pacific.state import State
from companion.mechanisms.settlement import ranked_by_total
from companion.mechanisms.shares import held
from companion.vocabulary.view import End, Settlement
from companion.words.text import Text, Who, counted, say
from companion.words.values import Railroad, Seat

_ENDING = BOX["ending"]
MOST_RANCHES_LEFT: int = _ENDING["ranches_left"]


def has_built_all(state: State, railroad: Railroad) -> bool:
    """Has it built all its track? One that went west has no cubes any more (ruling `west_counts_as_built`)."""
    if railroad in state.west and state.ruled("west_counts_as_built", "no"):
        return state.west[railroad] == 0
    return state.cubes_left(railroad) == 0


def ends(state: State) -> tuple[End, ...]:
    """The four conditions, looked at after General Dividends (End of Game)."""
    all_built = sum(has_built_all(state, railroad) for railroad in ORDER)
    all_sold = sum(not state.unsold(railroad) for railroad in ORDER)
    taken, most_taken = state.ranches_built(), RANCHES - MOST_RANCHES_LEFT
    rounds = state.round - 1
    most_built, most_sold = _ENDING["built"], _ENDING["sold"]
    return (
        End(
            say("{n} railroads have built all their track", n=most_built),
            all_built,
            most_built,
            all_built >= most_built,
        ),
        End(
            say("{n} railroads have sold all their certificates", n=most_sold),
            all_sold,
            most_sold,
            all_sold >= most_sold,
        ),
        End(
            say("{n} or fewer ranch markers are on the map", n=MOST_RANCHES_LEFT),
            taken,
            most_taken,
            taken >= most_taken,
        ),
        End(say("{n} rounds have been played", n=LAST_ROUND), rounds, LAST_ROUND, rounds >= LAST_ROUND),
    )


def certificates_of(state: State, seat: Seat) -> int:
    """How many certificates a player owns."""
    return sum(held(state.ledger, seat, railroad) for railroad in ORDER)


def settlement(state: State) -> Settlement:
    """Most money wins; ties: fewest certificates, then most ranches, then shared (End of Game)."""
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    merits = {seat: (-certificates_of(state, seat), state.ranches(seat)) for seat in seats}
    payoffs = ranked_by_total(
        [(seat, int(state.cash(seat)), ()) for seat in seats], tie_order=(), merits=merits
    )
    best = [payoff.seat for payoff in payoffs if payoff.total == payoffs[0].total]
    winners = [payoff.seat for payoff in payoffs if payoff.winner]
    reason = _reason(state, best, winners) if len(best) > 1 else None
    return Settlement(not state.finished, payoffs, (), reason)


def _reason(state: State, best: list[Seat], winners: list[Seat]) -> Text:
    """Why these of those with the most money have won."""
    same = say("{who} have the same money", who=tuple(Who(seat) for seat in best))
    fewest = min(certificates_of(state, seat) for seat in best)
    left = [seat for seat in best if certificates_of(state, seat) == fewest]
    who = tuple(Who(seat) for seat in winners)
    if len(winners) == len(best):
        return say("{same}, certificates and ranches: {who} share the victory", same=same, who=who)
    if len(left) == 1:
        return say("{same}; {who} has the fewest certificates, {n}", same=same, who=who, n=fewest)
    most = state.ranches(winners[0])
    if len(winners) > 1:
        return say(
            "{same}; of those with the fewest certificates, {n}, {who} have the most ranches, {m},"
            " and share the victory",
            same=same,
            n=fewest,
            who=who,
            m=most,
        )
    return counted(
        "{same}; with {n} certificate each {who} has the most ranches, {m}",
        "{same}; with {n} certificates each {who} has the most ranches, {m}",
        n=fewest,
        same=same,
        who=who,
        m=most,
    )
