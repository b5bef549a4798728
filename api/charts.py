"""Charts of an evening: worth, cash and time at turn of the players, income and treasuries of the railroads."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakKeyDictionary

from flask import Blueprint, Response, request

from api import caller
from api.calls import KEYED, LANGUAGE, SVG, Query, call
from api.catalogues import tongue
from api.chart_colours import THEMES, Theme, paper
from api.files import accepted
from api.language import language
from api.looking_back import EveningSoFar, evening
from api.uprights import Rounds
from companion.documents.history import Figured, Figures, Moment, cash_before_the_payoff, was_on
from companion.documents.time_at_turn import time_at_turn
from companion.service.live import Live
from companion.table.table import Table
from companion.vocabulary.box import Unit
from companion.words.errors import Code, RuleError, invalid
from companion.words.text import Text, Tongue, counted, render, say
from companion.words.values import Seat

if TYPE_CHECKING:
    from api.drawing import Curve

ShapeName = Literal["wide", "narrow", "tall", "broad"]

charts = Blueprint("charts", __name__)

CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""A chart carries its own styles, and nothing else."""


THEME = Query("theme", {"enum": list(THEMES)}, "By day, or by lamplight")
NARROW = Query("narrow", {"type": "boolean"}, "For a phone")
TALL = Query(
    "tall", {"type": "boolean"}, "For half of a TV, which says its title itself; `narrow` comes first"
)
BROAD = Query("broad", {"type": "boolean"}, "For a row of two on a laptop; `narrow` and `tall` come first")
SHAPES = (NARROW, TALL, BROAD)


Rows = Sequence[Figures]
"""The figures after each entry that stands."""
Told = Callable[[EveningSoFar, Sequence[Moment]], Rows]


def _shown(figures: Callable[[Figured], Figures]) -> Told:
    """What the table showed after each of them."""
    return lambda _, moments: [figures(moment.figured) for moment in moments]


def _minutes(looked: EveningSoFar, moments: Sequence[Moment]) -> Rows:
    return time_at_turn(looked.table.seats, moments, looked.lines, looked.heads).after


@dataclass(frozen=True, slots=True)
class _Minutes(Unit):
    """How long somebody was at turn, in the words of the settlement: less than a minute is not nothing."""

    prefix: str = ""
    suffix: str = " min"

    def of(self, amount: int | str) -> str:
        """An amount as it is written."""
        return f"< 1{self.suffix}" if amount == 0 else Unit.of(self, amount)


@dataclass(frozen=True, slots=True)
class Kind:
    """A chart: its title, whose figures it shows and which, and what to say if nobody has any; and its title
    where it shows points."""

    title: Text
    of: Literal["seat", "railroad"]
    figures: Told
    none: Text
    refusal: Code
    """Everybody has cash, so it is hidden where nobody's is shown; what a game does not have is another matter."""
    points: Text | None = None
    unit: Unit | None = None
    """None: the table's money."""


KINDS = {
    "worth": Kind(
        say("Players’ worth"),
        "seat",
        _shown(lambda figured: figured.worth),
        say("What the players are worth is hidden at this table"),
        "not-now",
        points=say("Players’ points"),
    ),
    "cash": Kind(
        say("Cash during play"),
        "seat",
        lambda _, moments: cash_before_the_payoff(moments),
        say("Cash is hidden at this table"),
        "not-now",
    ),
    "income": Kind(
        say("Incomes"),
        "railroad",
        _shown(lambda figured: figured.income),
        say("Railroads have no income in this game"),
        "no-such-chart",
    ),
    "treasury": Kind(
        say("Treasuries"),
        "railroad",
        _shown(lambda figured: figured.treasury),
        say("Railroads have no treasury in this game"),
        "no-such-chart",
    ),
    "turn": Kind(
        say("Turn time"),
        "seat",
        _minutes,
        say("There are no turns at this table"),
        "no-such-chart",
        unit=_Minutes(),
    ),
}


@dataclass(slots=True)
class _Drawn:
    """What is kept of a table's charts: the pictures of one moment, compressed."""

    shows: Any = None
    pictures: dict[tuple[str, Theme, ShapeName, str], bytes] = field(default_factory=dict)


_DRAWN: WeakKeyDictionary[Live, _Drawn] = WeakKeyDictionary()
_PEN = threading.Lock()
"""Whoever draws holds it: one chart at a time, so that those who play need never wait for more than one."""


Drawn = Callable[[EveningSoFar, Theme, ShapeName, Tongue], str]
"""How a chart of an evening is drawn: by day or by lamplight, in which shape and which tongue."""


def chart(code: str, name: str) -> Response:
    """A chart over the entries that stand, for everybody."""
    live = caller.table(code)
    caller.viewer_of(live)
    return answered(live, name, partial(_drawn, KINDS[name]))


