"""Proof from outside: a generator that knows nothing of us makes a client of openapi.yaml, without a warning, and a
program written for that client alone plays the first ten moves of each game. Types are checked, against the client."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.server import API, ROOT, Server, thorough

PROGRAM = ROOT / "tests" / "stranger" / "ten_moves.py"
SETTINGS = """\
post_hooks: []
content_type_overrides: # of kinds of answers that the generator has no word for
  image/svg+xml: text/html
  image/png: application/octet-stream
  application/yaml: application/octet-stream
"""
MOVES = 10


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the client lies, as the package `railway`."""
    folder = tmp_path_factory.mktemp("stranger")
    (folder / "settings.yaml").write_text(SETTINGS, "utf-8")
    generate = ["-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta=none"]
    files = [f"--path={ROOT / 'openapi.yaml'}", "--output-path=railway", "--config=settings.yaml"]
    _ran(folder, *generate, *files)
    return folder


def _ran(folder: Path, *arguments: str) -> str:
    found = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "MYPYPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


@thorough
def test_ten_moves_of_each_game(place: Path, server: Server) -> None:
    said = _ran(place, str(PROGRAM), f"http://127.0.0.1:{server.port}{API}").splitlines()
    assert [line.partition(":")[0] for line in said] == [rules.box.slug for rules in GAMES]
    for line in said:
        assert f": {MOVES + 1} entries, cash " in line, line


@thorough
def test_it_is_typed(place: Path) -> None:
    """As the client is: a field that is misspelt, or of another kind, is found before anything is sent."""
    check = ["-m", "mypy", "--strict", "--follow-imports=silent", "--config-file=", "--cache-dir=mypy"]
    _ran(place, *check, str(PROGRAM))
    wrong = PROGRAM.read_text("utf-8").replace("party.table.revision", "party.table.revisions")
    (place / "wrong.py").write_text(wrong, "utf-8")
    with pytest.raises(AssertionError, match="revisions"):
        _ran(place, *check, "wrong.py")


def test_no_dictionary_is_in_sight() -> None:
    program = PROGRAM.read_text("utf-8")
    assert not [word for word in ("dict", "{}", '": ', "json", "Any") if word in program]
