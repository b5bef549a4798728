"""The position to check: each figure has one line, and a panel says itself which figures it repeats."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.documents.check_list import check_list
from companion.documents.table_document import Chair, table_document
from companion.games import GAMES
from companion.vocabulary.figures import TABLE, Figure
from companion.vocabulary.ledger import BOX, Account
from companion.vocabulary.minutes import Position
from companion.vocabulary.panels import bars, card, cell, grid, listing, meter, track
from companion.vocabulary.rules import Rules
from companion.words.text import say
from companion.words.values import Railroad, Seat
from tests.evening_reader import play_evening
from tests.table_player import TablePlayer, after
from tests.test_evenings import EVENINGS

MKT = Account("railroad:MKT")
ED = Account("seat:1")


def document(*panels: Any, **railroad: Any) -> dict[str, Any]:
    """A table of one player and one railroad."""
    mkt = {"id": "MKT", "name": "Katy", "colour": "", "shares_total": 5, "shares_unsold": 3, **railroad}
    ed = {"seat": 1, "name": "Ed", "cash": 8, "shares": {"MKT": 2}}
    return {
        "status": "playing",
        "turn": {"prompt": "Ed bids"},
        "round": 2,
        "auction": None,
        "bank": {"paper_total": None, "balance": 0},
        "end": [],
        "railroads": [mkt],
        "seats": [ed],
        "panels": list(panels),
    }


def tracked(*names: str, of: Account = MKT) -> list[Figure[Position]]:
    return [Figure(of, name, say(name), 0) for name in names]


def lines(shown: list[dict[str, Any]], section: str) -> dict[str, tuple[list[Any], str | None]]:
    """Each line by its name or the words of its label: its words, and which figure it is."""
    (found,) = (item for item in shown if item["name"] == section)
    return {
        line.get("name") or str(line["label"].get("text", line["label"])): (
            line["values"],
            line.get("figure"),
        )
        for line in found["lines"]
    }


def column(text: str, figure: str = "") -> Any:
    return cell(say(text), figure=figure)


def of_mkt(*cells: Any) -> Any:
    return [(cell(railroad=Railroad("MKT")), cells)]


def test_equal_numbers_are_not_one_figure() -> None:
    """Seven cubes and seven hexes: the panel that names the cubes is left out, the one with the hexes is not."""
    cubes = bars("cubes", say("Cubes"), [(cell(railroad=Railroad("MKT")), 7, 15)], figure="cubes_left")
    hexes = bars("hexes", say("Hexes"), [(cell(railroad=Railroad("MKT")), 7, None)], figure="hexes_left")
    shown = check_list(document(cubes, hexes, cubes_left=7), tracked("cubes_left", "hexes_left"))
    found = lines(shown, "railroad:MKT")
    assert found["cubes_left"] == ([{"number": 7}], "cubes_left")
    assert found["Hexes"] == ([{"number": 7}], "hexes_left")
    assert "Cubes" not in found


def test_different_numbers_may_be_one_figure() -> None:
    """A panel that is told otherwise than the document, such as in hundreds, still names the same figure."""
    panel = grid("railroads", say("Railroads"), [column("In hundreds", "income")], of_mkt(cell(number=3)))
    found = lines(check_list(document(panel, income=300), tracked("income")), "railroad:MKT")
    assert "In hundreds" not in found
    assert found["income"][0] == [{"number": 300, "unit": "$"}]


def test_what_names_no_figure_is_worked_out_and_has_no_line() -> None:
    columns = [column("Dividend"), column("Marker", "marker")]
    panel = grid("railroads", say("Railroads"), columns, of_mkt(cell(number=4), cell(number=2)))
    found = lines(check_list(document(panel), tracked("marker")), "railroad:MKT")
    assert "Dividend" not in found
    assert found["Marker"] == ([{"number": 2}], "marker")


def test_a_list_of_the_board_says_track_in_fewer_words() -> None:
    track = listing("track", say("Track"), [cell(say("A-B-C"), railroad=Railroad("MKT"), figure="link.")])
    links = [{"from": "A", "to": "B", "label": "A-B"}, {"from": "B", "to": "C", "label": "B-C"}]
    figures: list[Figure[Position]] = [
        Figure(
            MKT, "link.", say("Link"), None, 1, names=("A-B", "B-C"), member="links", chosen=("A-B", "B-C")
        )
    ]
    found = lines(check_list(document(track, links=links), figures), "railroad:MKT")
    assert "links" not in found
    assert found["Track"][1] == "link."
    without = lines(check_list(document(links=links), figures), "railroad:MKT")
    assert without["links"] == ([{"text": "A-B"}, {"text": "B-C"}], "link.")


def test_a_card_tells_whose_it_is_and_what_is_under_way_how_far() -> None:
    """The Bull Market card lies before Ed; of an operation it counts what is done, not who does it."""
    bull = card("bull", say("Bull Market card"), say("Breaks ties"), seat=Seat(1), account=ED, figure="cash")
    built = say("1 of 3 links built")
    operation = card("operation", say("The SP operates"), built, seat=Seat(1), account=TABLE, figure="builds")
    sold = meter("sold", say("Shares sold"), 11, 30)
    figures = [*tracked("builds", of=TABLE), *tracked("cash", of=ED)]
    shown = check_list(document(bull, operation, sold), figures)
    found = lines(shown, "table")
    assert found["Bull Market card"] == ([{"seat": 1}], "cash")
    assert "cash" not in lines(shown, "seat:1"), "what a card tells is asked for once"
    assert found["The SP operates"] == ([{"text": built}], "builds")
    assert "Shares sold" not in found, "it follows from what is unsold"


def test_what_lies_on_the_table_is_found_by_its_name() -> None:
    """The board tells what has grown last first; whoever checks looks for a city."""
    grown = [
        cell(say("{city} (row {row})", city=city, row=row)) for city, row in (("Pratt", 12), ("Hays", 33))
    ]
    shown = check_list(document(listing("growth", say("Growth"), grown)), tracked())
    (section,) = (one for one in shown if one["name"] == "panel:growth")
    assert [str(line["label"]["text"]) for line in section["lines"]] == ["Hays (row 33)", "Pratt (row 12)"]


def test_a_railroad_nobody_has_a_share_of_has_nothing_yet() -> None:
    """That its treasury is empty need not be checked; that it has money before its time must be."""
    panel = grid(
        "railroads", say("Railroads"), [column("Treasury", "treasury")], of_mkt(cell(number=0, unit="$"))
    )
    figures = tracked("treasury")
    fresh = lines(check_list(document(panel, shares_unsold=5, treasury=0), figures), "railroad:MKT")
    assert not {"treasury", "Treasury"} & set(fresh)
    rich = lines(check_list(document(panel, shares_unsold=5, treasury=3), figures), "railroad:MKT")
    assert rich["treasury"] == ([{"number": 3, "unit": "$"}], "treasury")


def test_a_company_of_the_bank_has_its_zeros_and_a_line_for_each_marker() -> None:
    """It may be paid before anybody has a share; each of its tracks is called by name and corrected by itself."""
    columns = [column("ore", "tracks.ore"), column("coal", "tracks.coal")]
    panel = grid("railroads", say("Companies"), columns, of_mkt(cell(number=0), cell(number=3)))
    price: Figure[Position] = Figure(TABLE, "tracks.price", say("price"), 7)
    figures = [*tracked("treasury", "tracks.ore", "tracks.coal"), price]
    mine = document(panel, shares_unsold=5, treasury=0, tracks={"ore": 0, "coal": 3})
    found = lines(check_list(mine, figures), "railroad:MKT")
    assert found["treasury"] == ([{"number": 0, "unit": "$"}], "treasury")
    assert found["ore"] == ([{"number": 0}], "tracks.ore")
    assert found["coal"] == ([{"number": 3}], "tracks.coal")
    assert "tracks" not in found


def test_what_follows_from_another_line_is_not_asked_again() -> None:
    """That a share is sold is seen by who has it, and what the host cannot change, too; of a pool the table tells."""
    of_mkt = document(chartered=True, common_sold=True, available=True, cube_colour="red", cubes_left=4)
    may_change: Figure[Position] = Figure(MKT, "available", say("Available"), 1)
    pool: Figure[Position] = Figure(BOX, "cubes_left.red", say("red cubes left"), 4)
    asked = lines(check_list(of_mkt, [may_change]), "railroad:MKT")
    assert {"available", "cubes_left", "holders"} <= asked.keys()
    assert {"chartered", "common_sold"}.isdisjoint(asked)
    left = lines(check_list(of_mkt, [replace(may_change, listed=False), pool]), "railroad:MKT")
    assert asked.keys() - left.keys() == {"available", "cubes_left"}


def test_who_has_each_share_is_said_once() -> None:
    """Where it is tracked share by share, nobody asks for all holders besides."""
    panel = grid(
        "railroads",
        say("Railroads"),
        [column("President", "president"), column("Common", "common_holder")],
        of_mkt(cell(seat=Seat(1)), cell(seat=Seat(1))),
    )
    figures = tracked("president", "common_holder")
    said = lines(check_list(document(panel, president=1), figures), "railroad:MKT")
    assert said["president"] == ([{"seat": 1}], "president")
    assert said["Common"][0] == [{"seat": 1}]
    assert {"President", "holders"}.isdisjoint(said)


def test_what_ends_the_game_is_no_thing_on_the_table() -> None:
    """It follows from what is ticked elsewhere; how much there is stands without what that means."""
    words = say("at 30 the game ends")
    shown = document(meter("sold", say("Shares sold"), 3, 30, text=words, account=TABLE, figure="sold"))
    shown["end"] = [{"progress": 1, "of": 3, "condition": "three are fully built"}]
    assert lines(check_list(shown, []), "table")["Shares sold"][0] == [{"number": 3, "of": 30}]
    assert set(lines(check_list(shown, []), "table")) == {"turn", "round", "Shares sold"}


def test_one_marker_of_the_table_is_a_line_of_it() -> None:
    labels = [say("Start"), say("End")]
    panel = track("cubes", say("Decision Track"), pieces=[(say("cube"), 0)], last=1, labels=labels)
    shown = check_list(document(panel), [])
    assert lines(shown, "table")["Decision Track"][0] == [{"text": labels[0]}]
    assert "panel:cubes" not in [section["name"] for section in shown]


def test_only_what_is_tracked_can_be_corrected() -> None:
    shown = check_list(document(income=4, home="Parsons"), tracked("cash", of=ED))
    assert lines(shown, "railroad:MKT")["income"] == ([{"number": 4, "unit": "$"}], None)
    assert lines(shown, "seat:1")["cash"] == ([{"number": 8, "unit": "$"}], "cash")
    assert lines(shown, "table")["turn"][1] is None


def test_a_meter_of_the_round_is_the_round() -> None:
    panel = meter("rounds", say("Round"), 2, 8, account=Account("table"), figure="round")
    shown = lines(check_list(document(panel), tracked("round", of=Account("table"))), "table")
    assert [name for name in shown if name.casefold() == "round"] == ["Round"]


def test_money_that_is_hidden_is_set_aside_counted() -> None:
    shown = document()
    shown["seats"][0]["cash"] = None
    assert lines(check_list(shown, tracked("cash", of=ED)), "seat:1")["cash"] == ([{"hidden": True}], "cash")


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_every_figure_has_one_line_at_most(rules: Rules[Any]) -> None:
    """In each game's longest evening; a list of the board has a line for each thing in it."""
    mine = [path for path in EVENINGS if path.parent.name == rules.box.slug]
    player = TablePlayer()
    play_evening(max(mine, key=lambda path: path.stat().st_size), player, GAMES)
    chairs = [Chair(Seat(n), name, "", False, False) for n, name in player.names.items()]
    shown = table_document(player.table, chairs, code="", version=1, options={})
    listed = check_list(shown, rules.correct.figures(player.table.state))
    counts = Counter(
        (line["of"], line["figure"])
        for section in listed
        for line in section["lines"]
        if "figure" in line and line["figure"][-1] != "." and section["name"] != "table"
    )
    shares = {
        count for count in counts if count[1].startswith("shares.")
    }  # a railroad's holders, a holder's shares
    assert counts
    assert not {count: n for count, n in counts.items() if n > 1 and count not in shares}


