"""What is sealed is sealed: no answer, stream, journal, dry run or log tells another's choice before all have chosen.

Two tables are played alike but for one choice. Whoever must not know it must not be able to tell the tables apart.
"""

from __future__ import annotations

import json
import signal
from typing import Any

import pytest

from tests.server import Client, Party, Server, Stream, comes, new_party
from tests.twins import alike, key_of

PLAYERS = 3
EVERYBODY = ("reader", "join", "host", 1, 2, 3)
CHOICES = ("WW", "EPRG")
"""What Ed chooses at the one table and at the other."""


@pytest.fixture
def two(client: Client) -> tuple[Party, Party]:
    """Two new tables, everybody seated."""
    one, other = (new_party(client, game="union-pacific") for _ in CHOICES)
    return one, other


def asked(party: Party, who: Any) -> list[str]:
    """Everything that can be read of a table, and every dry run that somebody may make."""
    client, key = party.client, key_of(party, who)
    found = [
        client.get(f"{party.at}{path}", key) for path in ("", "/moves", "/settlement", "/dice", "/export")
    ]
    if who not in ("reader", "join"):
        seats = (1, 2, 3) if who == "host" else (who,)
        for seat in seats:
            body = {"type": "reveal", "company": "MS", "seat": seat}
            found.append(client.post(f"{party.at}/moves?dry_run=true", body, key))
        found += [client.post(f"{party.at}/{verb}?dry_run=true", {}, key) for verb in ("undo", "redo")]
        found.append(client.post(f"{party.at}/moves?dry_run=true", {"type": "note", "text": "hm"}, key))
    if who == "host":
        for revision in (2, 3, 4):
            found.append(
                client.post(f"{party.at}/amend?dry_run=true", {"revision": revision, "move": None}, key)
            )
            found.append(client.get(f"{party.at}/moves/{revision}/offers", key))
        found.append(
            client.post(
                f"{party.at}/moves?dry_run=true",
                {"type": "correct", "set": [{"of": "seat:2", "name": "cash", "value": 1}]},
                key,
            )
        )
    return [
        f"{item.status} {alike(party, item.body)} {item.headers.get('content-length', '')}" for item in found
    ]


def told_apart(two: tuple[Party, Party], who: Any) -> bool:
    one, other = (asked(party, who) for party in two)
    # The join key's length is fixed, so not even the length of an answer may differ.
    return one != other


def test_nobody_can_tell_what_another_has_chosen(two: tuple[Party, Party]) -> None:
    for party, company in zip(two, CHOICES, strict=True):
        party.made(1, "reveal", company=company)
    assert told_apart(two, 1), "one's own choice can be seen"
    for who in EVERYBODY[:3] + EVERYBODY[4:]:
        assert not told_apart(two, who), who
    for party in two:
        party.made(2, "reveal", company="DM")
    # Now Pete's choice is the last: a dry run of it, his own or the host's, must not open the others'.
    for who in ("reader", "join", "host", 2, 3):
        assert not told_apart(two, who), who
    for party in two:
        party.made(3, "reveal", company="MS")
    for who in EVERYBODY:
        assert told_apart(two, who), "now all is open"


def test_what_the_host_enters_for_others_is_sealed_to_the_host(two: tuple[Party, Party]) -> None:
    for party, company in zip(two, CHOICES, strict=True):
        body = {"type": "reveal", "seat": 1, "company": company}
        made = party.client.post(f"{party.at}/moves", body, party.host).json
        assert made["entry"]["move"] == {"type": "reveal", "seat": 1, "sealed": True}
        assert made["entry"]["sealed"] is True
        own = party.document(party.seats[1])["recent"][-1]
        assert own["move"] == {"type": "reveal", "seat": 1, "company": company}
    assert not told_apart(two, "host")


