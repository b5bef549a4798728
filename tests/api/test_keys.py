"""Every command with every kind of key: who may, who may not, and that a refusal changes nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.service import keys as keys_module
from tests.playing import plain
from tests.server import NAMES, PARTIES, Client, Party, Reply, Server, new_party

NOTE = {"type": "note", "text": "well"}
NEEDED, UNKNOWN, NOT_YOURS, HOST_ONLY = (
    (401, "key-needed"),
    (401, "key-unknown"),
    (403, "not-your-seat"),
    (403, "host-only"),
)
OK, MADE, GONE = (200, ""), (201, ""), (204, "")
NONE = (404, "no-such-request")
WHO = ("nobody", "a stranger", "another table's host", "join", "seat 2", "seat 1", "released", "host")
ALL = (OK, UNKNOWN, UNKNOWN, OK, OK, OK, UNKNOWN, OK)
HOST = (NEEDED, UNKNOWN, UNKNOWN, HOST_ONLY, HOST_ONLY, HOST_ONLY, UNKNOWN)
SEAT = (NEEDED, UNKNOWN, UNKNOWN, NOT_YOURS)

# method, path below the table, body, what each of WHO is answered
COMMANDS: tuple[tuple[str, str, Any, tuple[tuple[int, str], ...]], ...] = (
    ("GET", "", None, ALL),
    ("GET", "/moves", None, ALL),
    ("GET", "/settlement", None, ALL),
    ("GET", "/time-at-turn", None, ALL),
    ("GET", "/dice", None, ALL),
    ("GET", "/qr.svg", None, (NEEDED, *ALL[1:])),
    ("GET", "/export", None, (*HOST, OK)),
    ("POST", "/moves?dry_run=true", NOTE, (*SEAT, OK, OK, UNKNOWN, OK)),
    ("POST", "/moves", NOTE, (*SEAT, MADE, MADE, UNKNOWN, MADE)),
    ("POST", "/moves", {**NOTE, "seat": 1}, (*SEAT, NOT_YOURS, MADE, UNKNOWN, MADE)),
    ("POST", "/moves", {"type": "correct"}, (*SEAT, HOST_ONLY, HOST_ONLY, UNKNOWN, (422, "invalid"))),
    ("POST", "/undo", None, (*SEAT, HOST_ONLY, MADE, UNKNOWN, MADE)),
    ("POST", "/redo", None, (*SEAT, (409, "not-now"), (409, "not-now"), UNKNOWN, (409, "not-now"))),
    ("PUT", "/auction/limit", {"amount": 30}, (*SEAT, OK, OK, UNKNOWN, NOT_YOURS)),
    ("DELETE", "/auction/limit", None, (*SEAT, OK, OK, UNKNOWN, NOT_YOURS)),
    ("GET", "/seats/2/private-notes", None, (*SEAT, OK, NOT_YOURS, UNKNOWN, NOT_YOURS)),
    ("PUT", "/seats/2/private-notes", {"text": "hm"}, (*SEAT, OK, NOT_YOURS, UNKNOWN, NOT_YOURS)),
    ("PATCH", "", {"seats": [{"seat": 1, "colour": "#123456"}]}, (*HOST, OK)),
    ("POST", "/seats/1/release", None, (*HOST, OK)),
    ("POST", "/seats/1/handover", None, (*HOST, OK)),
    ("PATCH", "", {"new_join": True}, (*HOST, OK)),
    ("GET", "/addresses", None, (*HOST, OK)),
    (
        "POST",
        "/seats/1/request",
        {"key": "x" * 20},
        (*SEAT[:3], OK, NOT_YOURS, NOT_YOURS, UNKNOWN, NOT_YOURS),
    ),
    ("POST", "/requests/x", {"approve": True}, (*SEAT, NONE, NONE, UNKNOWN, NONE)),
    (
        "POST",
        "/requests/x/withdraw",
        {"key": "x" * 20},
        (*SEAT[:3], GONE, NOT_YOURS, NOT_YOURS, UNKNOWN, NOT_YOURS),
    ),
    ("DELETE", "", None, (*HOST, GONE)),
)


@pytest.fixture(scope="module")
def another_host(server: Server) -> str:
    """The host's key of another table."""
    return new_party(server.client(), claim=False).host


def _begun(client: Client, another_host: str) -> tuple[Party, list[str | None]]:
    """A table at which seat 1 has made the last move, and one key for each of WHO."""
    party = new_party(client)
    PARTIES.append(party)
    released = party.seats[3]
    assert client.post(f"{party.at}/seats/3/release", key=party.host).status == 200
    party.made(1, "bid", amount=1)
    stranger = secrets.token_urlsafe(24)
    return party, [
        None,
        stranger,
        another_host,
        party.join,
        party.seats[2],
        party.seats[1],
        released,
        party.host,
    ]


