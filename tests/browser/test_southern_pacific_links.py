"""The forms of Southern Pacific: who builds, buys or offers what, who decides, and what stands in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, left, right, sideways, top
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played, played_at
from tests.server import Client, thorough

LOW = {**PHONE, **STILL, "viewport": {"width": 320, "height": 568}}
WHOLE = """(form) => {
    const foot = form.querySelector(".confirm-bar").getBoundingClientRect().top;
    const seen = [...form.querySelectorAll("[data-field=to] .choices > *")];
    return seen.filter((one) => one.getBoundingClientRect().bottom <= foot).map((one) => one.textContent);
}"""


@thorough
def test_cities_that_a_link_is_known_to_lead_to_stand_first(browser: Browser, client: Client) -> None:
    """Initial Auctions: three links leave Beaumont. The other cities come below a heading, of which a low phone has the
    rule; six are whole above the bar."""
    pete = seated(browser, played(client, "southern-pacific/building", 1), 3, **LOW)
    settled(pete.page)
    names = [words.partition("+")[0] for words in pete.form.evaluate(WHOLE)]
    assert names == [
        "Cleveland",
        "Houston",
        "Nacogdoches",
        "Other places",
        "Acme",
        "McAlester",
        "Oklahoma City",
        "3 more",
    ]
    pete.form.locator(".search").fill("a")
    expect(pete.form.locator(".choices > .overline")).to_have_count(0)
    no_faults(pete)


@thorough
def test_who_decides_on_a_sale_is_told_first(browser: Browser, client: Client) -> None:
    """Beside Confirm, however long the names of the cities are that stand in the form already."""
    party = played_at(client, "southern-pacific/katy", 26)
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.open("Buy a link")
    dave.amount(9)
    dave.previewed()
    words = "Ed to decide: MKT offers MP $9 for Sherman\u202f–\u2009McAlester"
    expect(dave.form.locator(".brief")).to_have_text(words)
    expect(dave.form.locator(".confirm")).to_have_text("Make the offer")
    dave.press(dave.form.get_by_text("Both presidents have agreed"))
    expect(dave.form.locator(".confirm")).to_have_text("Confirm $9")
    no_faults(dave)


@thorough
@pytest.mark.parametrize(
    ("wide", "language", "told"),
    [
        (320, "en", "MKT buys Sherman\u202f–\u2009McAlester from MP for $9"),
        (320, "de", "MKT kauft Sherman\u202f–\u2009McAlester von MP für $9"),
        (360, "de", "MKT kauft Sherman\u202f–\u2009McAlester von MP für $9"),
    ],
)
def test_beside_undo_a_sale_begins_with_who_bought_what(
    wide: int, language: str, told: str, browser: Browser, client: Client
) -> None:
    """Where not all of it has room its last words give way, in favour of dots. Before, each figure that would change
    stands beside what it is called."""
    party = played_at(client, "southern-pacific/katy", 26)
    party.made(2, "buy_link", seller="MP", price=9, **{"from": "McAlester", "to": "Sherman"})
    phone = {**LOW, "viewport": {"width": wide, "height": 568}, "locale": language}
    ed = seated(browser, party, 1, **phone)
    ed.previewed()
    settled(ed.page)
    for change in ed.form.locator("offer-preview .affect").all():
        name, figures = change.locator(".affect-name"), change.locator(".from-to")
        assert top(figures) < bottom(name), change.inner_text()
    ed.press(ed.form.locator(".confirm"))
    words = ed.page.locator("undo-bar .undo-words")
    expect(words).to_be_visible(timeout=PATIENCE_MS)
    settled(ed.page)
    seen = words.locator("[data-part]:not([data-unseen])")
    assert seen.first.evaluate("one => one.textContent").replace("\u00a0", " ") == told
    assert words.evaluate("one => getComputedStyle(one, '::after').content") == '"…"'
    assert words.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    no_faults(ed)


@thorough
def test_a_link_its_price_and_who_agreed_stand_above_the_bar(browser: Browser, client: Client) -> None:
    """Why others cannot be bought stands at the right, each time in one line; nothing is cut through."""
    dave = seated(browser, played_at(client, "southern-pacific/katy", 26), 2, **PHONE, **STILL)
    dave.open("Buy a link")
    settled(dave.page)
    seen = """all => all.filter((one) => one.offsetParent).map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        const { top, bottom, right } = one.getBoundingClientRect();
        return [top, bottom, right, words.getClientRects().length];
    })"""

    def boxes(part: str) -> list[list[float]]:
        found: list[list[float]] = dave.form.locator(part).evaluate_all(seen)
        return found

    folds, (chip,) = boxes("details.folded > summary")[:2], boxes("place-field .chip")
    assert [lines for *_, lines in folds] == [1, 1]
    assert {round(right) for _, _, right, _ in folds} == {round(chip[2])}
    assert folds[1][0] < chip[0]
    assert boxes(".flag .chip-label")[0][1] <= boxes(".confirm-bar")[0][0]
    no_faults(dave)


@thorough
@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=thorough)])
def test_a_link_that_is_taken_is_refused_once(language: str, browser: Browser, client: Client) -> None:
    """The bar says whose it is; what can be done about it stands below, beside the chip that does it."""
    party = played_at(client, "southern-pacific/whole-evening", 26)
    ed = seated(browser, party, 1, **{**PHONE, **STILL, "locale": language})
    whose = {"en": "belongs to the GHH", "de": "gehört der GHH"}[language]
    ed.press(ed.page.locator("offer-list .offer", has_text="$5").first)
    ed.press(ed.form.locator("place-field[data-field=from] .chip", has_text="Houston"))
    to = ed.form.locator("place-field[data-field=to]")
    to.locator("input.search").fill("Galveston")
    ed.press(to.locator(".chip", has_text="Galveston"))
    brief = ed.form.locator(".brief")
    expect(brief).to_have_text(f"Houston\u202f–\u2009Galveston {whose}", timeout=PATIENCE_MS)
    preview = ed.form.locator("offer-preview")
    expect(preview).to_have_attribute("data-told", "first")
    rest = preview.locator(".fault .rest")
    expect(rest).to_contain_text("Galveston (2)")
    colours = [one.evaluate("one => getComputedStyle(one).color") for one in (brief, rest)]
    assert colours[0] != colours[1] == ed.form.evaluate("form => getComputedStyle(form).color")
    no_faults(ed)


@thorough
def test_a_name_that_is_not_known_is_red_at_its_field_alone(browser: Browser, client: Client) -> None:
    party = played_at(client, "southern-pacific/whole-evening", 26)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.open("Build a link")
    ed.place("From", "Houston")
    ed.place("To", "Clevelend")
    fault = ed.form.locator("place-field[data-field=to] .fault")
    expect(fault).to_have_text("not known", timeout=PATIENCE_MS)
    brief = ed.form.locator(".brief")
    expect(brief).to_have_text("Clevelend is not known. Did you mean Cleveland?")
    alarm, said = (one.evaluate("one => getComputedStyle(one).color") for one in (fault, brief))
    assert alarm != said
    no_faults(ed)


@thorough
def test_what_stands_above_an_open_form_follows_the_table(browser: Browser, client: Client) -> None:
    """The host has put the treasury right meanwhile: the form that is open says so."""
    party = played_at(client, "southern-pacific/katy", 26)
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.open("Buy a link")
    above = dave.form.locator(".offer-fields > .hint")
    expect(above).not_to_contain_text("treasury $77")
    figure = {"of": "railroad:MKT", "name": "treasury", "value": 77}
    dave.until(party.made(0, "correct", set=[figure])["revision"])
    expect(above).to_contain_text("treasury $77")
    no_faults(dave)


@thorough
def test_why_a_link_cannot_be_built_has_a_dash_between_its_towns(browser: Browser, client: Client) -> None:
    """Southern Pacific: the table's refusal is written as every other sentence."""
    party = played(client, "southern-pacific/building", 13)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    phone.open("Build a link")
    phone.place("From", "Beaumont")
    phone.place("To", "Houston")
    expect(phone.form.locator(".fault")).to_contain_text(
        "Beaumont\u202f–\u2009Houston belongs", timeout=PATIENCE_MS
    )
    no_faults(phone)


