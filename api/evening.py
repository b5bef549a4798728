"""An evening that is played for the contract's examples: every call is made once, as it comes in the course of a game.

It knows no game: it takes what is offered, and what it fills in is drawn from the choices there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from flask import Flask

from api.calls import BASE, Route, routes
from api.pieces import Rendered
from api.stream import HUB
from companion.service.keys import Viewer

PLAYERS = ("Ann", "Bob", "Cleo")
MOST_MOVES = 60
"""A game that takes longer is played another time."""
EARLY = 4
"""Moves after which there is something to look at, to take back and to amend."""
TRIES = 50
CHARTS = ("chartWorth", "chartCash", "chartIncome", "chartTreasury", "chartTurn", "chartSeat")
ENDING = ("readResult", "readResultAsRows", "showPlayCode", "readSettlement", "readDice", "readTimeAtTurn")
PNG = "image/png"
SHELF = ("listEvenings", "listEveningsAsRows", "readStatistics", "readStatisticsAsRows")
ALOUD = "auction_result"
"""Nobody bids aloud where everybody has a phone."""
Form = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """One call as it was made, and what came back; an answer that is no JSON is text."""

    sent: Any
    status: int
    answer: Any


@dataclass(slots=True)
class _Ear:
    """A stream that keeps what it is told."""

    code: str
    viewer: Viewer
    language: str
    packed: bool
    address: str = "127.0.0.1"
    ended: bool = False
    sent: Rendered | None = None
    frames: list[bytes] = field(default_factory=list)

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)

    def end(self) -> None:
        HUB.drop(self)


class Phone:
    """Makes calls by their names, and keeps the first of each that went well."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()
        self._routes: dict[str, Route] = {route.call.name: route for route in routes(app)}
        self.examples: dict[tuple[str, int], Example] = {}

    def tries(
        self, name: str, /, sent: Any = None, key: str = "", query: str = "", **parts: object
    ) -> tuple[int, Any]:
        """Status and answer of a call. sent: JSON, or text; query: with its `?`; parts: of the path."""
        route = self._routes[name]
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        if route.call.repeatable:
            headers["Prefer"] = "return=minimal"
        body = sent if sent is None or isinstance(sent, str) else json.dumps(sent)
        media = "application/yaml" if isinstance(sent, str) else "application/json"
        came = self._client.open(
            f"{BASE}{route.path.format(**parts)}{query}",
            method=route.method.upper(),
            data=body,
            headers=headers,
            content_type=media if body is not None else None,
        )
        answer = came.get_json() if came.is_json else came.get_data().decode("utf-8", "replace")
        if came.mimetype == PNG:
            answer = "PNG"
        if came.status_code < 300:
            self.examples.setdefault((name, came.status_code), Example(sent, came.status_code, answer))
        return came.status_code, answer

    def under(self, tag: str) -> Iterator[Route]:
        """The calls under a heading."""
        return (route for route in self._routes.values() if route.call.tag == tag)

    def listen(self, name: str, key: str, query: str, **parts: object) -> _Ear:
        """Whoever hears what is told at a table from now on."""
        ears: list[_Ear] = []

        def opened(code: str, viewer: Viewer, language: str, packed: bool) -> _Ear:
            ears.append(_Ear(code, viewer, language, packed))
            HUB.add(ears[-1])
            return ears[-1]

        self._client.get(
            f"{BASE}{self._routes[name].path.format(**parts)}{query}",
            headers={"Authorization": f"Bearer {key}"},
            environ_overrides={"companion.stream": opened},
        )
        return ears[0]

    def does(self, name: str, /, sent: Any = None, key: str = "", query: str = "", **parts: object) -> Any:
        """The answer of a call that must go well."""
        status, answer = self.tries(name, sent, key, query, **parts)
        if status >= 300:
            raise RuntimeError(f"{name}: {status} {answer}")
        return answer


def applies(field: Form, form: Form) -> bool:
    """Is the field there, as the form is filled in so far?"""
    for name, wanted in (field.get("when") or {}).items():
        given = form.get(name)
        if given not in (wanted if isinstance(wanted, list) else (wanted,)):
            return False
    return True


