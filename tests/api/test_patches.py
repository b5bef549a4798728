"""Patches of the stream: what they are made of, when none is sent, and that none holds what only others may see."""

from __future__ import annotations

import gzip
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from api.kept import Pieces
from api.patches import WORTH_READING, operations
from api.pieces import Rendered
from bench.evening import NAMES, facts_of_the_board, moves
from companion.client.patching import patched
from tests.indoors import Indoors, Listener
from tests.playing import begun
from tests.server import Client, Party, Server, new_party, thorough

MOST_AN_EVENING = 1_000_000
MOST_COMING_BACK = 12_000
LONG = "and a long way to the next station " * 6


@pytest.fixture(scope="module")
def indoors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Indoors]:
    one = Indoors(tmp_path_factory.mktemp("indoors"))
    yield one
    one.service.store.close()


@pytest.fixture
def room(indoors: Indoors) -> Party:
    return new_party(indoors)


def all_of(indoors: Indoors, party: Party) -> list[Listener]:
    """Everybody at a table: a reader, who has scanned the QR, the host and every seat."""
    keys = (None, party.join, party.host, *party.seats.values())
    return [indoors.listen(party, key, query="?patches=true") for key in keys]


def pieces(document: dict[str, Any]) -> Pieces:
    """Lists item by item, as offers and entries are kept; everything else in one piece."""
    return {
        name: tuple(map(orjson.dumps, value)) if isinstance(value, list) else orjson.dumps(value)
        for name, value in document.items()
    }


def patch(old: dict[str, Any], new: dict[str, Any]) -> list[Any]:
    """The patch that turns the one into the other, after checking that it does."""
    found = [json.loads(item) for item in operations(pieces(old), pieces(new))]
    assert json.dumps(patched(old, found), sort_keys=True) == json.dumps(new, sort_keys=True)
    return found


def test_what_is_the_same_is_not_sent() -> None:
    document = {"a": 1, "b": [LONG, LONG], "c": {"d": LONG}}
    assert patch(document, document) == []
    assert patch(document, {**document, "a": 2}) == [{"op": "replace", "path": "/a", "value": 2}]


def test_members_come_and_go() -> None:
    assert patch({"a": 1}, {"a": 1, "b": None}) == [{"op": "add", "path": "/b", "value": None}]
    assert patch({"a": 1, "b": None}, {"a": 1}) == [{"op": "remove", "path": "/b"}]


def test_true_is_not_1() -> None:
    assert patch({"a": 1, "b": [0]}, {"a": True, "b": [False]})


def test_names_with_signs_are_written_as_pointers_write_them() -> None:
    old = {"a": {"M&C": 1, "x/y": LONG, "~": LONG}}
    found = patch(old, {"a": {"M&C": 1, "x/y": LONG, "~": 2}})
    assert found == [{"op": "replace", "path": "/a/~0", "value": 2}]
    assert patch(old, {"a": {**old["a"], "x/y": 3}})[0]["path"] == "/a/x~1y"


def test_far_down_only_what_is_another() -> None:
    railroads = [{"id": "KP", "income": 8, "links": [LONG]}, {"id": "MP", "income": 3, "links": [LONG]}]
    later = [railroads[0], {**railroads[1], "income": 4}]
    assert patch({"railroads": railroads}, {"railroads": later}) == [
        {"op": "replace", "path": "/railroads/1/income", "value": 4}
    ]


def test_what_is_short_is_sent_as_a_whole() -> None:
    short = {"balance": 700, "paper_total": 710, "short": False}
    assert len(json.dumps(short)) < WORTH_READING
    (only,) = patch({"bank": short}, {"bank": {**short, "balance": 690}})
    assert only["path"] == "/bank"


