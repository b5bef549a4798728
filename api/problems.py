"""Problem documents (RFC 9457): what went wrong, in a sentence that a person at the table understands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from api.answered import ID, REFUSAL, method_of
from api.catalogues import tongue, tongue_at
from api.language import language
from companion.service.folding import DamagedError
from companion.service.keys import LEAST_KEY_LENGTH, hashed
from companion.service.live import Live
from companion.store import StoreFullError, StoreGoneError, StoreUnavailableError
from companion.words.errors import Need, RuleError
from companion.words.text import Text, render, say

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
    "no-such-roll": 404,
    "no-such-box": 404,
    "no-such-person": 404,
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
    "key-unknown": say("Unknown key"),
    "not-your-seat": say("Not your seat"),
    "host-only": say("Only the host may"),
    "no-such-table": say("No such table"),
    "no-such-seat": say("No such seat"),
    "no-such-game": say("No such game"),
    "no-such-request": say("No such request"),
    "no-such-chart": say("No such chart"),
    "no-such-roll": say("No such roll"),
    "no-such-box": say("No such box"),
    "no-such-person": say("No such person"),
    "table-finished": say("The game is over"),
    "seat-taken": say("The seat is taken"),
    "stale-revision": say("The table has moved on"),
    "not-now": say("Not now"),
    "idempotency-key-reused": say("That key was used before"),
    "invalid": say("That cannot be read"),
    "facts-needed": say("Something printed on the board is needed"),
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
        "detail": without_keys(_words(detail)),
        "code": code,
        "request": request.environ[ID],
        **{
            name: _without_keys(value, guess=name not in _NAMES_OF_PLACES)
            for name, value in more.items()
            if value
        },
    }
    request.environ[REFUSAL] = code
    return Response(orjson.dumps(body), status, mimetype="application/problem+json")


_NAMES_OF_PLACES = ("needs", "did_you_mean", "insist")
"""Here a phone finds the names it is to send again, however long and odd a place is called."""
_RUN = re.compile(rf"[A-Za-z0-9_-]{{{LEAST_KEY_LENGTH},}}")
_RANDOM = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])|[A-Z_-]+\Z|(?:.*?[a-z][A-Z]){3}")
"""No word of any game is so long and has figures in it, or capitals all over."""


def without_keys(said: str, *, guess: bool = True) -> str:
    """A refusal names what it refuses; whoever put a key into the wrong place must not read it there, nor whoever
    looks over their shoulder. guess: also what only looks like a key, or like a piece of one."""
    sent = request.headers.get("Authorization", "").partition(" ")[2].strip()
    if len(sent) >= LEAST_KEY_LENGTH:
        said = said.replace(sent, _KEY)
    return _RUN.sub(lambda run: _KEY if _is_key(run[0], guess) else run[0], said)


_KEY = "***"


def _is_key(run: str, guess: bool) -> bool:
    live: Live | None = g.get("live")
    if live is not None and live.knows(hashed(run)):
        return True
    return guess and _RANDOM.match(run) is not None


def _without_keys(part: Any, *, guess: bool) -> Any:
    if isinstance(part, str):
        return without_keys(part, guess=guess)
    if isinstance(part, Mapping):
        return {
            _without_keys(name, guess=guess): _without_keys(item, guess=guess) for name, item in part.items()
        }
    return [_without_keys(item, guess=guess) for item in part] if isinstance(part, list) else part


def _words(text: Text) -> str:
    live = g.get("live")
    if live is None:
        return render(text, {}, tongue(language(), g.get("game")))
    return render(text, live.called, tongue_at(live.table.rules, live.table.state, language()))


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
    if status in _OF_THE_GAME and g.get("quiet"):
        answer.status_code = 200
    return answer


_OF_THE_GAME = (409, 422)
"""Refused because of how it stands at the table, or of what was sent; not because of who asks."""


def _need(need: Need) -> dict[str, object]:
    return {name: _said(part) for name, part in need.items()}


def _said(part: object) -> object:
    """A part of what is asked for, its words and those of its choices in the reader's language."""
    if isinstance(part, Text):
        return _words(part)
    if isinstance(part, list):
        return [_said(item) for item in part]
    return {name: _said(item) for name, item in part.items()} if isinstance(part, dict) else part


def _insist(error: RuleError) -> dict[str, Any] | None:
    """For a near miss: the facts that say it is a new place all the same."""
    if not error.did_you_mean or not error.needs:
        return None
    section, name, fact = error.needs[0]["path"]
    return {section: {name: {fact: True}}}


def register(app: Flask) -> None:
    """Every error of the app becomes a problem document."""
    handlers: dict[type[Exception], Callable[[Any], Response]] = {
        RuleError: refused,
        Problem: _own,
        DamagedError: _damaged,
        StoreFullError: lambda error: problem(507, "store-full", _FULL),
        StoreGoneError: _gone,
        StoreUnavailableError: lambda error: problem(503, "store-unavailable", _AWAY),
        HTTPException: http_problem,
    }
    for kind, handler in handlers.items():
        app.register_error_handler(kind, handler)

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        # The rule, not the path: whatever stands there, a key of somebody's included, would stand in the log.
        asked = (method_of(request.method), request.url_rule, request.environ[ID])
        app.logger.exception("unforeseen, at %s %s, request %s", *asked)
        return problem(500, "error", say("Something went wrong in the app. Nothing was changed."))


_FULL = say("The disk is full: nothing was recorded. Make room, then try again.")
_AWAY = say("The app can't save right now: nothing was recorded. Try again.")


def _gone(error: StoreGoneError) -> Response:
    """Phones need not learn where on the laptop it lies, but the host must know which one it is."""
    place = f"{error.path.parent.name}/{error.path.name}"
    words = say(
        "The file with your tables is gone from {place}, or has been replaced: nothing was recorded. Your "
        "tables are still in memory: export them now, then put the file back.",
        place=place,
    )
    return problem(503, "store-unavailable", words)


def _own(error: Problem) -> Response:
    answer = problem(error.status, error.code, error.detail)
    answer.headers.update(error.headers)
    return answer


def _damaged(error: DamagedError) -> Response:
    return problem(409, "journal-damaged", error.text, revision=error.revision)


_HTTP = {
    404: say("There is nothing at this address."),
    405: say("That isn't possible at this address."),
    413: say("That is too large."),
    415: say("Send JSON, with Content-Type: application/json."),
}


def http_problem(error: HTTPException) -> Response:
    """What Flask itself refuses, as a problem document."""
    status = error.code or 500
    code = {404: "not-found", 405: "not-allowed", 413: "too-large", 415: "not-json"}.get(status, "malformed")
    answer = problem(status, code, _HTTP.get(status) or say("{words}", words=error.description or error.name))
    if status == 405 and (allow := error.get_response().headers.get("Allow")):
        answer.headers["Allow"] = allow
    return answer