@pytest.mark.parametrize(
    "command", COMMANDS, ids=lambda c: f"{c[0]} {c[1]} {'' if c[2] is None else list(c[2])}"
)
def test_who_may(command: tuple[Any, ...], client: Client, another_host: str) -> None:
    """Whoever is refused changes nothing, so the next one asks at the same table; after a change the next one gets a
    new table."""
    method, path, body, answers = command
    fresh = True
    for who, answer in enumerate(answers):
        if fresh:
            party, keys = _begun(client, another_host)
            before = plain(party.document(party.host))
        found = client.call(method, party.at + path, body, keys[who])
        assert found.was == answer, (WHO[who], found.body)
        fresh = found.status < 400 and method != "GET"
        if not fresh:
            assert plain(party.document(party.host)) == before, WHO[who]
        for key in (*(k for k in keys if k), *party.seats.values()):
            if not (key == party.join and found.status < 400):  # those who are in are shown the way in
                assert key.encode() not in found.body
        assert found.status != 401 or found.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic eA==", "bearer", "Token x", "Bearer \xe9"]
)
def test_headers_that_hold_no_key(header: str, party: Party, client: Client) -> None:
    """Even reading with a broken key is refused: the phone must learn that its key is no good."""
    found = client.get(party.at, Authorization=header)
    assert found.was == UNKNOWN


def test_a_key_in_the_wrong_place_is_not_told_again(party: Party, client: Client) -> None:
    key, cut = party.host, party.host[:20]
    for method, path, body in (
        ("POST", f"{party.at}/moves", {"type": key}),
        ("POST", f"{party.at}/moves", {"type": "bid", "amount": 1, key: 1}),
        ("POST", f"{party.at}/moves", {"type": "learn", "facts": {key: {}}}),
        ("POST", f"{party.at}/undo", {key: 1}),
        ("PATCH", party.at, {"options": {key: 1}}),
        ("GET", f"/games/{key}", None),
        ("GET", f"/atlases/{key}", None),
    ):
        found = client.call(method, path, body, key)
        assert found.status in (404, 422)
        assert cut.encode() not in found.body, found.body
    assert client.post(f"{party.at}/moves", {"type": "fly"}, key).json["detail"].count("fly") == 1


def learn(facts: Any) -> Any:
    return {"type": "learn", "facts": facts}


def test_nor_is_a_key_that_nobody_has_shown(party: Party, client: Client) -> None:
    """Whether in an address or a body, with another key in the header or none, and also if it is cut short or in
    capitals."""
    for key in (party.host, party.join, party.seats[2]):
        for method, path, body, by in (
            ("GET", f"/tables/{key}", None, None),
            ("GET", f"/tables/{key}/moves", None, None),
            ("GET", f"/games/{key}", None, None),
            ("GET", f"/atlases/{key}", None, None),
            ("GET", f"{party.at}/moves?after={key}", None, None),
            ("GET", f"{party.at}/charts/worth.svg?theme={key}&narrow={key}", None, None),
            ("GET", f"{party.at}/charts/worth.svg?narrow={key}", None, None),
            ("GET", f"{party.at}/qr.svg?address={key}", None, party.seats[1]),
            ("POST", f"{party.at}/moves?dry_run={key}", NOTE, party.seats[1]),
            ("POST", f"{party.at}/moves", {"type": key}, party.seats[1]),
            ("POST", f"{party.at}/moves", {"type": "note", "text": "x", key: 1}, party.seats[1]),
            ("POST", f"{party.at}/moves", learn({key: {}}), party.seats[1]),
            (
                "POST",
                f"{party.at}/moves",
                {"type": "learn", "facts": {"cities": {key: {"income": "x"}}}},
                party.seats[1],
            ),
            ("POST", f"{party.at}/moves", {"type": "learn", "facts": {"growth": {key: 1}}}, party.seats[1]),
            ("POST", f"{party.at}/undo", {key: 1}, party.seats[1]),
            ("POST", f"{party.at}/seats/{key}/claim", {"key": key}, party.join),
            ("POST", f"{party.at}/requests/{key}", {"approve": True}, party.seats[1]),
            ("POST", f"{party.at}/requests/x/withdraw", {"key": key}, party.seats[1]),
            ("PATCH", party.at, {"options": {key: 1}}, party.host),
            ("POST", "/tables", {"game": key, "players": []}, None),
            ("POST", "/tables", {"game": "prairie-railroads", "players": NAMES, "rulings": {key: 1}}, None),
            ("POST", "/tables", {"game": "prairie-railroads", "players": NAMES, "options": {key: 1}}, None),
            ("POST", "/tools/prairie-railroads/dividend", {key: 1}, None),
        ):
            found = client.call(method, path, body, by)
            assert 400 <= found.status < 500, (path, body, found.body)
            said = found.body.decode()
            for shown in (key, keys_module.tidy_code(key)):
                assert not any(shown[n : n + 12] in said for n in range(len(shown) - 11)), (path, said)


