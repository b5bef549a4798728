"""Corrections of what is counted: the difference is posted, so that nothing comes from nothing."""

from __future__ import annotations

from companion.errors import invalid
from companion.ledger import (
    BANK,
    BOARD,
    MONEY,
    Account,
    Commodity,
    account_owner,
    certificates,
    commodity_words,
    cubes,
    railroad_account,
    seat_account,
)
from companion.rules import Correction, Minutes, S
from companion.text import Text, say
from companion.values import Railroad, Seat


def post_all(minutes: Minutes[S], correction: Correction) -> None:
    """The postings of a correction.

    :raises RuleError: `insufficient-funds` for an overdraft.
    """
    for posting in correction.postings:
        minutes.pay(posting.source, posting.target, posting.amount, posting.why, posting.commodity)


def level(
    minutes: Minutes[S],
    account: Account,
    other: Account,
    what: Commodity,
    wanted: int,
    called: Text | None = None,
) -> None:
    """Bring an account to `wanted` by a posting from or to another one. `called`: what it is in words."""
    held = minutes.state.ledger.of(account, what)
    more = wanted - held
    if more:
        owner = account_owner(account)
        minutes.say(
            say(
                "{owner}: {what} {old} → {new}",
                owner=owner,
                what=called or commodity_words(what),
                old=held,
                new=wanted,
            )
        )
    source, target = (other, account) if more > 0 else (account, other)
    minutes.pay(source, target, abs(more), say("correction"), what)


def seat_of(of: Account, seats: int) -> Seat | None:
    """The seat an account belongs to, if it is one of this table."""
    kind, _, which = of.partition(":")
    return Seat(int(which)) if kind == "seat" and which.isdigit() and 1 <= int(which) <= seats else None


def railroad_of(of: Account, railroads: tuple[Railroad, ...]) -> Railroad | None:
    """The railroad an account belongs to."""
    kind, _, which = of.partition(":")
    return Railroad(which) if kind == "railroad" and which in railroads else None


def set_seat(
    minutes: Minutes[S], seat: Seat, name: str, wanted: int, railroads: tuple[Railroad, ...]
) -> bool:
    """`cash`, or how many shares of a railroad (`KP`, `shares.KP`); False for any other figure."""
    stock = name.removeprefix("shares.").removeprefix("share:")
    if name == "cash":
        level(minutes, seat_account(seat), BANK, MONEY, wanted)
    elif stock in railroads:
        railroad = Railroad(stock)
        level(minutes, seat_account(seat), railroad_account(railroad), certificates(railroad), wanted)
    else:
        return False
    return True


def set_railroad(minutes: Minutes[S], railroad: Railroad, name: str, wanted: int) -> bool:
    """`treasury` or `cubes_left`; False for any other figure."""
    account = railroad_account(railroad)
    if name == "treasury":
        level(minutes, account, BANK, MONEY, wanted)
    elif name == "cubes_left":
        level(minutes, account, BOARD, cubes(railroad), wanted)
    else:
        return False
    return True


def untracked(of: Account, name: str) -> Exception:
    """That figure is not tracked; an `invalid` to raise."""
    return invalid("set", say("{name} of {of} is not tracked", name=name, of=of))