def answered(live: Live, name: str, draw: Drawn) -> Response:
    """The picture of this name, as the request wants it; a tag for what has not changed."""
    theme = request.args.get("theme", "light")
    if theme not in THEMES:
        raise invalid("theme", say("The theme is light or dark"))
    narrow, tall, broad = (caller.query_flag(shape.name) for shape in SHAPES)
    shape: ShapeName = "narrow" if narrow else "tall" if tall else "broad" if broad else "wide"
    spoken = language()
    tag = f"{live.version}-{theme}-{shape}-{spoken}"
    if request.if_none_match.contains_weak(tag):
        found = Response(status=304)
    else:
        packed = _picture(live, name, draw, theme, shape, spoken)
        found = Response(packed if accepted() else gzip.decompress(packed), mimetype="image/svg+xml")
        if accepted():
            found.headers["Content-Encoding"] = "gzip"
    found.headers["ETag"] = f'W/"{tag}"'
    found.headers["Cache-Control"] = "private, no-cache"
    found.headers["Vary"] = "Accept-Encoding"
    found.headers["Content-Security-Policy"] = CSP
    return found


for _name, _kind in KINDS.items():
    _described = call(
        f"chart{_name.title()}", "Results", may=KEYED, free=True, says=f"{_kind.title}, over the evening.",
        media=SVG, cached=True, query=(THEME, *SHAPES, LANGUAGE), refuses=("not-now", "no-such-chart"),
    )  # fmt: skip
    charts.add_url_rule(f"/tables/<code>/charts/{_name}.svg", _name, _described(partial(chart, name=_name)))


def _picture(live: Live, name: str, draw: Drawn, theme: Theme, shape: ShapeName, spoken: str) -> bytes:
    """The chart, compressed; drawn once for what it shows."""
    with _PEN:
        looked = evening(live)
        kept = _DRAWN.setdefault(live, _Drawn())
        shows = (
            looked.nodes[-1],
            len(looked.lines),
            tuple((chair.name, chair.colour) for chair in looked.chairs),
        )
        if kept.shows != shows:
            kept.shows = shows
            kept.pictures.clear()
        wanted = (name, theme, shape, spoken)
        if wanted not in kept.pictures:
            svg = draw(looked, theme, shape, tongue(spoken, looked.table.rules.box.slug))
            kept.pictures[wanted] = gzip.compress(svg.encode(), 9, mtime=0)
        return kept.pictures[wanted]


def _unit(kind: Kind, table: Table) -> Unit:
    return kind.unit or (counted_in(table) if kind.points else table.box.money)


def counted_in(table: Table) -> Unit:
    """What players are worth is counted in what the settlement counts in: money, or points."""
    unit = table.rules.show.settlement(table.state).unit
    return table.box.money if unit == Unit().prefix else Unit("", f" {unit}")


def _drawn(kind: Kind, looked: EveningSoFar, theme: Theme, shape: ShapeName, spoken: Tongue) -> str:
    """:raises RuleError: `not-now` for what is hidden, `no-such-chart` for what the game does not have."""
    looked = looked.in_words(spoken)
    moments, unit = looked.moments(), _unit(kind, looked.table)
    rows = kind.figures(looked, moments)
    if kind.of == "railroad" and looked.table.state.finished:
        rows = until_paid(rows)
    columns = list(zip(*rows, strict=True))
    if all(value is None for column in columns for value in column):
        raise RuleError(kind.refusal, kind.none)

    from api import drawing  # only now: it takes most of a second and some fifty megabytes

    if kind.of == "seat":
        named = [(f"seat-{chair.seat}", chair.name, chair.colour) for chair in looked.chairs]
    else:
        columns = [*with_any(columns)]
        named = [
            (f"railroad-{railroad.id}", str(railroad.id), railroad.colour)
            for railroad in looked.table.box.railroads
        ]
    # The seat at which nobody sits comes last, and has no line before it takes part.
    ranks = _ranks(looked.table)
    lines = [
        drawing.Curve(*who, column, ranks.get(who[0], 0)) for who, column in zip(named, columns, strict=False)
    ]
    title = worth_title(looked.table, unit) if kind is KINDS["worth"] else kind.title
    return over_the_evening(looked, title, lines, unit, theme, shape, spoken)


def worth_title(table: Table, unit: Unit) -> Text:
    """What the chart of what players are worth is called: in points, or as certificates had a price at the end."""
    if _priced_at_the_end(table):
        return say("Cash, and certificates at the end")
    kind = KINDS["worth"]
    return kind.points if kind.points and not unit.prefix else kind.title


def _priced_at_the_end(table: Table) -> bool:
    """Did whoever ended the game say what a certificate is worth, as with the bank alone? Until then everybody was
    worth their cash: no value is reckoned, each formula is the price itself."""
    if not table.state.finished:
        return False
    settled, money = table.rules.show.settlement(table.state), table.box.money
    paid = any(payoff.total != payoff.cash for payoff in settled.payoffs)
    return (
        paid and bool(settled.railroads) and all(str(f) == money.of(each) for _, f, each in settled.railroads)
    )


