"""A seat on a new phone: asked for, answered at the table; a new QR; and which address a QR shows."""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import zxingcpp
from PIL import Image

from api import addresses
from companion.errors import RuleError
from companion.service import Service, keys, limits, requests, seats
from companion.service.keys import Viewer
from companion.service.live import GONE_SECONDS, Live
from companion.store import StoreUnavailableError
from companion.store.sql import SqlStore
from companion.values import Seat
from tests.server import Client, Party, Reply, Server, new_party, times


def fresh() -> str:
    return secrets.token_urlsafe(24)


def ask(party: Party, seat: int, key: str, by: str | None = None) -> Reply:
    return party.client.post(f"{party.at}/seats/{seat}/request", {"key": key}, by or party.join)


def answer(party: Party, id_: str, approve: Any, key: str) -> Reply:
    return party.client.post(f"{party.at}/requests/{id_}", {"approve": approve}, key)


def claim(party: Party, seat: int, key: str) -> Reply:
    return party.client.post(f"{party.at}/seats/{seat}/claim", {"key": key}, party.join)


# --- over HTTP ---------------------------------------------------------------------------------------


def test_yes(party: Party, server: Server) -> None:
    """The host says yes: the new phone sits there, the old one is out, and the minutes say who agreed."""
    new, old = fresh(), party.seats[2]
    streams = {key: server.stream(party, key) for key in (old, party.join, party.seats[3])}
    version = party.document()["version"]
    asked = ask(party, 2, new)
    assert asked.status == 200
    assert (len(asked.json["pin"]), asked.json["pin"].isdigit()) == (2, True)
    assert asked.json["seat"] == 2
    assert ask(party, 2, new).json == asked.json, "the same again, for the answer was lost"
    host = party.document(party.host)
    assert host["version"] > version, "it is seen at once"
    assert host["revision"] == 1, "and makes nobody's move stale"
    known = {name: asked.json[name] for name in ("id", "seat", "until")} | {"name": "Dave"}
    pin = asked.json["pin"]
    assert host["requests"] == [known | {"pin": pin, "may_answer": True}]
    assert party.document(party.seats[3])["requests"] == [known | {"pin": pin, "may_answer": False}]
    assert party.document(old)["requests"][0]["may_answer"] is True
    assert party.document(party.join)["requests"] == [known], "whoever asks has the number already"
    assert party.document()["requests"] is None
    assert claim(party, 2, new).was == (409, "seat-taken"), "not yet"
    assert party.client.get(party.at, new).was == (401, "key-unknown")

    said = answer(party, asked.json["id"], True, party.host)
    assert said.json == {"id": asked.json["id"], "seat": 2, "approved": True}
    assert streams[old].ended()
    assert party.client.get(party.at, old).was == (401, "key-unknown")
    streams[party.join].until(lambda document: not document["requests"])
    taken = claim(party, 2, new)
    assert taken.status == 200, "that is how the new phone learns of it: it claims, as it would have"
    assert taken.json["table"]["you"] == {"role": "seat", "seat": 2}
    last = taken.json["table"]["recent"][-1]
    assert (last["by"], last["move"]["type"], last["move"]["seat"]) == ("app", "note", 2)
    assert "(host)" in last["summary"]
    assert answer(party, asked.json["id"], True, party.host).json == said.json, "the same again"
    assert answer(party, asked.json["id"], False, party.host).was == (409, "not-now")
    for stream in streams.values():
        stream.close()


def test_no(party: Party) -> None:
    new = fresh()
    asked = ask(party, 2, new).json
    assert answer(party, asked["id"], False, party.seats[2]).json["approved"] is False
    assert party.document(party.host)["requests"] == []
    assert claim(party, 2, new).was == (409, "seat-taken")
    assert party.document(party.seats[2])["you"]["seat"] == 2
    assert answer(party, asked["id"], True, party.host).was == (409, "not-now")
    assert "does not play" in party.document()["recent"][-1]["summary"]
    assert ask(party, 2, new).json["id"] != asked["id"], "one may ask again"


def test_the_seats_own_phone_says_yes(party: Party) -> None:
    new, old = fresh(), party.seats[2]
    asked = ask(party, 2, new).json
    assert answer(party, asked["id"], True, old).status == 200
    assert answer(party, asked["id"], True, old).was == (401, "key-unknown"), "it is out now"
    assert claim(party, 2, new).status == 200
    assert "(Dave)" in party.document()["recent"][-1]["summary"]


