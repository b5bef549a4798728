"""Secret limits over HTTP: who may set which, the lines that follow, and that nobody else learns of them."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.evenings import play_evening
from companion.games import GAMES
from tests.api.test_evenings_http import EVENINGS, HttpPlayer
from tests.playing import begun
from tests.server import Client, Party, Reply, Server, new_party, times

FIVE = ["Ed", "Dave", "Pete", "Ann", "Bob"]


def put(party: Party, seat: int, amount: Any) -> Reply:
    return party.client.call("PUT", f"{party.at}/auction/limit", {"amount": amount}, party.key(seat))


def limit(party: Party, seat: int, amount: int) -> Any:
    found = put(party, seat, amount)
    assert found.status == 200, found.body
    return found.json


def remove(party: Party, seat: int) -> Reply:
    return party.client.call("DELETE", f"{party.at}/auction/limit", key=party.key(seat))


def own(party: Party, seat: int) -> int | None:
    return party.document(party.key(seat))["you"].get("limit")  # type: ignore[no-any-return]


def lines(party: Party, after: int = 1) -> list[str]:
    """`1:5 limit`: seat 1 bids 5, by its limit; `2- seat:2` passes."""
    found = []
    for entry in party.client.get(f"{party.at}/moves?after={after}").json["items"]:
        move = entry["move"]
        called = f":{move['amount']}" if move["type"] == "bid" else {"pass": "-"}.get(move["type"])
        found.append(f"{move.get('seat', '')}{called or ' ' + move['type']} {entry['by']}")
    return found


@pytest.fixture
def five(client: Client) -> Party:
    return new_party(client, FIVE)


# --- who may, and when -------------------------------------------------------------------------------


def test_before_ones_turn(party: Party) -> None:
    told = limit(party, 2, 30)
    assert told["limit"] == told["table"]["you"]["limit"] == own(party, 2) == 30
    assert lines(party) == []
    party.made(1, "bid", amount=5)
    assert lines(party) == ["1:5 seat:1", "2:6 limit"]
    assert limit(party, 2, 40)["limit"] == 40, "it may be changed"
    gone = remove(party, 2)
    assert gone.status == 200
    assert gone.json["limit"] is None
    assert "limit" not in gone.json["table"]["you"]
    assert own(party, 2) is None
    party.made(3, "bid", amount=7)
    party.made(1, "pass")
    assert party.document()["turn"]["seat"] == 2, "without a limit the player is asked"
    assert remove(party, 2).status == 200, "once more does no harm"


def test_at_ones_turn_it_bids_at_once(party: Party) -> None:
    told = limit(party, 1, 30)
    assert (told["limit"], told["table"]["auction"]["high_bid"]) == (30, 1)
    assert told["table"]["turn"]["seat"] == 2
    assert lines(party) == ["1:1 limit"]
    assert limit(party, 1, 30)["table"]["revision"] == 2, "the same again"
    party.made(2, "pass")
    party.made(3, "pass")
    assert lines(party) == ["1:1 limit", "2- seat:2", "3- seat:3"], "it does not raise itself"
    assert party.document()["railroads"][0]["shares_unsold"] is not None
    assert own(party, 1) is None, "gone with the auction"


def test_refusals(party: Party, client: Client) -> None:
    party.made(1, "bid", amount=10)
    before = party.document(party.seats[3])
    for amount in ("7", None, -1, 1.5, True):
        assert put(party, 3, amount).was == (422, "invalid"), amount
    assert client.call("PUT", f"{party.at}/auction/limit", {}, party.seats[3]).was == (422, "invalid")
    assert put(party, 3, 81).was == (422, "insufficient-funds")
    assert put(party, 3, 10).was == (422, "rule"), "11 must be bid next"
    assert put(party, 1, 10).was == (422, "rule"), "the high bidder too"
    for who, answer in ((party.host, (403, "not-your-seat")), (party.join, (403, "not-your-seat"))):
        for method, body in (("PUT", {"amount": 20}), ("DELETE", None)):
            assert client.call(method, f"{party.at}/auction/limit", body, who).was == answer
    assert client.call("PUT", f"{party.at}/auction/limit", {"amount": 20}).was == (401, "key-needed")
    assert party.document(party.seats[3]) == before
    party.made(2, "pass")
    assert put(party, 2, 20).was == (409, "not-now"), "who has passed is out"
    assert put(party, 2, "x").was == (409, "not-now"), "which is looked at first"
    party.made(0, "auction_result", winner=1, amount=20)
    assert put(party, 1, 20).was == (409, "not-now"), "no auction is on"
    assert remove(party, 1).status == 200


def test_the_seller_may_not(party: Party) -> None:
    """Offer Stock: who sells a share of their own may not bid."""
    begun(party)
    party.made(3, "play_card", card="OS", source="hand")
    own_share = next(r for r, n in party.document()["seats"][2]["shares"].items() if n)
    party.made(3, "offer_share", **{"from": "self", "railroad": own_share})
    assert put(party, 3, 50).was == (409, "not-now")


def test_not_where_everybody_bids_once(client: Client, tmp_path: Path) -> None:
    whole = next(path for path in EVENINGS if path.stem == "bull-market-once-around").read_text()
    part = tmp_path / "part.evening"
    part.write_text(whole.partition("! Pete: bid")[0])
    player = HttpPlayer(client)
    play_evening(part, player, GAMES)
    found = put(player.party, 1, 20)
    assert found.was == (409, "not-now")
    assert "once" in found.json["detail"]


# --- the lines that follow ---------------------------------------------------------------------------


def test_five_seats_of_whom_two_have_limits(five: Party) -> None:
    limit(five, 2, 25)
    limit(five, 4, 18)
    assert lines(five) == []
    made = five.made(1, "bid", amount=3)
    assert made["entry"]["move"]["amount"] == 3
    assert (made["revision"], made["table"]["revision"]) == (2, 3)
    five.made(3, "pass")
    assert lines(five) == ["1:3 seat:1", "2:4 limit", "3- seat:3", "4:5 limit"], (
        "5 and 1 stand between the two"
    )
    five.made(5, "bid", amount=6)
    five.made(1, "pass")
    assert lines(five, 5) == ["5:6 seat:5", "1- seat:1", "2:19 limit", "4- limit"]
    assert five.document()["turn"]["seat"] == 5
    five.made(5, "pass")
    sold = next(entry for entry in reversed(five.client.get(f"{five.at}/moves").json["items"]))
    assert [(p["from"], p["amount"]) for p in sold["postings"]] == [("seat:2", 19)]
    assert five.document()["seats"][1]["cash"] == 60 - 19
    assert own(five, 2) is own(five, 4) is None


def test_equal_limits(party: Party) -> None:
    limit(party, 3, 20)
    limit(party, 2, 20)
    party.made(1, "bid", amount=1)
    assert lines(party) == ["1:1 seat:1", "2:19 limit", "3:20 limit"]
    party.made(1, "pass")
    assert lines(party)[-1] == "2- limit"
    assert party.document()["seats"][2]["cash"] == 60


def test_a_changed_limit_counts_from_then_and_the_same_again_does_not(party: Party) -> None:
    limit(party, 3, 20)
    limit(party, 2, 20)
    limit(party, 3, 20)
    limit(party, 2, 25)
    limit(party, 2, 20)
    party.made(1, "pass")
    assert lines(party) == ["1- seat:1", "2:19 limit", "3:20 limit", "2- limit"]


def test_aloud(party: Party) -> None:
    limit(party, 2, 30)
    limit(party, 3, 40)
    party.made(0, "auction_result", winner=1, amount=7)
    assert lines(party) == ["1 auction_result host"]
    assert own(party, 2) is own(party, 3) is None
    party.made(1, "build_start", **{"from": "Troy", "to": "Marysville"})
    party.made(1, "pass")
    assert party.document()["turn"]["seat"] == 2, "the next auction knows nothing of it"


def test_who_cannot_bid_any_more(party: Party) -> None:
    """With $80 each, 80 is the end of it: the others are passed within the move, and the table says why."""
    figures = [{"of": "seat:3", "name": "cash", "value": 9}]
    party.made(0, "correct", set=figures)
    limit(party, 2, 30)
    limit(party, 3, 9)
    made = party.made(1, "bid", amount=10)
    auction = made["table"]["auction"]
    assert (auction["passed"], auction["cannot_bid"]) == ([3], [3])
    assert auction["affordable"] == {"1": 80, "2": 80}
    assert (auction["high_bid"], auction["least_bid"]) == (11, 12)
    assert lines(party, 2) == ["1:10 seat:1", "2:11 limit"]
    assert own(party, 3) is None
    made = party.made(1, "pass")
    assert made["table"]["auction"] is None


def test_a_limit_that_a_correction_has_made_too_high(party: Party) -> None:
    limit(party, 2, 30)
    party.made(0, "correct", set=[{"of": "seat:2", "name": "cash", "value": 12}])
    assert own(party, 2) == 30, "the auction is the same"
    party.made(0, "note", text="so it is after a note")
    party.made(1, "bid", amount=11)
    assert lines(party, 3) == ["1:11 seat:1", "2:12 limit"]


def test_undo_ends_them_all(party: Party) -> None:
    limit(party, 2, 30)
    party.made(1, "bid", amount=3)
    limit(party, 3, 35)
    assert party.client.post(f"{party.at}/undo?dry_run=true", None, party.host).status == 200
    assert (own(party, 2), own(party, 3)) == (30, 35)
    assert party.client.post(f"{party.at}/undo", None, party.host).status == 201
    assert own(party, 2) is own(party, 3) is None
    assert party.document()["turn"]["seat"] == 3, "the undone bid is not made again"
    assert party.client.post(f"{party.at}/redo", None, party.host).status == 201
    assert lines(party) == ["1:3 seat:1", "2:4 limit", "3:5 limit", " undo host", " redo host"]
    assert party.document()["turn"]["seat"] == 1


def test_whose_limit_it_was_takes_the_bid_back(party: Party) -> None:
    limit(party, 2, 30)
    party.made(1, "bid", amount=3)
    for seat in (1, 3):
        assert party.client.post(f"{party.at}/undo", None, party.key(seat)).was == (403, "host-only")
    assert party.client.post(f"{party.at}/undo", None, party.key(2)).status == 201
    assert party.client.post(f"{party.at}/redo", None, party.key(3)).was == (403, "host-only")
    assert party.client.post(f"{party.at}/redo", None, party.key(2)).status == 201
    assert party.client.post(f"{party.at}/undo", {"to": 1}, party.key(2)).was == (403, "host-only")


def test_the_same_bid_again_is_answered_with_its_own_entry(party: Party) -> None:
    limit(party, 2, 30)
    first = party.move(1, "bid", again="b", amount=3)
    again = party.move(1, "bid", again="b", amount=3)
    assert first.status == again.status == 201
    assert first.json == again.json
    assert (again.json["revision"], again.json["entry"]["by"]) == (2, "seat:1")
    assert again.json["table"]["auction"]["high_bid"] == 4
    assert lines(party) == ["1:3 seat:1", "2:4 limit"]


def test_the_lines_are_in_the_stream_and_in_recent(party: Party, server: Server) -> None:
    stream = server.stream(party)
    limit(party, 2, 30)
    party.made(1, "bid", amount=3)
    seen = stream.until(lambda document: document["revision"] == 3)
    assert [entry["by"] for entry in seen["recent"]] == ["app", "seat:1", "limit"]
    assert seen["recent"][-1]["summary"].startswith("Dave bids $4")
    stream.close()


# --- a secret ----------------------------------------------------------------------------------------


def everything(party: Party, key: str | None) -> Any:
    """All that a viewer can read, with its ETags; nothing of it may depend on somebody else's limit."""
    found = []
    paths = ("", "/moves", "/settlement", "/dice", "/export", "/qr.svg")
    for path in paths:
        answer = party.client.get(f"{party.at}{path}", key)
        found.append((path, answer.status, answer.headers.get("etag"), answer.body))
    for body in ({"type": "bid", "amount": 9}, {"type": "pass"}, {"type": "note", "text": "x"}):
        answer = party.client.post(f"{party.at}/moves?dry_run=true", {**body, "seat": 1}, key)
        found.append((json.dumps(body), answer.status, None, _timeless(answer)))
    return found