def _ranks(table: Table) -> dict[str, int]:
    """Which place each seat has once the game is over, by the name of its line."""
    if not table.state.finished:
        return {}
    payoffs = table.rules.show.settlement(table.state).payoffs
    return {f"seat-{payoff.seat}": payoff.rank for payoff in payoffs}


def over_the_evening(
    looked: EveningSoFar,
    title: Text,
    lines: Sequence[Curve],
    unit: Unit,
    theme: Theme,
    shape: ShapeName,
    spoken: Tongue,
    of: str = "",
    beside: Sequence[Curve] = (),
) -> str:
    """These lines, over its rounds or turns. of: whom they are about, where the title is too short to say it. beside:
    lines of other charts with the same scale."""
    from api import drawing

    moments = looked.moments()
    rounds, turns = _rounds(moments), _turns(moments)
    if not rounds:
        lines, beside = (
            [replace(line, values=_turn_by_turn(line.values, turns)) for line in some]
            for some in (lines, beside)
        )
    wanted = drawing.Chart(
        title=render(looked.marked(title), {}, spoken),
        description=of + _description(lines, len(moments), unit, spoken),
        below=render(_counts(rounds, turns, looked), {}, spoken),
        unit=unit,
        lines=lines,
        rounds=_moved_in(rounds or turns, moments, looked),
        beside=beside,
    )
    return drawing.drawn(wanted, paper(theme), drawing.SHAPES[shape])


def _counts(rounds: Rounds, turns: Rounds, looked: EveningSoFar) -> Text:
    """What stands below a chart. Rounds have their number; turns and moves of a game that was already on are counted
    from where it was entered."""
    if rounds:
        return say("Round")
    if was_on(looked.nodes):
        return say("Turns since entry") if turns else say("Moves since entry")
    return say("Turns") if turns else say("Moves")


def _rounds(moments: Sequence[Moment]) -> list[tuple[int, int]]:
    """At which entry each round began; what was undone and played again does not begin it twice."""
    found: list[tuple[int, int]] = []
    for entry, moment in enumerate(moments, 1):
        now = moment.figured.round
        if now is not None and (not found or now > found[-1][1]):
            found.append((entry, now))
    return found


def _moved_in(
    rounds: list[tuple[int, int]], moments: Sequence[Moment], looked: EveningSoFar
) -> list[tuple[int, int]]:
    """Without the one that has only just begun: lines without a move, as of an import, need no room of their own."""
    moves = {node.line.revision for node in looked.nodes if node.is_move}
    last = max((entry for entry, moment in enumerate(moments, 1) if moment.revision in moves), default=1)
    return [one for one in rounds if one[0] < max(last, 2)] or rounds


def _turns(moments: Sequence[Moment]) -> list[tuple[int, int]]:
    """At which entry each player's turn began, counted from the first. Bids are nobody's turn: whoever is asked in an
    auction answers within that of somebody else."""
    found: list[tuple[int, int]] = []
    before: Seat | None = None
    for entry, moment in enumerate(moments, 1):
        if len(moment.to_act) == 1 and not moment.bidding and moment.to_act[0] != before:
            before = moment.to_act[0]
            found.append((entry, len(found) + 1))
    return found


def _turn_by_turn(values: Sequence[int | None], turns: Sequence[tuple[int, int]]) -> Sequence[int | None]:
    """What a line comes to in each turn, from its beginning: what is paid before what it brings is no needle. As it
    began, and as it is now, stays."""
    drawn = list(values)
    starts = [entry - 1 for entry, _ in turns]
    for start, end in pairwise([*starts, len(values) - 1]):
        begun = max(start, 1)
        # Of a turn that ends with what is shown no more, such as what was paid out, what was there before counts.
        known = [value for value in values[begun:end] if value is not None]
        drawn[begun:end] = [known[-1] if known else None] * (end - begun)
    return drawn


def until_paid(rows: Rows) -> Rows:
    """Without the end at which every treasury was paid out: a line ends with what there was to pay."""
    kept = list(rows)
    while kept and not any(kept[-1]):
        kept.pop()
    return [*kept, *[(None,) * len(rows[0])] * (len(rows) - len(kept))] if kept else rows


def with_any(columns: Rows) -> Rows:
    """Without the figures of who has nothing all evening, such as a railroad that has not opened; the places of the
    others stay, and so do their marks and dashes."""
    if not any(map(any, columns)):
        return columns
    return [column if any(column) else (None,) * len(column) for column in columns]


def _description(lines: Sequence[Curve], entries: int, unit: Unit, spoken: Tongue) -> str:
    """The figures in words, for who does not see the picture."""
    said = [render(counted("After {n} entry", "After {n} entries", n=entries), {}, spoken)]
    for line in lines:
        values = [value for value in line.values if value is not None]
        if values:
            figures = say(
                "{name}: from {first} to {last}, at most {most}",
                name=line.name,
                first=unit.of(values[0]),
                last=unit.of(values[-1]),
                most=unit.of(max(values)),
            )
            said.append(render(figures, {}, spoken))
    return ". ".join(said) + "."
