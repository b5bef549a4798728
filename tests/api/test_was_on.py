"""A game that was already on when the companion joined it: what looks back on it says nothing that nobody entered."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.api.test_evenings_http import HttpPlayer
from tests.evening_reader import play_evening
from tests.indoors import Indoors
from tests.server import Party

EVENINGS = Path(__file__).parent.parent / "evenings"


@pytest.fixture
def joined(tmp_path: Path) -> Callable[[str], Party]:
    """The first game of an evening's file."""

    def play(name: str) -> Party:
        written = (EVENINGS / f"{name}.evening").read_text("utf-8").split("\ngame ")
        path = tmp_path / "first.evening"
        path.write_text("\ngame ".join(written[:2]), "utf-8")
        player = HttpPlayer(Indoors(tmp_path))
        play_evening(path, player, GAMES)
        return player.party

    return play


@pytest.fixture
def late(joined: Callable[[str], Party]) -> Party:
    """It was entered in round 8: Ed has $31, Dave 36, Pete 34. One turn later all have $40, Pete wins."""
    return joined("texas-pacific/begun-before-the-end")


def chart(party: Party, name: str) -> str:
    return party.client.get(f"{party.at}/charts/{name}.svg").body.decode()


def words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_lines_begin_where_it_was_entered(late: Party) -> None:
    svg = chart(late, "cash")
    assert re.findall(r"(\w+): from \$(\d+) to \$40", svg) == [("Ed", "31"), ("Dave", "36"), ("Pete", "34")]
    assert "8" in words(svg)
    assert "1" not in words(svg)


def test_turns_are_counted_from_the_entry(joined: Callable[[str], Party]) -> None:
    svg = chart(joined("prairie-railroads/begun-in-the-middle"), "worth")
    assert "Turns since entry" in words(svg)
    # Ed had $43, and of CRIP (5 + 2) / 1, ATSF (10 + 8) / 2 and MP (15 + 7) / 1 shares.
    assert "Ed: from $81 to $133" in svg


def test_what_was_paid_before_is_remembered_of_nobody(joined: Callable[[str], Party]) -> None:
    """Ed has bought a KP share since, and no other is known to have cost anything."""
    party = joined("prairie-railroads/begun-in-the-middle")
    said = words(party.client.get(f"{party.at}/result.svg").body.decode())
    assert [each.strip() for each in said if "ATSF" in each or "SLSF" in each or "KP" in each] == [
        "Ed: KP, paid $8, received $19"
    ]


def test_a_game_entered_near_its_end_is_remembered_without_investments(late: Party) -> None:
    said = words(late.client.get(f"{late.at}/result.svg").body.decode())
    assert not [each for each in said if "nvestment" in each or "GHH" in each]


def test_the_picture_says_what_has_decided(late: Party) -> None:
    """All three have $40 and a certificate less or a ranch more: the rule stands on it, in the reader's language."""
    said = words(late.client.get(f"{late.at}/result.svg").body.decode())
    assert "Ties: fewest certificates, then most ranches" in said
    told = words(late.client.get(f"{late.at}/result.svg?language=de&tall=true").body.decode())
    assert "Bei Gleichstand: die wenigsten Aktien, dann die meisten Ranches" in told
