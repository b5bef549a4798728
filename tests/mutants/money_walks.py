"""Some sixty random moves of each game, all money reckoned a second time after each: part of the killing suite alone.
`tests/money` plays far more, which takes longer than a mutant has.
"""

import tempfile
from pathlib import Path
from random import Random

import pytest

from tests.conftest import MEMORY
from tests.money.table import PLAIN, Table

MOVES, TABLES = 60, 4
FEWEST = 10
"""A table where fewer than so many moves of sixty are made has not been played."""


@pytest.mark.parametrize("number", range(TABLES))
@pytest.mark.parametrize("slug", PLAIN)
def test_a_walk(slug: str, number: int) -> None:
    chance = Random(f"{slug} {number}")
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        table = Table(slug, Path(folder), chance)
        for _ in range(MOVES):
            table.play(chance)
        table.check()
        assert table.done > FEWEST
        table.indoors.service.close()
