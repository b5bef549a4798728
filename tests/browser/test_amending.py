"""An old entry amended on the log screen, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, expect

from tests.browser.amending import (
    amending,
    confirm,
    everybody_can,
    inserting,
    leave,
    line,
    log_of,
    place,
    would,
)
from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.playing import begun, finished, party_with_rows
from tests.server import FULL, Client, Party, Server, new_party, thorough

SMALL = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
BOXES = {"track": 9, "ranch": 9, "stock": 9}
HOMES = {"MP": "Paris", "TP": "Marshall", "SLSF": "Fayetteville", "GHH": "Galveston"}


def test_that_share_was_ten_dollars_not_one(browser: Browser, server: Server) -> None:
    """Entry 16: Ed bought a second share of the CRIP for $1, and plays a card; it was $10."""
    party = begun(new_party(server.client()))
    party.made(3, "play_card", card="OS", source="hand")
    party.made(3, "offer_share", railroad="CRIP", **{"from": "treasury"})
    party.made(1, "auction_result", winner=1, amount=1)
    party.made(1, "play_card", card="OS", source="hand")
    for device, was, new in ((PHONE, 1, 10), *([(LAPTOP, 10, 12)] if FULL else [])):
        log = log_of(browser, server, party, **device)
        _cannot_be(log, was)
        # What was entered is still there when one comes back.
        dialog = amending(log, 16)
        expect(dialog.get_by_label("Remove it")).to_be_checked()
        log.press(dialog.get_by_label("Change it"))
        _amount(dialog).fill(str(new))
        # 40 - 1, 40 - 10, 40 - 12; 20 + 1, 20 + 10, 20 + 12
        would(dialog, "Ed", "cash", f"${40 - was}", f"${40 - new}")
        would(dialog, "CRIP", "treasury", f"${20 + was}", f"${20 + new}")
        brief = f"2 figures change: Ed Cash ${40 - was} → ${40 - new} · CRIP Treasury"
        expect(dialog.locator(".amend-verdict")).to_contain_text(brief)
        confirm(log, dialog)
        expect(line(log, 16)).to_contain_text(f"amended by entry {log.revision}", timeout=PATIENCE_MS)
        expect(line(log, log.revision).locator("summary")).to_contain_text(f"no. {log.revision}")
        assert party.document()["seats"][0]["cash"] == 40 - new
        dialog = _noted(log) if device is PHONE else _put_right(log)
        confirm(log, dialog)
        leave(log, dialog)


def _amount(dialog: Locator) -> Locator:
    return dialog.locator("[data-field=amount] input").locator("visible=true")


def _cannot_be(log: Screen, was: int) -> None:
    """What entry 16 cannot become, and the button that leads to the entry in the way."""
    dialog = amending(log, 16)
    expect(_amount(dialog)).to_have_value(f"${was}", timeout=PATIENCE_MS)
    deed = dialog.get_by_role("button", name="Amend")
    expect(deed).to_be_disabled()
    expect(dialog.get_by_text("No change yet")).to_be_visible()
    # More than Ed has is refused, and so is striking what the next entry depends on; that one is named.
    _amount(dialog).fill("41")
    expect(dialog.get_by_role("alert").first).to_contain_text("$40", timeout=PATIENCE_MS)
    expect(deed).to_be_disabled()
    log.press(dialog.get_by_label("Remove it"))
    expect(dialog.get_by_role("alert").last).to_contain_text("Entry 17 no longer fits", timeout=PATIENCE_MS)
    expect(deed).to_be_disabled()
    log.press(dialog.locator("[data-go]"))
    expect(dialog).to_have_count(0)
    expect(line(log, 17).locator("[data-amend]")).to_be_in_viewport(timeout=PATIENCE_MS)


def _noted(log: Screen) -> Locator:
    """Insert a note before it, which changes no balance."""
    dialog = inserting(log, 16, "Note")
    dialog.locator("textarea").locator("visible=true").fill("it was loud")
    expect(dialog.locator("offer-preview")).to_contain_text("No balance changes", timeout=PATIENCE_MS)
    return dialog


def _put_right(log: Screen) -> Locator:
    """Insert a correction before it: Ed had $2 more."""
    dialog = inserting(log, 16, "Correct")
    figure = dialog.locator("rows-field[data-field=set] .row")
    everybody_can(log, dialog)
    place(log, figure, "of", "Ed")
    place(log, figure, "name", "Cash")
    value = figure.locator("[data-field=value] input").locator("visible=true")
    value.fill("42")
    value.press("Tab")
    would(dialog, "Ed", "cash", "$28", "$30")
    return dialog


LINKS = (
    (3, 10, "Beaumont", "Houston"),
    (3, 0, "Marshall", "Longview"),
    (1, 0, "Paris", "Sherman"),
    (2, 0, "McAlester", "Oklahoma City"),
    (3, 0, "Fayetteville", "Rogers"),
    (3, 0, "Galveston", "Alvin"),
)
"""Of each auction: the winner's seat, the price, and the first link."""


