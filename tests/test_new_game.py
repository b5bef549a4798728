"""The page that builds a game from nothing: the result is the example, and it can be played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from companion.games import GROUP
from tests.installing import EXAMPLE, PACKAGE
from tests.new_game import PAGE, SLUG, built, found_in, steps, unpacked
from tests.server import ROOT, thorough

ROW = re.compile(r"^\| [^|]+ \|(?P<files>[^|]*)\| \**(?P<lines>\d+)\** \|$", re.MULTILINE)
"""A row of the page's table of lines."""
PLAYED = """
from collections import Counter
from pathlib import Path
import two_rivers
from companion.games import GAMES, INSTALLED, game
from tests.evening_reader import play_evening, steps
from tests.table_player import TablePlayer
from tests.walks.walker import Walker
rules = game("two-rivers")
assert INSTALLED == {"two-rivers"} and rules is two_rivers.RULES, INSTALLED
made = set()
for evening in (Path(two_rivers.__file__).parent / "evenings").glob("*.evening"):
    play_evening(evening, TablePlayer(), GAMES)
    made |= {step.words[1] for step in steps(evening) if step.kind == "move"}
assert made >= {move.TYPE.name for move in rules.play.moves}, made
walked = sum((Walker(rules, f"two-rivers {n}").to_the_end().accepted for n in range(20)), Counter())
assert walked.keys() >= {move.TYPE.name for move in rules.play.moves}, walked
"""
"""With nothing but the page's own files: the evening, every move in it, and random walks to the end."""


def test_it_builds_the_example() -> None:
    example = {
        path.relative_to(EXAMPLE).as_posix(): path.read_text("utf-8")
        for path in EXAMPLE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    found = steps()
    assert found.keys() == example.keys()
    for name, text in example.items():
        assert found[name].rstrip() == text.rstrip(), name
    package = tomllib.loads(found["pyproject.toml"])["project"]["entry-points"][GROUP]
    assert package == {SLUG: f"{PACKAGE}:RULES"}


def test_its_lines_are_counted() -> None:
    lines = {Path(name).name: text.count("\n") for name, text in steps().items()}
    counted = [
        (re.findall(r"`([^`]+)`", row["files"]), int(row["lines"]))
        for row in ROW.finditer(PAGE.read_text("utf-8"))
    ]
    each = [(files, number) for files, number in counted if files]
    assert [number for _, number in each] == [sum(lines[file] for file in files) for files, _ in each]
    assert sorted(file for files, _ in each for file in files) == sorted(lines)
    (played,) = (number for files, number in counted if not files)
    assert played == sum(number for _, number in each[:5])


def test_it_is_played(tmp_path: Path) -> None:
    _play(found_in(tmp_path))


@thorough
def test_its_wheel_is_played(tmp_path: Path) -> None:
    """As `pip install` would unpack it, whatever the package says is in it."""
    built(tmp_path / SLUG)
    command = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        str(tmp_path),
        str(tmp_path / SLUG),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    _play(unpacked(wheel, tmp_path / "site"))


def _play(site: Path) -> None:
    environment = {**os.environ, "COMPANION_GAMES": "", "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
    played = subprocess.run(
        [sys.executable, "-c", PLAYED],
        capture_output=True,
        text=True,
        env=environment,
        cwd=site,
        timeout=300,
        check=False,
    )
    assert not played.returncode, played.stderr
    assert "left out" not in played.stderr
