"""What a table of Texas & Pacific shows: figures, the prompt, panels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, assert_never

from companion.games.texas_pacific import settling, slides
from companion.games.texas_pacific.box import (
    CERTIFICATES,
    CUBES,
    KIND_NAMES,
    LAID_OUT,
    LAST_ROUND,
    OPENING_RANCHES,
    ORDER,
    PAPER_TOTAL,
    RANCHES,
    START,
    TP,
    TRACK_NAMES,
    TRACKS,
)
from companion.games.texas_pacific.state import Bidding, Deciding, Over, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.shares import held, most_held
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import BOARD
from companion.vocabulary.panels import Cell, Panel, bars, cell, grid, listing, meter, track
from companion.vocabulary.view import View
from companion.words.text import Text, Who, joined, say
from companion.words.values import Railroad, Seat


def view(state: State) -> View:
    """The state as the table document shows it."""
    phase = state.phase
    step, to_act, railroad, prompt = _turn(state)
    setting_up = isinstance(phase, Bidding) and phase.occasion == "initial"
    return View(
        status="finished" if state.finished else "setup" if setting_up else "playing",
        round=min(state.round, LAST_ROUND),
        step=step,
        paper_total=PAPER_TOTAL,
        seats={seat: _seat(state, seat) for seat in _seats(state)},
        railroads=tuple(_railroad(state, one) for one in ORDER),
        to_act=to_act,
        railroad=railroad,
        prompt=prompt,
        auction=hammer.shown(phase.auction, state.cash) if isinstance(phase, Bidding) else None,
        end=settling.ends(state),
        panels=_panels(state),
    )


def _seats(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(n) for n in range(1, state.seats + 1))


def _seat(state: State, seat: Seat) -> Mapping[str, Any]:
    cash = state.cash(seat)
    return {
        "cash": cash,
        "worth": cash,
        "shares": {railroad: n for railroad in ORDER if (n := held(state.ledger, seat, railroad))},
        "certificates": settling.certificates_of(state, seat),
        "ranches": state.ranches(seat),
    }


def _railroad(state: State, railroad: Railroad) -> Mapping[str, Any]:
    left = state.unsold(railroad)
    return {
        "treasury": state.ledger.treasury(railroad),
        "income": state.income(railroad),
        "value": None,
        "dividend_now": state.dividend(railroad) if state.is_open(railroad) else None,
        "min_bid": state.minimum_bid(railroad) if left and state.is_open(railroad) else None,
        "shares_total": CERTIFICATES[railroad],
        "shares_unsold": left,
        "president": None,
        "controllers": most_held(state.ledger, railroad, state.seats),
        "cubes_left": state.cubes_left(railroad),
        "built": state.built(railroad),
        "open": state.is_open(railroad),
        "gone_west": railroad in state.west,
        "start": START[railroad],
        "hexes": [
            {"kind": state.kind_of(one), "income": state.earned(one), "rank": one.rank, "name": one.name}
            for one in state.tracks[railroad]
        ],
    }


def _turn(state: State) -> tuple[str, tuple[Seat, ...], Railroad | None, Text]:
    """Step, who is to act, which railroad it is about, and the prompt."""
    phase = state.phase
    match phase:
        case Bidding(auction=auction):
            assert auction.to_act is not None
            bidder, railroad = Who(auction.to_act), auction.railroad
            fresh = auction.high_seat is None and not auction.passed
            opens = say("{who} opens the bidding for the {r}", who=bidder, r=railroad)
            prompt = opens if fresh else say("{who} to bid for the {r}", who=bidder, r=railroad)
            return "auction", (auction.to_act,), railroad, prompt
        case Deciding():
            free = tuple(Text(TRACK_NAMES[one]) for one in TRACKS if slides.unavailable(state, one) is None)
            prompt = say("{who} decides: {free}", who=Who(state.active), free=free)
            return "decision", (state.active,), None, prompt
        case Over():
            return "finished", (), None, say("The game is over")
        case _:
            assert_never(phase)


# --- panels ------------------------------------------------------------------------------------------


def _panels(state: State) -> tuple[Panel, ...]:
    running = [railroad for railroad in ORDER if state.is_open(railroad)]
    return (
        track("income", say("Income Track"), [(r, state.income(r)) for r in running], figure="income"),
        *(_decision_track(state, one) for one in TRACKS),
        meter("round", say("Round"), min(state.round, LAST_ROUND), LAST_ROUND, account=TABLE, figure="round"),
        meter(
            "ranches",
            say("Ranch markers on the map"),
            state.ranches_on_map(),
            RANCHES,
            text=_ranch_words(state),
            account=BOARD,
            figure="ranches",
        ),
        _railroads_panel(state),
        _players_panel(state),
        bars(
            "cubes",
            say("Cubes left"),
            [(cell(railroad=r), state.cubes_left(r), CUBES[r] - LAID_OUT) for r in ORDER],
            figure="cubes_left",
        ),
        listing("hexes", say("Track built"), _hexes(state), empty=say("Nothing is built yet")),
    )


def _decision_track(state: State, one: str) -> Panel:
    """A decision cube between Start and End; as long as nobody has told where End is, the last box is a question."""
    at, known = state.slides[one], state.length(one)
    last = at + 2 if known is None else max(known, at)
    numbers = [say("{n}", n=n) for n in range(1, last)]
    return track(
        f"decision-{one}",
        say("Decision Track: {track}", track=Text(TRACK_NAMES[one])),
        pieces=[(say("cube"), at)],
        last=last,
        labels=[say("Start"), *numbers, say("?") if known is None else say("End")],
        account=TABLE,
        figure=f"decision.{one}",
    )


def _ranch_words(state: State) -> Text:
    reached = say("{n} known to have track", n=state.reached_ranches())
    if state.tp_open:
        return reached
    left = max(0, OPENING_RANCHES - state.ranches_built())
    return say("{reached}; the {r} opens after {left} more", reached=reached, r=TP, left=left)


def _railroads_panel(state: State) -> Panel:
    heads = (
        cell(say("Treasury"), figure="treasury"),
        cell(say("Income"), figure="income"),
        cell(say("Dividend")),
        cell(say("Min. bid")),
        cell(say("Unsold"), figure="shares_unsold"),
        cell(say("Built")),
        cell(say("Note")),
    )
    rows = []
    for r in ORDER:
        figures = [
            cell(number=state.ledger.treasury(r), unit="$", strong=True),
            cell(number=state.income(r), unit="$"),
            _dollars(state.dividend(r) if state.is_open(r) else None),
            _dollars(state.minimum_bid(r) if state.unsold(r) and state.is_open(r) else None),
            cell(number=state.unsold(r)),
            cell(number=state.built(r)),
            cell(_note(state, r), hint=_beside(state, r), figure="gone_west"),
        ]
        rows.append((cell(railroad=r), figures))
    return grid("railroads", say("Railroads"), heads, rows)


def _dollars(amount: int | None) -> Cell:
    return cell(say("–")) if amount is None else cell(number=amount, unit="$")


def _note(state: State, railroad: Railroad) -> Text:
    if not state.is_open(railroad):
        return say("not open yet")
    return say("gone west") if railroad in state.west else Text("")


def _beside(state: State, railroad: Railroad) -> Text | None:
    """Two of its cubes are not built with; until it opens they lie beside its banner with the others."""
    return None if state.is_open(railroad) else say("{n} cubes lie there", n=CUBES[railroad])


def _players_panel(state: State) -> Panel:
    columns = [
        cell(say("Cash"), figure="cash"),
        *(cell(railroad=r) for r in ORDER),
        cell(say("Ranches"), figure="ranches"),
    ]
    rows = []
    for seat in _seats(state):
        figures = [cell(number=state.cash(seat), unit="$", strong=True)]
        for r in ORDER:
            n = held(state.ledger, seat, r)
            figures.append(cell(number=n) if n else cell(Text("")))
        figures.append(cell(number=state.ranches(seat)))
        rows.append((cell(seat=seat), figures))
    return grid("players", say("Players"), columns, rows)


def _hexes(state: State) -> list[Cell]:
    """A railroad's hexes in one line: those with a name, and how many of each kind have none."""
    lines = []
    for railroad in ORDER:
        named = [Text("{name}", (("name", one.name),)) for one in state.tracks[railroad] if one.name]
        others = Counter(state.kind_of(one) for one in state.tracks[railroad] if not one.name)
        words = [
            *named,
            *(say("{n} × {kind}", n=n, kind=Text(KIND_NAMES[kind])) for kind, n in others.items()),
        ]
        if words:
            lines.append(cell(joined(words, ", "), railroad=railroad, figure="in."))
    return lines
