"""What every screen must keep to: letters and targets large enough, no sideways scrolling, motion that can be turned
off."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, sideways, too_small, top
from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, STILL, TV, Screen, no_faults, settled
from tests.browser.pictures import LONG_NAMES, auctions, construct, seated, table
from tests.browser.played import played
from tests.server import FULL, Client, Party, new_party, thorough

NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
PAGES = ["", "#lobby", "/board", "/log"]


@pytest.fixture
def party(client: Client) -> Party:
    one = table(client, LONG_NAMES)
    auctions(one)
    return one


def keeps_the_measures(screen: Screen) -> None:
    settled(screen.page)
    assert not too_small(screen.page) + sideways(screen.page)


@pytest.mark.parametrize("page", PAGES if FULL else PAGES[:1])
def test_a_table_on_the_narrowest_phone(browser: Browser, party: Party, page: str) -> None:
    keeps_the_measures(seated(browser, party, 0, page, **NARROW))


@thorough
def test_the_first_page_and_a_new_table_on_the_narrowest_phone(browser: Browser, party: Party) -> None:
    phone = seated(browser, party, 0, **NARROW)
    phone.page.goto(f"http://127.0.0.1:{party.client.port}/")
    phone.press(phone.page.locator(".game-card").first)
    phone.page.get_by_role("textbox", name="Player 2", exact=True).fill("Maximiliane von Hohenstein")
    keeps_the_measures(phone)


@thorough
def test_names_change_their_chairs_by_handle_and_by_keys(browser: Browser, client: Client) -> None:
    laptop = Screen(browser, "laptop")
    laptop.page.goto(f"http://127.0.0.1:{client.port}/")
    laptop.press(laptop.page.locator(".game-card").first)
    for number, name in enumerate(("Ed", "Dave", "Pete"), 1):
        laptop.page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
    names = laptop.page.locator(".seating input:not([type=color])")
    order = "all => all.map((one) => one.value)"
    laptop.page.locator(".grip").nth(0).focus()
    laptop.page.keyboard.press("ArrowDown")
    laptop.page.keyboard.press("ArrowDown")
    assert names.evaluate_all(order) == ["Dave", "Pete", "Ed"]
    grip, first = laptop.page.locator(".grip").nth(2).bounding_box(), names.nth(0).bounding_box()
    assert grip
    assert first
    laptop.page.mouse.move(grip["x"] + 20, grip["y"] + 20)
    laptop.page.mouse.down()
    laptop.page.mouse.move(grip["x"] + 20, first["y"] + 30, steps=8)
    laptop.page.mouse.up()
    assert names.evaluate_all(order) == ["Ed", "Dave", "Pete"]


@thorough
def test_a_cube_that_moved_leaves_its_outline_and_figures_show_what_they_were(
    browser: Browser, client: Client
) -> None:
    party = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(party)
    tv = seated(browser, party, 0, "/board", **TV)
    expect(tv.page.locator("track-panel")).to_be_visible(timeout=PATIENCE_MS)
    was = tv.income_track["MP"]
    construct(party, [2, 5], "MP", "Chanute", "Iola")
    tv.until(int(party.document()["revision"]))
    incomes = {railroad["id"]: railroad["income"] for railroad in party.document()["railroads"]}
    assert tv.income_track["MP"] == incomes["MP"] > was
    ghost = tv.page.locator("track-panel .ghost")
    expect(ghost).to_have_text("MP")
    assert ghost.evaluate("one => Number(one.closest('.space').dataset.at)") == was
    railroads = tv.page.locator("grid-panel[data-panel=railroads] tr")
    mine = railroads.filter(has=tv.page.locator("[data-railroad=MP]"))
    assert f"was ${was}" in mine.locator(".was").all_text_contents()[1]
    assert tv.page.locator(".arrows").count() == 1
    assert tv.page.evaluate(TURN_OF_THE_LAST) == "none"
    assert tv.page.evaluate(OUT_OF_PLACE) == []
    heights = tv.page.evaluate(ROW_HEIGHTS)
    assert max(heights) - min(heights) <= 3, heights  # the first has a line above it, the last none below
    no_faults(tv)


MADE_NARROWER = """
async () => {
  const track = document.querySelector("track-panel .track");
  const [cube] = track.querySelectorAll(".arrived");
  const sliding = cube.getAnimations().length;
  track.style.width = "80%";
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  cube.getAnimations().forEach((one) => one.finish());
  const [place, frame] = [cube, track].map((one) => one.getBoundingClientRect());
  return [sliding, parseFloat(track.querySelector(".arrows path").getAttribute("d").split("L").at(-2)),
    place.x - frame.x, place.right - frame.x];
}
"""
"""While a cube slides its track becomes narrower: where the arrow ends, and between what the cube comes to stand."""


@thorough
def test_an_arrow_leads_to_where_its_cube_will_stand(browser: Browser, client: Client) -> None:
    """Also when the board is laid out anew while the cube still slides there."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(party)
    tv = seated(browser, party, 0, "/board", **TV)
    expect(tv.page.locator("track-panel")).to_be_visible(timeout=PATIENCE_MS)
    construct(party, [2, 5], "MP", "Chanute", "Iola")
    tv.page.locator("track-panel .arrows path").wait_for(state="attached")
    sliding, end, left, right = tv.page.evaluate(MADE_NARROWER)
    assert sliding
    assert left - 12 < end < right + 12
    no_faults(tv)


