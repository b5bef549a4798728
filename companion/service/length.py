"""How long a journal may become: as long as the game can still be taken to another companion."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields

from companion.table.journal import Line, body_json
from companion.table.table import Table
from companion.vocabulary.common_moves import Learn, Note
from companion.vocabulary.minutes import Position
from companion.words.errors import invalid, not_now
from companion.words.text import say

MOST_LINES = 10_000
"""Lines of a journal."""
MOST_BYTES = 3_500_000
"""Of the lines of an export and the rolls beside them. An import may have 4 MiB, whoever has written it."""
TALK_SHARE = 0.9
"""Notes and the like are accepted up to this share of the room: the rest is for playing the game to its end."""
_ROLL_BYTES = 120
"""Bytes of a roll of the app, which an export has a second time, among its dice."""
_MEMBERS = tuple(field.name for field in fields(Line) if field.name != "body")
_BODY = ',"body":'


def weight(line: Line, body: str) -> int:
    """How many bytes a line adds to an export. body: that of the line, as JSON."""
    document = {name: getattr(line, name) for name in _MEMBERS}
    written = json.dumps(document, ensure_ascii=False, separators=(",", ":")) + _BODY + body
    return len(written.encode()) + 1 + (_ROLL_BYTES if line.body.get("source") == "app" else 0)


def weights(lines: Iterable[Line]) -> int:
    """How many bytes lines add to an export."""
    return sum(weight(line, body_json(line)) for line in lines)


def check_room(table: Table, held: int, line: Line, state: Position) -> None:
    """Is there room for this line? held: bytes of the journal with it; state: how the game would stand after it.

    :raises RuleError: `not-now`.
    """
    share = max(line.revision / MOST_LINES, held / MOST_BYTES)
    if share > 1:
        raise not_now(say("The log of this table is full. You can still export the game"))
    if share > TALK_SHARE and _only_said(table, line, state):
        raise not_now(say("The log of this table is nearly full: no more notes or board data, only moves"))


def _only_said(table: Table, line: Line, state: Position) -> bool:
    """A note, or facts that no step is waiting for."""
    if line.kind != "move":
        return False
    if line.body["type"] == Learn.TYPE.name:
        return bool(table.view_of(state).step == table.view().step)
    return bool(line.body["type"] == Note.TYPE.name)


def check_import(lines: Sequence[Line]) -> None:
    """May a game of that length be taken in? New seeds are not counted: each import adds one.

    :raises RuleError: `invalid`.
    """
    entered = [line for line in lines if line.kind != "seed"]
    if len(entered) > MOST_LINES:
        words = say("This game has {n} entries; the limit is {most}", n=len(entered), most=MOST_LINES)
        raise invalid("lines", words)
    if weights(entered) > MOST_BYTES:
        words = say(
            "The entries of this game exceed {most} KB",
            most=MOST_BYTES // 1000,
        )
        raise invalid("lines", words)
