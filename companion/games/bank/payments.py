"""Payments, requests and trades: who pays whom, who is asked first, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.games.bank import asking
from companion.games.bank.choosing import UNKNOWN
from companion.games.bank.moves import AcceptRequest, DeclineRequest, Pay, RequestMoney, Trade
from companion.games.bank.state import Asked, Deal, State
from companion.vocabulary.ledger import (
    BANK,
    Account,
    account_owner,
    certificates,
    railroad_account,
    seat_account,
    seat_of,
)
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.words.errors import RuleError, forbidden, invalid, not_now, too_poor
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Seat


def check_can_pay(state: State, account: Account, amount: int) -> None:
    """Check that an account can pay so much. Whoever has bid keeps that much back; the bank can always pay.

    :raises RuleError: `insufficient-funds`.
    """
    if account == BANK:
        return
    held, bid = state.ledger.of(account), state.standing_bid(account)
    if amount > held:
        words = say(
            "{amount} is too much: {owner} has {held}",
            amount=state.priced(amount),
            owner=account_owner(account),
            held=state.priced(held),
        )
        raise too_poor(words)
    if bid and amount > held - bid:
        words = say(
            "{owner} has bid {bid} and must keep that much until the auction is over",
            owner=account_owner(account),
            bid=state.priced(bid),
        )
        raise too_poor(words)


def owners(accounts: Iterable[Account]) -> Text:
    """Accounts in words, one after the other."""
    return say("{names}", names=tuple(account_owner(account) for account in accounts))


def reason(words: str) -> Text:
    """What something is for, in a player's own words."""
    return say("{words}", words=words) if words else say("payment")


def pay(minutes: Minutes[State], move: Pay) -> None:
    """Pay as much to each; all of it or nothing.

    :raises RuleError: `rule` for a payment to oneself or twice to the same, `insufficient-funds`.
    """
    source = Account(move.from_ or seat_account(move.seat))
    payees = tuple(map(Account, move.to))
    if source in payees:
        raise forbidden("You can't pay yourself")
    if len(set(payees)) < len(payees):
        raise forbidden("The same one is listed twice")
    check_can_pay(minutes.state, source, move.amount * len(payees))
    for payee in payees:
        minutes.pay(source, payee, move.amount, reason(move.why))
    told = minutes.state.priced(move.amount)
    if len(payees) > 1:
        told_each = say("{amount} each", amount=told)
        said = say(
            "{payer} pays {payees} {amount}",
            payer=account_owner(source),
            payees=owners(payees),
            amount=told_each,
        )
    else:
        said = say(
            "{payer} pays {payees} {amount}", payer=account_owner(source), payees=owners(payees), amount=told
        )
    minutes.say(asking.with_reason(said, move.why))


# --- asking ------------------------------------------------------------------------------------------------


def check_request(move: RequestMoney) -> None:
    """Check that nobody asks themselves.

    :raises RuleError: `rule`.
    """
    if seat_of(move.from_) == move.seat:
        raise forbidden("You can't ask yourself")


def request_money(minutes: Minutes[State], move: RequestMoney) -> None:
    """Ask a player for money. Nothing moves; the request stands until it is answered.

    :raises RuleError: `invalid` where it is nobody's seat.
    """
    asked = seat_of(move.from_)
    if asked is None:
        raise invalid("from", say("Only players can be asked for money"))
    ask(minutes, move.seat, asked, move.amount, why=move.why)


def ask(
    minutes: Minutes[State], seat: Seat, of: Seat, amount: int, *, why: str = "", deal: Deal | None = None
) -> None:
    """Put a request, for money or for a trade, to a player."""
    state = minutes.state
    asked = Asked(state.requests + 1, seat, of, amount, why, deal)
    minutes.state = state.changed(asked=(*state.asked, asked), requests=asked.id)
    minutes.say(asking.told(state, asked, "asks"))


def check_answer(state: State, move: AcceptRequest | DeclineRequest) -> None:
    """Check that the request is open and theirs to answer: whoever was asked says yes or no, whoever asked takes it
    back.

    :raises RuleError: as `open_request`, `not-your-seat`.
    """
    asked = open_request(state, move.request)
    theirs = (asked.of,) if isinstance(move, AcceptRequest) else (asked.of, asked.seat)
    if move.seat not in theirs:
        raise RuleError("not-your-seat", _for_them(asked))


def off(state: State, sent: Mapping[str, object]) -> Text | None:
    """Why an answer to a request, as it was sent, is not for its seat to give; None for any other move."""
    number = sent.get("request")
    if sent.get("type") not in _ANSWERS or not isinstance(number, int) or number < 1:
        return None
    try:
        return _for_them(open_request(state, number))
    except RuleError as answered:
        return answered.text


_ANSWERS = (AcceptRequest.TYPE.name, DeclineRequest.TYPE.name)


def _for_them(asked: Asked) -> Text:
    return say("Only {who} can answer request {n}", n=asked.id, who=Who(asked.of))


def open_request(state: State, number: int) -> Asked:
    """A request that nobody has answered yet.

    :raises RuleError: `invalid` for one that never was, `not-now` for one that was answered.
    """
    found = next((asked for asked in state.asked if asked.id == number), None)
    if found is None and number > state.requests:
        raise invalid("request", say("There is no request {n}", n=number))
    if found is None:
        raise not_now(say("Request {n} has already been answered", n=number))
    return found