TURN_OF_THE_LAST = """
() => getComputedStyle([...document.querySelectorAll("track-panel .space")].at(-1), "::after").content
"""
"""A track goes on from the end of one line to the next, but not from its last space, whatever is drawn over it."""
OUT_OF_PLACE = """
() => [...document.querySelectorAll(".sheet td .was")]
  .filter((was) => {
    const [line, before, place] = [was, was.querySelector(".before"), was.closest("td")]
      .map((one) => one.getBoundingClientRect());
    return before.bottom > line.top + 1 && before.left < place.left;
  })
  .map((was) => was.closest("td").textContent)
"""
"""The figures whose old value covers the figure before them."""
ROW_HEIGHTS = """
() => [...document.querySelectorAll("[data-panel=railroads] tbody tr")].map((row) => row.getBoundingClientRect().height)
"""
COVERED = """
() => [...document.querySelectorAll("[data-cards] td")]
  .filter((cell) => cell.querySelector(".was"))
  .flatMap((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell.querySelector(".column-name"));
    const { right, bottom } = words.getBoundingClientRect();
    const line = cell.querySelector(".was").getBoundingClientRect();
    const was = cell.querySelector(".before").getBoundingClientRect();
    const seen = was.bottom > line.top + 1;
    return [[cell.textContent, seen, seen && was.left < right && was.top < bottom]];
  })
"""
"""For each changed figure on a card: its text, whether the old figure is shown, and whether that covers the name."""


@thorough
@pytest.mark.parametrize(("wide", "room"), [(360, False), (560, True)])
def test_what_a_figure_was_does_not_cover_its_name(
    browser: Browser, client: Client, wide: int, room: bool
) -> None:
    """It is shown where there is room for it."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(party, 4)
    phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": wide, "height": 740}})
    party.made(0, "auction_result", winner=1, amount=26)
    phone.until(int(party.document()["revision"]))
    phone.press(phone.page.locator("tr:has(.was) .unfold"))
    settled(phone.page)
    cells = phone.page.evaluate(COVERED)
    told = {text: seen for text, seen, _ in cells}
    assert told == {"Treasurywas $0 $26": room, "Unsoldwas 5 4": True}
    assert not [text for text, _, covers in cells if covers]
    no_faults(phone)


CARDS = """
() => {
  const cards = [...document.querySelectorAll("[data-panel=railroads] tbody tr")];
  const boxes = cards.map((card) => card.getBoundingClientRect());
  return [boxes.length, new Set(boxes.map(({ top }) => top)).size, boxes.at(-1).bottom - boxes[0].top];
}
"""
"""The number of companies, of their lines, and the height of all of them in px."""


@pytest.mark.parametrize(("wide", "lines"), [(360, 4), (1280, 11)])
@thorough
def test_eleven_companies_stand_side_by_side(browser: Browser, client: Client, wide: int, lines: int) -> None:
    """As cards one below another they took two screens. On a phone each shows its main figures, and all of them after a
    tap; on a laptop they are the lines of one table."""
    party = played(client, "union-pacific/up-places", 8)
    phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": wide, "height": 740}})
    number, found, high = phone.page.evaluate(CARDS)
    assert (number, found) == (11, lines)
    assert high < (740 / 2 if wide == PHONE["viewport"]["width"] else 740)
    if wide == PHONE["viewport"]["width"]:
        card = phone.page.locator("[data-panel=railroads] tbody tr").nth(4)
        few = card.locator("td:visible").count()
        phone.press(card.locator(".unfold"))
        expect(card.locator(".unfold")).to_have_attribute("aria-expanded", "true")
        assert card.locator("td:visible").count() > few > 0
    keeps_the_measures(phone)
    no_faults(phone)


MOVING = """
() => [...document.querySelectorAll("*")].map((one) => parseFloat(getComputedStyle(one).transitionDuration))
  .filter((seconds) => seconds > 0).length
