"""The answers whose shape others build upon, as JSON schemas."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_MAYBE_TEXT = {"type": ["string", "null"]}


def _closed(**properties: Any) -> dict[str, Any]:
    """An object with all of these members and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _or_null(of: dict[str, Any]) -> dict[str, Any]:
    return {"oneOf": [of, {"type": "null"}]}


_LINE = _closed(railroad=_MAYBE_TEXT, label=_TEXT, formula=_MAYBE_TEXT, amount=_WHOLE)
_PAYOFF = _closed(
    seat=_WHOLE,
    name=_TEXT,
    rank=_WHOLE,
    winner={"type": "boolean"},
    cash={"type": ["integer", "null"], "description": "null: money counts for nothing"},
    lines=_list(_LINE),
    total=_WHOLE,
)
_RAILROAD = _closed(railroad=_TEXT, formula=_TEXT, per_share=_WHOLE)
_PLAYER = _closed(
    name=_TEXT,
    sourcePlayerId=_TEXT,
    startPlayer={"type": "boolean"},
    score=_WHOLE,
    winner={"type": "boolean"},
    rank=_WHOLE,
)
PLAY = _closed(
    sourceName=_TEXT,
    sourcePlayId=_TEXT,
    playDate={"type": "string", "pattern": r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$", "description": "UTC"},
    game=_closed(
        name=_TEXT, sourceGameId=_TEXT, highestWins={"type": "boolean"}, noPoints={"type": "boolean"}
    ),
    players=_list(_PLAYER),
) | {"description": "The play as BG Stats takes it"}
SETTLEMENT = _closed(
    projected={"type": "boolean", "description": "As of now: the game goes on"},
    hidden={
        "type": "boolean",
        "description": "This table hides its money until the end: seats and railroads are null",
    },
    seats=_or_null(_list(_PAYOFF)),
    railroads=_or_null(_list(_RAILROAD)),
    tie_break=_MAYBE_TEXT,
    unit={"type": "string", "description": "Of all amounts: $, or VP in a game that is won by points"},
)
RESULT = _closed(
    result={"const": 1, "description": "Version of this shape"},
    game=_closed(slug=_TEXT, name=_TEXT),
    code=_TEXT,
    started_at={"type": "string", "format": "date-time"},
    finished_at={"type": "string", "format": "date-time"},
    rounds={"type": ["integer", "null"], "description": "null: a game without rounds"},
    entries={"type": "integer", "description": "Lines of the journal that stand"},
    players=_list(_PAYOFF),
    railroads=_list(_RAILROAD),
    tie_break=_MAYBE_TEXT,
    play={"$ref": "#/components/schemas/Play"},
    play_url={"type": "string", "format": "uri", "description": "Hands the play to BG Stats"},
)
_NOTE = _closed(
    text=_TEXT, seat=_WHOLE, by=_TEXT, at={"type": "string", "format": "date-time"}, revision=_WHOLE
)
_CELL = {
    "type": "object",
    "description": "As in a panel, and: `of`, out of how many; `word`, of a few that a page knows; `yes`; `hidden`, "
    "only the table knows; `column`, what the value stands under",
}
_CHECKED = {
    "type": "object",
    "properties": {
        "name": _TEXT | {"description": "The member of the table document it is, where no `label` calls it"},
        "label": _CELL,
        "values": _list(_CELL)
        | {"description": "What stands there; none where the line itself is all there is"},
        "of": _TEXT | {"description": "An account, as in a correction"},
        "figure": _TEXT | {"description": "The figure that a correction of this line is about"},
    },
    "required": ["values"],
    "additionalProperties": False,
}
_SECTION = {
    "type": "object",
    "properties": {
        "name": _TEXT | {"description": "`table`, an account, or `panel:` and its name"},
        "title": _TEXT,
        "railroad": _TEXT,
        "seat": _WHOLE,
        "lines": _list(_CHECKED),
    },
    "required": ["name", "lines"],
    "additionalProperties": False,
}
PACKING = _closed(
    revision=_WHOLE,
    sections=_list(_SECTION)
    | {"description": "The whole position, line by line, to check against the table"},
    items=_list(
        _closed(
            name=_TEXT | {"description": "What a note is `about`"},
            label=_TEXT,
            ask=_MAYBE_TEXT | {"description": "What to write down; null: all of it is told"},
            told=_MAYBE_TEXT | {"description": "What moves have told of it"},
            railroad=_MAYBE_TEXT,
            seat={"type": ["integer", "null"]},
            note=_or_null(_NOTE) | {"description": "The newest about it that stands"},
        )
    ),
)
_FIGURE = {
    "type": "object",
    "properties": {
        "of": {"type": "string", "description": "An account, or `table`: as in a correction"},
        "name": {
            "type": "string",
            "description": "As in a correction; where `known` stands, a name is put behind it",
        },
        "label": _TEXT,
        "value": {"type": ["integer", "null"], "description": "null: hidden, or a family of names"},
        "min": _WHOLE,
        "max": _WHOLE,
        "choices": _list(_closed(value=_WHOLE, label=_TEXT)),
        "what": {"type": "string", "description": "The commodity of a posting that moves it"},
        "other": {
            "type": ["string", "null"],
            "description": "Who has the difference unless a posting says otherwise; null: only a posting moves it",
        },
        "known": _list(_TEXT),
        "chosen": _list(_TEXT),
    },
    "required": ["of", "name", "label", "value", "min", "max"],
    "additionalProperties": False,
}
FIGURES = _closed(revision=_WHOLE, figures=_list(_FIGURE))
_SOME = {"type": "object"}
MOMENT = _closed(
    revision=_WHOLE,
    turn=_closed(seats=_list(_WHOLE), prompt=_TEXT),
    offers=_list(_SOME) | {"description": "As in the table document, for every seat"},
    told=_list(_SOME)
    | {"description": "What the entry told of the board: as `needs`, with what was said as `default`"},
) | {"description": "What stood before an entry"}
_OPERATION = {
    "type": "object",
    "properties": {
        "op": {"enum": ["add", "remove", "replace"]},
        "path": {"type": "string", "format": "json-pointer"},
        "value": {"description": "Of `add` and `replace`"},
    },
    "required": ["op", "path"],
    "additionalProperties": False,
}
PATCH = _closed(since=_WHOLE, patch=_list(_OPERATION)) | {
    "description": "Data of the event `patch`: applied (RFC 6902) to this viewer's document of version `since`, it "
    "gives that of the version that is the event's id; the same version, where only this viewer may know of the change"
}
SHORT = {
    "type": "object",
    "description": "What a move, undo, redo or amendment answers with `Prefer: return=minimal`; without it `table`, "
    "the whole document, stands in place of `version`",
    "properties": {
        "revision": {"type": ["integer", "null"], "description": "null: a dry run"},
        "entry": _SOME,
        "version": _WHOLE | {"description": "Of the table after it"},
        "differences": _list(_SOME) | {"description": "Of an amendment"},
        "vanishing": _list(_WHOLE) | {"description": "Of an undo: the entries that no longer stand"},
    },
    "required": ["revision", "entry", "version"],
    "additionalProperties": False,
}
PREFER = {
    "name": "Prefer",
    "in": "header",
    "description": "`return=minimal`: the answer has the version in place of the table (RFC 7240)",
    "schema": {"type": "string", "examples": ["return=minimal"]},
}
ANSWERS = {
    "Patch": PATCH,
    "Short": SHORT,
    "Play": PLAY,
    "Settlement": SETTLEMENT,
    "Result": RESULT,
    "Figures": FIGURES,
    "Moment": MOMENT,
    "Packing": PACKING,
}
ANSWERED = {
    "/tables/{code}/settlement": "Settlement",
    "/tables/{code}/result.json": "Result",
    "/tables/{code}/figures": "Figures",
    "/tables/{code}/packing": "Packing",
    "/tables/{code}/moves/{revision}/offers": "Moment",
}
"""Which call answers with which."""