def test_the_answers_to_those_who_play_on_are_sealed(two: tuple[Party, Party]) -> None:
    answers = []
    for party, company in zip(two, CHOICES, strict=True):
        mine = party.move(1, "reveal", idempotency_key="first", company=company)
        assert mine.json["entry"]["move"]["company"] == company
        second = party.move(1, "reveal", idempotency_key="first", company=company)
        assert second.json["entry"] == mine.json["entry"]
        theirs = party.move(2, "reveal", company="DM")
        twice = party.move(1, "reveal", company="MS")
        assert twice.was == (409, "not-now")
        note = party.move(3, "note", text="hm")
        answers.append([alike(party, their.body) for their in (theirs, note)])
    assert answers[0] == answers[1]


def test_taking_ones_choice_back_tells_nothing(two: tuple[Party, Party]) -> None:
    for party, company in zip(two, CHOICES, strict=True):
        party.made(1, "reveal", company=company)
        undone = party.client.post(f"{party.at}/undo", {}, party.seats[1])
        assert undone.status == 201, undone.body
    for who in EVERYBODY[:3] + EVERYBODY[4:]:
        assert not told_apart(two, who), who
    for party in two:
        assert party.client.post(f"{party.at}/redo", {}, party.seats[1]).status == 201
        assert party.document()["turn"]["seats"] == [2, 3]
    for who in EVERYBODY[:3] + EVERYBODY[4:]:
        assert not told_apart(two, who), who
    for party in two:
        assert party.client.post(f"{party.at}/undo", {}, party.seats[1]).status == 201
        party.made(1, "reveal", company="KCC")
        refused = party.client.post(f"{party.at}/undo", {}, party.seats[2])
        assert refused.was == (403, "host-only")
    for who in EVERYBODY[:3] + EVERYBODY[4:]:
        assert not told_apart(two, who), who


def test_a_seat_sees_its_own_line_and_that_others_have_chosen(two: tuple[Party, Party]) -> None:
    party = two[0]
    party.made(1, "reveal", company="WW")
    party.made(2, "reveal", company="DM")
    for seat, mine, theirs in ((1, 0, 1), (2, 1, 0)):
        recent = party.document(party.seats[seat])["recent"][-2:]
        assert "sealed" not in recent[mine]
        assert recent[mine]["move"]["company"] == ("WW", "DM")[seat - 1]
        assert recent[theirs]["sealed"] is True
        assert recent[theirs]["move"] == {"type": "reveal", "seat": 3 - seat, "sealed": True}
        assert (
            recent[theirs]["postings"] == recent[theirs]["movements"] == recent[theirs]["instructions"] == []
        )
        journal = party.client.get(f"{party.at}/moves", party.seats[seat]).json["items"][-2:]
        assert journal == recent
    seats = party.document()["seats"]
    assert [seat["shares"] for seat in seats] == [{}, {}, {}]


def test_the_dry_run_of_the_last_choice_opens_nothing(two: tuple[Party, Party]) -> None:
    party = two[0]
    party.made(1, "reveal", company="WW")
    party.made(2, "reveal", company="DM")
    for seat in (3, 0):
        body = {"type": "reveal", "company": "MS", "seat": 3}
        dry = party.client.post(f"{party.at}/moves?dry_run=true", body, party.key(seat)).json
        assert dry["entry"]["opens"] is True
        assert dry["entry"]["postings"] == dry["entry"]["movements"] == dry["entry"]["instructions"] == []
        assert dry["table"]["step"] == "reveal"
        assert [seat["shares"] for seat in dry["table"]["seats"]] == [{}, {}, {}]
    made = party.made(3, "reveal", company="MS")
    assert [seat["shares"] for seat in made["table"]["seats"]] == [{"WW": 1}, {"DM": 1}, {"MS": 1}]
    entries = party.client.get(f"{party.at}/moves").json["items"]
    assert [entry["move"].get("company") for entry in entries[1:]] == ["WW", "DM", "MS"]


def test_nothing_is_exported_before_all_is_open(two: tuple[Party, Party]) -> None:
    party = two[0]
    assert party.client.get(f"{party.at}/export", party.host).was == (409, "not-now")
    for seat, company in enumerate(("WW", "DM", "MS"), 1):
        assert party.client.get(f"{party.at}/export", party.seats[1]).was == (403, "host-only")
        party.made(seat, "reveal", company=company)
    document = party.client.get(f"{party.at}/export", party.host).json
    assert [line["body"].get("company") for line in document["lines"]][1:] == ["WW", "DM", "MS"]
    found = party.client.post("/tables/import", document)
    assert found.status == 201, found.body
    party.client.post(f"{party.at}/undo", {}, party.host)
    assert party.client.get(f"{party.at}/export", party.host).was == (409, "not-now")


