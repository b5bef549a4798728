"""What hands do, ticked off on a screen: nothing is lost because the next player is quick."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, TV, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import ALL, played
from tests.browser.test_board import CLIPPED
from tests.playing import begun, party_with_rows
from tests.server import Client, Server, new_party, thorough

DASH = "\u202f–\u2009"
"""Between the towns of a link, as a TV writes it."""

APART = """
() => Math.min(...[...document.querySelectorAll("[data-page=work] .checklist label")].map((label) => {
  const { lineHeight, fontSize } = getComputedStyle(label);
  const lines = Math.round(label.querySelector("span").offsetHeight / parseFloat(lineHeight));
  return (label.offsetHeight - lines * parseFloat(lineHeight)) / parseFloat(fontSize);
}))
"""
"""What each line has above and below its words, in letters."""
APART_EM = 0.2
TICK_FIRST = """
([code, last]) => {
  for (let at = 1; at < last; at++) sessionStorage.setItem(`companion.ticks.${code}.${at}`, "[0]");
}
"""
"""Of every list but the last one."""
TITLE_WITH_LINE = """
() => {
  const [title, line] = ["h3", ".earlier > li"].map((one) => document.querySelector(`hands-checklist ${one}`))
    .map((one) => one.getBoundingClientRect());
  return Math.abs(title.left - line.left) < title.width / 2 && title.bottom <= line.top + 1;
}
"""
PANELS = """
() => [...document.querySelectorAll(".board .panel:not(.turning *), .board-moment, .turning")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.panel ?? one.className, x, y, width, height].join();
})
"""


@thorough
def test_a_line_that_nobody_has_ticked_stays(browser: Browser, server: Server, client: Client) -> None:
    """The next player is quick: on a screen where lists are ticked, what was left of earlier ones is not lost."""
    party = begun(party_with_rows(client))
    tv = Screen(browser, "tv", **TV)
    tv.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/board#j={party.join}")
    work = tv.page.locator("hands-checklist")
    late = work.locator(".earlier li")
    party.made(3, "play_card", card="CT", source="hand")
    party.made(3, "roll_growth", dice=[1, 2])
    expect(work).to_contain_text("Put an orange cube on Marysville", timeout=PATIENCE_MS)
    expect(late).to_have_count(0)  # nobody ticks here, so nothing stays

    work.get_by_text("Put an orange cube on Marysville").click()
    party.made(3, "build_track", railroad="KP", segments=[{"from": "Lawrence", "to": "Ottawa"}])
    expect(work).to_contain_text(f"Put one KP cube on Lawrence{DASH}Ottawa", timeout=PATIENCE_MS)
    expect(late).to_have_text(["Move the CRIP’s income cube 2 → 3"])  # lists before the first tick are over
    assert tv.page.evaluate(CLIPPED) == []

    work.get_by_text(f"Put one KP cube on Lawrence{DASH}Ottawa").click()
    party.made(1, "play_card", card="CT", source="hand")
    party.made(1, "roll_growth", dice=[1, 2])
    track = [{"from": "Marysville", "to": "Lawrence"}]
    party.made(1, "build_track", railroad="CRIP", segments=track)
    expect(work).to_contain_text(f"Put one CRIP cube on Marysville{DASH}Lawrence", timeout=PATIENCE_MS)
    # the CRIP's cube has its whole way told by the newest list
    card = "Put the Construct Track card face up on the Used cards space"
    expect(late).to_have_text(["Move the KP’s income cube 2 → 5", card])
    late.first.locator("label").click()
    expect(late.first.get_by_role("checkbox")).to_be_checked()
    party.made(2, "play_card", card="PD", source="hand")
    expect(work).to_contain_text("Put the Pay Dividends card", timeout=PATIENCE_MS)
    first, *_ = late.all_inner_texts()
    assert first == card, "what was ticked late has not gone"
    no_faults(tv)


@thorough
def test_a_move_that_is_undone_takes_no_work_away(browser: Browser, server: Server, client: Client) -> None:
    """General Dividends, the next player's move and an undo of it: what nobody has ticked is still to be done."""
    party = played(client, "texas-pacific/general-dividends", ALL)
    cubes, on = "Move the three decision cubes back to Start", "Move the round cube 1 → 2"
    dave = seated(browser, party, 2, **PHONE)
    tv = Screen(browser, "tv", **TV)
    tv.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/board#j={party.join}")
    for screen in (dave, tv):
        expect(screen.page.locator("hands-checklist")).to_contain_text(on, timeout=PATIENCE_MS)
    party.made(3, "decide_stock", railroad="MP", amount=3)
    assert party.client.post(f"{party.at}/undo", None, party.seats[3]).status == 201
    work = tv.page.locator("hands-checklist")
    back = "Move the Stock cube back to Start"
    expect(work.locator(".checklist:not(.earlier) li")).to_have_text(back, timeout=PATIENCE_MS)
    expect(work.locator(".earlier li")).to_have_text(["Pete takes a Stock Certificate of the TP", cubes, on])
    assert tv.page.evaluate(CLIPPED) == []
    dave.until(tv.revision)
    expect(dave.page.locator("hands-checklist li")).to_have_text([cubes, on])
    expect(dave.page.locator("[data-past] hands-checklist")).to_have_count(0)
    no_faults(dave, tv)


