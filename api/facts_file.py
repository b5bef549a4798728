"""A YAML file of facts, and where in it something is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from companion.errors import RuleError
from companion.text import say

_MOST_NODES = 20_000
_MOST_NESTED = 12


@dataclass(frozen=True, slots=True)
class FactsFile:
    """What stands in a file. lines: by path, such as `facts.cities.Troy.income`, the line it stands on."""

    facts: Mapping[str, Any]
    lines: Mapping[str, int]

    def located(self, error: RuleError) -> RuleError:
        """The same refusal, with the line of the file that it is about."""
        path = next(iter(error.errors or ()), "")
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        if not path:
            return error
        return RuleError(
            error.code,
            say("Line {n}: {what}", n=self.lines[path], what=error.text),
            errors=error.errors,
            did_you_mean=error.did_you_mean,
        )


def read_yaml(sent: bytes, slug: str) -> FactsFile:
    """A file as the export writes it: the game's slug, and its facts.

    :raises RuleError: `invalid`, naming the line.
    """
    try:
        root = yaml.compose(sent.decode("utf-8-sig"), yaml.SafeLoader)
        lines = dict(_lines(root))
        read = yaml.safe_load(sent.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RuleError("invalid", say("This file is no text in UTF-8")) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _wrong(mark.line + 1 if mark else 1, str(error.problem or "is no YAML")) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise _wrong(1, "is no YAML") from error
    facts = read.get(slug) if isinstance(read, dict) else None
    if not isinstance(facts, dict) or len(read) != 1:
        raise _wrong(1, f"the file must begin with {slug}:")
    return FactsFile(facts, lines)


def _wrong(line: int, what: str) -> RuleError:
    return RuleError(
        "invalid", say("Line {n}: {what}", n=line, what=what), errors={"file": (say("{words}", words=what),)}
    )


def _lines(root: yaml.Node | None) -> Iterator[tuple[str, int]]:
    """Every path of the file with its line, counted from 1. What is named twice, or refers to another place, is
    refused: neither is ever written by an export."""
    waiting: list[tuple[str, yaml.Node, int]] = []
    if root is not None:
        waiting.append(("", root, 0))
    seen: set[int] = set()
    while waiting:
        path, node, depth = waiting.pop()
        line = node.start_mark.line + 1
        if id(node) in seen or len(seen) > _MOST_NODES or depth > _MOST_NESTED:
            raise _wrong(line, "refers to another place, or there is too much of it")
        seen.add(id(node))
        if path:
            yield path, line
        if isinstance(node, yaml.MappingNode):
            names: set[str] = set()
            for key, value in node.value:
                if key.value in names or not isinstance(key.value, str):
                    raise _wrong(key.start_mark.line + 1, f"{str(key.value)[:40]} stands there twice")
                names.add(key.value)
                waiting.append((f"{path}.{key.value}" if path else "facts", value, depth + 1))
        elif isinstance(node, yaml.SequenceNode):
            waiting += [(f"{path}.{n}", one, depth + 1) for n, one in enumerate(node.value)]
