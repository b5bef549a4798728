"""A picture of a result, to be shared: winner, podium, how worth went, and what the evening is remembered for."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

from flask import Blueprint, Response, request

from api import caller
from api.calls import KEYED, LANGUAGE, SVG, Query, call
from api.catalogues import SOURCE, tongue_at
from api.chart_colours import THEMES, Theme, paper
from api.charts import CSP, KINDS, THEME, counted_in, worth_title
from api.language import language
from api.looking_back import EveningSoFar, evening
from api.results import OVER
from companion.documents.awards import Award, awards
from companion.documents.history import cash_before_the_payoff
from companion.documents.table_document import Chair, game_name
from companion.service.live import Live
from companion.table.journal import Line
from companion.vocabulary.box import Unit
from companion.vocabulary.view import Settlement
from companion.words.errors import invalid, not_now
from companion.words.text import Tongue, render, say
from companion.words.values import Seat

if TYPE_CHECKING:
    from api.poster import Player, Poster

result_pictures = Blueprint("result_pictures", __name__)

TALL = Query("tall", {"type": "boolean"}, "1080 by 1350 pixels, for a phone; else 1200 by 630")
Kind = Literal["svg", "png"]
MEDIA: dict[Kind, str] = {"svg": SVG, "png": "image/png"}
_DRAWN: WeakKeyDictionary[Live, tuple[object, dict[tuple[object, ...], bytes]]] = WeakKeyDictionary()
_PEN = threading.Lock()


def picture(code: str, kind: Kind) -> Response:
    """The result of a table whose game is over, as a picture."""
    live = caller.table(code)
    caller.viewer_of(live)
    theme = request.args.get("theme", "light")
    if theme not in THEMES:
        raise invalid("theme", say("The theme is light or dark"))
    wanted = (kind, theme, caller.query_flag("tall"), language())
    tag = f"{live.version}-{'-'.join(map(str, wanted))}"
    if request.if_none_match.contains_weak(tag):
        found = Response(status=304)
    else:
        found = Response(_kept(live, *wanted), mimetype=MEDIA[kind])
    found.headers["ETag"] = f'W/"{tag}"'
    found.headers["Cache-Control"] = "private, no-cache"
    found.headers["Content-Security-Policy"] = CSP
    return found


for _kind, _media in MEDIA.items():
    _described = call(
        f"showResultAs{_kind.title()}", "Results", may=KEYED, free=True, who=OVER, media=_media, cached=True,
        says="A picture of the result, to be shared.", query=(THEME, TALL, LANGUAGE), refuses=("not-now",),
    )  # fmt: skip
    result_pictures.add_url_rule(
        f"/tables/<code>/result.{_kind}", _kind, _described(partial(picture, kind=_kind))
    )


def _kept(live: Live, kind: Kind, theme: Theme, tall: bool, spoken: str) -> bytes:
    """Drawn once for what it shows, and kept with the table."""
    with _PEN:
        looked = evening(live)
        if not looked.table.state.finished:
            raise not_now(say("The game isn't over yet: its result comes at the end"))
        shows = (looked.nodes[-1], tuple((chair.name, chair.colour) for chair in looked.chairs))
        if live not in _DRAWN or _DRAWN[live][0] != shows:
            _DRAWN[live] = (shows, {})
        pictures = _DRAWN[live][1]
        wanted = (kind, theme, tall, spoken)
        if wanted not in pictures:
            from api import poster  # only now: it takes most of a second

            shape = poster.TALL if tall else poster.WIDE
            tongue = tongue_at(looked.table.rules, looked.table.state, spoken)
            told = _told(looked.in_words(tongue), tongue, spoken)
            pictures[wanted] = poster.drawn(told, paper(theme), shape, kind)
        return pictures[wanted]


def _players(settled: Settlement, chairs: Mapping[Seat, Chair], unit: Unit) -> list[Player]:
    from api.poster import Player

    return [
        Player(
            name=chairs[payoff.seat].name,
            colour=chairs[payoff.seat].colour,
            rank=payoff.rank,
            total=unit.of(payoff.total),
            winner=payoff.winner,
        )
        for payoff in settled.payoffs
    ]


def _told(looked: EveningSoFar, spoken: Tongue, language: str) -> Poster:
    """The evening in words and figures. language: the code of that tongue."""
    from api import poster
    from api.drawing import Curve

    table = looked.table
    settled = table.rules.show.settlement(table.state)
    chairs = {chair.seat: chair for chair in looked.chairs}
    unit = counted_in(table)
    players = _players(settled, chairs, unit)
    names: dict[Seat, str] = {chair.seat: chair.name for chair in looked.chairs}
    winners = [player.name for player in players if player.winner]
    won = (
        say("{names} wins", names=winners[0])
        if len(winners) == 1
        else say("{names} win", names=" & ".join(winners))
    )
    headline = render(won, {}, spoken)
    game = render(looked.marked(say("{game}", game=game_name(table))), {}, spoken)
    ranks = {payoff.seat: payoff.rank for payoff in settled.payoffs}
    moments = looked.moments()
    rows, cash = [moment.figured.worth for moment in moments], cash_before_the_payoff(moments)
    # Where all that players are worth is their cash, the page has one chart of both, and calls it so.
    alone = rows[-1] == cash[-1]
    columns = zip(*(cash if alone else rows), strict=True)
    return poster.Poster(
        title=f"{game}: {headline}",
        game=game,
        day=_day(looked.lines[-1], language),
        headline=headline,
        players=players,
        worth=render(KINDS["cash"].title if alone else worth_title(table, unit), {}, spoken),
        curves=[
            Curve(f"seat-{chair.seat}", chair.name, chair.colour, column, ranks.get(chair.seat, 0))
            for chair, column in zip(looked.chairs, columns, strict=False)
        ],
        awards=[(render(award.what, {}, spoken), _whose(award, names, spoken)) for award in awards(table)],
        unit=unit,
        tie=_tie(settled, spoken),
    )


def _day(line: Line, spoken: str) -> str:
    """The day of an entry, written out; its first letters, where it says no time."""
    from babel import Locale  # only now, as in `catalogues`
    from babel.dates import format_date

    # As the page has it: no month before its day.
    locale = Locale.parse("en_GB" if spoken == SOURCE else spoken.replace("-", "_"))
    return line.at[:10] if line.moment is None else format_date(line.moment, "long", locale)


def _tie(settled: Settlement, spoken: Tongue) -> str:
    """What decides ties in this game, where one had to be decided."""
    decided = any(payoff.decided is not None for payoff in settled.payoffs)
    return render(settled.ties, {}, spoken) if decided and settled.ties is not None else ""


def _whose(award: Award, names: Mapping[Seat, str], spoken: Tongue) -> str:
    return f"{' & '.join(names[seat] for seat in award.seats)}: {render(award.how, {}, spoken)}"
