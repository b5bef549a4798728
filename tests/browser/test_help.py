"""The help: a rule opened at its heading while a move is being entered, and the guide on a screen and on paper."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.measures import sideways, too_small
from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, Screen, no_faults, settled
from tests.browser.pictures import auctions, seated, table
from tests.server import Client, new_party, thorough

TOUCH = 48
WHERE = (
    "one => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; }"
)


def guide(browser: Browser, client: Client, game: str, **device: Any) -> Screen:
    screen = Screen(browser, "guide", **device)
    screen.page.goto(f"http://127.0.0.1:{client.port}/help/{game}")
    settled(screen.page)
    return screen


def test_a_rule_opened_while_a_move_is_entered(browser: Browser, client: Client) -> None:
    party = table(client, ["Ed", "Dave", "Pete"])
    auctions(party)
    party.made(0, "play_card", card="CT", source="hand")
    party.made(0, "roll_growth", dice=[1, 2])
    phone = seated(browser, party, 3)
    assert "help-dialog" not in phone.page.content()
    chosen = phone.page.locator("offer-form input[type=radio]").first
    chosen.check(force=True)
    settled(phone.page)
    form = phone.page.locator("offer-form form")
    key = phone.page.get_by_role("button", name="Rulebook: Construct Track")
    key.evaluate("one => one.scrollIntoView({ block: 'center' })")
    before = form.evaluate(WHERE)

    box = key.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= TOUCH
    phone.press(key)
    dialog = phone.page.get_by_role("dialog", name="Building track")
    expect(dialog).to_contain_text("One segment $5; two in a row $15.", timeout=PATIENCE_MS)
    expect(dialog).to_contain_text("It is skipped, like an underfinanced one")  # as this table plays
    no_faults(phone)
    dialog.get_by_role("button", name="Close").click()

    expect(dialog).to_have_count(0)
    expect(chosen).to_be_checked()
    assert form.evaluate(WHERE) == before
    assert phone.revision == party.document()["revision"]


@thorough
def test_what_a_turn_is_made_of_where_one_chooses_what_to_do(browser: Browser, client: Client) -> None:
    """Beside the choice of an action, the part of the guide that tells of it; on a form its own rule."""
    party = table(client, ["Ed", "Dave", "Pete"])
    other = new_party(client, game="texas-pacific")
    for seat in (1, 2, 3, 1):
        other.made(0, "auction_result", winner=seat, amount=7)
    phone = seated(browser, other, int(other.document()["turn"]["seat"]), **PHONE)
    phone.press(phone.page.locator(".prompt").get_by_role("button", name="How this works"))
    dialog = phone.page.get_by_role("dialog", name="Texas & Pacific")
    expect(dialog.locator("h2")).to_have_text(["Texas & Pacific", "A turn", "The end"], timeout=PATIENCE_MS)
    assert sideways(phone.page) == []
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    no_faults(phone)
    auctions(party)
    lone = seated(browser, party, int(party.document()["turn"]["seat"]), **PHONE)
    expect(lone.page.locator("offer-form")).to_be_visible(timeout=PATIENCE_MS)
    expect(lone.page.locator(".prompt .help-key")).to_have_count(0)


def test_the_guide_in_german_on_a_phone_in_the_dark(browser: Browser, client: Client) -> None:
    phone = guide(browser, client, "prairie-railroads", locale="de", **PHONE, **DARK)
    phone.sees("Zu dritt: 10 Construct Track, 6 Offer Stock und 2 Pay Dividends")
    phone.sees("Was ihr am Tisch entscheidet")
    assert not too_small(phone.page) + sideways(phone.page)
    no_faults(phone)


def test_on_a_phone_the_titles_of_the_rules_are_its_contents(browser: Browser, client: Client) -> None:
    """A card opens at a tap; where a rule has nothing to pay it says nothing of a cost, and the end says when."""
    phone = guide(browser, client, "prairie-railroads", **PHONE)
    page = phone.page
    assert page.evaluate("document.documentElement.scrollHeight") < 4_500
    end = page.locator("article", has=page.get_by_text("The end of the game"))
    expect(end.get_by_text("Limits")).to_be_hidden()
    end.locator("summary").tap()
    expect(end.locator("dt")).to_have_text(["When", "Limits", "Example"])
    expect(page.get_by_text("Final Payoff", exact=True)).to_have_count(0)  # its title says the same
    assert not too_small(page) + sideways(page)
    no_faults(phone)


@thorough
def test_the_guide_on_paper(browser: Browser, client: Client) -> None:
    """Black on white, with nothing to press, and no rule split across pages."""
    laptop = guide(browser, client, "prairie-railroads", **LAPTOP)
    laptop.page.emulate_media(media="print")
    expect(laptop.page.get_by_role("heading", name="Prairie Railroads")).to_be_visible()
    for gone in ("button", "nav", ".way-back"):
        assert not laptop.page.locator(gone).locator("visible=true").count(), gone
    assert (
        laptop.page.locator("article").first.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
    )


@thorough
def test_headings_of_the_office_open_their_rules(browser: Browser, client: Client) -> None:
    """What a table may decide, before it is created, and what the rulebook says of the printed board."""
    laptop = Screen(browser, "laptop", **LAPTOP)
    home = f"http://127.0.0.1:{client.port}"
    laptop.page.goto(f"{home}/")
    laptop.press(laptop.page.locator(".game-card").first)
    laptop.press(laptop.page.locator("new-table summary", has_text="rulings"))
    laptop.press(
        laptop.page.locator("new-table").get_by_role("button", name="Rulebook: Construct Track").first
    )
    dialog = laptop.page.get_by_role("dialog", name="Building track")
    expect(dialog).to_contain_text("One segment $5; two in a row $15.", timeout=PATIENCE_MS)
    laptop.tap("Close", dialog)
    expect(laptop.page.locator("new-table form")).to_be_visible()
    laptop.page.goto(f"{home}/atlas/prairie-railroads")
    settled(laptop.page)
    laptop.press(laptop.page.get_by_role("button", name="Discover Growth", exact=True).first)
    expect(laptop.page.get_by_role("dialog")).to_contain_text("Discover Growth", timeout=PATIENCE_MS)
    no_faults(laptop)
