"""Every move of every game, read and written: what stands in the journal is what was chosen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games import GAMES
from companion.vocabulary import moves
from companion.vocabulary.common_moves import COMMON, Correct
from companion.vocabulary.moves import Field, Link, Move, move
from companion.words.errors import RuleError
from companion.words.values import Seat

SAMPLES: dict[str, list[Any]] = {
    "seat": [2],
    "money": [0, 12],
    "count": [1],
    "dice": [[1, 6]],
    "flag": [True, False],
    "text": ['Ed\'s words, {braces} and "quotes"'],
    "links": [[{"from": "A", "to": "B"}], [{"from": "A", "to": "B", "number": 2}, {"from": "B", "to": "C"}]],
    "place": ["St. Francis"],
    "places": [["Mobile", "Macon"]],
    "choices": [["A", "B"]],
    "shares": [{"KP": 2}],
    "turn": [{"seat": 2}, {"seat": 1, "railroad": "KP"}],
    "rows": [[{"of": "seat:1", "name": "cash", "value": 3}], [{"from": "bank", "to": "seat:1", "amount": 1}]],
}
MOVES = list(dict.fromkeys(cls for rules in GAMES for cls in (*rules.play.moves, *COMMON)))


def samples(field: Field) -> list[Any]:
    values = list(field.among or ["KP"]) if field.kind == "choice" else SAMPLES[field.kind]
    return [*values, None] if field.nullable else values


def full(cls: type[Move], number: int) -> dict[str, Any]:
    """A body with every field filled; `number` tells which sample of each."""
    return {field.name: samples(field)[number % len(samples(field))] for field in cls.TYPE.fields}


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("cls", MOVES, ids=lambda cls: cls.TYPE.name)
def test_read_written_and_read_again(cls: type[Move], number: int) -> None:
    facts = {"cities": {"Hays": {"income": 1}}} if number % 2 else None
    made = moves.read(cls, Seat(3), full(cls, number), facts)
    written = json.loads(json.dumps(moves.written(made)))
    assert written["type"] == cls.TYPE.name
    assert written["seat"] == 3
    second = moves.read(cls, Seat(written["seat"]), written, written.get("facts"))
    assert second == made
    assert moves.written(second) == moves.written(made)
    for field in cls.TYPE.fields:
        assert second.get(field.name) == made.get(field.name)


@pytest.mark.parametrize("cls", MOVES, ids=lambda cls: cls.TYPE.name)
def test_only_what_is_required_has_to_be_there(cls: type[Move]) -> None:
    body = {f.name: value for f, value in ((f, samples(f)[0]) for f in cls.TYPE.fields) if f.required}
    made = moves.read(cls, Seat(1), body, None)
    assert set(moves.written(made)) - {"type", "seat"} <= set(body)
    for left_out in body:
        with pytest.raises(RuleError) as refused:
            moves.read(cls, Seat(1), {n: v for n, v in body.items() if n != left_out}, None)
        assert refused.value.code == "invalid"
        assert list(refused.value.errors) == [left_out]


def test_nothing_is_a_value_only_where_it_may_be_said() -> None:
    @move("a_test", "A test")
    class Test(Move):
        """A test."""

        winner: int | None = moves.seat("Winner", nullable=True)
        city: str = moves.place("City")

    made = moves.read(Test, Seat(1), {"winner": None, "city": "Hays"}, None)
    assert made.get("winner") is None
    assert moves.written(made) == {"type": "a_test", "seat": 1, "winner": None, "city": "Hays"}
    with pytest.raises(RuleError) as refused:
        moves.read(Test, Seat(1), {"winner": 1, "city": None}, None)
    assert list(refused.value.errors) == ["city"]


@pytest.mark.parametrize("links", [7, ["A-B"], [{"from": "A"}], [{"from": "A", "to": "B", "number": "two"}]])
def test_links_that_cannot_be_read(links: Any) -> None:
    @move("a_test", "A test")
    class Test(Move):
        """A test."""

        segments: tuple[Link, ...] = moves.links("Segments", most=2)

    with pytest.raises(RuleError) as refused:
        moves.read(Test, Seat(1), {"segments": links}, None)
    assert refused.value.code == "invalid"


def test_a_word_of_python_is_a_field_all_the_same() -> None:
    @move("a_test", "A test")
    class Test(Move):
        """A test."""

        from_: str = moves.place("From")

    assert Test.TYPE.fields[0].name == "from"
    made = moves.read(Test, Seat(1), {"from": "Troy"}, None)
    assert made.get("from") == "Troy"
    assert moves.written(made)["from"] == "Troy"


def test_moves_are_found_by_name() -> None:
    assert moves.find(COMMON, "correct") is Correct
    odd: list[Any] = ["corect", None, 7, ["note"], "x" * 9_999]
    for wrong in odd:
        with pytest.raises(RuleError) as refused:
            moves.find(COMMON, wrong)
        assert refused.value.code == "invalid"
        assert len(str(refused.value)) < 200


def test_no_two_moves_of_a_game_have_one_name() -> None:
    for rules in GAMES:
        names = [cls.TYPE.name for cls in (*rules.play.moves, *COMMON)]
        assert len(names) == len(set(names))


def test_a_link_is_the_same_from_either_end() -> None:
    link = Link("Troy", "Marysville", 2)
    assert link.turned() == Link("Marysville", "Troy", 2)
    assert link.same(link.turned())
    assert not link.same(Link("Troy", "Marysville"))
    assert link.between(Link("Troy", "Marysville"))
    assert (link.label, Link("A", "B").label) == ("Troy-Marysville (2)", "A-B")
    assert link.ends == ("Troy", "Marysville")
