"""Making moves, and taking them back."""

from __future__ import annotations

import orjson
from flask import Blueprint, Response, request

from api import bodies, caller, schemas
from api.calls import KEYED, Key, Query, call
from api.kept import voice
from api.language import language
from api.render import made, moment_json, table_json
from companion.documents.entries import entries
from companion.service import amending, limits, moving, rewinding
from companion.service.answering import Answer, Told
from companion.service.folding import check_lines
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.errors import Code, invalid
from companion.words.text import say

moves = Blueprint("moves", __name__)

PAGE = 100
MOST_PAGE = 500
ACTING: tuple[Key, ...] = ("host", "seat")
OWN = (
    "The host, and the seat that made everything it is about; every seat where the option `undo` is `anyone`."
)
PLAYED: tuple[Code, ...] = (
    "not-your-seat",
    "host-only",
    "no-such-seat",
    "table-finished",
    "idempotency-key-reused",
    "stale-revision",
    "not-now",
    "facts-needed",
    "insufficient-funds",
    "rule",
)
TURNED_BACK: tuple[Code, ...] = (
    "not-your-seat",
    "host-only",
    "idempotency-key-reused",
    "stale-revision",
    "not-now",
    "rule",
)
AFTER = Query("after", {"type": "integer", "minimum": 0}, "Entries after this revision")
MOST = Query(
    "limit", {"type": "integer", "minimum": 1, "maximum": MOST_PAGE}, f"How many at most, else {PAGE}"
)


def _answered(viewer: Viewer, dry: bool) -> Told[Response]:
    """What makes the answer, while the service holds the table for this call alone."""
    minimal, base = caller.prefers_minimal(), caller.settings().base_url

    def told(played: Answer) -> Response:
        sent = made(caller.service(), played, viewer, base, language(), minimal=minimal)
        found = Response(sent, 200 if dry else 201, mimetype="application/json")
        if minimal:
            found.headers["Preference-Applied"] = "return=minimal"
        return found

    return told


@moves.post("/tables/<code>/moves")
@call(
    "makeMove", "Moves", may=ACTING, body="Move", answer="Made", status=201, repeatable=True, refuses=PLAYED
)
def play(code: str) -> Response:
    """Make a move, or say what it would do."""
    live, viewer = caller.playing(code)
    dry, raw = caller.dry_run(), caller.body()
    told, key = _answered(viewer, dry), caller.idempotency_key()
    return moving.play(live, viewer, raw, told, key=key, dry=dry, shape=schemas.entered)


@moves.post("/tables/<code>/undo")
@call(
    "undo", "Moves", may=ACTING, who=OWN, body=bodies.UndoSchema, optional=True, answer="Undone", status=201,
    repeatable=True, refuses=TURNED_BACK,
)  # fmt: skip
def undo(code: str) -> Response:
    """Back to an earlier revision."""
    live, viewer = caller.playing(code)
    dry, raw = caller.dry_run(), caller.body(optional=True)
    schemas.sent(bodies.UndoSchema, raw)
    return rewinding.undo(live, viewer, raw, _answered(viewer, dry), key=caller.idempotency_key(), dry=dry)


@moves.post("/tables/<code>/redo")
@call(
    "redo", "Moves", may=ACTING, who=OWN, body=bodies.RedoSchema, optional=True, answer="Made", status=201,
    repeatable=True, refuses=TURNED_BACK,
)  # fmt: skip
def redo(code: str) -> Response:
    """Play again what was last undone."""
    live, viewer = caller.playing(code)
    dry, raw = caller.dry_run(), caller.body(optional=True)
    schemas.sent(bodies.RedoSchema, raw)
    return rewinding.redo(live, viewer, raw, _answered(viewer, dry), key=caller.idempotency_key(), dry=dry)


@moves.post("/tables/<code>/amend")
@call(
    "amend", "Moves", may=("host",), body=bodies.AmendSchema, answer="Amended", status=201, repeatable=True,
    refuses=PLAYED,
)  # fmt: skip
def amend(code: str) -> Response:
    """Replace an old entry, strike it, or put another before it; what followed is played anew."""
    live, viewer = caller.playing(code)
    dry, raw = caller.dry_run(), caller.body()
    return amending.amend(
        live,
        viewer,
        raw,
        lambda: schemas.sent(bodies.AmendSchema, raw),
        _answered(viewer, dry),
        key=caller.idempotency_key(),
        dry=dry,
        shape=schemas.entered,
    )


@moves.get("/tables/<code>/moves/<int:revision>/offers")
@call(
    "readOffersBefore",
    "Moves",
    may=("host",),
    answer="Moment",
    refuses=("not-your-seat", "not-now", "invalid"),
)
def offers_then(code: str, revision: int) -> Response:
    """What might have been done instead of an entry, to amend it."""
    live, viewer = caller.playing(code)
    with live.lock:
        found = amending.before(live, viewer, revision)
        return Response(moment_json(revision, found, voice(live, language())), mimetype="application/json")


@moves.put("/tables/<code>/auction/limit")
@call(
    "setLimit", "Moves", may=("seat",), body=bodies.LimitSchema, answer="Limited",
    refuses=("not-your-seat", "table-finished", "not-now", "insufficient-funds", "rule"),
)  # fmt: skip
def limit(code: str) -> Response:
    """Set a secret maximum, up to which the companion bids for this seat."""
    live, viewer = caller.playing(code)
    sent = caller.body()
    with live.lock:
        viewer = caller.viewer_of(live)  # again: a secret must not go to the phone that has the seat by now
        limits.put(live, viewer, lambda: int(schemas.sent(bodies.LimitSchema, sent)["amount"]))
        return _limited(live, viewer)


@moves.delete("/tables/<code>/auction/limit")
@call("removeLimit", "Moves", may=("seat",), answer="Limited", refuses=("not-your-seat",))
def no_limit(code: str) -> Response:
    """Take back the secret maximum."""
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
@call("readJournal", "Moves", may=KEYED, free=True, answer="Journal", query=(AFTER, MOST))
def journal(code: str) -> Response:
    """The journal, oldest first."""
    with caller.reading(code) as (live, viewer):
        try:
            after = max(0, int(request.args.get("after", 0)))
            limit = min(MOST_PAGE, max(1, int(request.args.get("limit", PAGE))))
        except ValueError as error:
            raise invalid("after", say("A revision is a number")) from error
        lines = live.table.journal.lines[after : after + limit]
        check_lines(live.table, lines)
        items = entries(live.table, lines, viewer.seat, paper=live.paper)
        more = after + len(lines) < live.table.revision
        page = {"items": items, "next": lines[-1].revision if more and lines else None}
        return Response(voice(live, language()).json(page), mimetype="application/json")
