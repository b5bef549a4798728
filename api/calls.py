"""What the contract says of a call stands at its route, and nowhere else: name, who may, how often, what is sent and
answered, and which refusals are its own. `openapi.yaml` is made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, TypeVar

from flask import Flask, Response
from marshmallow import Schema

from api import caller
from api.answered import template
from companion.words.errors import Code

BASE = "/api/v1"
Key = Literal["host", "seat", "join", "handover", "admin"]
"""Whose key it is that may be sent."""
Tag = Literal["Games", "Tables", "Seats", "Moves", "Watching", "Results", "Boards", "Boxes", "Calculators"]
View = TypeVar("View", bound=Callable[..., Response])

KEYED: tuple[Key, ...] = ("host", "seat", "join")
"""Whoever is in at the table."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parameter of the query. shape: its JSON schema."""

    name: str
    shape: dict[str, Any]
    says: str


LANGUAGE = Query("language", {"type": "string"}, "The language of the answer; if left out, the sender's")
DRY_RUN = Query("dry_run", {"type": "boolean"}, "What it would do; nothing is recorded, and nothing drawn")
QUIET = Query(
    "quiet",
    {"type": "boolean"},
    "With `dry_run`: what would be refused with 409 or 422 is answered with 200, by the same problem document. For "
    "pages: a browser logs every other refusal as a failed request",
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call, as the contract describes it."""

    name: str
    """For programs: `makeMove`."""
    tag: Tag
    may: tuple[Key, ...]
    """Whose keys do. With `free` a key is not needed, and tells who looks."""
    free: bool
    who: str
    """Who may, where the keys alone do not say it."""
    says: str
    """What it does, in a sentence."""
    rate: caller.Rate | None
    """How often it may be called from one address."""
    body: type[Schema] | str | None
    """What is sent: a schema, or the name of one that is made of the games' moves, facts or calculators."""
    optional: bool
    """Nothing at all may be sent, too."""
    answer: str
    """What comes back: a name in `api.described.answers`."""
    status: int
    media: str
    """The kind of answer."""
    also: str
    """As which kind of text the same may be sent as well; empty: JSON alone."""
    query: tuple[Query, ...]
    repeatable: bool
    """It takes an idempotency key and a preference for a short answer, and may be tried out."""
    cached: bool
    """It answers 304 to somebody whose copy is still the same."""
    refuses: tuple[Code, ...]
    """Refusals beside those that follow from the rest."""
    keyring: bool
    """It takes the keys of several tables."""


JSON = "application/json"
YAML = "application/yaml"
SVG = "image/svg+xml"

KEYRING = "Companion-Keys"
"""The header with the keys of more tables."""


def call(
    name: str,
    tag: Tag,
    *,
    may: tuple[Key, ...] = (),
    free: bool = False,
    who: str = "",
    says: str = "",
    rate: caller.Rate | None = None,
    unless: Callable[[], bool] | None = None,
    body: type[Schema] | str | None = None,
    optional: bool = False,
    answer: str = "",
    status: int = 200,
    media: str = JSON,
    also: str = "",
    query: tuple[Query, ...] = (),
    repeatable: bool = False,
    cached: bool = False,
    refuses: tuple[Code, ...] = (),
    keyring: bool = False,
) -> Callable[[View], View]:
    """Decorator: what the contract says of a view; it also holds callers to its rate. See `Call`.

    says: else the first sentence of its docstring. unless: whom the rate does not concern.
    """

    def declared(view: View) -> View:
        sentence = says or (view.__doc__ or "").strip().split("\n\n")[0].replace("\n    ", " ")
        found: Any = view if rate is None else _counted(view, rate, unless)
        # Blueprints know views by their functions; what is said of one stands on it.
        found.described = Call(
            name, tag, may, free, who, sentence, rate, body, optional, answer, status, media, also, query,
            repeatable, cached, refuses, keyring,
        )  # fmt: skip
        held: View = found
        return held

    return declared


def _counted(view: Any, rate: caller.Rate, unless: Callable[[], bool] | None) -> Any:
    @wraps(view)
    def counted(**given: Any) -> Response:
        if unless is None or not unless():
            caller.limited(rate)
        answer: Response = view(**given)
        return answer

    return counted


@dataclass(frozen=True, slots=True)
class Route:
    """Where a call is: method in small letters, and path below the base as OpenAPI writes it."""

    method: str
    path: str
    call: Call


def routes(app: Flask) -> Iterator[Route]:
    """Every call of the contract, in the order in which the routes were declared.

    :raises AttributeError: one is not declared.
    """
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith(f"{BASE}/"):
            continue
        view: Any = app.view_functions[rule.endpoint]
        path = template(rule.rule.removeprefix(BASE))
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield Route(method.lower(), path, view.described)
