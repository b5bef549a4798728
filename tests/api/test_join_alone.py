"""Six digits and the server's address: they lead to the table that shows them, and whoever guesses soon has to know a
table's code as well."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import Connection

from api.caller import MOST_WRONG_DIGITS, RATES
from companion.service import Service, pins
from companion.service.keys import MOST_WRONG
from companion.service.live import Live
from companion.store.opening import store_at
from companion.store.sql import SqlStore
from companion.words.errors import RuleError
from tests.server import Client, Party, Reply, Server, new_party


def digits(party: Party) -> str:
    return str(party.document(party.host)["join_pin"])


def other(pin: str) -> str:
    """Digits that no table of a test shows: the odds are one in a million."""
    return f"{(int(pin) + 1) % 1_000_000:06}"


def way(party: Party) -> dict[str, str]:
    return {"code": party.code, "join_key": party.join}


def test_the_digits_lead_to_their_table(client: Client) -> None:
    parties = [new_party(client, claim=False) for _ in range(3)]
    for party in parties:
        pin = digits(party)
        for written in (pin, f" {pin[:3]} {pin[3:]} "):
            found = client.post("/join", {"pin": written})
            assert (found.status, found.json) == (200, way(party))
    key = "a-key-of-a-phone-that-cannot-scan"
    assert client.post(f"{parties[1].at}/seats/2/claim", {"key": key}, parties[1].join).status == 200


def test_wrong_ones_lead_nowhere_and_change_no_tables_digits(client: Client) -> None:
    """They cannot be charged to a table: whoever guesses would take its digits from everybody's."""
    party = new_party(client, claim=False)
    pin, version = digits(party), party.document(party.host)["version"]
    for _ in range(MOST_WRONG):
        refused = client.post("/join", {"pin": other(pin)})
        assert refused.was == (401, "key-unknown")
    assert "No table shows these digits" in refused.json["detail"]
    assert (digits(party), party.document(party.host)["version"]) == (pin, version)


def test_digits_that_have_changed(party: Party, client: Client) -> None:
    """After too many wrong ones at the table itself, and with a new QR: the new ones lead there, the old nowhere."""
    first = digits(party)
    for _ in range(MOST_WRONG):
        client.post(f"{party.at}/join", {"pin": other(first)})
    second = digits(party)
    assert client.post("/join", {"pin": first}).was == (401, "key-unknown")
    assert client.post("/join", {"pin": second}).json == way(party)
    assert client.call("PATCH", party.at, {"new_join": True}, party.host).status == 200
    assert client.post("/join", {"pin": second}).was == (401, "key-unknown")
    found = client.post("/join", {"pin": digits(party)}).json
    assert (found["code"], found["join_key"] == party.join) == (party.code, False)
    assert party.link.endswith(found["join_key"])


@pytest.mark.parametrize("sent", ["", "12345", "1234567", "abcdef", "\u0661\u0662\u0663\u0664\u0665\u0666"])
def test_what_are_no_six_digits(sent: str, client: Client) -> None:
    assert client.post("/join", {"pin": sent}).was == (401, "key-unknown")


@pytest.mark.parametrize("sent", [123456, None, ["1"], "1" * 21])
def test_what_is_no_text(sent: Any, client: Client) -> None:
    assert client.post("/join", {"pin": sent}).was == (422, "invalid")


# --- how many tries ------------------------------------------------------------------------------------------


@pytest.fixture
def proxied(own_server: Server) -> Server:
    """One that believes what a proxy says of where a call comes from, and counts anew."""
    own_server.kill()
    own_server.arguments = ("--behind-proxy",)
    return own_server.start()


def trying(client: Client) -> Callable[[str, str], Reply]:
    return lambda pin, address: client.post("/join", {"pin": pin}, X_Forwarded_For=address)