@thorough
def test_a_link_that_led_elsewhere_and_one_that_was_forgotten(
    browser: Browser, server: Server, client: Client
) -> None:
    """Southern Pacific, at 320 px, in the dark. Pete's SP was sold for $10; a link costs $5."""
    party = new_party(client, game="southern-pacific", facts={"homes": HOMES})
    for winner, amount, start, end in LINKS:
        party.made(0, "auction_result", winner=winner, amount=amount)
        party.made(winner, "build_link", **{"from": start, "to": end})
    assert party.made(3, "end_operation")["revision"] == 14
    log = log_of(browser, server, party, **SMALL, **DARK, reduced_motion="reduce")
    _forgotten_before(log, 14)
    _hangs_in_the_air(log, 3)
    # Entry 5: the TP went to Sherman, where the MP arrives later. Two in one city: 2 to each instead of 3.
    dialog = amending(log, 5)
    place(log, dialog, "to", "Sherman")
    would(dialog, "TP", "income", "$6", "$5")
    would(dialog, "MP", "income", "$6", "$5")
    confirm(log, dialog)
    figures = {
        railroad["id"]: (railroad["income"], railroad["treasury"])
        for railroad in party.document()["railroads"]
    }
    assert (figures["TP"], figures["MP"]) == ((5, 0), (5, 0))
    assert figures["SP"][1] == 5
    expect(line(log, 5)).to_contain_text("Marshall – Sherman")
    leave(log, dialog)


def _forgotten_before(log: Screen, revision: int) -> None:
    """A link from Houston on."""
    dialog = inserting(log, revision, "link, $5")
    expect(dialog.locator("select[data-field=seat]").locator("visible=true")).to_have_value("3")
    place(log, dialog, "from", "Houston")
    place(log, dialog, "to", "Alvin")
    would(dialog, "SP", "treasury", "$10", "$5")
    everybody_can(log, dialog)
    confirm(log, dialog)


def _hangs_in_the_air(log: Screen, revision: int) -> None:
    """From Beaumont to Port Arthur: then the link from Houston has nothing to begin at."""
    dialog = amending(log, revision)
    expect(dialog.locator("place-field[data-field=to] .chip-label")).to_have_text("Houston")
    place(log, dialog, "to", "Port Arthur")
    expect(dialog.get_by_role("alert")).to_contain_text("Entry 15 no longer fits", timeout=PATIENCE_MS)
    expect(dialog.locator("[data-go='15']")).to_be_visible()
    everybody_can(log, dialog)
    log.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@thorough
def test_segments_hexes_and_shares(browser: Browser, server: Server, client: Client) -> None:
    """Whatever an entry holds can be entered again: rows of hexes, shares of companies, segments, dice."""
    _hexes(browser, server, new_party(client, game="texas-pacific", facts={"decision_boxes": BOXES}))
    _shares(browser, server, new_party(client, game="union-pacific"))
    _segments(browser, server, begun(party_with_rows(client)))


