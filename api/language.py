"""Which language an answer is in: the one the sender likes best of those there is a catalogue of."""

from __future__ import annotations

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from api.catalogues import SOURCE, languages

SPOKEN = "companion.language"
"""Where the environment of a request has it, once somebody has asked."""

MOST_SENT = 300
"""Characters of an Accept-Language header that are read."""


def language() -> str:
    """The language of this answer. Whoever asks makes the answer one that depends on it.

    A picture and a saved file are fetched by their address alone, which may name the language that was chosen.
    """
    environ = request.environ
    chosen: str | None = environ.get(SPOKEN)
    if chosen is None:
        asked = request.args.get("language") if environ.get("QUERY_STRING") else None
        chosen = environ[SPOKEN] = preferred(asked or environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    return chosen


def preferred(sent: str) -> str:
    """The best language for what an Accept-Language header says; English if none of them is known. What a header says
    beyond some thirty languages is not looked at: it takes far longer to read than to send."""
    return _best(sent[:MOST_SENT].rpartition(",")[0] if len(sent) > MOST_SENT else sent)


@lru_cache(1_000)
def _best(sent: str) -> str:
    if not sent:
        return SOURCE
    for wanted, weight in parse_accept_header(
        sent, LanguageAccept
    ):  # the dearest first, equals as they were sent
        found = LanguageAccept([(wanted, weight)]).best_match(languages()) if weight else None
        if found:
            return found
    return SOURCE