"""
"""How many elements of a page move when they change."""


FIRST_SIGHT = """
() => {
  const news = document.createElement("section");
  news.className = "panel moment";
  document.querySelector(".board-stage").append(news);
  return getComputedStyle(news).opacity;
}
"""
"""How much is seen, in the very moment it comes, of what comes in by itself."""


@thorough
def test_without_motion_what_comes_is_seen_at_once(browser: Browser, party: Party) -> None:
    """Also on a screen that paints a first frame and then none for long."""
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    assert tv.page.evaluate(FIRST_SIGHT) == "1"
    tv.close()
    tv = seated(browser, party, 0, "/board", **TV)
    assert tv.page.evaluate(FIRST_SIGHT) == "0"
    tv.page.evaluate("document.documentElement.dataset.motion = 'off'")
    assert tv.page.evaluate(FIRST_SIGHT) == "1"
    tv.close()


SHADED = "one => [getComputedStyle(one.querySelector('.dialog-bar'), '::before').backgroundImage, one.scrollHeight]"


@thorough
def test_a_dialog_says_that_it_goes_on(browser: Browser, party: Party) -> None:
    """Also where motion is off: above the bar lies a shadow until the end is in sight."""
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "viewport": {"width": 320, "height": 640}})
    phone.tap("Settings")
    dialog = phone.page.locator("[data-dialog=settings]")
    settled(phone.page)
    shade, high = dialog.evaluate(SHADED)
    dialog.evaluate("one => (one.scrollTop = one.scrollHeight)")
    settled(phone.page)
    assert dialog.evaluate(SHADED)[0] != shade
    phone.page.set_viewport_size({"width": 320, "height": high + 100})
    settled(phone.page)
    assert dialog.evaluate(SHADED)[0] != shade


@thorough
def test_motion_can_be_turned_off_and_day_or_lamplight_chosen(browser: Browser, party: Party) -> None:
    phone = seated(browser, party, 1, **PHONE)
    assert phone.page.evaluate(MOVING)
    phone.tap("Settings")
    dialog = phone.page.locator("[data-dialog=settings]")
    phone.press(dialog.locator("label", has_text="Dark"))
    phone.press(dialog.locator("label", has_text="Motion"))
    phone.tap("Close", dialog)
    phone.page.reload()
    expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(phone.page.locator("html")).to_have_attribute("data-motion", "off")
    paper = phone.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(21, 17, 11)"
    expect(phone.page.locator(".seat-head")).to_be_visible(timeout=PATIENCE_MS)
    assert not phone.page.evaluate(MOVING)


@pytest.mark.thorough
def test_a_browser_that_does_not_know_both_colours_at_once_has_them(browser: Browser, party: Party) -> None:
    """Safari before 17.5 has no `light-dark()`: the page writes out the colours of the theme that is on."""
    phone = Screen(browser, "older", **PHONE)
    phone.context.add_init_script(
        "const known = CSS.supports; CSS.supports = (...said) => "
        "!said.some((words) => words.includes('light-dark')) && known.call(CSS, ...said);"
    )
    phone.page.goto(party.link)
    settled(phone.page)
    rule = "document.adoptedStyleSheets[0].cssRules[0]"
    written = f"{rule}.cssRules[0].style.getPropertyValue('--paper').trim()"
    assert phone.page.evaluate(written) == "#f0e6cf"
    phone.page.emulate_media(color_scheme="dark")
    settled(phone.page)
    assert phone.page.evaluate(written) == "#15110b"
    assert phone.page.evaluate(f"{rule}.media.mediaText") == "screen"
    no_faults(phone)


@thorough
def test_by_lamplight_an_empty_box_looks_as_if_it_could_be_ticked(browser: Browser, client: Client) -> None:
    """As its frame and words do; a browser's own is a grey of its own."""
    party = new_party(client, game="bank", options={"box": "prairie-railroads"})
    ed = seated(browser, party, 1, **PHONE, **DARK, **STILL)
    ed.press(ed.page.get_by_role("button", name="Dave", exact=True))
    empty = ed.form.locator("[data-field=to] input:not(:checked)").first
    expect(empty).to_have_css("appearance", "none")
    soft = ed.form.locator(".hint").first.evaluate("it => getComputedStyle(it).color")
    expect(empty).to_have_css("border-top-color", soft)
    no_faults(ed)


