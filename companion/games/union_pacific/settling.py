"""The last dividends and who has won, of a table's state and of figures that were read out alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.games.union_pacific import dividends
from companion.games.union_pacific.box import nth
from companion.games.union_pacific.state import Paid
from companion.mechanisms.settlement import Sums, ranked_by_total
from companion.vocabulary.view import Payoff, PayoffLine, Settlement
from companion.words.text import Text, Who, counted, phrase, say
from companion.words.values import Seat


def lines(history: Iterable[Paid], seat: Seat) -> Iterator[PayoffLine]:
    """What a player got of each of these dividends, company by company."""
    for paid in history:
        for award in paid.awards:
            if seat in award.seats:
                label = say("{nth} dividend", nth=nth(paid.number))
                yield PayoffLine(paid.company, label, dividends.reckoned(paid, award), award.each)


def settled(
    sums: Sums, invested: Mapping[Seat, int], final_tie: str, *, projected: bool = False
) -> Settlement:
    """Most cash wins (Game end; ruling `final_tie`). invested: shares that each player has on the table."""
    merits = {seat: (number,) for seat, number in invested.items()} if final_tie == "more_shares" else {}

    def beside(seat: Seat, equals: Sequence[Seat]) -> Text:
        return counted("{n} share invested", "{n} shares invested", n=invested[seat])

    payoffs = ranked_by_total(sums, tie_order=(), merits=merits, reason=beside)
    ties = say("Ties: most shares invested")
    to_come = say("Dividends still to come are not included.") if projected else None
    tie, wins = _tie(payoffs, invested), say("Most cash wins")
    return Settlement(projected, payoffs, (), tie, wins=wins, ties=ties, to_come=to_come)


def _tie(payoffs: Sequence[Payoff], invested: Mapping[Seat, int]) -> Text | None:
    """Who has as much cash as the winner, and what decides between them."""
    best = tuple(Who(payoff.seat) for payoff in payoffs if payoff.total == payoffs[0].total)
    winners = tuple(Who(payoff.seat) for payoff in payoffs if payoff.winner)
    if len(best) < 2:
        return None
    if len(winners) > 1:
        return say("{who} tie on cash and share the win", who=winners)
    words = phrase("{who} tie on cash; {winner} has invested more shares ({n})")
    return say(words, who=best, winner=winners, n=invested[winners[0].seat])
