"""Airplane mode, sleep, a laptop that goes and comes back: within three seconds everything is right again.

They are seconds of the phone's own clock, which otherwise stands still: from the moment the network or the server is
back until the phone is connected and shows the table as it is.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Request, expect
from playwright.sync_api import TimeoutError as NotYetError

from tests.browser.pages import PATIENCE_MS, Screen, settled, sit_down
from tests.playing import begun
from tests.server import PARTIES, Client, Party, Server, new_party, thorough

RIGHT_AGAIN_MS = 3_000
TICK_MS, TICKS = 200, 20
SILENT_MS = 4_000
"""Longer than a phone waits before it gives up on an answer."""
CHOSEN = ".taken .chip-label, .chip[aria-pressed=true] .chip-label"


def made(party: Party, type_: str) -> list[Any]:
    items = party.client.get(f"{party.at}/moves?limit=200").json["items"]
    return [entry["move"] for entry in items if entry["move"]["type"] == type_]


def to_build(client: Client) -> Party:
    """It is Pete's turn to build: he has the KP and the MP."""
    party = new_party(client)
    begun(party)
    party.made(0, "play_card", card="CT", source="hand")
    party.made(0, "roll_growth", dice=[1, 2])
    for seat in (1, 2, 3):
        client.post(f"{party.at}/seats/{seat}/release", {}, party.host)
    return party


def half_built(pete: Screen) -> None:
    pete.open("Build track")
    pete.choose("Kansas Pacific", "Railroad")
    pete.segment("Lawrence", "Topeka")
    pete.previewed()


def still_half_built(pete: Screen) -> None:
    places = pete.form.locator(CHOSEN).locator("visible=true")
    assert places.all_inner_texts() == ["Lawrence", "Topeka"]


def miscounted(party: Party, cash: int) -> None:
    """Something happens at the table while a phone does not hear it."""
    figure = [{"of": "seat:1", "name": "cash", "value": cash}]
    party.made(0, "correct", set=figure, note="miscounted")


@contextmanager
def right_again(screen: Screen, party: Party) -> Iterator[None]:
    """What is done inside brings the table back; three seconds later the phone must be right."""
    screen.stand_still()
    yield
    screen.later(RIGHT_AGAIN_MS)
    live = screen.page.locator("connection-sign[data-connection=live]")
    for _ in range(TICKS):
        # The browser tells a page that it is online a moment before its requests get through: what was asked in
        # between fails, and is asked anew by a clock that stands still.
        with contextlib.suppress(AssertionError):
            expect(live).to_be_visible(timeout=TICK_MS)
            break
        screen.later(TICK_MS)
    expect(live).to_be_visible(timeout=PATIENCE_MS)
    wanted = party.document()["revision"]
    for _ in range(TICKS):
        # What was under way when the three seconds were over has arrived since, and is drawn with the next tick.
        with contextlib.suppress(NotYetError):
            screen.until(wanted, TICK_MS)
            break
        screen.later(TICK_MS)
    screen.until(wanted)
    screen.page.clock.resume()


@contextmanager
def asleep(screen: Screen) -> Iterator[None]:
    """Nothing runs on the page, whatever arrives; then the browser wakes it up. A page in sight is never frozen, so it
    is stopped as one that is debugged."""
    wire = screen.context.new_cdp_session(screen.page)
    wire.send("Debugger.enable")
    wire.send("Debugger.pause")
    yield
    wire.send("Debugger.disable")
    wire.detach()
    screen.page.evaluate("document.dispatchEvent(new Event('resume'))")


@pytest.fixture
def building(client: Client) -> Party:
    party = to_build(client)
    PARTIES.append(party)
    return party


@thorough
def test_airplane_mode_in_the_middle_of_a_form(browser: Browser, building: Party) -> None:
    pete = sit_down(browser, building.link, "Pete", clock=True)
    half_built(pete)
    pete.context.set_offline(True)
    pete.sees(re.compile("No connection to the table"))
    miscounted(building, 33)
    pete.later(SILENT_MS)
    still_half_built(pete)
    with right_again(pete, building):
        pete.context.set_offline(False)
    still_half_built(pete)
    pete.confirm()
    assert len(made(building, "build_track")) == 1


def test_a_phone_that_slept_has_its_form_and_the_table(browser: Browser, building: Party) -> None:
    pete, dave = (
        sit_down(browser, building.link, "Pete", clock=True),
        sit_down(browser, building.link, "Dave"),
    )
    half_built(pete)
    with right_again(pete, building), asleep(pete):
        miscounted(building, 34)
        miscounted(building, 35)
        dave.until(building.document()["revision"])
    still_half_built(pete)
    pete.confirm()
    assert len(made(building, "build_track")) == 1


