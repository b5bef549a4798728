"""Texas & Pacific on a phone: its forms keep their keys in sight and do not say what is not so."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import bottom, left, right, sideways, top
from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_texas_hexes import sold
from tests.browser.test_texas_pacific import PLAYERS, put
from tests.server import Client, new_party, thorough


def lengths(boxes: int) -> dict[str, dict[str, dict[str, int]]]:
    """How long the Decision Tracks are: nobody is asked."""
    return {"decision_boxes": {track: {"boxes": boxes} for track in ("track", "ranch", "stock")}}


@thorough
@pytest.mark.parametrize(
    ("wide", "language"),
    [(320, "en"), (360, "en"), (320, "de"), (360, "de")],
)
def test_the_whole_keypad_of_a_certificate_stands_above_confirm(
    browser: Browser, client: Client, wide: int, language: str
) -> None:
    """Its railroad chosen by its badge; what is said above contradicts no minimum, and the badge needs no label."""
    low = {**PHONE, "viewport": {"width": wide, "height": 640}, "locale": language}
    party = sold(client, facts=lengths(1 if wide == 360 else 4))  # on End: a longer sentence
    ed = seated(browser, party, 1, **low, **STILL)
    ed.press(ed.page.locator(".begun .tile").last)
    settled(ed.page)
    keypad, bar = ed.form.locator(".keypad"), ed.form.locator(".confirm-bar")
    assert top(ed.form) >= bottom(ed.page.locator(".seat-top")) - 1
    assert bottom(keypad) <= top(bar)
    badge = ed.form.locator("[data-field=railroad] .chip:has(:checked) railroad-badge")
    assert left(badge) - left(badge.locator("xpath=..")) >= 8  # off the frame
    expect(ed.form.locator(".offer-fields > .hint")).not_to_contain_text("$")
    expect(ed.form.locator("[data-field=railroad] .chip:has(:checked)")).to_contain_text("$3")
    chip = ed.form.locator("[data-field=railroad] .chip:has(:checked)")
    chip.evaluate("one => one.closest('choice-field').blame('No')")  # a refusal has its label
    expect(ed.form.locator("[data-field=railroad] .fault")).to_be_visible()
    no_faults(ed)


BEYOND = """one => {
  const words = document.createRange();
  words.selectNodeContents(one.querySelector(".hint"));
  return words.getBoundingClientRect().right - one.getBoundingClientRect().right;
}"""
"""How far what is said of a choice juts out of its frame, px; less than nothing: how far it keeps off."""


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("wide", "high"), [(320, 568), (345, 740), (360, 640), (360, 740), (375, 812), (390, 844)]
)
def test_what_is_said_of_a_certificate_keeps_within_its_frame(
    wide: int, high: int, language: str, browser: Browser, client: Client
) -> None:
    """Beside *Change*, which stands clear of it."""
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    ed = seated(browser, sold(client), 1, **{**PHONE, **STILL, **size})
    ed.press(ed.page.locator("[data-offer=decide_stock].tile", has_text="KATY"))
    settled(ed.page)
    chosen = ed.form.locator("[data-field=railroad] .chip:has(:checked)")
    expect(chosen).to_contain_text("3")
    assert chosen.evaluate(BEYOND) <= -4
    change = ed.form.locator("[data-field=railroad] .others")
    assert left(change) >= right(chosen) or top(change) >= bottom(chosen)
    no_faults(ed)


LAST_KEY = "Take the last one back"


def stand(keys: Locator) -> list[float]:
    return [top(keys), bottom(keys)]


@thorough
@pytest.mark.parametrize(
    ("wide", "high"),
    [(360, 640), (320, 640), (360, 740)],
)
def test_a_form_of_hexes_is_opened_where_its_keys_are(
    browser: Browser, client: Client, wide: int, high: int
) -> None:
    """Opened by its own button or by a badge: all the keys stand above Confirm, and stay where they are."""
    party = new_party(client, PLAYERS, game="texas-pacific", facts=lengths(4))
    for winner, amount in ((1, 8), (2, 9), (3, 6), (3, 7)):
        party.made(0, "auction_result", winner=winner, amount=amount)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}])
    low = {**PHONE, "viewport": {"width": wide, "height": high}}
    for seat, opener in ((2, "[data-offer=decide_track]"), (3, "[data-offer=decide_track].tile")):
        phone = seated(browser, party, seat, **low, **STILL)
        phone.press(phone.page.locator(opener).last)
        settled(phone.page)
        keys, bar, head = (phone.page.locator(one) for one in (".pad", ".confirm-bar", ".seat-top"))
        assert bottom(head) <= top(phone.form.locator("rows-field > .label").first)
        assert bottom(keys) <= top(bar)
        before = stand(keys)
        put(phone, "Plain", 1)
        put(phone, "Ranch", 1)
        phone.tap(LAST_KEY, within=keys)
        settled(phone.page)
        assert stand(keys) == before
        no_faults(phone)
        phone.confirm()


@thorough
def test_a_form_of_hexes_that_has_room_is_opened_at_its_beginning(browser: Browser, client: Client) -> None:
    party = sold(client, facts=lengths(4))
    ed = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 412, "height": 915}}, **STILL)
    ed.open("Track")
    settled(ed.page)
    assert top(ed.form) >= bottom(ed.page.locator(".seat-top")) - 1
    no_faults(ed)


OUT_OF_A_KEY = """
() => [...document.querySelectorAll(".pad .key")].filter((key) => key.scrollWidth > key.clientWidth)
  .map((key) => key.textContent)