def _timeless(answer: Reply) -> Any:
    said = answer.json
    said.get("entry", {}).pop("at", None)
    return said


def test_nobody_else_learns_of_it(party: Party, server: Server) -> None:
    """Not by a document, an ETag, a version, an event, an export or a dry run; not even that there is one."""
    others = {
        "nobody": None,
        "join": party.join,
        "host": party.host,
        "1": party.seats[1],
        "3": party.seats[3],
    }
    streams = {who: server.stream(party, key) for who, key in others.items()}
    mine = server.stream(party, party.seats[2])
    for stream in (*streams.values(), mine):
        stream.next()
    party.made(0, "note", text="all are connected")
    before = {who: everything(party, key) for who, key in others.items()}
    limit(party, 2, 37)
    assert {who: everything(party, key) for who, key in others.items()} == before
    limit(party, 2, 38)
    remove(party, 2)
    limit(party, 2, 39)
    assert {who: everything(party, key) for who, key in others.items()} == before
    mine.until(lambda document: document["you"].get("limit") == 37)
    mine.until(lambda document: document["you"].get("limit") == 38)
    mine.until(lambda document: "limit" not in document["you"])
    mine.until(lambda document: document["you"].get("limit") == 39)
    party.made(0, "note", text="the next thing all of them hear of")
    for who, stream in streams.items():
        assert stream.until(lambda document: document["revision"] >= 3)["revision"] == 3, who
        assert stream.events.empty(), who
    for stream in (*streams.values(), mine):
        stream.close()