class ExampleEvening:
    """One table, from the first call to the last."""

    def __init__(self, phone: Phone, game: Form) -> None:
        self.phone, self.slug = phone, game["slug"]
        self.chance = Random(self.slug)  # noqa: S311 - an evening that is the same every time
        self.moves = 0
        self.secrets: dict[str, str] = {}
        """What must not stand in an example, and what stands there instead."""
        # What the companion would draw is chosen, so that it is the same every time.
        self.drawn = {option["name"]: 1 for option in game["options"] if option["kind"] == "seat_or_roll"}
        options = {"teach": False, **self.drawn}
        made = phone.does("createTable", {"game": game["slug"], "players": PLAYERS, "options": options})
        self.code, self.host, self.join = made["code"], made["host_key"], made["join_key"]
        self.seats: dict[int, str] = {}
        self.hide(made, "EXAMP7E1", "that-is-none")

    def hide(self, made: Any, code: str, whose: str) -> None:
        """A table that was made has another code in the examples, and other keys."""
        host, join = f"example-host-key-{whose}", f"J0INKEY{code}".ljust(len(made["join_key"]), "2")
        self.secrets |= {made["code"]: code, made["host_key"]: host, made["join_key"]: join}

    def at(
        self, name: str, sent: Any = None, *, key: str | None = None, query: str = "", **parts: object
    ) -> Any:
        """A call at this table, the host's unless told otherwise."""
        return self.phone.does(name, sent, self.host if key is None else key, query, code=self.code, **parts)

    def table(self) -> Any:
        """As the host sees it."""
        return self.at("readTable")

    # --- before the game --------------------------------------------------------------------------

    def arrive(self) -> None:
        """Everybody takes a seat; one phone is changed for another."""
        for number in range(1, len(PLAYERS) + 1):
            self.seats[number] = f"example-key-of-seat-{number}"
            self.at("claimSeat", {"key": self.seats[number]}, key=self.join, number=number)
        self.at("changeTable", {"seats": [{"seat": 1, "colour": "#2f7d4f"}]})
        self.at("showJoinCode")
        new = {"key": "example-key-of-a-new-phone"}
        given_up = self.at("requestSeat", new, key=self.join, number=2)
        self.at("withdrawRequest", new, key=self.join, request_id=given_up["id"])
        asked = self.at("requestSeat", new, key=self.join, number=2)
        self.secrets |= dict.fromkeys((given_up["id"], asked["id"]), "example-request")
        self.at("answerRequest", {"approve": True}, request_id=asked["id"])
        self.seats[2] = new["key"]
        handed = self.at("handOverSeat", {"address": self.at("listAddresses")["items"][0]["url"]}, number=3)
        self.secrets[handed["handover_key"]] = "example-handover-key-that-is-none"
        self.at("releaseSeat", number=3)
        self.at("claimSeat", {"key": self.seats[3]}, key=self.join, number=3)
        pin = self.table()["join_pin"]
        self.at("joinByDigits", {"pin": pin}, key="")
        self.at("joinByDigitsAlone", {"pin": pin}, key="")
        self.at("watchTable", key=self.seats[1], query="?patches=true")
        self.at("writePrivateNotes", {"text": "Up to $12 for the first share"}, key=self.seats[1], number=1)
        self.at("readPrivateNotes", key=self.seats[1], number=1)

    # --- the game ---------------------------------------------------------------------------------

    def play(self, most: int) -> bool:
        """Take what is offered, so many times at most. Is the game over?"""
        for _ in range(most):
            table = self.table()
            if table["status"] == "finished":
                return True
            self._limit(table)
            if not any(self._take(offer) for offer in self._offers(table)):
                return False
            self.moves += 1
        return False

    def listened(self) -> bool:
        """The first moves, heard by somebody who wants patches. Is the game over?"""
        ear = self.phone.listen("watchTable", self.seats[1], "?patches=true", code=self.code)
        over = self.play(EARLY)
        ear.end()
        patches = (frame for frame in ear.frames if b"event: patch\n" in frame)
        said = json.loads(min(patches, key=len).partition(b"data: ")[2])
        self.phone.examples["patch", 200] = Example(None, 200, said)
        return over

    def _offers(self, table: Any) -> list[Form]:
        offers = [offer for offer in table["offers"] if offer["type"] != ALOUD]
        self.chance.shuffle(offers)
        return offers

    def _limit(self, table: Any) -> None:
        """In the first auction somebody who is not to bid yet says up to how much."""
        auction = table["auction"]
        if auction is None or ("setLimit", 200) in self.phone.examples:
            return
        others = [int(seat) for seat in auction["affordable"] if int(seat) != auction["to_act"]]
        if others and auction["style"] == "ascending":
            key = self.seats[others[0]]
            if (
                self.phone.tries("setLimit", {"amount": auction["least_bid"] + 2}, key, code=self.code)[0]
                == 200
            ):
                self.at("removeLimit", key=key)

    def _take(self, offer: Form) -> bool:
        form = {"type": offer["type"], "seat": offer["seat"], **self.filled(offer["fields"])}
        key = self.seats[offer["seat"]]
        for query in ("?dry_run=true", ""):
            status, _ = self.phone.tries("makeMove", form, key, query, code=self.code)
            if status >= 300:
                return False
        return True

    def filled(self, fields: list[Form]) -> Form:
        """A form, filled in."""
        form: Form = {}
        for each in fields:
            if applies(each, form) and (each["required"] or each["kind"] == "dice" or "choices" in each):
                answer = self._answer(each)
                if answer is not None:
                    form[each["name"]] = answer
        return form

    def _answer(self, field: Form) -> Any:
        choices = [choice["value"] for choice in field.get("choices", ()) if "disabled" not in choice]
        match field["kind"]:
            case "dice":
                return [self.chance.randint(1, 6) for _ in range(field.get("min", 2))]
            case "choice" | "seat" | "place" if choices:
                return self.chance.choice(choices)
            case "choices" | "places" if choices:
                return choices[: field.get("min") or 1]
            case "money" | "count" if "default" not in field:
                return field.get("min", 0) + self.chance.randint(0, 5)
            case "text" if "default" not in field:
                return self.chance.choice(PLAYERS)
            case "rows" if "default" not in field:
                return [self.filled(field["fields"]) for _ in PLAYERS[:2]]
        return field.get("default")

    # --- beside it --------------------------------------------------------------------------------

    def look_back(self) -> None:
        """What can be read and taken back in the middle of a game."""
        for name in ("listFigures", "readPacking", "readSettlement", "readDice"):
            self.at(name)
        self.at("readJournal", query="?limit=3")
        for name in CHARTS:
            self.phone.tries(name, code=self.code, number=1)
        last = self.table()["recent"][-1]
        back, other = {"to": last["revision"] - 1}, {"revision": last["revision"], "move": last["move"]}
        for query in ("?dry_run=true", ""):
            self.at("undo", back, query=query)
        for query in ("?dry_run=true", ""):
            self.at("redo", {}, query=query)
        self.at("readOffersBefore", revision=last["revision"])
        for query in ("?dry_run=true", ""):
            self.at("amend", other, query=query)
        self.hide(self.at("copyTable", {"at": last["revision"]}), "EXAMP7E4", "of-a-copy")
        exported = self.at("exportGame")
        self.hide(self.phone.does("importGame", exported), "EXAMP7E2", "of-an-import")

    def leave(self) -> None:
        """The game is over."""
        for name in ENDING:
            self.at(name)
        self.at("showResultAsSvg", query="?theme=dark")
        self.at("showResultAsPng", query="?tall=true")
        for name in SHELF:
            self.phone.does(name, query=f"?game={self.slug}")
        self.hide(self.at("playAgain", {"options": self.drawn}), "EXAMP7E5", "of-the-next-table")
        self.at("readNextTable")
        self.phone.does("forgetPerson", person=PLAYERS[-1])
        fresh = self.phone.does("newHostKey", code=self.code)["host_key"]
        self.secrets[fresh] = "example-host-key-that-is-new"
        self.phone.does("listTables", query="?limit=1")
        self.at("forgetTable", key=fresh)

    # --- without a table --------------------------------------------------------------------------

    def boards(self) -> None:
        """What is known of the board, told again."""
        told = (
            {section: {row: record}}
            for section, rows in self.phone.does("readBoard", slug=self.slug)["facts"].items()
            if isinstance(rows, Mapping)
            for row, record in rows.items()
            if record
        )
        self.phone.does("teachBoard", next(told), slug=self.slug)
        self.phone.does("importBoard", self.phone.does("exportBoard", slug=self.slug), slug=self.slug)
        self.phone.does("unteachBoard", slug=self.slug, table=self.code)

    def watch(self) -> None:
        """An evening that bots play, begun and left alone."""
        watched = self.phone.does("watchEvening", {"game": self.slug})
        self.secrets[watched["code"]] = "EXAMP7E3"

    def reckon(self) -> None:
        """Every calculator once."""
        for route in self.phone.under("Calculators"):
            if route.method == "get":  # of a roll that is still to come
                continue
            _, _, slug, tool = route.path.split("/")
            game = self.phone.does("readGame", slug=slug)
            fields = next(each["fields"] for each in game["tools"] if each["name"] == tool)
            # Some numbers cannot lie on one table, or are a tie, which asks for more.
            tried = (self.phone.tries(route.call.name, self.filled(fields))[0] for _ in range(TRIES))
            if 200 not in tried:
                raise RuntimeError(f"{route.call.name}: nothing that was filled in could be reckoned with")
            if any(each["kind"] == "dice" for each in fields):
                self._roll(route.call.name)

    def _roll(self, name: str) -> None:
        """A roll for all to see, as it is before it is made."""
        committed = self.phone.does(name, {"commit": True})
        self.secrets[committed["id"]] = "EXAMP7ER0L"
        for read in ("readRoll", "showRollCode"):
            self.phone.does(read, roll=committed["id"])


