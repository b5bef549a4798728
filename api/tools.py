"""Calculators without a table. Each game brings its own; here they only get an address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response

from api import caller, rolls
from api.calls import call
from api.catalogues import tongue
from api.language import language
from api.render import answer
from api.schemas import titled
from api.sums import reckoned
from companion.games import GAMES
from companion.vocabulary.rules import Rules
from companion.vocabulary.tools import Tool
from companion.words.errors import Code

tools = Blueprint("tools", __name__)

ROLLED: tuple[Code, ...] = ("no-such-roll", "not-now")
"""The refusals that only calculators with dice have."""


def _reckon(rules: Rules[Any], tool: Tool) -> Response:
    raw = caller.body()
    if tool.dice is not None and (found := rolls.for_all(rules, tool, raw)):
        return found
    spoken = tongue(language(), rules.box.slug)
    return answer(reckoned(tool, caller.service().atlas(rules), raw, spoken))


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
                answer=f"{question(_rules, _tool)}{'Answer' if _tool.dice else 'Reckoned'}",
                refuses=("rule", "insufficient-funds", *(ROLLED if _tool.dice else ())),
            )(_call(_rules, _tool)),
            methods=["POST"],
        )
