"""A new phone asks for a seat, with a number that somebody at the table compares."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, Screen, no_faults, settled, sit_down, sit_host
from tests.browser.pictures import LONG_NAMES, auctions, seated, table
from tests.browser.test_seats import invited
from tests.browser.test_standing import CONFIRM, COVERED, KEYPAD, phone, stand, stood
from tests.server import Client, Party, Server, new_party, thorough

KEY_IT_ASKS_WITH = "code => JSON.parse(localStorage.getItem('companion.tables'))[code].claiming.key"


def asking(browser: Browser, client: Client, server: Server) -> tuple[Screen, Screen]:
    """The host's laptop, and a new phone that asks for the seat Ed sits in."""
    party, url = invited(client)
    sit_down(browser, url, "Ed")
    laptop = sit_host(browser, server.port, party)
    new = Screen(browser, "new", **PHONE)
    new.page.goto(url)
    new.tap("This is me, on a new phone")
    return laptop, new


def answer(screen: Screen, words: str) -> None:
    """Unfold what is asked, and say yes or no."""
    request = screen.page.locator(".seat-request")
    screen.press(request.locator("summary"))
    screen.tap(words, request)


def asked(party: Party, seat: int, key: str = "n" * 32) -> str:
    """Another phone asks for that seat. The request."""
    answered = party.client.post(f"{party.at}/seats/{seat}/request", {"key": key}, party.join)
    assert answered.status == 200, answered.body
    return str(answered.json["id"])


def given_up(party: Party, request: str, key: str = "n" * 32) -> None:
    answered = party.client.post(f"{party.at}/requests/{request}/withdraw", {"key": key}, party.join)
    assert answered.status < 300, answered.body


@thorough
@pytest.mark.parametrize("host", [True, False])
def test_whoever_is_bidding_goes_on_while_a_new_phone_asks(
    browser: Browser, client: Client, host: bool
) -> None:
    """It comes as one line over the news, and goes; the keypad stays, what is typed too. A tap unfolds it."""
    party = table(client, LONG_NAMES)
    auctions(party, 4)
    seat = int(party.document()["turn"]["seat"])
    screen = seated(browser, party, 0 if host else seat, **phone(640))
    screen.amount(7)
    screen.previewed()
    settled(screen.page)
    names = (CONFIRM, ".confirm-bar .quick", KEYPAD, "offer-form .amount")
    before = stand(screen, *names)
    request = asked(party, seat)
    line = screen.page.locator(".seat-request summary")
    expect(line).to_be_in_viewport(timeout=PATIENCE_MS)
    settled(screen.page)
    stood(before, stand(screen, *names))
    assert screen.page.evaluate(COVERED, list(names)) == []
    screen.press(line)
    expect(screen.page.get_by_role("button", name="Let them in")).to_be_in_viewport()
    screen.press(line)
    given_up(party, request)
    expect(line).to_have_count(0, timeout=PATIENCE_MS)
    stood(before, stand(screen, *names))
    expect(screen.form.locator(".amount")).to_have_value("$7")
    no_faults(screen)


