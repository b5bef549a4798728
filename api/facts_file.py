"""A YAML file of facts, and where in it something is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from api.yaml_text import Lines, Walk, composed, wrong
from companion.games import game
from companion.words.errors import RuleError
from companion.words.text import say


@dataclass(frozen=True, slots=True)
class FactsFile:
    """What stands in a file."""

    facts: Mapping[str, Any]
    lines: Lines
    """By path, such as `facts.cities.Troy.income`."""

    def located(self, error: RuleError) -> RuleError:
        """The same refusal, with the line of the file that it is about."""
        if not error.needs:
            return self.lines.located(error)
        where = error.needs[0]["path"]
        facts = {"section": where[0], "name": where[1]}
        more = say("If it is another place, write {name}: {{new: true}} under {section}.", **facts)
        return self.lines.located(error, more)


def read_yaml(sent: bytes, slug: str) -> FactsFile:
    """A file as the export writes it: the game's slug, and its facts.

    :raises RuleError: `invalid`, naming the line.
    """
    below = _below(composed(sent), slug)
    walk = Walk()
    return FactsFile(walk.read(below, "facts"), Lines(walk.lines))


def _below(root: yaml.Node | None, slug: str) -> yaml.Node:
    """What stands below the game's name."""
    first = say("the file must begin with {slug}, with everything else indented below it", slug=f"{slug}:")
    if not isinstance(root, yaml.MappingNode) or not root.value:
        raise wrong(1, first)
    found: yaml.Node | None = None
    for key, below in root.value:
        line, name = key.start_mark.line + 1, str(key.value)
        if name != slug and (other := game(name)):
            raise wrong(line, say("this is a file of {game}", game=other.box.name))
        if name != slug or found is not None:
            raise wrong(line, first)
        found = below
    if not isinstance(found, yaml.MappingNode):
        raise wrong(root.start_mark.line + 1, say("there is nothing below {slug}", slug=f"{slug}:"))
    return found
