"""Who has won, of a table's state and of figures that were read out alike."""

from __future__ import annotations

from collections.abc import Sequence

from companion.mechanisms.settlement import Sums, ranked_by_total
from companion.vocabulary.view import Settlement
from companion.words.text import Text, Who, counted, say
from companion.words.values import Seat, clockwise


def tie_order(seats: int, card: Seat | None, final_tie: str) -> tuple[Seat, ...]:
    """Who wins a tie, the first before all others: the nearest clockwise to the Bull Market card, its holder first or
    last (ruling `final_tie`); nobody while nobody has got the card yet."""
    if card is None:
        return ()
    around = clockwise(seats, card)
    return (card, *around[:-1]) if final_tie == "holder_first" else around


def settled(sums: Sums, order: tuple[Seat, ...], card: Seat | None, *, projected: bool = False) -> Settlement:
    """Most cash wins; stock and treasuries are worth nothing (Ending/Winning the Game). order: see `tie_order`; a tie
    is shared where nobody has got the card yet."""

    def beside(seat: Seat, equals: Sequence[Seat]) -> Text:
        return _beside(seat, card, len(order))

    payoffs = ranked_by_total(sums, tie_order=order, reason=beside)
    best = tuple(Who(payoff.seat) for payoff in payoffs if payoff.total == payoffs[0].total)
    reason = say("{who} have the same cash", who=best) if len(best) > 1 else None
    if reason and card is not None:
        reason = say(
            "{who} have the same cash; {winner} is nearest clockwise to the Bull Market card, which {holder} has",
            who=best,
            winner=Who(payoffs[0].seat),
            holder=Who(card),
        )
    ties = say("Ties: nearest clockwise to the Bull Market card")
    return Settlement(projected, payoffs, (), reason, wins=say("Most cash wins"), ties=ties)


def _beside(seat: Seat, card: Seat | None, seats: int) -> Text:
    """How far a player sits from the card, clockwise: the nearest of those with the same cash comes first."""
    away = 0 if card is None else (seat - card) % seats
    if not away:
        return say("holds the card")
    return counted("{n} seat clockwise", "{n} seats clockwise", n=away)
