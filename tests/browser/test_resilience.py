"""Wi-Fi drops, phones are reloaded, the laptop goes, fingers are quick: nothing is lost, nothing done twice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Response, Route, expect

from tests.browser import which
from tests.browser.pages import PATIENCE_MS, PHONE, Screen, chromium, no_faults, settled, sit_down, sit_host
from tests.browser.which import NoBrowserError
from tests.playing import begun
from tests.server import PARTIES, Client, Party, Server, new_party, thorough

RECONNECTED_MS = 3_000
FIRST_LOAD_BYTES = 99_500
"""A hundred thousand are promised; any closer, and there would be no room for the next word."""
TAKEN = ".taken .chip-label, .chip[aria-pressed=true] .chip-label"
"""The places that are chosen."""


@pytest.fixture
def playing(client: Client) -> Party:
    """The initial auctions are over and it is Pete's turn: he has the KP and the MP."""
    party = new_party(client)
    begun(party)
    for seat in (1, 2, 3):
        released = client.post(f"{party.at}/seats/{seat}/release", {}, party.host)
        assert released.status == 200, released.body
    PARTIES.append(party)
    return party


def made(party: Party, type_: str) -> list[Any]:
    """The journal's lines of that type."""
    items = party.client.get(f"{party.at}/moves?limit=200").json["items"]
    return [entry for entry in items if entry["move"]["type"] == type_]


def build_half(pete: Screen) -> None:
    """Pete plays Construct Track, and stops in the middle of the form."""
    pete.open("Build track")
    pete.choose("Kansas Pacific", "Railroad")
    pete.segment("Lawrence", "Topeka")
    pete.previewed()


def rolled(party: Party) -> None:
    """Pete has played Construct Track and the city has grown: Pratt, which nobody reaches."""
    party.made(0, "play_card", card="CT", source="hand")
    party.made(0, "roll_growth", dice=[1, 2])


def test_a_reload_in_the_middle_of_a_form_keeps_seat_and_entries(browser: Browser, playing: Party) -> None:
    rolled(playing)
    pete = sit_down(browser, playing.link, "Pete")
    build_half(pete)
    pete.page.reload()
    pete.previewed()
    assert "#" not in pete.page.url
    chosen = pete.form.locator("label.chip:has(input:checked)").locator("visible=true").first
    expect(chosen).to_contain_text("Kansas Pacific")
    places = pete.form.locator(TAKEN).locator("visible=true")
    assert places.all_inner_texts() == ["Lawrence", "Topeka"]
    pete.confirm()
    assert [line["by"] for line in made(playing, "build_track")] == ["seat:3"]
    no_faults(pete)


def test_a_reload_while_one_bids_keeps_the_amount_and_pass_beside_confirm(
    browser: Browser, table: Party
) -> None:
    """The form has come up by itself; it is none that was opened, with a way back."""
    ed = sit_down(browser, table.link, "Ed")
    ed.amount(17)
    ed.page.reload()
    ed.previewed()
    expect(ed.form.locator(".confirm-bar button")).to_have_text(["Pass", "Confirm $17"], use_inner_text=True)
    no_faults(ed)


@thorough
@pytest.mark.parametrize("part", ["places\\.css", pytest.param("messages/more/", marks=thorough)])
def test_a_form_of_places_comes_dressed_though_its_sheet_or_its_words_were_lost_at_first(
    part: str, browser: Browser, playing: Party
) -> None:
    """They come with the first offer that asks for a place, and are asked for again when the network has dropped
    them."""
    pete = sit_down(browser, playing.link, "Pete")
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.request.url)
        route.abort()

    pete.page.route(re.compile(f"/{part}"), lose, times=1)
    rolled(playing)
    pete.open("Build track")
    pete.choose("Kansas Pacific", "Railroad")
    box = pete.form.locator(".place .search").locator("visible=true").first
    expect(box).not_to_have_css("margin-bottom", "0px", timeout=PATIENCE_MS)
    expect(box).to_have_attribute("placeholder", re.compile("Search"))
    assert len(lost) == 1


