"""A later companion says more than a page knows: the page goes on with what it knows, and shows people the sentences
meant for them. What is refused or lost on the way ends in one move."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.pages import PATIENCE_MS, Screen, sit_down
from tests.browser.test_waking import made
from tests.server import PARTIES, Client, Party, new_party, thorough

MOVES = "**/moves"
"""Without its dry runs, whose address goes on."""
LATER: dict[str, Any] = {"name": "omen", "kind": "comet", "label": "Which comet", "required": False}


@pytest.fixture
def party(client: Client) -> Party:
    """Ed is to open the bidding."""
    found = new_party(client, claim=False)
    PARTIES.append(found)
    return found


def said_more(document: Any) -> Any:
    """The table as a later companion might tell of it."""
    document["weather"] = {"sky": "clear"}
    document["seats"][0]["hat"] = "bowler"
    document["panels"].insert(0, {"kind": "orrery", "name": "sky", "title": "Sky", "planets": [1, 2]})
    for offer in document["offers"]:
        offer["fields"].append(LATER)
    return document


def key_of(ed: Screen, party: Party) -> str:
    """Ed's own key, as the page keeps it."""
    found: str = ed.page.evaluate(
        "code => JSON.parse(localStorage.getItem('companion.tables'))[code].seat.key", party.code
    )
    return found


def ready(ed: Screen, dollars: int) -> None:
    ed.open("Bid")
    ed.amount(dollars)
    ed.previewed()


def confirmed(ed: Screen) -> None:
    ed.press(ed.form.get_by_role("button", name="Confirm"))


@thorough
def test_what_a_page_has_never_heard_of(browser: Browser, party: Party) -> None:
    """An event, members, a panel and a field; a field of an unknown kind is a line to write on."""
    ed = sit_down(browser, party.link, "Ed")
    document = said_more(party.document(key_of(ed, party)))
    document["version"] += 1

    def tell(route: Route) -> None:
        events = (("omen", {"since": 1}), ("table", document), ("patch-of-tomorrow", [1]))
        body = "".join(f"event: {name}\nid: 9\ndata: {json.dumps(data)}\n\n" for name, data in events)
        route.fulfill(body=f"retry: 1000\ncolour: red\n\n{body}", content_type="text/event-stream")

    ed.page.route("**/stream*", tell)
    ed.page.route(f"**/tables/{party.code}", lambda route: route.fulfill(json=document))
    ed.page.reload()
    ed.open("Bid")
    ed.sees("Which comet")
    expect(ed.form.locator("text-field").first).to_be_visible(timeout=PATIENCE_MS)
    assert ed.table["weather"] == {"sky": "clear"}
    assert ed.faults == []


@thorough
def test_a_refusal_of_an_unknown_kind_is_shown_in_its_words(browser: Browser, party: Party) -> None:
    ed = sit_down(browser, party.link, "Ed")
    ready(ed, 7)
    words = "The stars are against it."
    problem = {"type": "/problems/omen", "title": "Omen", "status": 409, "code": "omen", "detail": words}
    ed.page.route(
        MOVES,
        lambda route: route.fulfill(
            status=409, body=json.dumps(problem), content_type="application/problem+json"
        ),
    )
    confirmed(ed)
    ed.sees(words)
    assert made(party, "bid") == []
    ed.page.unroute(MOVES)
    ready(ed, 8)
    confirmed(ed)
    expect(ed.page.locator(".high-bid .figure")).to_have_text("$8", timeout=PATIENCE_MS)
    assert [bid["amount"] for bid in made(party, "bid")] == [8]


@pytest.mark.parametrize("through", [True, pytest.param(False, marks=thorough)], ids=["was-made", "was-not"])
def test_a_503_in_the_middle_of_a_move(browser: Browser, party: Party, through: bool) -> None:
    """Whether the table has made it or not: it is sent again under the same key, when the server says."""
    ed = sit_down(browser, party.link, "Ed")
    ready(ed, 7)
    keys: list[str] = []

    def busy(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) > 1:
            route.continue_()
            return
        if through:
            route.fetch()
        problem = {"code": "store-unavailable", "detail": "The table is busy.", "status": 503}
        route.fulfill(
            status=503,
            body=json.dumps(problem),
            headers={"Retry-After": "1", "Content-Type": "application/problem+json"},
        )

    ed.page.route(MOVES, busy)
    confirmed(ed)
    banner = ed.page.locator("connection-banner")
    expect(banner).to_contain_text("The table is busy. Your move is being sent again and counts once")
    expect(ed.page.locator(".high-bid .figure")).to_have_text("$7", timeout=PATIENCE_MS)
    expect(banner).to_be_hidden(timeout=PATIENCE_MS)
    assert [bid["amount"] for bid in made(party, "bid")] == [7]
    assert len(keys) == 2
    assert len(set(keys)) == 1
