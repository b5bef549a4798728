"""The Python client: whatever gets lost on the way, a move is made once."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.client import (
    AgainstTheRulesError,
    Companion,
    FactsNeededError,
    InvalidError,
    NotAllowedError,
    NotNowError,
    NotThereError,
    SeatTakenError,
    StaleError,
    Table,
    TooCostlyError,
    UnreachableError,
    joined,
)
from companion.client.asking import waits
from tests import losing
from tests.losing import LosingLine
from tests.playing import finished
from tests.ports import free_port
from tests.server import ROOT, Server, new_party

HARMS = (
    losing.never_sent,
    losing.answer_lost,
    losing.answer_torn,
    losing.busy,
    losing.gateway,
)
SETUP: Mapping[str, Any] = {"options": {"first_bidder": 1, "teach": False}}
NAMES = ("Ed", "Dave", "Pete")


@pytest.fixture
def line(server: Server) -> Iterator[LosingLine]:
    """To the server of the run."""
    with contextlib.closing(LosingLine(server)) as found:
        yield found


@pytest.fixture
def own_line(own_server: Server) -> Iterator[LosingLine]:
    """To a server that may be killed."""
    with contextlib.closing(LosingLine(own_server)) as found:
        yield found


def companion(line: LosingLine, paused: list[float] | None = None) -> Companion:
    """A companion over that line; nobody really waits, the waits are only written down."""
    found = Companion(line.address)
    found.asking.pause = ([] if paused is None else paused).append
    return found


def table(line: LosingLine, paused: list[float] | None = None) -> Table:
    """A new table; this program is the host."""
    return companion(line, paused).create("prairie-railroads", NAMES, **SETUP)


def types(table: Table) -> list[str]:
    return [entry.move["type"] for entry in table.entries(after=1)]


@pytest.mark.parametrize("harm", HARMS, ids=[harm.__name__ for harm in HARMS])
def test_a_move_is_made_once(line: LosingLine, harm: losing.Meddling) -> None:
    paused: list[float] = []
    host = table(line, paused)
    line.told.put(harm)
    line.told.put(harm)
    made = host.move("auction_result", winner=2, amount=7)
    assert (made.revision, made.entry.move["amount"], made.entry.by) == (2, 7, "host")
    assert types(host) == ["auction_result"]
    assert len(paused) == 2
    assert sum(asked.startswith(b"POST") and b"/moves" in asked for asked in line.asked) == 3
    line.told.put(harm)
    undone = host.undo()
    assert (undone.revision, types(host)) == (3, ["auction_result", "undo"])
    line.told.put(harm)
    assert (host.redo().revision, types(host)) == (4, ["auction_result", "undo", "redo"])
    line.told.put(harm)
    amended = host.amend(2, {"type": "auction_result", "winner": 2, "amount": 8})
    assert (amended.revision, types(host)) == (5, ["auction_result", "undo", "redo", "amend"])


@pytest.mark.parametrize("harm", [losing.killed_before, losing.killed_after], ids=["before", "after"])
def test_a_server_that_is_killed_in_the_middle_of_a_move(own_line: LosingLine, harm: losing.Meddling) -> None:
    host = table(own_line)
    own_line.told.put(harm)
    made = host.move("auction_result", winner=2, amount=7)
    assert (made.revision, made.entry.move["amount"]) == (2, 7)
    assert types(host) == ["auction_result"]
    assert host.read().seats[1].shares == {"CRIP": 1}


def test_how_long_is_said_by_the_server(line: LosingLine) -> None:
    paused: list[float] = []
    host = table(line, paused)
    line.told.put(losing.busy)
    host.move("auction_result", winner=2, amount=7)
    assert paused == [3]


def test_when_patience_is_over_the_same_move_can_be_tried_again(line: LosingLine) -> None:
    host = table(line)
    line.told.put(losing.answer_lost)
    host.asking.patience = 0
    with pytest.raises(UnreachableError) as gave_up:
        host.move("auction_result", winner=2, amount=7)
    assert types(host) == ["auction_result"]
    again = host.move("auction_result", winner=2, amount=7, idempotency_key=gave_up.value.idempotency_key)
    assert (again.revision, types(host)) == (2, ["auction_result"])


def test_a_table_is_created_once_or_it_says_that_it_does_not_know(line: LosingLine) -> None:
    """If it were sent again, there might be two of them."""
    line.told.put(losing.busy)
    assert table(line).read().revision == 1
    line.told.put(losing.answer_lost)
    with pytest.raises(UnreachableError):
        table(line)
    assert [asked for asked in line.asked if b"POST" in asked] == [b"POST /api/v1/tables HTTP/1.1"] * 3


def test_where_nobody_listens_it_is_asked_again_whatever_it_is() -> None:
    nobody = Companion(f"http://127.0.0.1:{free_port()}")
    paused: list[float] = []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        nobody.asking.patience = 0 if len(paused) == 3 else nobody.asking.patience

    nobody.asking.pause = pause
    nobody.asking.patience = 1_000
    with pytest.raises(UnreachableError, match="does not answer"):
        nobody.create("prairie-railroads", NAMES)
    assert len(paused) == 3


def test_each_wait_is_longer_and_none_is_very_long() -> None:
    found = list(islice(waits(), 20))
    assert found[0] < 0.2
    assert all(1 <= wait <= 3 for wait in found[6:])


# --- tables and seats --------------------------------------------------------------------------------


def test_an_evening_begins(server: Server) -> None:
    here = Companion(f"http://127.0.0.1:{server.port}/")
    assert "prairie-railroads" in [game["slug"] for game in here.games()]
    assert here.game("prairie-railroads")["moves"]
    host = here.create("prairie-railroads", NAMES, **SETUP)
    ed = host.claim(1)
    assert ed.claim(1, ed.key).key == ed.key, "the same phone sits down again"
    with pytest.raises(SeatTakenError):
        host.claim(1)
    document = ed.read()
    assert [seat.claimed for seat in document.seats] == [True, False, False]
    assert [offer.type for offer in document.offers] == ["bid", "pass", "auction_result"]
    assert (document.turn.seat, document.finished, document.raw["you"]["role"]) == (1, False, "seat")
    would = ed.try_move("bid", amount=3)
    assert (would.entry.revision, would.table.auction and would.table.auction["high_bid"]) == (None, 3)
    assert ed.read() == document
    assert ed.move("bid", amount=3).entry.summary.startswith("Ed")
    assert ed.try_undo().entry.move["type"] == "undo"
    assert host.settlement()["projected"] is True
    again = here.read_in(host.export())
    assert types(again) == ["bid", "seed"]
    again.delete()
    with pytest.raises(NotThereError):
        again.read()
    host.release(1)
    with pytest.raises(NotAllowedError):
        ed.move("pass")


def test_a_join_link_is_all_it_takes(server: Server) -> None:
    host = Companion(f"http://127.0.0.1:{server.port}").create("prairie-railroads", NAMES, **SETUP)
    link = host.read().raw["join_url"]
    assert joined(link).claim(3).read().raw["you"]["seat"] == 3
    board = joined(link.replace("#", "/board#"))
    assert board.read().raw["you"]["role"] == "join"
    reader = joined(link.partition("#")[0])
    assert reader.read().code == host.code
    with pytest.raises(NotAllowedError):
        reader.move("pass")
    handed = host.asking.ask("POST", f"{host.path}/seats/3/handover", key=host.key)["url"]
    assert joined(handed).claim().read().raw["you"]["seat"] == 3
    club = joined("https://tables.example/club/t/K7QW2M9X#j=KEY")
    assert (club.asking.address, club.code, club.key) == ("https://tables.example/club", "K7QW2M9X", "KEY")
    for wrong in ("https://tables.example/", "tables.example/t/K7QW2M9X", "ftp://tables.example/t/K7QW2M9X"):
        with pytest.raises(ValueError, match=r"link|address"):
            joined(wrong)


def test_no_key_is_shown(server: Server) -> None:
    host = Companion(f"http://127.0.0.1:{server.port}").create("prairie-railroads", NAMES, **SETUP)
    assert host.key
    assert host.join_key
    host.asking.address, host.asking.patience = "http://127.0.0.1:1", 0
    with pytest.raises(UnreachableError) as lost:
        host.move("pass")
    for key in (host.key, host.join_key):
        assert key not in f"{host!r} {host} {lost.value!r} {lost.value.__cause__!r}"


def test_a_key_goes_before_what_netrc_knows(
    line: LosingLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = tmp_path / "netrc"
    known.write_text("machine 127.0.0.1 login ed password secret\n", "utf-8")
    monkeypatch.setenv("NETRC", str(known))
    assert table(line).move("auction_result", winner=2, amount=7).revision == 2


def test_a_box_of_ones_own(server: Server) -> None:
    """Made of a game's, kept, chosen by its name, and forgotten."""
    here = Companion(f"http://127.0.0.1:{server.port}")
    printed = here.box("prairie-railroads")
    kept = here.keep_box("of-the-client", {**printed, "name": "Short prairie", "cash": 33})
    assert (kept["name"], kept["companies"]) == ("Short prairie", printed["companies"])
    assert ("of-the-client", True) in [(box["name"], box["own"]) for box in here.boxes()]
    table = here.create("bank", ["Ann"], options={"box": "of-the-client"})
    assert table.read().seats[0].cash == 33
    with pytest.raises(InvalidError) as wrong:
        here.keep_box("of-the-client", {**printed, "cash": -1})
    assert list(wrong.value.errors) == ["cash"]
    here.forget_box("of-the-client")
    with pytest.raises(NotThereError):
        here.box("of-the-client")


