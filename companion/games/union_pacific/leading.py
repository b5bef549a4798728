"""What an investment leads to, in words: who has most shares of a company now, and what it would pay next."""

from __future__ import annotations

from companion.games.union_pacific.box import ALL
from companion.games.union_pacific.dividends import due
from companion.games.union_pacific.moves import Invest
from companion.games.union_pacific.state import Paid, State
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad, Seat


def tell(minutes: Minutes[State], before: State, move: Invest) -> None:
    """Of each company whose shares were laid down who leads, and what the next dividend would pay whoever has done so,
    in $ millions; nothing of the Union Pacific, as long as nobody has read out its places (Dividend payments)."""
    for company in ALL:
        if move.shares.get(company):
            _tell_of(minutes, before, company, move)


def _tell_of(minutes: Minutes[State], before: State, company: Railroad, move: Invest) -> None:
    seat, held = move.seat, dict(before.holders(company))
    was = due(before, company, before.paid + 1, held.items())
    held[seat] = held.get(seat, 0) + move.shares[company]
    now = due(before, company, before.paid + 1, held.items())
    minutes.say(_lead(now))
    old, new = _to(was, seat), _to(now, seat)
    if old != new:
        words = phrase("next {company} dividend for {who} ${old}M → ${new}M")
        minutes.say(words, company=company, who=Who(seat), old=old, new=new)


def _lead(paid: Paid) -> Text:
    """Who has most of its shares, one alone or several."""
    first, *others = paid.awards[0].seats
    held = paid.awards[0].held
    if not others:
        return say("{who} leads {company} with {n}", who=Who(first), company=paid.company, n=held)
    who = (Who(first), *map(Who, others))
    return say("{who} lead {company} with {n} each", who=who, company=paid.company, n=held)


def _to(paid: Paid, seat: Seat) -> int:
    """What of it that player gets."""
    for award in paid.awards:
        if seat in award.seats:
            return award.each
    return 0
