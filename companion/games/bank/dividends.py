"""Dividends: so much a certificate, or a total over a number of them, rounded for each; with its formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.atlas.known import Atlas
from companion.games.bank.box import BOX
from companion.games.bank.moves import Dividend
from companion.games.bank.payments import check_can_pay
from companion.games.bank.state import State
from companion.mechanisms.box_file import tools_of
from companion.mechanisms.dividend import times
from companion.vocabulary.ledger import BANK, Account, account_owner, railroad_account
from companion.vocabulary.minutes import NOTHING, Minutes
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.words.errors import RuleError, forbidden
from companion.words.text import Text, joined, phrase, say
from companion.words.values import Money, Railroad, divided_up


@dataclass(frozen=True, slots=True)
class Share:
    """What a certificate is paid, and how that comes about."""

    each: int
    formula: Text
    briefly: Text
    """The amount, and of what: by how many the total is divided is chosen beforehand, where a bar may hide it."""


def check(state: State, move: Dividend) -> None:
    """Check that a dividend is entered in one of the two ways, and completely; and that there is somebody to be paid,
    for neither way is offered where nobody is.

    :raises RuleError: `invalid`, `rule` while nobody holds any.
    """
    _check_said(move)
    known = move.company in state.box.order and not move.treasury_too
    if known and not state.holders_of(move.company):
        raise forbidden("Nobody holds a certificate of the {r}", r=move.company)


def _check_said(move: Dividend) -> None:
    if (move.per_share is None) == (move.total is None):
        raise _lacking("total", say("Enter the dividend either per certificate or as a total"))
    if move.total is None:
        return
    if move.divisor is None:
        raise _lacking("divisor", say("Divide the total by what?"))
    if move.rounding is None:
        raise _lacking("rounding", say("Rounded up or down?"))
    if (move.divisor == "number") != (move.number is not None):
        raise _lacking("number", say("Divide the total by how many?"))


def _lacking(field: str, words: Text) -> RuleError:
    return RuleError("invalid", words, errors={field: (words,)})


def dividend(minutes: Minutes[State], move: Dividend) -> None:
    """Every holder is paid for each certificate, a treasury for its own only where the table says so.

    :raises RuleError: `rule` while nobody holds any, `insufficient-funds`.
    """
    state, own = minutes.state, railroad_account(move.company)
    payer = BANK if move.payer == "bank" else own
    holders = list(state.holders_of(move.company))
    share = per_certificate(state, move, sum(number for _, number in holders))
    if move.treasury_too and (kept := state.certificates_of(own, move.company)):
        holders.append((own, kept))
    if not holders:
        raise forbidden("Nobody holds a certificate of the {r}", r=move.company)
    paid = [(account, number) for account, number in holders if account != payer]
    check_can_pay(state, payer, share.each * sum(number for _, number in paid))
    for account, number in paid:
        amount = share.each * number
        why = say(
            "{railroad}: {formula}", railroad=move.company, formula=times(share.formula, number, amount)
        )
        minutes.pay(payer, account, amount, why)
    _tell(minutes, move.company, share, paid, by_bank=payer == BANK)


def _tell(
    minutes: Minutes[State],
    company: Railroad,
    share: Share,
    paid: Sequence[tuple[Account, int]],
    *,
    by_bank: bool,
) -> None:
    """What a certificate is paid, and what each holder gets; one alone is told in the same sentence. paid: those of the
    holders who do not pay themselves, for no money moves then."""
    state = minutes.state
    if len(paid) == 1:
        ((account, number),) = paid
        minutes.say_large(_to_one(state, share, account, number, company=company, by_bank=by_bank))
        return
    words = phrase("{r} pays {formula} per certificate")
    brief = phrase("{r} pays {each} per certificate; {total} in all")
    if by_bank:
        words = phrase("The bank pays {formula} per {r} certificate")
        brief = phrase("The bank pays {each} per {r}; {total} in all")
    total = state.priced(share.each * sum(number for _, number in paid))
    whole = say(words, r=company, formula=share.formula)
    minutes.say_large(whole, say(brief, r=company, each=share.briefly, total=total))
    told = [_paid(state, account, share.each * n, n) for account, n in paid]
    if told:
        minutes.say_sums(joined(told, ", "), NOTHING)


def _to_one(
    state: State, share: Share, account: Account, number: int, *, company: Railroad, by_bank: bool
) -> Text:
    """For one certificate the amount is told once, unless it has been divided."""
    amount = state.priced(share.each)
    if number == 1 and str(share.formula) == amount:
        words = phrase("{r} pays {owner} {amount} for 1 certificate")
        if by_bank:
            words = phrase("The bank pays {owner} {amount} for 1 {r} certificate")
        return say(words, r=company, owner=account_owner(account), amount=amount)
    words = phrase("{r} pays {what}: {formula} per certificate")
    if by_bank:
        words = phrase("The bank pays {what}: {formula} per {r} certificate")
    paid = _paid(state, account, share.each * number, number)
    return say(words, r=company, what=paid, formula=share.formula)


def _paid(state: State, account: Account, amount: int, number: int) -> Text:
    return say(
        "{owner} {amount} for {n}", owner=account_owner(account), amount=state.priced(amount), n=number
    )


def per_certificate(state: State, move: Dividend, sold: int) -> Share:
    """What one certificate is paid. sold: how many are outside the company's own treasury.

    :raises RuleError: `rule` where there is none to divide by.
    """
    if move.total is None:
        each = int(move.per_share or 0)
        plain = say("{amount}", amount=state.priced(each))
        return Share(each, plain, plain)
    divisors = {"sold": sold, "all": state.printed(move.company), "number": move.number or 0}
    number = divisors[str(move.divisor)]
    if not number:
        raise forbidden("Nobody holds a certificate of the {r}", r=move.company)
    each = rounded(move.total, number, up=move.rounding == "up")
    total, amount = state.priced(move.total), state.priced(each)
    if number == 1:
        words = briefly = phrase("{amount}")
    elif move.total % number == 0:
        words = briefly = phrase("{total} ÷ {n} = {amount}")
    elif move.rounding == "up":
        words = phrase("{total} ÷ {n}, rounded up = {amount}")
        briefly = phrase("{total} ÷ {n} = {amount} (rounded up)")
    else:
        words = phrase("{total} ÷ {n}, rounded down = {amount}")
        briefly = phrase("{total} ÷ {n} = {amount} (rounded down)")
    facts: dict[str, str | int] = {"total": total, "n": number, "amount": amount}
    return Share(each, say(words, **facts), say(briefly, **facts))


def rounded(total: int, number: int, *, up: bool) -> Money:
    """One share of a total, in whole amounts."""
    return divided_up(total, number) if up else Money(total // number)


def _reckoned(atlas: Atlas, values: Values) -> Reckoned:
    """A dividend without a table."""
    total, number, up = values["total"], values["number"], values["rounding"] == "up"
    each = rounded(total, number, up=up)
    formula = (
        say("{total} ÷ {n}, rounded up", total=total, n=number)
        if up
        else say("{total} ÷ {n}, rounded down", total=total, n=number)
    )
    return Reckoned({"amount": each}, (Step(say("Per certificate"), formula, each),))


TOOLS = tools_of(BOX, {"dividend": _reckoned})
