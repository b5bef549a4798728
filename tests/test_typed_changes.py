"""mypy knows what a game's state may be changed in, though `changed` takes anything by name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server import ROOT, thorough

STATE = """
from companion.games.prairie_railroads.state import State

def changes(state: State) -> None:
    state.changed(unable=())
    state.changed({wrong})
"""


@thorough
def test_a_member_that_is_none_and_a_value_of_another_type(tmp_path: Path) -> None:
    for wrong, said in (("nonsense=1", "Unexpected keyword"), ("ledger=3", "incompatible type")):
        snippet = tmp_path / "snippet.py"
        snippet.write_text(STATE.format(wrong=wrong), "utf-8")
        ran = subprocess.run(
            [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(snippet)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.stdout.count("error:") == 1, ran.stdout
        assert said in ran.stdout