def _hexes(browser: Browser, server: Server, party: Party) -> None:
    """The SP (treasury $10) built into Dallas and a ranch; there was no ranch, which cost $2."""
    for winner in (1, 2, 3, 1):
        party.made(0, "auction_result", winner=winner, amount=10)
    hexes = [{"kind": "city", "name": "Dallas", "rank": 1}, {"kind": "ranch", "rank": 1}]
    facts = {"hexes": {"Dallas": {"income": 2}}}
    revision = party.made(1, "decide_track", railroad="SP", hexes=hexes, facts=facts)["revision"]
    treasury = treasury_of(party, "SP")
    log = log_of(browser, server, party, **PHONE, locale="de")
    dialog = amending(log, revision)
    rows = dialog.locator("rows-field .row")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Dallas")
    log.press(rows.nth(1).locator(":scope > button"))
    would(dialog, "SP", "treasury", f"${treasury}", f"${treasury + 2}")
    confirm(log, dialog)
    assert treasury_of(party, "SP") == treasury + 2
    leave(log, dialog)


def _shares(browser: Browser, server: Server, party: Party) -> None:
    """Ed laid down two WW, not three. By the keyboard alone."""
    for seat, company in enumerate(("WW", "MS", "MS"), 1):
        party.made(seat, "reveal", company=company)
    revision = party.made(1, "invest", shares={"WW": 3})["revision"]
    log = log_of(browser, server, party, **LAPTOP)
    dialog = amending(log, revision)
    row = dialog.locator("shares-field .share-count[data-value=WW]")
    expect(row.locator(".figure")).to_have_text("3")
    row.locator("button").first.focus()
    log.page.keyboard.press("Enter")
    # One share from the first investment.
    would(dialog, "Ed", "shares.WW", "4", "3")
    expect(dialog.locator(".primary")).to_be_enabled()
    dialog.locator(".primary").focus()
    log.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert party.document()["seats"][0]["shares"]["WW"] == 3
    # What was chosen when all were sealed may be changed, too.
    dialog = amending(log, 3)
    expect(dialog.locator("choice-field[data-field=company] input:checked")).to_have_count(1)
    leave(log, dialog)


def _segments(browser: Browser, server: Server, party: Party) -> None:
    """Pete's KP built from Lawrence to Salina ($5), and went on to Abilene ($15 for both), which pays 1."""
    party.made(3, "play_card", card="CT", source="hand")
    party.made(3, "roll_growth", dice=[1, 1])
    facts = {"cities": {"Salina": {"income": 2}}}
    link = {"from": "Lawrence", "to": "Salina"}
    revision = party.made(3, "build_track", railroad="KP", segments=[link], facts=facts)["revision"]
    log = log_of(browser, server, party, **PHONE)
    dialog = amending(log, revision)
    start = dialog.locator("links-field [data-field=from] [aria-pressed=true]")
    expect(start).to_have_text(re.compile("^Lawrence"), timeout=PATIENCE_MS)
    place(log, dialog, "onward", "Abilene")
    log.tap("1", dialog.locator("facts-field > *", has_text="Abilene"), exact=True)
    would(dialog, "KP", "treasury", "$15", "$5")
    # 2, and both ends of each segment: (2 + 2), then (2 + 1)
    would(dialog, "KP", "income", "$6", "$9")
    # What the entry told of the board may be told anew: Salina pays 3, so (2 + 3) + (3 + 1).
    log.tap("3", dialog.locator("facts-field > *", has_text="Salina"), exact=True)
    would(dialog, "KP", "income", "$6", "$11")
    confirm(log, dialog)
    incomes = {railroad["id"]: railroad["income"] for railroad in party.document()["railroads"]}
    assert incomes["KP"] == 11
    expect(line(log, revision)).to_contain_text("Salina – Abilene")
    # What was read out and not entered: Topeka pays 3, and the ATSF, which began there, one more.
    dialog = inserting(log, revision, "Printed on the board")
    log.press(dialog.locator("label.chip", has_text="Cities and towns"))
    place(log, dialog, "row", "Topeka")
    log.tap("3", dialog.locator("[data-field='fact:income']"), exact=True)
    would(dialog, "ATSF", "income", "$2", "$3")
    expect(dialog.locator(".affect", has_text="Topeka: Income")).to_contain_text("$3")
    confirm(log, dialog)
    leave(log, dialog)


