"""`companion bench attack`: every attack starts and is answered, while the tables play on."""

import json
import os
import subprocess
import sys

import pytest

from bench.attack import INSIDE, NAMES


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_an_attack(name: str) -> None:
    words = [sys.executable, "-m", "companion.cli", "bench", "attack", "--only", name]
    small = ["--moves", "20", "--lines", "200"]
    here = {key: value for key, value in os.environ.items() if key != INSIDE}
    found = subprocess.run([*words, *small], env=here, capture_output=True, text=True, check=True)
    told = json.loads(found.stdout.splitlines()[-1])
    assert told["name"] == f"attack: {name}"
    assert told.get("moves") == 20, told
    assert sum(told["attackers"].values()) > 0
