"""Texas & Pacific on a phone: the form of the hexes, whose keys say a kind and how many railroads are there at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import bottom, right, sideways, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_texas_pacific import PLAYERS, pick, put, row
from tests.server import Client, Party, new_party, thorough

BOXES = {"decision_boxes": {track: {"boxes": 5} for track in ("track", "ranch", "stock")}}
"""Known, so that no form asks how far a cube slides."""


def sold(client: Client, **known: Any) -> Party:
    """The initial auctions are over: the GHH is Ed's, the KATY Dave's, the MP Pete's, the SP Ann's."""
    party = new_party(client, PLAYERS, game="texas-pacific", **known)
    for winner, amount in ((1, 9), (2, 10), (3, 10), (4, 12)):
        party.made(0, "auction_result", winner=winner, amount=amount)
    return party


@thorough
def test_a_city_is_found_whatever_the_kind_and_asked_for_once(browser: Browser, client: Client) -> None:
    """A known name sets the kind of hex and how many railroads are there; the income of a new city is asked once, and
    its answer stays when the city gets a name."""
    party = sold(client)
    told = [{"kind": "plain", "rank": 1}, {"kind": "city", "name": "Oklahoma City", "rank": 1}]
    party.made(0, "decide_track", railroad="GHH", hexes=told, at_end=False)
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.open("Track")
    order = dave.form.locator("field-group > [data-field]").evaluate_all(
        "all => all.map((one) => one.dataset.field)"
    )
    assert order[order.index("facts") + 1] == "at_end", "what answers a question otherwise stands with it"
    put(dave, "Plain", 2)
    dave.press(row(dave).locator("summary").first)
    row(dave).locator("input.search").locator("visible=true").fill("okla")
    expect(row(dave).get_by_role("button", name="New:")).to_have_count(1)  # "okla" may be another
    city = row(dave).locator("place-field .chip", has_text="Oklahoma City").locator("visible=true")
    expect(city).to_have_count(1)
    dave.press(city)
    expect(row(dave).locator("label.chip", has_text="City").locator("input")).to_be_checked()
    expect(row(dave).locator(".taken")).to_contain_text("1 railroad there")
    expect(row(dave).locator(".row-words b")).to_have_text("Oklahoma City")
    expect(row(dave).get_by_role("group", name="Railroads in hex")).to_have_count(0)  # the name has said it
    expect(row(dave).locator(FOLD)).to_be_visible()
    put(dave, "City by name")
    pick(dave, row(dave, 2), "2", "Income")
    row(dave, 2).locator("input.search").locator("visible=true").fill("Waco")
    dave.tap("New: Waco", within=row(dave, 2))
    income = row(dave, 2).get_by_role("group", name="Income")
    expect(income).to_have_count(1)
    expect(row(dave, 2).locator(FOLD)).to_have_count(0)
    expect(income.locator("label.chip", has_text="2").locator("input")).to_be_checked()
    dave.press(dave.form.get_by_text("the cube is now on End").first)
    words = "Still needed: Railroads in hex, with yours (no. 2)"
    expect(dave.form.locator(".brief")).to_have_text(words)
    pick(dave, row(dave, 2), "1", "Railroads in hex")
    dave.previewed()
    expect(dave.page.get_by_text("Income printed at")).to_have_count(0)
    expect(dave.form).to_contain_text("KATY builds into 2 hexes for $6: Oklahoma City and Waco")
    no_faults(dave)


@thorough
def test_no_key_is_for_more_railroads_than_can_be_there(browser: Browser, client: Client) -> None:
    """The TP stands in Dallas, a city, and nobody else has track: two can be in a city, and nowhere else."""
    party = played(client, "texas-pacific/ranks-dallas", 5)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.open("Track")
    ed.press(ed.form.locator("[data-field=railroad] label", has_text="SP").first)
    keys = ed.form.locator(".pad-line > button")
    live = keys.evaluate_all(
        "all => all.filter((one) => !one.disabled).map((one) => one.ariaLabel).filter(Boolean)"
    )
    place = "Railroads in hex, with yours"
    assert [one for one in live if one.endswith("2")] == [f"City, Income {n}, {place}: 2" for n in (1, 2)]
    assert len([one for one in live if one.endswith(": 1")]) == 4
    put(ed, "City, Income 1", 2)
    settled(ed.page)
    no_faults(ed)


FOLD = "field-group > details.folded"


def unfolded(phone: Screen, within: Locator) -> None:
    """How many railroads are in a hex with a known name can be seen and changed."""
    expect(within.get_by_role("group", name="Railroads in hex")).to_have_count(0)
    phone.press(within.locator(f"{FOLD} > summary", has_text="Railroads in hex"))


def ranked(within: Locator, number: int) -> None:
    """So many railroads are filled in for a hex."""
    chips = within.get_by_role("group", name="Railroads in hex").locator("label.chip")
    expect(chips.filter(has=within.page.locator("input:checked"))).to_have_text(str(number))


def take(phone: Screen, within: Locator, name: str) -> None:
    """Another name for a hex."""
    field = within.locator("place-field").locator("visible=true")
    if (change := field.locator(".taken button")).count():
        phone.press(change)
    phone.press(field.locator(".chip", has=phone.page.get_by_text(name, exact=True)))


@thorough
def test_another_name_does_not_keep_what_was_said_of_the_first(browser: Browser, client: Client) -> None:
    """Neither how many railroads are there nor the income; nor, after the page is loaded anew, the answer for a hex
    without a name."""
    party = sold(client)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}], at_end=False)
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.open("Track")
    hex_ = row(dave)
    put(dave, "City by name")
    take(dave, hex_, "Oklahoma City")
    unfolded(dave, hex_)
    ranked(hex_, 1)
    pick(dave, hex_, "2", "Railroads in hex")
    take(dave, hex_, "Dallas")
    ranked(hex_, 1)
    dave.tap("Remove", within=hex_)
    put(dave, "Gray")
    take(dave, hex_, "El Paso")
    pick(dave, hex_, "2", "Income")
    take(dave, hex_, "Albuquerque")
    expect(hex_.get_by_role("group", name="Income").locator("input:checked")).to_have_count(0)
    unfolded(dave, hex_)
    ranked(hex_, 1)
    dave.tap("Remove", within=hex_)
    put(dave, "Plain", 2)
    dave.page.reload()
    expect(hex_.locator(".row-words")).to_have_text("Plain Railroads in hex, with yours: 2")
    dave.press(hex_.locator("summary").first)
    ranked(hex_, 2)
    pick(dave, hex_, "City", "Kind of hex")
    take(dave, hex_, "Oklahoma City")
    unfolded(dave, hex_)
    ranked(hex_, 1)
    no_faults(dave)


@thorough
def test_a_city_found_under_another_kind_leaves_nothing_behind(browser: Browser, client: Client) -> None:
    """The new field has the focus, and the old one begins anew. A new name that is part of one of another kind is
    taken with Enter."""
    party = sold(client)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.open("Track")
    put(ed, "Plain")
    ed.press(row(ed).locator("summary").first)
    place = row(ed).locator("place-field").locator("visible=true")
    search = place.locator("input.search")
    search.fill("okla")
    ed.press(place.locator(".chip", has_text="Oklahoma City"))
    expect(place.locator(".taken button")).to_be_focused()
    pick(ed, row(ed), "Plain", "Kind of hex")
    expect(search).to_have_value("")
    expect(place.locator(".chip")).to_have_count(0)
    search.fill("Oklahoma")
    search.press("Enter")
    expect(place.locator(".taken")).to_contain_text("Oklahoma")
    expect(row(ed).locator("label.chip", has_text="Plain").locator("input")).to_be_checked()
    no_faults(ed)


@thorough
def test_a_move_that_begins_with_a_railroad_is_opened_by_its_badge(browser: Browser, client: Client) -> None:
    """Below *Stock* stands a badge for each railroad that may be put up; whoever cannot choose has none. It stands
    alone until one asks for the others, so that all keys are in sight."""
    party = sold(client)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    badges = ed.page.get_by_role("group", name="Stock", exact=True).locator(".tile")
    expect(badges).to_have_count(4)
    expect(ed.page.get_by_role("group", name="Track", exact=True)).to_have_count(0)  # the GHH alone is Ed's
    ed.press(badges.nth(2))
    expect(chosen := ed.form.get_by_role("radio", name="Missouri Pacific")).to_be_checked()
    expect(chosen).to_be_focused()
    railroads = ed.form.locator("[data-field=railroad] label.chip").locator("visible=true")
    expect(railroads).to_have_count(1)
    ed.tap("Change", ed.form)
    expect(railroads).to_have_count(5)  # the TP, too, with why it cannot be put up
    expect(ed.form.get_by_role("button", name="Change")).to_have_count(0)
    ed.press(ed.form.locator(".near button", has_text="4"))
    ed.amount(3)
    revision = ed.confirm(words="Confirm $3")
    assert party.document()["auction"]["railroad"] == "MP"
    assert revision == party.document()["revision"]
    no_faults(ed)


@thorough
def test_on_a_slow_phone_the_keys_of_hexes_stay_as_well(browser: Browser, client: Client) -> None:
    """A browser that is busy goes on following what it has followed before it hears that it should not."""
    party = sold(client, facts=BOXES)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}])
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.page.context.new_cdp_session(dave.page).send("Emulation.setCPUThrottlingRate", {"rate": 12})
    dave.open("Track")
    keys = dave.form.locator(".pad")
    before = keys.bounding_box()
    for _ in range(3):
        put(dave, "Plain", 1)
        assert keys.bounding_box() == before
    no_faults(dave)


def test_three_hexes_are_three_taps_and_nothing_moves(browser: Browser, client: Client) -> None:
    """One tap a hex, twice the same among them; the keys stay where they are and say how often they were tapped. What
    was tapped by mistake goes again, and when all are chosen no key takes another tap."""
    party = sold(client, facts=BOXES)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}])
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.open("Track")
    keys = dave.form.locator(".pad")
    before = keys.bounding_box()
    put(dave, "Plain", 1)
    put(dave, "Ranch", 2)
    put(dave, "Plain", 1)
    assert keys.bounding_box() == before
    expect(keys.locator("[aria-pressed=true]")).to_have_count(2)
    counts = keys.locator("[data-times]").evaluate_all("all => all.map((one) => one.dataset.times)")
    assert counts == ["×2", "×1"]
    expect(keys.locator("button:enabled")).to_have_count(1)
    dave.tap("Take the last one back", within=keys)
    expect(keys.locator("[data-times]")).to_have_count(2)
    put(dave, "Plain", 1)
    dave.tap("Remove", within=row(dave, 2))
    put(dave, "Ranch", 1)
    dave.previewed()
    expect(dave.form).to_contain_text("KATY builds into 3 hexes for $6")
    dave.confirm()
    built = party.document()["recent"][-1]["move"]["hexes"]
    assert [(one["kind"], one["rank"]) for one in built] == [("plain", 1), ("plain", 1), ("ranch", 1)]
    no_faults(dave)


@thorough
def test_a_city_is_one_tap_with_its_income(browser: Browser, client: Client) -> None:
    """One key says kind, income and railroads of a city; another begins one that is called by its name. Each counts
    its own."""
    party = sold(client)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}], at_end=False)
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.open("Track")
    counted = dave.form.locator(".pad [data-times]")
    put(dave, "City, Income 2", 1)
    expect(row(dave).locator("summary .row-words")).to_have_text("City Income 2")
    expect(counted).to_have_text(["1 $2"])
    put(dave, "City, Income 1", 2)
    expect(row(dave, 2).locator(".row-words")).to_have_text("City Income 1 · Railroads in hex, with yours: 2")
    put(dave, "City by name")
    expect(row(dave, 3).locator("input.search").locator("visible=true")).to_have_count(1)
    expect(counted).to_have_text(["2 $4", "1 $2", re.compile("by name")])
    dave.tap("Remove", within=row(dave, 3))
    dave.press(dave.form.get_by_text("the cube is now on End").first)
    dave.previewed()
    expect(dave.form).to_contain_text("KATY builds into 2 city hexes for $6")
    dave.confirm()
    built = party.document()["recent"][-1]["move"]["hexes"]
    assert [(one["kind"], one["income"], one["rank"]) for one in built] == [("city", 2, 1), ("city", 1, 2)]
    no_faults(dave)


@thorough
def test_what_was_tapped_last_stays_and_the_keys_come_when_asked_for(
    browser: Browser, client: Client
) -> None:
    """After the last answer of a city *Go west* may be next, or Confirm, or one more hex."""
    party = sold(client, facts=BOXES)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}])
    dave = seated(browser, party, 2, **{**PHONE, **STILL, "viewport": {"width": 360, "height": 640}})
    dave.open("Track")
    put(dave, "Plain", 1)
    another = dave.form.locator(".another")
    expect(another).to_be_hidden()  # the keys are in sight
    put(dave, "City by name")
    expect(another).to_be_disabled()
    row(dave, 2).locator("input.search").locator("visible=true").fill("Waco")
    dave.tap("New: Waco", within=row(dave, 2))
    pick(dave, row(dave, 2), "1", "Railroads in hex")
    last = row(dave, 2).get_by_role("group", name="Income")
    pick(dave, row(dave, 2), "2", "Income")
    before = top(last)
    settled(dave.page)
    assert top(last) == before
    dave.press(another)
    keys, head = dave.form.locator(".pad"), dave.page.locator(".seat-top")
    assert bottom(head) <= top(keys) < bottom(head) + 100
    put(dave, "Plain", 1)
    dave.previewed()
    expect(dave.form).to_contain_text("KATY builds into 3 hexes for $6")
    no_faults(dave)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", [-2, -1], ids=["city", "gray"])
def test_on_the_narrowest_phone_the_numbers_of_a_hex_stay_in_its_sheet(
    browser: Browser, client: Client, key: int, language: str
) -> None:
    """How many railroads are there has the line above its numbers: the words are long."""
    party = sold(client)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}], at_end=False)
    size = {"width": 320, "height": 568}
    dave = seated(browser, party, 2, **{**PHONE, **STILL, "viewport": size, "locale": language})
    dave.press(dave.page.locator("[data-offer=decide_track]"))
    dave.press(dave.form.locator(".pad .key:not(.erase)").nth(key))
    settled(dave.page)
    rank = row(dave).locator("[data-field=rank] .chip").locator("visible=true")
    expect(rank).to_have_count(2)
    assert right(rank.last) <= right(row(dave))
    assert top(rank.first) >= bottom(row(dave).locator("[data-field=rank] .label").first) - 1
    assert not sideways(dave.page)
    no_faults(dave)


CUT_BY_THE_HEAD = """
() => {
  const head = document.querySelector(".seat-top").getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".offer-fields > *, field-group > *")].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < head - 1 && bottom > head + 1 && !one.querySelector("field-group");
  }).map((one) => one.textContent);
}
"""


@thorough
@pytest.mark.parametrize("as_host", [False, True])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(360, 640), (320, 568)])
def test_no_line_is_cut_where_the_first_track_is_opened(
    size: tuple[int, int], language: str, as_host: bool, browser: Browser, client: Client
) -> None:
    """How long the track is is asked for above the keys of hexes: the form is opened where a line begins."""
    party = played(client, "texas-pacific/six-players", 4)
    seat = party.document()["turn"]["seat"]
    viewport = {"width": size[0], "height": size[1]}
    phone = Screen(browser, "phone", **{**PHONE, **STILL, "viewport": viewport, "locale": language})
    kept = {"join": party.join, "started": True, "seat": {"number": seat, "key": party.seats[seat]}}
    phone.has_kept({party.code: {**kept, **({"host": party.host} if as_host else {})}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    phone.press(phone.page.locator("[data-offer=decide_track]").first)
    expect(phone.form.locator(".pad")).to_be_visible()
    settled(phone.page)
    assert phone.page.evaluate(CUT_BY_THE_HEAD) == []
    assert bottom(phone.form.locator(".pad")) <= top(phone.form.locator(".confirm-bar"))
    no_faults(phone)
