"""What is offered by who has what and where the markers stand: to trade, to pay a dividend, to move a marker."""

from __future__ import annotations

from functools import cache, partial

from companion.games.bank.boxes import BankBox, Track
from companion.games.bank.choosing import UNKNOWN, Chooser, worded
from companion.games.bank.ending import INCOME, track_words
from companion.games.bank.moves import Dividend, SetTrack, Trade
from companion.games.bank.state import State
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import Account, account_owner, railroad_account, seat_account
from companion.vocabulary.offers import (
    Choice,
    Offer,
    OfferField,
    Refusal,
    Value,
    called,
    costly,
    narrowed,
    refused,
)
from companion.words.text import Text, counted, joined, phrase, say
from companion.words.values import Railroad, Seat

_WAYS = (say("Dividend per certificate"), say("Dividend from a total"))
DIVISORS = {
    "sold": phrase("Sold"),
    "all": phrase("All"),
    "number": phrase("Other"),
}
ROUNDED = {"up": phrase("Up"), "down": phrase("Down")}
PAYERS = {"bank": phrase("Bank"), "treasury": phrase("Treasury")}
_MOST_APART = 24
"""Of more companies, or markers, one field serves all: each would have its own."""
_MOST_NAMED = 3
"""Holders that a dividend's choice names; of more, how many certificates they have."""
_SELLER = Choice(None, say("The seller"))
"""Whom the price goes to where nobody else is named."""
_NAMES = {"company": say("Company"), "seat": say("Player")}


# --- to trade ----------------------------------------------------------------------------------------------


@part
def trade(state: State, seat: Seat) -> Offer:
    """Certificates from whoever has some; who sells their own says to whom."""
    companies = state.box.order
    company, seller, to, number, rest = _of_trade(
        state.box, state.seats, seat, state.act_for, state.bank_open
    )
    sellers, numbers = [seller], [number]
    if len(companies) <= _MOST_APART:
        sellers = [_seller(state, seat, each) for each in companies]
        numbers = [field for each in companies for field in _numbers(state, each)]
    help_ = (
        None if state.act_for == "anyone" else say("A deal between players waits for the other to accept.")
    )
    fields = (company, *sellers, *to, *numbers, *rest)
    return Offer(Trade, seat, say("Buy or sell certificates"), fields, help_, anytime=True)


@cache
def _of_trade(
    box: BankBox, seats: int, seat: Seat, act_for: str, bank_open: str
) -> tuple[OfferField, OfferField, tuple[OfferField, ...], OfferField, tuple[OfferField, ...]]:
    """The fields of a trade that are the same all evening: which company, from anybody, to whom, how many of any
    company, and the rest."""
    table = Chooser(box, seats, seat, act_for, bank_open)
    holders, own = (*table.players(), *table.treasuries()), seat_account(seat)
    others = tuple(str(each.value) for each in holders if each.value != own)
    buyer = partial(narrowed, Trade, "to", label=say("Buyer"), other=UNKNOWN)
    to = (
        buyer(choices=_without(holders, own), when={"from": own}),
        buyer(choices=holders, default=own, when={"from": others}, aside=True),
    )
    rest = (
        narrowed(Trade, "price", asked=True),  # nobody is led to a price of nothing
        narrowed(Trade, "paid_to", choices=(_SELLER, *holders, table.bank()), other=UNKNOWN, aside=True),
        narrowed(Trade, "agreed", unasked=True),
    )
    company = narrowed(Trade, "company", choices=table.companies, other=UNKNOWN)
    seller = narrowed(Trade, "from", label=say("Seller"), choices=holders, other=UNKNOWN)
    return company, seller, to, _number(max(each.certificates for each in box.companies)), rest


def _without(choices: tuple[Choice, ...], own: Account) -> tuple[Choice, ...]:
    return tuple(each for each in choices if each.value != own)