@thorough
def test_how_income_without_a_dividend_is_kept_is_told(browser: Browser, client: Client) -> None:
    party = played_at(client, "southern-pacific/whole-evening", 60)
    phone = seated(browser, party, int(party.document()["turn"]["seat"]), **PHONE, **STILL)
    phone.open("End without a dividend")
    tip = "The SLSF forgoes its $6 income. To keep it, pay a $0 dividend."
    expect(phone.form.locator(".hint").first).to_have_text(tip)
    no_faults(phone)


@thorough
def test_where_a_link_begins_is_chosen_and_none_that_is_built_is_offered(
    browser: Browser, client: Client
) -> None:
    """SP is at Beaumont and Houston, which its own link connects; GHH's goes from Houston to Galveston. A second one
    may stand beside it: who looks for it by name finds it. What it changes is read beside Confirm, on the narrowest
    phone, too: two railroads at Longview instead of one, and 8 - 5 left to build the next one with."""
    party = played_at(client, "southern-pacific/whole-evening", 26)
    ed = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 320, "height": 568}}, **STILL)
    ed.open("Build a link")
    start, to = (ed.form.locator(f"place-field[data-field={end}]") for end in ("from", "to"))
    expect(start.locator(".chip[aria-pressed=false]")).to_have_text(["Beaumont", "Houston"])
    expect(ed.form.locator(".brief")).to_have_text("Still needed: From which city")
    expect(to.locator(".chip[value=Galveston]")).to_have_count(1)
    ed.place("From", "Houston")
    for built in ("Galveston", "Beaumont"):
        expect(to.locator(f".chip[value={built}]")).to_have_count(0)
    to.locator("input.search").fill("galv")
    expect(to.locator(".chip[value=Galveston]")).to_have_count(1)
    to.locator("input.search").fill("")
    ed.place("To", "Longview")
    ed.previewed()
    brief = ed.form.locator(".brief")
    expect(brief).to_have_text("Incomes SP $5 → $7, TP $6 → $5; treasury $8 → $3")
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    no_faults(ed)


