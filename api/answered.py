"""A request that was answered, as the log and the metrics hear of it: nothing of it opens a door."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, TextIO

import orjson

from companion.words.times import written_moment

REQUEST_ID = "X-Request-Id"
ID, REFUSAL, ROUTE, TABLE = "companion.request", "companion.refusal", "companion.route", "companion.table"
"""Under which names the app says, in the WSGI environ: what the request is known by, the code of its refusal, by which
route it came, and at which table it was. Of the path itself nothing is taken: what stands there may be a key."""
METRICS = "metrics"
"""Under which name the app has what is counted, if anybody asked for it."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Others are `other`: a method may be any word."""
_PART = re.compile(r"<(?:\w+:)?(\w+)>")
_PLAIN = re.compile(r"[0-9A-Fa-f-]{8,40}\Z")
"""An id of a proxy: hexadecimal digits, or a UUID."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One request. seconds: from its arrival until its answer was sent, or for a stream until it began; route: as the
    contract writes it, empty where there is no such address or nobody looked; refusal: the problem's code; sent: bytes
    of the answer's body."""

    request: str
    method: str
    route: str
    status: int
    seconds: float
    table: str
    refusal: str
    sent: int


def request_id(given: str, authorization: str) -> str:
    """What a request is known by: what a proxy has given it, if it is short and plain and no key; else a random
    word."""
    if _PLAIN.match(given) and given not in authorization:
        return given
    return os.urandom(8).hex()


def of_environ(environ: Mapping[str, Any], status: int, seconds: float, sent: int) -> Answered:
    """What the app has answered."""
    return Answered(
        request=environ.get(ID, ""),
        method=method_of(environ["REQUEST_METHOD"]),
        route=template(environ.get(ROUTE, "")),
        status=status,
        seconds=seconds,
        table=environ.get(TABLE, ""),
        refusal=environ.get(REFUSAL, ""),
        sent=sent,
    )


def method_of(sent: str) -> str:
    """The method, if it is one of HTTP's."""
    return sent if sent in METHODS else "other"


@cache
def template(rule: str) -> str:
    """A route as the contract writes it."""
    return _PART.sub(r"{\1}", rule)


class RequestLog:
    """Writes a line of JSON for each request."""

    def __init__(self, out: TextIO | None = None) -> None:
        """out: else standard error."""
        self.out = out or sys.stderr

    def __call__(self, seen: Answered) -> None:
        """Write it. Whoever has stopped reading the log stops no game."""
        line = {
            "time": written_moment(datetime.now(UTC)),
            "request": seen.request,
            "method": seen.method,
            "route": seen.route,
            "status": seen.status,
            "ms": round(seen.seconds * 1000, 1),
            "bytes": seen.sent,
        }
        if seen.table:
            line["table"] = seen.table
        if seen.refusal:
            line["code"] = seen.refusal
        with contextlib.suppress(OSError, ValueError):
            self.out.write(f"{orjson.dumps(line).decode()}\n")