def treasury_of(party: Party, railroad: str) -> int:
    return int(next(item["treasury"] for item in party.document()["railroads"] if item["id"] == railroad))


@thorough
def test_an_entry_that_places_no_cube_opens_as_that(browser: Browser, server: Server, client: Client) -> None:
    """Gulf, Mobile & Ohio: it is of the same type as an Expansion, whose form wants a city; nothing is wanted of it,
    and one that is chosen instead says what it wants."""
    party = played(client, "gulf-mobile-ohio/common-shares")
    items = client.get(f"{party.at}/moves", party.host).json["items"]
    none = next(
        one["revision"] for one in items if one["move"].get("rural") == 0 and "cities" not in one["move"]
    )
    log = log_of(browser, server, party, **LAPTOP)
    dialog = amending(log, none)
    kind = dialog.locator("select[data-field=type]").locator("visible=true")
    expect(kind.locator("option:checked")).to_contain_text("Place no cube")
    expect(dialog.get_by_text("No change yet")).to_be_visible()
    kind.select_option(label="Expand the NO&J")
    expect(dialog.locator(".amend-verdict")).to_have_text("Enter: City or rural hex")
    expect(dialog.locator("[data-field=cities] .label .optional").locator("visible=true")).to_have_count(0)
    rare = "Is a new city another railroad’s start? Add that railroad"
    expect(dialog.get_by_role("group", name=f"{rare} (optional)", exact=True)).to_be_attached()
    leave(log, dialog)


FOUND = """
async (skipped) => {
  const page = [...document.scripts].find(({ src }) => src.endsWith("/app.js")).src;
  const { openAmend } = await import(new URL("elements/correct/amend-dialog.js", page));
  const { table } = document.getElementById("screen").firstChild;
  const found = [];
  const standing = (await table.entries()).filter(({ undone }) => !undone);
  for (const entry of standing.filter(({ move }) => !skipped.includes(move.type))) {
    const over = openAmend(table, entry, standing);
    const dialog = () => document.querySelector("dialog.amend");
    while (!dialog()) await Promise.race([over, new Promise(requestAnimationFrame)]); // or it fails, and says why
    found.push([entry.move, dialog().querySelector("move-chooser").move]);
    dialog().close();
    await over;
  }
  return found;
}
"""
EVENINGS = ("southern-pacific/sales", "gulf-mobile-ohio/new-railroads", "gulf-mobile-ohio/common-shares")


@thorough
def test_every_entry_is_found_as_it_was_entered(browser: Browser, server: Server, client: Client) -> None:
    """Whatever the move: its form, with the choices of then, says what the entry says."""
    for evening in EVENINGS:
        party = played(client, evening)
        log = log_of(browser, server, party, **LAPTOP)
        expect(log.page.locator("[data-amend]").first).to_be_attached(timeout=PATIENCE_MS)
        found = log.page.evaluate(FOUND, ["begin", "undo", "redo", "seed", "amend"])
        assert len(found) > 5, evening
        for entered, shown in found:
            decided = {"source", "k"} if "dice" in entered else set()
            # The form does not ask whether a name was insisted on; an amendment keeps that by itself.
            if entered.get("facts") == {"railroads": {"MC": {"new": True}}}:
                decided |= {"facts"}
            # A flag that an entry leaves out is not ticked.
            shown = {name: value for name, value in shown.items() if name in entered or value is not False}
            assert shown == {name: value for name, value in entered.items() if name not in decided}, evening
        no_faults(log)


