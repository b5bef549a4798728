"""Six digits instead of the QR: the right ones give its key, few wrong ones are allowed, and too many change the
digits."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.service.keys import MOST_WRONG
from tests.server import Client, Party, new_party


def pin(party: Party, key: str | None = None) -> Any:
    return party.client.get(party.at, key or party.host).json["join_pin"]


def other(digits: str) -> str:
    return f"{(int(digits) + 1) % 1_000_000:06}"


def test_it_is_the_way_in(client: Client) -> None:
    party = new_party(client, ["Ed", "Dave", "Pete"], claim=False)
    digits = pin(party)
    assert re.fullmatch(r"\d{6}", digits)
    for written in (digits, f"{digits[:3]} {digits[3:]}"):
        found = client.post(f"{party.at}/join", {"pin": written})
        assert (found.status, found.json) == (200, {"join_key": party.join})
    small = f"/tables/{party.code.lower()[:4]}-{party.code.lower()[4:]}/join"
    assert client.post(small, {"pin": digits}).json == {"join_key": party.join}, "a code as it is read out"
    key = "a-key-of-a-phone-that-cannot-scan"
    assert client.post(f"{party.at}/seats/2/claim", {"key": key}, party.join).status == 200


def test_whoever_is_in_sees_it_and_nobody_else(party: Party, client: Client) -> None:
    assert pin(party) == pin(party, party.join) == pin(party, party.key(1))
    assert client.get(party.at).json["join_pin"] is None


def test_wrong_ones_change_it(party: Party, client: Client) -> None:
    """Every screen that shows them hears of it."""
    first, version = pin(party), party.document(party.host)["version"]
    for _ in range(MOST_WRONG):
        assert pin(party) == first
        assert client.post(f"{party.at}/join", {"pin": other(first)}).was == (401, "key-unknown")
    assert pin(party) != first
    assert party.document(party.host)["version"] > version
    assert client.post(f"{party.at}/join", {"pin": first}).was == (401, "key-unknown")
    assert client.post(f"{party.at}/join", {"pin": pin(party)}).json == {"join_key": party.join}


def test_a_new_qr_brings_new_ones(party: Party, client: Client) -> None:
    first = pin(party)
    assert client.call("PATCH", party.at, {"new_join": True}, party.host).status == 200
    assert pin(party) != first


@pytest.mark.parametrize(
    "sent", ["", "12345", "1234567", "abcdef", "\u0661\u0662\u0663\u0664\u0665\u0666", "é" * 6]
)
def test_what_are_no_six_digits(sent: str, party: Party, client: Client) -> None:
    assert client.post(f"{party.at}/join", {"pin": sent}).was == (401, "key-unknown")


@pytest.mark.parametrize("sent", [123456, None, ["1"], "1" * 21])
def test_what_is_no_text(sent: Any, party: Party, client: Client) -> None:
    assert client.post(f"{party.at}/join", {"pin": sent}).was == (422, "invalid")
