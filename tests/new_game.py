"""The game that docs/new-game.md builds: its files, as the page has them, step by step."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from tests.installing import PACKAGE, installed
from tests.server import ROOT

PAGE = ROOT / "docs" / "new-game.md"
SLUG = "two-rivers"
_STEP = re.compile(
    r"^\*\*`two-rivers/(?P<file>[^`]+)`\*\*\n\n```\w+\n(?P<text>.*?)\n```$", re.MULTILINE | re.DOTALL
)
_APART = {".py": "\n\n\n"}
"""What stands between two steps of one file; elsewhere an empty line."""


def steps() -> dict[str, str]:
    """The text of each file, by its path in the game's folder."""
    found: dict[str, str] = {}
    for step in _STEP.finditer(PAGE.read_text("utf-8")):
        file, text = step["file"], step["text"]
        if file in found:
            text = found[file].rstrip() + _APART.get(Path(file).suffix, "\n\n") + text
        found[file] = f"{text}\n"
    return found


def built(folder: Path) -> None:
    """The game's folder, as it is after following the page."""
    for name, text in steps().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def found_in(site: Path) -> Path:
    """A folder with that game installed in it."""
    built(site)
    installed(site, PACKAGE)
    return site


def unpacked(wheel: Path, site: Path) -> Path:
    """The same from a wheel."""
    zipfile.ZipFile(wheel).extractall(site)
    return site
