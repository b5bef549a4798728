"""What the command line does with a store: check, export, import, host-key, backup; and dice and calculators without
one."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from tests.playing import begun, finished, party_with_rows, roll_and_pass
from tests.server import ROOT, Client, Server, new_party

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return command


def test_check(own_server: Server, run: Run) -> None:
    client = own_server.client()
    good, bad, undone = begun(new_party(client)), new_party(client), new_party(client)
    bad.made(1, "bid", amount=5)
    undone.made(1, "bid", amount=5)
    client.post(f"{undone.at}/undo", None, undone.host)
    at = ("--database", own_server.database)
    status, out, _ = run("check", *at)
    assert status == 0, out
    assert out.count("replayed alike") == 3
    with sqlite3.connect(own_server.folder / "companion.sqlite") as database:
        for party in (bad, undone):
            change = "UPDATE line SET body = replace(body, '5', '6') WHERE revision = 2 AND code = ?"
            database.execute(change, (party.code,))
    database.close()
    status, out, _ = run("check", *at)
    assert status == 1
    shown = dict(line.split(": ", 1) for line in out.splitlines())
    assert "replayed alike" in shown[good.code]
    assert "Line 2" in shown[bad.code]
    assert "Line 2" in shown[undone.code], "also what no longer stands must be what it was"
    assert run("check", *at, good.code)[0] == 0
    assert run("check", *at, "NOTABLE0")[0] == 1


def test_out_and_in_again(own_server: Server, run: Run, tmp_path: Path) -> None:
    party = finished(new_party(own_server.client()))
    at = ("--database", own_server.database)
    status, out, _ = run("export", *at, party.code)
    assert status == 0
    assert json.loads(out) == party.client.get(f"{party.at}/export").json
    file = tmp_path / "game.json"
    file.write_text(out, "utf-8")
    status, out, _ = run("import", *at, str(file))
    assert status == 0
    code, key = out.split()[1].rstrip(","), out.split()[-1]
    assert party.client.get(f"/tables/{code}", key).json["you"]["role"] == "host"
    file.write_text(file.read_text("utf-8").replace('"amount":20', '"amount":21'), "utf-8")
    status, _, err = run("import", *at, str(file))
    assert (status, len(err.splitlines())) == (1, 1)
    assert "Line 2" in err


@pytest.mark.parametrize("text", ["", "{", "[]", "12", "[" * 100_000, '{"export": 1}'])
def test_no_game(text: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, "utf-8")
    status, _, err = run("import", "--database", f"sqlite:///{tmp_path}/new.sqlite", str(file))
    assert (status, len(err.splitlines())) == (1, 1)


@pytest.mark.parametrize("claimed", [True, False])
def test_a_new_host_key_while_the_server_runs(claimed: bool, own_server: Server, run: Run) -> None:
    """The laptop lost its key: the new one is good at once, and stays good when a phone takes a seat first."""
    party = new_party(own_server.client())
    status, out, _ = run("host-key", "--database", own_server.database, party.code)
    assert status == 0
    if claimed:
        party.client.post(f"{party.at}/seats/3/release", None, party.host)
        party.claim(3)
    found = party.client.get(party.at, out.strip())
    assert found.status == 200, found.body
    assert found.json["you"]["role"] == "host"
    assert party.client.get(party.at, party.host).was == (401, "key-unknown")
    own_server.restart()
    party.client = own_server.client()
    assert party.document(out.strip())["you"]["role"] == "host"


def test_no_database_is_made_by_looking_for_one(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/typo/companion.sqlite"
    for command in (["check"], ["export", "ABCDEFGH"], ["host-key", "ABCDEFGH"]):
        status, _, err = run(*command, "--database", url)
        assert status == 1
        assert "no database" in err
    assert not list(tmp_path.iterdir())


def test_a_port_that_is_taken(own_server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.cli", "serve", "--no-browser", "--host", "127.0.0.1"]
    command += ["--port", str(own_server.port), "--database", f"sqlite:///{tmp_path}/other.sqlite"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
    assert found.returncode == 1
    assert "--port" in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_it_stops_when_asked(own_server: Server) -> None:
    """Ctrl+C with phones connected: a proper end, within a few seconds."""
    party = new_party(own_server.client())
    stream = own_server.stream(party, party.seats[1])
    stream.next()
    process = own_server.process
    assert process is not None
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    assert stream.ended()


def test_dice_without_a_table(run: Run, tmp_path: Path) -> None:
    at = ("--database", f"sqlite:///{tmp_path}/none.sqlite")
    status, out, _ = run("roll", *at, "prairie-railroads", "--dice", "1", "2")
    assert status == 0
    assert out.splitlines() == [
        "Prairie Railroads, Growth dice: 1 2",
        "  row: 12",
        "  primary: Pratt",
        "  secondary: Ransom",
    ]
    faces = {run("roll", *at)[1].splitlines()[0] for _ in range(30)}
    assert len(faces) > 4
    assert run("roll", *at, "southern-pacific")[0] == 1
    assert run("roll", *at, "prairie-railroads", "--dice", "7", "1")[0] == 1
    assert not (tmp_path / "none.sqlite").exists(), "looking makes no database"


CALCULATED = (
    (
        "prairie-railroads dividend income=61 shares=2",
        [
            "Per share: $61 ÷ 5, rounded up = $13 per share, $13",
            "2 shares: $61 ÷ 5, rounded up = $13 per share × 2 = $26, $26",
        ],
    ),
    ("prairie-railroads minimum-bid value=55", ["Minimum bid: $55 ÷ 5, rounded up = $11, $11"]),
    (
        "texas-pacific minimum-bid income=14 sold=2",
        ["Minimum bid: $14 ÷ (2 + 1) certificates, rounded up = $5, $5"],
    ),
    (
        "texas-pacific dividend income=16 sold=3",
        ["Per certificate: $16 ÷ 3, rounded up = $6 per certificate, $6"],
    ),
    (
        'union-pacific dividend value=7 players=[{"shares":3},{"shares":1},{"shares":1}]',
        [
            "1st place: 7, $7M",
            "2nd place: $7M ÷ 2, rounded down = $3M, $3M",
            "Player 1: 1st with 3 shares, $7M",
            "Player 2: tied for 2nd with 1 share each: $3M\u00a0÷\u00a02, rounded down, $1M",
            "Player 3: tied for 2nd with 1 share each: $3M\u00a0÷\u00a02, rounded down, $1M",
            "seat 1: $7M",
            "seat 2: $1M",
            "seat 3: $1M",
        ],
    ),
)
MISCALCULATED = (
    "prairie-railroads dividend",
    "prairie-railroads dividend income",
    "prairie-railroads dividend income=many",
    "prairie-railroads dividend 61 2",
    "texas-pacific dividend income=12 sold=2 certificates=3",
    'texas-pacific players=[{"cash":4},{"cash":4}]',
    "prairie-railroads",
)


def test_every_calculator_without_a_table(run: Run, tmp_path: Path) -> None:
    """Dividends and minimum bids of the rulebooks, each with its formula."""
    at = ("--database", f"sqlite:///{tmp_path}/none.sqlite")
    tied = 'southern-pacific players=[{"name":"Ed","cash":40},{"cash":40}]'
    status, out, err = run("settle", *at, *tied.split())
    assert (status, out) == (1, "")
    assert "Ed and Player 2 have the same cash: who has the Bull Market card?" in err
    for command, lines in CALCULATED:
        status, out, err = run("settle", *at, *command.split())
        assert (status, err) == (0, "")
        assert out.splitlines() == lines
    for wrong in MISCALCULATED:
        status, out, err = run("settle", *at, *wrong.split())
        assert (status, out, len(err.splitlines())) == (1, "", 1), wrong


def test_a_final_payoff_without_a_table(run: Run, tmp_path: Path) -> None:
    """Final Railroad Stock Payoffs: MP, income 55, value 85, four sold: three are Ed's, one is John's."""
    file = tmp_path / "table.json"
    table = {
        "railroads": [{"railroad": "MP", "value": 85, "income": 55, "sold": 4}],
        "players": [
            {"name": "John", "cash": 10, "shares": {"MP": 1}},
            {"name": "Ed", "cash": 0, "shares": {"MP": 3}},
        ],
    }
    file.write_text(json.dumps(table), "utf-8")
    at = ("--database", f"sqlite:///{tmp_path}/none.sqlite")
    status, out, _ = run("settle", *at, "prairie-railroads", str(file))
    assert status == 0
    assert "($85 + $55) ÷ 4 = $35 per share" in out
    assert [line for line in out.splitlines() if line[0].isdigit()] == ["1. Ed: $105  wins", "2. John: $45"]
    assert run("settle", *at, "monopoly", str(file))[0] == 1
    file.write_text("{", "utf-8")
    assert run("settle", *at, "prairie-railroads", str(file))[0] == 1


PAYOFFS = (
    (
        "prairie-railroads MP=85,55,4 Ed: cash=0 MP=3 John: cash=10 MP=1",
        ["MP, per share: ($85 + $55) ÷ 4 = $35 per share, $35", "1. Ed: $105  wins", "2. John: $45"],
    ),
    ("prairie-railroads MP=85,55,4", ["MP, per share: ($85 + $55) ÷ 4 = $35 per share, $35"]),
    (
        "texas-pacific GHH=7 SP=12 Ed: cash=20 GHH=1 SP=3 ranches=2 Dave: cash=26 GHH=1 SP=2",
        ["1. Dave: $36  wins", "2. Ed: $35", "     2 ranches: ranches: $1 × 2, $2"],
    ),
    (
        "union-pacific WW=1 EPRG=23 4=8,6,4,2,1 Ed: cash=10 WW=1 UP=2 Dave: cash=12 EPRG=4 UP=1 Pete: cash=20 EPRG=4",
        [
            "1. Pete: $38M  wins",
            "2. Dave: $36M",
            "3. Ed: $21M",
            "     4th dividend: UP: 2nd place pays $6M (1 share), $6M",
        ],
    ),
    ("gulf-mobile-ohio Ed: points=21 Dave: points=24", ["1. Dave: 24 VP  wins", "2. Ed: 21 VP"]),
    (
        "southern-pacific final_tie=holder_last Ed: cash=4 Dave: cash=4 card=yes",
        ["1. Ed: $4  wins", "2. Dave: $4"],
    ),
)


@pytest.mark.parametrize(("command", "lines"), PAYOFFS, ids=[command[:30] for command, _ in PAYOFFS])
def test_final_payoffs_in_words(run: Run, tmp_path: Path, command: str, lines: list[str]) -> None:
    """Sums made by hand, as in test_payoffs; each amount in the game's own unit."""
    status, out, err = run("settle", "--database", f"sqlite:///{tmp_path}/none.sqlite", *command.split())
    assert (status, err) == (0, "")
    ranks = [line for line in out.splitlines() if line[0].isdigit()]
    assert [line for line in ranks if "dividend" not in line] == [line for line in lines if line[0].isdigit()]
    assert set(lines) <= set(out.splitlines()), out


