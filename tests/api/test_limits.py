"""Secret limits over HTTP: who may set which, and the lines that follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES
from tests.api.test_evenings_http import EVENINGS, HttpPlayer
from tests.evening_reader import play_evening
from tests.limits import limit, lines, own, put, remove
from tests.playing import begun
from tests.server import Client, Party, Server, new_party

FIVE = ["Ed", "Dave", "Pete", "Ann", "Bob"]


@pytest.fixture
def five(client: Client) -> Party:
    return new_party(client, FIVE)


# --- who may, and when -------------------------------------------------------------------------------


def test_before_ones_turn(party: Party) -> None:
    answer = limit(party, 2, 30)
    assert answer["limit"] == answer["table"]["you"]["limit"] == own(party, 2) == 30
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
    answer = limit(party, 1, 30)
    assert (answer["limit"], answer["table"]["auction"]["high_bid"]) == (30, 1)
    assert answer["table"]["turn"]["seat"] == 2
    assert lines(party) == ["1:1 limit"]
    assert limit(party, 1, 30)["table"]["revision"] == 2, "the same again"
    party.made(2, "pass")
    party.made(3, "pass")
    assert lines(party) == ["1:1 limit", "2- seat:2", "3- seat:3"], "it does not raise itself"
    document = party.document()
    assert (document["seats"][0]["cash"], document["railroads"][0]["shares_unsold"]) == (79, 4), (
        "for $1, of five"
    )
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
    for who in (party.host, party.join):
        for method, body in (("PUT", {"amount": 20}), ("DELETE", None)):
            assert client.call(method, f"{party.at}/auction/limit", body, who).was == (403, "not-your-seat")
    assert client.call("PUT", f"{party.at}/auction/limit", {"amount": 20}).was == (401, "key-needed")
    assert party.document(party.seats[3]) == before
    party.made(2, "pass")
    assert put(party, 2, 20).was == (409, "not-now"), "who has passed is out"
    assert put(party, 2, "x").was == (409, "not-now"), "which is looked at first"
    party.made(0, "auction_result", winner=1, amount=20)
    assert put(party, 1, 20).was == (409, "not-now"), "no auction is on"
    assert remove(party, 1).status == 200


def test_the_seller_may_not(party: Party) -> None:
    """Offer Stock: whoever sells a share of their own may not bid."""
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
    sold = five.client.get(f"{five.at}/moves").json["items"][-1]
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
    """With $80 each, a bid of 80 ends it: the others are passed within the move, and the table says why."""
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
    first = party.move(1, "bid", idempotency_key="b", amount=3)
    second = party.move(1, "bid", idempotency_key="b", amount=3)
    assert first.status == second.status == 201
    assert first.json == second.json
    assert (second.json["revision"], second.json["entry"]["by"]) == (2, "seat:1")
    assert second.json["table"]["auction"]["high_bid"] == 4
    assert lines(party) == ["1:3 seat:1", "2:4 limit"]


def test_the_lines_are_in_the_stream_and_in_recent(party: Party, server: Server) -> None:
    stream = server.stream(party)
    limit(party, 2, 30)
    party.made(1, "bid", amount=3)
    seen = stream.until(lambda document: document["revision"] == 3)
    assert [entry["by"] for entry in seen["recent"]] == ["app", "seat:1", "limit"]
    assert seen["recent"][-1]["summary"].startswith("Dave bids $4")
    stream.close()