@part
def _seller(state: State, seat: Seat, company: Railroad) -> OfferField:
    """Who has some of a company's certificates, its treasury first. Anybody else may be named, and has too few."""
    own = railroad_account(company)
    kept = state.certificates_of(own, company)
    treasury = Choice(own, say("{name}", name=company), say("{n} in the treasury", n=kept))
    holders = tuple(
        Choice(account, account_owner(account, by_letters=True), say("holds {n}", n=number))
        for account, number in state.holders_of(company)
    )
    choices = (treasury, *holders) if kept or not holders else holders
    # Where others have some, nobody buys from the treasury unasked.
    usual = own if kept and not holders else None
    limits = {"default": usual, "when": {"company": company}, "open": True}
    return narrowed(Trade, "from", label=say("Seller"), choices=choices, **limits)


@part
def _numbers(state: State, company: Railroad) -> tuple[OfferField, ...]:
    """Nobody is asked for more certificates than they have; whoever has none is told so when they are named."""
    held: dict[int, list[str]] = {}
    for account in state.purses:
        held.setdefault(state.certificates_of(account, company), []).append(str(account))
    return tuple(
        _number(
            number or state.printed(company),
            {"company": company, "from": tuple(those)},
            costly("They have only {n} of the {r}", n=number, r=company) if number else None,
        )
        for number, those in held.items()
    )


def _number(
    most: int,
    when: dict[str, Value | tuple[Value, ...]] | None = None,
    few: Refusal | None = None,
) -> OfferField:
    few = few or costly("A company has at most {n} certificates", n=most)
    return narrowed(Trade, "count", default=1, most=max(most, 1), too_much=few, when=when)


# --- dividends ---------------------------------------------------------------------------------------------


@part
def dividends(state: State, seat: Seat) -> tuple[Offer, ...]:
    """So much a certificate, or from a total, in the money of the box. While nobody holds any, their help says so."""
    table = state.box, state.seats, seat, state.act_for, state.bank_open
    paid = _paid_of(state)
    sold = any(state.holders_of(company) for company in state.box.order)
    words = say("Nobody holds a certificate yet.")
    # A treasury may be paid while nobody holds any, but by the bank alone.
    none = refused(words) if Chooser(*table).closed and not sold else None
    return tuple(
        Offer(Dividend, seat, label, (*paid, *rest), None if sold else words, anytime=True, disabled=none)
        for label, rest in zip(_WAYS, _of_dividend(*table), strict=True)
    )


@cache
def _of_dividend(
    box: BankBox, seats: int, seat: Seat, act_for: str, bank_open: str
) -> tuple[tuple[OfferField, ...], tuple[OfferField, ...]]:
    """The fields of both that are the same all evening."""
    closed = Chooser(box, seats, seat, act_for, bank_open).closed
    payers = (
        Choice("bank", say(PAYERS["bank"]), disabled=closed),
        *worded({"treasury": PAYERS["treasury"]}),
    )
    # In some games the bank pays and in others the treasury: neither is taken beforehand.
    only = {"default": "treasury"} if closed else {}
    payer = narrowed(Dividend, "payer", choices=payers, **only)
    too = (
        narrowed(Dividend, "treasury_too", aside=True, when={"payer": "bank"}),
        # a treasury that pays is not asked whether it pays itself; to say so does nothing
        narrowed(Dividend, "treasury_too", unasked=True, when={"payer": "treasury"}),
    )
    # nor is how a total is divided and rounded: either makes other money of it
    among = say("Divide by certificates")
    reckoned = (
        narrowed(Dividend, "divisor", label=among, choices=worded(DIVISORS), required=True),
        narrowed(Dividend, "number", required=True, when={"divisor": "number"}),
        narrowed(Dividend, "rounding", choices=worded(ROUNDED), required=True),
    )
    # the sum is said every time, how it is divided seldom anew; whose money it is has to be in sight
    each = (payer, narrowed(Dividend, "per_share", required=True), *too)
    return each, (payer, narrowed(Dividend, "total", required=True), *reckoned, *too)


