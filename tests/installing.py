"""Games of packages of their own, as they are when they are installed."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.games import GROUP
from tests.server import ROOT

PATTERN = "southern_pacific"
"""Whose rules another game is made of."""


def installed(site: Path, package: str, rules: str = "RULES", *, version: str = "1.0") -> None:
    """What an installer writes down of a package in that folder: its name, and that it has a game."""
    name = package.replace("_", "-")
    folder = site / f"{package}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    (folder / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {package}:{rules}\n", "utf-8")


def another_game(site: Path, package: str, name: str, *, slug: str = "", made_for: int | None = None) -> None:
    """A game of that package and name, which is played as one of the companion's own, installed in that folder."""
    of = ROOT / "companion" / "games" / PATTERN
    shutil.copytree(of, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (site / package).glob("*.py"):
        file.write_text(file.read_text("utf-8").replace(f"companion.games.{PATTERN}", package), "utf-8")
    box = site / package / "box.toml"
    _, old_name, rest = box.read_text("utf-8").split("\n\n", 1)[1].split("\n", 2)
    head = [f'slug = "{slug or package.replace("_", "-")}"', f'name = "{name}"']
    assert old_name.startswith("name = ")
    head += [] if made_for is None else [f"made_for = {made_for}"]
    box.write_text("\n".join([*head, rest]), "utf-8")
    installed(site, package)
