"""What a table of Union Pacific shows: figures, the prompt, panels, how near the end is, who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from companion.games.union_pacific import box, dividends, settling
from companion.games.union_pacific.box import ALL, BUILDERS, UP, nth, printed
from companion.games.union_pacific.state import Drawing, Paid, Revealing, State, Third, Turn
from companion.mechanisms.columns import DASH, Column, panel, players_panel, said
from companion.mechanisms.game_state import Over
from companion.mechanisms.parts import part
from companion.mechanisms.showing import ahead, shown
from companion.vocabulary.figures import TABLE
from companion.vocabulary.panels import Cell, Panel, bars, cell, grid, listing, meter
from companion.vocabulary.view import End, Settlement, View
from companion.words.text import Text, Who, joined, phrase, say
from companion.words.values import Railroad, Seat, clockwise

UNIT = "$"
EMPTY = Text("")
LEADS, TIED = say("leads"), say("tied")
Companies = tuple[Column[State, Railroad], ...]
STEPS = {
    Revealing: ("reveal", phrase("First investments: {who} to choose")),
    Turn: ("turn", phrase("{who}: draw a track card, then build or invest")),
    Drawing: ("draw_share", phrase("{who}: draw a share")),
    Third: ("third_player", phrase("Sort the shares of the imaginary third player")),
    Over: ("finished", phrase("The game is over")),
}
"""Each phase by its name, and what it asks for."""
HIDDEN = frozenset({"cash", "worth"})
"""Figures of a player that nobody else sees (ruling `cash_visibility`)."""


def view(state: State) -> View:
    """The state as the table document shows it."""
    phase, columns = state.phase, _columns(state.all_seats)
    step, words = STEPS[type(phase)]
    company = phase.company if isinstance(phase, Drawing) else None
    who = tuple(map(Who, state.to_act))
    prompt = say(words, who=who)
    if company:  # whose badge stands before it: the share need not be its own
        prompt = say("{who}: draw a share, having built for the {company}", who=who, company=company)
    condition = say("The {nth} dividend is paid", nth=nth(state.last))
    found = shown(
        state,
        (step, state.to_act, company, prompt),
        seats=SEAT,
        railroads=dict.fromkeys(ALL, columns),
        setting_up=isinstance(phase, Revealing),
        end=(End(condition, state.paid, state.last, state.finished, say("dividends")),),
        panels=PANELS,
        paper_total=box.PAPER_TOTAL,
        hidden=_hidden(state),
    )
    return ahead(
        found,
        state,
        pays=_pays,
        then=clockwise(state.seats, phase.seat)[0] if isinstance(phase, Turn | Drawing) else None,
    )


def _pays(state: State, seat: Seat) -> int | None:
    """What each company would pay that player; unknown where the Union Pacific's places have not been read out."""
    return None if _awaits_up(state, seat) else _sums(state, ALL)[seat]


def _so_far(state: State, seat: Seat) -> Text | None:
    """What the other companies would pay a player with shares of the Union Pacific while its places are unread, in $
    millions, and the player's place there."""
    if state.finished or not _awaits_up(state, seat):
        return None
    others = _sums(state, BUILDERS)[seat]
    place = nth(next(award.place for award in _due(state, UP).awards if seat in award.seats))
    return (
        say("${amount}M + UP {nth} place", amount=others, nth=place)
        if others
        else say("UP {nth} place", nth=place)
    )


@part
def _sums(state: State, companies: tuple[Railroad, ...]) -> Counter[Seat]:
    """What these companies would pay each player if a dividend came now, in $ millions, each company's rounded by
    itself (Dividend payments)."""
    sums = Counter[Seat]()
    for company in companies:
        for award in _due(state, company).awards:
            each = award.each
            for seat in award.seats:
                sums[seat] += each
    return sums


def _awaits_up(state: State, seat: Seat) -> bool:
    """Has the player shares of the Union Pacific of which nobody knows yet what they will be paid?"""
    return _unread(state) and bool(state.held(seat, UP))


@part
def _unread(state: State) -> bool:
    """Have the Union Pacific's places of the next dividend not been read out?"""
    return box.up_row(state.atlas, state.paid + 1) is None


@part
def _due(state: State, company: Railroad) -> Paid:
    return dividends.due(state, company, state.paid + 1)


def _hidden(state: State) -> frozenset[str]:
    return HIDDEN if state.ruled("cash_visibility", "hidden") and not state.finished else frozenset()


def _built(figure: Callable[[State, Railroad], int]) -> Callable[[State, Railroad], int | None]:
    """A figure of the companies that build."""
    return lambda state, company: None if company == UP else figure(state, company)


@cache
def _columns(investors: tuple[Seat, ...]) -> Companies:
    """What is shown of each company."""
    never = ("treasury", "income", "dividend_now", "president", "cubes_left")
    left = cell(say("Trains left"), figure="trains_left")
    unsold = cell(say("Not invested"), figure="shares_unsold")
    return (
        *(Column(member, lambda state, company: None) for member in never),
        Column("value", _built(State.value), cell(say("Value"), figure="value"), UNIT),
        Column("trains_placed", _built(State.trains_placed)),
        Column("trains_left", _built(State.trains_left), left),
        Column("controllers", State.controllers),
        *map(_investor, investors),
        Column("shares_total", lambda state, company: printed(state.atlas, company, "shares")),
        Column("shares_unsold", State.not_invested, unsold),
    )


