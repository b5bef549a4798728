"""What can be read besides the table itself: settlement, dice, the whole game, the games and their boards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, request

from api import bodies, caller, schemas
from api.calls import KEYED, Query, call
from api.catalogues import named, tongue, tongue_at
from api.language import language
from api.render import answer
from companion.atlas.known import Atlas
from companion.documents.check_list import check_list
from companion.documents.help import help_document
from companion.documents.table_document import (
    figure_document,
    figures_document,
    money_document,
    settlement_of,
    table_document,
)
from companion.games import GAMES
from companion.service import exports
from companion.service.creation import common_options, position_so_far
from companion.table.unseen import packing_document
from companion.vocabulary.box import FormField, Names, Option
from companion.vocabulary.common_moves import COMMON, BeginHere
from companion.vocabulary.moves import Field
from companion.vocabulary.rules import Rules
from companion.vocabulary.tools import Tool
from companion.words.errors import RuleError, invalid
from companion.words.text import Text, render, say
from companion.words.values import Seat

TAG_LETTERS = 20
reading = Blueprint("reading", __name__)


@reading.get("/tables/<code>/settlement")
@call("readSettlement", "Results", may=KEYED, free=True, answer="Settlement")
def settlement(code: str) -> Response:
    """Who has won, or would if the game ended now."""
    with caller.reading(code) as (live, _):
        return answer(settlement_of(live.table, live.names), live=live)


@reading.get("/tables/<code>/figures")
@call("listFigures", "Moves", may=("host",), answer="Figures", refuses=("table-finished",))
def figures(code: str) -> Response:
    """All that the host may correct."""
    live = caller.hosting(code)
    with live.lock:
        return answer(figures_document(live.table), live=live)


@reading.get("/tables/<code>/packing")
@call("readPacking", "Tables", may=KEYED, free=True, answer="Packing")
def packing(code: str) -> Response:
    """The whole position to check, what only the table knows of how it stands, and what was written down of it."""
    with caller.reading(code) as (live, viewer):
        table = live.table
        shown = table_document(
            table,
            live.chairs(),
            code=live.code,
            version=live.version,
            options=caller.service().options(live),
            seat=viewer.seat,
        )
        sections = check_list(shown, table.rules.correct.figures(table.state))
        packed = packing_document(table.rules, table.state, table.journal.head)
        return answer({"revision": table.revision, "sections": sections, **packed}, live=live)


@reading.get("/tables/<code>/dice")
@call("readDice", "Results", may=KEYED, free=True, answer="Dice")
def dice(code: str) -> Response:
    """The commitment, every roll of the app, and the seed once the game is over."""
    with caller.reading(code) as (live, _):
        return answer(exports.dice_document(live))


@reading.get("/tables/<code>/export")
@call(
    "exportGame", "Results", may=("host",), free=True, who="The host; when the game is over, everybody.",
    answer="Export", refuses=("key-needed", "host-only", "not-now"),
)  # fmt: skip
def export(code: str) -> Response:
    """The whole game as one document."""
    with caller.reading(code) as (live, viewer):
        if not live.table.state.finished and viewer.role != "host":
            if viewer.role == "reader":
                raise RuleError("key-needed", say("Until the game is over, only the host exports it"))
            raise RuleError("host-only", say("Until the game is over, only the host exports it"))
        found = answer(exports.export(live))
    found.headers["Content-Disposition"] = (
        f'attachment; filename="{live.table.rules.box.slug}-{live.code}.json"'
    )
    return found


# --- games -------------------------------------------------------------------------------------------


@reading.get("/games")
@call("listGames", "Games", free=True, answer="Games")
def games() -> Response:
    """The games the companion knows."""
    return answer({"items": [_game(rules) for rules in GAMES]})


PLAYERS = Query("players", {"type": "integer", "minimum": 1}, "How many sit there")


@reading.get("/games/<slug>/figures")
@call("listPositionFigures", "Games", free=True, answer="SoFar", query=(PLAYERS,), refuses=("no-such-game",))
def position_figures(slug: str) -> Response:
    """Every figure that can be given of a game that has already begun, as the game is laid out."""
    try:
        players = int(request.args.get("players", ""))
    except ValueError as error:
        raise invalid("players", say("Say how many players there are")) from error
    return _so_far(slug, players, {}, {})


@reading.post("/games/<slug>/figures")
@call(
    "tryPosition", "Games", free=True, body=bodies.TryPositionSchema, answer="SoFar",
    refuses=("no-such-game",),
)  # fmt: skip
def try_position(slug: str) -> Response:
    """The same figures as they would be with this much of a position; nothing is kept."""
    wanted = schemas.sent(bodies.TryPositionSchema, caller.body())
    names = {Seat(n): name for n, name in enumerate(wanted["players"], 1)}
    return _so_far(slug, len(names), wanted, names)


def _so_far(slug: str, players: int, wanted: Mapping[str, Any], names: Mapping[Seat, str]) -> Response:
    rules, given = caller.service().rules(slug), wanted.get("position") or {}
    turn, note = given.get("turn"), given.get("note") or ""
    said = BeginHere(seat=Seat(1), figures=tuple(given.get("figures") or ()), turn=turn, note=note)
    options, rulings = wanted.get("options") or {}, wanted.get("rulings") or {}
    service = caller.service()
    atlas = service.atlas(rules)
    state, wrong = position_so_far(rules, atlas, players, said, options, rulings, service.store)
    spoken = tongue_at(rules, state, language())
    figures = [figure_document(figure) for figure in rules.correct.figures(state) if figure.listed]
    found = {"figures": figures, "wrong": [{"at": at, "text": text} for at, text in wrong.items()]}
    return answer(_in_words(found, lambda text: render(text, names, spoken)))


def _in_words(value: Any, words: Callable[[Text], str]) -> Any:
    """A document with every text in it put into words."""
    match value:
        case Text():
            return words(value)
        case Mapping():
            return {name: _in_words(each, words) for name, each in value.items()}
        case list() | tuple():
            return [_in_words(each, words) for each in value]
    return value


@reading.get("/games/<slug>")
@call("readGame", "Games", free=True, answer="Game")
def game(slug: str) -> Response:
    """One game: its railroads, moves, options, rulings, and what is not known of its board."""
    rules = caller.service().rules(slug)
    atlas = caller.service().atlas(rules)
    words = _words(rules)
    return answer(
        {
            **_game(rules),
            "railroads": [{"id": r.id, "name": r.name, "colour": r.colour} for r in rules.box.railroads],
            "moves": [
                {
                    "type": cls.TYPE.name,
                    "label": words(cls.TYPE.label),
                    "rule": cls.TYPE.rule,
                    "fields": [_field(field, words) for field in cls.TYPE.fields],
                }
                for cls in (*rules.play.moves, *COMMON)
            ],
            "options": [
                *(_option(option, words) for option in rules.box.options),
                *(_option(option, words) | {"later": True} for option in common_options(rules)),
            ],
            "rulings": _rulings(rules, words),
            "notes": {str(value): number for value, number in rules.box.notes.items()},
            "tools": [_tool(tool, words, rules, atlas) for tool in rules.show.tools],
            "atlas": {"lacks": [words(text) for text in rules.box.lacks(atlas)]},
        }
    )


@reading.get("/games/<slug>/help")
@call("readHelp", "Games", free=True, answer="Help", refuses=("no-such-game",))
def help_to(slug: str) -> Response:
    """A guide to an evening of it, and its rules in our own words, by the rulebook's headings."""
    rules, spoken = caller.service().rules(slug), tongue(language(), slug)
    told = _in_words(help_document(rules, language()), lambda text: render(text, {}, spoken))
    found = answer({**told, "rulings": _rulings(rules, spoken.say)})
    found.headers["Cache-Control"] = "private, no-cache"
    found.set_etag(hashlib.sha256(found.get_data()).hexdigest()[:TAG_LETTERS], weak=True)
    found.make_conditional(request)
    return found


