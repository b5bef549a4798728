"""A server with a game of another package: its words, help and contract are the package's own; and without it again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from api.prompt import settled
from companion.cli import main
from companion.games import GAMES
from tests.installing import another_game, installed
from tests.server import API, ROOT, Client, Command, Reply, Server, thorough

SLUG = "two-rivers"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder where another game is installed, and a package that is no game."""
    found = tmp_path / "site"
    another_game(found, "two_rivers", "Two Rivers")
    installed(found, "broken")
    return found


@pytest.fixture
def server(tmp_path: Path, site: Path) -> Iterator[Server]:
    """A server that finds them."""
    words = (sys.executable, "-m", "companion.cli")
    one = Command(tmp_path, *words, place=ROOT, PYTHONPATH=str(site), COMPANION_GAMES="")
    try:
        yield one.start()
    finally:
        one.kill()


def asked(client: Client, path: str, key: str = "", body: bytes = b"", language: str = "en") -> Reply:
    """The answer; the contract of the tests does not know that game."""
    headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {key}"} if key else {})
    headers |= {"Content-Type": "application/json"} if body else {}
    return client.exchange("POST" if body else "GET", API + path, body or None, headers)


def begun(client: Client) -> Any:
    body = b'{"game": "two-rivers", "players": ["Ed", "Dave", "Pete"], "options": {"first": 1}}'
    made = asked(client, "/tables", body=body)
    assert made.status == 201, made.body
    return made.json


def test_it_is_played_as_any_other_and_its_tables_outlive_it(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once with its package, and once without: then everything else goes on, and its tables are kept."""
    client = server.client()
    names = [each["name"] for each in asked(client, "/games").json["items"]]
    assert names == [*(rules.box.name for rules in GAMES[:-1]), "Two Rivers", GAMES[-1].box.name]
    assert server.log.count("is left out") == 1
    assert "the game of broken 1.0 is left out: there is no package broken" in server.log
    made = begun(client)
    table, host = f"/tables/{made['code']}", made["host_key"]
    played = asked(client, f"{table}/moves", host, b'{"type": "put_up", "seat": 1, "railroad": "HL"}')
    assert played.status == 201, played.body
    german = asked(client, table, language="de").json
    assert german["game_name"] == "Two Rivers"
    assert german["end"][0]["condition"] == "Runde 5 ist vorbei"
    assert german["end"][0]["counts"] == "Runden"
    help_ = asked(client, f"/games/{SLUG}/help", language="de").json
    assert (help_["name"], help_["guide"][0]["title"]) == ("Two Rivers", "Aufbau")

    server.environment = {}
    server.restart()
    client = server.client()
    gone = asked(client, table)
    assert (gone.status, gone.code) == (404, "no-such-game")
    assert gone.json["detail"] == (
        "This table plays two-rivers, which is not installed here any more; it is kept as it was"
    )
    assert asked(client, table, host).code == "no-such-game"
    for path in ("/games", "/evenings", "/statistics", "/tables"):
        assert asked(client, path, host).status == 200, path
    assert main(["check", made["code"], "--database", server.database]) == 1
    assert "which is not installed here any more" in capsys.readouterr().out
    assert main(["backup", str(server.folder / "copy.sqlite"), "--database", server.database]) == 0
    assert capsys.readouterr().err == "", "it is not taken for damaged"


@thorough
def test_a_game_without_calculators_says_so() -> None:
    """As that one is; a stranger's program asks for the final payoff at the command line."""
    rules = replace(GAMES[0], show=replace(GAMES[0].show, tools=()))
    with pytest.raises(OSError, match="has no calculators"):
        list(settled(rules, rules.box.shipped, (), lambda file: {}))


@thorough
def test_its_contract_has_it_too(server: Server) -> None:
    """So does the page that shows the contract."""
    client = server.client()
    contract = yaml.safe_load(client.exchange("GET", "/openapi.yaml", None, {}).body)
    assert "TwoRiversTable" in contract["components"]["schemas"]
    assert "TwoRiversPutUp" in contract["components"]["schemas"]
    assert client.exchange("GET", "/docs/shapes/TwoRiversTable", None, {}).status == 200