# --- what is said ------------------------------------------------------------------------------------


def test_every_no_has_its_kind(server: Server) -> None:
    here = Companion(f"http://127.0.0.1:{server.port}")
    host = here.create("prairie-railroads", NAMES, **SETUP)
    ed, dave = host.claim(1), host.claim(2)
    with pytest.raises(NotNowError) as early:
        dave.move("bid", amount=1)
    assert (early.value.status, early.value.code) == (409, "not-now")
    with pytest.raises(TooCostlyError):
        ed.move("bid", amount=999)
    with pytest.raises(InvalidError) as wrong:
        ed.move("bid", amount="much")
    assert "amount" in wrong.value.errors
    with pytest.raises(StaleError):
        ed.move("bid", amount=1, expected_revision=7)
    with pytest.raises(NotAllowedError):
        ed.move("bid", amount=1, seat=2)
    with pytest.raises(NotThereError):
        here.table("ZZZZZZZZ").read()
    ed.move("bid", amount=5)
    with pytest.raises(AgainstTheRulesError):
        dave.move("bid", amount=4)
    host.move("auction_result", winner=1, amount=20)
    ed.move("build_start", **{"from": "Troy", "to": "Marysville"})
    host.move("auction_result", winner=2, amount=20)
    with pytest.raises(FactsNeededError) as asked:
        dave.move("build_start", **{"from": "Atchison", "to": "Topeka"})
    assert asked.value.needs[0]["path"] == ["cities", "Topeka", "income"]


