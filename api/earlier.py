"""The table at an earlier entry: looked back upon, not played."""

from __future__ import annotations

from typing import Any

from flask import Response

from api import caller
from api.addresses import join_url
from api.kept import voice
from api.language import language
from companion.documents.earlier import earlier_document
from companion.documents.table_document import RECENT
from companion.service.folding import check_lines
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.errors import invalid
from companion.words.text import say


def earlier(live: Live, viewer: Viewer, sent: str) -> Response:
    """The table document as it stood after entry `sent`. The caller holds the table's lock.

    :raises RuleError: `invalid` where there is no such entry.
    """
    revision = entry_number(live, sent)
    check_lines(live.table, live.table.journal.lines[:revision][-RECENT:])
    document = earlier_document(
        live.table,
        revision,
        live.chairs(),
        code=live.code,
        version=live.version,
        options=caller.service().options(live),
        seat=viewer.seat,
        paper=live.paper,
    )
    keyed = viewer.role != "reader"
    own: dict[str, Any] = {
        "offers": [],
        "unavailable": [],
        "requests": None,
        "you": {"role": viewer.role, "seat": viewer.seat},
        "join_url": join_url(live, caller.settings().base_url) if keyed else None,
        "join_pin": live.join_pin if keyed else None,
    }
    return Response(voice(live, language()).json({**document, **own}), mimetype="application/json")


def entry_number(live: Live, sent: object) -> int:
    """The entry of that number, which somebody has sent.

    :raises RuleError: `invalid` where there is none.
    """
    most = live.table.revision
    try:
        revision = int(str(sent))
    except ValueError:  # no number, or one of thousands of digits
        revision = 0
    if not 1 <= revision <= most:
        raise invalid("at", say("This table has entries 1 to {most}", most=most))
    return revision
