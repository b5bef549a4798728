"""What a table of Prairie Railroads shows: figures, the prompt, panels, how near the end is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from companion.games.prairie_railroads.box import (
    CARD_NAMES,
    CARDS,
    CUBES,
    LAST_PD,
    ORDER,
    PAPER_TOTAL,
    SHARES,
)
from companion.games.prairie_railroads.state import (
    DEVELOPMENT,
    Bidding,
    Building,
    Choosing,
    FirstBuild,
    Growing,
    GrowthChoice,
    GrowthFacts,
    Offering,
    Over,
    State,
    label,
)
from companion.games.prairie_railroads.turn import final_per_share
from companion.mechanisms import auction as hammer
from companion.mechanisms.dividend import times
from companion.mechanisms.settlement import ranked_by_total
from companion.mechanisms.shares import held
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import BOX as PARTS
from companion.vocabulary.panels import Cell, Panel, bars, cell, grid, listing, meter, track
from companion.vocabulary.view import End, PayoffLine, Settlement, View
from companion.words.text import Text, Who, counted, say
from companion.words.values import Railroad, Seat


def view(state: State) -> View:
    """The state as the table document shows it."""
    phase = state.phase
    setup = isinstance(phase, FirstBuild) or (isinstance(phase, Bidding) and phase.initial)
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    final = {railroad: final_per_share(state, railroad)[0] for railroad in ORDER if state.sold(railroad)}
    step, to_act, railroad, prompt = _turn(state)
    return View(
        status="finished" if state.finished else "setup" if setup else "playing",
        round=None,
        step=step,
        paper_total=PAPER_TOTAL,
        seats={seat: _seat(state, seat, final) for seat in seats},
        railroads=tuple(_railroad(state, railroad) for railroad in ORDER),
        to_act=to_act,
        railroad=railroad,
        prompt=prompt,
        auction=hammer.shown(phase.auction, state.cash) if isinstance(phase, Bidding) else None,
        end=_end(state),
        panels=_panels(state, seats),
    )


def _seat(state: State, seat: Seat, final: Mapping[Railroad, int]) -> Mapping[str, Any]:
    shares = {railroad: n for railroad in ORDER if (n := held(state.ledger, seat, railroad))}
    worth = 0 if state.finished else sum(final[railroad] * n for railroad, n in shares.items())
    cash = state.cash(seat)
    return {"cash": cash, "worth": cash + worth, "shares": shares, "cards": state.hands[seat]}


def _railroad(state: State, railroad: Railroad) -> Mapping[str, Any]:
    return {
        "treasury": state.ledger.treasury(railroad),
        "income": state.income(railroad),
        "value": state.value(railroad),
        "min_bid": state.minimum_bid(railroad),
        "dividend_now": state.dividend_per_share(railroad) if state.sold(railroad) else None,
        "shares_total": SHARES,
        "shares_unsold": state.unsold(railroad),
        "president": None,
        "controllers": state.controllers(railroad),
        "cubes_left": state.cubes_left(railroad),
        "segments": [
            {"from": segment.a, "to": segment.b, "label": label(segment), "income": earned}
            for segment, earned in zip(state.tracks[railroad], state.earnings(railroad), strict=True)
        ],
        "western_build": state.western.get(railroad),
    }


def _turn(state: State) -> tuple[str, tuple[Seat, ...], Railroad | None, Text]:
    """Step, who is to act, which railroad it is about, and the prompt."""
    phase, who = state.phase, Who(state.active)
    active = (state.active,)
    match phase:
        case Bidding(auction=auction):
            assert auction.to_act is not None
            bidder, railroad = Who(auction.to_act), auction.railroad
            prompt = (
                say("{who} opens the bidding for the {r}", who=bidder, r=railroad)
                if auction.high_seat is None and not auction.passed
                else say("{who} to bid for the {r}", who=bidder, r=railroad)
            )
            return "auction", (auction.to_act,), railroad, prompt
        case FirstBuild(railroad=railroad, seat=seat):
            prompt = say("{who} builds the {r}'s first segment, free", who=Who(seat), r=railroad)
            return "build_start", (seat,), railroad, prompt
        case Choosing():
            return "card", active, None, say("{who} plays or draws an action card", who=who)
        case Offering():
            return "offer", active, None, say("{who} offers a share", who=who)
        case Growing():
            return "growth", active, None, say("{who} rolls for growth", who=who)
        case GrowthFacts(row=row):
            return "growth_facts", active, None, say("Read out row {row} of the growth chart", row=row)
        case GrowthChoice():
            return "growth_choice", active, None, say("{who} chooses a city to grow", who=who)
        case Building():
            return "build", active, None, say("{who} has a railroad build track", who=who)
        case Over():
            return "finished", (), None, say("The game is over")
        case _:
            assert_never(phase)


def _end(state: State) -> tuple[End, ...]:
    cards = state.deck_counts()
    over = state.phase if isinstance(state.phase, Over) else None
    return (
        End(
            say("The eighth Pay Dividends card"),
            state.dividends,
            LAST_PD,
            over is not None and over.reason == "dividends",
        ),
        End(
            say("A player cannot play a card: the Draw deck and the hand are empty"),
            sum(state.drawn.values()),
            sum(cards.values()) if cards else None,
            over is not None and over.reason == "cards",
        ),
    )


# --- panels ------------------------------------------------------------------------------------------

_BADGES = {railroad: cell(railroad=railroad) for railroad in ORDER}
_EMPTY = cell(Text(""))
_NOTHING = cell(say("–"))
_RAILROAD_HEADS = (
    cell(say("Treasury"), figure="treasury"),
    cell(say("Income"), figure="income"),
    cell(say("Value"), figure="value"),
    cell(say("Minimum bid")),
    cell(say("Dividend")),
    cell(say("Unsold"), figure="shares_unsold"),
    cell(say("Control")),
)
_PLAYER_HEADS = (
    cell(say("Cash"), figure="cash"),
    *_BADGES.values(),
    *(cell(say(card), hint=say(CARD_NAMES[card]), figure=f"cards.{card}") for card in CARDS),
)


def _panels(state: State, seats: list[Seat]) -> tuple[Panel, ...]:
    built = [railroad for railroad in ORDER if state.tracks[railroad]]
    panels = [
        track("income", say("Railroad Income Track"), [(r, state.income(r)) for r in built], figure="income"),
        _railroads_panel(state),
        _players_panel(state, seats),
        meter(
            "dividends",
            say("Pay Dividends cards"),
            state.dividends,
            LAST_PD,
            account=TABLE,
            figure="dividends_played",
        ),
        _deck_panel(state),
        bars(
            "cubes",
            say("Track cubes left"),
            [(_BADGES[r], state.cubes_left(r), CUBES - 1) for r in ORDER],
            figure="cubes_left",
        ),
        listing("growth", say("Growth"), _growth(state)),
        listing("track", say("Track"), _tracks(state), empty=say("Nothing is built yet")),
    ]
    return tuple(panels)


def _railroads_panel(state: State) -> Panel:
    rows = []
    for r in ORDER:
        figures = [
            cell(number=state.ledger.treasury(r), unit="$", strong=True),
            cell(number=state.income(r), unit="$"),
            cell(number=state.value(r), unit="$"),
            cell(number=state.minimum_bid(r), unit="$"),
            cell(number=state.dividend_per_share(r), unit="$") if state.sold(r) else _NOTHING,
            cell(number=state.unsold(r)),
            cell(say("{who}", who=tuple(Who(s) for s in state.controllers(r)) or "–")),
        ]
        rows.append((_BADGES[r], figures))
    return grid("railroads", say("Railroads"), _RAILROAD_HEADS, rows)


def _players_panel(state: State, seats: list[Seat]) -> Panel:
    rows = []
    for seat in seats:
        figures = [cell(number=state.cash(seat), unit="$", strong=True)]
        figures += [cell(number=n) if (n := held(state.ledger, seat, r)) else _EMPTY for r in ORDER]
        figures += [cell(number=state.hands[seat][card]) for card in CARDS]
        rows.append((cell(seat=seat), figures))
    return grid("players", say("Players"), _PLAYER_HEADS, rows)


_DRAWN = f"drawn.{CARDS[0]}"


def _deck_panel(state: State) -> Panel:
    left, known, drawn = state.deck_left(), state.deck_counts(), sum(state.drawn.values())
    if known is None:
        words = say("empty") if left == 0 else say("{n} drawn, uncounted", n=drawn)
        return listing("deck", say("Draw deck"), [cell(words, account=TABLE, figure=_DRAWN)])
    total = sum(known.values())
    return meter(
        "deck",
        say("Draw deck"),
        min(drawn, total),
        total,
        text=counted("{n} card left", "{n} cards left", n=left or 0),
        account=TABLE,
        figure=_DRAWN,
    )


def _growth(state: State) -> list[Any]:
    """The cubes left, the rolls, the last one first, and what has grown without one, by a correction."""
    orange = state.ledger.of(PARTS, DEVELOPMENT)
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


def _tracks(state: State) -> list[Any]:
    lines = []
    for railroad in ORDER:
        names = [label(segment) for segment in state.tracks[railroad]]
        if western := state.western.get(railroad):
            names.append(f"{western} W")
        if names:
            lines.append(
                cell(Text("{names}", (("names", ", ".join(names)),)), railroad=railroad, figure="segment.")
            )
    return lines


# --- settlement --------------------------------------------------------------------------------------


def settlement(state: State) -> Settlement:
    """Who has won, or would if the game ended now: each share gets (value + income) / shares sold."""
    each = {railroad: final_per_share(state, railroad) for railroad in ORDER if state.sold(railroad)}
    phase = state.phase
    sums = []
    for seat in sorted(state.hands):
        there = phase.cash[seat - 1] if isinstance(phase, Over) else state.cash(seat)
        lines = tuple(
            PayoffLine(
                railroad,
                say("{n} of {sold} shares of the {r}", n=n, sold=state.sold(railroad), r=railroad),
                times(formula, n),
                amount * n,
            )
            for railroad, (amount, formula) in each.items()
            if (n := held(state.ledger, seat, railroad))
        )
        sums.append((seat, int(there), lines))
    payoffs = ranked_by_total(sums, tie_order=())
    winners = [payoff.seat for payoff in payoffs if payoff.winner]
    shared = say("{who} have the same sum: ties are shared", who=tuple(Who(seat) for seat in winners))
    return Settlement(
        projected=not state.finished,
        payoffs=payoffs,
        railroads=tuple((railroad, formula, amount) for railroad, (amount, formula) in each.items()),
        tie_break=shared if len(winners) > 1 else None,
    )
