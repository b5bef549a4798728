"""Problem documents (RFC 9457): what went wrong, in a sentence that a person at the table understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from api.catalogues import tongue
from api.language import language
from companion.errors import RuleError
from companion.service.keys import LEAST_KEY_LENGTH
from companion.service.live import DamagedError
from companion.store import StoreFullError, StoreUnavailableError
from companion.text import Text, render, say

STATUS = {
    "key-needed": 401,
    "key-unknown": 401,
    "not-your-seat": 403,
    "host-only": 403,
    "no-such-table": 404,
    "no-such-seat": 404,
    "no-such-game": 404,
    "no-such-request": 404,
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
    "key-needed": say("A key is needed"),
    "key-unknown": say("The key is not known"),
    "not-your-seat": say("Not your seat"),
    "host-only": say("Only the host may"),
    "no-such-table": say("No such table"),
    "no-such-seat": say("No such seat"),
    "no-such-game": say("No such game"),
    "no-such-request": say("No such request"),
    "no-such-chart": say("No such chart"),
    "table-finished": say("The game is over"),
    "seat-taken": say("The seat is taken"),
    "stale-revision": say("The table has moved on"),
    "not-now": say("Not now"),
    "idempotency-key-reused": say("That key was used before"),
    "invalid": say("That cannot be read"),
    "facts-needed": say("Something printed on the board is asked for"),
    "insufficient-funds": say("Not enough money"),
    "rule": say("The rules forbid it"),
    "malformed": say("No JSON"),
    "too-large": say("Too large"),
    "not-json": say("Not JSON"),
    "not-yaml": say("Not YAML"),
    "too-many": say("Too many requests"),
    "journal-damaged": say("The journal is damaged"),
    "store-unavailable": say("The store does not answer"),
    "store-full": say("The disk is full"),
    "unknown-host": say("Unknown host name"),
    "not-found": say("Not found"),
    "not-allowed": say("Not allowed"),
    "error": say("Something is wrong here"),
}


class Problem(Exception):  # noqa: N818 - the standard's own word
    """A refusal that is the border's own. `headers`: such as Retry-After."""

    def __init__(
        self, status: int, code: str, detail: Text, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(str(detail))
        self.status, self.code, self.detail = status, code, detail
        self.headers = dict(headers or {})


def problem(status: int, code: str, detail: Text, **more: Any) -> Response:
    """A problem document as an answer."""
    body = {
        "type": f"/problems/{code}",
        "title": _words(TITLES[code]),
        "status": status,
        "detail": _words(detail),
        "code": code,
        **{name: value for name, value in more.items() if value},
    }
    return Response(_without_key(orjson.dumps(body)), status, mimetype="application/problem+json")


def _without_key(sent: bytes) -> bytes:
    """A refusal names what it refuses; whoever put their own key into the wrong place must not read it there."""
    key = request.headers.get("Authorization", "").partition(" ")[2].strip()
    return sent.replace(key.encode(), b"***") if len(key) >= LEAST_KEY_LENGTH else sent


def _words(text: Text) -> str:
    live = g.get("live")
    if live is None:
        return render(text, {}, tongue(language(), g.get("game", "")))
    return render(text, live.called, tongue(language(), live.table.rules.slug))


def refused(error: RuleError) -> Response:
    """A RuleError as a problem document."""
    status = STATUS[error.code]
    needs = [_need(need) for need in error.needs] if error.code == "facts-needed" else None
    answer = problem(
        status,
        error.code,
        error.text,
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
    return {name: _said(part) for name, part in need.items()}


def _said(part: object) -> object:
    """A part of what is asked for, its words and those of its choices in the reader's language."""
    if isinstance(part, Text):
        return _words(part)
    if isinstance(part, list):
        return [_said(one) for one in part]
    return {name: _said(one) for name, one in part.items()} if isinstance(part, dict) else part


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
        return problem(500, "error", say("Something is wrong in the companion. Nothing was changed."))


_FULL = say("The disk is full: nothing was recorded. Make room, then try again.")
_AWAY = say("The companion cannot write at the moment: nothing was recorded. Try again.")


def _own(error: Problem) -> Response:
    answer = problem(error.status, error.code, error.detail)
    answer.headers.update(error.headers)
    return answer


def _damaged(error: DamagedError) -> Response:
    return problem(409, "journal-damaged", error.text, revision=error.revision)


_HTTP = {
    404: say("There is nothing at this address."),
    405: say("That cannot be done at this address."),
    413: say("That is too large."),
    415: say("Send JSON, with Content-Type: application/json."),
}


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    code = {404: "not-found", 405: "not-allowed", 413: "too-large", 415: "not-json"}.get(status, "malformed")
    answer = problem(status, code, _HTTP.get(status) or say("{words}", words=error.description or error.name))
    if status == 405 and (allow := error.get_response().headers.get("Allow")):
        answer.headers["Allow"] = allow
    return answer
