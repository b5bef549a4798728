"""A box of one's own, made on the page and played: three taps to pay, a dividend with its formula before it is paid."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import sideways, too_small, violations
from tests.browser.pages import (
    DARK,
    LAPTOP,
    PATIENCE_MS,
    PHONE,
    STILL,
    TV,
    Screen,
    no_faults,
    settled,
    sit_down,
)
from tests.browser.room import read_qr
from tests.server import Client, Server, thorough

NAME = "Two mines of the page"
KEPT = "two-mines-of-the-page"
KEEP = "[data-deed=keep-box]"
CARD = ".box-card"
COVERED = """
() => [...document.querySelectorAll("box-form :is(input, select, button), .box-lid > .actions button")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    one.focus();
    const { left, width, top, bottom } = one.getBoundingClientRect();
    const at = (y) => document.elementFromPoint(left + width / 2, y);
    return ![top + 2, bottom - 2].every((y) => one.contains(at(y)));
  })
  .map((one) => one.outerHTML.slice(0, 160))
"""
"""What whoever goes there by keyboard cannot see all of, such as below the button that is always in reach."""


def new_bank(screen: Screen, server: Server) -> None:
    """New table, The bank alone, for Ann and Ben."""
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    screen.press(screen.page.locator(".game-card[data-game=bank]"))
    expect(screen.page.locator("box-choice .chip").first).to_be_visible(timeout=PATIENCE_MS)
    screen.page.get_by_role("textbox", name="Player 1", exact=True).fill("Ann")
    screen.tap("Add a player")
    screen.page.get_by_role("textbox", name="Player 2", exact=True).fill("Ben")


def choose(screen: Screen, box: str) -> None:
    screen.press(screen.page.locator("box-choice .chip", has=screen.page.get_by_text(box, exact=True)))


def says(form: Locator, label: str, value: str) -> None:
    form.get_by_label(label, exact=True).fill(value)


def row(screen: Screen, of: str, number: int, **fields: str) -> Locator:
    """A row of the form, added if it is not there yet."""
    rows = screen.page.locator(f"box-form [data-field={of}] .box-row")
    if rows.count() <= number:
        more = "Add another" if rows.count() else "Add one"
        screen.tap(more, screen.page.locator(f"box-form [data-field={of}]"))
    for label, value in fields.items():
        says(rows.nth(number), label, value)
    return rows.nth(number)


def write_mines(screen: Screen) -> None:
    choose(screen, "A box of your own")
    form = screen.page.locator("box-form")
    says(form, "Name of the box", NAME)
    says(form, "Before the amount", "")
    says(form, "After the amount", " Mk")
    says(form, "Starting money per player", "150")
    row(screen, "companies", 0, Letters="iron", Name="Iron Mine", Treasury="40", Certificates="3")
    row(screen, "companies", 1, Letters="iron", Name="Coal Mine")
    row(screen, "tracks", 0, Name="ore", Highest="12")


def chip(screen: Screen, field: str, company: str) -> None:
    chips = screen.form.locator(f"[data-field={field}] label.chip")
    screen.press(chips.filter(has_text=company).first)


def refused_at_its_field(laptop: Screen, client: Client) -> None:
    """Two companies of the same letters; nothing is kept."""
    laptop.press(laptop.page.locator(KEEP))
    wrong = laptop.page.locator("box-form [data-field=companies] .box-row").nth(1).get_by_label("Letters")
    expect(wrong).to_have_attribute("aria-invalid", "true", timeout=PATIENCE_MS)
    expect(laptop.page.locator("box-form")).to_contain_text("Two companies have the same letters")
    assert client.get(f"/boxes/{KEPT}").status == 404
    assert [fault for fault in laptop.faults if " 422 " in fault and "have the same letters" in fault]
    laptop.faults.clear()
    wrong.fill("coal")
    expect(wrong).to_have_value("COAL")
    expect(wrong).to_have_attribute("aria-invalid", "false")
    assert laptop.page.locator("box-form railroad-badge .letters").all_text_contents() == ["IRON", "COAL"]


def survives_a_reload(laptop: Screen, server: Server) -> None:
    tracks = laptop.page.locator("[data-field=tracks]")
    tracks.locator(".box-toggle input").check()
    tracks.get_by_label("IRON", exact=True).fill("4")
    new_bank(laptop, server)
    expect(laptop.page.get_by_label("Name of the box")).to_have_value(NAME, timeout=PATIENCE_MS)
    expect(tracks.get_by_label("IRON", exact=True)).to_have_value("4")


def kept(laptop: Screen, client: Client) -> Any:
    """For other tables, and on its card."""
    laptop.press(laptop.page.locator(KEEP))
    expect(laptop.page.locator(CARD)).to_contain_text("150 Mk each to start", timeout=PATIENCE_MS)
    box = client.get(f"/boxes/{KEPT}").json
    assert box["money"] == {"prefix": "", "suffix": " Mk"}
    assert [company["id"] for company in box["companies"]] == ["IRON", "COAL"]
    assert box["tracks"] == [{"name": "ore", "of": "company", "min": 0, "max": 12, "start": {"IRON": 4}}]
    return box


def seated(browser: Browser, laptop: Screen) -> tuple[Screen, Screen]:
    """A table with the box, and three dice of its own."""
    laptop.press(laptop.page.locator("summary", has_text="Options"))
    laptop.tap("Add a die: A die with 20 sides")
    laptop.tap("Create the table")
    expect(laptop.page.locator("lobby-screen .join-picture img")).to_be_visible(timeout=PATIENCE_MS)
    link = read_qr(laptop)
    ann, ben = (sit_down(browser, link, name, **STILL) for name in ("Ann", "Ben"))
    assert (ann.cash, ben.cash) == (150, 150)
    assert ann.table["options"]["dice"] == [6, 6, 20]
    return ann, ben


def pays(ann: Screen, ben: Screen) -> None:
    """Tile, amount, send."""
    ann.press(ann.page.locator("offer-list .tile", has_text="Ben"))
    ann.tap("5", ann.form.get_by_role("group", name="Keypad"), exact=True)
    revision = ann.confirm()
    ben.until(revision)
    assert (ann.cash, ben.cash) == (145, 155)


def is_paid_a_dividend(ann: Screen) -> None:
    """11 over the 3 certificates there are: 3 each, said before it is paid."""
    ann.open("Buy or sell certificates")
    chip(ann, "company", "IRON")
    chip(ann, "from", "IRON")
    ann.amount(0)  # a price is said, even none
    ann.confirm()
    ann.open("Dividend from a total")
    chip(ann, "company", "IRON")
    ann.amount(11)
    ann.choose("All", "Divide by")
    ann.choose("Down", "Rounded")
    ann.choose("Bank", "Paid by")
    ann.previewed()
    expect(ann.form.locator("offer-preview")).to_contain_text("11 Mk ÷ 3, rounded down = 3 Mk")
    assert ann.cash == 145
    ann.confirm()
    assert ann.cash == 148


def changed_and_removed(laptop: Screen, server: Server, client: Client) -> None:
    new_bank(laptop, server)
    choose(laptop, NAME)
    laptop.tap("Change it")
    says(laptop.page.locator("box-form"), "Starting money per player", "9")
    laptop.press(laptop.page.locator(KEEP))
    expect(laptop.page.locator(CARD)).to_contain_text("9 Mk each to start", timeout=PATIENCE_MS)
    laptop.tap("Remove it")
    laptop.tap("Remove it", laptop.page.locator("dialog"))
    expect(laptop.page.locator("box-choice .chip", has_text=NAME)).to_have_count(0, timeout=PATIENCE_MS)
    assert client.get(f"/boxes/{KEPT}").status == 404


@thorough
def test_a_box_made_on_the_page_is_played(browser: Browser, server: Server, client: Client) -> None:
    laptop = Screen(browser, "laptop", **LAPTOP, **STILL)
    new_bank(laptop, server)
    write_mines(laptop)
    refused_at_its_field(laptop, client)
    survives_a_reload(laptop, server)
    box = kept(laptop, client)
    ann, ben = seated(browser, laptop)
    assert ann.table["options"]["box"] == box
    pays(ann, ben)
    is_paid_a_dividend(ann)
    changed_and_removed(laptop, server, client)
    assert ann.table["options"]["box"] == box
    no_faults(laptop, ann, ben)


@thorough
@pytest.mark.parametrize(
    "device",
    [
        {**PHONE, **DARK, "viewport": {"width": 320, "height": 640}},
        PHONE,
        TV,
    ],
)
def test_the_form_of_a_box_fits_and_can_be_used_by_everybody(
    browser: Browser, server: Server, device: dict[str, Any]
) -> None:
    screen = Screen(browser, "form", **device, **STILL)
    new_bank(screen, server)
    choose(screen, "Prairie Railroads")
    expect(screen.page.locator(".box-card railroad-badge")).to_have_count(6, timeout=PATIENCE_MS)
    screen.tap("Copy and change")
    expect(screen.page.get_by_label("Name of the box")).to_have_value("Prairie Railroads, our version")
    settled(screen.page)
    assert not screen.page.evaluate(COVERED)
    # Wherever the page stands, something is just passing below that button: at its end nothing is.
    screen.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert not too_small(screen.page) + sideways(screen.page) + violations(screen.page)
    no_faults(screen)


@thorough
@pytest.mark.parametrize(
    ("language", "track"),
    [
        ("en", "Track: Income, 0 to 999, per company"),
        ("de", "Leiste: Einkommen, 0 bis 999, pro Gesellschaft"),
    ],
)
def test_an_income_track_is_called_so_in_every_language(
    browser: Browser, server: Server, language: str, track: str
) -> None:
    screen = Screen(browser, "box", **PHONE, **STILL, locale=language)
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    screen.press(screen.page.locator(".game-card[data-game=bank]"))
    choose(screen, "Prairie Railroads")
    expect(screen.page.locator(CARD)).to_contain_text(track, timeout=PATIENCE_MS)


@thorough
def test_what_stands_on_a_box_stands_apart(browser: Browser, server: Server) -> None:
    """Its buttons are below what it says, and each field of its form has air above its name."""
    screen = Screen(browser, "box", **PHONE, **STILL)
    new_bank(screen, server)
    choose(screen, "Prairie Railroads")
    expect(screen.page.locator(".box-card railroad-badge")).to_have_count(6, timeout=PATIENCE_MS)
    card, deeds = (screen.page.locator(part).bounding_box() for part in (CARD, ".box-lid > .actions"))
    assert card
    assert deeds
    assert deeds["y"] >= card["y"] + card["height"]
    screen.tap("Copy and change")
    fields = screen.page.locator(".box-form > .box-fields > *")
    expect(fields.first).to_be_visible(timeout=PATIENCE_MS)
    boxes = [box for field in fields.all() if (box := field.bounding_box())]
    assert len(boxes) > 3
    assert all(below["y"] - above["y"] - above["height"] >= 16 for above, below in itertools.pairwise(boxes))
    no_faults(screen)


@thorough
def test_who_may_not_keep_boxes_plays_with_one_all_the_same(browser: Browser, server: Server) -> None:
    """The table uses it as it is; a mistake that only the table finds is shown at its field, too."""
    phone = Screen(browser, "phone", **PHONE, **STILL)
    phone.page.route("**/api/v1/boxes", lambda route: route.fulfill(json={"items": [], "may_edit": False}))
    new_bank(phone, server)
    choose(phone, "A box of your own")
    expect(phone.page.locator(KEEP)).to_have_count(0)
    phone.tap("Create the table")
    name = phone.page.get_by_label("Name of the box")
    expect(name).to_have_attribute("aria-invalid", "true", timeout=PATIENCE_MS)
    expect(name).to_be_focused()
    phone.faults.clear()
    name.fill("Only money")
    says(phone.page.locator("box-form"), "Starting money per player", "33")
    phone.tap("Create the table")
    expect(phone.page.locator("lobby-screen .join-picture img")).to_be_visible(timeout=PATIENCE_MS)
    phone.tap("Start")
    assert phone.cash == 33
    assert phone.table["options"]["box"]["name"] == "Only money"
    no_faults(phone)


@thorough
def test_a_game_that_is_on_is_told_by_its_box(browser: Browser, server: Server) -> None:
    laptop = Screen(browser, "laptop", **LAPTOP, **STILL)
    new_bank(laptop, server)
    laptop.tap("Add a player")
    laptop.page.get_by_role("textbox", name="Player 3", exact=True).fill("Cleo")
    laptop.page.locator("[data-already]").check()
    form = laptop.page.locator("position-form")
    expect(form.get_by_label("Cleo, Cash")).to_be_visible(timeout=PATIENCE_MS)
    choose(laptop, "Prairie Railroads")
    # what railroads have stands in one table, which is unfolded when it comes with the game
    form.locator('[data-figure="railroad:KP|treasury"]').fill("9")
    laptop.tap("Create the table")
    expect(laptop.page.locator("lobby-screen .join-picture img")).to_be_visible(timeout=PATIENCE_MS)
    ann = sit_down(browser, read_qr(laptop), "Ann", **STILL)
    assert next(each["treasury"] for each in ann.table["railroads"] if each["id"] == "KP") == 9
    no_faults(laptop, ann)


@thorough
def test_starting_money_is_asked_beside_the_box(browser: Browser, server: Server) -> None:
    """A box of money alone has none: one row says how much everybody begins with, and nothing moves when it is written.
    A box that is being written says it itself, and begins with what was typed in that row."""
    phone = Screen(browser, "phone", **PHONE, **STILL)
    new_bank(phone, server)
    card, asked = phone.page.locator(CARD), phone.page.locator("[data-field=starting_cash]")
    expect(card).to_contain_text("$0 each to start")
    amount = asked.locator("input.amount")
    expect(amount).to_have_attribute("placeholder", "$0")
    expect(phone.page.get_by_text("Per player. If left empty: $0.")).to_be_visible()
    settled(phone.page)
    top = "one => one.getBoundingClientRect().top + scrollY"
    before, above = card.evaluate(top), phone.page.locator("box-choice").evaluate(top)
    phone.press(amount)
    amount.fill("40")
    expect(card).to_contain_text("$40 each to start")
    assert card.evaluate(top) == before
    choose(phone, "A box of your own")
    expect(amount).to_be_disabled()
    expect(amount).to_be_hidden()
    expect(phone.page.get_by_text("Per player: set in the box below.")).to_be_visible()
    own = phone.page.locator("box-form [data-field=cash]").get_by_label("Starting money per player")
    expect(own).to_have_value("40")
    own.fill("")
    assert phone.page.locator("box-choice").evaluate(top) == above
    phone.page.get_by_label("Name of the box").fill("Moonshine")
    phone.tap("Create the table")
    wanted = phone.page.locator("box-form [data-field=cash] .fault")
    expect(wanted).to_have_text("How much money does each player start with?", timeout=PATIENCE_MS)
    choose(phone, "Money only")
    expect(amount).to_be_enabled()
    expect(amount).to_have_value("$40")
    settled(phone.page)
    phone.faults.clear()
    phone.tap("Create the table")
    expect(phone.page.locator("lobby-screen .join-picture img")).to_be_visible(timeout=PATIENCE_MS)
    phone.tap("Start")
    assert phone.cash == 40
    no_faults(phone)


@thorough
def test_a_box_without_a_name_is_told_so_and_a_track_starts_at_its_lowest(
    browser: Browser, server: Server
) -> None:
    laptop = Screen(browser, "laptop", **LAPTOP, **STILL)
    new_bank(laptop, server)
    choose(laptop, "A box of your own")
    laptop.tap("Create the table")
    nameless = laptop.page.locator("box-form [data-field=name] .fault").first
    expect(nameless).to_have_text("Give the box a name.", timeout=PATIENCE_MS)
    row(laptop, "tracks", 0, Lowest="3")
    expect(laptop.page.get_by_label("Starts at")).to_have_attribute("placeholder", "3")
    says(laptop.page.locator("box-form [data-field=tracks]"), "Lowest", "")
    expect(laptop.page.get_by_label("Starts at")).to_have_attribute("placeholder", "0")


@thorough
def test_the_money_of_a_box_is_asked_once(browser: Browser, server: Server) -> None:
    """The option stands aside while a box is written, which asks it itself; what it says of itself has the common face
    and the line below its amount."""
    laptop = Screen(browser, "laptop", **LAPTOP, **STILL)
    new_bank(laptop, server)
    laptop.press(laptop.page.locator("summary", has_text="Options"))
    option = laptop.page.locator("[data-field=bank_limit]")
    words, amount = option.locator(".help"), option.locator(".amount")
    face = "one => getComputedStyle(one).fontFamily"
    assert words.evaluate(face) == laptop.page.locator(".begins .hint:not(.help)").first.evaluate(face)
    below, above = words.bounding_box(), amount.bounding_box()
    assert below
    assert above
    assert below["y"] >= above["y"] + above["height"]
    amount.fill("500")
    choose(laptop, "A box of your own")
    expect(option).to_be_hidden()
    choose(laptop, "Money only")
    expect(amount).to_have_value("$500")
    no_faults(laptop)
