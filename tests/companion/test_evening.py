"""What is remembered of an evening, and statistics of several: arithmetic by hand."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from companion.documents.evening import digest_of, evening_of, is_nobody, nobody, person, played_for, without
from companion.documents.statistics import Played, Statistics, rows
from companion.games import GAMES
from companion.table.journal import Line
from companion.words.values import Seat
from tests.evening_reader import play_evening
from tests.table_player import TablePlayer

EVENINGS = Path(__file__).parent.parent / "evenings"


def test_an_evening_that_was_worked_out_by_hand() -> None:
    player = TablePlayer()
    play_evening(EVENINGS / "texas-pacific/end-eight-rounds.evening", player, GAMES)
    table = player.table
    names = {Seat(n): f"Player {n}" for n in range(1, table.seats + 1)}
    found = evening_of(table, names, (60, 0))
    # Ed 20 + 3 + 6 + 15 ranches, Dave 30 + 4, Pete 30 + 5. Each certificate cost ten dollars and brought what the last
    # General Dividends paid for it: the SP 6, the GHH 3, the KATY 4, the MP 5.
    assert found.body["seats"] == [
        ["Player 1", 1, True, 44, 60, "SP", 10, 6, "GHH", 10, 3],
        ["Player 2", 3, False, 34, 0, "KATY", 10, 4, "KATY", 10, 4],
        ["Player 3", 2, False, 35, None, "MP", 10, 5, "MP", 10, 5],
    ]
    assert found.body["nobodys"] == []
    assert found.played == digest_of(table)
    assert len(found.played) == 64


def test_whoever_nobody_plays_is_remembered_too() -> None:
    player = TablePlayer()
    play_evening(EVENINGS / "union-pacific/two-players-third-wins.evening", player, GAMES)
    found = evening_of(player.table, {Seat(1): "Ed", Seat(2): "Dave"})
    assert [seat[:4] for seat in found.body["seats"]] == [["Ed", 2, False, 9], ["Dave", 3, False, 7]]
    assert found.body["nobodys"] == [["Imaginary player", 1, True, 25]]


def lines(*times: str) -> list[Line]:
    return [Line(n, f"2026-01-03T{at}Z", "host", "move", {}) for n, at in enumerate(times, 1)]


def test_how_long_it_was_played() -> None:
    """From the first move on; a stretch of more than an hour is a break, and one in which the clock was set back does
    not count."""
    assert played_for(lines("19:00:00", "19:30:00", "20:00:00", "20:10:30")) == timedelta(
        minutes=40, seconds=30
    )
    assert played_for(lines("10:00:00", "10:01:00", "11:02:00", "11:03:00")) == timedelta(minutes=1)
    assert played_for(lines("10:00:00", "10:05:00", "10:01:00", "10:02:00")) == timedelta(minutes=1)
    assert played_for([Line(1, "never", "host", "move", {})] * 3) == timedelta()
    assert played_for([]) == timedelta()


def test_people_are_told_apart() -> None:
    assert person(" Ed  Smith ") == person("ED smith")
    assert person("Zoe\u0308") == person("Zo\u00eb")
    assert len({person(name) for name in ("Ed", "Éd", "🚂", "🚃", "-")}) == 5
    assert is_nobody(nobody(3))
    assert not is_nobody("N. N.")


def evening(code: str, at: str, seats: list[list[Any]], length: int = 3600, game: str = "g") -> Played:
    body = {
        "began": at,
        "length": length,
        "unit": "$",
        "prefix": "$",
        "suffix": "",
        "seats": seats,
        "nobodys": [],
    }
    return Played(code, game, at, body)


ED, ANN = "Ed", "Ann"
NONE = [None] * 6
"""No investment, neither best nor worst."""
THREE = [
    evening(
        "C", "2026-03-01T00:00:00.000Z", [[ED, 1, True, 50, 100, "KP", 5, 30, "MP", 9, 2],
        [ANN, 2, False, 45, 300, *NONE]], 5400,
    ),
    evening("B", "2026-02-02T00:00:00.000Z", [["ed", 1, True, 40, None, *NONE],
        [ANN, 1, True, 40, None, *NONE], ["N. N. 3", 3, False, 7, None, "KP", 1, 90, "KP", 1, 90]]),
    evening("A", "2026-02-01T00:00:00.000Z", [["Ed", 2, False, 10, 50, "MP", 4, 4, "MP", 4, 4],
        [ANN, 1, True, 90, 20, "TP", 1, 3, "TP", 1, 3]], 1800),
]  # fmt: skip
"""The newest first, as they are kept."""


def test_players_and_whom_they_met() -> None:
    told = Statistics(THREE, {"g": "The Game"}).document()
    assert (told["evenings"], told["seconds"]) == (3, 10_800)
    ann, ed = told["players"]
    assert ann == {
        "name": ANN, "games": 3, "wins": 2, "placings": [2, 1], "streak": 2, "at_turn": 160,
        "scores": [{"game": "g", "games": 3, "wins": 2, "best": 90, "mean": 58, "least": 40}],
    }  # fmt: skip
    assert (ed["name"], ed["wins"], ed["placings"], ed["streak"], ed["at_turn"]) == ("Ed", 2, [2, 1], 2, 75)
    assert told["head_to_head"] == [
        {"one": ANN, "other": "Ed", "games": 3, "one_ahead": 1, "other_ahead": 1}
    ], "and a draw"
    assert told["months"] == [{"month": "2026-02", "evenings": 2}, {"month": "2026-03", "evenings": 1}]
    (game,) = told["games"]
    assert game["seconds"] == {"least": 1800, "mean": 3600, "most": 5400}
    assert game["scores"] == {"least": 7, "mean": 40, "most": 90}


def test_investments_and_records() -> None:
    told = Statistics(THREE, {}).document()
    best = [(item["player"], item["railroad"], item["code"]) for item in told["investments"]["best"]]
    assert best == [(ED, "KP", "C"), (ANN, "TP", "A")], "the MP of the first evening brought what it cost"
    assert [(item["player"], item["code"]) for item in told["investments"]["worst"]] == [(ED, "C")]
    found = {item["record"]: (item["code"], item["players"], item["value"]) for item in told["records"]}
    assert found == {
        "longest": ("C", [ED], 5400),
        "shortest": ("A", [ANN], 1800),
        "highest": ("A", [ANN], 90),
        "closest": ("B", ["ed", ANN], 0),
        "widest": ("A", [ANN], 80),
        "streak": (None, [ANN, ED], 2),
    }
    of_ann = Statistics(THREE, {}, person(ANN)).document()
    assert {item["player"] for item in of_ann["investments"]["best"]} == {ANN}


def test_of_several_games_the_first_of_each() -> None:
    other = evening(
        "D", "2026-04-01T00:00:00.000Z", [[ED, 1, True, 3, None, "X", 9, 12, "Y", 9, 1]], game="h"
    )
    told = Statistics([other, *THREE], {}).document()
    assert [(item["game"], item["railroad"]) for item in told["investments"]["best"]] == [
        ("g", "KP"),
        ("h", "X"),
    ]
    assert ("closest", "h") not in {(item["record"], item["game"]) for item in told["records"]}, "alone"


def test_where_points_decide_no_investment_is_good_or_bad() -> None:
    other = evening(
        "D", "2026-04-01T00:00:00.000Z", [[ED, 1, True, 3, None, "X", 9, 99, "Y", 99, 1]], game="h"
    )
    other.body["unit"] = "VP"
    told = Statistics([other, *THREE], {}).document()["investments"]
    assert {item["game"] for items in told.values() for item in items} == {"g"}
    assert Statistics([other], {}).document()["investments"] == {"best": [], "worst": []}


def test_of_a_game_that_was_already_on_nobody_knows_how_long_it_took() -> None:
    """It is neither the longest nor the shortest; what was won in it counts."""
    player = TablePlayer()
    play_evening(EVENINGS / "prairie-railroads/begun-in-the-middle.evening", player, GAMES)
    names = {Seat(n): name for n, name in enumerate((ED, ANN, "Pete"), 1)}
    body = evening_of(player.table, names, (60, 50, 40)).body
    # The KP share that Ed has bought since is all of which it is known what it has cost.
    assert body["seats"] == [
        [ED, 1, True, 133, None, "KP", 8, 19, "KP", 8, 19],
        [ANN, 3, False, 87, None, *NONE],
        ["Pete", 2, False, 112, None, *NONE],
    ]
    joined = Played("D", "g", "2026-04-01T00:00:00.000Z", {**body, "length": 5})
    told = Statistics([joined, *THREE], {}).document()
    (game,) = told["games"]
    assert game["seconds"] == {"least": 1800, "mean": 3600, "most": 5400}
    found = {item["record"]: (item["code"], item["value"]) for item in told["records"]}
    assert (found["longest"], found["shortest"]) == (("C", 5400), ("A", 1800))
    assert found["highest"] == ("D", 133)
    alone = Statistics([joined], {}).document()
    assert alone["games"][0]["seconds"] == {"least": 0, "mean": 0, "most": 0}
    assert not {"longest", "shortest"} & {item["record"] for item in alone["records"]}


def test_of_none_there_is_nothing() -> None:
    told = Statistics([], {}).document()
    assert told["evenings"] == 0
    assert not any(told[name] for name in ("players", "games", "head_to_head", "records", "months"))
    assert list(rows(told)) == []


def test_without_somebody() -> None:
    body = without(THREE[1].body, person("ED"))
    assert [seat[0] for seat in body["seats"]] == ["N. N. 1", ANN, "N. N. 3"]
    assert THREE[1].body["seats"][0][0] == "ed"
