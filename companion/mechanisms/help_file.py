"""A game's `help/LANGUAGE.toml`: its rules in our own words, heading by heading, and a guide to an evening of it.

Figures are not written there: a place such as `{costs.segment}` names a figure of the `box.toml` beside it, so that
what the help says is what the game is played by. The steps are members of tables, places in lists, counted from 0, or
the `id` of a table in a list.

A step of the guide may have choices: each on a line of its own below it, after "- ".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

SOURCE = "en"
"""The language in which help is written first, and shown where there is no translation."""
PLACE = re.compile(r"\{([^{}]+)\}")


def read_help(package: str, language: str, printed: Mapping[str, Any]) -> dict[str, Any]:
    """The help beside a game's rules, with the figures of its box; in English where there is none in a language, and
    nothing where nobody has written any yet.

    :raises KeyError: a place names no figure.
    """
    folder = files(package) / "help"
    for file in (folder / f"{language}.toml", folder / f"{SOURCE}.toml"):
        if file.is_file():
            filled: dict[str, Any] = _filled(tomllib.loads(file.read_text("utf-8")), printed)
            return filled
    return {"lead": "", "guide": [], "topics": []}


def _filled(value: Any, printed: Mapping[str, Any]) -> Any:
    match value:
        case str():
            return PLACE.sub(lambda place: str(figure(printed, place[1])), value)
        case list():
            return [_filled(each, printed) for each in value]
        case dict():
            return {name: _filled(each, printed) for name, each in value.items()}
    return value


def figure(printed: Mapping[str, Any], place: str) -> int | str:
    """What stands at a place of a box.

    :raises KeyError: nothing does, or it is no figure and no word.
    """
    found: Any = printed
    for step in place.split("."):
        found = _below(found, step)
    if not isinstance(found, int | str):
        raise KeyError(place)
    return found


def _below(found: Any, step: str) -> Any:
    match found:
        case dict():
            return found[step]
        case list() if step.isdecimal() and int(step) < len(found):
            return found[int(step)]
        case list():
            named = [each for each in found if isinstance(each, dict) and each.get("id") == step]
            if named:
                return named[0]
    raise KeyError(step)
