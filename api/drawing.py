"""Draws a chart: lines of dollars over an evening, each told apart by colour, dash, mark and the name at its end.

Whoever imports this waits for matplotlib; it is done when the first chart is asked for. Only matplotlib's objects are
used, never its global state, and one chart is drawn at a time.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import IdentityTransform

from api.called_names import called_names
from api.chart_colours import Paper, readable
from api.chart_letters import apart, brief, on_the_axis, wide
from api.lanes import lifted, marked, steps
from api.uprights import across, numbered
from companion.vocabulary.box import Unit

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType

# Which fonts this machine has does not matter: text stays text.
logging.getLogger("matplotlib").setLevel(logging.ERROR)

MARKS = ("o", "s", "^", "D", "v", "P", "X", "h")
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (7, 2.5),
    (2, 2),
    (9, 2, 2, 2),
    (4, 1.5),
    (9, 2, 2, 2, 2, 2),
    (14, 3),
)
NEAR = 0.16  # a figure above the highest line is shown if it is so near, as a share of the height
LINE_PX, MARK_PX = 2.0, 6.5
KEY_ROW_PX, KEY_EDGE_PX, KEY_GAP_PX, KEY_MOST = 23, 10, 10, 6
"""Names below the lines: a row, what is free at both sides and after each word, and how many stand in one column."""
KEY_LETTERS = 17.0
"""Of these names: a phone shows a chart a little smaller than it is drawn; they are to be as large as text."""
SETTINGS: dict[RcKeyType, Any] = {
    "svg.hashsalt": "railway-companion",
    "svg.fonttype": "none",
    "text.parse_math": False,
}
_LONG = re.compile(r"-?\d+\.\d{2,}")
_PLACED = re.compile(r'\s(?:d|x|y|transform|points)="[^"]*"')
_NUMBERED = re.compile(r' id="[a-z0-9.]+_\d+"')
FONT = re.compile(r"font-family: [^;\"]*;? ?")
"""What matplotlib writes at every text; a sheet of our own says it once."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a chart is, in CSS pixels: for pages, or narrow for phones."""

    width: int
    height: int
    left: int
    right: float
    """What is left and right of its lines; at the right names and figures, which may need less."""
    top: int = 42
    bottom: int = 48
    """Its margins above and below."""
    letters: float = 16.0
    titled: bool = True
    """Is its title drawn above it?"""
    narrow: bool = False
    """Do the names stand below the lines? Beside them, half of a phone's width would be left."""

    @property
    def sample(self) -> int:
        """How much of a line stands beside its name."""
        return 14 if self.narrow else 22


WIDE = Shape(640, 350, left=62, right=238)
NARROW = Shape(340, 360, left=54, right=14, narrow=True)
TALL = Shape(560, 480, left=62, right=238, top=16, titled=False)
BROAD = replace(WIDE, width=1330, right=320)
"""The row of two on a laptop: as high as WIDE, and with the same letters; there is room for whole names."""
SHAPES: Mapping[str, Shape] = {"wide": WIDE, "narrow": NARROW, "tall": TALL, "broad": BROAD}


@dataclass(frozen=True, slots=True)
class Curve:
    """One line: what it is called, its own colour, and its dollars after each entry (None: not to be told)."""

    id: str
    name: str
    colour: str
    values: Sequence[int | None]
    rank: int = 0
    """Of lines that end alike, which name stands first."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn."""

    title: str
    description: str
    below: str
    unit: Unit
    lines: Sequence[Curve]
    rounds: Sequence[tuple[int, int]] = ()
    """The entry each round, or turn, began with, and its number; empty in a game without."""
    beside: Sequence[Curve] = ()
    """Lines of the charts beside it: all have the same scale and, for their names, the same room."""


