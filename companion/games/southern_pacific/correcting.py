"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.atlas.known import merge
from companion.games.southern_pacific import auctions
from companion.games.southern_pacific.box import MOST_BUILDS, MOST_PURCHASES, ORDER
from companion.games.southern_pacific.state import Bidding, Operating, State, label
from companion.mechanisms.correction import (
    bank_figure,
    hand_over,
    keep_auction,
    keep_laid,
    keep_to_begin,
    link_named,
    of_railroads,
    post_all,
    railroad_figures,
    railroad_of,
    seat_figures,
    seat_of,
    set_railroad,
    set_seat,
    told_anew,
    untracked,
)
from companion.mechanisms.income import tell
from companion.mechanisms.shares import most_held
from companion.vocabulary.figures import TABLE, Figure, family, flag
from companion.vocabulary.ledger import Account, certificates, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import forbidden
from companion.words.text import Who, say
from companion.words.values import Railroad, Seat

MOST_ROUNDS = 99


def figures(state: State) -> Iterator[Figure]:
    """All that the host may correct."""
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    yield bank_figure(state.ledger)
    yield from seat_figures(state.ledger, seats, ORDER)
    yield from railroad_figures(state.ledger, _laid(state))
    for seat in seats:
        yield flag(seat_account(seat), "bull_market_card", say("Bull Market card"), state.card == seat)
    earned = state.incomes()
    for r in ORDER:
        account = railroad_account(r)
        yield Figure(account, "income", say("Income"), earned[r])
        if r in state.presidents:
            first = most_held(state.ledger, r, state.seats)
            choices = tuple((int(seat), say("{who}", who=Who(seat))) for seat in first)
            yield Figure(account, "president", say("President"), state.presidents[r], state.seats, 1, choices)
        yield family(account, "link", say("Link"), tuple(label(link) for link in state.tracks[r]))
    yield from _table_figures(state)


def _table_figures(state: State) -> Iterator[Figure]:
    if state.round:
        yield Figure(TABLE, "round", say("Round"), state.round, MOST_ROUNDS, 1)
    if isinstance(state.phase, Operating):
        builds, purchases = state.phase.builds, state.phase.purchases
        yield Figure(TABLE, "builds", say("Links built in this operation"), builds, MOST_BUILDS)
        yield Figure(TABLE, "purchases", say("Links bought in this operation"), purchases, MOST_PURCHASES)


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table; the presidency follows the shares.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state)
    post_all(minutes, correction)
    for of, name, wanted in correction.figures:
        _set(minutes, of, name, wanted)
    for railroad in ORDER:
        if railroad in minutes.state.presidents:
            auctions.check_president(minutes, railroad)
    tell(minutes, state.incomes(), minutes.state.incomes(), there=of_railroads(correction, "income"))
    keep_laid(minutes.state.ledger, _laid(minutes.state))
    keep_to_begin(minutes.state.ledger, _to_begin(minutes.state))
    if isinstance(phase := minutes.state.phase, Bidding):
        keep_auction(minutes.state.ledger, phase.auction, certificates(phase.auction.railroad))
    return minutes.played()


def _laid(state: State) -> dict[Railroad, int]:
    """Cubes on the board: one for each link, and the one that shows the income."""
    return {r: 1 + len(state.tracks[r]) for r in ORDER}


def _to_begin(state: State) -> tuple[Railroad, ...]:
    """Railroads whose initial auction or first link is to come."""
    return tuple(r for r in ORDER if r in state.unstarted and r not in state.presidents)


def _set(minutes: Minutes[State], of: Account, name: str, wanted: int) -> None:
    seat, railroad = seat_of(of, minutes.state.seats), railroad_of(of, ORDER)
    known = False
    if seat is not None:
        known = set_seat(minutes, seat, name, wanted, ORDER) or _set_card(minutes, seat, name, wanted)
    elif railroad is not None:
        known = set_railroad(minutes, railroad, name, wanted) or _set_own(minutes, railroad, name, wanted)
    else:
        known = of == TABLE and _set_table(minutes, name, wanted)
    if not known:
        raise untracked(of, name)


