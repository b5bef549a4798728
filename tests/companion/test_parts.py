"""Parts give what whole functions give, and each is worked out only when it must be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.mechanisms import parts as mechanism
from companion.mechanisms.game_state import GameState
from companion.mechanisms.parts import LONGEST_KEPT, Parts, part
from companion.vocabulary.ledger import BANK, MONEY, Ledger, Posting, seat_account
from companion.vocabulary.rules import Rules
from companion.words.text import say
from companion.words.values import Seat
from tests.evening_reader import play_evening
from tests.server import some, thorough, times
from tests.table_player import TablePlayer
from tests.walks.walker import Walker

EVENINGS = sorted((Path(__file__).parent.parent / "evenings").glob("*/*.evening"))
WALKS = times(10)
"""Through each game."""
WALKED = some([rules.box.slug for rules in GAMES])
"""Which games `make test` walks through."""


@dataclass(frozen=True, slots=True)
class State(GameState):
    """A small one."""

    phase: str
    ledger: Ledger
    marks: Mapping[str, int] = field(default_factory=dict)


BEGUN = State("one", Ledger.opened([(seat_account(Seat(1)), MONEY, 10), (BANK, MONEY, 90)]), {"a": 1, "b": 2})
MADE: list[object] = []


@part
def mark(state: State, name: str) -> int:
    MADE.append(name)
    return state.marks[name]


@part
def every_mark(state: State) -> list[str]:
    MADE.append("every")
    return [f"{name} {number}" for name, number in state.marks.items()]


@part
def is_one(state: State) -> bool:
    MADE.append("is_one")
    return state.phase == "one"


@part
def cash(state: State) -> str:
    MADE.append("cash")
    return f"{state.cash(Seat(1))} {is_one(state)}"


@pytest.fixture(autouse=True)
def nothing_made() -> None:
    MADE.clear()


def made(parts: Parts, state: State, work_out: Callable[..., Any], *more: Any) -> tuple[Any, list[object]]:
    """The value of a part, and which parts were worked out for it."""
    MADE.clear()
    return parts.of(state, work_out, *more), list(MADE)


def test_a_part_is_worked_out_once() -> None:
    parts = Parts()
    assert made(parts, BEGUN, mark, "a") == (1, ["a"])
    assert made(parts, BEGUN, mark, "a") == (1, [])
    assert made(parts, BEGUN, mark, "b") == (2, ["b"])


def test_it_is_kept_until_the_entry_differs_that_it_has_read() -> None:
    parts = Parts()
    parts.of(BEGUN, mark, "a")
    other = BEGUN.changed(marks={"a": 1, "b": 3})
    assert made(parts, other, mark, "a") == (1, [])
    assert made(parts, other.changed(marks={"a": 4, "b": 3}), mark, "a") == (4, ["a"])
    assert made(parts, other.changed(phase="two"), mark, "a") == (1, ["a"])


def test_who_reads_all_entries_sees_new_ones_and_their_order() -> None:
    parts = Parts()
    parts.of(BEGUN, every_mark)
    turned = BEGUN.changed(marks={"b": 2, "a": 1})
    assert made(parts, turned, every_mark) == (["b 2", "a 1"], ["every"])
    fewer = BEGUN.changed(marks={"b": 2})
    assert made(parts, fewer, every_mark) == (["b 2"], ["every"])


def test_it_is_kept_while_what_it_has_used_gives_the_same() -> None:
    parts = Parts()
    assert made(parts, BEGUN, cash) == ("10 True", ["cash", "is_one"])
    two = BEGUN.changed(phase="two")
    assert made(parts, two, cash) == ("10 False", ["is_one", "cash"])
    assert made(parts, two.changed(phase="three"), cash) == ("10 False", ["is_one"])
    paid = two.posted(two.ledger.post(Posting(BANK, seat_account(Seat(1)), 5, say("a gift"))))
    assert made(parts, paid, cash) == ("15 False", ["cash", "is_one"])


def test_what_nobody_has_asked_for_meanwhile_is_still_right_or_wrong() -> None:
    parts = Parts()
    parts.of(BEGUN, mark, "a")
    parts.of(BEGUN, mark, "b")
    state = BEGUN
    for n in range(LONGEST_KEPT // 2):
        state = state.changed(phase=str(n), marks={"a": 1, "b": n})
        parts.of(state, is_one)
    assert made(parts, state, mark, "a") == (1, [])
    assert made(parts, state, mark, "b") == (n, ["b"])


def test_a_part_that_fails_leaves_the_others_as_they_were() -> None:
    parts = Parts()
    parts.of(BEGUN, mark, "a")
    with pytest.raises(KeyError):
        parts.of(BEGUN, mark, "c")
    assert made(parts, BEGUN, mark, "a") == (1, [])
    assert parts.of(BEGUN.changed(marks={"c": 5}), mark, "c") == 5


def test_who_goes_on_without_a_part_that_fails_has_read_what_it_has_read() -> None:
    def mark_or_nothing(state: State) -> int:
        try:
            return mark(state, "c")
        except KeyError:
            return 0

    parts = Parts()
    assert parts.of(BEGUN, mark_or_nothing) == 0
    assert parts.of(BEGUN.changed(marks={**BEGUN.marks, "c": 5}), mark_or_nothing) == 5


def test_a_state_supposed_within_a_part_is_all_of_it() -> None:
    def supposing(state: State) -> int:
        return mark(state.changed(marks={"a": state.marks["a"] + 1}), "a")

    parts = Parts()
    assert parts.of(BEGUN, supposing) == 2
    assert parts.of(BEGUN.changed(phase="two", marks={"a": 5}), supposing) == 6
    assert parts.of(BEGUN, mark, "a") == 1


def test_a_plain_state_keeps_nothing() -> None:
    assert (mark(BEGUN, "a"), mark(BEGUN, "a")) == (1, 1)
    assert MADE == ["a", "a"]


# --- every game ----------------------------------------------------------------------------------------------


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Whatever parts give is also worked out as a whole, and is the same to the last letter."""
    kept, asked = Parts.of, list[object]()

    def of(parts: Parts, state: Any, work_out: Callable[..., Any], *more: Any) -> Any:
        found = kept(parts, state, work_out, *more)
        assert repr(found) == repr(work_out(state, *more))
        asked.append(work_out)
        return found

    monkeypatch.setattr(mechanism.Parts, "of", of)
    yield asked
    assert asked


class Looking(TablePlayer):
    """Looks at the document and the offers after every line."""

    def _record(self, *line: Any) -> None:
        super()._record(*line)
        self.document()
        self.table.offers()


@pytest.mark.parametrize("path", some(EVENINGS, 30), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_evening_in_parts(path: Path, compared: list[object]) -> None:
    play_evening(path, Looking(), GAMES)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=() if rules.box.slug in WALKED else thorough, id=rules.box.slug)
        for rules in GAMES
    ],
)
@pytest.mark.parametrize("number", range(WALKS))
def test_a_walk_in_parts(rules: Rules[Any], number: int, compared: list[object]) -> None:
    Walker(rules, f"{rules.box.slug} in parts {number}").to_the_end()
