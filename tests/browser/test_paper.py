"""The host changes the table itself: names, paper money, a new QR; and the printed money runs short."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, STILL, TV, Screen, no_faults, sit_host
from tests.browser.pictures import seated
from tests.playing import begun
from tests.server import Client, Server, new_party, thorough


@thorough
def test_paper_money_from_the_middle_of_an_evening(browser: Browser, server: Server, client: Client) -> None:
    party = begun(new_party(client, players=["Ed", "Dave", "Pete"]))
    at = f"http://127.0.0.1:{server.port}/t/{party.code}"
    laptop = sit_host(browser, server.port, party)
    phone = Screen(browser, "phone", **{**PHONE, **DARK})
    phone.page.goto(f"{at}#j={party.join}")
    tv = Screen(browser, "tv", **TV)
    tv.page.goto(f"{at}/board#j={party.join}")

    laptop.tap("This table")
    dialog = laptop.page.locator('[data-dialog="table"]')
    expect(dialog).to_be_visible(timeout=PATIENCE_MS)
    dialog.get_by_text("More").click()  # for whom six digits alone do not do
    expect(dialog.get_by_text(f"Table code: {party.code}")).to_be_visible()
    dialog.get_by_label("Name at seat 3").fill("Petronella")
    dialog.get_by_text("play with the game’s paper money").click()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0, timeout=PATIENCE_MS)
    expect(tv.page.locator(".board-head")).to_contain_text("Petronella", timeout=PATIENCE_MS)

    party.made(3, "play_card", card="OS", source="hand")
    party.made(3, "offer_share", **{"railroad": "CRIP", "from": "treasury"})
    party.made(0, "auction_result", winner=1, amount=16)
    work = tv.page.locator("hands-checklist")
    expect(work).to_contain_text("Ed: $16 to the CRIP ($10 + $5 + $1)", timeout=PATIENCE_MS)
    expect(work.get_by_role("checkbox")).to_have_count(len(party.document()["recent"][-1]["instructions"]))

    balance = party.document()["bank"]["balance"]
    more = [{"from": "bank", "to": "seat:1", "amount": balance + 38}]
    party.made(0, "correct", postings=more, note="for the test")
    notice = tv.page.locator("bank-notice")
    expect(notice).to_contain_text("$38", timeout=PATIENCE_MS)
    expect(phone.page.locator("bank-notice")).to_contain_text("$38")
    laptop.page.locator("bank-notice").get_by_role("button", name="Close").click()
    expect(laptop.page.locator("bank-notice")).to_be_hidden()
    party.made(0, "correct", postings=[{"from": "bank", "to": "seat:1", "amount": 2}], note="for the test")
    for screen in (laptop, tv):
        expect(screen.page.locator("bank-notice")).to_contain_text("$40", timeout=PATIENCE_MS)
    no_faults(laptop, phone, tv)


@thorough
def test_a_notice_leaves_a_tv_by_itself(browser: Browser, client: Client) -> None:
    """Nobody sits there to close it; it comes again when it gets worse."""
    party = new_party(client)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    notice = tv.page.locator("bank-notice")
    around = tv.page.locator(".board-turn, .board-menu")
    places = [one.bounding_box() for one in around.all()]
    assert places[1]
    assert places[1]["x"] + places[1]["width"] > TV["viewport"]["width"] - 60, "the menu stands at the edge"
    tv.page.clock.install()
    for short in (38, 40):
        more = party.document()["bank"]["balance"] + short
        postings = [{"from": "bank", "to": "seat:1", "amount": more}]
        party.made(0, "correct", postings=postings, note="for the test")
        expect(notice).to_contain_text(f"${short}", timeout=PATIENCE_MS)
        expect(notice).to_be_visible()
        assert around.last.bounding_box() == places[1]
        tv.page.clock.fast_forward(21_000)
        expect(notice).to_be_hidden()
    no_faults(tv)


def test_a_new_qr_and_the_end_of_a_table(browser: Browser, server: Server, client: Client) -> None:
    party = new_party(client)
    small = {**LAPTOP, "viewport": {"width": 320, "height": 640}}
    laptop = sit_host(browser, server.port, party, at="#lobby", **small)
    picture = laptop.page.locator(".join-picture img")
    expect(picture).to_be_visible(timeout=PATIENCE_MS)
    before = party.document(party.host)["join_url"]
    laptop.press(laptop.page.get_by_role("button", name="This table", exact=True))
    dialog = laptop.page.locator('[data-dialog="table"]')
    dialog.get_by_text("More", exact=True).click()
    with laptop.page.expect_response(lambda answer: "qr.svg" in answer.url):
        dialog.get_by_role("button", name="New QR code").click()
    expect(dialog.get_by_role("status")).to_have_text("The table has a new QR code.")
    assert party.document(party.host)["join_url"] != before
    dialog.get_by_role("button", name="Delete this table").click()
    sure = laptop.page.get_by_role("dialog", name="Delete this table for good?")
    sure.get_by_role("button", name="Cancel").click()
    assert party.document()["code"] == party.code
    dialog.get_by_role("button", name="Delete this table").click()
    sure.get_by_role("button", name="Delete this table").click()
    laptop.page.wait_for_url(f"http://127.0.0.1:{server.port}/")
    assert client.get(party.at).status == 404
    no_faults(laptop)
