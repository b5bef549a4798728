"""What a calculator answers: from JSON to JSON, in words."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import Schema

from api.schemas import loaded, tool_schema
from companion.atlas.known import Atlas
from companion.mechanisms.dice import FACES
from companion.vocabulary.tools import Reckoned, Tool
from companion.words.errors import invalid
from companion.words.text import Text, Tongue, render, say
from companion.words.values import Seat

_DICE = random.SystemRandom()
FOR_ALL = ("commit", "id", "after")
"""The members by which a calculator with dice is asked for a roll for all to see."""


def asked(tool: Tool, raw: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in; what was left out is not there.

    :raises RuleError: `invalid`.
    """
    return {name: value for name, value in loaded(_schema(tool), raw).items() if value is not None}


def reckoned(tool: Tool, atlas: Atlas, raw: Mapping[str, Any], spoken: Tongue) -> dict[str, Any]:
    """What a calculator answers to JSON, in words.

    :raises RuleError: `invalid`, and whatever the calculator refuses.
    """
    values = asked(tool, raw)
    if any(name in values for name in FOR_ALL):
        raise invalid("commit", say("Only a server rolls for everyone to see"))
    return summed(tool, atlas, _drawn(tool, values), spoken)


def summed(tool: Tool, atlas: Atlas, values: Mapping[str, Any], spoken: Tongue) -> dict[str, Any]:
    """What a calculator answers to values that have been read, in words. values: with dice, where it has any.

    :raises RuleError: whatever the calculator refuses.
    """
    found = tool.reckon(atlas, values)
    return {name: _worded(item, found.names, spoken) for name, item in _document(found).items()}


@cache
def _schema(tool: Tool) -> Schema:
    return tool_schema(tool, tool.name.title())


def _drawn(tool: Tool, values: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in, with dice for what is left to them."""
    given = {name: value for name, value in values.items() if value is not None}
    for field in tool.fields:
        if field.draw and field.name not in given:
            given[field.name] = [_DICE.randint(1, FACES) for _ in range(field.least or 1)]
    return given


def _document(reckoned: Reckoned) -> dict[str, Any]:
    shown = dict(reckoned.figures)
    if reckoned.unit:
        shown["unit"] = reckoned.unit
    if reckoned.steps:
        shown["formula"] = reckoned.steps[0].formula
        shown["lines"] = [
            {"label": step.label, "formula": step.formula, "amount": step.amount} for step in reckoned.steps
        ]
    return shown


def _worded(value: Any, names: Mapping[Seat, str], spoken: Tongue) -> Any:
    if isinstance(value, Text):
        return render(value, names, spoken)
    if isinstance(value, Mapping):
        return {name: _worded(item, names, spoken) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_worded(item, names, spoken) for item in value]
    return value