@thorough
def test_a_phone_that_slept_while_its_line_died(browser: Browser, own_server: Server) -> None:
    party = to_build(own_server.client())
    pete = sit_down(browser, party.link, "Pete", clock=True)
    half_built(pete)
    with right_again(pete, party), asleep(pete):
        own_server.restart()
        party.client.close()
        miscounted(party, 36)
    still_half_built(pete)
    pete.confirm()
    assert len(made(party, "build_track")) == 1
    party.client.close()


@thorough
def test_confirmed_while_the_laptop_was_gone(browser: Browser, own_server: Server) -> None:
    """Every try goes under one key; the table makes the move once."""
    party = to_build(own_server.client())
    pete = sit_down(browser, party.link, "Pete", clock=True)
    half_built(pete)
    keys: list[str] = []

    def sent(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/moves"):
            keys.append(request.headers["idempotency-key"])

    pete.page.on("request", sent)
    own_server.kill()
    party.client.close()
    pete.press(pete.form.get_by_role("button", name="Confirm"))
    pete.sees(re.compile("Your move is waiting for the connection"))
    pete.in_vain("/moves", times=3)
    with right_again(pete, party):
        own_server.start()
    expect(pete.form).to_be_hidden(timeout=PATIENCE_MS)
    expect(pete.page.locator("connection-banner")).to_be_hidden(timeout=PATIENCE_MS)
    settled(pete.page)
    assert len(made(party, "build_track")) == 1
    assert len(set(keys)) == 1
    party.client.close()


@thorough
def test_a_laptop_that_does_not_answer_for_a_while(browser: Browser, own_server: Server) -> None:
    """It is not gone, only silent: what was sent meanwhile is done once."""
    party = to_build(own_server.client())
    pete = sit_down(browser, party.link, "Pete", clock=True)
    half_built(pete)
    assert own_server.process
    os.kill(own_server.process.pid, signal.SIGSTOP)
    with pete.page.expect_request("**/moves"):
        pete.press(pete.form.get_by_role("button", name="Confirm"))
    pete.later(SILENT_MS)
    with right_again(pete, party):
        os.kill(own_server.process.pid, signal.SIGCONT)
    expect(pete.form).to_be_hidden(timeout=PATIENCE_MS)
    assert len(made(party, "build_track")) == 1
    party.client.close()


@thorough
def test_two_tabs_of_one_seat_that_bid_at_once(browser: Browser, client: Client) -> None:
    party = new_party(client, claim=False)
    PARTIES.append(party)
    ed = sit_down(browser, party.link, "Ed")
    second = ed.tab()
    second.goto(ed.page.url)
    tabs = (ed.page, second)
    for tab, digit in zip(tabs, "78", strict=True):
        tab.bring_to_front()
        tab.locator(f'offer-form [data-key=digit][value="{digit}"]').tap()
        expect(tab.locator("offer-form .confirm")).to_be_enabled(timeout=PATIENCE_MS)
    for tab in tabs:
        tab.evaluate("setTimeout(() => document.querySelector('offer-form .confirm').click(), 300)")
    for tab in tabs:
        expect(tab.locator("offer-form")).to_be_hidden(timeout=PATIENCE_MS)
    settled(ed.page)
    settled(second)
    assert len(made(party, "bid")) == 1


@thorough
def test_keys_alone_make_a_bid(browser: Browser, client: Client) -> None:
    """No mouse, no finger: the amount by the number keys, Enter confirms."""
    party = new_party(client, claim=False)
    PARTIES.append(party)
    ed = sit_down(browser, party.link, "Ed", is_mobile=False, has_touch=False)
    expect(ed.page.locator("offer-form:not([data-fresh])")).to_be_visible(timeout=PATIENCE_MS)
    for _ in range(30):
        ed.page.keyboard.press("Tab")
        if ed.page.evaluate("document.activeElement.classList.contains('amount')"):
            break
    ed.page.keyboard.type("14")
    expect(ed.form.locator(".confirm")).to_have_text("Confirm $14", timeout=PATIENCE_MS)
    ed.page.keyboard.press("Enter")
    expect(ed.page.locator(".high-bid .figure")).to_have_text("$14", timeout=PATIENCE_MS)
    assert [bid["amount"] for bid in made(party, "bid")] == [14]
