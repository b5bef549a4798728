"""Auction a Common Share: its expansion, the Common Share Sale Marker, and dividends on every second sale."""

from __future__ import annotations

from dataclasses import replace

from companion.games.gulf_mobile_ohio import expansion, form, turn
from companion.games.gulf_mobile_ohio.box import PAYS_ON
from companion.games.gulf_mobile_ohio.moves import Expand
from companion.games.gulf_mobile_ohio.state import SHARES, Expanding, State, share_of
from companion.mechanisms.auction import Auction
from companion.vocabulary.board import Marker
from companion.vocabulary.ledger import BANK, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, Who, say
from companion.words.values import Money, Railroad, Seat

HEADING = "Auction a Common Share"
MARKER = "common_share"


def sold(minutes: Minutes[State], auction: Auction) -> None:
    """The highest bidder takes the Common share and may build with the money; nobody bid: see ruling
    `common_all_pass`."""
    railroad, current = auction.railroad, auction.opener
    if auction.high_seat is None and minutes.state.ruled("common_all_pass", "unsold"):
        _unsold(minutes, railroad, current)
        return
    winner, price = auction.high_seat or current, auction.high_bid or Money(0)
    why = say("the Common share of the {r}", r=railroad)
    minutes.pay(seat_account(winner), railroad_account(railroad), price, why)
    minutes.pay(railroad_account(railroad), seat_account(winner), 1, why, share_of(railroad, "common"))
    words = say("{who} gets the Common share of the {r} for nothing", who=Who(winner), r=railroad)
    if price:
        words = say(
            "{who} gets the Common share of the {r} for ${price}", who=Who(winner), r=railroad, price=price
        )
    minutes.say(words)
    minutes.hands(
        "take_share",
        say("{who} takes the Common share of the {r}", who=Who(winner), r=railroad),
        seat=winner,
        railroad=railroad,
        share="common",
    )
    if form.most_cubes(minutes.state, railroad, price):
        minutes.state = replace(minutes.state, phase=Expanding(railroad, winner, current, "common"))
        return
    minutes.say(say("no cube is placed"))
    _finish(minutes, railroad, current)


def _unsold(minutes: Minutes[State], railroad: Railroad, current: Seat) -> None:
    minutes.say(
        say(
            "nobody bids; the Common share of the {r} stays unsold, a pass for {who}",
            r=railroad,
            who=Who(current),
        )
    )
    words = say("The {r}'s Common share goes back to the available area", r=railroad)
    minutes.hands("return_share", words, railroad=railroad, share="common")
    turned(minutes, railroad, Text("$5"))
    turn.over(minutes, current, passed=True)


def turned(minutes: Minutes[State], railroad: Railroad, side: Text) -> None:
    """The owner of the Charter share turns it over."""
    owner = minutes.state.president(railroad)
    if owner is not None:
        words = say(
            "{who} turns the Charter of the {r} to its {side} side", who=Who(owner), r=railroad, side=side
        )
        minutes.hands("turn_share", words, seat=owner, railroad=railroad)


def expand(minutes: Minutes[State], phase: Expanding, move: Expand) -> None:
    """Track for the money on the Common share, as much as its owner likes."""
    account = railroad_account(phase.railroad)
    expansion.build(minutes, move, phase.railroad, account, chartered=False)
    _finish(minutes, phase.railroad, phase.current)


def _finish(minutes: Minutes[State], railroad: Railroad, current: Seat) -> None:
    """The rest of the bid to the bank; the marker moves, and dividends are paid when it reaches the 2."""
    expansion.give_back(minutes, railroad)
    marker = minutes.state.marker + 1
    minutes.state = replace(minutes.state, marker=marker)
    _marker_moves(minutes, marker)
    if marker >= PAYS_ON:
        pay_dividends(minutes)
        minutes.state = replace(minutes.state, marker=0)
        minutes.goes(Marker(MARKER, marker, 0, _marker_words), marker=MARKER)
    turn.over(minutes, current)


def _marker_moves(minutes: Minutes[State], space: int) -> None:
    minutes.say(say("the Common Share Sale Marker moves to {n}", n=space))
    minutes.goes(Marker(MARKER, space - 1, space, _marker_words), marker=MARKER)


def _marker_words(old: int | None, new: int | None) -> Text:
    """Where it goes; where it stands everybody sees."""
    if not new:
        return say("Move the Common Share Sale Marker to Start")
    return say("Move the Common Share Sale Marker to {n}", n=new)


def pay_dividends(minutes: Minutes[State]) -> None:
    """$5 to each Charter whose Common has not been sold, $3 to every other Charter and every Common."""
    state, paid = minutes.state, dict[Seat, int]()
    for railroad in state.available:
        for share in SHARES:
            owner = state.holder(railroad, share)
            if owner is None or railroad not in state.lines:
                continue
            amount = state.dividend(railroad, share)
            charter = share == "charter"
            why = say(
                "dividend of the {r}'s Charter" if charter else "dividend of the {r}'s Common", r=railroad
            )
            minutes.pay(BANK, seat_account(owner), amount, why)
            paid[owner] = paid.get(owner, 0) + amount
    for seat in sorted(paid):
        minutes.say(say("{who} gets ${paid} in dividends", who=Who(seat), paid=paid[seat]))
