"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterator

from companion.atlas.known import known_place
from companion.games.prairie_railroads import growth
from companion.games.prairie_railroads.box import CARD_NAMES, CARDS, DEVELOPMENT_CUBES, LAST_PD, ORDER
from companion.games.prairie_railroads.phases import Bidding, Choosing, FirstBuild
from companion.games.prairie_railroads.state import DEVELOPMENT, State
from companion.mechanisms import tracked
from companion.mechanisms.correction import begin, keep, of_railroads
from companion.mechanisms.links import link_family
from companion.mechanisms.tracked import computed_figure
from companion.vocabulary.figures import TABLE, Figure, family, flag
from companion.vocabulary.ledger import BOARD, BOX, cubes, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.text import Who, phrase, say
from companion.words.values import Railroad, Seat

MOST_CARDS = 99


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    yield from tracked.stock_figures(state, _laid(state))
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
    for name, words, now, said in (
        ("income", say("Income"), state.income(r), ""),
        ("value", say("Value"), state.value(r), phrase("{r} value {old} → {new}")),
    ):
        computed = now - state.added(r, name)
        yield computed_figure(name, words, r, now, computed, state.adjustments, (r, name), said)
    yield link_family(state, r, "segment", say("Segment"))
    yield _western_family(state, r)


def _western_family(state: State, r: Railroad) -> Figure[State]:
    """Its only Western Build stands next to a city, or nobody's does; a cube goes with it."""
    western, why = state.western, say("correction")

    def set_one(minutes: Minutes[State], which: str, wanted: int) -> None:
        city = known_place(state.atlas, which, at="set", places="cities")
        mine, there = {r} & {*western}, {each for each, at in western.items() if at == city}
        gone = [each for each in western if each in (mine | there if wanted else mine & there)]
        for each in gone:
            minutes.pay(BOARD, railroad_account(each), 1, why, cubes(each))
        kept = {each: at for each, at in western.items() if each not in gone}
        if wanted:
            minutes.pay(railroad_account(r), BOARD, 1, why, cubes(r))
        minutes.state = minutes.state.changed(western={**kept, r: city} if wanted else kept)
        yes = phrase("the Western Build at {city} is the {r}'s")
        no = phrase("the Western Build at {city} is not the {r}'s any more")
        minutes.say(yes if wanted else no, city=city, r=r)

    built = (western[r],) if r in western else ()
    return family(railroad_account(r), "western", say("Western Build"), built, set_one)


def _table_figures(state: State) -> Iterator[Figure[State]]:
    def set_empty(minutes: Minutes[State], wanted: int) -> None:
        minutes.state = state.changed(deck_declared_empty=bool(wanted))
        minutes.say("the Draw deck is empty" if wanted else "the Draw deck is not empty")

    def set_grown(minutes: Minutes[State], which: str, wanted: int) -> None:
        city = known_place(state.atlas, which, at="set", places="cities")
        minutes.state = state.changed(grown=tracked.with_or_without(state.grown, city, wanted))
        minutes.say("{city} has grown" if wanted else "{city} has not grown", city=city)

    words = say("Pay Dividends cards")
    yield tracked.number_figure(words, "dividends_played", state.dividends, LAST_PD - 1, "dividends")
    words, name, most = say("Orange cubes left"), "development_cubes", DEVELOPMENT_CUBES
    yield tracked.pieces_figure(state, TABLE, name, words, DEVELOPMENT, most, at=BOX, other=BOARD)
    for card in CARDS:
        words = say("Drawn from the deck: {card}", card=say(CARD_NAMES[card]))
        yield tracked.entry_figure(TABLE, f"drawn.{card}", words, "drawn", state.drawn, card, MOST_CARDS)
    yield flag(TABLE, "deck_empty", say("The Draw deck is empty"), state.deck_declared_empty, set_empty)
    if isinstance(state.phase, Choosing):
        yield tracked.turn_figure(state, state.active, lambda seat: state.changed(active=seat))
    yield family(TABLE, "grown", say("Grown"), state.grown, set_grown, tuple(state.atlas.rows("cities")))


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table. What is counted moves between accounts, never from nothing;
    on a computed figure the difference is kept as an adjustment."""
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
