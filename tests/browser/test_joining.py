"""Without a camera: by six digits, by a table's code, by an address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled, sit_host
from tests.browser.pictures import seated
from tests.browser.played import ALL, played
from tests.server import Client, Party, Server, new_party, thorough


def invited(client: Client) -> tuple[Party, str]:
    party = new_party(client, ["Ed", "Dave", "Pete"], claim=False)
    return party, party.link


def test_a_phone_that_cannot_scan_comes_in_by_six_digits(
    browser: Browser, client: Client, server: Server
) -> None:
    """It opens the address that stands beside the QR, types what stands there too, and takes a seat."""
    party, _ = invited(client)
    laptop = sit_host(browser, server.port, party, at="#lobby")
    written = laptop.page.locator(".way-in .code")
    found = re.fullmatch(r"No camera\? Open (\S+) and type (\d{3}\s\d{3})", written.inner_text())
    assert found, written.inner_text()
    address, digits = found.groups()
    phone = Screen(browser, "phone", **PHONE)
    phone.page.goto(f"http://{address}")
    asked = phone.page.get_by_label("Six digits")
    asked.fill("000 000" if digits != "000 000" else "000 001")
    phone.tap("Join", exact=True)
    fault = phone.page.locator(".joining").get_by_role("alert")
    expect(fault).to_contain_text("No table shows these digits")
    expect(asked).to_have_accessible_description(re.compile("No table shows these digits"))
    asked.fill(digits)
    phone.tap("Join", exact=True)
    expect(phone.page.locator(".join-names .offer")).to_have_count(3, timeout=PATIENCE_MS)
    assert phone.page.url.endswith(f"/t/{party.code}"), "the key has left the address"
    phone.tap("Dave", exact=True)
    expect(phone.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    assert party.document(party.host)["seats"][1]["claimed"]
    no_faults(laptop)


@thorough
def test_whoever_has_typed_the_tables_address_types_the_digits_there(
    browser: Browser, client: Client
) -> None:
    """The field waits for them: nothing else can be done on that page."""
    party, url = invited(client)
    phone = Screen(browser, "phone", **PHONE)
    phone.page.goto(url.partition("#")[0])
    asked = phone.page.get_by_label("six digits")
    expect(asked).to_be_focused(timeout=PATIENCE_MS)
    asked.fill("no")
    phone.tap("Join", exact=True)
    expect(phone.page.locator("by-digits").get_by_role("alert")).to_contain_text("Wrong digits")
    asked.fill(party.document(party.host)["join_pin"])
    phone.tap("Join", exact=True)
    expect(phone.page.locator(".join-names .offer")).to_have_count(3, timeout=PATIENCE_MS)


def test_a_mistyped_code_is_mended_where_it_leads(browser: Browser, client: Client, server: Server) -> None:
    party, _ = invited(client)
    phone = Screen(browser, "phone", **PHONE)
    phone.page.goto(f"http://127.0.0.1:{server.port}/t/0000000X")
    phone.sees("There is no table 0000000X.")
    field = phone.page.get_by_label("the table’s code")
    field.fill("12345")
    phone.tap("Open the table")
    expect(phone.page.get_by_role("alert")).to_have_text(re.compile("Type six digits, or a code"))
    field.fill(f" {party.code.lower()} ")
    phone.tap("Open the table")
    expect(phone.page.locator("by-digits")).to_be_visible(timeout=PATIENCE_MS)
    assert phone.page.url.endswith(f"/t/{party.code}")


@thorough
def test_a_guest_who_has_only_the_address_of_the_server(
    browser: Browser, client: Client, server: Server
) -> None:
    """The code leads to the table, which asks for the digits; a whole address does as well, and the link that the host
    copies straight to the seats."""
    party, url = invited(client)
    phone = Screen(browser, "phone", **PHONE)
    home = f"http://127.0.0.1:{server.port}/"
    for typed in (party.code.lower(), f"{home}t/{party.code}", url):
        phone.page.goto(home)
        phone.page.get_by_label("Six digits").fill(typed)
        phone.tap("Join", exact=True)
        comes = ".join-names .offer" if typed == url else "by-digits"
        expect(phone.page.locator(comes).first).to_be_visible(timeout=PATIENCE_MS)
        assert phone.page.url.endswith(f"/t/{party.code}")
    no_faults(phone)


@thorough
def test_four_games_are_in_sight_on_a_low_phone(browser: Browser, server: Server) -> None:
    phone = Screen(browser, "phone", **{**PHONE, "viewport": {"width": 360, "height": 640}})
    phone.page.goto(f"http://127.0.0.1:{server.port}/")
    fourth = phone.page.locator(".game").nth(3)
    expect(fourth).to_be_visible(timeout=PATIENCE_MS)
    settled(phone.page)
    expect(fourth).to_be_in_viewport(ratio=0.99)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("high", [740, 568])
def test_to_join_is_found_as_soon_as_to_begin(browser: Browser, server: Server, high: int) -> None:
    """On the lowest phone, too, the field and its key are in sight with the first game."""
    wide = 320 if high == 568 else 360
    phone = Screen(browser, "phone", **{**PHONE, "viewport": {"width": wide, "height": high}})
    page = phone.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    first = page.locator(".game-card").first
    expect(first).to_be_visible(timeout=PATIENCE_MS)
    settled(page)
    for found in (
        page.get_by_label("Six digits"),
        page.get_by_role("button", name="Join", exact=True),
        first,
    ):
        expect(found).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    no_faults(phone)


@thorough
def test_a_phone_brings_up_a_keypad_for_the_digits_and_letters_for_a_code(
    browser: Browser, client: Client, server: Server
) -> None:
    """One tap changes over, and the field stays where it is."""
    party, _ = invited(client)
    phone = Screen(browser, "phone", **PHONE)
    page = phone.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    field = page.locator(".joining input")
    expect(field).to_have_attribute("inputmode", "numeric", timeout=PATIENCE_MS)
    expect(field).to_have_accessible_name("Six digits beside the QR code")
    settled(page)
    place = field.bounding_box()
    phone.tap("Address or code instead")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("inputmode", "text")
    expect(field).to_have_accessible_name("The table’s code or its address")
    assert field.bounding_box() == place
    phone.tap("Six digits instead")
    expect(field).to_have_attribute("inputmode", "numeric")
    phone.tap("Address or code instead")
    field.fill(party.code.lower())
    phone.tap("Join", exact=True)
    expect(page.locator("by-digits")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(phone)


@thorough
def test_wrong_digits_move_no_card_of_a_game(browser: Browser, server: Server) -> None:
    """What is wrong stands in a line that was there before."""
    phone = Screen(browser, "phone", **PHONE)
    phone.page.goto(f"http://127.0.0.1:{server.port}/")
    card = phone.page.locator(".game").first
    expect(card).to_be_visible()
    settled(phone.page)
    before = card.bounding_box()
    phone.page.locator(".joining input").fill("12")
    phone.page.locator(".joining .primary").click()
    expect(phone.page.locator(".joining .fault")).not_to_be_empty()
    assert card.bounding_box() == before


IN_SIGHT = """
(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
"""


@thorough
@pytest.mark.parametrize(("wide", "high"), [(1280, 800), (1024, 768)])
def test_in_a_laptops_lobby_the_way_in_stays_in_sight(
    browser: Browser, client: Client, wide: int, high: int
) -> None:
    """Below the code; the steps unfold without scrolling the page, and their first is above *Start*."""
    party = new_party(client, ["Ed", "Dave", "Pete", "Jo"], claim=False, game="union-pacific")
    size = {"viewport": {"width": wide, "height": high}}
    laptop = seated(browser, party, 0, "#lobby", **{**LAPTOP, **STILL, **size})
    page = laptop.page
    laptop.press(page.locator(".lobby-steps summary"))
    settled(page)
    assert page.evaluate("scrollY") == 0
    for part in (
        ".lobby-qr .join-picture",
        "[data-pin]",
        ".together",
        ".lobby-steps .checklist > li >> nth=0",
    ):
        assert page.locator(part).evaluate(IN_SIGHT), part
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.locator("[data-pin]").evaluate(IN_SIGHT)
    code, digits = page.locator(".lobby-qr").bounding_box(), page.locator("[data-pin]").bounding_box()
    assert code
    assert digits
    assert digits["y"] >= code["y"] + code["height"]
    no_faults(laptop)


@thorough
def test_whoever_comes_when_it_is_over_reads_who_has_won(browser: Browser, client: Client) -> None:
    """The settlement, the evening from its beginning and the board are a tap away. What nobody needs any more is
    folded: the way to a seat."""
    party = played(client, "prairie-railroads/whole-evening", ALL)
    phone = Screen(browser, "guest", **PHONE, **STILL)
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    settled(phone.page)
    expect(phone.page.locator(".finished h2")).to_have_text("Ed wins")
    expect(phone.page).to_have_title("Prairie Railroads")
    for name in ("Replay the evening", "Board"):
        expect(phone.page.get_by_role("link", name=name)).to_be_visible()
    digits, scans = phone.page.get_by_label("six digits"), phone.page.get_by_text("scan the QR code")
    host, watches = phone.page.get_by_text("device gone"), phone.page.get_by_text("Just watch")
    for part in (digits, scans, host, watches):
        expect(part).to_be_hidden()
    phone.press(phone.page.get_by_text("Take your seat").locator("visible=true"))
    for part in (digits, scans, host):
        expect(part).to_be_visible()
    expect(digits).not_to_be_focused()
    phone.press(phone.page.get_by_role("link", name="See the settlement"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Ed wins")
    no_faults(phone)


@thorough
def test_a_seat_may_be_taken_again_when_the_end_is_undone(browser: Browser, client: Client) -> None:
    """As before it was over; whoever had unfolded the names then keeps them."""
    party = new_party(
        client, ["Ed", "Dave", "Pete"], game="bank", options={"box": "prairie-railroads"}, claim=False
    )
    phone = Screen(browser, "guest", **PHONE, **STILL)
    phone.page.goto(party.link)
    names, fold = phone.page.locator(".join-names .offer"), phone.page.locator("main > details > summary")
    expect(names).to_have_count(3, timeout=PATIENCE_MS)
    expect(fold).to_be_hidden()
    phone.until(party.made(0, "end_game")["revision"])
    for part in (names.first, phone.page.get_by_text("Tap your name")):
        expect(part).to_be_hidden()
    expect(fold).to_have_text("Take your seat")
    phone.press(fold)
    expect(names.first).to_be_visible()
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    expect(phone.page.locator(".finished")).to_have_count(0, timeout=PATIENCE_MS)
    expect(fold).to_be_hidden()
    expect(phone.page).to_have_title("Take your seat")
    phone.until(party.made(0, "end_game")["revision"])
    expect(names.first).to_be_hidden()
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    expect(names.first).to_be_visible(timeout=PATIENCE_MS)
    phone.tap("Dave", exact=True)
    expect(phone.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(phone)