def test_who_may_not_answer(party: Party, server: Server) -> None:
    stream = server.stream(party, party.seats[2])
    asked = ask(party, 2, fresh()).json
    for key, code in (
        (party.seats[1], (403, "not-your-seat")),
        (party.join, (403, "not-your-seat")),
        (fresh(), (401, "key-unknown")),
    ):
        assert answer(party, asked["id"], True, key).was == code
    stream.next()
    stream.close()
    assert answer(party, asked["id"], True, party.seats[1]).was == (403, "not-your-seat"), (
        "gone, but not long"
    )
    found = party.client.post(f"{party.at}/requests/{asked['id']}", {"approve": True})
    assert found.was == (401, "key-needed")
    for wrong in ("yes", 1, None):
        assert answer(party, asked["id"], wrong, party.host).was == (422, "invalid")
    assert answer(party, "nothing", True, party.host).was == (404, "no-such-request")
    other = new_party(party.client)
    assert answer(other, asked["id"], True, other.host).was == (404, "no-such-request"), "of another table"
    assert party.document(party.seats[2])["you"]["seat"] == 2


def test_what_cannot_be_asked_for(party: Party, client: Client) -> None:
    lobby = new_party(client, claim=False)
    assert ask(lobby, 2, fresh()).was == (409, "not-now"), "a free seat is taken, not asked for"
    assert ask(party, 9, fresh()).was == (404, "no-such-seat")
    for key in ("short", "ä" * 20):
        assert ask(party, 2, key).was == (422, "invalid")
    for known in (party.host, party.join, party.seats[1], party.seats[2]):
        assert ask(party, 2, known).was == (422, "invalid")
    assert client.post(f"{party.at}/seats/2/request", {}, party.join).was == (422, "invalid")
    assert ask(party, 2, fresh(), party.seats[1]).was == (403, "not-your-seat")
    assert ask(party, 2, fresh(), party.host).was == (403, "not-your-seat")
    new = fresh()
    first = ask(party, 2, new).json
    assert ask(party, 2, fresh()).was == (409, "not-now"), "one at a time"
    assert ask(party, 3, new).was == (422, "invalid"), "one phone asks for one seat"
    second = ask(party, 3, fresh()).json
    assert second["pin"] != first["pin"]
    assert new not in client.get(party.at, party.host).body.decode()


def test_whoever_takes_another_seat_meanwhile_asks_no_more(party: Party, client: Client) -> None:
    """A wrong name was tapped, then the right one: that key must not speak for two seats."""
    assert client.post(f"{party.at}/seats/3/release", None, party.host).status == 200
    new = fresh()
    asked = ask(party, 2, new).json
    other = ask(party, 1, fresh()).json
    assert claim(party, 3, new).status == 200
    assert [one["id"] for one in party.document(party.host)["requests"]] == [other["id"]]
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")
    assert party.document(party.seats[2])["you"] == {"role": "seat", "seat": 2}, "who sat there still does"
    assert party.document(new)["you"] == {"role": "seat", "seat": 3}


def test_a_release_or_a_handover_ends_the_question(party: Party, client: Client) -> None:
    asked = ask(party, 2, fresh()).json
    client.post(f"{party.at}/seats/2/release", None, party.host)
    assert party.document(party.host)["requests"] == []
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")
    asked = ask(party, 3, fresh()).json
    key = client.post(f"{party.at}/seats/3/handover", None, party.host).json["handover_key"]
    client.post(f"{party.at}/seats/3/claim", {"key": fresh()}, key)
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")


def test_a_new_phone_takes_back_what_the_old_one_did(party: Party) -> None:
    """The note between them is nobody's move."""
    party.made(1, "bid", amount=3)
    new = fresh()
    answer(party, ask(party, 1, new).json["id"], True, party.host)
    assert party.document()["revision"] == 3
    stale = party.move(2, "bid", amount=4, expected_revision=2)
    assert stale.status == 201, "a note makes no phone stale"
    party.client.post(f"{party.at}/undo", None, party.seats[2])
    assert party.client.post(f"{party.at}/undo", {"to": 1}, new).status == 201


