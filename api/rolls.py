"""A roll without a table, for all to see: one link for every phone, the same dice on each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, request

from api import caller, qr
from api.calls import SVG, call
from api.catalogues import named, tongue
from api.language import language
from api.pictures import ADDRESS
from api.render import answer
from api.sums import asked, summed
from companion.store import Roll
from companion.vocabulary.rules import Rules
from companion.vocabulary.tools import Tool
from companion.words.errors import RuleError, invalid
from companion.words.text import Text, render, say

rolling = Blueprint("rolling", __name__)


def for_all(rules: Rules[Any], tool: Tool, raw: Mapping[str, Any]) -> Response | None:
    """A roll that is committed to, or made; None: nobody else is to see it.

    :raises RuleError: `invalid`, `no-such-roll`, `not-now`.
    """
    values, dice = asked(tool, raw), tool.dice
    assert dice is not None
    commits, wanted, after = values.get("commit", False), values.get("id"), values.get("after")
    if not commits and wanted is None and after is None:
        return None
    if dice.name in values or commits == (wanted is not None) or (after is not None and not commits):
        raise invalid("commit", say("Commit to a roll, or give the id of the one to make"))
    kept, slug = caller.service().rolls, rules.box.slug
    with _unknown_counted():
        if wanted is not None:
            return answer(_document(rules, tool, kept.roll(wanted, slug, tool.name)))
        caller.limited("create")
        faces = (dice.faces,) * (dice.least or 1)
        return answer(_document(rules, tool, kept.commit(slug, tool.name, dice.draw, faces, after)))


@rolling.get("/tools/rolls/<roll>")
@call("readRoll", "Calculators", free=True, answer="RollForAll")
def read(roll: str) -> Response:
    """A roll for all to see: its commitment and, once it is made, the dice and the seed to check them with."""
    found = answer(_document(*_found(roll)))
    found.headers["Cache-Control"] = "no-store"
    return found


@rolling.get("/tools/rolls/<roll>/qr.svg")
@call("showRollCode", "Calculators", free=True, media=SVG, query=(ADDRESS,))
def picture(roll: str) -> Response:
    """The QR of the page that shows a roll."""
    _, _, found = _found(roll)
    base = caller.chosen_address(request.args.get("address"))
    shown = Response(qr.svg(_url(found, base)), mimetype="image/svg+xml")
    shown.headers["Cache-Control"] = "no-store"
    return shown


@contextmanager
def _unknown_counted() -> Iterator[None]:
    """Whoever guesses ids is counted.

    :raises Problem: 429 instead of `no-such-roll` when it is too many.
    """
    try:
        yield
    except RuleError as error:
        if error.code == "no-such-roll":
            caller.limited("unknown")
        raise


def _found(wanted: str) -> tuple[Rules[Any], Tool, Roll]:
    with _unknown_counted():
        found = caller.service().rolls.find(wanted)
    rules = caller.service().rules(found.game)
    return rules, next(tool for tool in rules.show.tools if tool.name == found.tool), found


def _url(roll: Roll, base: str) -> str:
    return f"{base}/tools/rolls/{roll.id}"


def _document(rules: Rules[Any], tool: Tool, roll: Roll) -> dict[str, Any]:
    """A roll as everybody sees it: before it is made neither dice nor seed."""
    spoken = tongue(language(), rules.box.slug)
    assert tool.dice is not None
    shown: dict[str, Any] = {
        "id": roll.id,
        "game": roll.game,
        "name": named(rules, language()),
        "tool": roll.tool,
        "label": render(Text(tool.label), {}, spoken),
        "commitment": roll.commitment,
        "message": roll.message,
        "url": _url(roll, caller.settings().base_url),
        "seed": roll.seed.hex() if roll.rolled else None,
        "next": roll.next,
        tool.dice.name: None,
    }
    if roll.dice is not None:
        values = {tool.dice.name: list(roll.dice)}
        shown |= summed(tool, caller.service().atlas(rules), values, spoken)
    return shown