@thorough
def test_a_finger_on_its_way_to_an_answer_finds_neither_another_nor_the_page(
    browser: Browser, client: Client
) -> None:
    """What is unfolded stays when the request is given up, and says so, until it is closed."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    lobby = seated(browser, party, 0, page="#lobby", **phone(640))
    first = asked(party, 1)
    settled(lobby.page)
    before = stand(lobby, ".lobby-seats", ".start")
    second = asked(party, 2, "m" * 32)
    lines = lobby.page.locator(".seat-request")
    expect(lines).to_have_count(2, timeout=PATIENCE_MS)
    stood(before, stand(lobby, ".lobby-seats", ".start"))
    lobby.press(lines.nth(1).locator("summary"))
    there = stand(lobby, ".seat-request + .seat-request")
    given_up(party, first)
    expect(lines.first).to_have_attribute("data-over", "", timeout=PATIENCE_MS)
    stood(there, stand(lobby, ".seat-request + .seat-request"))
    given_up(party, second, "m" * 32)
    expect(lines.nth(1).get_by_text("This request is over.")).to_be_visible(timeout=PATIENCE_MS)
    expect(lines.nth(1).get_by_role("button", name="Let them in")).to_be_hidden()
    lobby.tap("Close", lines.nth(1))
    expect(lines).to_have_count(0)
    no_faults(lobby)


def test_a_new_phone_asks_and_is_let_in(browser: Browser, client: Client, server: Server) -> None:
    laptop, new = asking(browser, client, server)
    pin = new.page.locator(".asking .pin-digits").inner_text()
    expect(new.page.locator(".asking .pin")).to_have_text(f"Number {pin}")
    expect(new.page.locator(".join-names")).to_be_hidden()
    expect(new.page.get_by_text("Tap your name")).to_have_count(0)
    request = laptop.page.locator(".seat-request")
    expect(request.locator(".pin-digits")).to_have_text(pin, timeout=PATIENCE_MS)
    answer(laptop, "Let them in")
    expect(new.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    new.bid(3)


@thorough
def test_a_new_phone_that_has_lost_a_file_can_still_tap(
    browser: Browser, client: Client, server: Server
) -> None:
    """What shows the number is fetched when it is wanted; until it has come the names stay, and it comes by itself."""
    _, url = invited(client)
    sit_down(browser, url, "Ed")
    new = Screen(browser, "new", **PHONE)
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.request.url)
        route.abort()

    new.page.route(re.compile("/asking-panel"), lose, times=1)
    new.page.goto(url)
    new.tap("This is me, on a new phone")
    new.sees("Can’t reach the table")
    expect(new.page.locator(".join-names")).to_be_visible()
    sit_down(browser, url, "Dave")
    expect(new.page.locator(".asking .pin-digits")).to_be_visible(timeout=PATIENCE_MS)
    assert len(lost) == 1


@thorough
def test_a_new_phone_is_refused_and_does_not_ask_on_and_on(
    browser: Browser, client: Client, server: Server
) -> None:
    laptop, new = asking(browser, client, server)
    answer(laptop, "Refuse")
    new.sees("Your request was refused.")
    expect(laptop.page.locator(".seat-request")).to_have_count(0, timeout=PATIENCE_MS)
    again = new.page.get_by_role("button", name="This is me, on a new phone")
    new.press(again)
    new.sees("Your request was just refused")
    expect(laptop.page.locator(".seat-request")).to_have_count(0, timeout=PATIENCE_MS)


@thorough
def test_what_was_said_of_a_request_goes_with_the_next(browser: Browser, client: Client) -> None:
    """Of Ed's seat it was refused; Dave's may be asked for at once, and above his number nothing is complained of."""
    party, url = invited(client)
    for seat in (1, 2):
        client.post(f"{party.at}/seats/{seat}/claim", {"key": f"{seat}" * 32}, party.join)
    refused = client.post(f"{party.at}/requests/{asked(party, 1)}", {"approve": False}, party.host)
    assert refused.status == 200, refused.body
    new = Screen(browser, "new", **PHONE)
    new.page.goto(url)
    ways = new.page.get_by_role("button", name="This is me, on a new phone")
    new.press(ways.first)
    new.sees("Your request was just refused")
    new.press(ways.nth(1))
    expect(new.page.locator(".asking .pin-digits")).to_be_visible(timeout=PATIENCE_MS)
    expect(new.page.locator(".complaint")).to_have_count(0)


def test_a_request_that_nobody_answers_in_time_was_not_refused(browser: Browser, client: Client) -> None:
    """It is gone, and no note says that anybody said no since: of an earlier one somebody did."""
    party, url = invited(client)
    client.post(f"{party.at}/seats/1/claim", {"key": "e" * 32}, party.join)
    client.post(f"{party.at}/requests/{asked(party, 1)}", {"approve": False}, party.host)
    new = Screen(browser, "new", **PHONE)
    gone = {"id": "gone", "seat": 1, "pin": "07", "since": party.document()["revision"]}
    new.has_kept({party.code: {"join": party.join, "asked": gone}})
    new.page.goto(url)
    new.sees("Nobody confirmed your request in time.")


@thorough
@pytest.mark.parametrize("refused", [True, False])
def test_after_the_end_too_a_no_is_told_from_no_answer(
    browser: Browser, client: Client, refused: bool
) -> None:
    """No note is written then: the table knows the key that asked."""
    party = new_party(client, game="bank", options={"box": "prairie-railroads"})
    ended = client.post(f"{party.at}/moves", {"type": "end_game", "seat": 1}, party.host)
    assert ended.status == 201, ended.body
    new = Screen(browser, "new", **PHONE)
    new.page.goto(party.link)
    new.press(new.page.locator("main > details > summary"))
    new.press(new.page.get_by_role("button", name="This is me, on a new phone").first)
    expect(new.page.locator(".asking .pin-digits")).to_be_visible(timeout=PATIENCE_MS)
    (request,) = party.document(party.host)["requests"]
    if refused:
        said = client.post(f"{party.at}/requests/{request['id']}", {"approve": False}, party.host)
        assert said.status == 200, said.body
        new.sees("Your request was refused.")
    else:
        mine = new.page.evaluate(KEY_IT_ASKS_WITH, party.code)  # gone as it is gone after its two minutes
        given_up(party, request["id"], mine)
        new.sees("Nobody confirmed your request in time.")
    assert party.document()["recent"][-1]["move"]["type"] == "end_game", "no note"


@thorough
def test_the_old_phone_reads_that_another_has_its_seat_or_that_it_is_free(
    browser: Browser, client: Client
) -> None:
    """A name that is taken is not said to be there for a tap; one that is free is called out once."""
    party, url = invited(client)
    old = sit_down(browser, url, "Ed")
    let_in = client.post(f"{party.at}/requests/{asked(party, 1)}", {"approve": True}, party.host)
    assert let_in.status == 200, let_in.body
    told = old.page.locator("join-screen details > div > p")
    expect(told).to_have_text(
        [
            "Your seat is on another phone now.",
            "To have it back on this one, tap “This is me, on a new phone”.",
        ],
        timeout=PATIENCE_MS,
    )
    client.post(f"{party.at}/seats/1/release", {}, party.host)
    expect(told).to_have_text(["Your seat was freed.", "Tap your name."], timeout=PATIENCE_MS)


@thorough
def test_the_board_is_still_to_be_set_up_when_a_phone_has_changed_before_the_start(
    browser: Browser, client: Client
) -> None:
    """The companion's note of it is no move: the steps stay, ticked as they were, until somebody plays."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    lobby = seated(browser, party, 0, page="#lobby", **PHONE)
    steps = lobby.page.locator(".lobby-steps").get_by_role("checkbox")
    lobby.press(steps.first)
    let_in = client.post(f"{party.at}/requests/{asked(party, 2)}", {"approve": True}, party.host)
    assert let_in.status == 200, let_in.body
    lobby.until(2)
    expect(steps).to_have_count(4)
    expect(steps.first).to_be_checked()
    auctions(party, 1)
    expect(steps).to_have_count(0, timeout=PATIENCE_MS)