def _investor(seat: Seat) -> Column[State, Railroad]:
    return Column(
        "", lambda state, company: _holdings(state, company).get(seat), cell(seat=seat), nothing=EMPTY
    )


@part
def _holdings(state: State, company: Railroad) -> dict[Seat, Cell]:
    """How many shares of the company each player has invested, and whether nobody has more; at a glance what they
    would be paid now, where that is known and a dividend is still to come."""
    known = not state.finished and not (company == UP and _unread(state))
    cells: dict[Seat, Cell] = {}
    for award in _due(state, company).awards:
        brief = {"brief": say("pays ${value}M", value=award.each)} if known and award.each else {}
        first = {"strong": True, "hint": TIED if award.tied else LEADS} if award.place == 1 else {}
        cells.update(dict.fromkeys(award.seats, Cell({"number": award.held, **first, **brief})))
    return cells


def _first_in(state: State, seat: Seat) -> int:
    return _leaders(state)[seat]


@part
def _leaders(state: State) -> Counter[Seat]:
    """In how many companies nobody has more than each player."""
    return Counter(seat for company in ALL for seat in state.controllers(company))


SEAT: tuple[Column[State, Seat], ...] = (
    Column("cash", State.cash, cell(say("Cash"), figure="cash"), UNIT, strong=True),
    Column("worth", State.cash),
    Column("shares", lambda state, seat: state.shares_of(seat, ALL)),
    Column("dividend_so_far", _so_far),
    Column("shares_invested", State.invested, cell(say("Shares"))),
    Column("", _first_in, cell(say("Leads"))),
)
"""What is shown of each player."""


_HEADS = tuple((cell(railroad=company), company) for company in ALL)


def _companies_panel(state: State) -> Panel:
    return panel("railroads", say("Shares"), _columns(state.all_seats), state, _HEADS)


def _dividends_panel(state: State) -> Panel:
    words = say("Dividends paid")
    return meter("dividends", words, state.paid, state.last, account=TABLE, figure="dividends_paid")


def _trains(state: State) -> Iterator[tuple[Cell, int, int]]:
    for company in BUILDERS:
        placed = state.trains_placed(company)
        head = cell(say("${value}M", value=state.value(company)), railroad=company)
        yield head, placed, placed + state.trains_left(company)


def _up_panel(state: State) -> Panel:
    """The Union Pacific's five places, dividend by dividend."""
    columns = [cell(say("{nth}", nth=nth(int(place.name)))) for place in box.UP_TABLE.facts]
    rows = []
    for row in box.UP_ROWS:
        pays = box.up_places(state.atlas, row)
        cells = [cell(DASH if amount is None else None, number=amount, unit=UNIT) for amount in pays]
        rows.append((cell(say("Div. {n}", n=row)), cells))
    unread = any(box.up_row(state.atlas, row) is None for row in box.UP_ROWS)
    hint = say("What the UP pays each place. You'll be asked for a row when its dividend is paid.")
    return grid("up", say("UP by place"), columns, rows, hint=hint if unread else None, computed=True)


def _next_panel(state: State) -> Panel | None:
    """What each company would pay if a dividend card were turned up now."""
    if state.finished:
        return None
    lines = [line for company in ALL if (line := _next_line(state, company))]
    title = say("The {nth} dividend, if paid now", nth=nth(state.paid + 1))
    return listing("next_dividend", title, lines, empty=say("Nobody has invested yet"), computed=True)


@part
def _next_line(state: State, company: Railroad) -> Cell | None:
    paid = _due(state, company)
    words = _places(paid) if company == UP and _unread(state) else dividends.payees(paid)
    return cell(words, railroad=company) if paid.awards else None


def _places(paid: Paid) -> Text:
    """Who stands where, while nobody has read out what the places pay."""
    one = phrase("{nth} {who}")
    stand = joined(
        [say(one, nth=nth(award.place), who=tuple(map(Who, award.seats))) for award in paid.awards], ", "
    )
    return say("{places}: what that pays isn't entered yet", places=stand)


# Where money is hidden, nobody's stands there.
OPEN, HIDING = players_panel(SEAT), players_panel(tuple(each for each in SEAT if each.member not in HIDDEN))
MEANINGS = said(box.BOX, SEAT, _columns(()))


def _check_panel(state: State) -> Panel | None:
    """What is odd about the table of the UP's dividends, a line for each of them."""
    words = phrase("{nth} dividend: {odd}")
    lines = [cell(say(words, nth=nth(row), odd=odd)) for row, odd in box.odd_rows(state.atlas).items()]
    return listing("up_check", say("To check"), lines, computed=True) if lines else None


PANELS: tuple[Callable[[State], Panel | None], ...] = (
    _companies_panel,
    lambda state: (HIDING if _hidden(state) else OPEN)(state),
    lambda state: bars("trains", say("Trains placed and value"), _trains(state), figure="trains_placed"),
    _up_panel,
    _check_panel,
    _dividends_panel,
    _next_panel,
)
"""The board view, what is looked at most first."""


def settlement(state: State) -> Settlement:
    """Most cash wins; every dividend stands there, company by company (Game end; ruling `final_tie`)."""
    sums = []
    for seat in state.all_seats:
        lines = tuple(settling.lines(state.history, seat))
        # What a correction gave or took is there besides.
        besides = state.cash(seat) - sum(line.amount for line in lines)
        sums.append((seat, besides, lines))
    invested = {seat: state.invested(seat) for seat in state.all_seats}
    return settling.settled(sums, invested, state.rulings["final_tie"], projected=not state.finished)
