"""What digests are made of: records that state their own names, whatever their classes are called."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Any

import pytest

from companion.games import GAMES, package_of
from companion.vocabulary import records
from companion.vocabulary.records import UNWRITTEN, canonical, digest, first_form, members, record, written_as


@record("Building", "source railroad")
@dataclass(frozen=True, slots=True)
class Building:
    source: str
    railroad: str
    segments: int = 0


@record("Building", "source railroad")
@dataclass(frozen=True, slots=True)
class Constructing:
    """The same phase some releases later: another name, another order, a field renamed and two added."""

    segments: int = 0
    by: str = field(default="", metadata=written_as("railroad"))
    source: str = ""
    tolls: Mapping[str, int] = field(default_factory=dict)
    asked: bool = False
    kept: dict[str, int] = field(default_factory=dict, compare=False)
    words: str = field(default="", metadata=UNWRITTEN)


def test_another_name_another_order_and_new_fields_change_no_digest() -> None:
    before, after = Building("hand", "KP"), Constructing(by="KP", source="hand")
    assert canonical(before) == '{"railroad":"KP","record":"Building","source":"hand"}'
    assert digest(after) == digest(before) == sha256(canonical(before).encode()).hexdigest()
    assert first_form(after) == first_form(before) == ("Building", "hand", "KP")
    assert digest(Constructing(by="KP", source="hand", kept={"a": 1}, words="x")) == digest(before)


def test_every_other_value_changes_it() -> None:
    seen = {
        digest(item)
        for item in (
            Building("hand", "KP"),
            Building("KP", "hand"),
            Building("hand", "KP", 1),
            Constructing(by="KP", source="hand", tolls={"a": 0}),
            Constructing(by="KP", source="hand", asked=True),
            ("Building", "hand", "KP"),
            {"record": "Building", "source": "hand"},
        )
    }
    assert len(seen) == 7


def test_a_part_for_each_field_that_is_not_at_its_default() -> None:
    assert members(Building("hand", "KP", 2)) == {"source": "hand", "railroad": "KP", "segments": 2}
    assert members(Building("hand", "KP")) == {"source": "hand", "railroad": "KP"}


def test_mappings_are_in_the_order_of_their_keys() -> None:
    assert canonical({"b": 1, "a": (True, None)}) == '{"a":[true,null],"b":1}'
    assert canonical({("seat:1", "money"): 3, ("bank", "money"): -3}) == (
        '[[["bank","money"],-3],[["seat:1","money"],3]]'
    )
    assert canonical({10: "x", 9: "y"}) == canonical({9: "y", 10: "x"})


def test_what_does_not_say_how_it_is_written_is_refused() -> None:
    @dataclass(frozen=True)
    class Nameless:
        x: int = 1

    with pytest.raises(TypeError, match="Nameless"):
        digest((Nameless(),))
    with pytest.raises(TypeError, match="set"):
        digest({1, 2})


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_every_record_of_a_game_has_a_name_of_its_own(rules: Any) -> None:
    """Two phases of one name and the same members would be one."""
    room = f"{package_of(rules.box.slug)}."
    names = [form.name for cls, form in records._FORMS.items() if cls.__module__.startswith(room)]
    assert len(names) == len(set(names)) > 1


def test_no_record_left_out_a_field_unnoticed() -> None:
    """A field that is not written says so itself."""
    for cls, form in records._FORMS.items():
        if not cls.__module__.startswith("companion."):
            continue
        unwritten = {each.name for each in fields(cls)} - {member.attribute for member in form.members}
        board = {"rulings", "atlas", "sections", "figures", "earned", "suffix", "unseen", "hands", "drawn"}
        board |= {"box", "paper_total", "act_for", "bank_open", "dice"}
        assert unwritten <= board, cls


def test_the_text_a_digest_is_made_of_is_plain_json() -> None:
    assert json.loads(canonical(Building("hand", "Kansas Pacífic"))) == {
        "record": "Building",
        "source": "hand",
        "railroad": "Kansas Pacífic",
    }