@thorough
def test_the_bull_market_card_is_its_holder_s_own_work(browser: Browser, client: Client) -> None:
    """Ed has ended an operation, and Pete has the least cash. What Pete takes is no work of Ed's; a form that is short
    enough to leave the question above it in sight has one help mark."""
    party = played_at(client, "southern-pacific/whole-evening", 41)
    pete, ed = (seated(browser, party, seat, **PHONE, **STILL) for seat in (3, 1))
    expect(pete.page.locator("hands-checklist li")).to_have_text("Take the Bull Market card")
    settled(ed.page)
    expect(ed.page.locator("hands-checklist li")).to_have_count(0)
    expect(pete.page.locator(".help-key").locator("visible=true")).to_have_count(1)
    pete.open("Offer a share")
    settled(pete.page)
    expect(pete.page.locator(".help-key").locator("visible=true")).to_have_count(1)
    no_faults(pete, ed)


@thorough
def test_the_keypad_of_a_link_is_whole_on_the_narrowest_phone(browser: Browser, client: Client) -> None:
    """The only link there is to buy stands beside why there are no others."""
    dave = seated(browser, played_at(client, "southern-pacific/katy", 26), 2, **LOW)
    dave.open("Buy a link")
    settled(dave.page)
    keypad, bar = dave.form.locator(".keypad"), dave.form.locator(".confirm-bar")
    there = top(keypad)
    assert bottom(keypad) <= top(bar)
    link, others = (dave.form.locator(f"place-field {part}") for part in (".chip", ".barred"))
    assert top(others) < bottom(link)
    dave.amount(9)
    dave.previewed()
    assert top(keypad) == there
    assert bottom(keypad) <= top(bar)
    no_faults(dave)


@thorough
def test_where_railroads_stand_is_seen_after_a_form_too(browser: Browser, client: Client) -> None:
    """Its sheets come with the first form, and dress nothing that stands elsewhere on the page."""
    dave = seated(browser, played_at(client, "southern-pacific/katy", 26), 2, **LOW)
    dave.open("Buy a link")
    dave.press(dave.page.get_by_role("tab", name="Table"))
    badges = dave.page.locator("track-panel .marker:not(.ghost) railroad-badge")
    expect(badges).not_to_have_count(0)
    widths = badges.evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(widths) >= 20
    assert not sideways(dave.page)
    no_faults(dave)


