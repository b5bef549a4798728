"""What the bench plays can be played, to its end: a limit or a ruling that came later must not stop it unnoticed."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from bench.evenings import evenings
from bench.figures import LONG
from companion.service import Service, moving
from companion.service.keys import Viewer
from companion.store.sql import SqlStore
from companion.words.values import Seat
from tests.server import some


@pytest.mark.parametrize("game", some([*evenings()], 6))
def test_an_evening_of_the_bench_is_played(game: str, tmp_path: Path) -> None:
    evening = evenings()[game]
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    setup = evening.setup
    live = (
        Service(store)
        .create(
            evening.game, setup["players"], setup["options"], setup.get("rulings", {}), setup.get("facts")
        )
        .live
    )
    for move in islice(evening.moves(0), LONG if evening.length is None else evening.length - 1):
        viewer = Viewer("seat", Seat(move.seat)) if move.seat else Viewer("host")
        moving.play(live, viewer, move.body, lambda made: made)
    assert live.damaged is None
    store.close()
