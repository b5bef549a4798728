"""The result of a game that is over: to save, for a spreadsheet, and for a play-logging app; and how long everybody was
at turn."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Blueprint, Response

from api import caller, qr
from api.calls import KEYED, LANGUAGE, SVG, call
from api.kept import voice
from api.language import language
from api.looking_back import evening
from api.render import answer
from companion.documents.result import play_address, result_csv, result_document
from companion.documents.time_at_turn import UNTIMED, time_document
from companion.service.live import Live
from companion.words.errors import not_now
from companion.words.text import say

results = Blueprint("results", __name__)

OVER = "Everybody, when the game is over."


def _result(code: str, *, timed: bool = True) -> tuple[Live, dict[str, Any]]:
    """The result, in words. timed: with how long everybody was at turn, which is worked out before.

    :raises RuleError: `not-now` while the game goes on.
    """
    with caller.reading(code) as (live, _):
        _check_over(live)
    times = evening(live).time_at_turn() if timed else UNTIMED  # the table is not held up for it
    with live.lock:
        _check_over(live)
        document = result_document(live.table, live.code, live.called, times)
        return live, orjson.loads(voice(live, language()).json(document))


def _check_over(live: Live) -> None:
    if not live.table.state.finished:
        raise not_now(say("The game isn't over yet: its result comes at the end"))


@results.get("/tables/<code>/time-at-turn")
@call("readTimeAtTurn", "Results", answer="TimeAtTurn", may=KEYED, free=True)
def time_at_turn(code: str) -> Response:
    """How long everybody was at turn, by the times of the entries. It decides nothing."""
    with caller.reading(code) as (live, _):
        names = live.names
    return answer(time_document(evening(live).time_at_turn(), names))


@results.get("/tables/<code>/result.json")
@call(
    "readResult",
    "Results",
    answer="Result",
    may=KEYED,
    free=True,
    who=OVER,
    refuses=("not-now",),
    query=(LANGUAGE,),
)
def as_json(code: str) -> Response:
    """Who won and why, as one document."""
    live, document = _result(code)
    document["play_url"] = play_address(document["play"])
    sent = orjson.dumps(document, option=orjson.OPT_INDENT_2)
    return _saved(Response(sent, mimetype="application/json"), live, "json")


@results.get("/tables/<code>/result.csv")
@call(
    "readResultAsRows",
    "Results",
    media="text/csv",
    may=KEYED,
    free=True,
    who=OVER,
    refuses=("not-now",),
    query=(LANGUAGE,),
)
def as_csv(code: str) -> Response:
    """The result as rows for a spreadsheet."""
    live, document = _result(code)
    with live.lock:
        rows = result_csv(document, voice(live, language()).words)
    return _saved(Response(rows, content_type="text/csv; charset=utf-8; header=present"), live, "csv")


def play_picture(play: dict[str, Any]) -> str:
    """A QR code of a play: the address is long, and a phone is held close to it."""
    return qr.svg(play_address(play), least="L", border=4)


@results.get("/tables/<code>/result/bgstats.svg")
@call("showPlayCode", "Results", media=SVG, may=KEYED, free=True, who=OVER, refuses=("not-now",))
def as_play(code: str) -> Response:
    """The QR code that hands the play to BG Stats on a phone."""
    _, document = _result(code, timed=False)
    found = Response(play_picture(document["play"]), mimetype="image/svg+xml")
    found.headers["Cache-Control"] = "private, no-cache"
    return found


def _saved(answer: Response, live: Live, ending: str) -> Response:
    name = f"{live.table.rules.box.slug}-{live.code}-result.{ending}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
