"""What a table of the bank alone shows, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from companion.games.bank import asking
from companion.games.bank.box import BOX
from companion.games.bank.boxes import BankBox, Track
from companion.games.bank.ending import INCOME, track_words, value_formula
from companion.games.bank.state import Asked, Deal, Selling, Settled, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.box_file import meaning
from companion.mechanisms.columns import Column, panel, players_panel, said, share_columns
from companion.mechanisms.parts import part
from companion.mechanisms.settlement import ranked_by_total
from companion.mechanisms.showing import ahead, shown
from companion.vocabulary.box import AtTable
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import railroad_account, seat_account
from companion.vocabulary.meanings import Meanings
from companion.vocabulary.panels import Cell, Panel, cell, listing, meter
from companion.vocabulary.view import PayoffLine, Settlement, ShownAuction, View
from companion.words.text import Text, Who, counted, joined, say
from companion.words.values import Railroad, Seat

UNIT = "$"
EMPTY = Text("")
MOST_COLUMNS = 7
"""Companies that have a column in the table of players, for no more badges stand side by side on a TV; of more, what
each player holds stands with the company."""
Companies = tuple[Column[State, Railroad], ...]
Players = tuple[Column[State, Seat], ...]
Shown = Callable[[State], Panel | None]


_USUAL: str = next(each["default"]["name"] for each in BOX["options"] if each["name"] == "box")
"""What a box is called that nobody has chosen."""


def at_table(state: State) -> AtTable:
    """The companies, the money and the name of this table's own box; of its notes nobody knows."""
    name = state.box.name if state.box.name != _USUAL else ""
    return AtTable(state.box.railroads, state.box.unit, {}, name)


def view(state: State) -> View:
    """The state as the table document shows it. There are no turns; an auction says itself who is to act."""
    box, phase = state.box, state.phase
    step, prompt = (
        ("finished", say("The game is over")) if state.finished else ("bank", say("The bank is open"))
    )
    railroad = None
    if isinstance(phase, Selling):
        step, _, railroad, prompt = hammer.turn(phase.auction)
    found = shown(
        state,
        (step, (), None if isinstance(phase, Selling) and phase.what else railroad, prompt),
        seats=_players(box),
        railroads=dict.fromkeys(box.order, _companies(box, state.all_seats)),
        setting_up=False,
        end=(),
        panels=_panels(box, state.all_seats),
        paper_total=state.paper_total,
        more={"money_requests": requests(state), "tracks": _tracks(state)},
    )
    found = ahead(found, state)
    if isinstance(phase, Selling) and phase.what and found.auction is not None:
        lot: ShownAuction = {**found.auction, "railroad": None, "share": phase.what}
        return replace(found, auction=lot)
    return found


@part
def requests(state: State) -> list[dict[str, object]]:
    """What nobody has answered yet, as the table document says it."""
    return [_request(asked) for asked in state.asked]


def _request(asked: Asked) -> dict[str, object]:
    shown_ = {
        "id": asked.id,
        "seat": asked.seat,
        "from": seat_account(asked.of),
        "amount": asked.amount,
        "why": asked.why,
    }
    return shown_ if asked.deal is None else {**shown_, "trade": _deal(asked.deal)}


def _deal(deal: Deal) -> dict[str, object]:
    return {
        "company": deal.company,
        "count": deal.count,
        "from": deal.source,
        "to": deal.target,
        "price": deal.price,
        "paid_to": deal.paid_to,
    }


@part
def _tracks(state: State) -> dict[str, int]:
    return {track.name: state.on(track, TABLE) for track in state.box.tracks_of("table")}


# --- of companies and players ------------------------------------------------------------------------------


def _of_company(track: Track) -> Callable[[State, Railroad], int]:
    return lambda state, company: state.on(track, railroad_account(company))


def _of_seat(track: Track) -> Callable[[State, Seat], int]:
    return lambda state, seat: state.on(track, seat_account(seat))


@cache
def _companies(box: BankBox, seats: tuple[Seat, ...]) -> Companies:
    """What is shown of each company."""
    tracks = box.tracks_of("company")
    earns = next((track for track in tracks if track.name == INCOME), None)
    others = tuple(track for track in tracks if track is not earns)
    never: Companies = tuple(
        Column(member, lambda state, company: None)
        for member in ("value", "dividend_now", "president", "cubes_left")
    )
    income: Column[State, Railroad] = (
        Column("income", lambda state, company: None)
        if earns is None
        else Column("income", _of_company(earns), cell(track_words(INCOME), figure=INCOME), UNIT)
    )
    return (
        *never,
        Column("treasury", State.treasury, cell(say("Treasury"), figure="treasury"), UNIT, strong=True),
        income,
        *(
            Column("", _of_company(each), cell(track_words(each.name), figure=f"tracks.{each.name}"))
            for each in others
        ),
        Column(
            "tracks",
            lambda state, company: {each.name: _of_company(each)(state, company) for each in others},
        ),
        Column("controllers", State.controllers),
        *map(_holder, seats),
        Column("shares_total", State.printed),
        Column("shares_unsold", State.unsold, cell(say("Unsold"), figure="shares_unsold")),
    )


