"""Paper money: which of the game's notes hands give to whom, for a table that keeps its printed money beside the
companion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from companion.vocabulary.board import Instruction
from companion.vocabulary.box import Unit
from companion.vocabulary.ledger import BANK, MONEY, Account, Posting, account_owner
from companion.words.text import Text, joined, say

Notes = Mapping[int, int]
"""Notes by what is printed on them, the largest first: how many."""


def fewest(amount: int, printed: Iterable[int]) -> dict[int, int]:
    """An amount in as few notes as possible. A rest that no note is small enough for is left out.

    printed: the values of the notes. For the notes of every game's box, taking the largest first gives the fewest.
    """
    given: dict[int, int] = {}
    for value in sorted(printed, reverse=True):
        number, amount = divmod(amount, value)
        if number:
            given[value] = number
    return given


def to_begin_with(amount: int, printed: Iterable[int]) -> dict[int, int]:
    """Starting money: enough of every small note to change the next larger one, the rest in as few as possible.

    $60 is $25, 2 × $10, 2 × $5 and 5 × $1: nobody has to ask for change at the first bid.
    """
    values = sorted(printed)
    small: dict[int, int] = {}
    left = amount
    for value, larger in pairwise(values):
        number = min(larger // value, left // value)
        small[value] = number
        left -= number * value
    rest = fewest(left, values)
    both = {value: small.get(value, 0) + rest.get(value, 0) for value in reversed(values)}
    return {value: number for value, number in both.items() if number}


def changing_hands(postings: Iterable[Posting]) -> list[tuple[Account, Account, int]]:
    """Payer, payee and amount for each pair that settles up: money that would come straight back is not counted out."""
    nets: dict[tuple[Account, Account], int] = {}
    for posting in postings:
        if posting.commodity != MONEY:
            continue
        there = (posting.source, posting.target)
        back = (posting.target, posting.source)
        if back in nets:
            nets[back] -= posting.amount
        else:
            nets[there] = nets.get(there, 0) + posting.amount
    return [
        (source, target, amount) if amount > 0 else (target, source, -amount)
        for (source, target), amount in nets.items()
        if amount
    ]


def counted_out(
    postings: Iterable[Posting], printed: Iterable[int], unit: Unit, *, beginning: bool = False
) -> list[Instruction]:
    """The notes that hands give for these postings, payer by payer.

    printed: the values of the notes, none where the rulebook does not list them: then only the amounts are said;
    beginning: it is the starting money.
    """
    values = tuple(printed)
    chosen = to_begin_with if beginning else fewest
    return [
        _hand_over(source, target, amount, chosen(amount, values), unit)
        for source, target, amount in changing_hands(postings)
    ]


def _hand_over(source: Account, target: Account, amount: int, notes: Notes, unit: Unit) -> Instruction:
    facts = {"from": source, "to": target, "amount": amount, "notes": {str(k): n for k, n in notes.items()}}
    return Instruction("hand_over", _words(source, target, unit.of(amount), _in_notes(notes, unit)), facts)


def _words(source: Account, target: Account, amount: str, notes: Text | None) -> Text:
    payee = account_owner(target)
    if source == BANK:
        paid = say("Bank: {amount} to {payee}", amount=amount, payee=payee)
    else:
        payer = account_owner(source, by_letters=True)
        paid = say("{payer}: {amount} to {payee}", payer=payer, amount=amount, payee=payee)
    return paid if notes is None else say("{paid} ({notes})", paid=paid, notes=notes)


def _in_notes(notes: Notes, unit: Unit) -> Text | None:
    if not notes or sum(notes.values()) == 1:
        return None
    parts = [
        say("{note}", note=unit.of(value)) if n == 1 else say("{n} × {note}", n=n, note=unit.of(value))
        for value, n in notes.items()
    ]
    return joined(parts, " + ")