"""


@pytest.mark.parametrize(
    ("wide", "language"),
    [(390, "en"), *(pytest.param(*one, marks=thorough) for one in ((320, "en"), (320, "de"), (360, "de")))],
)
def test_keys_of_hexes_are_of_one_width_and_hold_their_words(
    browser: Browser, client: Client, wide: int, language: str
) -> None:
    """Also at the first Track, where no other railroad is in any hex: a key says a kind of hex alone."""
    party = sold(client, facts=lengths(4))
    phone = {**PHONE, "viewport": {"width": wide, "height": 844}, "locale": language}
    ed = seated(browser, party, 1, **phone, **STILL)
    ed.press(ed.page.locator("[data-offer=decide_track]").first)
    settled(ed.page)
    ends = ed.form.locator(".pad .key[data-row]:not(:nth-last-child(2))")
    widths = {round(right(key) - left(key)) for key in ends.all()}
    assert len(widths) == 1 or language == "de"  # a long word has what it needs
    assert ed.page.evaluate(OUT_OF_A_KEY) == []
    no_faults(ed)


@thorough
@pytest.mark.parametrize("wide", [360, 320])
def test_a_ranch_hex_has_a_box_to_type_its_name_in(browser: Browser, client: Client, wide: int) -> None:
    """What is said of it, a sentence long, takes no room of the box, which stands as wide as the form allows."""
    party = sold(client, facts=lengths(4))
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}])
    dave = seated(browser, party, 2, **{**PHONE, "viewport": {"width": wide, "height": 640}}, **STILL)
    dave.press(dave.page.locator("[data-offer=decide_ranch]").last)
    settled(dave.page)
    box, hint = dave.form.locator("input.search"), dave.form.locator("place-field .help")
    expect(hint).to_contain_text("No ranch hex with track has been entered")
    assert right(box) - left(box) >= wide / 2
    assert bottom(hint) <= top(box)
    no_faults(dave)


ROOM = """
(input) => {
  const style = getComputedStyle(input), paper = document.createElement("canvas").getContext("2d");
  paper.font = `${style.fontSize} ${style.fontFamily}`;
  const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return room - paper.measureText(input.placeholder).width;
}
"""
"""What a placeholder leaves of its line, px."""
LINES = """
(part) => {
  const range = document.createRange();
  range.selectNodeContents(part);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}