def _rulings(rules: Rules[Any], words: Callable[[str], str]) -> list[dict[str, Any]]:
    return [
        {
            "name": ruling.name,
            "settles": words(ruling.settles),
            "rule": ruling.rule,
            "default": ruling.default,
            "choices": [{"value": value, "label": words(meaning)} for value, meaning in ruling.choices],
        }
        for ruling in rules.box.rulings
    ]


def _game(rules: Rules[Any]) -> dict[str, Any]:
    players = {"min": rules.box.least_players, "max": rules.box.most_players}
    return {
        "slug": rules.box.slug,
        "name": named(rules, language()),
        "players": players,
        "money": money_document(rules.box.money),
        "turns": rules.play.has_turns,
        "board": bool(rules.box.facts.sections),
    }


def _tool(tool: Tool, words: Callable[[str], str], rules: Rules[Any], atlas: Atlas) -> dict[str, Any]:
    return {
        "name": tool.name,
        "label": words(tool.label),
        "rule": tool.rule,
        "help": words(tool.help),
        "fields": [
            _field(field, words) | ({"known": _known(field, rules, atlas)} if field.facts else {})
            for field in tool.fields
        ],
    }


def _known(rows: Field, rules: Rules[Any], atlas: Atlas) -> dict[str, dict[str, int]]:
    """What the atlas says of rows where nothing else is said."""
    first, *others = rows.fields
    section = rules.box.facts.of(rows.facts)
    return {
        row: {
            field.name: number
            for field, fact in zip(others, section.facts, strict=True)
            if (number := atlas.get(section.name, row, fact.name)) is not None
        }
        for row in first.among
    }