def _set_card(minutes: Minutes[State], seat: Seat, name: str, wanted: int) -> bool:
    """`bull_market_card`: who has it, 1; or back beside the board, 0."""
    if name != "bull_market_card" or wanted not in (0, 1):
        return False
    if wanted:
        minutes.state = replace(minutes.state, card=seat)
        minutes.say(say("{who} has the Bull Market card", who=Who(seat)))
    elif minutes.state.card == seat:
        minutes.state = replace(minutes.state, card=None)
        minutes.say(say("nobody has the Bull Market card"))
    return True


def _set_own(minutes: Minutes[State], railroad: Railroad, name: str, wanted: int) -> bool:
    """`income`: the difference from what is computed is kept as an adjustment; `president`: a seat;
    `link.A-B`: whether it is its link, 1 or 0."""
    state = minutes.state
    kind, _, which = name.partition(".")
    if kind == "link" and which and wanted in (0, 1):
        _set_link(minutes, railroad, which, owned=bool(wanted))
        return True
    if name == "president" and 1 <= wanted <= state.seats and railroad in state.presidents:
        _set_president(minutes, railroad, Seat(wanted))
        return True
    if name != "income":
        return False
    added = wanted - state.computed_incomes()[railroad]
    minutes.state = replace(state, adjustments={**state.adjustments, (railroad, name): added})
    return True


def _set_president(minutes: Minutes[State], railroad: Railroad, seat: Seat) -> None:
    """Only between those who hold the most shares is the presidency a matter of what happened.

    :raises RuleError: `rule` for anybody else.
    """
    state = minutes.state
    if seat not in most_held(state.ledger, railroad, state.seats):
        raise forbidden(say("{who} has not the most shares of the {r}", who=Who(seat), r=railroad))
    minutes.state = replace(state, presidents={**state.presidents, railroad: seat})
    minutes.say(say("{who} is president of the {r}", who=Who(seat), r=railroad))


def _set_link(minutes: Minutes[State], railroad: Railroad, which: str, *, owned: bool) -> None:
    """A link is the railroad's, or nobody's; the cubes go with it, money is set by itself.

    :raises RuleError: `invalid` for a near miss, `insufficient-funds` where no cube is left.
    """
    link = link_named(minutes.state.atlas, which)
    tracks = hand_over(minutes, minutes.state.tracks, railroad, link, owned=owned)
    atlas, _ = merge(minutes.state.atlas, {"cities": {link.a: {}, link.b: {}}} if owned else {})
    minutes.state = replace(minutes.state, tracks=tracks, atlas=atlas)
    minutes.say(
        say(
            "{link} is the {r}'s" if owned else "{link} is not the {r}'s any more",
            link=label(link),
            r=railroad,
        )
    )


def _set_table(minutes: Minutes[State], name: str, wanted: int) -> bool:
    """`round`; of the operation that is on, `builds` and `purchases`."""
    state = minutes.state
    if name == "round" and state.round and 1 <= wanted <= MOST_ROUNDS:
        minutes.state = replace(state, round=wanted)
        minutes.say(say("round {old} → {new}", old=state.round, new=wanted))
    elif not isinstance(state.phase, Operating):
        return False
    elif name == "builds" and wanted <= MOST_BUILDS:
        minutes.state = replace(state, phase=replace(state.phase, builds=wanted))
        told_anew(minutes, say("Links built in this operation"), state.phase.builds, wanted)
    elif name == "purchases" and wanted <= MOST_PURCHASES:
        minutes.state = replace(state, phase=replace(state.phase, purchases=wanted))
        told_anew(minutes, say("Links bought in this operation"), state.phase.purchases, wanted)
    else:
        return False
    return True