def test_yes_and_no_at_the_same_moment(server: Server) -> None:
    """One answer holds, and everybody is told the same one."""
    for _ in range(times(100)):
        party = new_party(server.client())
        new = fresh()
        id_ = ask(party, 2, new).json["id"]
        gate = threading.Barrier(2)

        def say(
            approve: bool, party: Party = party, id_: str = id_, gate: threading.Barrier = gate
        ) -> tuple[int, str]:
            client = server.client()
            gate.wait(20)
            found = client.post(f"{party.at}/requests/{id_}", {"approve": approve}, party.host)
            client.close()
            return found.was

        with ThreadPoolExecutor(2) as pool:
            yes, no = pool.map(say, (True, False))
        assert {yes, no} == {(200, ""), (409, "not-now")}
        assert claim(party, 2, new).was == ((200, "") if yes[0] == 200 else (409, "seat-taken"))
        party.client.close()


def test_a_new_phone_outlives_a_restart(own_server: Server) -> None:
    party = new_party(own_server.client())
    new = fresh()
    answer(party, ask(party, 2, new).json["id"], True, party.host)
    ask(party, 3, fresh())
    own_server.kill()
    own_server.start()
    party.client = own_server.client()
    assert party.document(new)["you"]["seat"] == 2
    assert party.client.get(party.at, party.seats[2]).was == (401, "key-unknown")
    assert party.document(new)["requests"] == [], "a question is a matter of two minutes and is asked again"
    assert new not in own_server.log


# --- in time -----------------------------------------------------------------------------------------