WRONG_WORDS = (
    ("settle prairie-railroads nosuch", "there is no file nosuch"),
    ("settle prairie-railroads {folder}", "{folder} is a folder"),
    ("settle prairie-railroads MX=4", "MX is nothing that is asked here; settlement: railroads ("),
    ("settle prairie-railroads MP=1 more", "more says nothing: give figures by name, such as railroads=…"),
    (
        "settle gulf-mobile-ohio Ed: cash=4",
        "cash is nothing that is asked here; settlement: players (name, points)",
    ),
    ("settle union-pacific Ed: cash=4 luck=1", "luck is nothing that is asked here; settlement: companies ("),
    ("settle union-pacific EPRG=x Ed: cash=4 EPRG=1", "companies.0.trains: must be a whole number"),
    ("settle union-pacific dividend value=7 players=[1]", "players.0: must be an object"),
    ("settle bank", "dividend: "),
    ("verify nosuch", "there is no file nosuch"),
    ("verify {folder}", "{folder} is a folder"),
    ("import nosuch", "there is no file nosuch"),
    ("roll nosuch", "no dice are rolled in nosuch; try prairie-railroads"),
)


@pytest.mark.parametrize(("command", "sentence"), WRONG_WORDS, ids=[command for command, _ in WRONG_WORDS])
def test_a_wrong_word_gets_a_sentence(run: Run, tmp_path: Path, command: str, sentence: str) -> None:
    status, out, err = run(*command.format(folder=tmp_path).split())
    assert (status, out, len(err.splitlines())) == (1, "", 1)
    assert err.startswith(f"companion: {sentence.format(folder=tmp_path)}")
    assert "Errno" not in err


