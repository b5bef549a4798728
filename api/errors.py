"""Problem documents (RFC 9457): what went wrong, in a sentence that a person at the table understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from companion.errors import RuleError
from companion.service.live import DamagedError
from companion.store import StoreFullError, StoreUnavailableError
from companion.text import Text, render

STATUS = {
    "key-needed": 401,
    "key-unknown": 401,
    "not-your-seat": 403,
    "host-only": 403,
    "no-such-table": 404,
    "no-such-seat": 404,
    "no-such-game": 404,
    "no-such-chart": 404,
    "table-finished": 409,
    "seat-taken": 409,
    "stale-revision": 409,
    "not-now": 409,
    "idempotency-key-reused": 422,
    "invalid": 422,
    "facts-needed": 422,
    "insufficient-funds": 422,
    "rule": 422,
}
TITLES = {
    "key-needed": "A key is needed",
    "key-unknown": "The key is not known",
    "not-your-seat": "Not your seat",
    "host-only": "Only the host may",
    "no-such-table": "No such table",
    "no-such-seat": "No such seat",
    "no-such-game": "No such game",
    "no-such-chart": "No such chart",
    "table-finished": "The game is over",
    "seat-taken": "The seat is taken",
    "stale-revision": "The table has moved on",
    "not-now": "Not now",
    "idempotency-key-reused": "That key was used before",
    "invalid": "That cannot be read",
    "facts-needed": "Something printed on the board is asked for",
    "insufficient-funds": "Not enough money",
    "rule": "The rules forbid it",
    "malformed": "No JSON",
    "too-large": "Too large",
    "not-json": "Not JSON",
    "too-many": "Too many requests",
    "journal-damaged": "The journal is damaged",
    "store-unavailable": "The store does not answer",
    "store-full": "The disk is full",
    "unknown-host": "Unknown host name",
    "not-found": "Not found",
    "not-allowed": "Not allowed",
    "error": "Something is wrong here",
}


class Problem(Exception):  # noqa: N818 - the standard's own word
    """A refusal that is the border's own. `headers`: such as Retry-After."""

    def __init__(self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers = dict(headers or {})


def problem(status: int, code: str, detail: str, **more: Any) -> Response:
    """A problem document as an answer."""
    body = {
        "type": f"/problems/{code}",
        "title": TITLES.get(code, code),
        "status": status,
        "detail": detail,
        "code": code,
        **{name: value for name, value in more.items() if value},
    }
    return Response(orjson.dumps(body), status, mimetype="application/problem+json")


def _words(text: Text) -> str:
    live = g.get("live")
    return render(text, live.names if live is not None else {})


def refused(error: RuleError) -> Response:
    """A RuleError as a problem document."""
    status = STATUS[error.code]
    needs = [_need(need) for need in error.needs] if error.code == "facts-needed" else None
    answer = problem(
        status,
        error.code,
        _words(error.text),
        rule=error.rule,
        errors={field: [_words(text) for text in texts] for field, texts in error.errors.items()},
        needs=needs,
        did_you_mean=list(error.did_you_mean),
        insist=_insist(error),
        revision=error.revision,
    )
    if status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _need(need: Mapping[str, object]) -> dict[str, object]:
    return {name: _words(part) if isinstance(part, Text) else part for name, part in need.items()}


def _insist(error: RuleError) -> dict[str, Any] | None:
    """For a near miss: the facts that say it is a new place all the same."""
    if not error.did_you_mean or not error.needs:
        return None
    path = error.needs[0]["path"]
    assert isinstance(path, list)
    section, name, fact = path
    return {section: {name: {fact: True}}}


def register(app: Flask) -> None:
    """Every error of the app becomes a problem document."""
    handlers: dict[type[Exception], Callable[[Any], Response]] = {
        RuleError: refused,
        Problem: _own,
        DamagedError: _damaged,
        StoreFullError: lambda error: problem(507, "store-full", _FULL),
        StoreUnavailableError: lambda error: problem(503, "store-unavailable", _AWAY),
        HTTPException: _http,
    }
    for kind, handler in handlers.items():
        app.register_error_handler(kind, handler)

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        app.logger.exception("unforeseen, at %s %s", request.method, request.path)
        return problem(500, "error", "Something is wrong in the companion. Nothing was changed.")


_FULL = "The disk is full: nothing was recorded. Make room, then try again."
_AWAY = "The companion cannot write at the moment: nothing was recorded. Try again."


def _own(error: Problem) -> Response:
    answer = problem(error.status, error.code, error.detail)
    answer.headers.update(error.headers)
    return answer


def _damaged(error: DamagedError) -> Response:
    return problem(409, "journal-damaged", _words(error.text), revision=error.revision)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    code = {404: "not-found", 405: "not-allowed", 413: "too-large", 415: "not-json"}.get(status, "malformed")
    answer = problem(status, code, error.description or error.name)
    if status == 405 and (allow := error.get_response().headers.get("Allow")):
        answer.headers["Allow"] = allow
    return answer