def _words(rules: Rules[Any]) -> Callable[[str | Text], str]:
    """Puts what a game says of itself into the sender's language."""
    spoken = tongue(language(), rules.box.slug)
    return lambda said: render(said if isinstance(said, Text) else Text(said), {}, spoken)


def _field(field: Field, words: Callable[[str], str]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": field.name,
        "label": words(field.label),
        "kind": field.kind,
        "required": field.required,
    }
    more = {
        "choices": [
            {"value": value, "label": words(name)}
            for value, name in zip(field.among, field.names or field.among, strict=True)
        ],
        "min": field.least,
        "max": field.most,
        "fields": [_field(sub, words) for sub in field.fields],
    }
    return shown | {name: value for name, value in more.items() if value not in (None, [])}


def _option(option: Option, words: Callable[[str], str]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": option.name,
        "label": words(option.label),
        "kind": option.kind,
        "default": option.default,
        "help": words(option.help),
    }
    if option.kind == "box":
        known = (rules.box for rules in GAMES if rules.box.for_bank is not None)
        shown["choices"] = [{"value": box.slug, "label": box.name} for box in known]
        shown["form"] = [_form_field(field, words) for field in option.form]
    if option.choices:
        shown["choices"] = [{"value": value, "label": words(meaning)} for value, meaning in option.choices]
    if option.counts:
        shown["fields"] = [
            {"name": name, "label": words(label), "kind": "count"} for name, label in option.counts
        ]
    return shown


def _form_field(field: FormField, words: Callable[[str], str]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": field.name,
        "label": words(field.label),
        "kind": field.kind,
        "required": field.required,
        "default": field.default,
        "help": words(field.help),
    }
    more = {
        "min": field.least,
        "max": field.most,
        "choices": [{"value": value, "label": words(meaning)} for value, meaning in field.choices],
        "fields": [_form_field(sub, words) for sub in field.fields],
        "names": [_names(each, words) for each in field.names],
        "aside": field.aside or None,
    }
    return shown | {name: value for name, value in more.items() if value not in (None, [])}


def _names(names: Names, words: Callable[[str], str]) -> dict[str, Any]:
    shown: dict[str, Any] = {"label": words(names.label)}
    more = {
        "among": list(names.among),
        "rows": names.rows,
        "where": dict([names.where]) if names.where else {},
    }
    return shown | {name: value for name, value in more.items() if value}
