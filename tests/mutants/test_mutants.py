"""Of 600 slight changes nearly all turn a test red; those that survive are in `survivors.toml`, with the reason."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.mutants.run import KILLED, OF, SEED
from tests.mutants.sites import files, mutants

MUST_DIE = 0.95
SMALL = '''
MOST = 5
def share(held: int | None, most: int = 7) -> int:
    """At most 3."""
    if held is None or not held > MOST - 1:
        raise ValueError("by 2 too many")
    return max(*sorted(held // 2), "a" + "b")
class Railroad:
    due = staticmethod(lambda income: income + 10)
'''


def told() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((Path(__file__).parent / "survivors.toml").read_text("utf-8"))


def test_what_is_changed() -> None:
    """What is reckoned when a function is called; no types, sentences and refusals, and no constants of a file."""
    tree = ast.parse(SMALL)
    found = [f"{each.function}: {each.what}" for each in mutants("small.py", tree)]
    share = (
        "or → and, is → is not, not x → x, > → >=, - → +, 1 → 2, 1 → 0, max → min, sorted → backwards, // → *"
    )
    share += ", 2 → 3, 2 → 1"
    assert sorted(found) == sorted(
        [f"share: {what} 1" for what in share.split(", ")]
        + [f"Railroad: {what} 1" for what in ("+ → -", "10 → 11", "10 → 9")]
    )


@pytest.mark.parametrize(
    ("change", "becomes"),
    [
        ("or → and 1", "held is None and (not held > MOST - 1)"),
        ("not x → x 1", "held is None or not not held > MOST - 1"),
        ("- → + 1", "not held > MOST + 1"),
        ("sorted → backwards 1", "sorted(held // 2, reverse=True)"),
        ("max → min 1", "min(*sorted(held // 2), 'a' + 'b')"),
        ("2 → 1 1", "held // 1"),
    ],
)
def test_how_it_is_changed(change: str, becomes: str) -> None:
    tree = ast.parse(SMALL)
    mutant = next(each for each in mutants("small.py", tree) if each.what == change)
    assert becomes in ast.unparse(mutant.in_tree(tree))


def test_a_mutant_lives_wherever_its_function_is_held() -> None:
    """The function that was imported before, and a method behind a decorator."""
    program = """
from companion.mechanisms.majority import awards, standing
from tests.mutants.living import come_alive
from tests.mutants.sites import mutants
def each():
    return awards([(1, 3), (2, 3)], [4, 2], sole_takes_all=False)[0].each
before = each()
for mutant in mutants("mechanisms/majority.py"):
    if mutant.name.endswith(("Award.each: // → * 1", "standing: sorted → backwards 1")):
        come_alive(mutant)
print(before, each(), standing([(1, 1), (2, 2)])[0][1])
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "3 12 1\n"


def test_who_survives_is_there() -> None:
    """A line that has changed since must be looked at again, and each survivor has its reason."""
    names = {mutant.name for file in files() for mutant in mutants(file)}
    listed = {**told()["equivalent"], **told()["survivors"]}
    assert not set(listed) - names
    assert all(len(reason) > 20 for reason in listed.values())


@pytest.mark.thorough
def test_nearly_all_die(tmp_path: Path) -> None:
    file = tmp_path / "fates.jsonl"
    subprocess.run([sys.executable, "-m", "tests.mutants.run", "--json", str(file)], check=True)
    fates = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(fates) == OF
    alive = {fate["mutant"]: fate["at"] for fate in fates if fate["fate"] != KILLED}
    print(f"of {OF} mutants of seed {SEED}, {OF - len(alive)} died")
    assert not {name: at for name, at in alive.items() if name not in told()["survivors"]}
    assert len(alive) <= (1 - MUST_DIE) * OF