def test_ones_own_document_is_another_one(party: Party) -> None:
    key = party.seats[2]
    tag = party.client.get(party.at, key).headers["etag"]
    assert party.client.call("GET", party.at, key=key, **{"If-None-Match": tag}).status == 304
    limit(party, 2, 30)
    fresh = party.client.call("GET", party.at, key=key, **{"If-None-Match": tag})
    assert fresh.status == 200
    assert fresh.json["you"]["limit"] == 30
    tag = fresh.headers["etag"]
    assert party.client.call("GET", party.at, key=key, **{"If-None-Match": tag}).status == 304


def test_a_dry_run_lets_no_limit_act(party: Party) -> None:
    limit(party, 2, 30)
    would = party.client.post(f"{party.at}/moves?dry_run=true", {"type": "bid", "amount": 3}, party.key(1))
    assert would.json["table"]["auction"]["high_bid"] == 3
    assert would.json["table"]["turn"]["seat"] == 2
    assert lines(party) == []


def test_it_goes_with_the_phone(party: Party, client: Client) -> None:
    """Who takes over a seat, the host too, does not find its limit there; nor does it come back with the key."""
    limit(party, 2, 30)
    old = party.seats[2]
    client.post(f"{party.at}/seats/2/release", None, party.host)
    party.claim(2)
    assert own(party, 2) is None
    client.post(f"{party.at}/seats/2/release", None, party.host)
    party.claim(2, old)
    assert own(party, 2) is None
    limit(party, 2, 30)
    key = client.post(f"{party.at}/seats/2/handover", None, party.host).json["handover_key"]
    assert own(party, 2) == 30, "a handover that is not used changes nothing"
    party.join, join = key, party.join
    party.claim(2)
    party.join = join
    assert own(party, 2) is None
    party.made(1, "bid", amount=3)
    assert lines(party) == ["1:3 seat:1"]