@pytest.mark.parametrize(("charters", "told"), [(["MKT"], False), ([], True)])
def test_shares_that_are_named_by_kind_are_not_counted_once_more(charters: list[str], told: bool) -> None:
    """A Charter and a Common of the same railroad are two shares of it."""
    shown = document()
    shown["seats"][0] |= {"charters": charters, "commons": ["MKT"]}
    assert ("shares" in lines(check_list(shown, []), "seat:1")) == told


OPENING = (
    "game texas-pacific players Ed Dave Pete first_bidder=1",
    "Ed: auction_result winner=Ed amount=10",
    "Ed: auction_result winner=Dave amount=10",
    "Dave: auction_result winner=Pete amount=10",
    "Pete: auction_result winner=Ed amount=10",
)


def of_tp(player: TablePlayer) -> tuple[list[Any], str | None]:
    """The cubes of the TP to be checked, and which figure they are."""
    chairs = [Chair(Seat(n), name, "", False, False) for n, name in player.names.items()]
    shown = table_document(player.table, chairs, code="", version=1, options={})
    figures = player.table.rules.correct.figures(player.table.state)
    return lines(check_list(shown, figures), "railroad:TP")["cubes_left"]


def test_before_the_tp_opens_its_cubes_lie_together(tmp_path: Path) -> None:
    """With the two that are laid out as it opens; until then they are no figure to be corrected."""
    opened = after("\n".join(OPENING), tmp_path)
    opened.move(0, {"type": "correct", "set": [{"of": "seat:1", "name": "ranches", "value": 5}]})
    assert of_tp(opened) == ([{"number": 16}], None)
    opened.move(0, {"type": "correct", "set": [{"of": "railroad:TP", "name": "open", "value": 1}]})
    assert of_tp(opened) == ([{"number": 14}], "cubes_left")
