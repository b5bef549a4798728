"""A chart of one player: cash, what the shares are worth, and the dividends received so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from flask import Blueprint, Response

from api import caller
from api.calls import KEYED, LANGUAGE, SVG, call
from api.chart_colours import Theme, alike
from api.chart_letters import cut, wide
from api.charts import SHAPES, THEME, ShapeName, answered, counted_in, over_the_evening
from api.looking_back import EveningSoFar
from companion.documents.history import Figures, Moment, cash_before_the_payoff
from companion.documents.investments import dividends
from companion.words.errors import RuleError, not_now
from companion.words.text import Text, Tongue, render, say
from companion.words.values import Seat

if TYPE_CHECKING:
    from api.drawing import Curve, Shape

player_charts = Blueprint("player_charts", __name__)

SHARES, DIVIDENDS, OTHERWISE = "#1f6f5c", "#a9741f", "#3f5fa6"
"""Green as a certificate, brass as a coin; cash is drawn in the player's own colour. Where that is too near to one of
them, that one is blue."""
MARGINS = 12
"""Pixels that a title keeps free at its right."""


@player_charts.get("/tables/<code>/charts/seats/<int:number>/money.svg")
@call(
    "chartSeat", "Results", may=KEYED, free=True, media=SVG, cached=True, query=(THEME, *SHAPES, LANGUAGE),
    says="One player's cash, worth of shares, and dividends received so far, over the evening.",
    refuses=("not-now",),
)  # fmt: skip
def chart(code: str, number: int) -> Response:
    """For everybody, as the others are."""
    live = caller.table(code)
    caller.viewer_of(live)
    return answered(live, f"seat-{number}", partial(_drawn, number))


def _drawn(number: int, looked: EveningSoFar, theme: Theme, shape: ShapeName, spoken: Tongue) -> str:
    """:raises RuleError: `no-such-seat`; `not-now` for what is hidden."""
    looked = looked.in_words(spoken)
    chair = next((chair for chair in looked.chairs if chair.seat == number), None)
    if chair is None:
        raise RuleError("no-such-seat", say("There is no seat {n}", n=number))
    moments = looked.moments()
    at = looked.chairs.index(chair)
    if not any(moment.figured.cash[at] is not None for moment in moments):
        raise not_now(say("Cash is hidden at this table"))

    from api import drawing  # only now, as in `charts`

    charts = _all(looked, moments, spoken)
    lines = charts.pop(at)
    size = drawing.SHAPES[shape]
    title = Text(cut(chair.name, _room(looked, size, spoken), size.letters + 3))
    money, beside = looked.table.box.money, list(chain(*charts))
    of = f"{chair.name}. "
    return over_the_evening(looked, title, lines, money, theme, shape, spoken, of=of, beside=beside)


def _all(looked: EveningSoFar, moments: Sequence[Moment], spoken: Tongue) -> list[list[Curve]]:
    """What is drawn of each chair."""
    from api import drawing

    purses = cash_before_the_payoff(moments)
    shares = _shares(looked, moments, purses)
    paid = dividends(looked.table, looked.nodes, final=not any(map(any, shares)))
    drawn = []
    for at, chair in enumerate(looked.chairs):
        told = (
            ("cash", say("Cash"), chair.colour, [row[at] for row in purses]),
            (
                "shares",
                say("Shares"),
                _apart(SHARES, chair.colour),
                _known(moments, [row[at] for row in shares]),
            ),
            (
                "dividends",
                say("Dividends"),
                _apart(DIVIDENDS, chair.colour),
                _received(moments, paid, chair.seat),
            ),
        )
        drawn.append(
            [
                drawing.Curve(name, render(words, {}, spoken), colour, values)
                for name, words, colour, values in told
                if name == "cash" or any(values)  # nothing all evening is no line
            ]
        )
    return drawn


def _room(looked: EveningSoFar, shape: Shape, spoken: Tongue) -> float:
    """Pixels for a name above it, beside the mark of a copy."""
    mark = render(looked.marked(Text("")), {}, spoken)
    return shape.width - shape.left - MARGINS - wide(mark, shape.letters + 3)


def _shares(looked: EveningSoFar, moments: Sequence[Moment], purses: Sequence[Figures]) -> Sequence[Figures]:
    """What a final settlement would add to everybody's cash, and did; None where points are counted."""
    if counted_in(looked.table) != looked.table.box.money:
        return [(None,) * len(row) for row in purses]
    return [
        tuple(
            None if worth is None or cash is None else worth - cash
            for worth, cash in zip(moment.figured.worth, row, strict=True)
        )
        for moment, row in zip(moments, purses, strict=True)
    ]


def _known(moments: Sequence[Moment], worth: Sequence[int | None]) -> Sequence[int | None]:
    """What shares are worth, unless nobody knew before the end."""
    playing = zip(moments, worth, strict=True)
    return worth if any(value for moment, value in playing if not moment.figured.over) else ()


def _apart(usual: str, own: str) -> str:
    """The usual colour of a curve, or another where the player's own could be taken for it."""
    return OTHERWISE if alike(usual, own) else usual


def _received(moments: Sequence[Moment], paid: Mapping[int, Mapping[Seat, int]], seat: Seat) -> Figures:
    """The dividends received since the first entry, after each of them. Where shares are worth nothing, the end pays
    dividends too."""
    return tuple(accumulate(paid.get(moment.revision, {}).get(seat, 0) for moment in moments))
