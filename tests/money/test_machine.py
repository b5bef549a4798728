"""Money, certificates and pieces of every game against a second, plain reckoning, whatever is done at the table:
played, undone, done again, amended, corrected, begun anew from its own figures, closed and opened again.

A failing run says which steps led to it; `make test-full` looks for the fewest.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.conftest import MEMORY
from tests.money.table import PLAIN, Table
from tests.server import FULL

SEEDS = st.integers(0, 2**32 - 1)
RUNS, STEPS = (100, 60) if FULL else (1, 8)
"""Tables of each game, and what is done at each at the most."""
BEFORE, AT_ONCE = (30, 60), 12
"""How many moves are made in a row: before anything else, and at most later on."""


class Machine(RuleBasedStateMachine):
    """A table of one game."""

    slug = ""

    @initialize(seed=SEEDS, number=st.integers(*BEFORE))
    def begin(self, seed: int, number: int) -> None:
        self.folder = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
        self.table = Table(self.slug, Path(self.folder.name), Random(seed))
        self.play(seed, number)
        assert self.table.done, "nothing was played: then whatever is reckoned is right"

    @rule(seed=SEEDS, number=st.integers(1, AT_ONCE))
    def play(self, seed: int, number: int) -> None:
        chance = Random(seed)
        for _ in range(number):
            self.table.play(chance)

    play_on = play_more = play  # three steps of nine

    @rule(seed=SEEDS, again=st.booleans())
    def undo(self, seed: int, again: bool) -> None:
        self.table.undo(Random(seed))
        if again:
            self.table.redo()

    @rule()
    def redo(self) -> None:
        self.table.redo()

    @rule(seed=SEEDS)
    def amend(self, seed: int) -> None:
        self.table.amend(Random(seed))

    @rule(seed=SEEDS)
    def correct(self, seed: int) -> None:
        self.table.correct(Random(seed))

    @rule()
    def begin_again(self) -> None:
        self.table.begin_again()

    @rule()
    def restart(self) -> None:
        self.table.restart()

    @invariant()
    def is_as_it_must_be(self) -> None:
        if hasattr(self, "table"):
            self.table.check()

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.indoors.service.close()
            self.folder.cleanup()


@pytest.mark.parametrize("slug", PLAIN)
def test_money_is_what_the_rulebook_says(slug: str) -> None:
    machine = type(f"Machine_{slug}", (Machine,), {"slug": slug})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.generate, Phase.shrink) if FULL else (Phase.generate,),
            suppress_health_check=list(HealthCheck),
        ),
    )
