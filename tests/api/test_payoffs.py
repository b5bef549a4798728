"""Final payoffs from what a table counts by hand: the figures at the end of every evening bring its ranking and its
payoffs, to the dollar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.sums import reckoned
from companion.atlas.known import merge
from companion.atlas.reading import read_facts
from companion.games import GAMES, game
from companion.games.prairie_railroads import box as prairie_box
from companion.games.texas_pacific import box as texas_box
from companion.games.texas_pacific import turns
from companion.games.union_pacific import box as union_box
from companion.games.union_pacific import dividends
from companion.words.text import ENGLISH
from tests.evening_reader import play_evening
from tests.server import Client, some
from tests.table_player import TablePlayer
from tests.test_evenings import EVENINGS

TEXAS, UNION, SOUTHERN, PRAIRIE = "texas-pacific", "union-pacific", "southern-pacific", "prairie-railroads"
PLACES = ("first", "second", "third", "fourth", "fifth")
Raw = dict[str, Any]
Before = list[Any]
"""States of Texas & Pacific before General Dividends."""


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Before:
    states: Before = []
    paying = turns._general_dividends

    def seen(minutes: Any, west: int) -> None:
        states.append(minutes.state)
        paying(minutes, west)

    monkeypatch.setattr(turns, "_general_dividends", seen)
    return states


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """After how many dividends of Union Pacific two or more came at once."""
    numbers: set[int] = set()
    turning = dividends.turned_up

    def seen(minutes: Any, seat: Any, number: int, **more: Any) -> None:
        if number > 1:
            numbers.add(minutes.state.paid)
        turning(minutes, seat, number, **more)

    monkeypatch.setattr(dividends, "turned_up", seen)
    return numbers


def _shares(state: Any, seat: Any, railroads: Any) -> Mapping[str, int]:
    return {r: n for r in railroads if (n := state.held(seat, r))}


def _rows(names: Mapping[Any, str], seats: Any, more: Callable[[Any], Raw]) -> list[Raw]:
    return [{"name": names.get(seat, "Imaginary player"), **more(seat)} for seat in seats]


def _prairie(state: Any, names: Mapping[Any, str], states: Before) -> Raw:
    order = prairie_box.ORDER
    rows = [
        {"railroad": r, "value": state.value(r), "income": state.income(r), "sold": state.sold(r)}
        for r in order
        if state.sold(r)
    ]
    players = _rows(
        names,
        state.all_seats,
        lambda seat: {"cash": state.phase.cash[seat - 1], "shares": _shares(state, seat, order)},
    )
    return {"railroads": rows, "players": players}


def _southern(state: Any, names: Mapping[Any, str], states: Before) -> Raw:
    players = _rows(
        names, state.all_seats, lambda seat: {"cash": state.cash(seat), "card": seat == state.card}
    )
    return {"players": players, "final_tie": state.rulings["final_tie"]}


def _gulf(state: Any, names: Mapping[Any, str], states: Before) -> Raw:
    return {"players": _rows(names, state.all_seats, lambda seat: {"points": state.points(seat)})}


def _union(state: Any, names: Mapping[Any, str], states: Before, due: int = 1) -> Raw:
    """As it stood before the last dividends. due: how many of them."""
    last = [paid for paid in state.history if paid.number > state.paid - due]

    def player(seat: Any) -> Raw:
        got = sum(award.each for paid in last for award in paid.awards if seat in award.seats)
        return {"cash": state.cash(seat) - got, "shares": _shares(state, seat, union_box.ALL)}

    rows = {row: box for row in union_box.UP_ROWS if (box := union_box.up_row(state.atlas, row))}
    return {
        "companies": [{"company": c, "trains": state.value(c) - 1} for c in union_box.BUILDERS],
        "players": _rows(names, state.all_seats, player),
        "places": [
            {"dividend": str(row), **dict(zip(PLACES, pays, strict=True))} for row, pays in rows.items()
        ],
        "dividends": due,
        "two_players": state.seats == 2,
        **{name: state.rulings[name] for name in ("final_tie", "double_dividend")},
    }


def _texas(state: Any, names: Mapping[Any, str], states: Before) -> Raw:
    was = next(each for each in reversed(states) if each.round == state.round - 1)

    def player(seat: Any) -> Raw:
        shares = _shares(was, seat, texas_box.ORDER)
        return {"cash": was.cash(seat), "shares": shares, "ranches": was.ranches(seat)}

    railroads = [{"railroad": r, "income": was.income(r)} for r in texas_box.ORDER if was.is_open(r)]
    return {"railroads": railroads, "players": _rows(names, was.all_seats, player)}


READ_OUT: Mapping[str, tuple[Callable[..., Raw], ...]] = {
    PRAIRIE: (_prairie,),
    SOUTHERN: (_southern,),
    TEXAS: (_texas,),
    "gulf-mobile-ohio": (_gulf,),
    UNION: (_union, partial(_union, due=2)),
}
"""What a table reads out when the game is over, taken from its state."""
OWING = "cash-hidden-corrected"
"""The host takes more from Ed than he has; nobody counts that on a table."""
ENDED = {PRAIRIE: 8, SOUTHERN: 2, TEXAS: 6, "gulf-mobile-ohio": 3, UNION: 15}
"""At least so many evenings come to their end."""


def asked(slug: str, raw: Raw) -> Any:
    rules = game(slug)
    assert rules is not None
    tool = next(tool for tool in rules.show.tools if tool.name == "settlement")
    return reckoned(tool, rules.box.shipped, raw, ENGLISH)


def _ranks(players: Any) -> list[tuple[Any, ...]]:
    return [(player["seat"], player["rank"], player["winner"], player["total"]) for player in players]


@pytest.mark.parametrize("slug", some([*READ_OUT], 6))
def test_the_end_of_every_evening_read_out(slug: str, before: Before, together: set[int]) -> None:
    ended = 0
    for path in EVENINGS:
        if path.parent.name != slug or path.stem == OWING:
            continue
        player = TablePlayer()
        before.clear()
        together.clear()
        play_evening(path, player, GAMES)
        if player.state.finished:
            ended += 1
            at_once = slug == UNION and player.state.paid - 2 in together
            for read_out in READ_OUT[slug][: 1 + at_once]:
                _compared(asked(slug, read_out(player.state, player.names, before)), player, path)
    assert ended >= ENDED[slug]


def _compared(found: Any, player: TablePlayer, path: Path) -> None:
    """Is it the evening's own settlement?"""
    settled = player.settlement()
    assert _ranks(found["players"]) == _ranks(settled["seats"]), path
    assert (found.get("tie_break") is None) == (settled["tie_break"] is None), path
    if path.parent.name in (PRAIRIE, UNION):
        for mine, its in zip(found["players"], settled["seats"], strict=True):
            amounts = [(line["railroad"], line["amount"]) for line in mine["lines"]]
            rows = [(line["railroad"], line["amount"]) for line in its["lines"]]
            assert amounts == rows[len(rows) - len(amounts) :], path


