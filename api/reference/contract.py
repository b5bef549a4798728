"""The contract, read for its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from api.contract_file import contract_file

Node = Mapping[str, Any]
"""A part of the contract."""
_READER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quick one, where the library comes with it."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A call, where it stands."""

    method: str
    path: str
    node: Node

    @property
    def name(self) -> str:
        return str(self.node["operationId"])


@cache
def contract() -> Node:
    """All of it, as it is handed out. Read when somebody first looks at it."""
    # The reader is given by name, for the fast one is not there on every machine.
    found: Node = yaml.load(contract_file(), _READER)  # noqa: S506 - it reads data alone
    return found


def tags() -> Mapping[str, Node]:
    """What calls are about, by its name in an address."""
    return {tag["name"].lower(): tag for tag in contract()["tags"]}


def operations(tag: str) -> Iterator[Operation]:
    """The calls of a tag."""
    for path, item in contract()["paths"].items():
        for method, node in item.items():
            if tag in node["tags"]:
                yield Operation(method.upper(), path, node)


def shapes() -> Mapping[str, Node]:
    """What is sent and answered, by name."""
    found: Mapping[str, Node] = contract()["components"]["schemas"]
    return found


def keys() -> Mapping[str, Node]:
    """Whose keys there are, by the name of their security scheme."""
    found: Mapping[str, Node] = contract()["components"]["securitySchemes"]
    return found