def drawn(chart: Chart, paper: Paper, shape: Shape) -> str:
    """The chart as an SVG document; the same to the byte whenever the same is asked for."""
    with rc_context(SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter this machine cannot measure is still a letter
        if shape.narrow:
            shape = replace(shape, bottom=shape.bottom + KEY_ROW_PX * _key(chart, shape)[0] + 8)
        else:
            shape = replace(shape, right=min(shape.right, _room_for_names(chart, shape)))
        figure = Figure(figsize=(shape.width / 72, shape.height / 72), dpi=72)
        FigureCanvasSVG(figure)
        figure.patch.set_visible(paper.painted)
        figure.patch.set_facecolor(paper.sheet)
        axes = _axes(figure, chart, paper, shape)
        at = across(chart.rounds, max(len(line.values) for line in chart.lines))
        for place, line in enumerate(chart.lines):
            _draw_line(axes, line, place, len(chart.lines), paper, at)
        (_names_below if shape.narrow else _names)(figure, axes, chart, paper, shape)
        if shape.titled:
            _title(figure, chart, paper, shape)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    return _tidied(out.getvalue(), chart, paper, shape)


def _axes(figure: Figure, chart: Chart, paper: Paper, shape: Shape) -> Axes:
    """Ledger paper: a red double line at the margin, faint rules, dollars at the left."""
    wide, high = shape.width, shape.height
    area = (shape.left, shape.bottom, wide - shape.left - shape.right, high - shape.top - shape.bottom)
    axes = figure.add_axes((area[0] / wide, area[1] / high, area[2] / wide, area[3] / high))
    axes.patch.set_visible(False)
    lines = (*chart.lines, *chart.beside)
    values = [value for line in lines for value in line.values if value is not None]
    least, most = min([0, *values]), max([0, *values])
    entries = max(len(line.values) for line in chart.lines)
    at = across(chart.rounds, entries)
    axes.set_xlim(at(1), at(max(entries, 2)))
    span = most - least or 1
    # the mark of the highest figure, and its lane, keep off the edge of a phone's chart
    axes.set_ylim(least - 0.035 * span, most + (0.1 * span if most > least else 1))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=2, steps=[1, 2, 2.5, 5, 10]))
    above = min((tick for tick in axes.get_yticks() if tick > most), default=most)
    axes.set_ylim(top=max(axes.get_ylim()[1], above + 0.03 * span if above - most < NEAR * span else most))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: on_the_axis(round(value), chart.unit)))
    axes.grid(axis="y", color=paper.rule, linewidth=1)
    axes.set_axisbelow(True)
    axes.axhline(0, color=paper.ink_soft, linewidth=1, zorder=0.8)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for off in (0, 3):
        x = shape.left - off
        margin = Line2D(
            [x, x], [shape.bottom, high - shape.top], transform=IdentityTransform(), linewidth=0.8
        )
        margin.set_color(paper.margin)
        figure.add_artist(margin)
    axes.tick_params(axis="both", length=0, pad=7, labelsize=shape.letters, labelcolor=paper.ink_soft)
    axes.tick_params(axis="x", pad=4)
    _below(axes, chart, paper, shape, entries)
    return axes