def _of_others(state: State, company: Railroad) -> Cell | None:
    """How many of its certificates lie with which other company; with several in all, and with each in words."""
    held = {
        other: number
        for other in state.box.order
        if other != company and (number := state.certificates_of(railroad_account(other), company))
    }
    if len(held) > 1:
        each = [say("{r} {number}", number=number, r=other) for other, number in held.items()]
        return cell(joined(each, " · "), computed=True)
    return next((cell(number=number, railroad=other, computed=True) for other, number in held.items()), None)


_CROSSED: Column[State, Railroad] = Column("", _of_others, cell(say("Held by companies")), nothing=EMPTY)
"""Stands there while any company holds another's."""


def _holder(seat: Seat) -> Column[State, Railroad]:
    def held(state: State, company: Railroad) -> Cell | None:
        number = state.held(seat, company)
        return cell(number=number) if number else None

    return Column("", held, cell(seat=seat), nothing=EMPTY)


@cache
def _players(box: BankBox) -> Players:
    """What is shown of each player."""
    tracks = box.tracks_of("seat")
    columns = box.order if len(box.order) <= MOST_COLUMNS else ()
    return (
        Column("cash", State.cash, cell(say("Cash"), figure="cash"), UNIT, strong=True),
        Column("worth", State.cash),
        *(
            Column("", _of_seat(each), cell(track_words(each.name), figure=f"tracks.{each.name}"))
            for each in tracks
        ),
        Column(
            "tracks",
            lambda state, seat: {each.name: _of_seat(each)(state, seat) for each in tracks},
        ),
        Column("shares", lambda state, seat: state.shares_of(seat, box.order)),
        *share_columns(columns),
    )


def meanings() -> Meanings:
    """What the members of a table document of the bank alone say, whatever box is on the table."""
    plain = BankBox("", "", "", (), None, (), ())
    common = said(BOX, _players(plain), _companies(plain, ()))
    return replace(common, table={name: meaning(printed) for name, printed in BOX["says"]["table"].items()})


# --- panels ------------------------------------------------------------------------------------------------


@cache
def _panels(box: BankBox, seats: tuple[Seat, ...]) -> tuple[Shown, ...]:
    """The board view, what is looked at most first."""
    told = len(box.order) <= MOST_COLUMNS  # with the players
    columns = _companies(box, () if told else seats)
    rows = [(cell(railroad=company), company) for company in box.order]

    def companies(state: State) -> Panel | None:
        crossed = any(_of_others(state, company) for company in box.order)
        shown_ = (*columns, _CROSSED) if crossed else columns
        return panel("railroads", say("Companies"), shown_, state, rows) if rows else None

    playing = _players(box)
    paid = (replace(playing[0], head=cell(say("Total"), figure="cash")), *playing[1:])

    def players(state: State) -> Panel | None:
        return players_panel(paid if isinstance(state.phase, Settled) and state.phase.values else playing)(
            state
        )

    return (
        players,
        companies,
        _requests_panel,
        *map(_track_panel, box.tracks_of("table")),
    )


def _requests_panel(state: State) -> Panel | None:
    """Who is to answer, and whom; several of one player's in one line, for it is read across the room."""
    if not state.asked:
        return None
    pairs: dict[tuple[Seat, Seat], list[Asked]] = {}
    for asked in state.asked:
        pairs.setdefault((asked.of, asked.seat), []).append(asked)
    lines = [
        cell(asking.waiting(state, those), seat=of)
        for (of, _), those in sorted(pairs.items(), key=lambda pair: pair[0][0])
    ]
    return listing("money_requests", say("Waiting for an answer"), lines, computed=True)


def _track_panel(track: Track) -> Shown:
    def shown_(state: State) -> Panel:
        words, figure = track_words(track.name), f"tracks.{track.name}"
        return meter(figure, words, state.on(track, TABLE), track.most, account=TABLE, figure=figure)

    return shown_


# --- the end -----------------------------------------------------------------------------------------------


def settlement(state: State) -> Settlement:
    """Most cash wins, at the end with each certificate at its value; the first ones share it."""
    sums = []
    for seat in state.all_seats:
        lines = tuple(_lines(state, seat))
        sums.append((seat, state.cash(seat) - sum(line.amount for line in lines), lines))
    payoffs = ranked_by_total(sums, tie_order=(), merits={})
    best = tuple(Who(payoff.seat) for payoff in payoffs if payoff.winner)
    tie = say("{who} tie on cash and share the win", who=best) if len(best) > 1 else None
    values = state.phase.values if isinstance(state.phase, Settled) else ()
    companies = tuple(
        (company, say("{value}", value=state.priced(value)), int(value)) for company, value in values
    )
    to_come = None
    if not state.finished and any(
        state.held(seat, company) for seat in state.all_seats for company in state.box.order
    ):
        to_come = say("Certificates are not included: their values are entered at the end.")
    wins = say("Most cash wins. Ties are shared")
    if companies:
        wins = say("Whoever has the most in cash and certificates wins. Ties are shared")
    return Settlement(not state.finished, payoffs, companies, tie, wins=wins, to_come=to_come)


def _lines(state: State, seat: Seat) -> Iterator[PayoffLine]:
    if not isinstance(state.phase, Settled):
        return
    values = dict(state.phase.values)
    for who, company, number in state.phase.held:
        if who == seat:
            formula = value_formula(state, number, values[company])
            held = counted("{n} certificate", "{n} certificates", n=number)
            yield PayoffLine(company, held, formula, number * values[company])