@thorough
def test_a_payment_of_the_companion_is_nothing_to_tick_off(
    browser: Browser, server: Server, client: Client
) -> None:
    """A dividend of eleven companies is in the log; the TV's list has only the cards."""
    party = new_party(client, ["Ann", "Bob", "Cec", "Dot", "Eva", "Fay"], game="union-pacific")
    for seat, company in enumerate(("WW", "MS", "KCC", "ESL", "DM", "BNL"), 1):
        party.made(seat, "reveal", company=company)
    made = party.made(1, "build", company="WW", dividend_cards=1)
    assert sum(instruction["kind"] == "pay_dividend" for instruction in made["entry"]["instructions"]) == 6
    tv = Screen(browser, "tv", **TV)
    tv.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/board#j={party.join}")
    expect(tv.page.locator("hands-checklist li")).to_have_text(
        [
            "Ann puts a track card face up on the discards",
            "Place a train of the WW; it has 2 on the board",
            "Ann draws a share; refill the display",
            "Put the dividend card into the box",
            "Bob draws a track card",
        ],
        timeout=PATIENCE_MS,
    )
    assert tv.page.evaluate(CLIPPED) == []
    no_faults(tv)


@thorough
def test_a_reminder_that_is_over_stands_back_and_goes_while_nobody_looks(
    browser: Browser, client: Client
) -> None:
    """Nothing jumps under a finger: the reminder stays in its place until the phone is put away."""
    party = begun(party_with_rows(client))
    phone = seated(browser, party, 3, **PHONE)
    reminder = phone.page.locator("hands-checklist")
    past = phone.page.locator("[data-past] hands-checklist")
    party.made(3, "play_card", card="PD", source="hand")
    expect(reminder).to_be_visible(timeout=PATIENCE_MS)
    expect(past).to_have_count(0)
    party.made(1, "play_card", card="CT", source="hand")
    party.made(1, "roll_growth", dice=[1, 2])  # the second move since: nobody does it any more
    expect(past).to_be_visible(timeout=PATIENCE_MS)
    phone.page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(reminder).to_have_count(0)
    no_faults(phone)


@thorough
def test_lines_that_say_the_same_are_one_with_one_tick(browser: Browser, client: Client) -> None:
    """Cubes in hexes that have no name."""
    party = played(client, "texas-pacific/ruling-west-counts-as-built", 4)
    party.made(1, "decide_nothing", track="ranch")
    plain = {"kind": "plain", "rank": 1}
    party.made(2, "decide_track", railroad="KATY", hexes=[plain, plain])
    phone = seated(browser, party, 2, **PHONE, **STILL)
    lines = phone.page.locator("hands-checklist li", has_text="on a plain hex")
    expect(lines).to_have_text("Put a blue KATY cube on a plain hex\u00a0× 2", timeout=PATIENCE_MS)
    phone.press(lines.locator("label"))
    phone.page.reload()
    expect(lines.get_by_role("checkbox")).to_be_checked()
    no_faults(phone)


@thorough
def test_hands_are_told_what_they_do_themselves(browser: Browser, client: Client) -> None:
    """Whoever takes the share, not the last to pass; the host reads who that is, as friends call one another."""
    party = played(client, "prairie-railroads/five-players", 85)
    winner, passed = (seated(browser, party, seat, **PHONE) for seat in (4, 3))
    expect(winner.page.locator("hands-checklist li")).to_have_text("Take a share of the ATSF")
    expect(passed.page.locator("hands-checklist")).to_have_count(0)
    host = seated(browser, party, 0, **PHONE)
    expect(host.page.locator("hands-checklist li")).to_have_text("Bartholomäus takes a share of the ATSF")
    no_faults(winner, passed, host)


@thorough
@pytest.mark.parametrize("high", [720, 1080])
@pytest.mark.parametrize("moves", [20, 40])
def test_lines_stand_no_closer_than_their_room_asks_for(
    moves: int, high: int, browser: Browser, client: Client
) -> None:
    """On the TV of Southern Pacific; what is still to tick has its title above it, and none stands alone at the end."""
    party = played(client, "southern-pacific/whole-evening", moves)
    tv = seated(browser, party, 0, "/board", viewport={"width": high * 16 // 9, "height": high}, **STILL)
    assert tv.page.evaluate(APART) >= APART_EM
    places = tv.page.evaluate(PANELS)
    tv.page.evaluate(TICK_FIRST, [party.code, party.document()["revision"]])
    tv.page.reload()
    settled(tv.page)
    expect(tv.page.locator("hands-checklist h3")).to_have_count(1)
    assert tv.page.evaluate(TITLE_WITH_LINE)
    assert tv.page.evaluate(PANELS) == places
    no_faults(tv)
