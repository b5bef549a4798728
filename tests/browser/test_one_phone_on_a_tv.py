"""The TV of a table that shares one phone: it waits for nobody, and its QR is for whoever wants to watch."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, STILL, TV, Screen, no_faults
from tests.browser.pictures import seated
from tests.server import Client, Party, new_party, thorough

NAMES = ["Ed", "Wilhelmina", "Jo"]
BANK = {"game": "bank", "options": {"box": "prairie-railroads", "act_for": "anyone"}}


def share(party: Party, act_for: str) -> None:
    party.client.call("PATCH", party.at, {"options": {"act_for": act_for}}, party.host)


def says(tv: Screen, prompt: str, head: str, seats: list[str]) -> None:
    expect(tv.page.locator(".board-prompt")).to_have_text(prompt, timeout=PATIENCE_MS)
    expect(tv.page.locator(".way-in-head")).to_have_text(head)
    expect(tv.page.locator(".way-in-seats li")).to_have_text(seats)


@thorough
def test_with_one_phone_for_all_the_tv_waits_for_nobody(browser: Browser, client: Client) -> None:
    """As soon as it is ticked in the lobby; once two have sat down with phones of their own, a seat is free again."""
    party = new_party(client, NAMES, claim=False)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    free = [f"{name}free" for name in NAMES]
    says(tv, "Still to join: Ed, Wilhelmina and Jo", "Scan to join", free)
    share(party, "anyone")
    says(tv, "All on one phone", "Scan to watch", [f"{name}on one phone" for name in NAMES])
    expect(tv.page.locator(".way-in-seats .icon")).to_have_count(len(NAMES))
    party.claim(2)
    says(tv, "All on one phone", "Scan to watch", ["Edon one phone", "Wilhelmina", "Joon one phone"])
    party.claim(3)
    says(tv, "Still to join: Ed", "Scan to join", ["Edfree", "Wilhelmina", "Jo"])
    no_faults(tv)


@thorough
def test_where_it_is_settled_with_the_table_each_may_have_a_phone(browser: Browser, client: Client) -> None:
    """The bank alone, where anyone may pay for anyone."""
    party = new_party(client, NAMES, claim=False, **BANK)
    with_game = re.compile(r"/games/bank$")
    tv = Screen(browser, "tv", **TV, **STILL)
    tv.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    with tv.page.expect_response(with_game):
        tv.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/board")
    says(tv, "One phone is enough", "Scan if you want to join", [f"{name}free" for name in NAMES])
    no_faults(tv)
