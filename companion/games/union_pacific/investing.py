"""Investing: shares come from the hand onto the table. More than were printed is a warning, never a refusal."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.union_pacific import cards
from companion.games.union_pacific.box import ALL
from companion.games.union_pacific.moves import Invest
from companion.games.union_pacific.state import State, printed
from companion.vocabulary.ledger import BOX, certificates, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, Refusal, narrowed
from companion.words.errors import forbidden
from companion.words.text import Text, Who, counted, joined, say
from companion.words.values import Railroad, Seat

HEADING = "Play one or more share cards"


def left_hint(state: State, company: Railroad) -> Text:
    """How many of a company's shares are not on the table yet."""
    total = printed(state.atlas, company, "shares")
    return say("{n} of {total} left", n=max(0, total - state.on_table(company)), total=total)


def offer(state: State, seat: Seat) -> Offer:
    """Any number of one company, or one of each of two."""
    choices = tuple(Choice(company, Text(company), hint=left_hint(state, company)) for company in ALL)
    most = cards.most_in_hand(state, seat)
    too_many = counted(
        "{who} can have {n} share card in hand at the most",
        "{who} can have {n} share cards in hand at the most",
        n=most,
        who=Who(seat),
    )
    none = Refusal("rule", say("{who} can have no share card in hand", who=Who(seat)))
    field = narrowed(
        Invest,
        "shares",
        choices=choices,
        least=1,
        most=most,
        too_much=Refusal("rule", too_many) if most else none,
    )
    return Offer(
        Invest,
        seat,
        say("Invest"),
        (field,),
        help=say("Any number of shares of one company, or one share of each of two."),
        unchecked=("hand",),
        disabled=None if most else none,
    )


def invest(minutes: Minutes[State], move: Invest) -> None:
    """Shares from the hand, face up (Play one or more share cards).

    :raises RuleError: `rule` for two companies with more than a share each, and for more than two.
    """
    laid = {Railroad(company): n for company, n in move.shares.items() if n}
    if len(laid) > 2 or (len(laid) == 2 and set(laid.values()) != {1}):
        raise forbidden(say("Shares of one company, or one share of each of two companies"), HEADING)
    lay_down(minutes, move.seat, laid)
    minutes.state = cards.with_hand(minutes.state, move.seat, -sum(laid.values()))
    minutes.hands("discard_track", say("{who} discards a track card", who=Who(move.seat)), seat=move.seat)


def lay_down(minutes: Minutes[State], seat: Seat, laid: Mapping[Railroad, int]) -> None:
    """Shares are on the table from now on, and count for dividends."""
    words = [say("{n} {company}", n=laid[company], company=company) for company in ALL if laid.get(company)]
    minutes.say(say("{who} invests {shares}", who=Who(seat), shares=joined(words, " and ")))
    for company in ALL:
        if number := laid.get(company, 0):
            _lay(minutes, seat, company, number)
            minutes.hands(
                "invest",
                say("{who} lays down {n} {company}", who=Who(seat), n=number, company=company),
                seat=seat,
                railroad=company,
                shares=number,
            )


def _lay(minutes: Minutes[State], seat: Seat, company: Railroad, number: int) -> None:
    """What is beyond the printed number comes out of the box, and the table is told to count again."""
    account, what = railroad_account(company), certificates(company)
    why = say("invested")
    there = min(number, minutes.state.ledger.of(account, what))
    minutes.pay(account, seat_account(seat), there, why, what)
    if number > there:
        minutes.pay(BOX, seat_account(seat), number - there, why, what)
        minutes.say(
            say(
                "check: {laid} {company} on the table, and only {total} are printed",
                laid=minutes.state.on_table(company),
                company=company,
                total=printed(minutes.state.atlas, company, "shares"),
            )
        )