@pytest.mark.parametrize("key", ["Confirm", pytest.param("Pass", marks=thorough)])
def test_a_move_entered_without_a_connection_is_sent_once(browser: Browser, table: Party, key: str) -> None:
    type_, amount = {"Confirm": ("bid", 17), "Pass": ("pass", None)}[key]
    ed = sit_down(browser, table.link, "Ed", clock=True)
    ed.open("Bid")
    ed.context.set_offline(True)
    ed.sees(re.compile("No connection to the table"))
    ed.amount(17)
    ed.press(ed.form.get_by_role("button", name=key))
    ed.sees(re.compile("Your move is waiting for the connection"))
    ed.in_vain("/moves", times=2)
    assert not made(table, type_)
    ed.context.set_offline(False)
    ed.until(table.document()["revision"])
    expect(ed.page.locator("connection-banner")).to_be_hidden(timeout=PATIENCE_MS)
    expect(ed.form).to_have_count(0, timeout=PATIENCE_MS)
    settled(ed.page)
    assert [line["move"].get("amount") for line in made(table, type_)] == [amount]
    lost = [fault for fault in ed.faults if "ERR_INTERNET_DISCONNECTED" not in fault]
    assert not lost


@pytest.mark.parametrize(
    "arrived", [True, pytest.param(False, marks=thorough)], ids=["the answer is lost", "the move is lost"]
)
def test_a_move_without_an_answer_is_sent_again_after_a_reload(
    browser: Browser, table: Party, arrived: bool
) -> None:
    """It is sent under the same key: whether or not the table has received it, it is made once."""
    ed = sit_down(browser, table.link, "Ed")
    keys: list[str] = []
    answers: list[int] = []

    def swallow(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if arrived:
            route.fetch()
        route.abort()

    def heard(answer: Response) -> None:
        if answer.url.endswith("/moves"):
            keys.append(answer.request.headers["idempotency-key"])
            answers.append(answer.status)

    ed.page.route("**/moves", swallow)
    ed.open("Bid")
    ed.amount(9)
    ed.press(ed.form.get_by_role("button", name="Confirm"))
    ed.sees(re.compile("Your move is waiting for the connection"))
    ed.page.unroute("**/moves")
    ed.page.on("response", heard)
    with ed.page.expect_response("**/moves"):
        ed.page.reload()
    expect(ed.page.locator(".high-bid .figure")).to_have_text("$9", timeout=PATIENCE_MS)
    settled(ed.page)
    assert len(set(keys)) == 1
    assert answers == [201]
    assert len(made(table, "bid")) == 1


def test_phones_find_a_server_that_was_killed_and_started_again(browser: Browser, own_server: Server) -> None:
    client = own_server.client()
    party = new_party(client, claim=False)
    url = party.link
    ed, dave = (sit_down(browser, url, name, clock=True) for name in ("Ed", "Dave"))
    ed.bid(11)
    dave.until(ed.revision)
    dave.open("Bid")
    dave.amount(14)
    before = dave.table
    own_server.kill()
    dave.sees(re.compile("No connection to the table"))
    for screen in (ed, dave):
        screen.in_vain("/stream", times=3)  # so it has begun to wait longer
        screen.stand_still()
    own_server.start()
    for screen in (ed, dave):
        screen.later(RECONNECTED_MS)
        expect(screen.page.locator("connection-sign")).to_have_attribute(
            "data-connection", "live", timeout=PATIENCE_MS
        )
        screen.page.clock.resume()
    for same in ("auction", "seats", "railroads", "turn", "revision", "recent"):
        assert dave.table[same] == before[same], same
    expect(dave.form.locator("input.amount")).to_have_value("$14")
    dave.confirm()
    ed.until(dave.revision)
    expect(ed.page.locator(".high-bid .figure")).to_have_text("$14", timeout=PATIENCE_MS)
    client.close()


@thorough
def test_a_phone_says_that_the_file_with_the_tables_is_gone(browser: Browser, own_server: Server) -> None:
    """It does not say that it waits for a connection, which is there; with the file back its move is made, once."""
    client = own_server.client()
    party = new_party(client, claim=False)
    ed = sit_down(browser, party.link, "Ed")
    ed.open("Bid")
    ed.amount(17)
    file = own_server.folder / "companion.sqlite"
    file.rename(own_server.folder / "moved")
    ed.press(ed.form.get_by_role("button", name="Confirm"))
    ed.sees(re.compile("The file with your tables is gone from .*export them now"))
    (own_server.folder / "moved").rename(file)
    ed.until(party.document()["revision"] + 1)
    expect(ed.page.locator("connection-banner")).to_be_hidden(timeout=PATIENCE_MS)
    assert [line["move"]["amount"] for line in made(party, "bid")] == [17]
    client.close()


TAP_AND_TAP_WHAT_COMES = """
async (key) => {
  key.click();
  for (;;) {
    await new Promise((next) => setTimeout(next, 20));
    const other = document.querySelector("offer-form .confirm");
    if (other && other !== key) return other.click();
  }
}
"""
"""The second tap of a double tap lands on the form that has come up meanwhile."""


def test_a_double_tap_on_confirm_makes_one_move(browser: Browser, table: Party, server: Server) -> None:
    """Also on the laptop, where the next bidder's form comes up in the same place."""
    ed = sit_down(browser, table.link, "Ed")
    ed.open("Bid")
    ed.amount(6)
    confirm = ed.form.get_by_role("button", name="Confirm")
    expect(confirm).to_be_enabled(timeout=PATIENCE_MS)
    confirm.evaluate("key => { key.click(); key.click(); }")
    expect(ed.page.locator(".high-bid .figure")).to_have_text("$6", timeout=PATIENCE_MS)
    laptop = sit_host(browser, server.port, table)
    laptop.open("Bid")
    confirm = laptop.form.get_by_role("button", name="Confirm")
    expect(confirm).to_be_enabled(timeout=PATIENCE_MS)
    confirm.evaluate(TAP_AND_TAP_WHAT_COMES)
    expect(laptop.page.locator(".high-bid .figure")).to_have_text("$7", timeout=PATIENCE_MS)
    settled(laptop.page)
    assert [line["move"]["amount"] for line in made(table, "bid")] == [6, 7]
    no_faults(ed, laptop)


@thorough
def test_another_move_leaves_the_form_of_a_slow_phone_as_it_is(browser: Browser, playing: Party) -> None:
    """First the other move arrives in time, then it comes between Confirm and the table."""
    rolled(playing)
    pete = sit_down(browser, playing.link, "Pete")
    build_half(pete)
    search = pete.form.locator("input.search").locator("visible=true")
    search.fill("Empo")
    playing.made(0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 33}], note="miscounted")
    pete.until(playing.document()["revision"])
    expect(search).to_have_value("Empo")
    expect(search).to_be_focused()
    places = pete.form.locator(TAKEN).locator("visible=true")
    assert places.all_inner_texts() == ["Lawrence", "Topeka"]

    search.fill("")  # else Confirm waits for the name that is begun

    def meanwhile(route: Route) -> None:
        playing.made(0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 34}], note="counted again")
        route.continue_()

    pete.page.route("**/moves", meanwhile, times=1)
    pete.press(pete.form.get_by_role("button", name="Confirm"))
    pete.sees(re.compile("Someone else moved first"))
    assert places.all_inner_texts() == ["Lawrence", "Topeka"]
    assert not made(playing, "build_track")
    pete.confirm()
    assert len(made(playing, "build_track")) == 1
    assert [fault for fault in pete.faults if "409" not in fault] == []