"""


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_long_name_is_whole_on_the_narrowest_phone(browser: Browser, client: Client, language: str) -> None:
    """When it is chosen, and what the box for another one says."""
    party = sold(client, facts=lengths(4))
    narrow = {**PHONE, "viewport": {"width": 320, "height": 640}, "locale": language}
    ed = seated(browser, party, 1, **narrow, **STILL)
    ed.press(ed.page.locator("[data-offer=decide_track]").first)
    ed.press(ed.form.locator(".pad [data-row]").last)
    assert ed.form.locator("input.search").locator("visible=true").evaluate(ROOM) >= 0
    ed.press(ed.form.locator("place-field .chip", has_text="Albuquerque").locator("visible=true"))
    assert ed.form.locator(".taken .chip-label").evaluate(LINES) == 1
    settled(ed.page)
    no_faults(ed)


@thorough
@pytest.mark.parametrize(("wide", "high"), [(320, 568), *((360, high) for high in (640, 740))])
def test_going_west_is_in_sight_with_the_gray_hex_that_leads_there(
    browser: Browser, client: Client, wide: int, high: int
) -> None:
    """The page goes no further than that takes, and stays where it is when the hex has its name."""
    phone = {**PHONE, "viewport": {"width": wide, "height": high}}
    ed = seated(browser, sold(client, facts=lengths(4)), 1, **phone, **STILL)
    ed.open("Track")
    gray, tick, bar = ed.form.locator(".pad [data-row]").last, ed.form.locator(".rare"), ".confirm-bar"
    ed.press(gray)
    settled(ed.page)
    foot = top(ed.form.locator(bar))
    assert foot - 16 <= bottom(tick.locator("visible=true")) <= foot
    assert bottom(ed.page.locator(".seat-top")) <= top(gray)
    before = ed.page.evaluate("scrollY")
    ed.press(ed.form.locator("place-field .chip", has_text="Albuquerque").locator("visible=true"))
    settled(ed.page)
    assert ed.page.evaluate("scrollY") == before
    assert bottom(tick.locator(".chip-label").locator("visible=true")) <= top(ed.form.locator(bar))
    no_faults(ed)


@thorough
def test_a_tick_keeps_off_its_frame(browser: Browser, client: Client) -> None:
    """That a railroad goes west; nothing moves when it gets its frame, which keeps within the form."""
    party = sold(client, facts=lengths(4))
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.open("Track")
    tick = ed.form.locator(".rare .chip").locator("visible=true")
    before = [left(tick.locator(one)) for one in ("input", ".chip-label")]
    ed.press(tick)
    settled(ed.page)
    assert [left(tick.locator(one)) for one in ("input", ".chip-label")] == before
    assert before[0] - left(tick) >= 12
    assert left(tick) > left(ed.form)
    no_faults(ed)


@thorough
def test_a_radio_keeps_off_its_frame_and_its_words(browser: Browser, client: Client) -> None:
    """Where short words stand side by side, too."""
    ed = seated(browser, sold(client, facts=lengths(4)), 1, **PHONE, **STILL)
    ed.open("Only slide a cube")
    for chip in ed.form.locator(".in-a-row .chip:has(input:enabled)").all():
        radio, words = chip.locator("input"), chip.locator(".chip-words")
        assert left(radio) - left(chip) >= 12
        assert left(words) - right(radio) >= 8
    no_faults(ed)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("wide", [320, 360])
def test_the_only_cube_that_may_slide_has_the_width_of_the_form(
    browser: Browser, client: Client, wide: int, language: str
) -> None:
    """What comes of it is two lines at most; beside its label it broke into five."""
    size = {"viewport": {"width": wide, "height": 740}, "locale": language}
    party = played(client, "texas-pacific/example-general-dividend", 6)
    dave = seated(browser, party, 2, **{**PHONE, **STILL, **size})
    dave.press(dave.page.locator("offer-list .offer[data-offer=decide_nothing]"))
    chip = dave.form.locator("[data-field=track] .chip:has(input:enabled)")
    expect(chip).to_have_count(1)
    settled(dave.page)
    room = dave.form.locator("[data-field=track]")
    assert right(chip) - left(chip) >= right(room) - left(room) - 1
    lines = "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    assert chip.locator(".hint").evaluate(lines) < 2.5
    no_faults(dave)


@thorough
@pytest.mark.parametrize("wide", [320, 360])
def test_keys_of_hexes_say_what_they_cost_and_the_bar_what_comes_of_them(
    browser: Browser, client: Client, wide: int
) -> None:
    """$2 for each railroad in the hex: 1 and 2 are no incomes. A plain hex, a city of income 2 and a plain hex that GHH
    is in cost $2 + $2 + $4, and the KATY earns $2 more. A box that is ticked has its frame within the form."""
    party = sold(client, facts=lengths(5))
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}], at_end=False)
    dave = seated(browser, party, 2, **{**PHONE, "viewport": {"width": wide, "height": 640}}, **STILL)
    dave.open("Track")
    line = dave.form.locator(".pad-line", has_text="Ranch")
    expect(line.locator(".key")).to_have_text(["1 $2", "2 $4"])
    for kind, railroads in (("Plain", 1), ("City, Income 2", 1), ("Plain", 2)):
        put(dave, kind, railroads)
    dave.previewed()
    expect(dave.form.locator(".brief")).to_have_text(
        "KATY builds into 3 hexes for $8; KATY income $4 → $6"
        if wide == 320
        else "KATY builds into 3 hexes for $8: 2 plain hexes and a city hex; KATY income $4 → $6"
    )
    west = dave.form.locator("[data-field=go_west] label")
    dave.press(west)
    west.scroll_into_view_if_needed()
    settled(dave.page)
    pad = dave.form.locator(".pad")
    assert left(pad) <= left(west) < right(west) <= right(pad)
    assert bottom(pad) <= top(west) < bottom(west) <= top(dave.form.locator(".confirm-bar"))
    no_faults(dave)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640), (360, 740)])
def test_the_keys_of_hexes_stay_where_they_are_after_a_question_is_answered(
    wide: int, high: int, language: str, browser: Browser, client: Client
) -> None:
    """What answers it otherwise stays as well."""
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    ed = seated(browser, sold(client), 1, **{**PHONE, **STILL, **size})
    ed.open("Track")
    keys = ed.form.locator("[data-field=hexes] .key, [data-field=at_end] .chip")
    settled(ed.page)
    before = [one.bounding_box() for one in keys.all()]
    ed.press(ed.form.locator("facts-field").get_by_text("4", exact=True))
    expect(ed.form.locator(".brief")).to_contain_text("GHH")
    settled(ed.page)
    assert [one.bounding_box() for one in keys.all()] == before
    no_faults(ed)


@thorough
def test_the_keys_of_hexes_are_within_the_form_on_the_narrowest_phone(
    browser: Browser, client: Client
) -> None:
    """In German they have the longest words; how often one is tapped stands on its edge."""
    narrow = {**PHONE, "viewport": {"width": 320, "height": 568}, "locale": "de"}
    ed = seated(browser, sold(client), 1, **narrow, **STILL)
    ed.open("Track")
    keys = ed.form.locator("[data-field=hexes] .key")
    field = ed.form.locator("[data-field=hexes]")
    assert max(right(one) for one in keys.all()) <= right(field) + 1
    no_faults(ed)


LINES = """one => {
  const words = document.createRange();
  words.selectNode(one.firstChild);
  return words.getClientRects().length;
}"""
"""In how many lines stands what it begins with?"""


@thorough
def test_what_a_bid_leaves_is_one_line_on_the_narrowest_phone(browser: Browser, client: Client) -> None:
    """In German, too: *Beim Zuschlag bleiben dir $9*."""
    narrow = {**PHONE, **STILL, "viewport": {"width": 320, "height": 568}, "locale": "de"}
    pete = seated(browser, played(client, "texas-pacific/six-players", 8), 3, **narrow)
    pete.previewed()
    settled(pete.page)
    assert pete.form.locator(".brief").evaluate(LINES) == 1
    no_faults(pete)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_of_the_first_stock_on_a_low_phone_the_railroad_that_is_tapped_stays(
    language: str, browser: Browser, client: Client
) -> None:
    """What is said of it keeps within its frame, and the question that comes is in sight above Confirm."""
    size = {"viewport": {"width": 360, "height": 640}, "locale": language}
    ed = seated(browser, sold(client), 1, **{**PHONE, **STILL, **size})
    ed.press(ed.page.locator("[data-offer=decide_stock]").first)
    settled(ed.page)
    katy = ed.form.locator("choice-field .chip", has_text="KATY")
    before = katy.bounding_box()
    katy.tap()
    settled(ed.page)
    assert katy.bounding_box() == before
    assert right(katy.locator(".hint")) < right(katy)
    assert bottom(ed.form.locator("facts-field .key").last) <= top(ed.form.locator(".confirm-bar"))
    assert bottom(ed.form.locator(".confirm")) <= 640
    assert not sideways(ed.page)
    no_faults(ed)