@part
def _paid_of(state: State) -> tuple[OfferField, ...]:
    """Companies that somebody holds, with who does; where treasuries are paid too, all of them."""
    held = tuple(_held(state, company) for company in state.box.order)
    free = tuple(called(str(company), hint) for company, hint in held)
    barred = tuple(
        called(
            str(company), hint, None if hint else refused("Nobody holds a certificate of the {r}", r=company)
        )
        for company, hint in held
    )
    return tuple(
        narrowed(Dividend, "company", choices=choices, when={"treasury_too": too}, other=UNKNOWN)
        for choices, too in ((barred, False), (free, True))
    )


@part
def _held(state: State, company: Railroad) -> tuple[Railroad, Text | None]:
    holders = state.holders_of(company)
    if len(holders) > _MOST_NAMED:
        number = sum(each for _, each in holders)
        return company, counted("{n} certificate sold", "{n} certificates sold", n=number)
    each = [say("{owner}\u00a0{n}", owner=account_owner(a, by_letters=True), n=n) for a, n in holders]
    return company, joined(each, ", ") if each else None


# --- markers -----------------------------------------------------------------------------------------------


@part
def marker(state: State, seat: Seat) -> Offer:
    """Where each marker stands is told with whose it is; its field begins there."""
    return Offer(SetTrack, seat, say("Move a marker"), _markers(state), anytime=True)


@part
def _markers(state: State) -> tuple[OfferField, ...]:
    names = dict.fromkeys(track.name for track in state.box.tracks)
    which = tuple(Choice(name, track_words(name)) for name in names)
    owners = sum(len(state.box.owners(track, state.all_seats)) for track in state.box.tracks)
    plain = (narrowed(SetTrack, "value"),)
    return (
        narrowed(SetTrack, "track", choices=which, other=UNKNOWN),
        *(field for name in names for field in _whose(state, name)),
        *((field for name in names for field in _values(state, name)) if owners <= _MOST_APART else plain),
    )


def _values(state: State, name: str) -> tuple[OfferField, ...]:
    """What a marker may be set to. Where the table has one by the name of another's, it is left open whose is meant."""
    tracks = [track for track in state.box.tracks if track.name == name]
    if any(track.of == "table" for track in tracks) and len(tracks) > 1:
        return (narrowed(SetTrack, "value", when={"track": name}),)
    return tuple(
        _value(state, track, whose) for track in tracks for whose in state.box.owners(track, state.all_seats)
    )


def _whose(state: State, name: str) -> tuple[OfferField, ...]:
    """Whose marker on the tracks of one name; the table's own has no owner."""
    tracks = [track for track in state.box.tracks if track.name == name]
    owners = tuple(
        Choice(whose, account_owner(whose, by_letters=True), _stands(state, track, whose))
        for track in tracks
        if track.of != "table"
        for whose in state.box.owners(track, state.all_seats)
    )
    if not owners:
        return ()
    required = all(track.of != "table" for track in tracks)
    limits = {"choices": owners, "required": required, "when": {"track": name}, "other": UNKNOWN}
    limits["wanted"] = say("Whose marker")
    if len(tracks) == 1:
        limits["label"] = _NAMES[tracks[0].of]
    return (narrowed(SetTrack, "of", **limits),)


def _stands(state: State, track: Track, whose: Account) -> Text:
    """As a company's income stands everywhere, it is money; of other tracks nobody knows."""
    value = state.on(track, whose)
    return say("{value}", value=state.priced(value) if track.name == INCOME else str(value))


@part
def _value(state: State, track: Track, whose: Account) -> OfferField:
    name = track_words(track.name)
    words = say("{track}: from {least} to {most}", track=name, least=track.least, most=track.most)
    of = {} if track.of == "table" else {"of": str(whose)}
    unit = state.box.unit.prefix or state.box.unit.suffix
    label = say("{track} in {unit}", track=name, unit=unit) if track.name == INCOME and unit else name
    return narrowed(
        SetTrack,
        "value",
        label=label,
        least=track.least,
        most=track.most,
        default=state.on(track, whose),
        asked=True,
        when={"track": track.name, **of},
        too_much=Refusal("rule", words),
    )
