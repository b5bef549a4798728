"""What Gulf, Mobile & Ohio says before and after a move: warnings, reasons of points, and what hands do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.evenings import play_evening
from companion.games import GAMES
from companion.games.gulf_mobile_ohio.box import COLOURS
from companion.games.gulf_mobile_ohio.state import cubes_of
from companion.text import render
from tests.table_player import TablePlayer

HEAD = "game gulf-mobile-ohio players Ed Dave Pete start_player=1\n"
SC = """
Ed: charter railroad=SC
Ed: auction_result winner=Dave amount=12
Dave: expand rural=1 cities=Charleston,Savannah
"""


@pytest.fixture
def after(tmp_path: Path) -> Callable[[str], TablePlayer]:
    """A table after these lines of an evening."""

    def played(lines: str) -> TablePlayer:
        evening = tmp_path / "an.evening"
        evening.write_text(HEAD + lines, encoding="utf-8")
        player = TablePlayer()
        play_evening(evening, player, GAMES)
        return player

    return played


def summary(player: TablePlayer) -> str:
    return render(player.table.outcome(player.table.revision).summary, player.names)


def hands(player: TablePlayer) -> list[str]:
    done = player.table.outcome(player.table.revision).instructions
    return [render(one.text, player.names) for one in done]


def hint(player: TablePlayer, railroad: str) -> str:
    offer = next(one for one in player.table.offers() if one.type == "charter")
    choice: Any = next(one for one in offer.fields[0].choices if one.value == railroad)
    return render(choice.hint, player.names)


def test_each_point_has_its_reason(after: Callable[[str], TablePlayer]) -> None:
    player = after(SC)
    assert "Dave scores 3 points (charter 1, Charleston 1, Savannah 1)" in summary(player)
    assert hands(player) == [
        "Put a green cube on Charleston",
        "Put a green cube on Savannah",
        "Put a green cube on 1 rural hex",
        "Move Dave's Victory Point Marker 0 → 3",
    ]


def test_what_is_bound_to_fail_is_said_before_the_auction(after: Callable[[str], TablePlayer]) -> None:
    player = after(SC)
    assert hint(player, "CEN") == (
        "Savannah · green · Beware: green stands in Savannah already: it will be cancelled"
    )
    assert hint(player, "VC") == "Richmond · green"
    player.move(2, {"type": "charter", "railroad": "CEN"})
    assert summary(player).endswith("beware: green stands in Savannah already: it will be cancelled")


def test_one_of_the_tied_colours_may_fail(after: Callable[[str], TablePlayer]) -> None:
    player = after(SC + "host: correct set=of>box,name>cubes_left.green,value>26")
    assert hint(player, "CEN") == (
        "Savannah · green / yellow · Beware: green would be cancelled: it stands in Savannah already"
    )


@pytest.mark.parametrize(
    ("cash", "words"),
    [
        ((40, 8, 40), "Beware: Dave has $8, and it takes $9"),
        ((8, 8, 8), "Beware: nobody has $9: it will be cancelled"),
    ],
)
def test_a_purse_that_cannot_reach_nine(
    after: Callable[[str], TablePlayer], cash: tuple[int, int, int], words: str
) -> None:
    figures = ";".join(f"of>seat:{seat},name>cash,value>{had}" for seat, had in enumerate(cash, 1))
    player = after(SC + f"host: correct set={figures}")
    assert hint(player, "VC") == f"Richmond · green · {words}"


def test_a_common_share_turns_the_charter_and_moves_the_marker(after: Callable[[str], TablePlayer]) -> None:
    player = after(SC + "Dave: auction_common railroad=SC")
    assert hands(player) == [
        "Put the SC's Common share in the Current Auction box",
        "Dave turns the Charter of the SC to its $3 side",
    ]
    player.move(2, {"type": "auction_result", "winner": 3, "amount": 2})
    assert summary(player) == (
        "Pete gets the Common share of the SC for $2; no cube is placed; $2 of the bid goes to the bank; "
        "the Common Share Sale Marker moves to 1"
    )
    assert hands(player) == [
        "Pete takes the Common share of the SC",
        "Move the Common Share Sale Marker to 1",
    ]


def test_cubes_are_strictly_limited(after: Callable[[str], TablePlayer]) -> None:
    ledger = after(SC).table.state.ledger
    assert {colour: ledger.totals()[cubes_of(colour)] for colour in COLOURS} == {
        "green": 32,
        "yellow": 26,
        "red": 20,
        "blue": 16,
        "black": 12,
        "purple": 6,
    }
