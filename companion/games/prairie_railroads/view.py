"""What a table of Prairie Railroads shows: figures, the prompt, panels, how near the end is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from companion.games.prairie_railroads import box, growth, phases, setting_up, settling, turn
from companion.games.prairie_railroads.box import CARD_NAMES, CARDS, LAST_PD, ORDER
from companion.games.prairie_railroads.state import DEVELOPMENT, State
from companion.mechanisms import auction as hammer
from companion.mechanisms import columns
from companion.mechanisms.columns import Column, cubes_panel, players_panel, railroads_panel, share_columns
from companion.mechanisms.parts import part
from companion.mechanisms.showing import ahead, each_share, shown
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import BOX
from companion.vocabulary.panels import Cell, Panel, cell, listing, meter, track
from companion.vocabulary.view import End, NextStep, Settlement, View
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Money, Railroad, Seat, clockwise


def view(state: State) -> View:
    """The state as the table document shows it."""
    phase = state.phase
    initial = isinstance(phase, phases.Bidding) and phase.initial
    found = shown(
        state,
        _turn(state),
        seats=SEAT,
        railroads=dict.fromkeys(ORDER, RAILROAD),
        setting_up=initial or isinstance(phase, phases.FirstBuild),
        end=_end(state),
        panels=PANELS,
        paper_total=box.PAPER_TOTAL,
    )
    return ahead(
        found,
        state,
        pays=PAYS,
        then=None if isinstance(phase, phases.FirstBuild) else clockwise(state.seats, state.active)[0],
    )


def _worth(state: State, seat: Seat) -> int:
    """Cash and, until they are paid off, shares as if the game ended now."""
    shares = {} if state.finished else state.shares_of(seat, ORDER)
    return state.cash(seat) + sum(turn.final_per_share(state, r)[0] * number for r, number in shares.items())


@part
def _dividend(state: State, railroad: Railroad) -> Money | None:
    return turn.dividend(state.income(railroad))[0] if state.sold(railroad) else None


PAYS = each_share(_dividend, ORDER)


def _segments(state: State, railroad: Railroad) -> list[dict[str, object]]:
    built = zip(state.tracks[railroad], state.earnings(railroad), strict=True)
    return [{"from": link.a, "to": link.b, "label": link.label, "income": earned} for link, earned in built]


def _least_bid(state: State, railroad: Railroad) -> Money:
    """A railroad without a value is sold in the initial auctions: the table says what the auction does. Of what is
    auctioned, the next bid."""
    return state.least_now(railroad) or state.minimum_bid(railroad) or setting_up.least_bid(state)


RAILROAD: tuple[Column[State, Railroad], ...] = (
    Column("treasury", State.treasury, cell(say("Treasury"), figure="treasury"), "$", strong=True),
    Column("income", State.income, cell(say("Income"), figure="income"), "$"),
    Column("dividend_now", _dividend, cell(say("Dividend")), "$"),
    Column("value", State.value, cell(say("Value"), figure="value"), "$"),
    Column("min_bid", State.minimum_bid),
    Column("", _least_bid, cell(say("Min. bid")), "$"),
    Column("shares_total", lambda state, railroad: box.SHARES),
    Column("shares_unsold", State.unsold, cell(say("Unsold"), figure="shares_unsold")),
    Column("president", lambda state, railroad: None),
    Column("controllers", State.controllers, cell(say("Control"))),
    Column("cubes_left", State.cubes_left),
    Column("segments", _segments),
    Column("western_build", lambda state, railroad: state.western.get(railroad)),
)
"""What is shown of each railroad."""


def _paid_off(state: State, railroad: Railroad) -> Money | None:
    return turn.final_per_share(state, railroad)[0] if state.sold(railroad) else None


PAID_OFF: tuple[Column[State, Railroad], ...] = (
    Column("", _paid_off, cell(say("Payoff")), "$", strong=True),
    *(
        column
        for column in RAILROAD
        if column.of in (State.value, State.income, State.unsold, State.controllers)
    ),
)
"""What is shown of each railroad at the end: its treasury has gone to the bank (Final Payoff)."""

_RUNNING = railroads_panel(RAILROAD, lambda state: ORDER)
_ENDED = railroads_panel(PAID_OFF, lambda state: ORDER)


_BRIEFLY = {"CT": phrase("Track cards"), "OS": phrase("Stock cards"), "PD": phrase("Div. cards")}


def _card(card: str) -> Column[State, Seat]:
    head = cell(say(_BRIEFLY[card]), hint=say(CARD_NAMES[card]), figure=f"cards.{card}")
    return Column("", lambda state, seat: state.hands[seat][card], head)


SEAT: tuple[Column[State, Seat], ...] = (
    Column("cash", State.cash, cell(say("Cash"), figure="cash"), "$", strong=True),
    Column("worth", _worth),
    Column("shares", lambda state, seat: state.shares_of(seat, ORDER)),
    Column("cards", lambda state, seat: state.hands[seat]),
    *share_columns(ORDER),
    *(_card(card) for card in CARDS),
)
"""What is shown of each player."""

_PLAYING = players_panel(SEAT)
_PAID = players_panel((replace(SEAT[0], head=cell(say("Total"), figure="cash")), *SEAT[1:]))
"""At the end shares have been paid for: the cash is all there is."""


_PROMPTS: Mapping[type, tuple[str, str]] = {
    phases.Choosing: ("card", phrase("{who}: play or draw an action card")),
    phases.Offering: ("offer", phrase("{who}: offer a share")),
    phases.Growing: ("growth", phrase("{who}: roll for growth")),
    phases.Building: ("build", phrase("{who}: choose a railroad and build")),
}
"""The step of each phase in which the active player acts, and the prompt."""


def _turn(state: State) -> NextStep:
    """What is to be done next."""
    phase = state.phase
    match phase:
        case phases.Bidding(auction=auction):
            return hammer.turn(auction)
        case phases.FirstBuild(railroad=railroad, seat=seat):
            prompt = say("{who}: build the {r}'s first segment (free)", who=Who(seat), r=railroad)
            return "build_start", (seat,), railroad, prompt
        case phases.GrowthFacts(row=row):
            prompt = say("{who}: look up row {row} of the growth chart", who=Who(state.active), row=row)
            return "growth_facts", (state.active,), None, prompt
        case phases.GrowthChoice():
            return "growth_choice", (state.active,), None, _growth_choice(state)
        case phases.Over():
            return "finished", (), None, say("The game is over")
    step, words = _PROMPTS[type(phase)]
    return step, (state.active,), None, say(words, who=Who(state.active))


def _growth_choice(state: State) -> Text:
    """The prompt while a player names the city that grows (Discover Growth)."""
    who = Who(state.active)
    if already := growth.has_grown_already(state):
        row, city = already
        return say("{who}: row {row}: {city} has grown already", who=who, row=row, city=city)
    if told := growth.own_secondary(state):
        return say("{who}: confirm that {city} grows", who=who, city=told)
    return say("{who}: choose a city to grow", who=who)


_EIGHTH, _PLAYED_SO_FAR = say("The eighth Pay Dividends card"), say("played")
_NO_CARD, _DRAWN_SO_FAR = say("Draw deck and a hand empty"), say("drawn")


def _end(state: State) -> tuple[End, ...]:
    counts, drawn = state.deck_counts(), sum(state.drawn.values())
    reason = state.phase.reason if isinstance(state.phase, phases.Over) else None
    cards = sum(counts.values()) if counts else None
    return (
        End(_EIGHTH, state.dividends, LAST_PD, reason == "dividends", _PLAYED_SO_FAR),
        End(_NO_CARD, drawn, cards, reason == "cards", _DRAWN_SO_FAR),
    )


def _incomes(state: State) -> list[tuple[Railroad, int]]:
    """Of a game that was already on, the segments may not be known, but where the cube stands is."""
    return [(r, income) for r in ORDER if (income := state.income(r)) or state.tracks[r]]


def _dividends_panel(state: State) -> Panel:
    words = say("Pay Dividends cards")
    return meter("dividends", words, state.dividends, LAST_PD, account=TABLE, figure="dividends_played")


_DRAWN = f"drawn.{CARDS[0]}"


def _deck_panel(state: State) -> Panel:
    left, counts, drawn = state.deck_left(), state.deck_counts(), sum(state.drawn.values())
    if counts is None:
        words = say("empty") if left == 0 else say("{n} drawn", n=drawn)
        return listing("deck", say("Draw deck"), [cell(words, account=TABLE, figure=_DRAWN)])
    total, words = sum(counts.values()), counted("{n} card left", "{n} cards left", n=left or 0)
    progress = min(drawn, total)
    return meter("deck", say("Draw deck"), progress, total, text=words, account=TABLE, figure=_DRAWN)


def _growth(state: State) -> list[Cell]:
    """The cubes left, the rolls, the last one first, and what has grown without one, by a correction."""
    orange = state.ledger.of(BOX, DEVELOPMENT)
    rolled = [city for _, city in state.rolls]
    left = counted("{n} orange cube left", "{n} orange cubes left", n=orange)
    return [
        cell(left, strong=True, account=TABLE, figure="development_cubes"),
        *(_rolled(row, city, grown=city in state.grown) for row, city in reversed(state.rolls)),
        *(_grown(Text("{city}", (("city", city),))) for city in state.grown if city not in rolled),
    ]


def _rolled(row: str, city: str | None, *, grown: bool) -> Cell:
    if not city:
        return _grown(say("row {row}: nothing grew", row=row), computed=True)
    return _grown(say("{city} (row {row})", city=city, row=row), computed=not grown)


def _grown(words: Text, *, computed: bool = False) -> Cell:
    return cell(words, account=TABLE, figure="grown.", computed=computed)


def _tracks(state: State) -> Iterable[Cell]:
    for railroad in ORDER:
        built = [segment.label for segment in state.tracks[railroad]]
        words = Text("{names}", (("names", ", ".join(built)),))
        if western := state.western.get(railroad):
            apart = say("{city} ({what})", city=western, what=say("Western Build"))
            words = joined([words, apart], ", ") if built else apart
        if built or western:
            yield cell(words, railroad=railroad, figure="segment.")


MEANINGS = columns.said(box.BOX, SEAT, RAILROAD)
PANELS: tuple[Callable[[State], Panel], ...] = (
    lambda state: track("income", say("Railroad Income Track"), _incomes(state), figure="income"),
    lambda state: (_ENDED if state.finished else _RUNNING)(state),
    lambda state: (_PAID if state.finished else _PLAYING)(state),
    _dividends_panel,
    _deck_panel,
    cubes_panel(say("Track cubes left"), ORDER, lambda railroad: box.CUBES - 1),
    lambda state: listing("growth", say("Growth"), _growth(state)),
    lambda state: listing("track", say("Track"), list(_tracks(state)), empty=say("Nothing built yet")),
)
"""The board view, what is looked at most first."""


def settlement(state: State) -> Settlement:
    """Who has won, or would if the game ended now: each share gets (value + income) / shares sold."""
    each = {railroad: turn.final_per_share(state, railroad) for railroad in ORDER if state.sold(railroad)}
    cash = state.phase.cash if isinstance(state.phase, phases.Over) else map(state.cash, state.all_seats)
    sold = {railroad: state.sold(railroad) for railroad in each}
    lines = (settling.lines(state.shares_of(seat, each), sold, each) for seat in state.all_seats)
    sums = zip(state.all_seats, map(int, cash), lines, strict=True)
    return settling.settled(sums, each, projected=not state.finished)
