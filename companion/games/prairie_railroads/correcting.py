"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.atlas.known import known_place, merge
from companion.games.prairie_railroads import growth
from companion.games.prairie_railroads.box import CARD_NAMES, CARDS, DEVELOPMENT_CUBES, LAST_PD, ORDER
from companion.games.prairie_railroads.state import (
    DEVELOPMENT,
    Bidding,
    Choosing,
    FirstBuild,
    State,
    label,
)
from companion.mechanisms.correction import (
    bank_figure,
    hand_over,
    keep_auction,
    keep_laid,
    keep_to_begin,
    level,
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
    turn_figure,
    turn_told,
    untracked,
)
from companion.vocabulary.figures import TABLE, Figure, family, flag
from companion.vocabulary.ledger import BOARD, Account, certificates, cubes, railroad_account, seat_account
from companion.vocabulary.ledger import BOX as PARTS
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.text import Who, say
from companion.words.values import Railroad, Seat

MOST_CARDS = 99
COLOUR = say("development")
"""How the accounts call the orange cubes, of which the box and the board have some."""


def figures(state: State) -> Iterator[Figure]:
    """All that the host may correct."""
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    yield bank_figure(state.ledger)
    yield from seat_figures(state.ledger, seats, ORDER)
    yield from railroad_figures(state.ledger, _laid(state))
    for seat in seats:
        for card in CARDS:
            held = state.hands[seat][card]
            yield Figure(seat_account(seat), f"cards.{card}", say(CARD_NAMES[card]), held, MOST_CARDS)
    for r in ORDER:
        account, western = railroad_account(r), state.western.get(r)
        yield Figure(account, "income", say("Income"), state.income(r))
        yield Figure(account, "value", say("Value"), state.value(r))
        yield family(account, "segment", say("Segment"), tuple(label(one) for one in state.tracks[r]))
        yield family(account, "western", say("Western Build"), (western,) if western else ())
    yield from _table_figures(state)


def _table_figures(state: State) -> Iterator[Figure]:
    orange = state.ledger.of(PARTS, DEVELOPMENT)
    yield Figure(TABLE, "dividends_played", say("Pay Dividends cards"), state.dividends, LAST_PD - 1)
    yield Figure(TABLE, "development_cubes", say("Orange cubes left"), orange, DEVELOPMENT_CUBES)
    for card in CARDS:
        words = say("Drawn from the deck: {card}", card=say(CARD_NAMES[card]))
        yield Figure(TABLE, f"drawn.{card}", words, state.drawn[card], MOST_CARDS)
    yield flag(TABLE, "deck_empty", say("The Draw deck is empty"), state.deck_declared_empty)
    if isinstance(state.phase, Choosing):
        yield turn_figure(TABLE, state.active, state.seats)
    yield family(TABLE, "grown", say("Grown"), state.grown, tuple(state.atlas.rows("cities")))


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table. What is counted moves between accounts, never from nothing;
    on a computed figure the difference is kept as an adjustment.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state)
    post_all(minutes, correction)
    for of, name, wanted in correction.figures:
        _set(minutes, of, name, wanted)
    growth.tell_incomes(minutes, state, there=of_railroads(correction, "income"))
    keep_laid(minutes.state.ledger, _laid(minutes.state))
    keep_to_begin(minutes.state.ledger, _to_begin(minutes.state))
    if isinstance(phase := minutes.state.phase, Bidding):
        keep_auction(minutes.state.ledger, phase.auction, certificates(phase.auction.railroad))
    return minutes.played()


def _laid(state: State) -> dict[Railroad, int]:
    """Cubes on the board: one for each segment and Western Build, and the one that shows the income."""
    return {r: 1 + len(state.tracks[r]) + (r in state.western) for r in ORDER}


def _to_begin(state: State) -> tuple[Railroad, ...]:
    """Railroads whose initial auction is to come."""
    match state.phase:
        case Bidding(auction=auction, initial=True):
            return ORDER[ORDER.index(auction.railroad) :]
        case FirstBuild(railroad=railroad):
            return ORDER[ORDER.index(railroad) + 1 :]
        case _:
            return ()


def _set(minutes: Minutes[State], of: Account, name: str, wanted: int) -> None:
    state = minutes.state
    seat, railroad = seat_of(of, state.seats), railroad_of(of, ORDER)
    if seat is not None:
        known = set_seat(minutes, seat, name, wanted, ORDER) or _set_card(minutes, seat, name, wanted)
    elif railroad is not None:
        known = set_railroad(minutes, railroad, name, wanted) or _set_own(minutes, railroad, name, wanted)
    else:
        known = of == TABLE and _set_table(minutes, name, wanted)
    if not known:
        raise untracked(of, name)


