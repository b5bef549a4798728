"""A lost answer, a double tap, a retry after the server was away: one effect, and the same answer."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.playing import nearly_finished, some_number
from tests.server import Client, Party, Reply, Server, new_party


def test_the_same_again(party: Party) -> None:
    idempotency_key = some_number()
    first = party.move(1, "bid", amount=5, idempotency_key=idempotency_key)
    for more in ({}, {"expected_revision": 1}, {"expected_revision": 99}):
        found = party.move(1, "bid", amount=5, idempotency_key=idempotency_key, **more)
        assert found.status == 201
        assert found.json["entry"] == first.json["entry"]
        assert found.json["revision"] == first.json["revision"]
    assert party.document()["revision"] == 2


def test_the_entry_is_the_old_one_the_table_the_current_one(party: Party) -> None:
    idempotency_key = some_number()
    first = party.move(
        0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 50}], idempotency_key=idempotency_key
    ).json
    assert first["entry"]["affects"]
    party.made(1, "bid", amount=5)
    party.made(2, "bid", amount=6)
    repeated = party.move(
        0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 50}], idempotency_key=idempotency_key
    ).json
    assert repeated["entry"] == first["entry"]
    assert repeated["table"]["revision"] == 4
    assert repeated["table"] == party.document(party.host)


def test_what_was_undone_since_is_not_done_again(party: Party) -> None:
    idempotency_key = some_number()
    first = party.move(1, "bid", amount=5, idempotency_key=idempotency_key).json
    party.client.post(f"{party.at}/undo", None, party.host)
    repeated = party.move(1, "bid", amount=5, idempotency_key=idempotency_key).json
    assert repeated["entry"] == first["entry"]
    assert repeated["table"]["auction"]["high_bid"] is None


def test_undo_and_redo_again(party: Party) -> None:
    """Each call by itself: the key of an undo does not count for a redo, though both bodies are empty."""
    party.made(1, "bid", amount=5)
    for call in ("undo", "redo"):
        idempotency_key = some_number()
        first = party.client.post(f"{party.at}/{call}", None, party.seats[1], idempotency_key=idempotency_key)
        assert first.status == 201
        second = party.client.post(f"{party.at}/{call}", {}, party.seats[1], idempotency_key=idempotency_key)
        assert (second.status, second.json["entry"]) == (201, first.json["entry"])
        other = party.client.post(
            f"{party.at}/{'redo' if call == 'undo' else 'undo'}",
            None,
            party.seats[1],
            idempotency_key=idempotency_key,
        )
        assert other.was == (422, "idempotency-key-reused")
    assert party.document()["auction"]["high_bid"] == 5


def test_keys_are_each_seats_own(party: Party) -> None:
    idempotency_key = some_number()
    assert party.move(1, "note", text="a", idempotency_key=idempotency_key).json["revision"] == 2
    assert party.move(2, "note", text="b", idempotency_key=idempotency_key).json["revision"] == 3
    assert party.move(0, "note", text="c", idempotency_key=idempotency_key).json["revision"] == 4
    other = new_party(party.client)
    assert other.move(1, "note", text="d", idempotency_key=idempotency_key).json["revision"] == 2


def test_only_what_was_done_is_remembered(party: Party) -> None:
    """Neither a dry run nor a refusal uses up the key."""
    idempotency_key = some_number()
    dry = party.client.post(
        f"{party.at}/moves?dry_run=true",
        {"type": "bid", "amount": 3},
        party.seats[1],
        idempotency_key=idempotency_key,
    )
    assert dry.status == 200
    assert party.move(1, "bid", amount=99, idempotency_key=idempotency_key).status == 422
    assert party.move(2, "bid", amount=5, idempotency_key=idempotency_key).was == (409, "not-now")
    assert party.move(1, "bid", amount=4, idempotency_key=idempotency_key).status == 201
    dry = party.client.post(
        f"{party.at}/moves?dry_run=true",
        {"type": "bid", "amount": 4},
        party.seats[1],
        idempotency_key=idempotency_key,
    )
    assert dry.was == (409, "not-now"), "a dry run says what would be, not what was"


def test_the_move_that_ended_the_game_again(party: Party) -> None:
    nearly_finished(party)
    idempotency_key = some_number()
    first = party.move(3, "deck_empty", idempotency_key=idempotency_key)
    second = party.move(3, "deck_empty", idempotency_key=idempotency_key)
    assert (first.status, second.status) == (201, 201)
    assert second.json["entry"] == first.json["entry"]
    assert second.json["table"]["status"] == "finished"


def test_odd_keys(party: Party) -> None:
    for idempotency_key in ("é" * 20, "a b", "'; --", "x" * 200, "\\u0000"):
        first = party.move(0, "note", text="x", idempotency_key=idempotency_key)
        assert first.status == 201
        assert (
            party.move(0, "note", text="x", idempotency_key=idempotency_key).json["entry"]
            == first.json["entry"]
        )
        assert party.move(0, "note", text="y", idempotency_key=idempotency_key).was == (
            422,
            "idempotency-key-reused",
        )


def test_after_a_restart(own_server: Server) -> None:
    party = new_party(own_server.client())
    calls: list[tuple[int, str, dict[str, Any]]] = [
        (0, "moves", {"type": "correct", "set": [{"of": "seat:1", "name": "cash", "value": 50}]}),
        (1, "moves", {"type": "bid", "amount": 5}),
        (2, "moves", {"type": "bid", "amount": 6}),
        (2, "undo", {}),
        (2, "redo", {}),
        (3, "moves", {"type": "note", "text": "é"}),
    ]

    def all_of_them() -> list[Any]:
        found = [
            party.client.post(f"{party.at}/{call}", body, party.key(seat), idempotency_key=f"k{n}")
            for n, (seat, call, body) in enumerate(calls)
        ]
        assert [item.status for item in found] == [201] * len(calls)
        return [item.json["entry"] for item in found]

    first = all_of_them()
    before = party.document(party.host)
    own_server.restart()
    party.client = own_server.client()
    assert all_of_them() == first
    after = party.document(party.host)
    assert after.pop("version") > before.pop("version")
    assert after == before


def _tapped_twice(
    server: Server, party: Party, seat: int, body: Any, idempotency_key: str | None
) -> list[Reply]:
    found: list[Reply] = []
    gate = threading.Barrier(2)

    def tap() -> None:
        client = server.client()
        gate.wait(10)
        found.append(
            client.post(f"{party.at}/moves", body, party.seats[seat], idempotency_key=idempotency_key)
        )
        client.close()

    taps = [threading.Thread(target=tap) for _ in range(2)]
    for item in taps:
        item.start()
    for item in taps:
        item.join(20)
    return found


@pytest.mark.parametrize("with_key", [True, False])
def test_a_double_tap(with_key: bool, party: Party, server: Server) -> None:
    """Two taps at once: with a key one move and two equal answers, without one the second comes too late."""
    for n in range(1, 21):
        seat = party.document()["turn"]["seat"]
        second = f"tap{n}" if with_key else None
        found = _tapped_twice(server, party, seat, {"type": "bid", "amount": n}, second)
        if with_key:
            assert [item.status for item in found] == [201, 201]
            assert found[0].json["entry"] == found[1].json["entry"]
        else:
            assert sorted(item.status for item in found) == [201, 409]
        assert party.document()["revision"] == n + 1


def test_a_seat_that_changed_hands_keeps_its_memory(party: Party, client: Client) -> None:
    """Keys are per seat, not per phone: a new phone of the same seat repeats what the old one had sent."""
    idempotency_key = some_number()
    first = party.move(1, "bid", amount=5, idempotency_key=idempotency_key)
    client.post(f"{party.at}/seats/1/release", None, party.host)
    party.claim(1)
    assert (
        party.move(1, "bid", amount=5, idempotency_key=idempotency_key).json["entry"] == first.json["entry"]
    )