@thorough
def test_a_laptops_tables_stay_beside_a_form_that_is_longer(browser: Browser, client: Client) -> None:
    """They are scrolled as far as their end, and no further."""
    party = played(client, "gulf-mobile-ohio/common-shares", 40)
    laptop = seated(browser, party, party.document()["turn"]["seat"], **LAPTOP, **STILL)
    laptop.open("Add a new railroad")
    tables = laptop.page.locator(".seat-rest")
    assert bottom(laptop.page.locator(".now")) - bottom(tables) > 600
    laptop.page.evaluate("scrollTo(0, 0)")
    begin = top(tables)
    laptop.page.evaluate("scrollTo(0, 100)")
    assert top(tables) == begin - 100
    assert top(tables.locator(".tabs")) == pytest.approx(bottom(laptop.page.locator(".seat-top")), abs=1)
    laptop.page.evaluate("scrollTo(0, 600)")
    assert 700 < bottom(tables) < LAPTOP["viewport"]["height"]
    no_faults(laptop)


@thorough
def test_a_long_word_of_a_name_is_whole_on_a_phone(browser: Browser, client: Client) -> None:
    """A player's card writes it in narrow letters before it breaks it."""
    party = table(client, LONG_NAMES)
    auctions(party, 4)
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "viewport": {"width": 340, "height": 740}})
    phone.press(phone.page.get_by_role("tab", name="Players"))
    name = phone.page.locator("[data-panel=players] tbody th .name", has_text="Featherstonehaugh")
    expect(name).to_be_visible()
    lines = name.evaluate("""it => {
      const word = document.createRange();
      const at = it.textContent.indexOf("Featherstonehaugh");
      word.setStart(it.firstChild, at);
      word.setEnd(it.firstChild, at + "Featherstonehaugh".length);
      return word.getClientRects().length;
    }""")
    assert lines == 1
    no_faults(phone)


@thorough
@pytest.mark.parametrize("wide", [1280, 1440])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("evening", "moves"), [("gulf-mobile-ohio/five-players", 10_000), ("southern-pacific/building", 1)]
)
def test_on_a_laptop_no_tab_lies_over_a_panel(
    browser: Browser, client: Client, evening: str, moves: int, seat: int, wide: int
) -> None:
    """At the end, when the head is lower, and during play: the panel has its border and the gap above it; scrolled, the
    tabs begin where the head ends."""
    party = played(client, evening, moves)
    size = {"viewport": {"width": wide, "height": 800}}
    laptop = seated(browser, party, seat, **{**LAPTOP, **STILL, **size})
    settled(laptop.page)
    tabs, head = laptop.page.locator(".seat-rest .tabs"), laptop.page.locator(".seat-head")
    panel = laptop.page.locator(".seat-rest [data-panel]:visible").first
    assert 12 <= top(panel) - bottom(tabs) <= 24
    laptop.page.mouse.wheel(0, 2000)
    settled(laptop.page)
    assert top(tabs) <= bottom(head) + 40
    assert top(tabs) >= bottom(head) - 1
    no_faults(laptop)
