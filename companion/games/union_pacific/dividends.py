"""Dividends: company by company, who is first and second, which tie rule holds, and how it is rounded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.union_pacific.box import ALL, UP
from companion.games.union_pacific.state import Paid, State, up_row
from companion.mechanisms.majority import Award, awards
from companion.vocabulary.ledger import BANK, seat_account
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, Who, joined, phrase, say
from companion.words.values import Railroad, Seat

ORDINALS = (
    phrase("1st"),
    phrase("2nd"),
    phrase("3rd"),
    phrase("4th"),
    phrase("5th"),
    phrase("6th"),
    phrase("7th"),
)


def nth(number: int) -> Text:
    """1st, 2nd, 3rd …"""
    return say(ORDINALS[number - 1])


def company_awards(state: State, company: Railroad, row: int) -> tuple[Award, ...]:
    """Who would get what of a company at that dividend; nobody of the Union Pacific while its row is not known.

    Companies: the value to the first, half of it, rounded down, to the second; a sole investor gets both (Special
    considerations of dividend payments). Union Pacific: five places, those unused are not paid.
    """
    some = state.owners(company)
    if company == UP:
        return awards(some, up_row(state.atlas, row) or (), sole_takes_all=False)
    worth = state.value(company)
    return awards(some, (worth, worth // 2), sole_takes_all=True)


def pay(minutes: Minutes[State], row: int) -> None:
    """One dividend, of every company somebody has invested in. `row`: the row the Union Pacific pays by."""
    number = minutes.state.paid + 1
    got: dict[Seat, int] = {}
    for company in ALL:
        state = minutes.state
        worth = None if company == UP else state.value(company)
        added = state.adjustments.get(company, 0)
        paid = Paid(number, row, company, worth, company_awards(state, company, row), added)
        if not paid.awards:
            continue
        for award, seat in recipients(paid):
            got[seat] = got.get(seat, 0) + award.each
            minutes.pay(
                BANK, seat_account(seat), award.each, say("{head}: {how}", head=head(paid), how=how(award))
            )
        line = say("{nth} dividend: {told}", nth=nth(number), told=sentence(paid))
        minutes.hands("pay_dividend", line, railroad=company, dividend=number, told=True)
        minutes.state = replace(minutes.state, history=(*minutes.state.history, paid))
    minutes.state = replace(minutes.state, paid=number)
    sums = [say("{who} ${sum}M", who=Who(seat), sum=got[seat]) for seat in sorted(got) if got[seat]]
    all_told = joined(sums, ", ") if sums else say("nothing")
    minutes.say(say("{nth} dividend: {sums}", nth=nth(number), sums=all_told))


def recipients(paid: Paid) -> Iterator[tuple[Award, Seat]]:
    """Who gets something of a payment, or is told that it comes to nothing, the first place first."""
    return ((award, seat) for award in paid.awards for seat in award.seats)


def head(paid: Paid) -> Text:
    """Of what it is paid, and how much that is worth."""
    if paid.value is None:
        if paid.row == paid.number:
            return say("UP")
        return say("UP, as in the {nth} dividend", nth=nth(paid.row))
    rounded = say(", rounded down") if paid.value % 2 else Text("")
    corrected = say(" [{added} corrected]", added=f"{paid.added:+}") if paid.added else Text("")
    return say(
        "{company} ${value}M{corrected}, half of it ${half}M{rounded}",
        company=paid.company,
        value=paid.value,
        corrected=corrected,
        half=paid.value // 2,
        rounded=rounded,
    )


def sentence(paid: Paid) -> Text:
    """A company's whole payment, to be read aloud."""
    return say("{head}: {told}", head=head(paid), told=told(paid))


def told(paid: Paid) -> Text:
    """Who gets what of a company, and why."""
    worth_telling = [_told(award) for award in paid.awards if _worth_telling(award)]
    return joined(worth_telling) if worth_telling else say("nothing")


def _worth_telling(award: Award) -> bool:
    """Who stands behind all paying places is not named."""
    return award.alone or any(award.pays)


def _told(award: Award) -> Text:
    who = tuple(Who(seat) for seat in award.seats)
    words = phrase("{who} ${each}M each: {how}") if award.tied else phrase("{who} ${each}M: {how}")
    return say(words, who=who, each=award.each, how=how(award))


def how(award: Award) -> Text:
    """How an amount comes about: the place, the tie, the rounding."""
    shares = _shares(award.held)
    if award.alone:
        return say("the only investor, with {shares}: {sum}", shares=shares, sum=_sum(award.pays))
    if not award.tied:
        return say("{nth} with {shares}", nth=nth(award.place), shares=shares)
    paying = tuple(amount for amount in award.pays if amount) or (0,)
    pool = say("({sum})", sum=_sum(paying)) if len(paying) > 1 else _sum(paying)
    rounded = say(", rounded down") if award.pool % len(award.seats) else Text("")
    return say(
        "tied for {nth} with {shares} each: {pool} / {number}{rounded}",
        nth=nth(award.place),
        shares=shares,
        pool=pool,
        number=len(award.seats),
        rounded=rounded,
    )


def _shares(number: int) -> Text:
    return say("1 share") if number == 1 else say("{n} shares", n=number)


def _sum(amounts: tuple[int, ...]) -> Text:
    return joined([say("{amount}", amount=amount) for amount in amounts], " + ")
