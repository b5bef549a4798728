"""The games the companion knows. Nothing outside this folder names one."""

from __future__ import annotations

from typing import Any

from companion.games import (
    bank,
    gulf_mobile_ohio,
    prairie_railroads,
    southern_pacific,
    texas_pacific,
    union_pacific,
)
from companion.vocabulary.rules import Rules

GAMES: tuple[Rules[Any], ...] = (
    prairie_railroads.RULES,
    southern_pacific.RULES,
    texas_pacific.RULES,
    gulf_mobile_ohio.RULES,
    union_pacific.RULES,
    bank.RULES,
)


def game(slug: str) -> Rules[Any] | None:
    """The game of that slug; None if there is none."""
    return next((rules for rules in GAMES if rules.box.slug == slug), None)
