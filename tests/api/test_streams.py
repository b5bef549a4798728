"""Live tables: what arrives, in which order, and for whom."""

from __future__ import annotations

import json
import socket
import threading
import zlib
from typing import Any

from api.compression import begun as begun_packed
from api.compression import stored
from tests.playing import begun, plain
from tests.server import Client, Party, Server, new_party, times
from tests.spread import Several


def _without_phones(document: Any) -> Any:
    """Phones come and go while the test looks."""
    seats = [{**seat, "connected": None} for seat in document["seats"]]
    return {**plain(document), "seats": seats}


def test_first_the_table_as_it_is(party: Party, server: Server) -> None:
    for key in (None, party.join, party.seats[2], party.host):
        stream = server.stream(party, key)
        version, document = stream.next()
        assert version == document["version"]
        assert _without_phones(document) == _without_phones(party.document(key))
        stream.close()


def test_how_a_stream_is_sent(party: Party, server: Server) -> None:
    stream = server.stream(party)
    headers = stream.answer.headers
    assert headers["content-type"].startswith("text/event-stream")
    assert headers["cache-control"] == "no-store"
    assert headers["content-length"] is None
    assert headers["x-content-type-options"] == "nosniff"
    stream.close()


def test_a_phone_that_comes_back_gets_it_compressed(party: Party, server: Server) -> None:
    """The first document is small; what follows arrives at once, and both read the same as without."""
    begun(party)
    plain_one = server.stream(party, party.host)
    packed = server.stream(party, party.host, Accept_Encoding="gzip")
    assert packed.answer.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain_one.answer.headers
    assert "Accept-Encoding" in packed.answer.headers["vary"]
    version, first = packed.next()
    assert plain(first) == plain(plain_one.next()[1])
    assert packed.weighed < len(json.dumps(first)) / 4
    for n in range(3):
        party.made(0, "note", text=f"note {n}")
        later, document = packed.next()
        assert later > version
        assert document == plain_one.next()[1]
        version = later
    for stream in (packed, plain_one):
        stream.close()


def test_stored_blocks_are_what_deflate_calls_so() -> None:
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    long = bytes(range(256)) * 600  # more than two blocks
    assert reader.decompress(begun_packed(b"first")) == b"first"
    assert reader.decompress(stored(long)) == long
    assert reader.decompress(stored(b"")) == b""
    assert reader.decompress(stored(b"last")) == b"last"


def test_every_change_in_order(party: Party, server: Server) -> None:
    """Forty notes from two sides: every viewer sees every revision, rising."""
    keys = [None, party.join, *party.seats.values(), party.host]
    roles = ["reader", "join", *["seat"] * len(party.seats), "host"]
    streams = [server.stream(party, key) for key in keys]
    last = 1 + 2 * times(200)

    def notes(key: str) -> None:
        client = server.client()
        for n in range(times(200)):
            assert client.post(f"{party.at}/moves", {"type": "note", "text": str(n)}, key).status == 201
        client.close()

    threads = [threading.Thread(target=notes, args=(key,)) for key in (party.host, party.seats[1])]
    for thread in threads:
        thread.start()
    for role, stream in zip(roles, streams, strict=True):
        seen: list[tuple[int, int]] = []
        while not seen or seen[-1][1] < last:
            version, document = stream.next()
            assert document["version"] == version
            seen.append((version, document["revision"]))
        versions, revisions = zip(*seen, strict=True)
        assert list(versions) == sorted(set(versions))
        if not isinstance(server, Several):  # what comes from another process may come together
            assert sorted(set(revisions)) == list(range(revisions[0], last + 1)), "none is left out"
        assert document["you"]["role"] == role
    for thread in threads:
        thread.join(20)
    for stream in streams:
        stream.close()