def test_entries_go_at_the_front_and_come_at_the_end() -> None:
    entries = [{"revision": n, "summary": f"{n} {LONG}"} for n in range(22)]
    found = patch({"recent": entries[:20]}, {"recent": entries[1:21]})
    assert [(one["op"], one["path"]) for one in found] == [("remove", "/recent/0"), ("add", "/recent/19")]
    undone = [*entries[2:19], {**entries[19], "undone": True}, *entries[20:22]]
    found = patch({"recent": entries[:20]}, {"recent": undone})
    assert "/recent/17/undone" in [one["path"] for one in found]
    assert len(json.dumps(found)) < 4 * len(json.dumps(entries[0]))


def test_any_list_becomes_any_other() -> None:
    """Every list of up to four of five things, each into each."""
    things: list[Any] = [{"n": n, "words": LONG} for n in range(3)] + [1, True]
    lists = [list(some) for n in range(4) for some in itertools.permutations(things, n)]
    for old, new in itertools.product(lists, lists[::7]):
        patch({"a": old}, {"a": new})
        patch({"a": {"b": old, "c": LONG}}, {"a": {"b": new, "c": LONG}})


def test_the_first_is_the_table_and_then_come_patches(party: Party, server: Server) -> None:
    whole = server.stream(party, party.host)
    with_patches = server.stream(party, party.host, query="?patches=true", Accept_Encoding="gzip")
    version, document = with_patches.next()
    assert document == whole.next()[1]
    for n in range(3):
        party.made(0, "note", text=f"note {n}")
        later, sent = with_patches.next()
        assert set(sent) == {"since", "patch"}
        assert sent["since"] == version
        document, version = patched(document, sent["patch"]), later
        assert whole.next() == (later, document)
    for stream in (whole, with_patches):
        stream.close()


def test_only_true_and_false_are_understood(party: Party, client: Client) -> None:
    assert client.get(f"{party.at}/stream?patches=maybe").was == (422, "invalid")


def test_who_does_not_ask_gets_what_was_always_sent(indoors: Indoors, room: Party) -> None:
    for query in ("", "?patches=false"):
        one = indoors.listen(room, room.seats[1], query=query)
        room.made(0, "note", text="x")
        assert one.kinds == ["table", "table"]
        assert one.frames[-1] == b"id: %d\nevent: table\ndata: %s\n\n" % (
            one.document["version"],
            indoors.get(room.at, room.seats[1]).body,
        )
        one.end()


def test_whatever_is_done(indoors: Indoors, room: Party) -> None:
    """Bids, undo, redo, new names, a seat that is freed, a phone that asks for it: all of it comes as patches."""
    listeners = all_of(indoors, room)

    def done(method: str, path: str, body: Any, key: str) -> None:
        reply = indoors.call(method, room.at + path, body, key)
        assert reply.status in (200, 201), reply.body
        indoors.compare(room, [one for one in listeners if not one.ended])

    done("POST", "/moves", {"type": "bid", "amount": 2}, room.seats[1])
    done("POST", "/undo", {}, room.host)
    done("POST", "/redo", {}, room.host)
    done("POST", "/undo", {"to": 1}, room.host)
    done("PATCH", "", {"seats": [{"seat": 1, "name": "Ada/~", "colour": "#123456"}]}, room.host)
    done("POST", "/moves", {"type": "bid", "amount": 3}, room.seats[1])
    done("POST", "/amend", {"revision": 6, "move": {"type": "bid", "amount": 4}}, room.host)
    done("POST", "/seats/2/request", {"key": "k" * 32}, room.join)
    done("PUT", "/auction/limit", {"amount": 9}, room.seats[2])
    done("PUT", "/auction/limit", {"amount": 7}, room.seats[3])
    done("POST", "/seats/3/release", {}, room.host)
    for one in listeners:
        assert set(one.kinds[1:]) == {"patch"}
        one.end()


