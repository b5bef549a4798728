"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.games.prairie_railroads import track
from companion.games.prairie_railroads.box import CARD_NAMES, CARDS, DEVELOPMENT_CUBES, LAST_PD, ORDER
from companion.games.prairie_railroads.phases import Choosing
from companion.games.prairie_railroads.state import DEVELOPMENT, State
from companion.mechanisms import tracked
from companion.mechanisms.correction import begin, keep, of_railroads
from companion.mechanisms.income import tell
from companion.mechanisms.links import link_family
from companion.mechanisms.tracked import computed_figure
from companion.vocabulary.figures import TABLE, Figure, family, flag
from companion.vocabulary.ledger import BOARD, BOX, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.text import Who, phrase, say
from companion.words.values import Railroad, Seat

MOST_CARDS = 99


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    yield from tracked.stock_figures(state, state.laid())
    for seat in state.all_seats:
        yield from (_card_figure(state, seat, card) for card in CARDS)
    for r in ORDER:
        yield from _own_figures(state, r)
    yield from _table_figures(state)


def _card_figure(state: State, seat: Seat, card: str) -> Figure[State]:
    hand, words = state.hands[seat], say(CARD_NAMES[card])

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        minutes.state = state.changed(hands={**state.hands, seat: {**hand, card: wanted}})
        called = say("{who}, {card} cards", who=Who(seat), card=words)
        tracked.say_changed(minutes, called, hand[card], wanted)

    return Figure(seat_account(seat), f"cards.{card}", words, hand[card], MOST_CARDS, set=set_to)


def _own_figures(state: State, r: Railroad) -> Iterator[Figure[State]]:
    said = phrase("{r} value {old} → {new}")
    for name, now, told in (("income", state.income(r), ""), ("value", state.value(r), said)):
        computed = now - state.added(r, name)
        yield computed_figure(r, name, now, computed, state.adjustments, (r, name), told)
    yield link_family(state, r, "segment", say("Segment"))
    words, built = say("Western Build"), (state.western[r],) if r in state.western else ()
    set_one = partial(track.correct_western, r)
    yield family(railroad_account(r), "western", words, built, set_one, places="cities")


def _table_figures(state: State) -> Iterator[Figure[State]]:
    def set_empty(minutes: Minutes[State], wanted: int) -> None:
        minutes.state = state.changed(deck_declared_empty=bool(wanted))
        minutes.say("the Draw deck is empty" if wanted else "the Draw deck is not empty")

    def set_grown(minutes: Minutes[State], city: str, wanted: int) -> None:
        minutes.state = state.changed(grown=tracked.with_or_without(state.grown, city, wanted))
        minutes.say("{city} has grown" if wanted else "{city} has not grown", city=city)

    words = say("Pay Dividends cards")
    yield tracked.number_figure(words, "dividends_played", state.dividends, LAST_PD - 1, "dividends")
    words, name, most = say("Orange cubes left"), "development_cubes", DEVELOPMENT_CUBES
    yield tracked.pieces_figure(state, TABLE, name, words, DEVELOPMENT, most, at=BOX, other=BOARD)
    for card in CARDS:
        words, name = say("Drawn from the deck: {card}", card=say(CARD_NAMES[card])), f"drawn.{card}"
        yield tracked.entry_figure(TABLE, name, words, "drawn", state.drawn, card, MOST_CARDS)
    yield flag(TABLE, "deck_empty", say("The Draw deck is empty"), state.deck_declared_empty, set_empty)
    if isinstance(state.phase, Choosing):
        yield tracked.turn_figure(state, state.active, lambda seat: state.changed(active=seat))
    cities = tuple(state.atlas.rows("cities"))
    yield family(TABLE, "grown", say("Grown"), state.grown, set_grown, cities, places="cities")


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table. What is counted moves between accounts, never from nothing;
    on a computed figure the difference is kept as an adjustment."""
    minutes = begin(state, correction, figures)
    tell(minutes, state.incomes(), minutes.state.incomes(), there=of_railroads(correction, "income"))
    keep(minutes.state, laid=minutes.state.laid(), to_begin=minutes.state.unstarted)
    return minutes.played()


def in_turn(state: State) -> State:
    """The initial auctions are over, and somebody is to play an action card."""
    return state.changed(phase=Choosing())
