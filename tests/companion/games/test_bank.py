"""What no evening shows of the bank alone: impossible boxes, and options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES, game
from companion.games.bank import boxes
from companion.service.creation import boxed, resolved_options
from companion.vocabulary.ledger import BANK, MONEY, certificates
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.text import render
from tests.in_words import said
from tests.table_player import TablePlayer, after

BANK_RULES: Rules[Any] = next(rules for rules in GAMES if rules.box.slug == "bank")
PLAIN: dict[str, Any] = {"name": "A fair", "cash": 10}


def company(**members: Any) -> dict[str, Any]:
    return {**PLAIN, "companies": [{"id": "KP", **members}]}


def track(**members: Any) -> dict[str, Any]:
    return {**PLAIN, "tracks": [{"name": "points", "of": "seat", **members}]}


WRONG: list[tuple[Any, str]] = [
    (None, "options.box"),
    ([], "options.box"),
    ({}, "options.box.name"),
    ({"name": "  "}, "options.box.name"),
    ({"name": "x" * 41}, "options.box.name"),
    ({"name": "A\u200bB"}, "options.box.name"),
    ({**PLAIN, "players": 3}, "options.box.players"),
    ({**PLAIN, "cash": -1}, "options.box.cash"),
    ({**PLAIN, "cash": 1.5}, "options.box.cash"),
    ({**PLAIN, "cash": True}, "options.box.cash"),
    ({**PLAIN, "cash": "10"}, "options.box.cash"),
    ({**PLAIN, "cash": 100_000}, "options.box.cash"),
    ({**PLAIN, "cash": {"0": 10}}, "options.box.cash"),
    ({**PLAIN, "cash": {"13": 10}}, "options.box.cash"),
    ({**PLAIN, "cash": {"3": None}}, "options.box.cash.3"),
    ({**PLAIN, "money": {"prefix": "dollars"}}, "options.box.money.prefix"),
    ({**PLAIN, "money": "$"}, "options.box.money"),
    ({**PLAIN, "paper_total": -1}, "options.box.paper_total"),
    ({**PLAIN, "companies": [{"id": f"C{n}"} for n in range(10_000)]}, "options.box.companies"),
    ({**PLAIN, "companies": {}}, "options.box.companies"),
    ({**PLAIN, "companies": [{"id": "A"}, {"id": "A", "name": "Another"}]}, "options.box.companies.1.id"),
    (
        {**PLAIN, "companies": [{"id": "A", "name": "One"}, {"id": "B", "name": "ONE"}]},
        "options.box.companies.1.name",
    ),
    (company(id="kp"), "options.box.companies.0.id"),
    (company(id="TOOLONG"), "options.box.companies.0.id"),
    (company(id=""), "options.box.companies.0.id"),
    (company(colour="red"), "options.box.companies.0.colour"),
    (company(treasury=-5), "options.box.companies.0.treasury"),
    (company(certificates=100), "options.box.companies.0.certificates"),
    (company(shares=5), "options.box.companies.0.shares"),
    ({**PLAIN, "tracks": [{"name": f"t{n}", "of": "table"} for n in range(11)]}, "options.box.tracks"),
    (track(of="railroad"), "options.box.tracks.0.of"),
    (track(of=None), "options.box.tracks.0.of"),
    (track(name="a.b"), "options.box.tracks.0.name"),
    (track(min=5, max=4), "options.box.tracks.0.max"),
    (track(start=100_000), "options.box.tracks.0.start"),
    (track(min=3, start=2), "options.box.tracks.0.start"),
    (track(start={"KP": 3}), "options.box.tracks.0.start"),
    (track(start={"2": -1}), "options.box.tracks.0.start.2"),
    (
        {**PLAIN, "tracks": [{"name": "Mood", "of": "table"}, {"name": "mood", "of": "table"}]},
        "options.box.tracks.1.name",
    ),
]


@pytest.mark.parametrize(
    ("given", "where"), WRONG, ids=[f"{n}-{where}" for n, (_, where) in enumerate(WRONG)]
)
def test_a_box_that_cannot_be_is_refused_where_it_cannot(given: Any, where: str) -> None:
    with pytest.raises(RuleError) as refused:
        boxes.read(given)
    assert refused.value.code == "invalid"
    assert list(refused.value.errors) == [where]
    assert len(render(refused.value.text, {})) > 10


def test_a_box_says_the_same_when_it_is_written_and_read_again() -> None:
    given = {
        **PLAIN,
        "money": {"prefix": "", "suffix": " Mk"},
        "cash": {"2": 30, "5": 12},
        "paper_total": 500,
        "companies": [{"id": "A&B", "name": "Apples", "colour": "#123456", "treasury": 4, "certificates": 0}],
        "tracks": [
            {"name": "income", "of": "company", "min": 1, "max": 9, "start": {"A&B": 3}},
            {"name": "mood", "of": "table", "start": 7},
        ],
    }
    box = boxes.read(given)
    assert boxes.read(boxes.written(box)) == box
    assert boxes.written(boxes.read(boxes.written(box))) == boxes.written(box)
    assert box.starting_cash(5) == 12
    assert box.starting_cash(3) is None
    assert box.unit.of(1200) == "1,200 Mk"


@pytest.mark.parametrize(
    ("slug", "players", "cash", "companies", "each", "paper"),
    [
        # Figures of the rulebooks: money for each player, companies, certificates of the first one, money in the box.
        ("prairie-railroads", 3, 80, 6, 5, 50 + 5 * 35 + 10 * 35 + 25 * 35 + 100 * 10),
        ("southern-pacific", 5, 20, 6, 5, 44 + 5 * 24 + 25 * 24 + 100 * 6),
        ("texas-pacific", 2, 60, 5, 2, 45 + 5 * 35 + 25 * 20),
        ("gulf-mobile-ohio", 4, 30, 9, 2, None),
        ("union-pacific", 6, 0, 11, 6, 60 + 5 * 50 + 10 * 40),
    ],
)
def test_the_boxes_of_the_games_come_from_their_printed_numbers(
    slug: str, players: int, cash: int, companies: int, each: int, paper: int | None
) -> None:
    box = boxes.read(boxed(slug))
    assert box.starting_cash(players) == cash
    assert (len(box.companies), box.companies[0].certificates, box.paper_total) == (companies, each, paper)
    found = game(slug)
    assert found is not None
    assert box.unit == found.box.money
    assert all(company.treasury == 0 for company in box.companies)


def test_every_other_game_can_be_played_with_the_bank_alone() -> None:
    assert [rules.box.slug for rules in GAMES if rules.box.for_bank is None] == ["bank"]


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"box": "no-such-game"}, "options.box"),
        ({"box": "bank"}, "options.box"),
        ({"box": 5}, "options.box"),
        (
            {"box": "prairie-railroads"},
            "options.starting_cash",
        ),  # printed for 3 to 5 players, and there are 2
        ({"starting_cash": -1}, "options.starting_cash"),
        ({"starting_cash": 2.5}, "options.starting_cash"),
        ({"dice": []}, "options.dice"),
        ({"dice": [6] * 11}, "options.dice"),
        ({"dice": [1]}, "options.dice"),
        ({"dice": [101]}, "options.dice"),
        ({"dice": "6"}, "options.dice"),
        ({"act_for": "me"}, "options.act_for"),
        ({"bank_open": True}, "options.bank_open"),
        ({"bank_limit": -5}, "options.bank_limit"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], where: str) -> None:
    with pytest.raises(RuleError) as refused:
        resolved_options(BANK_RULES, options, 2)
    assert refused.value.code == "invalid"
    assert list(refused.value.errors) == [where]


def test_twelve_play_and_one_alone() -> None:
    for players in (["Ed"], [f"Player {n}" for n in range(12)]):
        player = TablePlayer()
        player.begin({"game": "bank", "players": players, "options": {"starting_cash": 7}, "rulings": {}})
        assert player.state.ledger.of(BANK) == -7 * len(players)
        assert player.state.ledger.totals().get(MONEY, 0) == 0


def test_who_holds_what_stands_with_the_players_and_not_again_with_the_companies() -> None:
    player = TablePlayer()
    options = {"box": "prairie-railroads", "starting_cash": 7}
    player.begin({"game": "bank", "players": ["Ed", "Dave", "Pete"], "options": options, "rulings": {}})
    panels = {panel["name"]: panel for panel in player.document()["panels"]}
    assert [column["seat"] for column in panels["railroads"]["columns"] if column.get("seat")] == []
    assert panels["players"]["columns"][-1]["railroad"] == "MP"


def test_real_dice_are_those_of_the_table() -> None:
    player = TablePlayer()
    options = {"dice": [20, 4], "starting_cash": 5}
    player.begin({"game": "bank", "players": ["Ed", "Dave"], "options": options, "rulings": {}})
    player.move(1, {"type": "roll", "dice": [20, 4]})
    player.move(1, {"type": "roll"})
    assert player.table.journal.lines[-1].body == {
        "type": "roll",
        "seat": 1,
        "dice": [1, 1],
        "source": "app",
        "k": 0,
    }


def test_nothing_is_made_and_nothing_is_lost() -> None:
    player = TablePlayer()
    player.begin(
        {
            "game": "bank",
            "players": ["Ed", "Dave", "Pete"],
            "options": {"box": "union-pacific"},
            "rulings": {},
        }
    )
    before = player.state.ledger.totals()
    player.move(1, {"type": "pay", "from": "bank", "to": ["seat:1", "railroad:WW"], "amount": 20})
    player.move(
        1, {"type": "trade", "company": "WW", "count": 2, "from": "railroad:WW", "to": "seat:1", "price": 3}
    )
    assert player.state.ledger.totals() == before
    assert player.state.ledger.of(BANK) == before[MONEY] - 40
    assert sum(n for _, n in player.state.ledger.holders(certificates(player.state.box.order[0]))) == 6


ASKED = """
game bank   players Ed Dave Pete   box=prairie-railroads
Ed: trade company=KP count=2 from=railroad:KP to=seat:1
"""
MONEY_ASKED = "Dave: request_money from=seat:1 amount=3 why=rent\n"
SOLD = "Ed: trade company=KP count=1 from=seat:1 to=seat:2 price=8\n"
BOUGHT = "Dave: trade company=KP count=1 from=seat:1 to=seat:2 price=8 paid_to=bank\n"


@pytest.mark.parametrize(
    ("asked", "told", "of_ed", "of_dave", "waits"),
    [
        (
            MONEY_ASKED,
            "Dave asks Ed for $3 (rent)",
            "Dave asks for $3 (rent)",
            "Asked Ed for $3 (rent)",
            "is asked for $3 (rent) by Dave",
        ),
        (
            SOLD,
            "Ed offers Dave 1 KP certificate for $8",
            "Offered Dave 1 KP certificate for $8",
            "Ed offers 1 KP certificate for $8",
            "is offered 1 KP certificate for $8 by Ed",
        ),
        (
            SOLD.replace(" price=8", ""),
            "Ed offers Dave 1 KP certificate for free",
            "Offered Dave 1 KP certificate for free",
            "Ed offers 1 KP certificate for free",
            "is offered 1 KP certificate for free by Ed",
        ),
        (
            BOUGHT,
            "Dave asks Ed to sell 1 KP certificate for $8, paid to the bank",
            "Dave asks to buy 1 KP certificate for $8, paid to the bank",
            "Asked Ed to sell 1 KP certificate for $8, paid to the bank",
            "is asked by Dave to sell 1 KP certificate for $8, paid to the bank",
        ),
        (
            BOUGHT.replace(" price=8", ""),
            "Dave asks Ed for 1 KP certificate",
            "Dave asks for 1 KP certificate",
            "Asked Ed for 1 KP certificate",
            "is asked for 1 KP certificate by Dave",
        ),
    ],
)
def test_what_is_asked_in_plain_words(  # what each reads
    asked: str, told: str, of_ed: str, of_dave: str, waits: str, tmp_path: Any
) -> None:
    """As all hear of it, as it stands on two phones, and on the board."""
    shown = after(ASKED + asked, tmp_path)
    assert said(shown) == told
    answers = [offer for offer in shown.table.offers() if offer.type == "decline_request"]
    read = {int(offer.seat): render(offer.help, shown.names) for offer in answers if offer.help}
    assert read == {1: of_ed, 2: of_dave}
    panels = {panel["name"]: panel for panel in shown.table.view().panels}
    (line,) = panels["money_requests"]["items"]
    assert render(line["text"], shown.names) == waits


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        (MONEY_ASKED, "Ed", "Ed declines Dave's request for $3 (rent)"),
        (MONEY_ASKED, "Dave", "Dave takes back the request for $3 (rent)"),
        (SOLD, "Dave", "Dave declines Ed's offer of 1 KP certificate for $8"),
        (SOLD, "Ed", "Ed takes back the offer of 1 KP certificate for $8"),
        (BOUGHT, "Ed", "Ed declines Dave's offer to buy 1 KP certificate for $8, paid to the bank"),
        (BOUGHT, "Dave", "Dave takes back the offer to buy 1 KP certificate for $8, paid to the bank"),
    ],
)
def test_a_no_says_to_what(asked: str, answer: str, told: str, tmp_path: Any) -> None:
    assert said(after(f"{ASKED}{asked}{answer}: decline_request request=1\n", tmp_path)) == told


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("payer=treasury per_share=4", "KP pays Dave $8 for 2: $4 per certificate"),
        (
            "payer=bank total=7 divisor=sold rounding=up",
            "The bank pays Dave $8 for 2: $7 ÷ 2, rounded up = $4 per KP certificate",
        ),
        # to itself a treasury pays nothing, whatever is ticked
        ("payer=treasury per_share=4 treasury_too=true", "KP pays Dave $8 for 2: $4 per certificate"),
    ],
)
def test_a_dividend_of_one_holder_is_one_sentence(tmp_path: Path, more: str, told: str) -> None:
    """A half of $7 is $3.50, so $4 a certificate."""
    lines = "game bank   players Ed Dave Pete   box=prairie-railroads\n"
    lines += "host: trade company=KP count=2 price=9 from=railroad:KP to=seat:2\n"
    player = after(f"{lines}host: dividend company=KP {more}\n", tmp_path)
    assert said(player) == told


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("payer=bank per_share=61", "The bank pays Dave $61 for 1 KP certificate"),
        ("payer=treasury per_share=4", "KP pays Dave $4 for 1 certificate"),
        (
            "payer=bank total=10 divisor=all rounding=up",
            "The bank pays Dave $2 for 1: $10 ÷ 5 = $2 per KP certificate",
        ),
    ],
)
def test_a_dividend_for_one_certificate_names_its_amount_once(tmp_path: Path, more: str, told: str) -> None:
    lines = "game bank   players Ed Dave Pete   box=prairie-railroads\n"
    lines += "host: trade company=KP count=1 price=9 from=railroad:KP to=seat:2\n"
    player = after(f"{lines}host: dividend company=KP {more}\n", tmp_path)
    assert said(player) == told


def test_an_auction_tells_how_often_it_goes_around(tmp_path: Path) -> None:
    """Without a word it goes on until one is left; its company and whom the price goes to are called by letters."""
    lines = "game bank   players Ed Dave Pete   box=prairie-railroads\n"
    auction = "Ed: auction company=KP opener=1 style"
    once = said(after(f"{lines}{auction}=once_around\n", tmp_path))
    assert once == "Ed auctions a certificate of the KP, once around; the price goes to KP"
    told = said(after(f"{lines}{auction}=ascending\n", tmp_path))
    assert told == "Ed auctions a certificate of the KP; the price goes to KP"