def test_a_limit_is_told_to_its_own_phone_alone(indoors: Indoors, room: Party) -> None:
    """The patch leads from a version to the same version: if it rose, the others would learn of it."""
    room.made(1, "bid", amount=1)
    listeners = all_of(indoors, room)
    mine = next(one for one in listeners if one.viewer.seat == 3)
    version, heard = mine.document["version"], {id(one): len(one.events) for one in listeners}
    for amount in (9, None):
        reply = indoors.call(
            "PUT" if amount else "DELETE",
            f"{room.at}/auction/limit",
            {"amount": amount} if amount else None,
            room.seats[3],
        )
        assert reply.status == 200, reply.body
        kind, number, sent = mine.events[-1]
        assert (kind, number, sent["since"]) == ("patch", version, version)
        assert mine.document["you"].get("limit") == amount
        indoors.compare(room, listeners)
    for one in listeners:
        assert len(one.events) == heard[id(one)] + (2 if one is mine else 0)
    for one in listeners:
        one.end()


def test_who_comes_back_gets_the_table_whatever_was_missed(indoors: Indoors, room: Party) -> None:
    one = indoors.listen(room, room.seats[1], query="?patches=true")
    room.made(0, "note", text="heard")
    one.end()
    room.made(0, "note", text="missed")
    again = indoors.listen(room, room.seats[1], query="?patches=true")
    assert again.kinds == ["table"]
    indoors.compare(room, [again])
    again.end()


def test_what_is_sent_at_a_table_at_rest_is_held_once(indoors: Indoors, room: Party) -> None:
    """Nothing that was rendered is kept for a table at rest; ten thousand streams must not hold a copy each."""
    listeners = []
    for key in (room.seats[2], room.seats[1], room.seats[1]):
        indoors.service.live(room.code).rest()
        listeners.append(indoors.listen(room, key, query="?patches=true"))
    other, first, again = (one.sent for one in listeners)
    assert other is not None
    assert first is not None
    assert again is not None
    assert first.shared is again.shared is other.shared
    assert first.own is again.own is not other.own
    room.made(0, "note", text="x")
    indoors.compare(room, listeners)
    for one in listeners:
        one.end()


def test_a_patch_that_is_as_long_as_the_table_is_none(indoors: Indoors, room: Party) -> None:
    """If everything has changed, the whole table is shorter."""
    one = indoors.listen(room, None, query="?patches=true")
    assert one.sent is not None
    other = dict.fromkeys(one.sent.shared, b'"other"')
    one.sent = Rendered(one.sent.version, other, one.sent.own)
    room.made(0, "note", text="x")
    assert one.kinds == ["table", "table"]
    one.end()


def cash_told(patch: list[Any]) -> set[int]:
    """The seats whose money stands in it: all seats anew, one of them, or its money alone."""
    found = set()
    for one in patch:
        match one["path"].split("/")[1:]:
            case ["seats"]:
                found |= {n for n, seat in enumerate(one["value"], 1) if seat["cash"] is not None}
            case ["seats", n] if one["value"]["cash"] is not None:
                found.add(int(n) + 1)
            case ["seats", n, "cash"] if one["value"] is not None:
                found.add(int(n) + 1)
    return found


def test_no_patch_holds_what_is_another_s(indoors: Indoors) -> None:
    """Money is hidden and companies are sealed: what each phone is sent, to the last byte, tells only what is its
    own."""
    party = new_party(indoors, game="union-pacific", rulings={"cash_visibility": "hidden"})
    listeners = all_of(indoors, party)
    companies = ("WW", "MS", "DM")
    for seat, company in enumerate(companies, 1):
        party.made(seat, "reveal", company=company)
        for one in listeners:
            entry = next(e for e in one.document["recent"] if e["move"].get("seat") == seat)
            open_to = one.viewer.seat == seat or seat == len(companies)
            assert ("sealed" not in entry["move"]) == open_to
            if not open_to:
                assert b'"company":"%s"' % company.encode() not in one.frames[-1]
    party.made(1, "build", company="WW", dividend_cards=2)
    for one in listeners:
        seen = [seat["cash"] for seat in one.document["seats"]]
        assert [cash is not None for cash in seen] == [one.viewer.seat == seat for seat in (1, 2, 3)]
        sent = [op for kind, _, data in one.events if kind == "patch" for op in data["patch"]]
        assert cash_told(sent) == ({one.viewer.seat} if one.viewer.seat else set())
        one.end()


