"""openapi.yaml: the contract, made of the routes, of the schemas the API checks with, and of those of its answers.
`python -m api.openapi` prints it."""

from __future__ import annotations

import sys
import tempfile
from typing import Any

from apispec import APISpec
from apispec.yaml_utils import dict_to_yaml
from flask import Flask

from api import bodies, schemas
from api.app import create_app
from api.calls import BASE, routes
from api.described.answers import ANSWERS
from api.described.moves import REF, add_moves, add_questions
from api.described.paths import SCHEMES, exemplified, operation
from api.described.plugin import Plugin, described, tidied
from api.examples import examples
from api.schemas import titled
from api.settings import Settings
from companion import __version__
from companion.games import GAMES
from companion.service import Service
from companion.store.sql import SqlStore

SAYS = """\
The bank, the dice and the minutes of a table at which people play a printed railway stock game.

Amounts are whole numbers in the table's money (`money` in the table document): dollars, or millions of them. Times
are RFC 3339, UTC. A table's code lets everybody look on; to act, send a key: `Authorization: Bearer KEY`. What is
refused is answered by a problem document (RFC 9457), and has changed nothing; what it calls `request`, and every
answer's head `X-Request-Id`, is what the server's log knows it by. Members, events and codes may be added:
pass over those that you do not know.
"""
TAGS = {
    "Games": "What the companion knows of each game",
    "Tables": "Creating, reading and keeping tables",
    "Seats": "How phones come to their seats",
    "Moves": "Playing, and taking it back",
    "Watching": "Hearing of every change",
    "Results": "How it stands, and how it ended",
    "Boards": "What is known of the printed boards",
    "Boxes": "Boxes of the bank alone: whose money, companies and tracks are on a table",
    "Calculators": "Sums without a table",
}


"""What the calls of each tag are about."""


def specification(app: Flask) -> dict[str, Any]:
    """The contract as OpenAPI 3.1, with examples of an evening played on this app."""
    shown = examples(app)
    plugin = Plugin()
    spec = APISpec(
        title="Railway companion",
        version=__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": SAYS},
        servers=[{"url": BASE}],
        tags=[{"name": name, "description": says} for name, says in TAGS.items()],
    )
    for name, says in SCHEMES.items():
        spec.components.security_scheme(name, {"type": "http", "scheme": "bearer", "description": says})
    _bodies(spec)
    add_moves(spec)
    add_questions(spec)
    for name, answer in ANSWERS.items():
        written = plugin.property_of(answer)
        if "$ref" not in written:
            spec.components.schema(name, written)
    for route in routes(app):
        spec.path(route.path, operations={route.method: exemplified(operation(route), shown)})
    document = tidied(spec.to_dict())
    described(document, plugin.schemas)
    found: dict[str, Any] = document
    return found


def _bodies(spec: APISpec) -> None:
    """What is sent, but for the moves and calculators of the games."""
    for name, schema in (
        ("Create", bodies.CreateSchema),
        ("TryPosition", bodies.TryPositionSchema),
        ("Change", bodies.ChangeSchema),
        ("Join", bodies.JoinSchema),
        ("Copy", bodies.CopySchema),
        ("PlayAgain", bodies.PlayAgainSchema),
        ("Watch", bodies.WatchSchema),
        ("Claim", bodies.ClaimSchema),
        ("Handover", bodies.HandoverSchema),
        ("Answer", bodies.AnswerSchema),
        ("Limit", bodies.LimitSchema),
        ("Undo", bodies.UndoSchema),
        ("Redo", bodies.RedoSchema),
        ("Amend", bodies.AmendSchema),
        ("Link", schemas.LinkSchema),
    ):
        spec.components.schema(name, schema=schema)
    spec.components.schemas["Amend"]["properties"]["move"] = {
        "anyOf": [{"$ref": f"{REF}Move"}, {"type": "null"}]
    }
    _facts(spec)
    spec.components.schema("BoardFile", {"type": "string", "description": "As exportBoard writes it"})


def _facts(spec: APISpec) -> None:
    """What is told of a printed board: to a table as that game's facts are; to a board also that a row is not known."""
    forgotten = {
        "type": "object",
        "description": "By section and row: what is printed there; to a board, null forgets the row",
        "additionalProperties": {},
    }
    each = [{"$ref": f"{REF}{titled(rules)}Facts"} for rules in GAMES]
    spec.components.schema("Facts", {"description": "As that game's", "anyOf": [*each, forgotten]})
    told = {
        "description": "Of the printed board, as that game's: known at this table before it begins",
        "anyOf": [*each, {"type": "null"}],
    }
    spec.components.schemas["Create"]["properties"]["facts"] = {**told, "default": None}


def openapi_yaml() -> str:
    """The contract as YAML."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(SqlStore(f"sqlite:///{folder}/companion.sqlite"))
        app = create_app(service, Settings(limits=False))
        document = specification(app)
        app.extensions["stage"].close()
        service.close()
    return str(dict_to_yaml(document, {"sort_keys": False, "allow_unicode": True, "width": 110}))


if __name__ == "__main__":
    sys.stdout.write(openapi_yaml())
