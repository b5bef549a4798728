"""What a table of Texas & Pacific shows: figures, the prompt, panels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import assert_never

from companion.games.texas_pacific import box, hexes, play, settling, turns
from companion.games.texas_pacific.box import LAST_ROUND, ORDER, TP, TRACK_NAMES
from companion.games.texas_pacific.state import Bidding, Deciding, State
from companion.mechanisms import auction as hammer
from companion.mechanisms import columns
from companion.mechanisms.columns import Column, cubes_panel, players_panel, railroads_panel, share_columns
from companion.mechanisms.game_state import Over
from companion.mechanisms.parts import part
from companion.mechanisms.showing import ahead, each_share, shown
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import BOARD
from companion.vocabulary.panels import Cell, Panel, cell, listing, meter, track
from companion.vocabulary.view import NextStep, View
from companion.words.text import Text, Who, counted, either, joined, phrase, say
from companion.words.values import Money, Railroad, Seat, clockwise


def view(state: State) -> View:
    """The state as the table document shows it."""
    phase = state.phase
    found = shown(
        state,
        _turn(state),
        seats=SEAT,
        railroads=dict.fromkeys(ORDER, RAILROAD),
        setting_up=isinstance(phase, Bidding) and phase.occasion == "initial",
        end=turns.ends(state),
        panels=PANELS,
        round=min(state.round, LAST_ROUND),
        paper_total=box.PAPER_TOTAL,
    )
    return ahead(found, state, pays=_pays, then=clockwise(state.seats, state.active)[0])


def _turn(state: State) -> NextStep:
    """What is to be done next."""
    match state.phase:
        case Bidding(auction=auction):
            return hammer.turn(auction)
        case Deciding():
            free, words = play.open_decisions(state), phrase("{who}: choose {one_of}")
            if play.idle(state):
                free = either(play.sliding(state))
                words = phrase("{who}: slide the {one_of} cube (no action possible)")
            prompt = say(words, who=Who(state.active), one_of=free)
            return "decision", (state.active,), None, prompt
        case Over():
            return "finished", (), None, say("The game is over")
        case phase:
            assert_never(phase)


@part
def _dividend(state: State, railroad: Railroad) -> Money | None:
    return state.dividend(railroad) if state.is_open(railroad) else None


CERTIFICATES_PAY = each_share(_dividend, ORDER)


def _pays(state: State, seat: Seat) -> int:
    """Certificates and ranches (General Dividends)."""
    return CERTIFICATES_PAY(state, seat) + settling.ranches(state.ranches(seat))[0]


def _with_this_one(state: State, railroad: Railroad) -> Text | None:
    """What the certificate that is auctioned will bring: one more shares the income then (General Dividends). So short
    that the treasury of now has room behind it, on a phone too."""
    return say("Pays ${n} if sold", n=state.minimum_bid(railroad)) if state.sold_now == railroad else None


def _income(state: State, railroad: Railroad) -> Money | None:
    """Before it opens it has no cube on the Income Track."""
    return Money(state.income(railroad)) if state.is_open(railroad) else None


def _income_sold(state: State, railroad: Railroad) -> Text | None:
    """What is bid for first of all: it is the last to give way where a line is short, so it stands first."""
    return say("Income ${n}", n=state.income(railroad)) if state.sold_now == railroad else None


def _minimum_bid(state: State, railroad: Railroad) -> Money | None:
    """Of the certificate that is auctioned, what that auction asks for; its first one's may be less (`tp_minimum`)."""
    if state.sold_now == railroad and state.auction:
        return state.auction.minimum
    for_sale = state.unsold(railroad) and state.is_open(railroad)
    return state.minimum_bid(railroad) if for_sale else None


def _least_bid(state: State, railroad: Railroad) -> Money | None:
    """What a bid must be at least; of what is auctioned, the next one."""
    return state.least_now(railroad) or _minimum_bid(state, railroad)


@part
def _hexes(state: State, railroad: Railroad) -> list[dict[str, object]]:
    return [
        {"kind": state.kind_of(built), "income": state.earned(built), "rank": built.rank, "name": built.name}
        for built in state.tracks[railroad]
    ]


def _note(state: State, railroad: Railroad) -> Cell:
    """Whether it has gone west, or when it opens."""
    if not state.is_open(railroad):
        left = max(0, box.OPENING_RANCHES - state.ranches_built())
        after = counted("after {n} more ranch", "after {n} more ranches", n=left)
        return cell(say("not open yet"), hint=after, figure="gone_west")
    return cell(say("gone west") if railroad in state.west else Text(""), figure="gone_west")


