"""Draws the picture of a result: the winner, the podium, how worth went, and what the evening is remembered for.

Like `drawing` it is imported when the first one is asked for, and used by one thread at a time.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple
from xml.sax.saxutils import escape

from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Rectangle
from matplotlib.textpath import text_to_path
from matplotlib.transforms import IdentityTransform

from api.called_names import called_names
from api.chart_colours import Paper, readable
from api.chart_letters import Fitted, Grade, apart, fitted, on_the_axis, wide
from api.drawing import DASHES, FONT, SETTINGS, Curve
from api.lanes import steps
from companion.vocabulary.box import Unit

Kind = Literal["svg", "png"]
_STANDS = (1.0, 0.72, 0.5)
"""How high the places of the podium are."""
BOLD = 1.12
"""How much wider bold letters are than `wide` says."""
LEADING = 1.18
"""From one line to the next, in sizes of their letters."""
BESIDE = 10
"""Pixels between what is drawn and its words."""
AXIS, NAMED = 15, 16
"""How large amounts and names beside the lines are."""
MOST_NAMED = 0.28
"""How much of the chart's width is for names, at most."""
DOLLARS = Unit()
DAY = 250
"""Pixels for the day."""
HEADLINE = (Grade(1, 62, 42), Grade(2, 48, 28), Grade(3, 30, 16))
NAME = (Grade(1, 24, 20), Grade(2, 20, 16), Grade(3, 15, 13))
OTHERS = (Grade(1, 20, 16), Grade(2, 16, 12))
TIE = (Grade(1, 20, 15), Grade(2, 17, 12))
REMEMBERED = (Grade(1, 23, 16), Grade(2, 16, 12))


@dataclass(frozen=True, slots=True)
class Shape:
    """How large it is, in pixels, and where its parts stand: left, bottom, width, height."""

    width: int
    height: int
    winner: tuple[int, int, int, int]
    podium: tuple[int, int, int, int]
    worth: tuple[int, int, int, int]
    awards: tuple[int, int, int, int]


WIDE = Shape(1200, 630, (60, 330, 500, 200), (60, 60, 500, 250), (640, 280, 500, 200), (640, 50, 500, 190))
TALL = Shape(1080, 1350, (80, 1000, 920, 260), (80, 645, 920, 330), (80, 322, 920, 250), (80, 62, 920, 240))


@dataclass(frozen=True, slots=True)
class Player:
    """One of the ranking."""

    name: str
    colour: str
    rank: int
    total: str
    winner: bool


@dataclass(frozen=True, slots=True)
class Poster:
    """What is drawn, in words."""

    title: str
    """For who does not see it: who has won what."""
    game: str
    day: str
    headline: str
    players: Sequence[Player]
    """Best first."""
    worth: str
    curves: Sequence[Curve]
    awards: Sequence[tuple[str, str]]
    """What for; who, and the figures."""
    unit: Unit = DOLLARS
    """Of what is drawn."""
    tie: str = ""
    """What has decided, where somebody has as much as whoever is before."""


class _Names(NamedTuple):
    """Of the lines: the size of their letters, what each is called, and how wide that is."""

    size: float
    called: Mapping[str, str]
    measured: Mapping[str, float]


