"""What Texas & Pacific knows by itself, so that nobody need say it: how many railroads are in a city, the next bid."""

from __future__ import annotations

from pathlib import Path

from companion.words.text import Text, render
from tests.companion.games.test_texas_pacific import build, field, played
from tests.table_player import TablePlayer


def in_row(
    player: TablePlayer, railroad: str, name: str, kind: str, hex_: str
) -> tuple[int | None, int | None]:
    """What a form fills in for a hex of that name, and its least."""
    hexes = field(player.offer("decide_track"), "hexes", railroad=railroad)
    for sub in hexes.fields:
        when = sub.when or {}
        names = when.get("name", hex_)
        named = hex_ in names if isinstance(names, tuple) else hex_ == names
        if sub.name == name and when.get("kind", kind) == kind and named:
            return sub.default, sub.least
    raise LookupError(name)


def test_how_many_are_in_a_city_is_filled_in_where_the_table_has_heard_of_all(tmp_path: Path) -> None:
    """Track in plain hexes is not in a city. A city that nobody has named may be any of them."""
    player = played(tmp_path)
    assert in_row(player, "SP", "rank", "city", "Oklahoma City") == (1, 1)
    assert in_row(player, "SP", "rank", "city", "Waco") == (None, 1)  # the table has not heard of it
    assert in_row(player, "SP", "income", "city", "Oklahoma City") == (
        None,
        2,
    )  # printed in the rulebook: 2 at least
    player.move(1, build("GHH", {"name": "Oklahoma City", "rank": 1}, {"kind": "plain", "rank": 1}))
    assert in_row(player, "KATY", "rank", "city", "Oklahoma City") == (2, 2)
    player.move(2, build("KATY", {"kind": "city", "income": 1, "rank": 1}))
    assert in_row(player, "MP", "rank", "city", "Oklahoma City") == (None, 1)
    assert in_row(player, "MP", "rank", "gray", "El Paso") == (1, 1)
    assert in_row(player, "MP", "rank", "plain", "Oklahoma City") == (None, 1)


def hint(player: TablePlayer, railroad: str) -> str:
    """What the form says of Dallas."""
    fields = field(player.offer("decide_track"), "hexes", railroad=railroad).fields
    choices = [one for sub in fields if sub.name == "name" for one in sub.choices or ()]
    [found] = [one for one in choices if one.value == "Dallas"]
    return render(found.hint or Text(""), player.names)


def test_who_entered_a_city_as_the_second_is_not_alone_there(tmp_path: Path) -> None:
    """The first one had not said its name."""
    player = played(tmp_path)
    player.move(1, build("GHH", {"kind": "city", "income": 1, "rank": 1}))
    player.move(2, build("KATY", {"name": "Dallas", "income": 1, "rank": 2}))
    assert hint(player, "MP") == "income 1, 2 railroads there"
    assert in_row(player, "MP", "rank", "city", "Dallas") == (None, 1)  # asked for all the same


def test_no_city_is_said_to_be_empty_where_it_is_asked_how_many_are_there(tmp_path: Path) -> None:
    """A city that nobody has named may be this one: then none is *named* there."""
    player = played(tmp_path)
    assert hint(player, "SP") == "no railroad yet"
    player.move(1, build("GHH", {"kind": "city", "income": 1, "rank": 1}))
    assert hint(player, "KATY") == "no railroad entered yet"


def test_what_is_filled_in_for_a_city_is_that_citys_alone(tmp_path: Path) -> None:
    """A field for each name: what is corrected for one city says nothing of another."""
    hexes = field(played(tmp_path).offer("decide_track"), "hexes", railroad="SP")
    certain = [sub.when["name"] for sub in hexes.fields if sub.name == "rank" and sub.when]
    assert {"Oklahoma City", "Dallas", "El Paso"} <= {name for name in certain if isinstance(name, str)}
    assert len(certain) == len(set(certain))


def test_the_table_says_the_least_bid_that_is_taken_now(tmp_path: Path) -> None:
    """Of what is auctioned $1 more than the high bid; its own minimum stays what a first bid must be."""
    player = played(tmp_path)
    player.move(1, {"type": "decide_stock", "railroad": "KATY", "amount": 5, "at_end": False})
    document = player.document()
    panel = next(one for one in document["panels"] if one["name"] == "railroads")
    at = [render(head.get("text", ""), player.names) for head in panel["columns"]].index("Min. bid")
    assert [row["cells"][at].get("number") for row in panel["rows"]][:2] == [2, 6]  # GHH 3 / 2
    assert document["railroads"][1]["min_bid"] == 2  # KATY 4 / 2


def test_the_length_of_a_track_stands_in_the_form_until_somebody_tells_it(tmp_path: Path) -> None:
    """With no amount entered, too; that the cube is on End now says it as well."""
    player = played(tmp_path, lengths="facts/decision_boxes/track=4")
    fields = {
        one.type: {sub.name: sub for sub in one.fields}
        for one in player.table.rules.play.offers(player.table.state)
    }
    assert "facts" not in fields["decide_track"]
    asked = fields["decide_stock"]["facts"]
    assert asked.when == {
        "at_end": False,
        "railroad": ("GHH", "KATY", "MP", "SP"),
    }  # below the keypad from the first
    assert [(need["path"], need["min"]) for need in asked.needs] == [(["decision_boxes", "stock"], 2)]