@thorough
def test_a_late_answer_leaves_the_form_that_was_opened_meanwhile(browser: Browser, table: Party) -> None:
    """Ed bids; before his phone has its answer Dave and Pete have bid, and Ed enters how it ended aloud."""
    ed = sit_down(browser, table.link, "Ed")
    late: list[Route] = []

    def hold(route: Route) -> None:
        answer = route.fetch()
        for amount, seat in ((6, 2), (7, 3)):
            sent = table.client.post(
                f"{table.at}/moves", {"type": "bid", "seat": seat, "amount": amount}, table.host
            )
            assert sent.status == 201, sent.body
        ed.open("Enter the result")
        late.append(route)
        route.fulfill(response=answer)

    ed.page.route(re.compile(r"/moves$"), hold, times=1)
    ed.bid(5)
    opened = ed.page.get_by_role("form", name=re.compile("^Enter the result"))
    expect(opened).to_be_visible(timeout=PATIENCE_MS)
    settled(ed.page)
    assert late
    expect(opened).to_be_visible()
    no_faults(ed)


@thorough
def test_a_seat_that_the_host_frees_can_be_taken_again(
    browser: Browser, table: Party, server: Server
) -> None:
    url = table.link
    ed = sit_down(browser, url, "Ed")
    laptop = sit_host(browser, server.port, table)
    laptop.press(laptop.page.get_by_role("link", name="QR code"))
    laptop.tap("Free Ed’s seat")
    laptop.tap("Free this seat", laptop.page.locator("dialog"))
    ed.sees(re.compile("Your seat was freed"))
    expect(ed.page.locator("join-screen")).to_be_visible(timeout=PATIENCE_MS)
    ed.tap("Ed")
    expect(ed.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    ed.bid(3)
    assert [fault for fault in ed.faults if " 401 " not in fault] == []


@thorough
def test_a_taken_seat_cannot_be_taken_by_another_phone(browser: Browser, table: Party) -> None:
    url = table.link
    ed = sit_down(browser, url, "Ed")
    other = Screen(browser, "other")
    other.page.goto(url)
    expect(other.page.get_by_role("button", name="Ed")).to_be_disabled(timeout=PATIENCE_MS)
    expect(other.page.get_by_role("button", name="Dave")).to_be_enabled()
    no_faults(ed, other)


@thorough
def test_two_tabs_of_one_seat_show_the_same_and_move_once(browser: Browser, table: Party) -> None:
    ed = sit_down(browser, table.link, "Ed")
    second = ed.tab()
    second.goto(ed.page.url)
    expect(second.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    expect(second.locator("offer-form")).to_be_visible()
    ed.page.bring_to_front()
    ed.bid(8)
    expect(second.locator(".high-bid .figure")).to_have_text("$8", timeout=PATIENCE_MS)
    expect(second.locator("offer-form")).to_be_hidden()
    assert len(made(table, "bid")) == 1
    no_faults(ed)


@thorough
def test_the_back_button_returns_to_the_form(browser: Browser, playing: Party) -> None:
    rolled(playing)
    pete = sit_down(browser, playing.link, "Pete")
    build_half(pete)
    pete.press(pete.page.get_by_role("link", name="Board", exact=True))
    expect(pete.page.locator("board-screen")).to_be_visible(timeout=PATIENCE_MS)
    pete.page.go_back()
    pete.previewed()
    places = pete.form.locator(TAKEN).locator("visible=true")
    assert places.all_inner_texts() == ["Lawrence", "Topeka"]
    pete.page.go_forward()
    expect(pete.page.locator("board-screen")).to_be_visible(timeout=PATIENCE_MS)
    pete.page.go_back()
    pete.previewed()
    pete.confirm()
    no_faults(pete)


def test_without_a_browser_these_tests_fail_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(which, "find", lambda: None)
    with pytest.raises(NoBrowserError, match="No browser"), chromium():
        pass


def test_the_first_load_of_a_phone_is_light(browser: Browser, table: Party) -> None:
    """All that comes over the wire, headers too, from the QR code to the seat on the screen (screens.md)."""
    ed = Screen(browser, "Ed", **PHONE)
    wire = ed.context.new_cdp_session(ed.page)
    wire.send("Network.enable")
    previews: set[str] = set()
    weights: dict[str, int] = {}

    def asked(event: dict[str, Any]) -> None:
        if "dry_run" in event["request"]["url"]:
            previews.add(event["requestId"])

    def loaded(event: dict[str, Any]) -> None:
        weights[event["requestId"]] = event["encodedDataLength"]

    wire.on("Network.requestWillBeSent", asked)
    wire.on("Network.loadingFinished", loaded)
    ed.page.goto(table.link)
    ed.tap("Ed")
    expect(ed.page.locator("offer-form")).to_be_visible(timeout=PATIENCE_MS)
    settled(ed.page)
    assert len(weights) > 20
    assert sum(weight for item, weight in weights.items() if item not in previews) <= FIRST_LOAD_BYTES
