"""A dry run whose refusal has not failed: a browser writes every status from 400 on into its console."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server import Party, Reply

PROBLEM = "application/problem+json"


def asked(party: Party, call: str, query: str, body: Any, key: str) -> Reply:
    return party.client.post(f"{party.at}/{call}{query}", body, key)


def said(reply: Reply) -> dict[str, Any]:
    """The problem document, but for what tells one request from another."""
    assert reply.headers["content-type"] == PROBLEM
    return {name: value for name, value in reply.json.items() if name != "request"}


@pytest.mark.parametrize(
    ("call", "body", "code"),
    [
        ("moves", {"type": "bid", "amount": 81}, "insufficient-funds"),  # of $80
        ("moves", {"type": "bid", "amount": -1}, "invalid"),
        ("moves", {"type": "play_card", "card": "PD", "source": "hand"}, "not-now"),
        ("moves", {"type": "pass", "expected_revision": 77}, "stale-revision"),
        ("undo", {}, "not-now"),
    ],
)
def test_the_same_problem_with_200(party: Party, call: str, body: Any, code: str) -> None:
    loud = asked(party, call, "?dry_run=true", body, party.seats[1])
    quiet = asked(party, call, "?dry_run=true&quiet=true", body, party.seats[1])
    assert loud.code == code
    assert (loud.status, quiet.status) == (loud.json["status"], 200)
    assert said(quiet) == said(loud)


def test_who_may_not_ask_is_refused_aloud(party: Party) -> None:
    body = {"type": "pass"}
    assert asked(party, "moves", "?dry_run=true&quiet=true", body, party.join).was == (403, "not-your-seat")
    assert asked(party, "moves", "?dry_run=true&quiet=true", body, "x" * 32).was == (401, "key-unknown")


def test_a_move_is_refused_aloud(party: Party) -> None:
    """Whoever makes a move and leaves out `dry_run` must not take its refusal for a yes."""
    body = {"type": "bid", "amount": 81}
    assert asked(party, "moves", "?quiet=true", body, party.seats[1]).was == (422, "insufficient-funds")
    assert asked(party, "moves", "?dry_run=false&quiet=true", body, party.seats[1]).status == 422
    assert asked(party, "moves", "?dry_run=true&quiet=maybe", body, party.seats[1]).was == (422, "invalid")


def test_what_would_be_done_is_told_as_ever(party: Party) -> None:
    body = {"type": "bid", "amount": 5}
    quiet = asked(party, "moves", "?dry_run=true&quiet=true", body, party.seats[1])
    assert (quiet.status, quiet.headers["content-type"]) == (200, "application/json")
    assert quiet.json["entry"]["summary"].startswith("Ed bids $5")