def test_long_words_are_no_keys(party: Party, client: Client) -> None:
    """What a player has typed is repeated to them, however long; so are our options, games and cities."""
    for name in ("prairie-railway", "Kraehwinkel-Hinterwaldhausen-am-Berge", "no_such_option_of_this_game"):
        found = client.call("PATCH", party.at, {name: 1}, party.host)
        assert name in found.json["errors"], found.body


def test_the_scheme_is_read_in_any_case(party: Party, client: Client) -> None:
    found = client.get(party.at, Authorization=f"bEARER  {party.host} ")
    assert found.json["you"] == {"role": "host", "seat": None}


def test_who_you_are_stands_in_the_document(party: Party) -> None:
    for key, you in (
        (None, {"role": "reader", "seat": None}),
        (party.join, {"role": "join", "seat": None}),
        (party.seats[2], {"role": "seat", "seat": 2}),
        (party.host, {"role": "host", "seat": None}),
    ):
        document = party.document(key)
        assert document["you"] == you
        assert (document["join_url"] or "").endswith(f"#j={party.join}") == (key is not None)


def test_offers_are_for_the_viewer(party: Party) -> None:
    everybody = party.document(party.host)["offers"]
    for seat, key in party.seats.items():
        assert party.document(key)["offers"] == [item for item in everybody if item["seat"] == seat]
    assert party.document()["offers"] == party.document(party.join)["offers"] == []


# --- behind a proxy --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(
        tmp_path_factory.mktemp("proxied"), "--behind-proxy", COMPANION_ADMIN_KEY="an-admin-key-of-this-test"
    )
    one.start()
    yield one
    one.kill()
    assert "an-admin-key" not in one.log


def test_admin_is_who_sits_at_the_machine_or_has_the_key(
    party: Party, client: Client, proxied: Server
) -> None:
    assert client.get("/tables").status == 200
    afar = proxied.client()
    at_home = new_party(afar)
    assert afar.get("/tables").was == NEEDED
    assert afar.get("/tables", at_home.host).was == HOST_ONLY
    assert afar.get("/tables", "an-admin-key-of-this-test").status == 200
    assert afar.post(f"{at_home.at}/host").was == NEEDED
    assert afar.post(f"{at_home.at}/host", key=at_home.host).was == HOST_ONLY
    assert afar.post(f"{at_home.at}/host", key="an-admin-key-of-this-test").status == 200
    assert afar.get(at_home.at, at_home.host).was == UNKNOWN