@thorough
@pytest.mark.parametrize("wide", [1280, 1440])
@pytest.mark.parametrize("seat", [0, 3])
def test_railroads_to_choose_from_stand_in_even_columns(
    browser: Browser, client: Client, seat: int, wide: int
) -> None:
    """The host at the laptop, and Pete: one of six is offered in the Bull Market; no row has another grid."""
    party = played(client, "southern-pacific/whole-evening", 41)
    size = {"viewport": {"width": wide, "height": 900}}
    screen = seated(browser, party, seat, **{**LAPTOP, **STILL, **size})
    screen.open("Offer a share")
    settled(screen.page)
    chips = screen.form.locator("choice-field .chip:has(> railroad-badge)")
    expect(chips).to_have_count(6)
    boxes = [one.bounding_box() for one in chips.all()]
    assert len({round(box["x"]) for box in boxes if box}) == 2
    assert len({round(box["y"]) for box in boxes if box}) == 3
    assert len({round(box["width"]) for box in boxes if box}) == 1
    no_faults(screen)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640)])
def test_a_proposed_amount_of_three_digits_is_whole(
    wide: int, high: int, language: str, browser: Browser, client: Client
) -> None:
    """Beside the key that rubs out, which lies over no word of the label."""
    party = played(client, "southern-pacific/katy", 26)
    phone = {**LOW, "viewport": {"width": wide, "height": high}, "locale": language}
    screen = seated(browser, party, 2, **phone)
    screen.press(screen.page.locator("[data-offer=pay_dividend]"))
    amount = screen.form.locator(".amount[data-pencilled]")
    expect(amount).to_be_visible()
    settled(screen.page)
    amount.evaluate("one => { one.value = one.value.replace(/[0-9]+/, '288'); }")
    expect(amount).to_have_value({"en": "Use $288", "de": "$288 nehmen"}[language])
    assert not amount.evaluate("field => field.scrollWidth > field.clientWidth")
    rub, words = screen.form.locator(".keypad > .widest + .key"), screen.form.locator(".amount-line .words")
    assert right(words) <= left(rub)
    assert right(rub) <= left(amount)
    no_faults(screen)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(568, 320), (640, 360), (320, 568), (360, 640), (390, 844)])
def test_a_tap_on_confirm_moves_nothing_while_a_city_is_missing(
    size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """What is missing stands beside Confirm already, and is read out at its field, whose label is red."""
    party = played_at(client, "southern-pacific/whole-evening", 26)
    wide, high = size
    device = {**LOW, "viewport": {"width": wide, "height": high}, "locale": language}
    ed = seated(browser, party, 1, **device)
    ed.press(ed.page.locator("offer-list .offer", has_text="$5").first)
    start = ed.form.locator("[data-field=from]")
    parts = ed.form.locator(".place .chip, .search, .confirm, [data-field=to] .label").locator("visible=true")
    expect(start.locator(".chip")).to_have_text(["Beaumont", "Houston"])
    settled(ed.page)
    before = [one.bounding_box() for one in parts.all()]
    ed.form.locator(".confirm").tap(force=True)
    expect(start.locator(".label .fault")).to_have_text(
        {"en": "This is still needed.", "de": "Das fehlt noch."}[language]
    )
    settled(ed.page)
    assert [one.bounding_box() for one in parts.all()] == before
    expect(ed.form.locator(".brief")).to_contain_text(
        {"en": "From which city", "de": "Von welcher Stadt"}[language]
    )
    ed.press(start.locator(".chip").first)
    settled(ed.page)
    box, label = ed.form.locator(".search"), ed.form.locator("[data-field=to] .label")
    before = [box.bounding_box(), label.bounding_box()]
    ed.form.locator(".confirm").tap(force=True)
    expect(label.locator(".fault")).to_be_attached()
    assert [box.bounding_box(), label.bounding_box()] == before
    no_faults(ed)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_confirm_tells_what_a_dividend_is_in_all(language: str, browser: Browser, client: Client) -> None:
    """Dave and Pete have one share each of the TP: $2 for each is $4; nothing is told before it is known, and of no
    dividend what is entered."""
    party = played(client, "southern-pacific/whole-evening", 34)
    dave = seated(browser, party, 2, **{**PHONE, **STILL, "locale": language})
    dave.press(dave.page.locator("[data-offer=pay_dividend]"))
    confirm, digit = dave.form.locator(".confirm"), dave.form.locator("[data-key=digit]")
    words = {"en": "Confirm {}", "de": "{} bestätigen"}[language]
    dave.press(digit.and_(dave.page.locator("[value='2']")))
    expect(confirm).to_have_text(words.format("$4"))
    dave.press(dave.form.locator(".keypad .key:has(.icon)").locator("visible=true"))
    dave.press(digit.and_(dave.page.locator("[value='0']")))
    dave.previewed()
    expect(confirm).to_have_text(words.format("$0"))
    no_faults(dave)