def drawn(poster: Poster, paper: Paper, shape: Shape, kind: Kind) -> bytes:
    """The picture, as an SVG document or a PNG."""
    with rc_context(SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter this machine cannot measure is still a letter
        figure = Figure(figsize=(shape.width / 72, shape.height / 72), dpi=72)
        canvas: Any = FigureCanvasSVG(figure) if kind == "svg" else FigureCanvasAgg(figure)
        figure.patch.set_facecolor(paper.sheet)
        pen = _Pen(figure, paper, shape)
        pen.frame()
        pen.head(poster)
        pen.winner(poster)
        pen.podium(poster.players)
        pen.worth(poster)
        pen.awards(poster.awards)
        return _svg(figure, poster, paper, shape) if kind == "svg" else _png(canvas)


def _png(canvas: FigureCanvasAgg) -> bytes:
    out = io.BytesIO()
    canvas.print_png(out, metadata={"Software": None})  # type: ignore[no-untyped-call]  # as matplotlib has it
    return out.getvalue()


def _svg(figure: Figure, poster: Poster, paper: Paper, shape: Shape) -> bytes:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    svg = out.getvalue()
    body = FONT.sub("", svg[svg.index("<defs>") : svg.rindex("</svg>")]).replace(' type="text/css"', "")
    fonts = f"text{{font-family:{paper.serif}}}#small text{{font-family:{paper.sans}}}"
    body = body.replace("</style>", f"{escape(fonts)}</style>", 1)
    size = f'width="{shape.width}" height="{shape.height}" viewBox="0 0 {shape.width} {shape.height}"'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    head = f'<title id="t">{escape(poster.title)}</title>'
    return f'<svg {spaces} version="1.1" role="img" aria-labelledby="t" {size}>{head}{body}</svg>\n'.encode()


def _measure(bold: bool) -> Callable[[str, float], float]:
    """How wide words are: in the letters a PNG is drawn with, and at least as `wide` says of those of a phone."""
    letters = FontProperties(family="serif", weight="bold" if bold else "normal", size=100)

    def measured(words: str, size: float) -> float:
        # Not by TextPath: to reckon the extent of every curve of every letter took ten seconds a picture.
        drawn, _, _ = text_to_path.get_text_width_height_descent(words, letters, ismath=False)
        return max(drawn * size / 100, wide(words, size) * (BOLD if bold else 1))

    return measured


class _Pen:
    """Puts letters and lines where they belong, in pixels from the lower left corner."""

    def __init__(self, figure: Figure, paper: Paper, shape: Shape) -> None:
        self.figure, self.paper, self.shape = figure, paper, shape
        self.grow = 1.0 if shape is WIDE else 1.3

    def write(
        self, x: float, y: float, words: str, size: float, room: float, *, least: float = 12, **look: Any
    ) -> None:
        """Words on one line, smaller where there is too little room, and cut where they were below `least`."""
        self.block(x, y, words, (Grade(1, size, least),), room, **look)

    def block(
        self, x: float, y: float, words: str, grades: Sequence[Grade], room: float, **look: Any
    ) -> None:
        """Words in as large letters as there is room for, in more lines only where they were too small in one; the
        last of the lines stands at `y`."""
        found = self.fitted(words, grades, room, look.get("weight") == "bold")
        for row, shown in enumerate(reversed(found.lines)):
            self.letters(x, y + row * LEADING * found.size, shown, found.size, **look)

    def letters(self, x: float, y: float, words: str, size: float, **look: Any) -> None:
        """Words just as they are."""
        look = {"color": self.paper.ink, "family": "serif", **look}
        self.figure.text(x, y, words, transform=IdentityTransform(), size=size, **look)

    def fitted(self, words: str, grades: Sequence[Grade], room: float, bold: bool) -> Fitted:
        """How words are set."""
        return fitted(words, [grade.grown(self.grow) for grade in grades], room, _measure(bold))

    def line(
        self, x: Sequence[float], y: Sequence[float], colour: str, width: float = 1, **look: Any
    ) -> None:
        """A stroke."""
        self.figure.add_artist(
            Line2D(x, y, transform=IdentityTransform(), color=colour, linewidth=width, **look)
        )

    def frame(self) -> None:
        """A double rule around all of it, as on a share."""
        for off, width in ((18, 3), (25, 1)):
            right, top = self.shape.width - off, self.shape.height - off
            x, y = [off, right, right, off, off], [off, off, top, top, off]
            self.line(x, y, self.paper.ink, width)

    def head(self, poster: Poster) -> None:
        """The game and the day."""
        left, top, right = self.shape.winner[0], self.shape.height - 75, self.shape.width - 60
        self.write(left, top, poster.game, 30, right - left - DAY - 20, weight="bold")
        self.write(right, top, poster.day, 20, DAY, ha="right", color=self.paper.ink_soft)
        self.line([left, right], [top - 20, top - 20], self.paper.margin, 1.5)

    def winner(self, poster: Poster) -> None:
        """Who has won, large, with what."""
        left, bottom, room, high = self.shape.winner
        best = poster.players[0]
        self.block(left, bottom + high * 0.42, poster.headline, HEADLINE, room, weight="bold")
        base, colour = bottom + high * 0.1, readable(best.colour, self.paper)
        self.write(left, base, best.total, 40, room, color=colour)
        if poster.tie:
            beside = left + _measure(bold=False)(best.total, 40 * self.grow) + 2 * BESIDE
            self.block(beside, base, poster.tie, TIE, left + room - beside, color=self.paper.ink_soft)

    def podium(self, players: Sequence[Player]) -> None:
        """The first three on their stands, the best between the others; of equals more, side by side. Whoever comes
        after them stands on a line below."""
        left, bottom, room, high = self.shape.podium
        on = [player for player in players if player.rank <= len(_STANDS)]
        order = (1, 0, *range(2, len(on)))[: len(on)]
        third, foot, top = room / max(len(on), 3), bottom + 34 * self.grow, high - 120 * self.grow
        names = self._names(on, third - 10)
        for player, place in zip(on, order, strict=True):
            stands = foot + top * _STANDS[player.rank - 1]
            self._stand(player, left + third * place, third, (foot, stands), names[player.rank])
        others = "   ".join(
            f"{player.rank}. {player.name} {player.total}".replace(" ", "\u00a0")
            for player in players[len(on) :]
        )
        if others:
            self.block(left, bottom, others, OTHERS, room, color=self.paper.ink_soft)

    def _stand(
        self, player: Player, left: float, wide: float, ends: tuple[float, float], name: Sequence[Grade]
    ) -> None:
        """One stand with its place, and above it who has it."""
        (foot, top), middle, room = ends, left + wide * 0.5, wide - 10
        ink, soft = readable(player.colour, self.paper), self.paper.ink_soft
        box = Rectangle((left + 4, foot), wide - 8, top - foot, transform=IdentityTransform(), color=ink)
        self.figure.add_artist(box)
        on_it: dict[str, Any] = {"ha": "center", "color": self.paper.sheet, "weight": "bold"}
        self.write(middle, foot + 12, str(player.rank), 34, wide, **on_it)
        self.block(middle, top + 36 * self.grow, player.name, name, room, ha="center", weight="bold")
        self.write(middle, top + 10, player.total, 22, room, ha="center", color=soft)

    def _names(self, players: Sequence[Player], room: float) -> Mapping[int, Sequence[Grade]]:
        """How the names of a place are set: those of equals in letters of one size, in which all of them have room."""
        sizes: dict[int, float] = {}
        for player in players:
            size = self.fitted(player.name, NAME, room, bold=True).size / self.grow
            sizes[player.rank] = min(size, sizes.get(player.rank, size))
        return {
            rank: [Grade(grade.lines, min(grade.most, size), min(grade.least, size)) for grade in NAME]
            for rank, size in sizes.items()
        }

    def worth(self, poster: Poster) -> None:
        """A line for each player over the entries of the evening, named at its end; the highest value at the left."""
        values = [value for curve in poster.curves for value in curve.values if value is not None]
        if not values:
            return
        left, foot, room, up = self.shape.worth
        # Where the evening is remembered for less, the chart has its room.
        more = self.shape.awards[3] * (3 - len(poster.awards)) // 3
        bottom, high = foot - more, up + more
        self.write(left, bottom + high + 18, poster.worth, 20, room, color=self.paper.ink_soft)
        least, most = min(0, *values), max(1, *values)

        def height(value: int) -> float:
            return bottom + high * (value - least) / (most - least)

        names = self._called(poster.curves)
        end = left + room - max(names.measured.values(), default=0) - 2 * BESIDE
        begin = self._scale({on_the_axis(value, poster.unit): height(value) for value in (0, most)}, end)
        ends = [self._curve(place, curve, (begin, end), height) for place, curve in enumerate(poster.curves)]
        told = sorted(
            (at, -curve.rank, -place, curve)
            for place, (at, curve) in enumerate(zip(ends, poster.curves, strict=True))
            if at is not None
        )
        size = names.size
        bases = apart([at for at, *_ in told], size * LEADING, bottom, bottom + high)
        for base, (*_, curve) in zip(bases, told, strict=True):
            look = {"color": readable(curve.colour, self.paper), "weight": "bold"}
            self.letters(end + BESIDE + 6, base - size * 0.35, names.called[curve.name], size, **look)

    def _scale(self, marks: Mapping[str, float], end: float) -> float:
        """Amounts at the left, each with a rule at its height up to the end; where the lines begin."""
        size, soft = AXIS * self.grow, self.paper.ink_soft
        begin = self.shape.worth[0] + max(_measure(bold=False)(words, size) for words in marks) + BESIDE
        for words, at in marks.items():
            self.letters(begin - BESIDE, at - size * 0.35, words, size, ha="right", color=soft)
            self.line([begin, end], [at, at], soft if at == min(marks.values()) else self.paper.rule)
        return begin

    def _called(self, curves: Sequence[Curve]) -> _Names:
        """What stands at the ends of the lines."""
        size, room, measure = NAMED * self.grow, self.shape.worth[2] * MOST_NAMED, _measure(bold=True)
        called = called_names([curve.name for curve in curves], lambda name: measure(name, size) <= room)
        shown = {
            name: fitted(words, (Grade(1, size, size),), room, measure).lines[0]
            for name, words in called.items()
        }
        return _Names(size, shown, {name: measure(words, size) for name, words in shown.items()})

    def _curve(
        self, place: int, curve: Curve, across: tuple[float, float], height: Callable[[int], float]
    ) -> float | None:
        """One line, with a dot where it ends; how high that is. None: there is nothing of it."""
        points = [(at, value) for at, value in steps(curve.values) if value is not None]
        if not points:
            return None
        begin, end = across
        last = max(points[-1][0], 2)
        x = [begin + (end - begin) * (at - 1) / (last - 1) for at, _ in points]
        y = [height(value) for _, value in points]
        ink, dash = readable(curve.colour, self.paper), DASHES[place % len(DASHES)]
        self.line(x, y, ink, 3, drawstyle="steps-post", dashes=dash or (None, None), dash_capstyle="butt")
        self.figure.add_artist(Circle((x[-1], y[-1]), 6, transform=IdentityTransform(), color=ink))
        return y[-1]

    def awards(self, awards: Sequence[tuple[str, str]]) -> None:
        """What the evening is remembered for."""
        left, bottom, room, high = self.shape.awards
        for row, (what, how) in enumerate(awards):
            top = bottom + (len(awards) - 1 - row) * high / 3
            said = self.fitted(how, REMEMBERED, room, bold=True)
            more = len(said.lines) - 1
            self.write(left, top + 27 * self.grow + 4 * more, what, 16, room, color=self.paper.ink_soft)
            self.block(left, top - 9 * more, how, REMEMBERED, room, weight="bold")