@thorough
def test_whoever_cancels_is_let_in_no_more(browser: Browser, client: Client, server: Server) -> None:
    """The host's card goes at once, so that nobody loses their seat by it; asking again is another request."""
    laptop, new = asking(browser, client, server)
    first = laptop.page.locator(".seat-request").get_attribute("data-request")
    new.tap("Cancel")
    expect(new.page.locator(".join-names")).to_be_visible()
    expect(laptop.page.locator(".seat-request")).to_have_count(0, timeout=PATIENCE_MS)
    new.tap("This is me, on a new phone")
    pin = new.page.locator(".asking .pin-digits").inner_text()
    request = laptop.page.locator(".seat-request")
    expect(request.locator(".pin-digits")).to_have_text(pin, timeout=PATIENCE_MS)
    assert request.get_attribute("data-request") != first
    answer(laptop, "Let them in")
    expect(new.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(laptop, new)


@thorough
def test_who_cancels_out_of_reach_is_forgotten_when_the_table_is_back(
    browser: Browser, client: Client, server: Server
) -> None:
    """Nothing on the phone waits for it; the host's card goes when the phone is heard again."""
    laptop, new = asking(browser, client, server)
    request = laptop.page.locator(".seat-request")
    expect(request).to_be_visible(timeout=PATIENCE_MS)
    expect(new.page.locator(".asking")).to_be_visible(timeout=PATIENCE_MS)
    new.context.set_offline(True)
    new.tap("Cancel")
    expect(new.page.locator(".join-names")).to_be_visible()
    new.tap("This is me, on a new phone")
    new.sees("Can’t reach the table")
    expect(request).to_be_visible()
    new.context.set_offline(False)
    expect(request).to_have_count(0, timeout=PATIENCE_MS)
    expect(new.page.locator(".join-names")).to_be_visible()


@thorough
def test_who_cancels_too_late_sits_down(browser: Browser, client: Client, server: Server) -> None:
    """Somebody said yes while the phone was out of reach: the old phone has lost the seat, so the new one takes it."""
    laptop, new = asking(browser, client, server)
    expect(new.page.locator(".asking")).to_be_visible(timeout=PATIENCE_MS)
    new.context.set_offline(True)
    new.tap("Cancel")
    answer(laptop, "Let them in")
    expect(laptop.page.locator(".seat-request")).to_have_count(0, timeout=PATIENCE_MS)
    new.context.set_offline(False)
    expect(new.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)


@thorough
def test_when_the_hosts_device_is_gone_too_the_companions_own_computer_helps(
    browser: Browser, client: Client, server: Server
) -> None:
    """The phone that asks says where; there the table is hosted anew, and whoever hosted it no longer does."""
    laptop, new = asking(browser, client, server)
    pin = new.page.locator(".asking .pin-digits").inner_text()
    new.page.locator("summary", has_text="Nobody sees it?").tap()
    place = new.page.locator(".asking .address").inner_text()
    code = place.rpartition("/")[2]
    assert place == f"localhost:{server.port}/t/{code}"
    computer = Screen(browser, "computer", **LAPTOP)
    computer.page.goto(f"http://127.0.0.1:{server.port}/t/{code}")
    computer.page.locator("summary", has_text="Is the host’s device gone?").click()
    computer.tap("Host it here")
    dialog = computer.page.locator("dialog")
    expect(dialog).to_have_css("outline-style", "solid")  # as every dialog looks
    computer.tap("Host it here", dialog)
    expect(computer.page.locator("lobby-screen")).to_be_visible(timeout=PATIENCE_MS)
    request = computer.page.locator(".seat-request")
    expect(request.locator(".pin-digits")).to_have_text(pin, timeout=PATIENCE_MS)
    answer(computer, "Let them in")
    expect(new.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    expect(laptop.page.locator("join-screen")).to_be_visible(timeout=PATIENCE_MS)


@thorough
def test_no_other_computer_offers_to_host(browser: Browser, client: Client, server: Server) -> None:
    party, _ = invited(client)
    guest = Screen(browser, "guest", **PHONE)
    guest.page.route("http://companion.test/**", lambda route: _from(route, server.port))
    guest.page.goto(f"http://companion.test/t/{party.code}")
    expect(guest.page.locator("by-digits input")).to_be_visible(timeout=PATIENCE_MS)
    expect(guest.page.get_by_text("Is the host’s device gone?")).to_have_count(0)


def _from(route: Route, port: int) -> None:
    """The same server under another name, but for the stream, which does not end."""
    if route.request.url.partition("?")[0].endswith("/stream"):
        return route.abort()
    return route.fulfill(
        response=route.fetch(url=route.request.url.replace("companion.test", f"127.0.0.1:{port}"))
    )
