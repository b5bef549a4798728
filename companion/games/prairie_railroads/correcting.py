"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.atlas.known import known_place
from companion.games.prairie_railroads import growth
from companion.games.prairie_railroads.box import CARD_NAMES, CARDS, DEVELOPMENT_CUBES, LAST_PD, ORDER
from companion.games.prairie_railroads.phases import Bidding, Choosing, FirstBuild
from companion.games.prairie_railroads.state import DEVELOPMENT, State
from companion.mechanisms import links, tracked
from companion.mechanisms.correction import begin, keep, level, of_railroads
from companion.vocabulary.figures import TABLE, Figure, family, flag
from companion.vocabulary.ledger import BOARD, BOX, cubes, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.text import Who, phrase, say
from companion.words.values import Railroad, Seat

MOST_CARDS = 99


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    yield tracked.bank_figure(state)
    yield from tracked.seat_figures(state, ORDER)
    yield from tracked.railroad_figures(state, _laid(state))
    for seat in state.all_seats:
        yield from (_card_figure(state, seat, card) for card in CARDS)
    for r in ORDER:
        yield from _own_figures(state, r)
    yield from _table_figures(state)


def _card_figure(state: State, seat: Seat, card: str) -> Figure[State]:
    held = state.hands[seat]

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        minutes.state = minutes.state.changed(hands={**state.hands, seat: {**held, card: wanted}})
        words = say("{who}, {card} cards", who=Who(seat), card=say(CARD_NAMES[card]))
        tracked.say_changed(minutes, words, held[card], wanted)

    return Figure(
        seat_account(seat), f"cards.{card}", say(CARD_NAMES[card]), held[card], MOST_CARDS, set=set_to
    )


def _own_figures(state: State, r: Railroad) -> Iterator[Figure[State]]:
    account, western = railroad_account(r), state.western.get(r)
    income, value = state.income(r), state.value(r)
    yield tracked.computed_figure(account, "income", say("Income"), income, state.adjustments, (r, "income"))
    yield tracked.computed_figure(
        account,
        "value",
        say("Value"),
        value,
        state.adjustments,
        (r, "value"),
        said=lambda old, new: say("{r} value {old} → {new}", r=r, old=old, new=new),
    )
    segments = tuple(segment.label for segment in state.tracks[r])
    set_one = partial(_set_segment, r)
    yield family(account, "segment", say("Segment"), segments, set_one, member="segments")
    yield family(
        account, "western", say("Western Build"), (western,) if western else (), partial(_set_western, r)
    )


def _table_figures(state: State) -> Iterator[Figure[State]]:
    words = say("Pay Dividends cards")
    yield tracked.number_figure(words, "dividends", state.dividends, LAST_PD - 1, name="dividends_played")
    words, orange = say("Orange cubes left"), state.ledger.of(BOX, DEVELOPMENT)
    yield Figure(TABLE, "development_cubes", words, orange, DEVELOPMENT_CUBES, set=_set_orange)
    for card in CARDS:
        words = say("Drawn from the deck: {card}", card=say(CARD_NAMES[card]))
        yield tracked.entry_figure(TABLE, f"drawn.{card}", words, "drawn", state.drawn, card, MOST_CARDS)
    yield flag(TABLE, "deck_empty", say("The Draw deck is empty"), state.deck_declared_empty, _set_empty)
    if isinstance(state.phase, Choosing):
        yield tracked.turn_figure(state, state.active, lambda state, seat: state.changed(active=seat))
    cities = tuple(state.atlas.rows("cities"))
    yield family(TABLE, "grown", say("Grown"), state.grown, _set_grown, cities)


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table. What is counted moves between accounts, never from nothing;
    on a computed figure the difference is kept as an adjustment.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = begin(state, correction, figures)
    growth.tell_incomes(minutes, state, there=of_railroads(correction, "income"))
    keep(minutes.state, laid=_laid(minutes.state), to_begin=_to_begin(minutes.state))
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


def _set_orange(minutes: Minutes[State], wanted: int) -> None:
    level(minutes, BOX, BOARD, DEVELOPMENT, wanted)


def _set_empty(minutes: Minutes[State], wanted: int) -> None:
    minutes.state = minutes.state.changed(deck_declared_empty=bool(wanted))
    minutes.say("the Draw deck is empty" if wanted else "the Draw deck is not empty")


def _set_grown(minutes: Minutes[State], which: str, wanted: int) -> None:
    """A city has grown, or has not; cubes are set by themselves.

    :raises RuleError: `invalid` for a near miss.
    """
    state = minutes.state
    city = known_place(state.atlas, which, at="set", places="cities")
    others = tuple(other for other in state.grown if other != city)
    minutes.state = state.changed(grown=(*others, city) if wanted else others)
    minutes.say("{city} has grown" if wanted else "{city} has not grown", city=city)


def _set_segment(railroad: Railroad, minutes: Minutes[State], which: str, wanted: int) -> None:
    """A segment is the railroad's, or nobody's."""
    segment = links.set_owner(minutes, railroad, which, owned=bool(wanted))
    words = phrase("{segment} is the {r}'s") if wanted else phrase("{segment} is not the {r}'s any more")
    minutes.say(words, segment=segment.label, r=railroad)


def _set_western(railroad: Railroad, minutes: Minutes[State], which: str, wanted: int) -> None:
    """The Western Build next to a city is the railroad's, the only one it has, or nobody's; a cube goes with it.

    :raises RuleError: `invalid` for a near miss, `insufficient-funds` where no cube is left.
    """
    western, why = minutes.state.western, say("correction")
    city = known_place(minutes.state.atlas, which, at="set", places="cities")
    if wanted:
        gone = [r for r, there in western.items() if there == city or r == railroad]
    else:
        gone = [railroad] if western.get(railroad) == city else []
    for r in gone:
        minutes.pay(BOARD, railroad_account(r), 1, why, cubes(r))
    kept = {r: there for r, there in western.items() if r not in gone}
    if wanted:
        minutes.pay(railroad_account(railroad), BOARD, 1, why, cubes(railroad))
        kept[railroad] = city
    minutes.state = minutes.state.changed(western=kept)
    words = phrase("the Western Build at {city} is the {r}'s")
    if not wanted:
        words = phrase("the Western Build at {city} is not the {r}'s any more")
    minutes.say(words, city=city, r=railroad)