# --- sums made by hand -----------------------------------------------------------------------------------

FOURTH = {"dividend": "4", "first": 8, "second": 6, "third": 4, "fourth": 2, "fifth": 1}
"""Not the printed table: numbers for this sum."""
LAST_DIVIDEND: Raw = {
    "companies": [{"company": "WW", "trains": 1}, {"company": "EPRG", "trains": 23}],
    "players": [
        {"name": "Ed", "cash": 10, "shares": {"WW": 1, "UP": 2}},
        {"name": "Dave", "cash": 12, "shares": {"EPRG": 4, "UP": 1}},
        {"name": "Pete", "cash": 20, "shares": {"EPRG": 4}},
    ],
}
"""WW pays its only investor 2 + 1; EPRG is worth 24, and who ties shares 24 + 12; of the UP Ed gets 8, Dave 6."""


def _totals(found: Any) -> dict[str, int]:
    return {player["name"]: player["total"] for player in found["players"]}


def post(client: Client, slug: str, raw: Raw) -> Any:
    found = client.post(f"/tools/{slug}/settlement", raw)
    assert found.status == 200, found.body
    return found.json


def test_the_last_dividend_of_all_companies_in_one_form(client: Client) -> None:
    found = post(client, UNION, {**LAST_DIVIDEND, "places": [FOURTH]})
    assert _totals(found) == {"Ed": 21, "Dave": 36, "Pete": 38}
    assert [(line["label"], line["amount"]) for line in found["lines"]] == [
        ("4th dividend, WW", 3),
        ("4th dividend, EPRG", 36),
        ("4th dividend, UP", 14),
    ]
    assert found["lines"][2]["formula"] == "UP: Ed $8M: 1st with 2 shares; Dave $6M: 2nd with 1 share"
    assert found["players"][0]["lines"][0]["amount"] == 18


