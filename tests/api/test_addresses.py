"""Which address a QR shows, and that a phone's camera reads it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest

from api import addresses
from api.app import create_app
from api.settings import Settings
from companion.service import Service
from companion.store.sql import SqlStore
from tests.scanning import on_screen, scanned
from tests.server import Client, Party, Server, new_party


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
        assert [item["url"] for item in items if not item["url"].endswith(f".local:{server.port}")][1:] == own
        assert found.headers["cache-control"] == "no-store"
        for item in items:
            assert item["join_url"] == f"{item['url']}/t/{party.code}#j={party.join}"
            picture = party.client.call("GET", f"!{item['qr'][1:]}", key=party.host)
            assert picture.status == 200
            assert scanned(on_screen(picture.body.decode(), 400)) == item["join_url"]
            assert unquote(item["qr"]).endswith(f"address={item['url']}")
            handed = party.client.post(f"{party.at}/seats/2/handover", {"address": item["url"]}, party.host)
            assert handed.json["url"].startswith(f"{item['url']}/t/{party.code}#s=2&h=")
            assert scanned(on_screen(handed.json["qr_svg"], 400)) == handed.json["url"]
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
    assert [item["join_url"] for item in only] == [party.document(party.host)["join_url"]], (
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


def test_a_board_on_this_machine_is_told_where_phones_find_it(tmp_path: Path) -> None:
    """A second window beside the host's has no key and shows the address it stands in itself, which leads nobody else
    there; a TV that came by an address of the network needs none."""
    service = Service(SqlStore(f"sqlite:///{tmp_path}/companion.sqlite"))
    phone = create_app(service, Settings(base_url="http://a.local:8000")).test_client()
    told = b' data-phones="http://a.local:8000"'
    for here in ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"):
        assert told in phone.get("/t/ABCDEFGH/board", base_url=here).data, here
        assert told not in phone.get("/t/ABCDEFGH", base_url=here).data, "a phone's first load is no larger"
    for elsewhere in ("http://192.168.0.9:8000", "http://127.example.org"):
        assert b"data-phones" not in phone.get("/t/ABCDEFGH/board", base_url=elsewhere).data
