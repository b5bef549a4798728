"""The help to a game: a guide to an evening of it, and its rules by their headings."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.games import package_of
from companion.mechanisms.box_file import read_box
from companion.mechanisms.help_file import read_help
from companion.vocabulary.rules import Rules
from companion.words.text import say

WORDS = {
    "guide": say("Guide"),
    "cost": say("Cost"),
    "when": say("When"),
    "limits": say("Limits"),
    "example": say("Example"),
    "here": say("At this table"),
    "whole": say("Whole guide"),
    "print": say("Print"),
    "rules": say("The rules, step by step"),
    "rulings": say("What a table decides"),
    "chosen": say("Where the rulebook leaves something open, the table chooses when it is created."),
    "ours": say("Told in our own words; the rulebook in your box has the last word."),
    "back": say("Back to the table"),
}
"""What stands around it on a page: a phone that opens no help need not load it."""
UNRULED = {
    "rules": say("What you can do, step by step"),
    "ours": say("Your own game's rulebook always has the last word."),
}
"""The same where no rulebook is told, as of the bank alone."""


def help_document(rules: Rules[Any], language: str) -> dict[str, Any]:
    """All of it but the rulings, in a language, or in English where there is none in that."""
    read = _read(rules.box.slug, language)
    topics = [_topic(rules, topic) for topic in read["topics"]]
    return {
        "game": rules.box.slug,
        "name": rules.box.called,
        "words": WORDS if any(topic["headings"] for topic in topics) else WORDS | UNRULED,
        "lead": read["lead"],
        "guide": read["guide"],
        "topics": topics,
    }


def _topic(rules: Rules[Any], topic: dict[str, Any]) -> dict[str, Any]:
    """headings: none where the rulebook has none for it. moves: those whose rule stands under one of them, and those it
    names itself."""
    headings = [heading for heading in (topic.get("heading"), *topic.get("also", ())) if heading]
    ruled = [move.TYPE.name for move in rules.play.moves if move.TYPE.rule in headings]
    return {
        "headings": headings,
        "title": topic["title"] if "title" in topic else topic["heading"],
        "moves": [*ruled, *(name for name in topic.get("moves", ()) if name not in ruled)],
        "cost": topic.get("cost", ""),
        "when": topic.get("when", []),
        **{part: topic[part] for part in ("what", "limits", "example")},
    }


@lru_cache(64)
def _read(slug: str, language: str) -> dict[str, Any]:
    package = package_of(slug)
    return read_help(package, language, read_box(package))