def asked(log: Screen, revision: int, words: str) -> Locator:
    """What is asked before an entry is undone."""
    entry = line(log, revision)
    if not entry.get_by_role("button", name=words).is_visible():
        log.press(entry.locator("summary").first)
    log.press(entry.get_by_role("button", name=words))
    dialog = log.page.get_by_role("dialog")
    expect(dialog).to_be_visible(timeout=PATIENCE_MS)
    return dialog


@thorough
def test_an_undo_names_what_vanishes(browser: Browser, server: Server, client: Client) -> None:
    """A fact that was waited for takes the roll with it, a note goes alone, and nothing goes unnamed."""
    party = begun(new_party(client))
    party.made(3, "play_card", card="CT", source="hand")
    party.made(3, "roll_growth", dice=[2, 6])
    party.made(3, "learn", facts={"growth": {"26": {"primary": "Chanute", "secondary": None}}})
    log = log_of(browser, server, party, **PHONE)
    assert [text.split()[1] for text in asked(log, 16, "Undo this").locator("li").all_inner_texts()] == [
        "rolls",
        "26:",
    ]
    log.page.keyboard.press("Escape")
    party.made(1, "note", text="pizza")
    log.until(17)
    expect(line(log, 17)).to_be_visible(timeout=PATIENCE_MS)
    assert asked(log, 17, "Undo this").locator("li").all_inner_texts() == ["Ed: pizza"]
    log.page.keyboard.press("Escape")
    # A stamp takes no room from the words: it stands below them, as wide as it is.
    assert party.client.post(f"{party.at}/amend", {"revision": 17, "move": None}, party.host).status == 201
    log.until(18)
    struck = line(log, 17)
    expect(struck.locator(".stamp")).to_have_text("struck by entry 18", timeout=PATIENCE_MS)
    words, stamp = struck.locator(".said s").bounding_box(), struck.locator(".stamp").bounding_box()
    assert words
    assert stamp
    assert words["y"] + words["height"] <= stamp["y"] + stamp["height"] / 2
    dialog = asked(log, 14, "Undo to here")
    assert dialog.locator("li").count() == 3, "what is struck does not vanish again; its amendment does"
    log.press(dialog.locator(".primary"))
    log.until(19)
    assert party.document()["step"] == "growth"
    no_faults(log)


@thorough
def test_a_log_says_who_can_put_right_what_one_cannot(
    browser: Browser, server: Server, client: Client
) -> None:
    """A player's own move that others have followed is the host's to undo; after the end it is undone first."""
    party = begun(new_party(client))
    own = party.made(3, "play_card", card="PD", source="hand")["revision"]
    party.made(1, "play_card", card="PD", source="hand")
    over = finished(new_party(client))
    for table, seat, number, words in (
        (party, 3, own, "The host can undo or amend this."),
        (over, 0, over.document()["revision"], "The game is over: undo its end to amend this."),
    ):
        screen = seated(browser, table, seat, "/log", **PHONE, **STILL)
        entry = line(screen, number)
        screen.press(entry.locator("summary"))
        expect(entry).to_contain_text(words, timeout=PATIENCE_MS)
        # It stands before what a dividend paid everybody.
        parts = entry.locator(".entry-body > *").evaluate_all("all => all.map(one => one.className)")
        assert parts[:2] == ["actions", "ledger"]
        no_faults(screen)


@thorough
def test_an_income_that_was_printed_has_the_keys_it_was_entered_by(browser: Browser, server: Server) -> None:
    party = new_party(server.client())
    for start, end, facts in (("Troy", "Marysville", {}), ("Atchison", "Topeka", {"Topeka": {"income": 3}})):
        party.made(0, "auction_result", winner=1, amount=20)
        told = {"facts": {"cities": facts}} if facts else {}
        built = party.made(0, "build_start", **{"from": start, "to": end}, **told)
    log = log_of(browser, server, party, **PHONE)
    keys = amending(log, built["revision"]).locator("facts-field .near button:visible")
    expect(keys).to_have_text(["0", "1", "2", "3", "4+"])
    no_faults(log)
