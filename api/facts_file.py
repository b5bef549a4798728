"""A YAML file of facts, and where in it something is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from companion.atlas.names import LONGEST_NAME
from companion.games import game
from companion.words.errors import RuleError
from companion.words.text import Text, joined, say

_MOST_NODES = 20_000
_MOST_NESTED = 12
_SCALAR = "tag:yaml.org,2002:"
_BREAK = re.compile(r"\r\n|\r|\n")
_PLAIN = (
    # what the parser says, and what it means to somebody who has written a list of cities
    (
        "cannot start any token",
        say("a sign stands there that YAML does not know; indent with blanks, not with tabs"),
    ),
    ("expected <block end>", say("it is indented otherwise than the lines it belongs to")),
    (
        "mapping values are not allowed",
        say("a colon too many, or it is indented otherwise than the lines above it"),
    ),
    ("could not find expected ':'", say("a colon is missing")),
    ("expected ',' or", say("a comma or a closing bracket is missing")),
    ("undefined alias", say("it refers to another place in the file; write out what it means")),
    ("another document", say("a second document begins there; one file has one game")),
)


class _Plain(yaml.SafeLoader):
    """Numbers, true and false, and words: a city called No is no refusal, and 010 is ten.

    What is nested too deep, or too much, is refused where it is, before the rest is read.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = self._nodes = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """A node and all below it."""
        self._depth, self._nodes = self._depth + 1, self._nodes + 1
        if self._depth > _MOST_NESTED + 1 or self._nodes > _MOST_NODES:
            line = self.get_mark().line + 1
            raise _wrong(line, say("there is too much of it"))
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


_Plain.yaml_implicit_resolvers = {}
_Plain.add_implicit_resolver(
    f"{_SCALAR}bool", re.compile("(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)
_Plain.add_implicit_resolver(f"{_SCALAR}int", re.compile("[-+]?[0-9]+$"), list("-+0123456789"))
_Plain.add_implicit_resolver(f"{_SCALAR}null", re.compile("(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])


@dataclass(frozen=True, slots=True)
class FactsFile:
    """What stands in a file."""

    facts: Mapping[str, Any]
    lines: Mapping[str, int]
    """By path, such as `facts.cities.Troy.income`, the line it stands on."""

    def located(self, error: RuleError) -> RuleError:
        """The same refusal, with the line of the file that it is about."""
        path = next(iter(error.errors or ()), "")
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        if not path:
            return error
        words = [say("Line {n}: {what}", n=self.lines[path], what=error.text)]
        if error.needs:
            where = error.needs[0]["path"]
            facts = {"section": where[0], "name": where[1]}
            words.append(say("If it is another place, write {name}: {{new: true}} under {section}.", **facts))
        return RuleError(
            error.code,
            joined(words, " "),
            errors=error.errors,
            did_you_mean=error.did_you_mean,
        )


def read_yaml(sent: bytes, slug: str) -> FactsFile:
    """A file as the export writes it: the game's slug, and its facts.

    :raises RuleError: `invalid`, naming the line.
    """
    try:
        text = sent.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = sent[: error.start].decode("utf-8", "replace")
        raise _wrong(_line(before), say("this is no text in UTF-8")) from error
    try:
        root = yaml.compose(text, _Plain)
    except yaml.reader.ReaderError as error:
        raise _wrong(_line(text[: error.position]), say("a sign stands there that no text has")) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _wrong(mark.line + 1 if mark else 1, _meant(str(error.problem or ""))) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise _wrong(1, say("this is no YAML")) from error
    below = _below(root, slug)
    walk = _Walk()
    return FactsFile(walk.read(below, "facts", 1), walk.lines)


def _line(before: str) -> int:
    return len(_BREAK.findall(before)) + 1


def _meant(problem: str) -> Text:
    return next((words for part, words in _PLAIN if part in problem), say("{words}", words=problem or "?"))


def _wrong(line: int, what: Text) -> RuleError:
    return RuleError("invalid", say("Line {n}: {what}", n=line, what=what), errors={"file": (what,)})


def _below(root: yaml.Node | None, slug: str) -> yaml.Node:
    """What stands below the game's name."""
    first = say("the file must begin with {slug}, and all else stand below it, indented", slug=f"{slug}:")
    if not isinstance(root, yaml.MappingNode) or not root.value:
        raise _wrong(1, first)
    found: yaml.Node | None = None
    for key, below in root.value:
        line, name = key.start_mark.line + 1, str(key.value)
        if name != slug and (other := game(name)):
            raise _wrong(line, say("this is a file of {game}", game=other.box.name))
        if name != slug or found is not None:
            raise _wrong(line, first)
        found = below
    if not isinstance(found, yaml.MappingNode):
        raise _wrong(root.start_mark.line + 1, say("nothing stands below {slug}", slug=f"{slug}:"))
    return found


@dataclass(slots=True)
class _Walk:
    """Through a file, from its beginning to its end. What is named twice, refers to another place, or is of a kind of
    its own is refused: none of it is ever written by an export."""

    lines: dict[str, int] = field(default_factory=dict)
    _seen: set[int] = field(default_factory=set)

    def read(self, node: yaml.Node, path: str, depth: int) -> Any:
        line = node.start_mark.line + 1
        self.lines.setdefault(path, line)
        if id(node) in self._seen:
            raise _wrong(line, say("it refers to another place in the file; write out what it means"))
        self._seen.add(id(node))
        if len(self._seen) > _MOST_NODES or depth > _MOST_NESTED:
            raise _wrong(line, say("there is too much of it"))
        if isinstance(node, yaml.MappingNode) and node.tag == f"{_SCALAR}map":
            return self._by_name(node, path, depth)
        if isinstance(node, yaml.SequenceNode) and node.tag == f"{_SCALAR}seq":
            return [self.read(item, f"{path}.{n}", depth + 1) for n, item in enumerate(node.value)]
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node, line)
        raise _wrong(
            line, say("{name} is no number, no word and no list of them", name=node.tag[:LONGEST_NAME])
        )

    def _by_name(self, node: yaml.MappingNode, path: str, depth: int) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise _wrong(line, say("a name is missing"))
            name = str(_word(key, line))
            if name in read:
                raise _wrong(line, say("{name} stands there twice", name=name[:LONGEST_NAME]))
            here = f"{path}.{name[:LONGEST_NAME]}"
            self.lines.setdefault(here, line)
            read[name] = self.read(value, here, depth + 1)
        return read


def _scalar(node: yaml.ScalarNode, line: int) -> Any:
    word, kind = _word(node, line), node.tag.removeprefix(_SCALAR)
    if kind == "int" and re.fullmatch(r"[-+]?[0-9]{1,9}", word):
        return int(word)
    if kind == "bool":
        return word.lower() == "true"
    if kind == "null":
        return None
    if kind == "str":
        return word
    raise _wrong(
        line, say("{name} is no number, no word and no list of them", name=repr(word)[:LONGEST_NAME])
    )


def _word(node: yaml.ScalarNode, line: int) -> str:
    word = str(node.value)
    if any("\ud800" <= sign <= "\udfff" for sign in word):
        raise _wrong(line, say("a sign stands there that no text has"))
    return word
