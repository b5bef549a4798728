"""Making moves, and taking them back."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api import border, schemas
from api.render import dumps, made
from companion.document import entries
from companion.errors import invalid
from companion.service import moving
from companion.service.keys import Viewer
from companion.service.moving import Answer
from companion.text import say

moves = Blueprint("moves", __name__)

PAGE = 100
MOST_PAGE = 500


def _answered(played: Answer, viewer: Viewer, dry: bool) -> Response:
    with played.live.lock:
        sent = made(border.service(), played, viewer, border.settings().base_url)
    return Response(sent, 200 if dry else 201, mimetype="application/json")


@moves.post("/tables/<code>/moves")
def play(code: str) -> Response:
    """Make a move, or say what it would do."""
    live, viewer = border.playing(code)
    dry = border.flag("dry_run")
    with live.lock:
        played = moving.play(
            live, viewer, border.body(), key=border.idempotency_key(), dry=dry, shape=schemas.shape
        )
        return _answered(played, viewer, dry)


@moves.post("/tables/<code>/undo")
def undo(code: str) -> Response:
    """Back to an earlier revision."""
    live, viewer = border.playing(code)
    dry, raw = border.flag("dry_run"), border.body()
    schemas.loaded(schemas.UndoSchema(), raw)
    with live.lock:
        played = moving.undo(live, viewer, raw, key=border.idempotency_key(), dry=dry)
        return _answered(played, viewer, dry)


@moves.post("/tables/<code>/redo")
def redo(code: str) -> Response:
    """What was last undone, again."""
    live, viewer = border.playing(code)
    dry, raw = border.flag("dry_run"), border.body()
    schemas.loaded(schemas.RedoSchema(), raw)
    with live.lock:
        played = moving.redo(live, viewer, raw, key=border.idempotency_key(), dry=dry)
        return _answered(played, viewer, dry)


@moves.get("/tables/<code>/moves")
def journal(code: str) -> Response:
    """The journal, oldest first."""
    live = border.table(code)
    border.viewer_of(live)
    try:
        after = max(0, int(request.args.get("after", 0)))
        limit = min(MOST_PAGE, max(1, int(request.args.get("limit", PAGE))))
    except ValueError as error:
        raise invalid("after", say("A revision is a number")) from error
    with live.lock:
        lines = live.table.journal.lines[after : after + limit]
        live.check_told(lines)
        items = entries(live.table, lines)
        more = after + len(lines) < live.table.revision
        page = {"items": items, "next": lines[-1].revision if more and lines else None}
        return Response(dumps(page, live), mimetype="application/json")