def test_the_five_places_come_from_the_atlas() -> None:
    rules = game(UNION)
    assert rules is not None
    tool = next(tool for tool in rules.show.tools if tool.name == "settlement")
    told = {"up_dividends": {"4": {"1": 9, "2": 6, "3": 4, "4": 2, "5": 1}}}
    atlas, _ = merge(rules.box.shipped, read_facts(rules.box.facts, rules.box.shipped, told))
    assert _totals(reckoned(tool, atlas, LAST_DIVIDEND, ENGLISH)) == {"Ed": 22, "Dave": 36, "Pete": 38}
    only_the_second = {**LAST_DIVIDEND, "places": [{"dividend": "4", "second": 0}]}
    assert _totals(reckoned(tool, atlas, only_the_second, ENGLISH))["Dave"] == 30


def test_two_players_and_the_imaginary_third(client: Client) -> None:
    """The last is the 3rd dividend. WW is worth 2: Ed 1 share, the third 2: it gets 2, Ed 1. If two come at once, the
    third player takes part only in the last: in the first of them Ed is the only one, and gets 2 + 1."""
    players: list[Raw] = [
        {"name": "Ed", "cash": 5, "shares": {"WW": 1}},
        {"name": "Dave", "cash": 9},
        {"cash": 0, "shares": {"WW": 2}},
    ]
    raw: Raw = {"companies": [{"company": "WW", "trains": 1}], "players": players, "two_players": True}
    assert _totals(post(client, UNION, raw)) == {"Ed": 6, "Dave": 9, "": 2}
    assert _totals(post(client, UNION, {**raw, "dividends": 2})) == {"Ed": 9, "Dave": 9, "": 2}
    two = {**raw, "players": players[:2]}
    assert client.post(f"/tools/{UNION}/settlement", two).was == (422, "rule")


@pytest.mark.parametrize(("ruling", "third"), [("two_in_a_row", 4), ("same_twice", 8)])
def test_two_dividends_at_once(client: Client, ruling: str, third: int) -> None:
    """The UP alone: the 3rd pays 4 to the first, the 4th pays 8; played as the same twice, both pay 8."""
    rows = [{**FOURTH, "dividend": "3", "first": 4}, FOURTH]
    raw: Raw = {"players": [{"name": "Ed", "cash": 1, "shares": {"UP": 1}}], "places": rows, "dividends": 2}
    assert _totals(post(client, UNION, {**raw, "double_dividend": ruling}))["Ed"] == 1 + third + 8


def test_a_tie_of_union_pacific_by_its_ruling(client: Client) -> None:
    players = [{"name": "Ed", "cash": 5, "shares": {"WW": 1}}, {"name": "Dave", "cash": 5}]
    raw: Raw = {"players": players, "dividends": 0}
    shared = post(client, UNION, raw)
    assert [player["winner"] for player in shared["players"]] == [True, True]
    assert shared["tie_break"] == "Ed and Dave tie on cash and share the win"
    by_shares = post(client, UNION, {**raw, "final_tie": "more_shares"})
    assert [player["winner"] for player in by_shares["players"]] == [True, False]
    assert by_shares["tie_break"] == "Ed and Dave tie on cash; Ed has invested more shares (1)"


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (
            {"companies": [{"company": "WW", "trains": 1}]},
            "invalid",
            "How many trains of the EPRG are on the board?",
        ),
        (
            {},
            "invalid",
            "4th dividend: What does the Union Pacific pay? Read it from its dividend table.",
        ),
        ({"companies": [{"company": "WW", "trains": 1}] * 2}, "rule", "Enter each company only once"),
        (
            {"players": [{"cash": 1, "shares": {"XX": 1}}]},
            "invalid",
            "players.0.shares.XX.key: must be one of: WW, MRR, KCC, ESL, UMR, SFRB, DM, MS, BNL, EPRG, UP",
        ),
        ({"final_tie": "rolled"}, "invalid", "final_tie: must be one of: shared, more_shares"),
    ],
)
def test_what_a_last_dividend_lacks(client: Client, change: Raw, code: str, words: str) -> None:
    refused = client.post(f"/tools/{UNION}/settlement", {**LAST_DIVIDEND, **change})
    assert refused.was == (422, code)
    assert refused.json["detail"] == words