def test_the_streams_tell_nothing(server: Server, two: tuple[Party, Party]) -> None:
    heard: dict[Any, list[str]] = {}
    for party, company in zip(two, CHOICES, strict=True):
        streams = {who: Stream(server.port, party.at, key_of(party, who)) for who in EVERYBODY}
        try:
            party.made(1, "reveal", company=company)
            party.made(2, "reveal", company="DM")
            for who, stream in streams.items():
                seen = stream.until(lambda document: document["revision"] == 3)
                seen["seats"] = [{**seat, "connected": None} for seat in seen["seats"]]
                heard.setdefault(who, []).append(
                    alike(party, json.dumps(seen, separators=(",", ":")).encode())
                )
        finally:
            for stream in streams.values():
                stream.close()
    assert heard[1][0] != heard[1][1]
    for who in EVERYBODY[:3] + EVERYBODY[4:]:
        assert heard[who][0] == heard[who][1], who


def test_the_log_of_the_server_tells_nothing(logging_server: Server) -> None:
    party = new_party(logging_server.client(), game="union-pacific")
    party.made(1, "reveal", company="SFRB")
    party.move(2, "reveal", company="nonsense")
    comes(lambda: logging_server.log.count("/moves") == 2)  # a line is written after its answer
    logging_server.kill(signal.SIGTERM)
    assert "SFRB" not in logging_server.log


def test_it_is_sealed_after_a_restart_too(own_server: Server) -> None:
    party = new_party(own_server.client(), game="union-pacific")
    party.made(1, "reveal", company="SFRB")
    own_server.restart()
    party.client = own_server.client()
    for who in ("reader", "host", 2):
        assert party.document(key_of(party, who))["recent"][-1]["move"] == {
            "type": "reveal",
            "seat": 1,
            "sealed": True,
        }
    assert party.document(party.seats[1])["recent"][-1]["move"]["company"] == "SFRB"


# --- shapes and roles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        {"type": "reveal"},
        {"type": "reveal", "company": "KP"},
        {"type": "reveal", "company": 1},
        {"type": "invest", "shares": {"KP": 1}, "seat": 1},
        {"type": "invest", "shares": {"WW": "1"}, "seat": 1},
        {"type": "invest", "shares": {"WW": -1}, "seat": 1},
        {"type": "invest", "shares": {"WW": 100}, "seat": 1},
        {"type": "invest", "shares": ["WW"], "seat": 1},
        {"type": "invest", "seat": 1},
        {"type": "build", "company": "UP", "seat": 1},
        {"type": "build", "company": "WW", "dividend_cards": 5, "seat": 1},
        {"type": "build", "company": "WW", "dividend_cards": 1.5, "seat": 1},
        {"type": "build", "company": "WW", "track": "x" * 41, "seat": 1},
        {"type": "build", "company": "WW", "by": "rail", "seat": 1},
        {"type": "draw", "seat": 1},
    ],
)
def test_what_cannot_be_read_changes_nothing(client: Client, body: dict[str, Any]) -> None:
    party = new_party(client, game="union-pacific")
    if body["type"] != "reveal":
        for seat in (1, 2, 3):
            party.made(seat, "reveal", company="WW")
    before = party.document(party.host)
    refused = client.post(f"{party.at}/moves", body, party.host)
    assert refused.was == (422, "invalid"), refused.body
    assert party.document(party.host) == before


def test_only_ones_own_seat_may_choose(client: Client) -> None:
    party = new_party(client, game="union-pacific")
    body = {"type": "reveal", "company": "WW", "seat": 2}
    assert client.post(f"{party.at}/moves", body, party.seats[1]).was == (403, "not-your-seat")
    assert client.post(f"{party.at}/moves", body, party.join).was == (403, "not-your-seat")
    assert client.post(f"{party.at}/moves", body).was == (401, "key-needed")
