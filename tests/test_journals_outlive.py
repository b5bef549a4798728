"""Saved evenings outlive changes of the code: in a copy whose records have all been renamed, reordered and given
another field, every line still has its digest; in a copy with a broken rule it does not."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.vocabulary.rules import Rules
from tests.evening_reader import play_evening
from tests.server import some, thorough
from tests.table_player import TablePlayer
from tests.test_evenings import EVENINGS
from tests.test_journals import JOURNALS, RELEASED

ROOT = Path(__file__).parent.parent
SOME, FEW = 8, 20
"""One journal in so many is read in `make test`, and twice as many evenings: the changes touch all of them alike.
Of a game that has fewer than `FEW` of them, all are read."""
READER = """
import json, sys
from companion.table.journal import Line
from companion.table.table import Table

wrong = []
for name in sys.argv[1:]:
    lines = [Line(**line) for line in json.load(open(name, encoding="utf-8"))["lines"]]
    try:
        table = Table(lines[0])
        for line in lines:
            if line.revision > 1:
                table.reread(line)
            assert table.line_digest(line, table.state) == line.digest, line.revision
    except Exception as error:
        wrong.append(f"{name}: {error!r}")
print(json.dumps(wrong))
"""
BROKEN = {
    "prairie-railroads": ("words/values.py", "-(-amount // shares)", "amount // shares"),
    "texas-pacific": ("words/values.py", "-(-amount // shares)", "amount // shares"),
    "southern-pacific": ("games/southern_pacific/box.toml", "city = [3, 2, 1]", "city = [3, 2, 2]"),
    "gulf-mobile-ohio": ("games/gulf_mobile_ohio/box.toml", "cube = 3", "cube = 2"),
    "union-pacific": (
        "mechanisms/majority.py",
        "self.pool // len(self.seats)",
        "-(-self.pool // len(self.seats))",
    ),
    "bank": ("games/bank/dividends.py", "Money(total // number)", "Money(-(-total // number))"),
}
"""One rule of each game, and how it is broken: the file, what stands there, and what is put in its place."""
ALIKE = {"texas-pacific", "southern-pacific", "bank"}
"""Broken in the way of another game, in the same file or in one like it: for `make test-full`."""

every_game = pytest.mark.parametrize("rules", RELEASED, ids=lambda rules: rules.box.slug)


def saved(rules: Rules[Any], folder: Path) -> Iterator[Path]:
    """Games that earlier versions have written, and evenings as they are written today."""
    journals, evenings = (
        [path for path in paths if path.parent.name == rules.box.slug] for paths in (JOURNALS, EVENINGS)
    )
    few = len(journals) + len(evenings) < FEW
    yield from journals if few else some(journals, SOME)
    for path in evenings if few else some(evenings, SOME // 2):
        player = TablePlayer()
        play_evening(path, player, GAMES)
        lines = [
            {
                name: getattr(line, name)
                for name in ("revision", "at", "by", "kind", "body", "digest", "format")
            }
            for line in player.table.journal.lines
        ]
        to = folder / f"{path.stem}.json"
        to.write_text(json.dumps({"lines": lines}), "utf-8")
        yield to


def copied(folder: Path) -> Path:
    shutil.copytree(ROOT / "companion", folder / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def wrong(code: Path, journals: list[Path]) -> list[str]:
    """The journals that this copy of the code reads otherwise."""
    ran = subprocess.run(
        [sys.executable, "-c", READER, *map(str, journals)],
        cwd=code,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return list(json.loads(ran.stdout))


def refactored(code: Path) -> int:
    """Every record's class is called otherwise, and has a further field before all others. How many there are."""
    record = re.compile(
        r"(@record\([^)]*\)\n@dataclass\([^)]*\)\n)(class \w+(?:\(\w+\))?:\n    \"\"\".*?\"\"\"\n)", re.DOTALL
    )
    more = '\n    later: int = __import__("dataclasses").field(default=0, kw_only=True)\n'
    found = 0
    for path in (code / "companion").rglob("*.py"):
        text, records = record.subn(
            rf"@(lambda cls: setattr(cls, '__name__', 'Later') or cls)\n\1\2{more}", path.read_text("utf-8")
        )
        path.write_text(text, "utf-8")
        found += records
    return found


@thorough
@every_game
def test_names_order_and_further_fields_are_nobodys_business(rules: Rules[Any], tmp_path: Path) -> None:
    code = copied(tmp_path / "code")
    assert refactored(code) > 30
    journals = list(saved(rules, tmp_path))
    assert len(journals) > 10
    assert not wrong(code, journals)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=rules.box.slug, marks=thorough if rules.box.slug in ALIKE else ())
        for rules in RELEASED
    ],
)
def test_a_broken_rule_is_found(rules: Rules[Any], tmp_path: Path) -> None:
    code = copied(tmp_path / "code")
    name, old, new = BROKEN[rules.box.slug]
    path = code / "companion" / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    journals = list(saved(rules, tmp_path))
    found = wrong(code, journals)
    assert found
    assert any(
        journal.is_relative_to(tmp_path)
        for journal in journals
        if any(str(journal) in item for item in found)
    )
    assert any(
        not journal.is_relative_to(tmp_path)
        for journal in journals
        if any(str(journal) in item for item in found)
    )
