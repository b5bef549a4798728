"""Auctions beside everything else: a certificate of a treasury, or whatever the table says in words."""

from __future__ import annotations

from companion.games.bank.moves import Auctioned
from companion.games.bank.state import Open, Selling, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction
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
from companion.words.errors import RuleError, forbidden
from companion.words.text import Text, Who, joined, phrase, say
from companion.words.values import Money, Railroad


def check(move: Auctioned) -> None:
    """Check that it is said in exactly one way what is auctioned.

    :raises RuleError: `invalid`.
    """
    if (move.company is None) == (not move.what.strip()):
        words = say("Auction either a company's certificate or something else")
        raise RuleError("invalid", words, errors={"what": (words,)})


def put_up(minutes: Minutes[State], move: Auctioned) -> None:
    """The auction begins.

    :raises RuleError: `rule` where the treasury has no certificate, or nobody can bid.
    """
    state = minutes.state
    if move.company is None:
        lot, home = Railroad(move.what.strip()), BANK
    else:
        lot, home = move.company, railroad_account(move.company)
        if not state.certificates_of(home, lot):
            raise forbidden("The {r} has no certificate left", r=lot)
    auction = hammer.opened(
        railroad=lot,
        seats=state.seats,
        opener=move.opener or move.seat,
        minimum=Money(move.minimum or 0),
        pays_to=Account(move.pays_to or home),
        cash=state.cash,
        style="ascending" if move.style == "ascending" else "once_around",
    )
    if auction.to_act is None:
        raise forbidden("Nobody has {least} to bid", least=state.priced(auction.minimum))
    minutes.state = state.changed(phase=Selling(auction, "" if move.company else lot))
    certificate = say("a certificate of the {company}", company=lot) if move.company else None
    words = phrase("{who} auctions {lot}")
    if auction.style == "once_around":
        words = phrase("{who} auctions {lot}, once around")
    whole = say(words, who=Who(move.seat), lot=certificate or lot_words(minutes.state.phase))
    minutes.say_large(whole, say(words, who=Who(move.seat), lot=lot))
    if auction.minimum:
        minutes.say("bids from {price}", price=state.priced(auction.minimum))
    if auction.pays_to != home or move.company:  # for anything else the bank is paid, as one expects
        minutes.say("the price goes to {whom}", whom=account_owner(auction.pays_to, by_letters=True))
    if auction.unable:
        minutes.say(hammer.unable_sentence(auction.unable))


def lot_words(phase: object) -> Text:
    """What is under the hammer."""
    assert isinstance(phase, Selling)
    if phase.what:
        return say("{what}", what=phase.what)
    return say("the certificate of the {company}", company=phase.auction.railroad)


def bid(minutes: Minutes[State], phase: Selling, move: Move) -> None:
    """A bid, a pass, or how it ended aloud."""
    _go_on(minutes, phase, hammer.taken(minutes, phase.auction, move, minutes.state.cash))


def look_again(minutes: Minutes[State]) -> None:
    """Money has changed hands beside the auction: who cannot bid any more is out."""
    phase = minutes.state.phase
    if not isinstance(phase, Selling):
        return
    after = hammer.looked_at_again(phase.auction, minutes.state.cash)
    if unable := hammer.newly_passed(phase.auction, after, None):
        minutes.say(hammer.unable_sentence(unable))
    _go_on(minutes, phase, after)


def _go_on(minutes: Minutes[State], phase: Selling, after: Auction) -> None:
    if not after.over:
        minutes.state = minutes.state.changed(phase=Selling(after, phase.what))
        return
    words, state = lot_words(phase), minutes.state
    minutes.state = state.changed(phase=Open())
    if after.high_seat is None or after.high_bid is None:
        minutes.say("nobody bids; {lot} stays where it is", lot=words)
        return
    winner, price = seat_account(after.high_seat), after.high_bid
    who, sum_ = Who(after.high_seat), state.priced(price)
    wins = phrase("{who} wins {lot} for {price}")
    won = say(wins, who=who, lot=words, price=sum_)
    brief = say(wins, who=who, lot=phase.what or after.railroad, price=sum_)
    if seat_of(after.pays_to) != after.high_seat:
        minutes.pay(winner, after.pays_to, price, words)
        if price:
            whom = account_owner(after.pays_to, by_letters=True)
            brief = joined([brief, say("the price goes to {whom}", whom=whom)])
    if not phase.what:
        home = railroad_account(after.railroad)
        minutes.pay(home, winner, 1, words, certificates(after.railroad))
    minutes.say_sums(won, brief)
