"""Which files a screen of the page begins with, read off the import statements: the page names them, so that a browser
asks for all of them at once instead of finding out one from another. And which sheets every page wears, read off the
index: they go out as one."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_IMPORT = re.compile(r"""^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["'](\.[^"']+)["']""", re.MULTILINE)
"""A module that comes with this one; not what it imports later, when it is wanted."""
_SHEETS = re.compile(r"^await\b[^;]*?\bstylesheets\(([^)]*)\)", re.MULTILINE)
"""The stylesheets that it waits for."""
_NAME = re.compile(r"""["']([\w-]+)["']""")
_LINK = rb' *<link rel="stylesheet" href="/static/(styles/[\w-]+\.css)">\n'
_WORN, _LINKS = re.compile(_LINK), re.compile(rb"(?:" + _LINK + rb")+")
"""The sheets that the index names, one below another."""


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
        for names in _SHEETS.findall(text):
            for name in _NAME.findall(names):
                yield f"styles/{name}.css"


def sheets_of(index: bytes) -> list[str]:
    """The sheets that every page wears, in the order in which they hold, as paths beneath the folder."""
    return [name.decode() for name in _WORN.findall(index)]


def sheets_as_one(index: bytes, name: str) -> bytes:
    """The index with one link instead of those to all of them."""
    return _LINKS.sub(f'    <link rel="stylesheet" href="/static/{name}">\n'.encode(), index, count=1)
