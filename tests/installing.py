"""Games of packages of their own, as they are when they are installed."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from companion.games import GROUP
from companion.vocabulary.rules import MADE_FOR
from tests.server import ROOT

EXAMPLE, PACKAGE = ROOT / "examples" / "two-rivers", "two_rivers"
"""The game that docs/new-game.md builds."""


def installed(site: Path, package: str, rules: str = "RULES", *, version: str = "1.0") -> None:
    """Writes what an installer would: the name of a package in that folder, and that it has a game."""
    name = package.replace("_", "-")
    folder = site / f"{package}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    (folder / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {package}:{rules}\n", "utf-8")


def another_game(site: Path, package: str, name: str, *, slug: str = "", made_for: int = MADE_FOR) -> None:
    """A game of that package and name, which is played as the example is, installed in that folder."""
    shutil.copytree(EXAMPLE / PACKAGE, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (site / package).glob("*.py"):
        file.write_text(file.read_text("utf-8").replace(PACKAGE, package), "utf-8")
    box = site / package / "box.toml"
    said = {"slug": slug or package.replace("_", "-"), "name": name, "made_for": made_for}
    printed = box.read_text("utf-8")
    for key, value in said.items():  # only the first such line: further below railroads have names, too
        printed = re.sub(
            rf"^{key} = .*$", f"{key} = {json.dumps(value)}", printed, count=1, flags=re.MULTILINE
        )
    box.write_text(printed, "utf-8")
    installed(site, package)