def test_an_export_holds_the_bids_and_not_the_limit(party: Party, client: Client) -> None:
    limit(party, 2, 37)
    party.made(1, "bid", amount=3)
    exported = client.get(f"{party.at}/export", party.host)
    assert [line["by"] for line in exported.json["lines"]] == ["app", "seat:1", "limit"]
    assert set(exported.json) == {"export", "game", "lines", "players", "options", "finished", "dice"}
    assert [line["body"].get("amount") for line in exported.json["lines"]] == [None, 3, 4]
    assert client.post("/tables/import", exported.json).status == 201


# --- races and restarts ------------------------------------------------------------------------------


def test_set_at_the_moment_of_a_bid(server: Server) -> None:
    """Whichever comes first: the limit bids what must be bid after it, once, or is told that it is too low."""
    for _ in range(times(200)):
        party = new_party(server.client())
        gate = threading.Barrier(3)

        def at_once(seat: int, amount: int, party: Party = party, gate: threading.Barrier = gate) -> Reply:
            client = server.client()
            gate.wait(20)
            if seat == 1:
                found = client.post(f"{party.at}/moves", {"type": "bid", "amount": amount}, party.key(1))
            else:
                body = {"amount": amount}
                found = client.call("PUT", f"{party.at}/auction/limit", body, party.key(seat))
            client.close()
            return found

        with ThreadPoolExecutor(3) as pool:
            bid, second, third = pool.map(at_once, (1, 2, 3), (10, 12, 10))
        assert bid.status == 201
        assert second.status == 200
        assert third.was in ((200, ""), (422, "rule"))
        made = lines(party)
        assert made[:2] == ["1:10 seat:1", "2:11 limit"]
        assert own(party, 2) == 12
        assert own(party, 3) is None, "too low before, or passed by now"
        party.client.close()


def test_after_a_restart(own_server: Server) -> None:
    party = new_party(own_server.client())
    limit(party, 2, 30)
    limit(party, 3, 20)
    own_server.restart()
    party.client = own_server.client()
    assert (own(party, 2), own(party, 3)) == (30, 20)
    party.made(1, "bid", amount=3)
    assert lines(party) == ["1:3 seat:1", "2:21 limit", "3- limit"]
    own_server.kill()
    own_server.start()
    party.client = own_server.client()
    assert (own(party, 2), own(party, 3)) == (30, None), "who has passed has none any more"
    party.made(1, "pass")
    own_server.restart()
    party.client = own_server.client()
    assert own(party, 2) is None


def test_no_limit_stands_in_the_log(own_server: Server) -> None:
    party = new_party(own_server.client())
    limit(party, 2, 37)
    own_server.restart()
    assert "limit" not in own_server.log
