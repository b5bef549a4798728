"""Which files a screen of the page begins with, read off the import statements: the page names them, so that a browser
asks for all of them at once instead of finding out one from another."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_IMPORT = re.compile(r"""^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["'](\.[^"']+)["']""", re.MULTILINE)
"""A module that comes with this one; not what it imports later, when it is wanted."""
_SHEET = re.compile(r"""^await\b.*?\bstylesheet\(["']([\w-]+)["']\)""", re.MULTILINE)
"""A stylesheet that it waits for."""


def begun(folder: Path, *entries: str) -> tuple[list[str], list[str]]:
    """The modules that come with these, one entry's after another's, and the stylesheets they wait for; all as paths
    beneath the folder, each once."""
    modules: dict[str, str] = {}
    for entry in entries:
        waiting = [entry]
        while waiting:
            name = waiting.pop(0)
            if name not in modules:
                modules[name] = (folder / name).read_text(encoding="utf-8")
                waiting += _imported(name, modules[name])
    return list(modules), list(dict.fromkeys(_awaited(modules.values())))


def _imported(name: str, text: str) -> Iterator[str]:
    for found in _IMPORT.findall(text):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(name), found))


def _awaited(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for name in _SHEET.findall(text):
            yield f"styles/{name}.css"