def test_everybody_their_own_offers(party: Party, server: Server) -> None:
    reader, host = server.stream(party), server.stream(party, party.host)
    seats = {seat: server.stream(party, key) for seat, key in party.seats.items()}
    party.made(1, "bid", amount=2)
    shown = host.until(lambda document: document["revision"] == 2)["offers"]
    assert {offer["seat"] for offer in shown} >= {2}
    assert reader.until(lambda document: document["revision"] == 2)["offers"] == []
    for seat, stream in seats.items():
        document = stream.until(lambda document: document["revision"] == 2)
        assert document["offers"] == [offer for offer in shown if offer["seat"] == seat]
        assert document["you"] == {"role": "seat", "seat": seat}
    for stream in (reader, host, *seats.values()):
        stream.close()


def test_a_dry_run_and_a_refusal_tell_nobody(party: Party, client: Client, server: Server) -> None:
    stream = server.stream(party)
    stream.next()
    body = {"type": "bid", "amount": 2}
    assert client.post(f"{party.at}/moves?dry_run=true", body, party.seats[1]).status == 200
    assert client.post(f"{party.at}/moves", body, party.seats[2]).status == 409
    party.made(0, "note", text="the next thing that is heard")
    assert stream.next()[1]["revision"] == 2
    stream.close()


def test_not_modified(party: Party, client: Client) -> None:
    first = client.get(party.at, party.host)
    etag = first.headers["etag"]
    for sent in (etag, f"W/{etag}", f'"x", {etag}'):
        found = client.get(party.at, party.host, If_None_Match=sent)
        assert (found.status, found.body) == (304, b"")
        assert found.headers["etag"] == etag
    party.made(0, "note", text="x")
    found = client.get(party.at, party.host, If_None_Match=etag)
    assert found.status == 200
    assert found.headers["etag"] != etag
    varies = first.headers["vary"].split(", ")
    assert sorted(varies) == ["Accept-Encoding", "Accept-Language", "Authorization"]
    assert "private" in first.headers["cache-control"]


def test_every_visible_change_is_a_new_version(party: Party, client: Client, server: Server) -> None:
    seen = [party.document()["version"]]

    def changed() -> None:
        seen.append(party.document()["version"])
        assert seen[-1] > seen[-2]

    party.made(1, "bid", amount=1)
    changed()
    client.post(f"{party.at}/undo", None, party.host)
    changed()
    client.post(f"{party.at}/seats/3/release", None, party.host)
    changed()
    party.claim(3)
    changed()
    client.call("PATCH", party.at, {"seats": [{"seat": 1, "name": "Eddie"}]}, party.host)
    changed()
    stream = server.stream(party, party.seats[1])
    stream.next()
    changed()
    stream.close()


def test_no_version_comes_back_after_a_restart(own_server: Server) -> None:
    """Whoever was cut off must never take an old picture for the current one."""
    party = new_party(own_server.client())
    seen = [party.document()["version"]]
    for n in range(4):
        for _ in range(n + 1):
            party.made(0, "note", text="x")
        etag = party.client.get(party.at).headers["etag"]
        seen.append(party.document()["version"])
        if n % 2:
            own_server.restart()
        else:
            own_server.kill()
            own_server.start()
        party.client = own_server.client()
        assert party.client.get(party.at, If_None_Match=etag).status == 200
        seen.append(party.document()["version"])
        stream = own_server.stream(party)
        assert stream.next()[0] >= seen[-1]
        stream.close()
    assert seen == sorted(set(seen))


def test_a_restart_ends_streams_and_they_come_back(own_server: Server) -> None:
    party = new_party(own_server.client())
    stream = own_server.stream(party, party.seats[1])
    before = stream.next()[1]
    own_server.restart()
    assert stream.ended()
    after = own_server.stream(party, party.seats[1]).next()[1]
    assert after["version"] > before["version"]
    assert plain(after) == plain(before)


def test_a_phone_that_does_not_read_holds_up_nobody(party: Party, server: Server) -> None:
    """However much is left unread, the others hear of every note."""
    with socket.create_connection(("127.0.0.1", server.port)) as sleeper:
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sleeper.sendall(f"GET /api/v1{party.at}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        reader = server.stream(party)
        for _ in range(150):
            party.made(0, "note", text="x" * 500)
        assert reader.until(lambda document: document["revision"] == 151)
        reader.close()
