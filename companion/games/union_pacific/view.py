"""What a table of Union Pacific shows: figures, the prompt, panels, how near the end is, who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from companion.games.union_pacific import dividends, reveal
from companion.games.union_pacific.box import ALL, BUILDERS, PAPER_TOTAL, UP, UP_PLACES, UP_ROWS, UP_TABLE
from companion.games.union_pacific.state import (
    Drawing,
    Over,
    Paid,
    Revealing,
    State,
    Third,
    Turn,
    printed,
    up_row,
)
from companion.games.union_pacific.turns import odd_rows
from companion.mechanisms.majority import standing
from companion.mechanisms.settlement import ranked_by_total
from companion.vocabulary.figures import TABLE
from companion.vocabulary.panels import Cell, Panel, bars, card, cell, grid, listing, meter
from companion.vocabulary.view import End, PayoffLine, Settlement, View
from companion.words.text import Text, Who, say
from companion.words.values import Railroad, Seat

UNIT = "$"


def view(state: State) -> View:
    """The state as the table document shows it."""
    step, to_act, railroad, prompt = _turn(state)
    hidden = state.ruled("cash_visibility", "hidden") and not state.finished
    return View(
        status="finished" if state.finished else "setup" if step == "reveal" else "playing",
        round=None,
        step=step,
        paper_total=PAPER_TOTAL,
        seats={seat: _seat(state, seat) for seat in state.investors},
        railroads=tuple(_company(state, company) for company in ALL),
        to_act=to_act,
        railroad=railroad,
        prompt=prompt,
        auction=None,
        end=(
            End(
                say("The {nth} dividend is paid", nth=dividends.nth(state.last)),
                state.paid,
                state.last,
                state.finished,
            ),
        ),
        panels=_panels(state, hidden=hidden),
        hidden=frozenset({"cash", "worth"}) if hidden else frozenset(),
    )


def _seat(state: State, seat: Seat) -> Mapping[str, Any]:
    cash = state.ledger.cash(seat)
    shares = {company: n for company in ALL if (n := state.invested(seat, company))}
    return {"cash": cash, "worth": cash, "shares": shares, "shares_invested": sum(shares.values())}


def _company(state: State, company: Railroad) -> Mapping[str, Any]:
    ranks = standing(state.owners(company))
    total = printed(state.atlas, company, "shares")
    builds = company != UP
    return {
        "treasury": None,
        "income": None,
        "value": state.value(company) if builds else None,
        "dividend_now": None,
        "shares_total": total,
        "shares_unsold": max(0, total - state.on_table(company)),
        "president": None,
        "controllers": ranks[0][0] if ranks else (),
        "cubes_left": None,
        "trains_placed": state.trains_placed(company) if builds else None,
        "trains_left": state.trains_left(company) if builds else None,
    }


def _turn(state: State) -> tuple[str, tuple[Seat, ...], Railroad | None, Text]:
    """Step, who is to act, which company it is about, and the prompt."""
    phase = state.phase
    match phase:
        case Revealing():
            left = reveal.waiting(state, phase)
            return "reveal", left, None, say("First investments: {who} to choose", who=tuple(map(Who, left)))
        case Turn(seat=seat):
            return "turn", (seat,), None, say("{who} builds or invests", who=Who(seat))
        case Drawing(seat=seat, company=company):
            return "draw_share", (seat,), company, say("{who} draws a share", who=Who(seat))
        case Third():
            seats = tuple(Seat(n) for n in range(1, state.seats + 1))
            return "third_player", seats, None, say("Sort the shares of the imaginary third player")
        case Over():
            return "finished", (), None, say("The game is over")
        case _:
            assert_never(phase)


# --- panels ------------------------------------------------------------------------------------------


def _panels(state: State, *, hidden: bool) -> tuple[Panel, ...]:
    return (
        _companies_panel(state),
        _players_panel(state, hidden=hidden),
        bars(
            "trains",
            say("Trains and value"),
            [
                (
                    cell(say("${value}M", value=state.value(company)), railroad=company),
                    state.trains_placed(company),
                    state.trains_placed(company) + state.trains_left(company),
                )
                for company in BUILDERS
            ],
            figure="trains_placed",
        ),
        *_up_panels(state),
        meter(
            "dividends", say("Dividends paid"), state.paid, state.last, account=TABLE, figure="dividends_paid"
        ),
        *_next_panel(state),
    )


def _companies_panel(state: State) -> Panel:
    columns = [
        cell(say("Value"), figure="value"),
        cell(say("Trains left"), figure="trains_left"),
        *(cell(seat=seat) for seat in state.investors),
        cell(say("Not invested"), figure="shares_unsold"),
    ]
    rows = []
    for company in ALL:
        ranks = standing(state.owners(company))
        first = ranks[0][0] if ranks else ()
        figures = [
            cell(number=state.value(company), unit=UNIT) if company != UP else cell(Text("")),
            cell(number=state.trains_left(company)) if company != UP else cell(Text("")),
            *(_held(state.invested(seat, company), strong=seat in first) for seat in state.investors),
            cell(number=max(0, printed(state.atlas, company, "shares") - state.on_table(company))),
        ]
        rows.append((cell(railroad=company), figures))
    return grid("railroads", say("Shares on the table"), columns, rows)


def _held(number: int, *, strong: bool) -> Cell:
    if not number:
        return cell(Text(""))
    return cell(number=number, strong=strong, hint=say("first") if strong else None)


def _players_panel(state: State, *, hidden: bool) -> Panel:
    """Where money is hidden, nobody's stands here."""
    heads = [say("Shares"), say("First in")]
    columns = (
        [cell(head) for head in heads if head]
        if hidden
        else [cell(say("Cash"), figure="cash"), *(cell(one) for one in heads)]
    )
    rows = []
    for seat in state.investors:
        leads = sum(
            seat in standing(state.owners(company))[0][0] for company in ALL if state.on_table(company)
        )
        figures = [cell(number=state.shares_of(seat)), cell(number=leads)]
        if not hidden:
            figures.insert(0, cell(number=state.ledger.cash(seat), unit=UNIT, strong=True))
        rows.append((cell(seat=seat), figures))
    return grid("players", say("Players"), columns, rows)