def test_looking_back(own_server: Server) -> None:
    """An earlier moment, a copy of it, the evening on the shelf, the statistics, and somebody who is forgotten."""
    here = Companion(f"http://127.0.0.1:{own_server.port}")
    host = here.create("prairie-railroads", NAMES, **SETUP)
    ed = host.claim(1)
    ed.move("bid", amount=5)
    assert host.at(1).auction != host.read().auction
    with pytest.raises(InvalidError):
        host.at(99)
    with pytest.raises(NotAllowedError):
        ed.copy()
    tried = host.copy(at=1)
    tried.move("bid", seat=1, amount=9)
    assert (tried.read().auction or {})["high_bid"] == 9
    assert (host.read().auction or {})["high_bid"] == 5
    over = finished(new_party(own_server.client()))
    assert [evening["code"] for evening in here.evenings(player="Ed")] == [over.code]
    assert [evening["code"] for evening in here.evenings(key=over.host, more=[ed.key or ""])] == [over.code]
    assert here.statistics(game="southern-pacific")["evenings"] == 0
    assert here.forget_person("Pete") == 1
    assert not list(here.evenings(player="Pete"))
    with pytest.raises(NotThereError):
        here.forget_person("Pete")


# --- where it stands ---------------------------------------------------------------------------------

SERVERS_OWN = (
    "alembic apispec babel flask granian limits marshmallow matplotlib orjson qrcode sqlalchemy yaml werkzeug"
)
ALONE = f"""
import sys
for name in {SERVERS_OWN.split()}:
    sys.modules[name] = None
from companion.client import Companion
host = Companion(sys.argv[1]).create("southern-pacific", ["Ed", "Dave", "Pete"])
print(next(host.stream()).game, sorted(name for name in sys.modules if name.partition(".")[0] in ("api", "companion")))
"""


def test_it_needs_nothing_that_the_server_needs(server: Server) -> None:
    here = f"http://127.0.0.1:{server.port}"
    said = subprocess.run(
        [sys.executable, "-c", ALONE, here], capture_output=True, text=True, check=True, cwd=ROOT, timeout=60
    ).stdout
    game, _, modules = said.partition(" ")
    assert game == "southern-pacific"
    assert all(
        name == "'companion'" or "companion.client" in name for name in modules.strip(" []\n").split(", ")
    )