def test_few_a_minute_from_one_address(proxied: Server) -> None:
    """Right or wrong, with a table's code or without."""
    client = proxied.client()
    party = new_party(client, claim=False)
    tried, pin = trying(client), digits(party)
    assert [tried(pin, "10.0.0.7").status for _ in range(RATES["join"])] == [200] * 5
    assert tried(pin, "10.0.0.7").was == (429, "too-many")
    assert client.post(f"{party.at}/join", {"pin": pin}, X_Forwarded_For="10.0.0.7").status == 429
    assert tried(pin, "10.0.0.8").status == 200


def test_few_wrong_ones_an_hour_from_everywhere(proxied: Server) -> None:
    """Right ones do not count. After the last wrong one not even right ones are taken without a code, nor is said that
    they were; with the table's code they are."""
    client = proxied.client()
    party = new_party(client, claim=False)
    tried, pin = trying(client), digits(party)
    for n in range(MOST_WRONG_DIGITS):
        assert tried(pin, f"10.0.{n}.1").status == 200
        assert tried(other(pin), f"10.0.{n}.2").was == (401, "key-unknown")
    for typed in (pin, other(pin)):
        late = tried(typed, "10.1.0.1")
        assert late.was == (429, "too-many")
        assert "type the table's code or its address first" in late.json["detail"]
        assert int(late.headers["retry-after"]) == 3600
    known = client.post(f"{party.at}/join", {"pin": pin}, X_Forwarded_For="10.1.0.2")
    assert known.json == {"join_key": party.join}


# --- which tables --------------------------------------------------------------------------------------------

OLD = "2020-01-01T00:00:00.000Z"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    found = Service(store_at(f"sqlite:///{tmp_path / 'companion.sqlite'}"))
    yield found
    found.close()


def created(service: Service) -> Live:
    return service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"teach": False}, {}, None).live


def aged(at: Path, code: str, *, entries: bool) -> None:
    """A table that was created long ago; entries: nor was anything entered since."""
    with sqlite3.connect(at / "companion.sqlite") as database:
        database.execute("UPDATE game_table SET created_at = ? WHERE code = ?", (OLD, code))
        if entries:
            database.execute("UPDATE line SET at = ? WHERE code = ?", (OLD, code))
    database.close()


def refused(service: Service, pin: str) -> str:
    with pytest.raises(RuleError) as error:
        pins.way_in(service, pin)
    assert error.value.code == "key-unknown"
    return str(error.value.text)


def test_a_table_at_which_nothing_has_happened_for_long_is_not_found(
    service: Service, tmp_path: Path
) -> None:
    live = created(service)
    aged(tmp_path, live.code, entries=False)
    assert pins.way_in(service, live.join_pin) == (live.code, live.join_key)
    aged(tmp_path, live.code, entries=True)
    assert "No table shows these digits" in refused(service, live.join_pin)


def test_only_the_newest_are_looked_at(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins, "MOST_TABLES", 2)
    first, *others = (created(service) for _ in range(3))
    aged(tmp_path, first.code, entries=False)
    assert "No table" in refused(service, first.join_pin)
    assert [pins.way_in(service, live.join_pin).code for live in others] == [live.code for live in others]


def test_two_tables_with_the_same_digits(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is led to the wrong one."""
    one, two = created(service), created(service)
    monkeypatch.setattr("companion.service.keys.digits", lambda key, wrong: "123456")
    assert "type the table's code" in refused(service, "123456")
    service.forget(two.code)
    assert pins.way_in(service, "123456").code == one.code


def test_no_game_is_loaded_for_it(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: one question to the store."""
    lives = [created(service) for _ in range(5)]
    other = Service(service.store)
    database = cast(SqlStore, service.store).database
    asked, read = [], database.read

    def counted(job: Callable[[Connection], Any]) -> Any:
        asked.append(job)
        return read(job)

    monkeypatch.setattr(database, "read", counted)
    assert pins.way_in(other, lives[3].join_pin).code == lives[3].code
    assert (len(asked), other.tables_loaded) == (1, 0)
