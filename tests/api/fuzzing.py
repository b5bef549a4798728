"""Random requests made from the contract: every call, with what it takes and with what it does not. Seeded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.described import contract
from tests.server import Party

ASIDE = frozenset({"watchTable", "watchEvening"})
"""Left out: one never ends, the other plays by itself."""
DRAWN = ("/charts/", "/result.", "/qr.svg", "bgstats", "/copy")
"""Calls that take a hundred times as long as a refusal are made a tenth as often."""
DEEP = 6
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**30, 1.5, 1e308,
    "", " ", "0", "-1", "null", "\0", "\ud7ff", "x" * 300, "ünï", "\u202e", "<script>", "../../etc", "%s%n", "' OR 1=1",
    [], {}, [[]], {"": ""}, [None] * 50, {"new": True},
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {}, {}, {}, {"Idempotency_Key": "k"}, {"Idempotency_Key": "x" * 300}, {"Prefer": "return=minimal"},
    {"Accept_Language": "de"}, {"Accept_Language": "q;=,,*;q=x"}, {"If_None_Match": '"1"'}, {"Host": "a" * 300},
    {"Origin": "http://elsewhere"}, {"Sec_Fetch_Site": "cross-site"}, {"Authorization": "Basic eA=="},
    {"Content_Type": "text/plain"},
)  # fmt: skip
NAMES: Mapping[str, tuple[object, ...]] = {
    "number": (0, 1, 2, 3, 9, 10**20), "revision": (1, 2, 3, 99, 10**20),
    "slug": ("prairie-railroads", "union-pacific", "bank", "chess"), "person": ("Ed", "Nobody"),
    "request_id": ("none",), "name": ("ours", "bank"), "roll": ("none",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """A request."""

    name: str
    method: str
    path: str
    key: str | None
    body: Any
    headers: Mapping[str, str]


class Chance:
    """Draws requests about one table."""

    def __init__(self, seed: str, party: Party) -> None:
        self.by, self.party = Random(seed), party
        self.calls = [
            (call, method, path)
            for path, item in contract()["paths"].items()
            for method, call in item.items()
            if call["operationId"] not in ASIDE
        ]
        self.weights = [_often(call["operationId"], path) for call, _, path in self.calls]

    def requests(self, number: int) -> Iterator[Asked]:
        """So many."""
        for call, method, path in self.by.choices(self.calls, self.weights, k=number):
            content = call.get("requestBody", {}).get("content", {})
            shape = content.get("application/json", {}).get("schema")
            body = self.value(shape) if shape is not None else None
            headers = dict(self.by.choice(HEADERS))
            key = None if "Authorization" in headers else self.key()
            yield Asked(
                call["operationId"], method.upper(), self.path(path) + self.query(call), key, body, headers
            )

    def key(self) -> str | None:
        """Of somebody at the table, of nobody, or none."""
        party = self.party
        return self.by.choice(
            (None, party.host, party.host, *party.seats.values(), party.join, "nobody-s-key")
        )

    def path(self, template: str) -> str:
        """The call's address; one time in ten there is nothing there."""
        odd, at = self.by.random() < 0.1, template
        for name, known in {**NAMES, "code": (self.party.code,), "table": (self.party.code,)}.items():
            at = at.replace(
                f"{{{name}}}",
                "%C3%BC%00x" if odd and name not in ("number", "revision") else str(self.by.choice(known)),
            )
        return at

    def query(self, call: Mapping[str, Any]) -> str:
        """Some of what may follow the path."""
        names = [each["name"] for each in call.get("parameters", []) if each.get("in") == "query"]
        values = ("1", "0", "true", "x", "-1", "%00", "99999999999999999999")
        drawn = [f"{name}={self.by.choice(values)}" for name in names if self.by.random() < 0.4]
        return f"?{'&'.join(drawn)}" if drawn else ""

    def value(self, shape: Mapping[str, Any], depth: int = 0) -> Any:
        """A value for such a schema, or one time in twelve something odd."""
        if self.by.random() < 0.08 or depth > DEEP:
            return self.by.choice(ODD)
        if "$ref" in shape:
            return self.value(contract()["components"]["schemas"][shape["$ref"].rsplit("/", 1)[-1]], depth)
        for several in ("anyOf", "oneOf", "allOf"):
            if several in shape:
                return self.value(self.by.choice(shape[several]), depth + 1)
        if "const" in shape or "enum" in shape:
            return self.by.choice(shape.get("enum") or [shape["const"]])
        kind = shape.get("type", "object")
        return self._of(self.by.choice(kind) if isinstance(kind, list) else kind, shape, depth)

    def _of(self, kind: str, shape: Mapping[str, Any], depth: int) -> Any:
        match kind:
            case "integer" | "number":
                return self.by.choice(
                    (shape.get("minimum", 0), shape.get("maximum", 9), self.by.randrange(40))
                )
            case "boolean":
                return self.by.random() < 0.5
            case "string":
                return self.by.choice(
                    ("Ed", "Dave", "Troy", "Marysville", "CRIP", "prairie-railroads", "bank", "x")
                )
            case "array":
                return [self.value(shape.get("items", {}), depth + 1) for _ in range(self.by.randrange(4))]
            case "null":
                return None
        needed, made = shape.get("required", ()), {}
        for name, member in shape.get("properties", {}).items():
            if self.by.random() < (0.95 if name in needed else 0.4):
                made[name] = self.value(member, depth + 1)
        return made


def _often(name: str, path: str) -> float:
    return 12.0 if name == "makeMove" else 0.05 if any(part in path for part in DRAWN) else 1.0