@dataclass
class Clock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Table:
    live: Live
    clock: Clock
    service: Service

    def ask(self, seat: int, key: str | None = None) -> requests.Request:
        return requests.ask(self.live, Seat(seat), key or keys.new_key())

    def answer(self, request: requests.Request, by: int) -> str:
        viewer = Viewer("seat", Seat(by)) if by else Viewer("host")
        try:
            requests.answer(self.live, request.id, viewer, lambda: True)
        except RuleError as error:
            return error.code
        return ""

    def sit(self, seat: int) -> None:
        seats.claim(self.live, Seat(seat), keys.new_key(), self.live.join_key)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Dave's and Ed's phones have been there since before the server was started; Pete has none yet."""
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    service = Service(store)
    live = service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"first_bidder": 1}, {}, None).live
    clock = Clock()
    live.clock, live._opened = clock, clock.now
    for seat in (1, 2):
        seats.claim(live, Seat(seat), keys.new_key(), live.join_key)
    live._claimed.clear()
    yield Table(live, clock, service)
    store.close()


def test_two_minutes(table: Table) -> None:
    key = keys.new_key()
    first = table.ask(2, key)
    table.clock.now += requests.REQUEST_SECONDS - 1
    assert [one["pin"] for one in requests.shown(table.live, Viewer("host"))] == [first.pin]
    table.clock.now += 1
    assert requests.shown(table.live, Viewer("host")) == []
    assert table.answer(first, 0) == "not-now"
    second = table.ask(2, key)
    assert second.id != first.id
    assert table.answer(second, 0) == ""
    table.clock.now += 3_600
    assert table.answer(second, 0) == "no-such-request"
    assert table.live.stored.seats[1].key_hash == keys.hashed(key)


def test_another_player_when_the_phone_has_been_gone_for_a_minute(table: Table) -> None:
    seats.present(table.live, Seat(2), 1)
    table.clock.now += 500
    request = table.ask(2)
    assert table.answer(request, 1) == "not-your-seat", "it is there"
    seats.present(table.live, Seat(2), -1)
    table.clock.now += GONE_SECONDS - 1
    assert table.answer(request, 1) == "not-your-seat"
    table.clock.now += 1
    assert requests.shown(table.live, Viewer("seat", Seat(1)))[0]["may_answer"] is True
    assert requests.shown(table.live, Viewer("seat", Seat(3)))[0]["may_answer"] is True
    assert table.answer(request, 1) == ""


def test_a_phone_that_came_back(table: Table) -> None:
    table.clock.now += 500
    request = table.ask(2)
    seats.present(table.live, Seat(2), 1)
    assert table.answer(request, 1) == "not-your-seat"


def test_nobody_sits_down_only_to_hand_themselves_a_seat(table: Table) -> None:
    """Pete's seat is taken after Dave's phone went, and after the question."""
    seats.present(table.live, Seat(2), 1)
    seats.present(table.live, Seat(2), -1)
    table.clock.now += 10
    table.sit(3)
    table.clock.now += GONE_SECONDS
    request = table.ask(2)
    assert table.answer(request, 3) == "not-your-seat"
    assert table.answer(request, 1) == ""


def test_a_seat_just_taken_has_not_been_gone(table: Table) -> None:
    table.clock.now += 500
    table.sit(3)
    request = table.ask(3)
    assert table.answer(request, 1) == "not-your-seat"
    table.clock.now += GONE_SECONDS
    assert table.answer(request, 1) == ""


def test_whoever_listens_hears_when_it_is_over(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "REQUEST_SECONDS", 0.05)
    table.live.clock = time.monotonic
    heard = threading.Event()
    request = table.ask(2)
    table.live.on_change = lambda live: heard.set() if not requests.open_requests(live) else None
    assert heard.wait(5)
    assert request.answer is None


def test_a_store_that_fails(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    request = table.ask(2)
    before = table.live.stored

    def failing(_: object) -> None:
        raise StoreUnavailableError

    with monkeypatch.context() as spoilt:
        spoilt.setattr(table.live.store, "update", failing)
        with pytest.raises(StoreUnavailableError):
            table.answer(request, 0)
        with pytest.raises(StoreUnavailableError):
            table.service.new_join(table.live)
    assert table.live.stored.seats == before.seats
    assert table.live.viewer(table.live.join_key) == Viewer("join")


def test_the_limit_does_not_go_to_the_new_phone(table: Table) -> None:
    limits.put(table.live, Viewer("seat", Seat(2)), lambda: 30)
    assert table.answer(table.ask(2), 0) == ""
    assert table.live.limits == {}


# --- a new QR ----------------------------------------------------------------------------------------


def test_a_new_qr_ends_the_old_one(party: Party, client: Client, server: Server) -> None:
    asked = ask(party, 2, fresh()).json
    lobby, seated = server.stream(party, party.join), server.stream(party, party.seats[1])
    lobby.next(), seated.next()
    old = client.get(f"{party.at}/qr.svg", party.host).body
    changed = client.call("PATCH", party.at, {"new_join": True}, party.host)
    assert changed.status == 200
    join = changed.json["join_url"].partition("#j=")[2]
    assert join != party.join
    assert lobby.ended()
    assert seated.until(lambda document: document["join_url"] == changed.json["join_url"])
    assert client.get(f"{party.at}/qr.svg", party.host).body != old
    assert ask(party, 2, fresh()).was == (401, "key-unknown")
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")
    assert party.document(party.seats[2])["you"]["seat"] == 2, "who sits there already stays"
    party.join = join
    assert ask(party, 2, fresh()).status == 200
    assert client.call("PATCH", party.at, {"new_join": False}, party.host).json["join_url"].endswith(join)
    assert client.call("PATCH", party.at, {"new_join": 1}, party.host).was == (422, "invalid")
    seated.close()


def test_a_new_qr_outlives_a_restart(own_server: Server) -> None:
    party = new_party(own_server.client(), claim=False)
    url = party.client.call("PATCH", party.at, {"new_join": True}, party.host).json["join_url"]
    own_server.kill()
    own_server.start()
    party.client = own_server.client()
    assert party.document(party.host)["join_url"] == url
    assert claim(party, 1, fresh()).was == (401, "key-unknown")
    party.join = url.partition("#j=")[2]
    assert claim(party, 1, fresh()).status == 200


# --- addresses ---------------------------------------------------------------------------------------


def scanned(svg: bytes) -> str:
    """What a phone's camera reads. The picture's path is drawn module by module."""
    size = int(re.search(rb'viewBox="0 0 (\d+)', svg)[1])  # type: ignore[index]
    picture = Image.new("L", (size, size), 255)
    x, y = 0.0, 0.0
    path = re.search(rb'd="(M[^"]+)"[^>]*class="qrline"|class="qrline"[^>]*d="([^"]+)"', svg)
    assert path
    for command, numbers in re.findall(rb"([Mmh])([^Mmh]*)", path[1] or path[2]):
        values = [float(n) for n in re.findall(rb"-?[\d.]+", numbers)]
        if command == b"h":
            for n in range(int(values[0])):
                picture.putpixel((int(x) + n, int(y)), 0)
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == b"M" else (x + values[0], y + values[1])
    large = picture.resize((size * 8, size * 8), Image.Resampling.NEAREST)
    return str(zxingcpp.read_barcodes(large)[0].text)


def test_which_address_the_qr_shows(tmp_path: Path) -> None:
    """A server with a name of its own, that listens on all networks: the host may choose any of them."""
    server = Server(tmp_path, "--public-url", "https://tables.example/club", "--host", "0.0.0.0")
    server.start()
    try:
        party = new_party(server.client())
        found = party.client.get(f"{party.at}/addresses", party.host)
        items = found.json["items"]
        assert items[0]["url"] == "https://tables.example/club"
        own = [f"http://{address}:{server.port}" for address in addresses.own_addresses()]
        assert [one["url"] for one in items if not one["url"].endswith(f".local:{server.port}")][1:] == own
        assert found.headers["cache-control"] == "no-store"
        for one in items:
            assert one["join_url"] == f"{one['url']}/t/{party.code}#j={party.join}"
            picture = party.client.call("GET", f"!{one['qr'][1:]}", key=party.host)
            assert picture.status == 200
            assert scanned(picture.body) == one["join_url"]
            assert unquote(one["qr"]).endswith(f"address={one['url']}")
            handed = party.client.post(f"{party.at}/seats/2/handover", {"address": one["url"]}, party.host)
            assert handed.json["url"].startswith(f"{one['url']}/t/{party.code}#s=2&h=")
            assert scanned(handed.json["qr_svg"].encode()) == handed.json["url"]
    finally:
        server.kill()


def test_no_qr_leads_elsewhere(party: Party, client: Client) -> None:
    for elsewhere in ("http://evil.example", "", "javascript:alert(1)", "http://127.0.0.1:1"):
        path = f"{party.at}/qr.svg?address={elsewhere}"
        assert client.get(path, party.host).was == (422, "invalid"), elsewhere
        body = {"address": elsewhere}
        assert client.post(f"{party.at}/seats/2/handover", body, party.host).was == (422, "invalid")
    assert client.post(f"{party.at}/seats/9/handover", None, party.host).was == (404, "no-such-seat")
    only = client.get(f"{party.at}/addresses", party.host).json["items"]
    assert [one["join_url"] for one in only] == [party.document(party.host)["join_url"]], (
        "one address is listened on"
    )


@pytest.mark.parametrize(
    ("host", "public", "secure", "proxy", "first", "own"),
    [
        ("0.0.0.0", "", False, False, "http://pi.local:8000", True),
        ("0.0.0.0", "", True, False, "https://pi.local:8000", True),
        ("192.168.7.1", "", False, False, "http://192.168.7.1:8000", False),
        ("::1", "", False, False, "http://[::1]:8000", False),
        ("0.0.0.0", "https://x.example/", False, False, "https://x.example", True),
        ("0.0.0.0", "https://x.example/", False, True, "https://x.example", False),
    ],
)
def test_all_the_ways_there_are(
    host: str,
    public: str,
    secure: bool,
    proxy: bool,
    first: str,
    own: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "local_name", lambda: "pi.local")
    now = ["192.168.1.5", "10.0.0.7"]
    monkeypatch.setattr(addresses, "own_addresses", lambda: tuple(now))
    base, all_of_them = addresses.reached_at(host, 8000, public, secure, proxy)
    scheme = "https" if secure else "http"
    more = [f"{scheme}://{name}:8000" for name in ("pi.local", *now)] if own else []
    assert (base, list(all_of_them())) == (first, list(dict.fromkeys([first, *more])))
    now[:] = ["172.20.10.3"]
    assert (f"{scheme}://172.20.10.3:8000" in all_of_them()) is own, "looked up anew: the laptop may move"


def test_this_machines_addresses() -> None:
    found = addresses.own_addresses()
    assert len(set(found)) == len(found)
    assert not any(address.startswith("127.") for address in found)
    assert addresses.lan_address() in (*found, "127.0.0.1")