def test_a_roll_without_a_table_is_checked(client: Client, run: Run, tmp_path: Path) -> None:
    file, growth = tmp_path / "roll.json", "/tools/prairie-railroads/growth"
    committed = client.post(growth, {"commit": True}).json
    file.write_text(json.dumps(committed), "utf-8")
    status, _, err = run("verify", str(file))
    assert (status, err) == (1, "companion: The seed is published when the dice are rolled\n")
    rolled = client.post(growth, {"id": committed["id"]}).json
    file.write_text(json.dumps(rolled), "utf-8")
    status, out, _ = run("verify", str(file))
    first, second = out.splitlines()
    assert status == 0
    assert (
        first
        == f"right: the seed of roll {rolled['id']} against its commitment {committed['commitment'][:12]}…"
    )
    assert second == f"right: roll {rolled['id']}: {rolled['dice'][0]} {rolled['dice'][1]}"
    for changed in ({"dice": [die % 6 + 1 for die in rolled["dice"]]}, {"commitment": "0" * 64}):
        file.write_text(json.dumps({**rolled, **changed}), "utf-8")
        status, out, _ = run("verify", str(file))
        assert (status, out.count("WRONG"), out.count("right")) == (1, 1, 1)
    unread: tuple[dict[str, Any], ...] = (
        {"seed": "x"},
        {"dice": None},
        {"game": "bank"},
        {"id": None, "dice": {}},
    )
    for more in unread:
        file.write_text(json.dumps({**rolled, **more}), "utf-8")
        assert run("verify", str(file))[0] == 1


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_a_port_there_is_none_of(run: Run, capsys: pytest.CaptureFixture[str], port: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", f"--port={port}"])
    assert ended.value.code == 2
    assert f"{port} is no port; they go from 0 to 65535" in capsys.readouterr().err


def test_a_backup_while_the_server_runs(own_server: Server, run: Run, tmp_path: Path) -> None:
    party = begun(new_party(own_server.client()))
    revision = party.document()["revision"]
    at = ("--database", own_server.database)
    copy = tmp_path / "copy.sqlite"
    assert run("backup", *at, str(copy))[0] == 0
    assert run("backup", *at, str(copy))[0] == 1, "a backup never writes over anything"
    party.made(3, "play_card", card="PD", source="hand")
    status, _, err = run("restore", *at, str(copy))
    assert status == 1
    assert "stop it first" in err
    assert party.document()["revision"] == revision + 1
    own_server.kill()
    nonsense = tmp_path / "nonsense.sqlite"
    nonsense.write_bytes(b"no database")
    assert run("restore", *at, str(nonsense))[0] == 1
    status, out, _ = run("restore", *at, str(copy))
    assert status == 0
    kept = Path(out.strip().rsplit(" ", 1)[-1])
    own_server.start()
    restarted = own_server.client()
    assert restarted.get(f"/tables/{party.code}").json["revision"] == revision
    assert run("check", "--database", f"sqlite:///{kept}", party.code)[0] == 0, "what was there is kept"


def test_dice_are_what_they_were_committed_to(own_server: Server, run: Run, tmp_path: Path) -> None:
    party = begun(party_with_rows(own_server.client()))
    roll_and_pass(party)
    roll_and_pass(party)
    file = tmp_path / "game.json"
    at = ("--database", own_server.database)
    file.write_text(run("export", *at, party.code)[1], "utf-8")
    assert run("verify", str(file))[0] == 1, "the seed is not published while the game goes on"
    figures = [
        {"of": f"seat:{n}", "name": f"cards.{c}", "value": 0} for n in (1, 2, 3) for c in ("CT", "OS", "PD")
    ]
    party.made(0, "correct", set=figures)
    party.made(party.document()["turn"]["seat"], "deck_empty")
    file.write_text(run("export", *at, party.code)[1], "utf-8")
    status, out, _ = run("verify", str(file))
    assert status == 0, out
    assert out.count("right: line") == 2
    raw = json.loads(file.read_text("utf-8"))
    for line in raw["lines"]:
        if line["body"].get("type") == "roll_growth":
            line["body"]["dice"][0] = line["body"]["dice"][0] % 6 + 1
    file.write_text(json.dumps(raw), "utf-8")
    status, out, _ = run("verify", str(file))
    assert (status, out.count("WRONG")) == (1, 2)
