"""Who has won, on a TV and on phones: by whole names where they have room, and what decides between equals."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, TV, no_faults, settled
from tests.browser.pictures import FACTS, auctions, finish, seated
from tests.browser.played import played
from tests.server import Client, Party, new_party, thorough

SMALL: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
LINES = """
one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}
"""
"""How many lines its words take."""
CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
WORDS_WIDTH = """
name => {
  const words = document.createRange();
  words.selectNodeContents(name.querySelector(".whole"));
  return words.getBoundingClientRect().width;
}
"""
OFF_CENTRE_PX = """
all => all.map(one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const step = one.closest("li").getBoundingClientRect();
  const lines = [...range.getClientRects()];
  return Math.max(...lines.map(({ left, right }) => Math.abs((left + right) / 2 - (step.left + step.right) / 2)));
})
"""


def tied(client: Client, names: tuple[str, str, str]) -> Party:
    """Three at Southern Pacific with $33 each; the third has the Bull Market card."""
    old = played(client, "southern-pacific/end-tie")
    export = json.dumps(client.get(f"{old.at}/export", old.host).json)
    for before, name in zip(("Ed", "Dave", "Pete"), names, strict=True):
        export = export.replace(f'"{before}"', f'"{name}"')
    found = client.post("/tables/import", json.loads(export))
    assert found.status == 201, found.body
    party = Party(client, found.json["code"], found.json["host_key"], found.json["join_key"])
    party.claim(1)
    return party


WINNERS = [("Christopherson", "Christopherson"), ("Maximiliane von Hohenstein-Krähwinkel", "Maximiliane v.")]


@thorough
@pytest.mark.parametrize(("name", "called"), WINNERS)
@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
def test_a_tv_names_the_winner_in_full(
    browser: Browser, client: Client, device: Any, name: str, called: str
) -> None:
    """In one line, in German too; only a name that would need small letters is said as friends say it."""
    names = ["Bo", name, "Maximiliane F."]
    party = new_party(client, names, game="bank", options={"box": "prairie-railroads", "starting_cash": 40})
    paid = [{"from": "bank", "to": "seat:2", "amount": 30}]
    party.made(0, "correct", postings=paid, note="for the test")
    party.made(0, "end_game")
    for language, wins in (("en", "wins"), ("de", "gewinnt")):
        tv = seated(browser, party, 0, "/board", **device, **STILL, locale=language)
        headline = tv.page.locator(".ending-winner h2")
        expect(headline).to_have_text(f"{called} {wins}", timeout=PATIENCE_MS)
        settled(tv.page)
        assert headline.evaluate(LINES) == 1
        assert tv.page.locator(".ending-ranks .name").evaluate_all(CUT) == []
        expect(tv.page.locator(".podium [data-winner] .name")).to_have_text(called)
        no_faults(tv)
        tv.close()


@thorough
def test_what_decides_a_tie_stands_in_the_middle_of_its_step(browser: Browser, client: Client) -> None:
    party = tied(client, ("Christopherson", "Jo", "Bartholomew"))
    tv = seated(browser, party, 0, "/board", **SMALL, **STILL, locale="de")
    beside = tv.page.locator(".podium .hint")
    expect(beside).to_have_text(
        ["1 Platz im Uhrzeigersinn", "2 Plätze im Uhrzeigersinn", "hat die Karte"], timeout=PATIENCE_MS
    )
    settled(tv.page)
    assert max(beside.evaluate_all(OFF_CENTRE_PX)) <= 3
    no_faults(tv)


@thorough
@pytest.mark.parametrize("width", [320, 360])
def test_what_decides_a_tie_stands_below_a_name_on_a_phone(
    browser: Browser, client: Client, width: int
) -> None:
    party = tied(client, ("Christopherson", "Jo", "Bartholomew Featherstone"))
    device = {**PHONE, **STILL, "viewport": {"width": width, "height": 740}, "locale": "de"}
    phone = seated(browser, party, 1, **device)
    names = phone.page.locator(".in-order .name")
    expect(names).to_have_text(["Christopherson", "Jo", "Bartholomew"], timeout=PATIENCE_MS)
    settled(phone.page)
    said = phone.page.locator(".in-order .hint + * + .hint")
    expect(said).to_have_count(3)
    for each in (*names.all(), *said.all()):
        assert each.evaluate(LINES) == 1, each.inner_text()
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(320, 568), (360, 640), (360, 740), (390, 844)])
def test_at_the_end_ones_own_name_is_whole_beside_the_total(
    size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """*Summe* stands in small letters: as large as the sum it cut the name's last letter in half."""
    party = new_party(client, ["Bartholomäus", "Ed", "Jo"], facts=FACTS)
    auctions(party)
    finish(party)
    window = {"viewport": {"width": size[0], "height": size[1]}, "locale": language}
    phone = seated(browser, party, 1, **{**PHONE, **STILL, **window})
    head = phone.page.locator(".seat-head")
    total = head.locator(".cash > .hint")
    expect(total).to_have_text("Total" if language == "en" else "Summe", timeout=PATIENCE_MS)
    sizes = "one => [one, one.parentElement].map((part) => parseFloat(getComputedStyle(part).fontSize))"
    small, large = total.evaluate(sizes)
    assert 16 <= small < large
    name = head.locator(".seat-name .name")
    assert name.evaluate(WORDS_WIDTH) <= name.evaluate("one => one.clientWidth")
    no_faults(phone)
