"""How a table begins: everything stands in its first line, what was known of the board that evening included."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.atlas.known import Atlas, merge
from companion.atlas.reading import read_facts
from companion.atlas.telling import outward
from companion.games import game
from companion.table.journal import Line
from companion.vocabulary.box import Setup
from companion.vocabulary.minutes import Played, Position
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.text import Text, Who, joined, say
from companion.words.values import Seat

_WRITER = json.JSONEncoder()


def rules_of(slug: str) -> Rules[Position]:
    """The rules that a table was begun with.

    :raises RuleError: `no-such-game`: they came with a package that is not installed any more.
    """
    rules = game(slug)
    if rules is None:
        gone = say(
            "This table plays {slug}, which is not installed here any more; it is kept as it was", slug=slug
        )
        raise RuleError("no-such-game", gone)
    return rules


@dataclass(frozen=True, slots=True)
class _Copy:
    """An atlas as it stands in a first line, and as it is read."""

    written: str
    """As JSON, character for character: its order is the order in which it is shown."""
    copied: Mapping[str, Any]
    atlas: Atlas


_LAST: dict[str, _Copy] = {}
"""By game, the atlas of the table that began last. Most tables begin with what the one before knew, and an atlas never
changes, so they share it."""


def begun(rules: Rules[Position], first: Line) -> Played[Position]:
    """The table as its first line lays it out."""
    state = rules.play.setup(
        Setup(
            seats=first.body["seats"],
            options=first.body["options"],
            rulings=first.body["rulings"],
            atlas=begun_atlas(rules, first.body["atlas"]),
        )
    )
    return Played(state, instructions=rules.show.setting_up(state), summary=_told(first.body))


def _told(body: Mapping[str, Any]) -> Text:
    """That it begins; and with whom, where that was left to chance and the line says so: older ones do not."""
    words, drawn = say("The game begins"), body.get("drawn")
    if drawn is None:
        return words
    return joined([words, say("drawn by lot: {who} goes first", who=Who(Seat(body["options"][drawn])))])


def begun_atlas(rules: Rules[Position], copied: Mapping[str, Any]) -> Atlas:
    """The atlas a table begins with, from the copy in its first line.

    Names in it were settled when they were learned: all are insisted on.
    """
    last, written = _LAST.get(rules.box.slug), _WRITER.encode(copied)
    if last is not None and last.written == written:
        return last.atlas
    atlas = _read(rules, copied)
    _LAST[rules.box.slug] = _Copy(written, json.loads(written), atlas)
    return atlas


def _read(rules: Rules[Position], copied: Mapping[str, Any]) -> Atlas:
    insisted = dict(copied)
    lettered = (section.name for section in rules.box.facts.sections if section.lettered)
    for section in (rules.box.facts.places, *lettered):
        if rows := dict(insisted.get(section, {})):
            insisted[section] = {name: {**record, "new": True} for name, record in rows.items()}
    return merge(Atlas(), read_facts(rules.box.facts, Atlas(), insisted))[0]


def atlas_copy(rules: Rules[Position], atlas: Atlas) -> dict[str, object]:
    """The atlas as it is written into a table's first line."""
    copied, last = outward(rules.box.facts, atlas), _LAST.get(rules.box.slug)
    return dict(last.copied) if last is not None and last.written == _WRITER.encode(copied) else copied
