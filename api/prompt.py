"""Calculators on the command line: what is said there, as JSON for them, and what they answer, in lines.

Figures are said by name, `income=61`; those of a railroad after its letters, `MP=85,55,4`, in the order of the form; a
player begins with a name and a colon, `Ed: cash=12 MP=3`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from api.sums import reckoned
from companion.atlas.known import Atlas
from companion.vocabulary.box import Unit
from companion.vocabulary.moves import Field
from companion.vocabulary.rules import Rules
from companion.vocabulary.tools import Tool
from companion.words.text import ENGLISH

Read = Callable[[str], Mapping[str, Any]]
"""A JSON object from a file, or from standard input where it is called `-`."""
_YES, _NO = ("yes", "true"), ("no", "false")


def rolled(rules: Rules[Any], tool: Tool, atlas: Atlas, faces: Sequence[int] | None) -> Iterator[str]:
    """The dice of a game, and what they name. faces: of the table's own dice.

    :raises RuleError: `invalid`.
    """
    assert tool.dice is not None
    answer = reckoned(tool, atlas, {tool.dice.name: list(faces)} if faces else {}, ENGLISH)
    yield f"{rules.box.name}, {tool.label}: {' '.join(map(str, answer.pop(tool.dice.name)))}"
    for name, value in answer.items():
        yield f"  {name}: {value}"


def settled(rules: Rules[Any], atlas: Atlas, words: Sequence[str], read: Read) -> Iterator[str]:
    """What a calculator answers to what was said. words: its name, if it is not the final payoff, and the figures.

    :raises OSError: with a sentence about a word that means nothing here.
    :raises RuleError: whatever the calculator refuses.
    """
    tools, given = {tool.name: tool for tool in rules.show.tools}, list(words)
    tool = tools[given.pop(0)] if given and given[0] in tools else tools.get("settlement")
    if tool is None:
        raise OSError("; ".join(map(_takes, tools.values())) or f"{rules.box.name} has no calculators")
    if tool.dice is not None and not given:
        yield from rolled(rules, tool, atlas, None)
        return
    if not given and any(field.required for field in tool.fields):
        raise OSError("; ".join(map(_takes, tools.values())))
    single = len(given) == 1 and "=" not in given[0] and not given[0].endswith(":")
    said = _Said(tool, [railroad.id for railroad in rules.box.railroads])
    answer = reckoned(tool, atlas, read(given[0]) if single else said.read(given), ENGLISH)
    yield from _lines(answer, rules.box.money)


def _takes(tool: Tool) -> str:
    return f"{tool.name}: {', '.join(map(_named, tool.fields))}"


def _named(field: Field) -> str:
    within = ", ".join(each.name for each in field.fields)
    return f"{field.name} ({within})" if within else field.name


class _Said:
    """The words as they come: figures of all, then those of each player."""

    def __init__(self, tool: Tool, railroads: Collection[str]) -> None:
        self._tool, self._railroads = tool, railroads
        self._fields = {field.name: field for field in tool.fields}
        self._given: dict[str, Any] = {}
        self._player: dict[str, Any] | None = None

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """:raises OSError: for the first word that means nothing."""
        for word in words:
            name, equals, value = word.partition("=")
            if not equals and name.endswith(":") and "players" in self._fields:
                self._player = {"name": name[:-1]}
                self._given.setdefault("players", []).append(self._player)
            elif not equals:
                such = f"{self._tool.fields[0].name}=…"
                raise OSError(f"{word} says nothing: give figures by name, such as {such}")
            elif self._player is not None:
                self._of_player(name, value)
            else:
                self._of_all(name, value)
        return self._given

    def _of_all(self, name: str, value: str) -> None:
        if field := self._fields.get(name):
            self._given[name] = _value(field, value)
            return
        for field in self._fields.values():
            if field.kind == "rows" and name in field.fields[0].among:
                numbers = dict(zip((each.name for each in field.fields[1:]), value.split(","), strict=False))
                row = {
                    each.name: _value(each, numbers[each.name])
                    for each in field.fields[1:]
                    if each.name in numbers
                }
                self._given.setdefault(field.name, []).append({field.fields[0].name: name, **row})
                return
        raise self._unknown(name)

    def _of_player(self, name: str, value: str) -> None:
        assert self._player is not None
        fields = {field.name: field for field in self._fields["players"].fields}
        if field := fields.get(name):
            self._player[name] = _value(field, value)
        elif "shares" in fields and name in self._railroads:
            self._player.setdefault("shares", {})[name] = _value(fields["shares"], value)
        else:
            raise self._unknown(name)

    def _unknown(self, name: str) -> OSError:
        return OSError(f"{name} is nothing that is asked here; {_takes(self._tool)}")


def _value(field: Field, said: str) -> Any:
    if field.kind == "flag" and said.lower() in (*_YES, *_NO):
        return said.lower() in _YES
    if field.kind in ("choice", "text"):
        return said
    try:
        return json.loads(said)
    except (ValueError, RecursionError):
        return said


# --- the answer ------------------------------------------------------------------------------------------


def _lines(answer: Mapping[str, Any], money: Unit) -> Iterator[str]:
    unit = answer.get("unit")

    def figure(amount: int) -> str:
        return f"{amount} {unit}" if unit else money.of(amount)

    players = answer.get("players") or ()
    for line in answer.get("lines", ()):
        yield f"{line['label']}: {line['formula']}, {figure(line['amount'])}"
    for player in players:
        yield from _player(player, figure)
    if "tie_break" in answer:
        yield answer["tie_break"]


def _player(player: Mapping[str, Any], figure: Callable[[int], str]) -> Iterator[str]:
    name = player["name"] or f"seat {player['seat']}"
    if "rank" not in player:
        yield f"{name}: {figure(player['amount'])}"
        return
    yield f"{player['rank']}. {name}: {figure(player['total'])}{'  wins' if player['winner'] else ''}"
    for line in player["lines"]:
        yield f"     {line['label']}: {line['formula']}, {figure(line['amount'])}"


def json_object(file: str) -> dict[str, Any]:
    """A JSON object from a file, or from standard input.

    :raises OSError: if it is none.
    """
    try:
        raw = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise OSError(f"{file} is no JSON") from error
    if not isinstance(raw, dict):
        raise OSError(f"{file} is no JSON object")
    return raw
