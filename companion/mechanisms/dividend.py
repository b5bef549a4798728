"""A payment of so much a share. All games differ in payer, divisor and rounding: none of them has a default."""

from __future__ import annotations

from companion.mechanisms.shares import holders
from companion.vocabulary.ledger import Account, seat_account
from companion.vocabulary.minutes import Minutes, S
from companion.words.text import Text, phrase, say
from companion.words.values import Money, Railroad


def pay_each_share(
    minutes: Minutes[S],
    *,
    railroad: Railroad,
    seats: int,
    per_share: Money,
    payer: Account,
    formula: Text,
) -> Money:
    """Every player gets `per_share` dollars for each certificate of the railroad. Returns the dollars paid.

    formula: how the amount of one share comes about; it stands in every posting.
    """
    paid = 0
    for seat, number in holders(minutes.state.ledger, railroad, seats):
        amount = per_share * number
        why = say("{railroad}: {formula}", railroad=railroad, formula=times(formula, number, amount))
        minutes.pay(payer, seat_account(seat), amount, why)
        paid += amount
    return Money(paid)


def times(formula: Text, number: int, amount: int) -> Text:
    """The formula of one share, for several: ($10 + $6) ÷ 2 = $8 per share × 2 = $16. amount: of all, in dollars."""
    if number == 1:
        return formula
    return say("{formula} × {number} = ${amount}", formula=formula, number=number, amount=amount)


def divided(top: Text, total: int, by: int, each: int, unit: Text) -> Text:
    """The formula of one share as players write it: ($10 + $6) ÷ 2 = $8 per share, or rounded up.

    top: what is divided, in words; total: the same in dollars.
    """
    exact, rounded = (
        phrase("{top} ÷ {by} = ${each} {unit}"),
        phrase("{top} ÷ {by}, rounded up = ${each} {unit}"),
    )
    return say(exact if each * by == total else rounded, top=top, by=by, each=each, unit=unit)