GENERAL_DIVIDENDS: Raw = {
    "railroads": [{"railroad": "GHH", "income": 7}, {"railroad": "SP", "income": 12}],
    "players": [
        {"name": "Ed", "cash": 20, "shares": {"GHH": 1, "SP": 3}, "ranches": 2},
        {"name": "Dave", "cash": 26, "shares": {"GHH": 1, "SP": 2}},
    ],
}
"""GHH: 7 over 2, 4 each. SP: 12 over 5, 3 each. Ed 20 + 4 + 9 + 2, Dave 26 + 4 + 6."""


def test_the_last_general_dividends_in_one_form(client: Client) -> None:
    found = post(client, TEXAS, GENERAL_DIVIDENDS)
    assert _totals(found) == {"Ed": 35, "Dave": 36}
    assert found["railroads"] == [
        {"railroad": "GHH", "per_certificate": 4},
        {"railroad": "SP", "per_certificate": 3},
    ]
    ed = next(player for player in found["players"] if player["name"] == "Ed")
    assert [(line["formula"], line["amount"]) for line in ed["lines"]] == [
        ("$7 ÷ 2, rounded up = $4 per certificate", 4),
        ("$12 ÷ 5, rounded up = $3 per certificate × 3 = $9", 9),
        ("ranches: $1 × 2", 2),
    ]
    tied = {
        **GENERAL_DIVIDENDS,
        "players": [{**GENERAL_DIVIDENDS["players"][0], "cash": 21}, GENERAL_DIVIDENDS["players"][1]],
    }
    assert post(client, TEXAS, tied)["tie_break"] == (
        "Dave and Ed have the same money; Dave has fewer certificates: 3 against 4"
    )


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([{"cash": 1, "shares": {"GHH": 3}}], "rule"),  # two are printed
        ([{"cash": 1, "shares": {"XX": 1}}], "invalid"),
        ([{"cash": 1, "shares": {"GHH": -1}}], "invalid"),
        ([{"cash": 1, "shares": {"TP": 1}}], "invalid"),  # with which income?
        ([{"cash": 1, "shares": {"SP": 2}, "certificates": 3}], "rule"),
    ],
)
def test_certificates_that_cannot_be(client: Client, players: list[Raw], code: str) -> None:
    body = {**GENERAL_DIVIDENDS, "players": players}
    assert client.post(f"/tools/{TEXAS}/settlement", body).was == (422, code)


def test_who_holds_the_card_wins_a_tie_last_by_the_ruling(client: Client) -> None:
    """Ed, Dave, Pete sit clockwise; Dave has the card, and ties with Ed."""
    players = [
        {"name": "Ed", "cash": 40},
        {"name": "Dave", "cash": 40, "card": True},
        {"name": "Pete", "cash": 1},
    ]
    found = post(client, SOUTHERN, {"players": players})
    assert (found["order"], found["players"][0]["name"]) == ([2, 3, 1], "Dave")
    last = post(client, SOUTHERN, {"players": players, "final_tie": "holder_last"})
    assert (last["order"], last["players"][0]["name"]) == ([3, 1, 2], "Ed")
    assert last["tie_break"] == (
        "Ed and Dave have the same cash; Ed is nearest clockwise to the Bull Market card, which Dave has"
    )
    assert [line["formula"].rsplit(" ", 1)[-1] for line in last["lines"]] == ["2", "3"]


def test_a_share_of_each_railroad_without_players(client: Client) -> None:
    """Final Payoff: ceil((85 + 55) / 4) = 35, ceil((20 + 9) / 3) = 10."""
    rows = [
        {"railroad": "MP", "value": 85, "income": 55, "sold": 4},
        {"railroad": "KP", "value": 20, "income": 9, "sold": 3},
    ]
    found = post(client, PRAIRIE, {"railroads": rows})
    assert [row["per_share"] for row in found["railroads"]] == [35, 10]
    assert found["players"] == []
    assert [line["formula"] for line in found["lines"]] == [
        "($85 + $55) ÷ 4 = $35 per share",
        "($20 + $9) ÷ 3, rounded up = $10 per share",
    ]


@pytest.mark.parametrize(
    ("slug", "name"), [(UNION, "final_tie"), (SOUTHERN, "final_tie"), (UNION, "double_dividend")]
)
def test_rulings_are_choices_of_the_form(client: Client, slug: str, name: str) -> None:
    shown = client.get(f"/games/{slug}").json
    field = next(
        field
        for tool in shown["tools"]
        if tool["name"] == "settlement"
        for field in tool["fields"]
        if field["name"] == name
    )
    ruling = next(ruling for ruling in shown["rulings"] if ruling["name"] == name)
    assert field["choices"] == ruling["choices"]
    assert not field["required"]
