"""Hidden money is in no answer, however it is asked for.

Two tables differ in nothing but one dollar that Ed has: no line of either journal says so. Everything is asked of both
that anybody else may ask, with every amount about what he has: an answer that depends on it differs at one of them. So
every oracle by which somebody could halve the interval is found, and not only those that are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.settings import Settings
from companion.games import GAMES
from companion.service import Service
from companion.store.sql import SqlStore
from companion.vocabulary.ledger import BANK, Posting, seat_account
from companion.vocabulary.minutes import Played
from companion.words.text import say
from companion.words.values import Seat
from tests.described import contract
from tests.server import FULL, new_party, some, thorough
from tests.twins import InProcess, Twins

ED = "seat:1"
EVERYBODY_ELSE = ("host", 2, 3, "join", "reader")
UNTOLD = (2, 3)
"""What Ed has at the one table and at the other, and no line says."""
HAS = 3
"""What he has at the first table at the end; at the second it is a dollar more."""
AMOUNTS = range(1, 8) if FULL else range(HAS, HAS + 2)
BUILD = {"type": "build", "seat": 1, "company": "WW"}
LINES: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {"type": "reveal", "company": "WW"}),
    (2, {"type": "reveal", "company": "MS"}),
    (3, {"type": "reveal", "company": "MS"}),
    (1, {"type": "build", "company": "WW", "dividend_cards": 1}),  # Ed 3 + 1, Dave and Pete 1 each
    (0, {"type": "correct", "postings": [{"from": "bank", "to": ED, "amount": 2}]}),
    (0, {"type": "correct", "postings": [{"from": ED, "to": "bank", "amount": 5}], "note": "paid twice"}),
    (2, {"type": "invest", "shares": {"MS": 1}}),
    (3, {"type": "pass_turn", "reason": "no card"}),
    (2, {"type": "note", "text": "hm"}),
    (1, {"type": "build", "company": "EPRG"}),
    (1, {"type": "draw_share", "dividend_cards": 0}),
)

READ = (
    "",
    "/moves",
    "/moves?after=4&limit=3",
    "/stream",
    "/settlement",
    "/figures",
    "/packing",
    *(f"/charts/{name}.svg" for name in ("worth", "cash", "income", "treasury", "turn")),
    *(f"/charts/seats/{seat}/money.svg" for seat in (1, 2, 3)),
    "/time-at-turn",
    "/result.json",
    "/result.csv",
    "/result.svg",
    "/result.png",
    "?at=1",
    "?at=7",
    "?at=12",
    "/result/bgstats.svg",
    "/dice",
    "/export",
    "/addresses",
    *(f"/moves/{revision}/offers" for revision in range(14)),
)
WRITTEN = {
    ("patch", ""),
    ("post", "/moves"),
    ("post", "/undo"),
    ("post", "/redo"),
    ("post", "/amend"),
    ("post", "/copy"),
    ("put", "/auction/limit"),
    ("delete", "/auction/limit"),
    ("post", "/seats/{number}/release"),
    ("post", "/join"),
    ("post", "/seats/{number}/claim"),
}
NOTHING_OF_THE_GAME = {
    ("delete", ""),
    ("post", "/host"),
    ("post", "/play-again"),
    ("get", "/next-table"),
    ("post", "/seats/{number}/handover"),
    ("post", "/seats/{number}/request"),
    ("post", "/requests/{request_id}"),
    ("post", "/requests/{request_id}/withdraw"),
    ("get", "/qr.svg"),
    ("get", "/seats/{number}/private-notes"),
    ("put", "/seats/{number}/private-notes"),
}
"""These are answered with keys, which differ from table to table, or with what the sender wrote; with nothing else."""


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[Twins]:
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    app = create_app(Service(store), Settings(limits=False))
    parties = []
    for untold in UNTOLD:
        party = new_party(InProcess(app), game="union-pacific", rulings={"cash_visibility": "hidden"})
        _give(app.extensions["companion"].live(party.code).table, untold)
        for seat, line in LINES:
            party.made(seat, line["type"], **{name: item for name, item in line.items() if name != "type"})
        assert party.document(party.seats[1])["seats"][0]["cash"] == HAS - UNTOLD[0] + untold
        parties.append(party)
    yield Twins(*parties)
    store.close()


def _give(table: Any, untold: int) -> None:
    """With the last of the first investments Ed gets more, and no line says so."""
    play = table.rules.play.play

    def played(state: Any, move: Any) -> Played[Any]:
        did: Played[Any] = play(state, move)
        if move.TYPE.name != "reveal" or table.rules.play.sealed(did.state):
            return did
        ledger = did.state.ledger.post(Posting(BANK, seat_account(Seat(1)), untold, say("untold")))
        return replace(did, state=replace(did.state, ledger=ledger))

    rules = replace(table.rules, play=replace(table.rules.play, play=played))
    table.rules = table.playing.rules = rules


# --- what can be tried --------------------------------------------------------------------------------


def posted(*postings: tuple[str, str, int], **more: Any) -> dict[str, Any]:
    rows = [{"from": source, "to": target, "amount": amount} for source, target, amount in postings if amount]
    return {"type": "correct", "postings": rows, **more}


def said(amount: int, name: str = "cash", of: str = ED) -> dict[str, Any]:
    return {"of": of, "name": name, "value": amount}


UNTRACKED = said(1, "luck")
TOO_MANY = said(99, "trains_placed", "railroad:WW")


def takings(amount: int) -> list[dict[str, Any]]:
    """Corrections that Ed pays for."""
    plain = (ED, "bank", amount)
    return [
        posted(plain),
        posted((ED, "seat:2", amount), ("seat:2", "bank", amount + 1)),
        posted(("bank", ED, 1), (ED, "bank", amount + 1)),
        posted((ED, "bank", amount - 1), (ED, "bank", 1)),
        posted(plain, set=[said(2, "dividends_paid", "table")], note="again"),
    ]


def refused_takings(amount: int) -> list[dict[str, Any]]:
    """The same with something that cannot be."""
    plain = (ED, "bank", amount)
    with_it: list[dict[str, Any]] = [
        {"set": [UNTRACKED]},
        {"set": [TOO_MANY]},
        {"set": [said(1, "worth")]},
        {"facts": {"companies": {"WW": {"trains": -1}}}},
        {"expected_revision": 1},
    ]
    shares = {"from": ED, "to": "railroad:WW", "amount": 9, "what": "share:WW"}
    pieces = [{"from": ED, "to": "bank", "amount": amount}, shares]
    return [
        *(posted(plain, **item) for item in with_it),
        {"type": "correct", "postings": pieces},
        {"type": "correct", "postings": pieces[::-1]},
    ]


def settings(amount: int) -> list[dict[str, Any]]:
    """Corrections that say what Ed has."""
    return [
        {"type": "correct", "set": [said(amount)]},
        posted((ED, "bank", 1), set=[said(amount)]),
        {
            "type": "correct",
            "set": [said(amount), said(2, "trains_placed", "railroad:WW")],
            "note": "counted",
        },
    ]


def refused_settings(amount: int) -> list[dict[str, Any]]:
    """The same with something that cannot be."""
    return [
        {"type": "correct", "set": [said(amount), UNTRACKED]},
        {"type": "correct", "set": [said(amount), TOO_MANY]},
        posted((ED, "bank", 1), set=[said(amount), UNTRACKED]),
    ]


MOVES: tuple[dict[str, Any], ...] = (
    {"type": "note", "text": "hm"},
    {**BUILD, "dividend_cards": 0},
    {"type": "build", "company": "MS", "dividend_cards": 1},
    {"type": "build", "company": "MS", "dividend_cards": 3},  # the end, which would open all money
    {"type": "invest", "shares": {"WW": 2}},
    {"type": "draw_share", "dividend_cards": 1},
    {"type": "pass_turn"},
    {"type": "reveal", "company": "WW"},
    {"type": "third_player", "shares": {}},
    {"type": "learn", "facts": {"companies": {"WW": {"trains": 9}}}},
    {"type": "pay", "amount": 3},
)


def amendments(revision: int) -> Iterator[dict[str, Any]]:
    """An entry struck, told otherwise, or preceded by something."""
    shown = [None, *MOVES, *takings(HAS), *refused_takings(HAS), *settings(HAS), posted(("bank", ED, 1))]
    shown += [{**BUILD, "dividend_cards": cards} for cards in range(5)]
    shown += [posted((ED, "bank", amount)) for amount in AMOUNTS]
    for move in shown:
        yield {"revision": revision, "move": move}
        yield {"revision": revision, "move": move, "before": True}


def _made(twins: Twins, who: Any, path: str, body: Any, other: Any = None) -> list[str]:
    """Do something, let everybody look, undo it: how the tables could be told apart."""
    status, differs = twins.asked(who, "post", path, body, other)
    found = [differs]
    if status == 201:
        found += [
            twins.asked(item, "get", at)[1] for item in EVERYBODY_ELSE for at in ("", "/moves?after=12")
        ]
        found += [twins.asked("host", "post", f"/undo{dry}", {})[1] for dry in ("?dry_run=true", "")]
        found.append(twins.asked("host", "post", "/redo?dry_run=true", {})[1])
    return found


def nothing_told(*found: str) -> None:
    """Nothing told the tables apart."""
    differing = [item for item in found if item]
    assert not differing, f"{len(differing)} answers tell what Ed has: {''.join(differing[:3])}"


# --- the search -------------------------------------------------------------------------------------


def test_every_call_is_asked() -> None:
    paths = contract()["paths"].items()
    calls = {
        (method, path.removeprefix("/tables/{code}"))
        for path, item in paths
        if "{code}" in path
        for method in item
    }
    asked = {
        ("get", re.sub(r"/seats/\d/", "/seats/{number}/", path.partition("?")[0]))
        for path in READ
        if "/offers" not in path
    }
    asked.add(("get", "/moves/{revision}/offers"))
    assert calls == asked | WRITTEN | NOTHING_OF_THE_GAME


@pytest.mark.parametrize("language", [pytest.param("en", marks=thorough), "de"])
@pytest.mark.parametrize("paper", [False, pytest.param(True, marks=thorough)])
def test_reading_tells_nothing(twins: Twins, language: str, paper: bool) -> None:
    _paper(twins, paper)
    looks = [
        twins.asked(who, "get", path, Accept_Language=language) for who in EVERYBODY_ELSE for path in READ
    ]
    assert {200, 409, 422, 403, 401} <= {status for status, _ in looks}
    nothing_told(*(differs for _, differs in looks))
    assert twins.asked(1, "get", "")[1], "Ed himself sees what he has"


def test_a_copy_tells_nothing(twins: Twins) -> None:
    looks = [twins.asked(who, "post", "/copy", body) for who in EVERYBODY_ELSE for body in ({}, {"at": 4})]
    assert {status for status, _ in looks} <= {401, 403, 409}, "there is none while money is hidden"
    nothing_told(*(differs for _, differs in looks))


def _paper(twins: Twins, paper: bool) -> None:
    status, differs = twins.asked("host", "patch", "", {"options": {"paper_money": paper}})
    assert (status, differs) == (200, "")


@pytest.mark.parametrize("amount", AMOUNTS)
def test_trying_a_correction_tells_nothing(twins: Twins, amount: int) -> None:
    refused = [*refused_takings(amount), *refused_settings(amount)]
    tried = [(body, "?dry_run=true") for body in (*takings(amount), *settings(amount), *refused)]
    tried += [(body, "") for body in refused]
    looks = [twins.asked(who, "post", f"/moves{dry}", body) for who in EVERYBODY_ELSE for body, dry in tried]
    assert {status for status, _ in looks} == {200, 401, 403, 409, 422}
    nothing_told(*(differs for _, differs in looks))


@thorough
@pytest.mark.parametrize("amount", AMOUNTS)
def test_making_one_tells_nothing(twins: Twins, amount: int) -> None:
    """Whatever Ed has, it is recorded in the same words."""
    for body in takings(amount):
        nothing_told(*_made(twins, "host", "/moves", body))
    nothing_told(
        *(twins.asked(who, "post", "/moves", posted((ED, "bank", amount)))[1] for who in (2, 3, "join"))
    )


@pytest.mark.parametrize("amount", AMOUNTS)
def test_what_he_is_said_to_have_stands_in_the_log_as_the_difference(twins: Twins, amount: int) -> None:
    """At the second table Ed has a dollar more, and is said to have one more: the difference is the same."""
    for body, other in zip(settings(amount), settings(amount + 1), strict=True):
        nothing_told(*_made(twins, "host", "/moves", body, other))
        made, _undone = twins.one.client.get(f"{twins.one.at}/moves?after={len(LINES) + 1}").json["items"][
            -2:
        ]
        sums = [posting["amount"] * (1 if posting["to"] == ED else -1) for posting in made["postings"]]
        assert sum(sums) == amount - HAS
        assert next(row["value"] for row in made["move"]["set"]) is None


@pytest.mark.parametrize("counted", [pytest.param(False, marks=thorough), True])
def test_amendments_tell_nothing(twins: Twins, counted: bool) -> None:
    """counted: what Ed has was counted since, and the notes to be handed over are told.

    Some of them are tried in `make test`.
    """
    _paper(twins, counted)
    if counted:
        nothing_told(twins.asked("host", "post", "/moves", settings(5)[0], settings(6)[0])[1])
    bodies = some([body for revision in range(1, len(LINES) + 2) for body in amendments(revision)], 40)
    looks = [(body, *twins.asked("host", "post", "/amend?dry_run=true", body)) for body in bodies]
    nothing_told(*(differs for *_, differs in looks))
    assert {200, 409, 422} <= {status for _, status, _ in looks}
    for body, status, _ in looks:
        if status != 200 or body["revision"] in range(5, 8):
            nothing_told(*_made(twins, "host", "/amend", body))


def test_moves_of_others_tell_nothing(twins: Twins) -> None:
    for who in ("host", 2, 3, "join", "reader") if FULL else ("host", 2, "reader"):
        nothing_told(*(twins.asked(who, "post", "/moves?dry_run=true", body)[1] for body in MOVES))
        for body in MOVES:
            if body.get("dividend_cards") != 3:
                nothing_told(*_made(twins, who, "/moves", body))


@thorough
def test_undo_and_redo_tell_nothing(twins: Twins) -> None:
    for who in EVERYBODY_ELSE:
        for to in (None, *range(1, len(LINES) + 3)):
            body = {} if to is None else {"to": to}
            nothing_told(twins.asked(who, "post", "/undo?dry_run=true", body)[1])
            status, differs = twins.asked(who, "post", "/undo", body)
            nothing_told(differs, *(twins.asked(item, "get", "")[1] for item in EVERYBODY_ELSE))
            nothing_told(twins.asked(who, "post", "/redo?dry_run=true", {})[1])
            if status == 201:
                nothing_told(twins.asked(who, "post", "/redo", {})[1])


def test_whatever_else_is_written_tells_nothing(twins: Twins) -> None:
    for who in EVERYBODY_ELSE:
        nothing_told(twins.asked(who, "put", "/auction/limit", {"amount": HAS})[1])
        nothing_told(twins.asked(who, "delete", "/auction/limit")[1])
        nothing_told(twins.asked(who, "patch", "", {"seats": [{"seat": 1, "name": "Eduard"}]})[1])
    nothing_told(twins.asked("host", "post", "/seats/3/release")[1])
    nothing_told(twins.asked("join", "post", "/seats/3/claim", {"key": "k" * 32})[1])
    nothing_told(*(twins.asked(who, "get", "")[1] for who in ("host", 2, "join", "reader")))


def test_the_end_opens_everything(twins: Twins) -> None:
    for party in (twins.one, twins.other):
        party.made(2, "build", company="MS", dividend_cards=3)
    assert all(twins.asked(who, "get", "")[1] for who in (*EVERYBODY_ELSE, 1))


HIDING = [rules for rules in GAMES if any(ruling.name == "cash_visibility" for ruling in rules.box.rulings)]


@pytest.mark.parametrize("rules", GAMES if FULL else [GAMES[0], *HIDING], ids=lambda rules: rules.box.slug)
def test_who_hides_money_asks_nobody_how_much_there_is(rules: Any, tmp_path: Path) -> None:
    """Whatever a game hides, its ledger refuses nothing by it (`Ledger.unseen`)."""
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    names = [f"Player {n}" for n in range(rules.box.most_players)]
    hiding = 0
    for ruling in rules.box.rulings:
        for value, _ in ruling.choices:
            table = Service(store).create(rules.box.slug, names, {}, {ruling.name: value}, None).live.table
            view, unseen = table.view(), table.state.ledger.unseen
            hides = "cash" in view.hidden
            hiding += hides
            assert {seat_account(seat) for seat in view.seats} <= unseen if hides else not unseen
    assert hiding == (rules.box.slug == "union-pacific")
    store.close()
