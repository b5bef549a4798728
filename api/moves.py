"""Making moves, and taking them back."""

from __future__ import annotations

import orjson
from flask import Blueprint, Response, request

from api import caller, schemas
from api.kept import voice
from api.language import language
from api.render import made, moment_json, table_json
from companion.documents.entries import entries
from companion.service import amending, limits, moving, rewinding
from companion.service.answering import Answer, Told
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.errors import invalid
from companion.words.text import say

moves = Blueprint("moves", __name__)

PAGE = 100
MOST_PAGE = 500


def _answered(viewer: Viewer, dry: bool) -> Told[Response]:
    """What is answered is put together while the service has the table for this call alone."""
    minimal, base = caller.prefers_minimal(), caller.settings().base_url

    def told(played: Answer) -> Response:
        sent = made(caller.service(), played, viewer, base, language(), minimal=minimal)
        found = Response(sent, 200 if dry else 201, mimetype="application/json")
        if minimal:
            found.headers["Preference-Applied"] = "return=minimal"
        return found

    return told


@moves.post("/tables/<code>/moves")
def play(code: str) -> Response:
    """Make a move, or say what it would do."""
    live, viewer = caller.playing(code)
    dry, raw = caller.flag("dry_run"), caller.body()
    told, key = _answered(viewer, dry), caller.idempotency_key()
    return moving.play(live, viewer, raw, told, key=key, dry=dry, shape=schemas.entered)


@moves.post("/tables/<code>/undo")
def undo(code: str) -> Response:
    """Back to an earlier revision."""
    live, viewer = caller.playing(code)
    dry, raw = caller.flag("dry_run"), caller.body(optional=True)
    schemas.sent(schemas.UndoSchema, raw)
    return rewinding.undo(live, viewer, raw, _answered(viewer, dry), key=caller.idempotency_key(), dry=dry)


@moves.post("/tables/<code>/redo")
def redo(code: str) -> Response:
    """What was last undone, again."""
    live, viewer = caller.playing(code)
    dry, raw = caller.flag("dry_run"), caller.body(optional=True)
    schemas.sent(schemas.RedoSchema, raw)
    return rewinding.redo(live, viewer, raw, _answered(viewer, dry), key=caller.idempotency_key(), dry=dry)


@moves.post("/tables/<code>/amend")
def amend(code: str) -> Response:
    """An old entry replaced, struck, or preceded by another; what followed is told anew."""
    live, viewer = caller.playing(code)
    dry, raw = caller.flag("dry_run"), caller.body()
    return amending.amend(
        live,
        viewer,
        raw,
        lambda: schemas.sent(schemas.AmendSchema, raw),
        _answered(viewer, dry),
        key=caller.idempotency_key(),
        dry=dry,
        shape=schemas.entered,
    )


@moves.get("/tables/<code>/moves/<int:revision>/offers")
def offers_then(code: str, revision: int) -> Response:
    """What might be done before an entry; for amending it."""
    live, viewer = caller.playing(code)
    with live.lock:
        found = amending.before(live, viewer, revision)
        return Response(moment_json(revision, found, voice(live, language())), mimetype="application/json")


@moves.put("/tables/<code>/auction/limit")
def limit(code: str) -> Response:
    """A secret maximum, up to which the companion bids for this seat."""
    live, viewer = caller.playing(code)
    sent = caller.body()
    with live.lock:
        viewer = caller.viewer_of(live)  # again: a secret must not go to the phone that has the seat by now
        limits.put(live, viewer, lambda: int(schemas.sent(schemas.LimitSchema, sent)["amount"]))
        return _limited(live, viewer)


@moves.delete("/tables/<code>/auction/limit")
def no_limit(code: str) -> Response:
    """No secret maximum any more."""
    live, _ = caller.playing(code)
    with live.lock:
        viewer = caller.viewer_of(live)  # again, as above
        limits.remove(live, viewer)
        return _limited(live, viewer)


def _limited(live: Live, viewer: Viewer) -> Response:
    """For whoever holds the table's lock."""
    table = table_json(caller.service(), live, viewer, caller.settings().base_url, language())
    own = live.limits.get(viewer.seat) if viewer.seat is not None else None
    body = {"limit": own.amount if own else None, "table": orjson.Fragment(table)}
    return Response(voice(live, language()).json(body), mimetype="application/json")


@moves.get("/tables/<code>/moves")
def journal(code: str) -> Response:
    """The journal, oldest first."""
    with caller.reading(code) as (live, viewer):
        try:
            after = max(0, int(request.args.get("after", 0)))
            limit = min(MOST_PAGE, max(1, int(request.args.get("limit", PAGE))))
        except ValueError as error:
            raise invalid("after", say("A revision is a number")) from error
        lines = live.table.journal.lines[after : after + limit]
        live.check_told(lines)
        items = entries(live.table, lines, viewer.seat, paper=live.paper)
        more = after + len(lines) < live.table.revision
        page = {"items": items, "next": lines[-1].revision if more and lines else None}
        return Response(voice(live, language()).json(page), mimetype="application/json")
