"""Calculators without a table. Each game brings its own; here they only get an address."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from flask import Blueprint, Response
from marshmallow import Schema

from api import caller
from api.calls import call
from api.catalogues import tongue
from api.language import language
from api.render import answer
from api.schemas import loaded, titled, tool_schema
from companion.atlas.known import Atlas
from companion.games import GAMES
from companion.mechanisms.dice import FACES
from companion.vocabulary.rules import Rules
from companion.vocabulary.tools import Reckoned, Tool
from companion.words.text import Text, Tongue, render
from companion.words.values import Seat

tools = Blueprint("tools", __name__)

_DICE = random.SystemRandom()


def _reckon(rules: Rules[Any], tool: Tool) -> Response:
    spoken = tongue(language(), rules.box.slug)
    return answer(reckoned(tool, caller.service().atlas(rules), caller.body(), spoken))


def reckoned(tool: Tool, atlas: Atlas, raw: Mapping[str, Any], spoken: Tongue) -> dict[str, Any]:
    """What a calculator answers to JSON, in words.

    :raises RuleError: `invalid`, and whatever the calculator refuses.
    """
    values = _drawn(tool, loaded(_schema(tool), raw))
    found = tool.reckon(atlas, values)
    names = {seat: name for seat, name in found.names.items() if name}
    return {name: _worded(item, names, spoken) for name, item in _document(found).items()}


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


def _call(rules: Rules[Any], tool: Tool) -> Callable[[], Response]:
    return lambda: _reckon(rules, tool)


def question(rules: Rules[Any], tool: Tool) -> str:
    """What a calculator is called in the contract."""
    return f"{titled(rules)}{tool.name.title().replace('-', '')}"


for _rules in GAMES:
    for _tool in _rules.show.tools:
        tools.add_url_rule(
            f"/tools/{_rules.box.slug}/{_tool.name}",
            f"{_rules.box.slug}-{_tool.name}",
            call(
                f"reckon{question(_rules, _tool)}",
                "Calculators",
                free=True,
                says=f"{_rules.box.name}: {_tool.label}.",
                body=f"{question(_rules, _tool)}Question",
                answer=f"{question(_rules, _tool)}Reckoned",
                refuses=("rule", "insufficient-funds"),
            )(_call(_rules, _tool)),
            methods=["POST"],
        )