RAILROAD: tuple[Column[State, Railroad], ...] = (
    Column("treasury", State.treasury, cell(say("Treasury"), figure="treasury"), "$", strong=True),
    Column("income", State.income),
    Column("", _income, cell(say("Income"), figure="income"), "$", brief=_income_sold),
    Column("value", lambda state, railroad: None),
    Column("dividend_now", _dividend, cell(say("Dividend")), "$", brief=_with_this_one),
    Column("min_bid", _minimum_bid),
    Column("", _least_bid, cell(say("Min. bid")), "$"),
    Column("shares_total", lambda state, railroad: box.CERTIFICATES[railroad]),
    Column("shares_unsold", State.unsold, cell(say("Unsold"), figure="shares_unsold")),
    Column("president", lambda state, railroad: None),
    Column("controllers", State.controllers),
    Column("cubes_left", State.cubes_left),
    Column("built", State.built, cell(say("Built"))),
    Column("open", State.is_open),
    Column("gone_west", lambda state, railroad: railroad in state.west),
    Column("", _note, cell(say("Note"))),
    Column("start", lambda state, railroad: box.START[railroad]),
    Column("hexes", _hexes),
)
"""What is shown of each railroad."""


def _ranches(state: State, seat: Seat) -> Text | None:
    """They are paid with the certificates, so they stand beside them."""
    number = state.ranches(seat)
    return counted("{n} ranch", "{n} ranches", n=number) if number else None


SEAT: tuple[Column[State, Seat], ...] = (
    Column("cash", State.cash, cell(say("Cash"), figure="cash"), "$", strong=True),
    Column("worth", State.cash),
    Column("shares", lambda state, seat: state.shares_of(seat, ORDER)),
    *share_columns(ORDER),
    Column("certificates", State.certificates_of),
    Column("ranches", State.ranches, cell(say("Ranches"), figure="ranches"), brief=_ranches),
)
"""What is shown of each player."""


def _incomes(state: State) -> list[tuple[Railroad, int]]:
    return [(r, state.income(r)) for r in ORDER if state.is_open(r)]


def _round_panel(state: State) -> Panel:
    number = min(state.round, LAST_ROUND)
    return meter("round", say("Round"), number, LAST_ROUND, account=TABLE, figure="round")


def _decision_track(state: State, name: str) -> Panel:
    """A decision cube between Start and End; as long as nobody has told where End is, the last box is a question."""
    at, length = state.slides[name], state.length(name)
    last = at + 2 if length is None else max(length, at)
    numbers = [say("{n}", n=n) for n in range(1, last)]
    labels, pieces = [say("Start"), *numbers, say("?") if length is None else say("End")], [(say("cube"), at)]
    title, figure = say("Decision Track: {track}", track=TRACK_NAMES[name]), f"decision.{name}"
    return track(
        f"decision-{name}", title, pieces=pieces, last=last, labels=labels, account=TABLE, figure=figure
    )


def _ranch_panel(state: State) -> Panel:
    title, reached = say("Ranch markers on the map"), state.reached_ranches()
    words = [say("{n} known to have track", n=reached)] if reached else []
    if not state.tp_open:
        left = max(0, box.OPENING_RANCHES - state.ranches_built())
        words.append(say("{r} opens after {left} more ranches", r=TP, left=left))
    text = joined(words) if words else None
    return meter(
        "ranches", title, state.ranches_on_map(), box.RANCHES, text=text, account=BOARD, figure="ranches"
    )


def _built(state: State) -> Iterator[Cell]:
    """A railroad's hexes in one line: those with a name, and how many of each kind have none."""
    for railroad in ORDER:
        named = [hexes.words(built) for built in state.tracks[railroad] if built.name]
        if words := [*named, *hexes.nameless(state, railroad)]:
            yield cell(joined(words, ", "), railroad=railroad, figure="in.")


MEANINGS = columns.said(box.BOX, SEAT, RAILROAD)
PANELS: tuple[Callable[[State], Panel], ...] = (
    lambda state: track("income", say("Income Track"), _incomes(state), figure="income"),
    *(partial(_decision_track, name=name) for name in TRACK_NAMES),
    _round_panel,
    _ranch_panel,
    railroads_panel(RAILROAD, lambda state: ORDER),
    players_panel(SEAT),
    cubes_panel(say("Cubes left"), ORDER, lambda railroad: box.CUBES[railroad] - box.LAID_OUT),
    lambda state: listing("hexes", say("Track built"), list(_built(state)), empty=say("Nothing built yet")),
)
"""The board view, what is looked at most first."""
