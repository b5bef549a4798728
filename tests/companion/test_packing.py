"""What only the table knows: each game says what it is, players write it down as notes, and find it when they
rebuild."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.table.unseen import packing_document
from companion.words.text import Text, render
from tests.evening_reader import RefusedError
from tests.table_player import TablePlayer, after

EVENINGS = Path(__file__).parent.parent / "evenings"


def played(tmp_path: Path, evening: str, more: str = "", upto: str = "") -> TablePlayer:
    """A table after an evening, or after its lines up to one that begins so, and after more lines."""
    lines = (EVENINGS / evening).read_text("utf-8").splitlines()
    end = next((at for at, line in enumerate(lines) if upto and line.startswith(upto)), len(lines))
    return after("\n".join([*lines[:end], more, ""]), tmp_path)


def packing(player: TablePlayer) -> dict[str, dict[str, Any]]:
    """Each thing by its name, with its words in English."""
    table = player.table
    items = packing_document(table.rules, table.state, table.journal.head)["items"]
    shown = (
        {k: render(v, player.names) if isinstance(v, Text) else v for k, v in item.items()} for item in items
    )
    return {str(item["name"]): item for item in shown}


def asked(player: TablePlayer) -> dict[str, tuple[str | None, str | None]]:
    return {name: (item["ask"], item["told"]) for name, item in packing(player).items() if name != "rest"}


def test_the_used_cards_follow_from_hands_and_draws(tmp_path: Path) -> None:
    """12 cards were played before Dave's last draw; of them four were drawn: OS, CT, PD, PD."""
    player = played(
        tmp_path, "prairie-railroads/whole-evening.evening", upto="Dave: play_card card=PD source=deck"
    )
    ask, shown = asked(player)["deck"]
    assert ask == "How many cards are left in the Draw deck? Keep it face down"
    hands = player.state.hands.values()
    held = {card: sum(hand[card] for hand in hands) for card in ("CT", "OS", "PD")}
    # three players begin with 10, 6 and 2 cards each
    assert held == {"CT": 25, "OS": 16, "PD": 1}
    assert shown == "By the log: used 6 Construct Track, 3 Offer Stock, 7 Pay Dividends"


def test_rural_hexes_are_asked_for_railroad_by_railroad(tmp_path: Path) -> None:
    player = played(tmp_path, "gulf-mobile-ohio/common-shares.evening")
    assert asked(player) == {
        "rural:SC": ("1 green cube: where?", None),
        "rural:VC": ("2 green cubes: where?", None),
        "rural:NO&J": ("1 yellow cube: where?", None),
        "rural:W&W": ("1 yellow cube: where?", None),
        "rural:N&P": ("1 green cube: where?", None),
    }
    assert packing(player)["rural:VC"]["railroad"] == "VC"


def test_hexes_with_a_name_are_told_and_others_asked_for(tmp_path: Path) -> None:
    """The SP is in Dallas and a ranch hex; the TP in two plain hexes, a ranch, a city, and El Paso."""
    player = played(tmp_path, "texas-pacific/tp-opens.evening")
    assert asked(player) == {
        "hexes:SP": ("1 × ranch: where are the cubes?", None),
        "hexes:TP": ("2 × plain, 1 × ranch, 1 × city: where are the cubes?", None),
        "ranches": ("6 markers were taken from hexes without a name: which?", None),
    }


def test_ranch_hexes_that_were_named_are_told(tmp_path: Path) -> None:
    player = played(
        tmp_path,
        "texas-pacific/tp-opens.evening",
        "Dave: decide_ranch hex=Abilene",
        upto="Dave: decide_ranch",
    )
    assert asked(player)["ranches"] == ("5 markers were taken from hexes without a name: which?", "Abilene")


def test_trains_whose_section_was_told_are_not_asked_for(tmp_path: Path) -> None:
    builds = "Dave: build company=WW dividend_cards=0\nPete: build company=MS dividend_cards=0 from=Omaha to=Denver"
    player = played(tmp_path, "union-pacific/set-up-help-printed-first.evening", builds, upto="Dave: invest")
    found = asked(player)
    # WW: one of two builds said where; MS: its only one did; those on coloured spaces are printed there
    assert found["trains:WW"] == ("1 train: on which section?", "Denver-Omaha")
    assert found["trains:MS"] == (None, "Omaha-Denver")
    assert [name for name in found if name.startswith("trains:")] == ["trains:WW", "trains:MS"]
    assert [name for name in found if name.startswith("hand:")] == ["hand:1", "hand:2", "hand:3"]
    assert {"display", "decks"} <= set(found)


def test_southern_pacific_tells_all_of_it(tmp_path: Path) -> None:
    assert set(packing(played(tmp_path, "southern-pacific/whole-evening.evening"))) == {"rest"}


NOTED = """
Dave: note about=rural:SC text="by the river"
Pete: note text="about nothing"
Ed: note about=rural:SC text="north of Augusta"
Ed: note about=rest text="in the attic"
"""


def test_the_newest_note_that_stands_is_found_again(tmp_path: Path) -> None:
    player = played(tmp_path, "gulf-mobile-ohio/common-shares.evening", NOTED)
    note = packing(player)["rural:SC"]["note"]
    assert (note["text"], note["seat"], note["by"]) == ("north of Augusta", 1, "seat:1")
    assert packing(player)["rural:VC"]["note"] is None
    assert packing(player)["rest"]["note"]["text"] == "in the attic"
    last = player.table.revision
    said = render(player.table.outcome(last - 1).summary, player.names)
    assert said == "Ed, Rural hexes of the SC: north of Augusta"
    player.rewind(0, "amend", {"revision": note["revision"], "move": None})
    assert packing(player)["rural:SC"]["note"]["text"] == "by the river"
    player.rewind(0, "undo", {"to": last - 4})
    assert packing(player)["rural:SC"]["note"] is None


def test_a_note_is_about_something_that_is_there(tmp_path: Path) -> None:
    player = played(tmp_path, "gulf-mobile-ohio/common-shares.evening")
    with pytest.raises(RefusedError) as refused:
        player.move(1, {"type": "note", "about": "rural:CEN", "text": "nowhere"})
    assert refused.value.code == "invalid"