def _up_panels(state: State) -> tuple[Panel, ...]:
    """The Union Pacific's five places; a remark where they can hardly be printed so."""
    columns = [cell(say("{nth}", nth=dividends.nth(place))) for place in range(1, UP_PLACES + 1)]
    odd = odd_rows(state)
    rows = []
    for row in UP_ROWS:
        paid = [state.atlas.get(UP_TABLE.name, row, fact.name) for fact in UP_TABLE.facts]
        head = cell(say("{nth} dividend", nth=dividends.nth(int(row))))
        rows.append((head, [cell(say("–")) if one is None else cell(number=one, unit=UNIT) for one in paid]))
    table = grid("up", say("Union Pacific, by place"), columns, rows, computed=True)
    return (table, card("up_check", say("To be checked"), odd[0])) if odd else (table,)


def _next_panel(state: State) -> tuple[Panel, ...]:
    """What each company would pay if a dividend card were turned up now."""
    if state.finished:
        return ()
    row = state.paid + 1
    lines = []
    for company in ALL:
        worth = None if company == UP else state.value(company)
        paid = Paid(row, row, company, worth, dividends.company_awards(state, company, row))
        unread = company == UP and up_row(state.atlas, row) is None
        if paid.awards:
            lines.append(cell(say("not read out yet") if unread else dividends.told(paid), railroad=company))
    title = say("The {nth} dividend, if it came now", nth=dividends.nth(row))
    return (listing("next_dividend", title, lines, empty=say("Nobody has invested yet"), computed=True),)


# --- settlement --------------------------------------------------------------------------------------


def settlement(state: State) -> Settlement:
    """Most cash wins; every dividend stands there, company by company (Game end; ruling `final_tie`)."""
    points: dict[Seat, int] = {}
    if state.ruled("final_tie", "more_shares"):
        points = {seat: state.shares_of(seat) for seat in state.investors}
    sums = []
    for seat in state.investors:
        lines = _lines(state, seat)
        # What a correction gave or took is there besides.
        besides = state.ledger.cash(seat) - sum(line.amount for line in lines)
        sums.append((seat, besides, lines))
    payoffs = ranked_by_total(sums, tie_order=(), merits={seat: (n,) for seat, n in points.items()})
    best = [payoff for payoff in payoffs if payoff.total == payoffs[0].total]
    return Settlement(not state.finished, payoffs, (), _tie(state, [one.seat for one in best], points))


def _tie(state: State, best: list[Seat], points: Mapping[Seat, int]) -> Text | None:
    if len(best) < 2:
        return None
    who = tuple(Who(seat) for seat in best)
    most = max((points.get(seat, 0) for seat in best), default=0)
    ahead = tuple(Who(seat) for seat in best if points.get(seat, 0) == most)
    if points and len(ahead) == 1:
        return say(
            "{who} have the same cash; {winner} has invested more shares, {n}", who=who, winner=ahead, n=most
        )
    return say("{who} have the same cash and share the victory", who=ahead if points else who)


def _lines(state: State, seat: Seat) -> tuple[PayoffLine, ...]:
    return tuple(
        PayoffLine(
            paid.company,
            say("{nth} dividend", nth=dividends.nth(paid.number)),
            say("{head}: {how}", head=dividends.head(paid), how=dividends.how(award)),
            award.each,
        )
        for paid in state.history
        for award in paid.awards
        if seat in award.seats
    )
