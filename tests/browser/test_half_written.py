"""A name that is begun in a form, and not chosen."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import PHONE, STILL, Screen, no_faults
from tests.browser.pictures import auctions, seated, table
from tests.server import Client, Party, thorough


def rolled(client: Client) -> Party:
    """Three players; the growth dice have fallen, and track is to be built."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(party)
    party.made(0, "play_card", card="CT", source="hand")
    party.made(0, "roll_growth", dice=[2, 5])
    return party


def building(browser: Browser, party: Party) -> Screen:
    """Whoever builds has chosen the first railroad that may."""
    phone = seated(browser, party, int(party.document()["turn"]["seat"]), **PHONE, **STILL)
    phone.open("Build track")
    phone.press(phone.form.locator("[data-field=railroad] label.chip:has(input:enabled)").first)
    return phone


@thorough
def test_a_name_half_written_is_not_left_behind(browser: Browser, client: Client) -> None:
    """A second segment is begun and not chosen: Confirm does not build the first one alone."""
    party = rolled(client)
    phone = building(browser, party)
    phone.press(phone.form.locator("[data-field=to] .chip[value]:enabled").first)
    confirm = phone.form.locator(".confirm")
    onward = phone.form.locator("[data-field=onward] input.search")
    onward.fill("Zzy")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    before = party.document()["revision"]
    confirm.evaluate("key => key.click()")
    expect(phone.form).to_contain_text("Choose a name, or clear the field.")
    assert party.document()["revision"] == before
    onward.fill("")
    expect(confirm).to_have_attribute("aria-disabled", "false")
    no_faults(phone)


@thorough
def test_what_is_asked_of_a_city_stands_before_one_more_segment(browser: Browser, client: Client) -> None:
    """Its printed income is needed, where one goes on from it is not."""
    phone = building(browser, rolled(client))
    phone.form.locator("[data-field=to] input.search").fill("Zzyzx")
    phone.press(phone.form.get_by_role("button", name="New: Zzyzx", exact=True))
    asked = phone.form.locator("facts-field > *").locator("visible=true").first
    onward = phone.form.locator("[data-field=onward]")
    expect(asked).to_contain_text("Zzyzx")
    below, box = onward.bounding_box(), asked.bounding_box()
    assert below
    assert box
    assert box["y"] + box["height"] <= below["y"]
    no_faults(phone)


@thorough
def test_a_name_in_small_letters_gets_capitals_and_can_be_put_right(browser: Browser, client: Client) -> None:
    """Typed on a keyboard; *Change* keeps what was written, so that a slip costs a letter, not the name. Whoever writes
    capitals has meant the others small."""
    phone = building(browser, rolled(client))
    to = phone.form.locator("[data-field=to]")
    search = to.locator("input.search")
    search.fill("el dorado-zx")
    phone.press(to.get_by_role("button", name="New: El Dorado-Zx", exact=True))
    expect(to.locator(".taken .chip-label")).to_have_text("El Dorado-Zx")
    phone.press(to.get_by_role("button", name="Change"))
    expect(search).to_be_focused()
    phone.page.keyboard.press("End")
    phone.page.keyboard.type("y")
    expect(search).to_have_value("El Dorado-Zxy")
    search.fill("Lake of Zyx")
    phone.press(to.get_by_role("button", name="New: Lake of Zyx", exact=True))
    expect(to.locator(".taken .chip-label")).to_have_text("Lake of Zyx")
    no_faults(phone)


@thorough
def test_only_what_is_missing_is_still_needed(browser: Browser, client: Client) -> None:
    """One of two dice shows a face; of two cities that nobody knows one has its income."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(party)
    party.made(0, "play_card", card="CT", source="hand")
    phone = seated(browser, party, int(party.document()["turn"]["seat"]), **PHONE, **STILL)
    needed = phone.form.locator(".brief")
    sizes = phone.form.locator("button.face").evaluate_all(
        "all => all.map((one) => [one.offsetWidth, one.offsetHeight])"
    )
    assert len(sizes) == 12
    assert min(map(min, sizes)) >= 44, "a finger hits each"
    phone.dice(2)
    expect(needed).to_have_text("Still needed: Ones")
    phone.dice(2)  # as a double tap does
    expect(phone.form.get_by_role("button", name="Die 1: 2")).to_have_attribute("aria-pressed", "true")
    expect(needed).to_have_text("Still needed: Ones")
    phone.tap("Die 2: 5", phone.form)
    phone.confirm()
    phone.open("Build track")
    phone.press(phone.form.locator("[data-field=railroad] label.chip:has(input:enabled)").first)
    phone.place("To which city", "Zzyzx")
    phone.tell("Income printed at Zzyzx", 1)
    phone.onward("Quux")
    expect(phone.form.locator(".link legend")).to_have_text(["Segment 1", "Segment 2, from Zzyzx"])
    expect(phone.form.get_by_role("button", name="Remove segment 2")).to_be_visible()
    expect(needed).to_have_text("Still needed: Income printed at Quux")
    no_faults(phone)
