"""Evenings that are over: a list of them, statistics, both as rows too; and how a person is removed from them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, request

from api import caller
from api.calls import KEYRING, Query, call
from api.catalogues import named, tongue
from api.language import language
from api.render import answer
from api.tables import BEFORE, MOST, page_limit
from companion.documents import evening as remembered
from companion.documents import statistics as told
from companion.documents.result import harmless
from companion.documents.table_document import with_box
from companion.games import GAMES
from companion.service import evenings as over
from companion.store import Wanted
from companion.words.errors import RuleError
from companion.words.text import Text, render, say

evenings = Blueprint("evenings", __name__)

GAME = Query("game", {"type": "string"}, "Of this game alone, by its slug")
PLAYER = Query("player", {"type": "string"}, "That this person has played, by their name")
WHO = (
    "The admin sees every evening; somebody who sends keys of tables, of the host or a seat, sees those played there: "
    f"one in `Authorization`, and up to {over.MOST_KEYS - 1} more in `{KEYRING}`, separated by spaces."
)
CSV = "text/csv; charset=utf-8; header=present"
MOST_NAME = 400
"""Letters of a name that are looked at."""


def _codes() -> tuple[str, ...] | None:
    """The tables whose evenings the sender may see; None: all.

    :raises RuleError: `key-needed`, `key-unknown`.
    """
    if caller.is_admin():
        return None
    key = caller.given_key()
    if key is None:
        raise RuleError(
            "key-needed", say("Whoever sat at a table sees its evening, with the key they had then")
        )
    with caller.guarded():
        return over.tables_of(caller.service(), [key, *request.headers.get(KEYRING, "").split()])


def _wanted(limit: int | None = None) -> Wanted:
    """:raises RuleError: `key-needed`, `key-unknown`, `no-such-game`."""
    codes, game = _codes(), request.args.get("game") or None
    if game is not None:
        caller.service().rules(game)
    whom = remembered.person(request.args.get("player", "")[:MOST_NAME]) or None
    return Wanted(codes, game, whom, request.args.get("before"), limit)


@evenings.get("/evenings")
@call(
    "listEvenings", "Results", may=("admin", "host", "seat"), keyring=True, who=WHO, answer="EveningPage",
    query=(GAME, PLAYER, BEFORE, MOST), refuses=("no-such-game",),
)  # fmt: skip
def list_evenings() -> Response:
    """Evenings that are over, the newest first."""
    limit = page_limit()
    wanted = _wanted(limit)
    shelf = over.evenings(caller.service(), wanted)
    names = _names(())
    colours = caller.service().store.colours([evening.code for evening in shelf.evenings])
    last = shelf.evenings[-1] if len(shelf.evenings) == limit else None
    return answer(
        {
            "items": [_item(_in_words(evening), names, colours) for evening in shelf.evenings],
            "next": f"{last.finished_at} {last.code}" if last else None,
            "everything": wanted.codes is None,
            "lacking": shelf.lacking if wanted.codes is None else 0,
        }
    )


def _names(evenings: Sequence[told.Played]) -> dict[str, str]:
    """What every game is called, by its slug; with the box where all these evenings of it were played with that one."""
    names = {rules.box.slug: named(rules, language()) for rules in GAMES}
    boxes: dict[str, set[str]] = {}
    for evening in evenings:
        boxes.setdefault(evening.game, set()).add(evening.body["box"])
    return {
        slug: _with_box(slug, name, next(iter(boxes[slug]))) if len(boxes.get(slug, ())) == 1 else name
        for slug, name in names.items()
    }


def _with_box(slug: str, name: str, box: str) -> str:
    """Empty: the game's own box."""
    return render(with_box(name, box), {}, tongue(language(), slug)) if box else name


def _in_words(evening: told.Played) -> told.Played:
    """The same, with whoever nobody plays called as the sender's language calls them."""
    nobodys = evening.body["nobodys"]
    if not nobodys:
        return evening
    spoken = tongue(language(), evening.game)
    called = [[render(Text(name), {}, spoken), *rest] for name, *rest in nobodys]
    return replace(evening, body={**evening.body, "nobodys": called})


def _item(evening: told.Played, names: dict[str, str], colours: dict[tuple[str, int], str]) -> dict[str, Any]:
    body = evening.body
    return {
        "code": evening.code,
        "game": {
            "slug": evening.game,
            "name": _with_box(evening.game, names.get(evening.game, evening.game), body["box"]),
        },
        "started_at": body["began"],
        "finished_at": evening.finished_at,
        "seconds": body["length"],
        "unit": body["unit"],
        "winners": remembered.winners(body),
        "players": [
            {
                "seat": n,
                "name": name,
                "colour": colours.get((evening.code, n), ""),
                "rank": rank,
                "winner": won,
                "score": score,
            }
            for n, (name, rank, won, score, *_) in enumerate(body["seats"], 1)
        ],
    }


@evenings.get("/evenings.csv")
@call(
    "listEveningsAsRows", "Results", may=("admin", "host", "seat"), keyring=True, who=WHO, media="text/csv",
    query=(GAME, PLAYER), refuses=("no-such-game",),
)  # fmt: skip
def list_evenings_as_rows() -> Response:
    """All of them as rows for a spreadsheet, one for each player."""
    shelf = over.evenings(caller.service(), _wanted())
    return _rows("evenings", told.EVENING_COLUMNS, told.evening_rows(shelf.evenings), told.EVENING_NUMBERS)


@evenings.get("/statistics")
@call(
    "readStatistics", "Results", may=("admin", "host", "seat"), keyring=True, who=WHO, answer="Statistics",
    query=(GAME, PLAYER), refuses=("no-such-game",),
)  # fmt: skip
def statistics() -> Response:
    """Players, placings, scores, lengths, encounters, investments and records over evenings that are over."""
    return answer(_statistics())


def _statistics() -> dict[str, Any]:
    wanted = _wanted()
    shelf = over.evenings(caller.service(), wanted)
    evenings = [_in_words(evening) for evening in shelf.evenings]
    document = told.Statistics(evenings, _names(evenings), wanted.person).document()
    everything = wanted.codes is None
    return {**document, "everything": everything, "lacking": shelf.lacking if everything else 0}


@evenings.get("/statistics.csv")
@call(
    "readStatisticsAsRows", "Results", may=("admin", "host", "seat"), keyring=True, who=WHO, media="text/csv",
    query=(GAME, PLAYER), refuses=("no-such-game",),
)  # fmt: skip
def statistics_as_rows() -> Response:
    """The same as rows for a spreadsheet, a figure each."""
    return _rows("statistics", told.COLUMNS, told.rows(_statistics()), ("value",))


@evenings.delete("/people/<path:person>")
@call("forgetPerson", "Results", may=("admin",), answer="Forgotten", refuses=("no-such-person",))
def forget_person(person: str) -> Response:
    """Replace a person's name by nobody's at every table that is over."""
    caller.need_admin()
    return answer({"tables": over.forget_person(caller.service(), person[:MOST_NAME])})


def _rows(
    name: str, columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[str]
) -> Response:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    plain = {columns.index(number) for number in numbers}
    for row in rows:
        writer.writerow([cell if at in plain else harmless(cell) for at, cell in enumerate(row)])
    sent = Response(out.getvalue(), content_type=CSV)
    sent.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return sent