def test_a_forwarding_header_alone_changes_nothing(client: Client) -> None:
    """Without --behind-proxy no header makes anybody somebody else."""
    assert client.get("/tables", X_Forwarded_For="203.0.113.9").status == 200


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_a_page_from_elsewhere_has_no_rights_of_this_machine(
    origin: str, party: Party, client: Client
) -> None:
    """A page that the laptop's browser shows must not change a host key behind its owner's back."""
    assert client.post(f"{party.at}/host", Origin=origin).was == NEEDED
    assert party.document(party.host)["you"]["role"] == "host"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_nor_where_the_browser_says_so_in_another_way(site: str, party: Party, client: Client) -> None:
    """Forms and pictures of another site are requested without an Origin."""
    assert client.post(f"{party.at}/host", Sec_Fetch_Site=site).was == NEEDED
    assert client.get("/tables", Sec_Fetch_Site=site).was == NEEDED
    origin = f"http://127.0.0.1:{client.port}"
    assert client.post(f"{party.at}/host", Sec_Fetch_Site=site, Origin=origin).was == NEEDED
    assert party.document(party.host)["you"]["role"] == "host"
    for site_itself in ("same-origin", "none"):
        assert client.get("/tables", Sec_Fetch_Site=site_itself).status == 200


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[", "http://]"])
def test_an_origin_that_is_none(origin: str, party: Party, client: Client) -> None:
    for method, path in (
        ("GET", "/tables"),
        ("POST", f"{party.at}/host"),
        ("PATCH", "/atlases/union-pacific"),
    ):
        assert client.call(method, path, Origin=origin).was == (400, "malformed"), path
    assert party.document(party.host)["you"]["role"] == "host"


def test_the_page_itself_has_them(party: Party, client: Client) -> None:
    origin = f"http://127.0.0.1:{client.port}"
    found = client.post(f"{party.at}/host", Origin=origin)
    assert found.status == 200
    assert client.get(party.at, party.host).was == UNKNOWN
    assert party.document(found.json["host_key"])["you"]["role"] == "host"


def test_keys_that_are_nobodys(proxied: Server) -> None:
    """Sixty guesses a minute from one address; whoever has a right key there is still served."""
    afar = proxied.client()
    party = new_party(afar)
    guesser: dict[str, Any] = {"X_Forwarded_For": "203.0.113.7"}
    calls: tuple[Callable[[], Reply], ...] = (
        lambda: afar.get(party.at, secrets.token_urlsafe(24), **guesser),
        lambda: afar.post(f"{party.at}/moves", NOTE, secrets.token_urlsafe(24), **guesser),
        lambda: afar.post(
            f"{party.at}/seats/1/claim", {"key": "x" * 20}, secrets.token_urlsafe(24), **guesser
        ),
        lambda: afar.get("/tables", secrets.token_urlsafe(24), **guesser),
        lambda: afar.call("PATCH", "/atlases/union-pacific", {}, secrets.token_urlsafe(24), **guesser),
    )
    was = [calls[n % len(calls)]().status for n in range(60)]
    assert set(was) == {401, 403}
    for call in calls:
        late = call()
        assert late.was == (429, "too-many")
        assert int(late.headers["retry-after"]) > 0
    for key in (party.host, party.join, party.seats[1], None):
        assert afar.get(party.at, key, **guesser).status == 200
    assert afar.post(f"{party.at}/moves", NOTE, party.seats[2], **guesser).status == 201
    assert afar.get(party.at, secrets.token_urlsafe(24), X_Forwarded_For="203.0.113.8").was == UNKNOWN


def test_rates(proxied: Server) -> None:
    """New tables, claims and guessed codes are counted for each address by itself."""
    afar = proxied.client()
    body = {"game": "prairie-railroads", "players": ["A", "B", "C"]}
    statuses = [afar.post("/tables", body, X_Forwarded_For="203.0.113.1").status for _ in range(35)]
    assert statuses.count(201) >= 30
    assert 429 in statuses
    late = afar.post("/tables", body, X_Forwarded_For="203.0.113.1")
    assert late.was == (429, "too-many")
    assert int(late.headers["retry-after"]) > 0
    assert afar.post("/tables", body, X_Forwarded_For="203.0.113.2").status == 201
    guesses = [afar.get(f"/tables/0000{n:04}", X_Forwarded_For="203.0.113.3").status for n in range(70)]
    assert guesses.count(404) >= 60
    assert guesses[-1] == 429


def test_few_digits_a_minute(proxied: Server) -> None:
    """From one address, right or wrong: the sixth try is too many."""
    client = proxied.client()
    party = new_party(client, ["Ed", "Dave", "Pete"], claim=False)
    pin = party.document(party.host)["join_pin"]
    wrong = f"{(int(pin) + 1) % 1_000_000:06}"
    tried = [client.post(f"{party.at}/join", {"pin": wrong}, X_Forwarded_For="10.0.0.7") for _ in range(6)]
    assert [answer.status for answer in tried] == [401] * 5 + [429]
    assert client.post(f"{party.at}/join", {"pin": pin}, X_Forwarded_For="10.0.0.8").status == 200


def test_rolls_without_a_table_are_counted(proxied: Server) -> None:
    """Commitments and guessed ids are counted; a mere roll is not."""
    afar = proxied.client()
    growth, sent = "/tools/prairie-railroads/growth", {"commit": True}
    statuses = [afar.post(growth, sent, X_Forwarded_For="203.0.113.41").status for _ in range(35)]
    assert statuses.count(200) >= 30
    assert afar.post(growth, sent, X_Forwarded_For="203.0.113.41").was == (429, "too-many")
    assert afar.post(growth, {}, X_Forwarded_For="203.0.113.41").status == 200
    guesses = [afar.get(f"/tools/rolls/{n:010}", X_Forwarded_For="203.0.113.42").status for n in range(70)]
    assert guesses.count(404) >= 60
    assert guesses[-1] == 429
