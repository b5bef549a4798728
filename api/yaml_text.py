"""Text as YAML, of which each line can be named: numbers, words and lists of them, and nothing that could do harm."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from companion.words.errors import RuleError
from companion.words.text import Text, joined, say

LONGEST_SHOWN = 40
"""Letters of a name that are repeated in a refusal."""
_MOST_NODES = 20_000
_MOST_NESTED = 12
_SCALAR = "tag:yaml.org,2002:"
_BREAK = re.compile(r"\r\n|\r|\n")
_PLAIN = (
    # what the parser says, and what it means to somebody who has written a list of cities
    (
        "cannot start any token",
        say("it has a character that YAML does not allow; indent with spaces, not tabs"),
    ),
    ("expected <block end>", say("the indentation differs from the lines it belongs to")),
    (
        "mapping values are not allowed",
        say("a colon too many, or the indentation differs from the lines above"),
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
            raise self._too_long()
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node

    def fetch_flow_collection_start(self, token: Any) -> None:
        """A bracket. On one line the scanner looks a thousand letters ahead before a node is composed of the first, and
        goes over all that are open at each.
        """
        if self.flow_level > _MOST_NESTED:
            raise self._too_long()
        super().fetch_flow_collection_start(token)

    def _too_long(self) -> RuleError:
        return wrong(self.get_mark().line + 1, say("it is too long"))


_Plain.yaml_implicit_resolvers = {}
_Plain.add_implicit_resolver(
    f"{_SCALAR}bool", re.compile("(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)
_Plain.add_implicit_resolver(f"{_SCALAR}int", re.compile("[-+]?[0-9]+$"), list("-+0123456789"))
_Plain.add_implicit_resolver(f"{_SCALAR}null", re.compile("(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])


def composed(sent: bytes) -> yaml.Node | None:
    """What stands there, with the place of each part; None: nothing.

    :raises RuleError: `invalid`, naming the line.
    """
    try:
        text = sent.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = sent[: error.start].decode("utf-8", "replace")
        raise wrong(_line(before), say("this is not UTF-8 text")) from error
    try:
        return yaml.compose(text, _Plain)
    except yaml.reader.ReaderError as error:
        raise wrong(_line(text[: error.position]), say("it has a character that text cannot have")) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise wrong(mark.line + 1 if mark else 1, _meant(str(error.problem or ""))) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise wrong(1, say("this is not YAML")) from error


def wrong(line: int, what: Text) -> RuleError:
    """The refusal of something in that line."""
    return RuleError("invalid", say("Line {n}: {what}", n=line, what=what), errors={"file": (what,)})


def _line(before: str) -> int:
    return len(_BREAK.findall(before)) + 1


def _meant(problem: str) -> Text:
    return next((words for part, words in _PLAIN if part in problem), say("{words}", words=problem or "?"))


@dataclass(frozen=True, slots=True)
class Lines:
    """On which line of a file something stands, by its path, such as `companies.2.id`."""

    of: Mapping[str, int]

    def line(self, error: RuleError) -> int | None:
        """Where that stands of which a refusal speaks; None: nowhere."""
        path = next(iter(error.errors or ()), "")
        while path and path not in self.of:
            path = path.rpartition(".")[0]
        return self.of.get(path)

    def located(self, error: RuleError, *more: Text) -> RuleError:
        """The same refusal, with the line of the file that it is about. more: what is said behind it."""
        line = self.line(error)
        if line is None:
            return error
        words = [say("Line {n}: {what}", n=line, what=error.text), *more]
        return RuleError(error.code, joined(words, " "), errors=error.errors, did_you_mean=error.did_you_mean)


@dataclass(slots=True)
class Walk:
    """Through a file, from its beginning to its end. What is named twice, refers to another place, or is of a kind of
    its own is refused: none of it is ever written by an export."""

    lines: dict[str, int] = field(default_factory=dict)
    _seen: set[int] = field(default_factory=set)

    def read(self, node: yaml.Node, path: str, depth: int = 1) -> Any:
        """What stands at a node, and below it.

        :raises RuleError: `invalid`, naming the line.
        """
        line = node.start_mark.line + 1
        self.lines.setdefault(path, line)
        if id(node) in self._seen:
            raise wrong(line, say("it refers to another place in the file; write out what it means"))
        self._seen.add(id(node))
        if len(self._seen) > _MOST_NODES or depth > _MOST_NESTED:
            raise wrong(line, say("it is too long"))
        if isinstance(node, yaml.MappingNode) and node.tag == f"{_SCALAR}map":
            return self._by_name(node, path, depth)
        if isinstance(node, yaml.SequenceNode) and node.tag == f"{_SCALAR}seq":
            return [
                self.read(item, f"{path}.{n}" if path else str(n), depth + 1)
                for n, item in enumerate(node.value)
            ]
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node, line)
        raise wrong(
            line, say("{name} must be a number, a word or a list of them", name=node.tag[:LONGEST_SHOWN])
        )

    def _by_name(self, node: yaml.MappingNode, path: str, depth: int) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise wrong(line, say("a name is missing"))
            name = str(_word(key, line))
            if name in read:
                raise wrong(line, say("{name} is listed twice", name=name[:LONGEST_SHOWN]))
            here = ".".join((*filter(None, (path,)), name[:LONGEST_SHOWN]))
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
    raise wrong(
        line, say("{name} must be a number, a word or a list of them", name=repr(word)[:LONGEST_SHOWN])
    )


def _word(node: yaml.ScalarNode, line: int) -> str:
    word = str(node.value)
    if any("\ud800" <= character <= "\udfff" for character in word):
        raise wrong(line, say("it has a character that text cannot have"))
    return word