def test_what_another_process_undid_is_shown_as_undone(tmp_path: Path) -> None:
    one = Indoors(tmp_path)
    party = new_party(one)
    party.made(1, "bid", amount=1)
    assert not party.document()["recent"][-1]["undone"]
    other = Indoors(tmp_path)
    assert other.post(f"{party.at}/undo", {}, party.host).status == 201
    party.made(0, "note", text="y")
    assert [entry["undone"] for entry in party.document()["recent"][1:]] == [True, False, False]
    for client in (one, other):
        client.service.store.close()


@thorough
def test_an_evening_of_300_moves_costs_a_phone_a_megabyte(indoors: Indoors) -> None:
    """The stream from the first table on, and the answers to one's own moves and the trials before them, unpacked.

    Five players, a board as full as it gets: on average of their phones, for whose railroad builds has more to read.
    """
    party = new_party(indoors, list(NAMES), facts=facts_of_the_board())
    phones = {seat: indoors.listen(party, key, query="?patches=true") for seat, key in party.seats.items()}
    answered = dict.fromkeys((0, *phones), 0)
    for move in itertools.islice(moves(), 300):
        for query in ("?dry_run=true", ""):
            reply = indoors.post(
                f"{party.at}/moves{query}", move.body, party.key(move.seat), Prefer="return=minimal"
            )
            assert reply.status in (200, 201), reply.body
            answered[move.seat] += len(reply.body)
    weights = [phone.weight + answered[seat] for seat, phone in phones.items()]
    assert sum(weights) / len(weights) < MOST_AN_EVENING, weights
    indoors.compare(party, phones.values())
    for phone in phones.values():
        assert len(gzip.compress(indoors.get(party.at, phone.key).body)) < MOST_COMING_BACK
        phone.end()


def test_a_short_answer(party: Party, client: Client) -> None:
    begun(party)
    key, at = party.host, party.at
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("moves", {"type": "note", "text": "x"}),
        ("undo", {"to": 13}),
        ("redo", {}),
        ("amend", {"revision": 14, "move": {"type": "note", "text": "y"}}),
    )
    for path, body in calls:
        for query, status in (("?dry_run=true", 200), ("", 201)):
            whole = client.post(f"{at}/{path}?dry_run=true", body, key)
            found = client.post(f"{at}/{path}{query}", body, key, Prefer="return=minimal")
            assert found.status == status, found.body
            assert found.headers["preference-applied"] == "return=minimal"
            assert "preference-applied" not in whole.headers
            answer = found.json
            assert set(answer) == {"version", *whole.json} - {"table"}
            document = party.document(key)
            assert answer["version"] == document["version"]
            assert answer["revision"] == (None if query else document["revision"])
            assert answer["entry"]["summary"] == whole.json["entry"]["summary"]


@pytest.mark.parametrize(
    ("sent", "short"),
    [
        ("return=minimal", True),
        ('respond-async, Return="minimal"; x=1', True),
        ("return=representation", False),
        ("return=representation, return=minimal", False),
        ("minimal", False),
        ("", False),
    ],
)
def test_how_it_is_asked_for(party: Party, client: Client, sent: str, short: bool) -> None:
    found = client.post(f"{party.at}/moves", {"type": "note", "text": "x"}, party.host, Prefer=sent)
    assert found.status == 201
    assert ("table" not in found.json) == short


def test_a_short_answer_sent_twice_is_the_same_entry(party: Party, client: Client) -> None:
    body = {"type": "note", "text": "x"}
    first, again = (
        client.post(f"{party.at}/moves", body, party.host, idempotency_key="one", Prefer="return=minimal")
        for _ in range(2)
    )
    assert first.json["entry"] == again.json["entry"]
    assert first.json["version"] == again.json["version"]