def _in_the_middle(phone: Phone, slug: str) -> None:
    """What can be said of a game that is already on, and what follows from the first of it."""
    phone.does("listPositionFigures", query=f"?players={len(PLAYERS)}", slug=slug)
    cash = {"of": "seat:1", "name": "cash", "value": 30}
    phone.does("tryPosition", {"players": PLAYERS, "options": {}, "position": {"figures": [cash]}}, slug=slug)


def _boxes(phone: Phone) -> None:
    """A box as a game has it is kept under a name, and forgotten."""
    name, *_ = (item["name"] for item in phone.does("listBoxes")["items"])
    box = phone.does("readBox", name=name)
    phone.does("keepBox", {**box, "name": "The long game", "tracks": []}, name="the-long-game")
    phone.does("forgetBox", name="the-long-game")


def _charts(phone: Phone) -> None:
    """Not every game has every chart: what this one lacks, another has."""
    for item in phone.does("listGames")["items"]:
        lacking = [name for name in CHARTS if (name, 200) not in phone.examples]
        if lacking:
            made = phone.does("createTable", {"game": item["slug"], "players": PLAYERS})
            for name in lacking:
                phone.tries(name, code=made["code"], number=1)


def played(app: Flask) -> tuple[Mapping[tuple[str, int], Example], Mapping[str, str]]:
    """Every call by name and status, as it was made in an evening; and what is a secret in it.

    :raises RuntimeError: no game came to its end.
    """
    for item in Phone(app).does("listGames")["items"]:
        phone = Phone(app)
        phone.does("listGames")
        evening = ExampleEvening(phone, phone.does("readGame", slug=item["slug"]))
        evening.arrive()
        if not evening.listened() and evening.moves == EARLY:
            evening.look_back()
            if evening.play(MOST_MOVES):
                evening.leave()
                evening.watch()
                evening.boards()
                evening.reckon()
                _in_the_middle(phone, item["slug"])
                phone.does("readHelp", slug=item["slug"])
                _boxes(phone)
                _charts(phone)
                return phone.examples, evening.secrets
    raise RuntimeError("no game came to its end")
