"""Whole evenings by hand: every move of an `.evening` is tapped in on the phone of whoever makes it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from tests.browser.pages import PATIENCE_MS, Screen
from tests.evening_reader import RefusedError
from tests.server import Party


@dataclass(slots=True)
class Fingers:
    """Plays an evening (`tests.evening_reader.Player`) on phones that sit at a table that has begun.

    Refused moves are not tapped in: what a rule forbids the pages must not offer, and that is checked here.
    """

    party: Party
    phones: Mapping[int, Screen]
    looks: Callable[[Screen, str], None]
    """Called with the screen and the type of the move when a form is filled in, before it is confirmed."""
    revision: int = 1

    def begin(self, setup: Mapping[str, Any]) -> None:
        """Nothing to do: the table was made by hand, too."""

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        screen = self.phones[seat]
        screen.until(self.revision)
        offer = _offered(screen, seat, body)
        is_beside = body["type"] == "pass" and _bids(screen, seat)
        screen.open("Bid" if is_beside else offer["label"])
        for spec in _asked(offer["fields"], body):
            FILL[spec["kind"]](screen, spec, body[spec["name"]])
        _tell(screen, body.get("facts", {}))
        self.looks(screen, body["type"])
        words = offer.get("confirm", "Confirm")
        self.revision = screen.confirm(previewed=body["type"] != "pass", words=words)

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        raise NotImplementedError(f"{verb} by hand")

    def document(self) -> Mapping[str, Any]:
        """The document that the first phone shows."""
        screen = self.phones[1]
        screen.until(self.revision)
        return screen.table

    def settlement(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.party.client.get(f"{self.party.at}/settlement").json
        return found

    def hands(self) -> list[str]:
        return [instruction["text"] for instruction in self.document()["recent"][-1]["instructions"]]


def _bids(screen: Screen, seat: int) -> bool:
    """A pass stands beside the form of the bid, and is made there at once."""
    return ("bid", seat) in [(offer["type"], offer["seat"]) for offer in screen.table["offers"]]


def _offered(screen: Screen, seat: int, body: Mapping[str, Any]) -> Any:
    """The move on offer to that seat.

    :raises RefusedError: there is none, or what is chosen cannot be tapped.
    """
    for offer in screen.table["offers"]:
        if (offer["type"], offer["seat"]) == (body["type"], seat):
            for spec in _asked(offer["fields"], body):
                _may_be_tapped(spec, body[spec["name"]])
            return offer
    raise RefusedError("not-now", f"{body['type']} is not on offer")


def _may_be_tapped(spec: Mapping[str, Any], value: Any) -> None:
    choice: Mapping[str, Any] = next((item for item in spec.get("choices", ()) if item["value"] == value), {})
    if why := choice.get("disabled"):
        raise RefusedError("rule", why)


def _asked(specs: list[dict[str, Any]], body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The fields that apply, and have an answer in this move. A flag that nobody has touched says no."""
    said = {spec["name"]: False for spec in specs if spec["kind"] == "flag"} | dict(body)
    for spec in specs:
        applies = all(said.get(name) in _list(wanted) for name, wanted in spec.get("when", {}).items())
        if applies and spec["name"] in body and spec["kind"] in FILL:
            yield spec


def _list(wanted: Any) -> list[Any]:
    return wanted if isinstance(wanted, list) else [wanted]


def _choose(screen: Screen, spec: Mapping[str, Any], value: Any) -> None:
    """By its value: a page calls players as friends do."""
    told = json.dumps(json.dumps(value, ensure_ascii=False), ensure_ascii=False)
    chips = screen.form.locator(f"[data-field={spec['name']}] label.chip[data-value={told}]")
    screen.press(chips.locator("visible=true").first)


def _links(screen: Screen, spec: Mapping[str, Any], links: list[dict[str, str]]) -> None:
    first, *more = links
    screen.segment(first["from"], first["to"])
    for link in more:
        screen.onward(link["to"])


FILL: dict[str, Callable[[Screen, Any, Any], None]] = {
    "choice": _choose,
    "railroad": _choose,
    "seat": _choose,
    "money": lambda screen, spec, dollars: screen.amount(dollars),
    "dice": lambda screen, spec, faces: screen.dice(*faces),
    "place": lambda screen, spec, name: screen.place(spec["label"], name),
    "links": _links,
}
"""How each kind of field is filled in."""


def _tell(screen: Screen, facts: Mapping[str, Any]) -> None:
    """Answer what the table asks about the printed board. What may stay empty stays empty."""
    for city, told in facts.get("cities", {}).items():
        screen.tell(city, told["income"])
    for told in facts.get("growth", {}).values():
        for which, city in told.items():
            if city is not None:
                screen.tell(f"{which.capitalize()} city", city)


def sees_the_end(screen: Screen, winner: str) -> None:
    """A phone goes from the last move to the result."""
    screen.press(screen.page.get_by_role("link", name="See the settlement"))
    expect(screen.page.get_by_role("heading", level=1)).to_have_text(winner, timeout=PATIENCE_MS)
