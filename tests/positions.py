"""A position as the host would give it: what a state says of itself, figure by figure."""

from __future__ import annotations

from typing import Any

from companion.vocabulary.rules import Rules

Rows = list[dict[str, Any]]


def position(rules: Rules[Any], state: Any) -> Rows:
    """Every figure of a state with its value, as rows of a position; of a family the names for which it is true and,
    if the names are fixed, also those for which it is not."""
    rows: Rows = []
    for figure in rules.correct.figures(state):
        if not figure.listed:
            continue
        if figure.names is None:
            if figure.value is not None:
                rows.append({"of": figure.of, "name": figure.name, "value": figure.value})
            continue
        names = figure.names if figure.closed and figure.choices[0][0] == 0 else figure.chosen
        for name in names:
            value = int(name in figure.chosen)
            rows.append({"of": figure.of, "name": f"{figure.name}{name}", "value": value})
    return rows


def at_a_turn(rules: Rules[Any], state: Any) -> bool:
    """Is it the start of a turn, where a position may begin?"""
    return not state.finished and rules.correct.in_turn(state) == state
