"""Boxes of the bank alone: those of the games, and those that somebody wrote and kept under a name."""

from __future__ import annotations

import contextlib
from typing import Any

from flask import Blueprint, Response, g, request

from api import caller
from api.calls import JSON, YAML, Key, call
from api.problems import Problem
from api.render import answer
from companion.service import boxes as kept
from companion.words.errors import RuleError
from companion.words.text import say

boxes = Blueprint("boxes", __name__)

ADMIN: tuple[Key, ...] = ("admin",)
_YAML = frozenset({YAML, "application/x-yaml", "text/yaml"})


@boxes.get("/boxes")
@call("listBoxes", "Boxes", may=ADMIN, free=True, answer="Boxes")
def every() -> Response:
    """The boxes there are to choose from, the games' own first."""
    items = [
        {
            "name": each.name,
            "title": each.name if each.box is None else each.box["name"],
            "own": each.at is not None,
            "damaged": each.box is None,
            "at": each.at,
        }
        for each in kept.every(caller.service().store)
    ]
    return answer({"items": items, "may_edit": caller.is_admin()})


@boxes.get("/boxes/<name>")
@call("readBox", "Boxes", free=True, answer="Box", refuses=("no-such-box", "invalid"))
def one(name: str) -> Response:
    """A box, with all that it says: a game's, or one that is kept."""
    return answer(kept.find(caller.service().store, name))


@boxes.put("/boxes/<name>")
@call("keepBox", "Boxes", may=ADMIN, body="Box", also=YAML, answer="Box")
def keep(name: str) -> Response:
    """Keep a box under a name, in place of any that was there; tables that were begun stay as they are."""
    caller.need_admin()
    sent, g.game = caller.sent(), kept.game_with_boxes()
    given = _read(sent)
    try:
        return answer(kept.keep(caller.service().store, name, given))
    except RuleError as error:
        raise _located(error, sent) from error


@boxes.delete("/boxes/<name>")
@call("forgetBox", "Boxes", may=ADMIN, status=204, refuses=("no-such-box", "invalid"))
def forget(name: str) -> Response:
    """Forget a box; tables that were begun with it keep it."""
    caller.need_admin()
    kept.drop(caller.service().store, name)
    return Response(status=204)


def _read(sent: bytes) -> Any:
    """The box, as JSON or as YAML.

    :raises Problem: 415 or 400.
    :raises RuleError: `invalid` for YAML that is none, with its line.
    """
    if request.mimetype == JSON or not sent:
        return caller.read_object(sent)
    if request.mimetype not in _YAML:
        words = say(
            "Send the box as JSON, with Content-Type: application/json, or as YAML, with application/yaml."
        )
        raise Problem(415, "not-json", words)
    from api.yaml_text import Walk, composed  # for who writes boxes by hand

    root = composed(sent)
    return None if root is None else Walk().read(root, "")


def _located(error: RuleError, sent: bytes) -> RuleError:
    """The same refusal with the line it is about, where what was sent has lines. JSON is read as the YAML that it is,
    but for tabs, which stand between its words alone."""
    if b"\n" not in sent.strip():
        return error
    from api.yaml_text import Lines, Walk, composed  # for who writes boxes by hand

    walk = Walk()
    with contextlib.suppress(RuleError):  # what JSON may say and YAML may not has no line here
        root = composed(sent.replace(b"\t", b" "))
        if root is not None:
            walk.read(root, "")
    return Lines(walk.lines).located(error)