def accept_request(minutes: Minutes[State], move: AcceptRequest) -> None:
    """Pay what was asked for, or carry out the trade.

    :raises RuleError: `insufficient-funds`, and the request stays open.
    """
    asked = open_request(minutes.state, move.request)
    source, target = seat_account(asked.of), seat_account(asked.seat)
    if asked.deal is not None:
        carry_out(minutes, asked.deal)
    else:
        check_can_pay(minutes.state, source, asked.amount)
        minutes.pay(source, target, asked.amount, reason(asked.why))
        told = minutes.state.priced(asked.amount)
        said = say(
            "{payer} pays {payees} {amount}",
            payer=account_owner(source),
            payees=account_owner(target),
            amount=told,
        )
        minutes.say(asking.with_reason(said, asked.why))
    _answered(minutes, asked)


def decline_request(minutes: Minutes[State], move: DeclineRequest) -> None:
    """Drop a request; nothing moves."""
    asked = open_request(minutes.state, move.request)
    answer = "takes back" if move.seat == asked.seat else "declines"
    minutes.say(asking.told(minutes.state, asked, answer))
    _answered(minutes, asked)


def _answered(minutes: Minutes[State], asked: Asked) -> None:
    left = tuple(other for other in minutes.state.asked if other.id != asked.id)
    minutes.state = minutes.state.changed(asked=left)


# --- trading -----------------------------------------------------------------------------------------------


def entered(state: State, move: Trade, by_host: bool) -> Trade:
    """The host, and at a table where anybody acts for anybody everybody, says what both have agreed on.

    :raises RuleError: `not-your-seat` where a seat says so for another one.
    """
    free = by_host or state.act_for == "anyone"
    if move.agreed and not free:
        raise RuleError("not-your-seat", say("The other player has to agree themselves"))
    return replace(move, agreed=free) if move.agreed is None and (free or _is_of_two(move)) else move


def _is_of_two(move: Trade) -> bool:
    return seat_of(move.from_) is not None and seat_of(move.to) is not None


def check_traders(state: State, move: Trade) -> None:
    """Check what an offer leaves out: it lists who has certificates of the company, and nobody as their own buyer.

    :raises RuleError: `invalid` where nobody has the seller's name, `rule` for a trade with oneself.
    """
    if move.from_ not in state.purses:
        raise RuleError(UNKNOWN.code, UNKNOWN.text)
    if move.from_ == move.to:
        raise forbidden("You can't trade with yourself")


def trade(minutes: Minutes[State], move: Trade) -> None:
    """With a treasury at once; between two players when the other one accepts.

    :raises RuleError: `not-your-seat` for one of two others.
    """
    deal = Deal.of(move)
    players = [seat for each in (deal.source, deal.target) if (seat := seat_of(each)) is not None]
    if not move.agreed and players and move.seat not in players:
        raise RuleError("not-your-seat", say("Only {who} can trade that", who=tuple(map(Who, players))))
    if not move.agreed and len(players) == 2:
        (other,) = (seat for seat in players if seat != move.seat)
        ask(minutes, move.seat, other, deal.price, deal=deal)
    else:
        carry_out(minutes, deal)


def check_new(state: State, move: Move) -> None:
    """The certificate that is under the hammer stays where it is until the auction is over.

    :raises RuleError: `insufficient-funds`.
    """
    if not isinstance(move, Trade):
        return
    source, company = Account(move.from_), move.company
    if state.under_the_hammer(source, company) and state.certificates_of(source, company) == move.count:
        raise too_poor(say("The last certificate of the {company} is being auctioned", company=company))


def carry_out(minutes: Minutes[State], deal: Deal) -> None:
    """The certificates one way, the price the other; both or neither.

    :raises RuleError: `insufficient-funds`.
    """
    state = minutes.state
    held, words = state.certificates_of(deal.source, deal.company), deal_words(state, deal)
    if held < deal.count:
        short = say(
            "{owner} has {n} of the {company}, not {count}",
            owner=account_owner(deal.source),
            n=held,
            company=deal.company,
            count=deal.count,
        )
        raise too_poor(short)
    if deal.target != deal.paid_to:
        check_can_pay(state, deal.target, deal.price)
        minutes.pay(deal.target, deal.paid_to, deal.price, words)
    minutes.pay(deal.source, deal.target, deal.count, words, certificates(deal.company))
    minutes.say_sums(words, deal_words(state, deal, asking.lot_briefly(deal)))


def deal_words(state: State, deal: Deal, lot: Text | None = None) -> Text:
    """What is traded, and for how much. lot: called otherwise."""
    what = lot or asking.lot(deal)
    buyer, seller = account_owner(deal.target), account_owner(deal.source)
    own = deal.source == railroad_account(deal.company)
    if not deal.price:
        if own:
            return say("{buyer} gets {what}", buyer=buyer, what=what)
        return say("{buyer} gets {what} from {seller}", buyer=buyer, what=what, seller=seller)
    price = state.priced(deal.price)
    if own:
        said = say("{buyer} buys {what} from its treasury for {price}", buyer=buyer, what=what, price=price)
    else:
        words = phrase("{buyer} buys {what} from {seller} for {price}")
        said = say(words, buyer=buyer, what=what, seller=seller, price=price)
    if deal.paid_to == deal.source:
        return said
    return say("{said}, paid to {who}", said=said, who=account_owner(deal.paid_to))