def _below(axes: Axes, chart: Chart, paper: Paper, shape: Shape, entries: int) -> None:
    """The rounds, or the numbers of the entries."""
    if chart.rounds:
        least, most = axes.get_xlim()
        pixels = (shape.width - shape.left - shape.right) / (most - least)
        begun = [(entry, number) for entry, number in chart.rounds if entry < entries or entry == 1]
        shown = numbered(begun, pixels, shape.letters)
        for number in shown:
            axes.axvline(number, color=paper.rule, linewidth=1, zorder=0.5)
        axes.set_xticks(shown)
    else:
        ticks = MaxNLocator(nbins=max(2, shape.width // 110), integer=True).tick_values(1, entries)
        axes.set_xticks([round(tick) for tick in ticks if 1 <= tick <= entries])
    axes.set_xlabel(chart.below, loc="right", fontsize=shape.letters, color=paper.ink_soft, labelpad=3)


def _draw_line(
    axes: Axes, line: Curve, place: int, of: int, paper: Paper, at: Callable[[float], float]
) -> None:
    """A line in steps, for money moves at once, and its marks. Each runs in a lane of its own, a hair beside the
    next, so that equal lines are seen to be several. at: where an entry stands."""
    points = steps(line.values)
    if not points:
        return
    pixels, nothing = _pixels(axes), float("nan")

    def heights(values: Sequence[int | None]) -> list[float]:
        return [nothing if value is None else lifted(value * pixels, place, of) / pixels for value in values]

    look: dict[str, Any] = {"color": readable(line.colour, paper), "clip_on": False}
    axes.add_line(
        Line2D(
            [at(x) for x, _ in points],
            heights([value for _, value in points]),
            drawstyle="steps-post",
            linewidth=LINE_PX,
            dashes=DASHES[place % len(DASHES)] or (None, None),
            dash_capstyle="butt",
            gid=f"line-{line.id}",
            **look,
        )
    )
    marks = marked(line.values, place, of)
    axes.add_line(
        Line2D(
            [at(x) for x, _ in marks],
            heights([value for _, value in marks]),
            linestyle="none",
            marker=MARKS[place % len(MARKS)],
            markersize=MARK_PX,
            markeredgewidth=0,
            gid=f"marks-{line.id}",
            **look,
        )
    )


# --- names at the ends --------------------------------------------------------------------------------


def _names(figure: Figure, axes: Axes, chart: Chart, paper: Paper, shape: Shape) -> None:
    """Beside each line's end: its dash and mark again, its name and its last figure, none over another."""
    ends = _ends(axes, chart)
    edge, sample = shape.width - shape.right, shape.sample
    text, size = edge + 19 + sample, shape.letters
    amounts = [chart.unit.of(last) for *_, last, _ in ends]
    room = shape.width - text - 11 - max((wide(words, size) for words in amounts), default=0)
    called = called_names([line.name for _, line, _, _ in ends], lambda name: wide(name, size) <= room)
    heights = apart([at for *_, at in ends], size + 3, shape.bottom, shape.height - shape.top + 4)
    for (place, line, _, end), height, words in zip(ends, heights, amounts, strict=True):
        ink = readable(line.colour, paper)
        leader = Line2D(
            [edge + 5, edge + 12],
            [end, height],
            transform=IdentityTransform(),
            linewidth=0.8,
        )
        leader.set_color(ink)
        figure.add_artist(leader)
        _sample(figure, place, ink, edge + 13, edge + 13 + sample, height)
        base = height - size * 0.34
        look: dict[str, Any] = {"transform": IdentityTransform(), "size": size, "color": paper.ink}
        figure.text(text, base, brief(called[line.name], room, size), **look)
        figure.text(shape.width - 6, base, words, ha="right", weight="bold", **look)


def _names_below(figure: Figure, axes: Axes, chart: Chart, paper: Paper, shape: Shape) -> None:
    """Below the lines, highest first, one column after the other."""
    ends = _ends(axes, chart)[::-1]
    rows, across_, size = *_key(chart, shape), KEY_LETTERS
    every = (shape.width - 2 * KEY_EDGE_PX) / across_
    amounts = [chart.unit.of(last) for *_, last, _ in ends]
    begin = shape.sample + 6
    room = every - begin - max((wide(words, size) for words in amounts), default=0) - 2 * KEY_GAP_PX
    called = called_names([line.name for _, line, _, _ in ends], lambda name: wide(name, size) <= room)
    look: dict[str, Any] = {"transform": IdentityTransform(), "size": size, "color": paper.ink}
    names = [brief(called[line.name], room, size) for _, line, _, _ in ends]
    for first in range(0, len(ends), rows):
        column = slice(first, first + rows)
        left = KEY_EDGE_PX + every * (first // rows)
        # beside the longest name of its own column: another one's would leave it nearer to the next one's sample
        ahead = max(wide(name, size) for name in names[column]) + KEY_GAP_PX
        right = left + begin + ahead + max(wide(words, size) for words in amounts[column])
        told = zip(ends[column], names[column], amounts[column], strict=True)
        for at, ((place, line, _, _), name, words) in enumerate(told):
            height = 6 + KEY_ROW_PX * (rows - at - 0.5)
            base = height - size * 0.34
            _sample(figure, place, readable(line.colour, paper), left, left + shape.sample, height)
            figure.text(left + begin, base, name, **look)
            figure.text(right, base, words, ha="right", weight="bold", **look)


def _key(chart: Chart, shape: Shape) -> tuple[int, int]:
    """Rows and columns of the names below: two columns where each name fits, or where there are many."""
    lasts = [
        (line.name, next((v for v in reversed(line.values) if v is not None), None)) for line in chart.lines
    ]
    told = [(name, chart.unit.of(last)) for name, last in lasts if last is not None]
    size, half = KEY_LETTERS, shape.width / 2 - KEY_EDGE_PX
    names = max((wide(name, size) for name, _ in told), default=0)
    amounts = max((wide(words, size) for _, words in told), default=0)
    columns = 2 if len(told) > KEY_MOST or shape.sample + 6 + names + amounts + 2 * KEY_GAP_PX <= half else 1
    return -(-len(told) // columns), columns


def _room_for_names(chart: Chart, shape: Shape) -> float:
    """How much is wanted at the right: a lead, the sample, the longest name and the longest figure."""
    lines = (*chart.lines, *chart.beside)
    lasts = [next((v for v in reversed(line.values) if v is not None), None) for line in lines]
    names = max((wide(line.name, shape.letters) for line in lines), default=0)
    amounts = max((wide(chart.unit.of(v), shape.letters) for v in lasts if v is not None), default=0)
    return 19 + shape.sample + names + 11 + 1 + amounts


def _ends(axes: Axes, chart: Chart) -> list[tuple[int, Curve, int, float]]:
    """Where each line ends, lowest first: its place, the line, its last figure, its height in pixels."""
    ends = []
    zero, pixels = float(axes.transData.transform((1, 0))[1]), _pixels(axes)
    for place, line in enumerate(chart.lines):
        last = next((value for value in reversed(line.values) if value is not None), None)
        if last is not None:
            end = zero + lifted(last * pixels, place, len(chart.lines))
            ends.append((place, line, last, end))
    return sorted(ends, key=lambda end: (end[2], -end[1].rank, -end[0]))


def _pixels(axes: Axes) -> float:
    """How many a dollar has."""
    (_, zero), (_, one) = axes.transData.transform([(1, 0), (1, 1)])
    return float(one - zero)


def _sample(figure: Figure, place: int, ink: str, left: float, right: float, height: float) -> None:
    dash = DASHES[place % len(DASHES)]
    stroke = Line2D(
        [left, right], [height, height], transform=IdentityTransform(), linewidth=LINE_PX, color=ink
    )
    if dash:
        stroke.set_dashes(dash)
    mark = Line2D([(left + right) / 2], [height], transform=IdentityTransform(), linestyle="none", color=ink)
    mark.set(marker=MARKS[place % len(MARKS)], markersize=MARK_PX + 1, markeredgewidth=0)
    figure.add_artist(stroke)
    figure.add_artist(mark)


def _title(figure: Figure, chart: Chart, paper: Paper, shape: Shape) -> None:
    figure.text(
        shape.left - 3,
        shape.height - 24,
        chart.title,
        transform=IdentityTransform(),
        size=shape.letters + 3,
        color=paper.ink,
        gid="title",
    )


# --- what is written ----------------------------------------------------------------------------------


def _tidied(svg: str, chart: Chart, paper: Paper, shape: Shape) -> str:
    """Without what no browser needs; with a title and a description, and letters of the house."""
    body = svg[svg.index("<defs>") : svg.rindex("</svg>")]
    body = _PLACED.sub(lambda found: _LONG.sub(_rounded, found[0].replace("\n", " ")), body)
    body = _NUMBERED.sub("", FONT.sub("", body)).replace(' type="text/css"', "")
    fonts = f"text{{font-family:{paper.sans};font-variant-numeric:tabular-nums lining-nums}}"
    fonts += f"#title text{{font-family:{paper.serif}}}"
    body = body.replace("</style>", f"{escape(fonts)}</style>", 1)
    body = re.sub(r">\s*\n\s*<", "><", body)
    size = f'width="{shape.width}" height="{shape.height}" viewBox="0 0 {shape.width} {shape.height}"'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    head = f'<title id="t">{escape(chart.title)}</title><desc id="d">{escape(chart.description)}</desc>'
    return f'<svg {spaces} version="1.1" role="img" aria-labelledby="t d" {size}>{head}{body}</svg>\n'


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")