def _set_table(minutes: Minutes[State], name: str, wanted: int) -> bool:
    """`dividends_played`, `development_cubes`, cards drawn (`drawn.CT`), `turn` while a card is to be played,
    whether the Draw deck is empty (`deck_empty`, 0 or 1), or whether a city has grown (`grown.Pratt`, 0 or 1)."""
    state = minutes.state
    kind, _, which = name.partition(".")
    if name == "dividends_played" and wanted < LAST_PD:
        minutes.state = replace(state, dividends=wanted)
        told_anew(minutes, say("Pay Dividends cards"), state.dividends, wanted)
    elif name == "development_cubes":
        level(minutes, PARTS, BOARD, DEVELOPMENT, wanted)
    elif kind == "drawn" and which in state.drawn:
        minutes.state = replace(state, drawn={**state.drawn, which: wanted})
        words = say("Drawn from the deck: {card}", card=say(CARD_NAMES[which]))
        told_anew(minutes, words, state.drawn[which], wanted)
    elif name == "turn" and isinstance(state.phase, Choosing) and 1 <= wanted <= state.seats:
        minutes.state = replace(state, active=Seat(wanted))
        turn_told(minutes, Seat(wanted))
    elif name == "deck_empty" and wanted in (0, 1):
        minutes.state = replace(state, deck_declared_empty=bool(wanted))
        minutes.say(say("the Draw deck is empty" if wanted else "the Draw deck is not empty"))
    elif kind == "grown" and which and wanted in (0, 1):
        _set_grown(minutes, which, grown=bool(wanted))
    else:
        return False
    return True


def _set_grown(minutes: Minutes[State], which: str, *, grown: bool) -> None:
    """A city has grown, or has not; cubes are set by themselves.

    :raises RuleError: `invalid` for a near miss.
    """
    state = minutes.state
    city = known_place(state.atlas, which, at="set", places="cities")
    others = tuple(one for one in state.grown if one != city)
    minutes.state = replace(state, grown=(*others, city) if grown else others)
    minutes.say(say("{city} has grown" if grown else "{city} has not grown", city=city))


def _set_card(minutes: Minutes[State], seat: Seat, name: str, wanted: int) -> bool:
    """How many personal cards of a kind a player has (`CT`, `cards.CT`)."""
    hands, card = minutes.state.hands, name.removeprefix("cards.")
    if card not in hands[seat]:
        return False
    minutes.state = replace(minutes.state, hands={**hands, seat: {**hands[seat], card: wanted}})
    what = say("{who}, {card} cards", who=Who(seat), card=say(CARD_NAMES[card]))
    told_anew(minutes, what, hands[seat][card], wanted)
    return True


def _set_own(minutes: Minutes[State], railroad: Railroad, name: str, wanted: int) -> bool:
    """`income` or `value`: the difference from what is computed is kept as an adjustment; `segment.A-B` and
    `western.CITY`: whether the railroad has built it, 1 or 0."""
    state = minutes.state
    kind, _, which = name.partition(".")
    if kind in ("segment", "western") and which and wanted in (0, 1):
        if kind == "segment":
            _set_segment(minutes, railroad, which, built=bool(wanted))
        else:
            _set_western(minutes, railroad, which, built=bool(wanted))
        return True
    if name not in ("income", "value"):
        return False
    computed = state.income(railroad) if name == "income" else state.value(railroad)
    added = state.adjustments.get((railroad, name), 0) + wanted - computed
    minutes.state = replace(state, adjustments={**state.adjustments, (railroad, name): added})
    if name == "value":
        minutes.say(say("{r} value {old} → {new}", r=railroad, old=computed, new=wanted))
    return True


def _set_segment(minutes: Minutes[State], railroad: Railroad, which: str, *, built: bool) -> None:
    """A segment is the railroad's, or nobody's; the cubes go with it, money is set by itself.

    :raises RuleError: `invalid` for a near miss, `insufficient-funds` where no cube is left.
    """
    segment = link_named(minutes.state.atlas, which)
    tracks = hand_over(minutes, minutes.state.tracks, railroad, segment, owned=built)
    new: dict[str, dict[str, object]] = {segment.a: {}, segment.b: {}} if built else {}
    atlas, _ = merge(minutes.state.atlas, {"cities": new})
    minutes.state = replace(minutes.state, tracks=tracks, atlas=atlas)
    minutes.say(
        say(
            "{segment} is the {r}'s" if built else "{segment} is not the {r}'s any more",
            segment=label(segment),
            r=railroad,
        )
    )


def _set_western(minutes: Minutes[State], railroad: Railroad, which: str, *, built: bool) -> None:
    """The Western Build next to a city is the railroad's, the only one it has, or nobody's; a cube goes with it.

    :raises RuleError: `invalid` for a near miss, `insufficient-funds` where no cube is left.
    """
    state, why = minutes.state, say("correction")
    city = known_place(state.atlas, which, at="set", places="cities")
    gone = [r for r, there in state.western.items() if there == city or (built and r == railroad)]
    if not built:
        gone = [r for r in gone if r == railroad]
    kept = {r: there for r, there in state.western.items() if r not in gone}
    for r in gone:
        minutes.pay(BOARD, railroad_account(r), 1, why, cubes(r))
    if built:
        minutes.pay(railroad_account(railroad), BOARD, 1, why, cubes(railroad))
        kept[railroad] = city
    minutes.state = replace(minutes.state, western=kept)
    minutes.say(
        say(
            "the Western Build at {city} is the {r}'s"
            if built
            else "the Western Build at {city} is not the {r}'s any more",
            city=city,
            r=railroad,
        )
    )
