"""What stands on every answer, put there once, on its way out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from api.answered import ID, REQUEST_ID, request_id
from api.language import SPOKEN

Header = tuple[str, str]

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
NAMELESS: Header = ("Server", "-")
"""Which software answers is nobody's business; and without a word here the server writes its own name."""
HEADERS: tuple[Header, ...] = (
    NAMELESS,
    ("Content-Security-Policy", CSP),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
API_HEADERS = (*HEADERS, ("Cache-Control", "no-store"))
"""Of what a table says: it may hold a key, and is old a move later."""
PARTS = ("text/javascript", "text/css", "application/json", "image/svg+xml")
PART_NAMES = (".js", ".css", ".json", ".svg")
"""A 304 says nothing of its type."""
PART_HEADERS = (
    NAMELESS,
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
)
"""Of files that a page loads and that are no page themselves: shorter, for there are sixty of them."""
EDITION = "/static/~"
EDITION_HEADERS = (NAMELESS, ("X-Content-Type-Options", "nosniff"))
"""Of these as a page asks for them, by the edition they are of: what they load in turn is ours, so nobody else could be
told where from; and a policy binds documents only, which of them none but a picture can be."""


def dressed(wsgi: WSGIApplication, api: str, *, proxied: bool = False) -> WSGIApplication:
    """The app, with these headers on all it answers. What an answer says itself stays as it says it.

    api: where the addresses of the contract begin. proxied: a proxy may say what a request is known by.
    """

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        given = environ.get("HTTP_X_REQUEST_ID", "") if proxied else ""
        environ[ID] = request_id(given, environ.get("HTTP_AUTHORIZATION", ""))

        def begun(status: str, own: list[Header], *error: Any) -> Any:
            return start(status, _all(environ, status, own, api), *error)

        return wsgi(environ, begun)

    return answered


def _all(environ: WSGIEnvironment, status: str, own: list[Header], api: str) -> list[Header]:
    """An answer's headers. One that was put into words says in which language, and that another may be asked for."""
    said = {name.lower(): value for name, value in own}
    path, unchanged = environ.get("PATH_INFO", ""), status.startswith("304")
    fixed = HEADERS
    if path.startswith(api):
        fixed = (*API_HEADERS, (REQUEST_ID, environ[ID]))
    elif path.startswith("/static/"):
        is_part = path.endswith(PART_NAMES) if unchanged else said.get("content-type", "").startswith(PARTS)
        is_bare = path.startswith(EDITION) and not path.endswith(".svg")
        parts = EDITION_HEADERS if is_bare else PART_HEADERS
        fixed = parts if is_part else HEADERS
    if status[0] in "45" and not path.startswith(api):
        fixed = (*fixed, (REQUEST_ID, environ[ID]))
    found = own + [header for header in fixed if header[0].lower() not in said]
    if spoken := environ.get(SPOKEN):
        varies = said.get("vary")
        if varies is not None:
            found = [header for header in found if header[0].lower() != "vary"]
        found.append(("Vary", f"{varies}, Accept-Language" if varies else "Accept-Language"))
        if not unchanged:
            found.append(("Content-Language", spoken))
    return found
