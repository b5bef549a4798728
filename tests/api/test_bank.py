"""The bank alone over HTTP: all who pay at once are served, what is sent twice counts once, and keys decide who may
do what."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server import Client, Party, Server, new_party, times

NAMES = ["Ann", "Ben", "Cleo", "Dave", "Edith", "Finn"]
PHONES = len(NAMES)
PAYMENTS = times(1_000)
"""Of all phones together."""


def bank(client: Client, names: list[str] = NAMES, **options: Any) -> Party:
    return new_party(client, names, game="bank", options={"starting_cash": 500, **options})


def test_six_phones_pay_at_once_and_nothing_is_lost_or_doubled(server: Server) -> None:
    """Each pays the next player 1 to 5 dollars in turn, and sends every payment twice, as after a lost answer."""
    party = bank(server.client())
    gate, each = threading.Barrier(PHONES), -(-PAYMENTS // PHONES)
    made: list[tuple[int, int, int]] = []

    def phone(number: int) -> None:
        client, seat = server.client(), number + 1
        payee = f"seat:{seat % PHONES + 1}"
        gate.wait(30)
        for n in range(each):
            body = {"type": "pay", "to": payee, "amount": n % 5 + 1}
            more = {"Idempotency-Key": f"{seat}-{n}"}
            first, again = (client.post(f"{party.at}/moves", body, party.key(seat), **more) for _ in range(2))
            assert first.status == again.status == 201, first.body
            assert first.json["revision"] == again.json["revision"]
            made.append((first.json["revision"], seat, n % 5 + 1))
        client.close()

    with ThreadPoolExecutor(PHONES) as pool:
        list(pool.map(phone, range(PHONES)))
    revisions = sorted(revision for revision, _, _ in made)
    assert revisions == list(range(2, each * PHONES + 2)), "one line for each payment, and no other"
    document = party.document()
    assert document["revision"] == each * PHONES + 1
    assert {seat["cash"] for seat in document["seats"]} == {500}, "each got what each paid"
    entries = _entries(server.client(), party)
    paid = Counter((posting["from"], posting["to"]) for entry in entries for posting in entry["postings"])
    assert set(paid.values()) == {each}
    assert document["bank"]["balance"] == -500 * PHONES


def _entries(client: Client, party: Party) -> list[Any]:
    found: list[Any] = []
    after: int | None = 1
    while after is not None:
        page = client.get(f"{party.at}/moves?after={after}&limit=200", party.host).json
        found += page["items"]
        after = page["next"] if page["items"] else None
    return found


@pytest.mark.parametrize(
    ("body", "was"),
    [
        ({"to": "seat:2", "amount": 0}, (422, "invalid")),
        ({"to": "seat:2", "amount": -5}, (422, "invalid")),
        ({"to": "seat:2", "amount": 2.5}, (422, "invalid")),
        ({"to": "seat:2", "amount": "5"}, (422, "invalid")),
        ({"to": "seat:2", "amount": True}, (422, "invalid")),
        ({"to": "seat:2", "amount": 100_000}, (422, "invalid")),
        ({"to": "seat:2"}, (422, "invalid")),
        ({"to": [], "amount": 5}, (422, "invalid")),
        ({"amount": 5}, (422, "invalid")),
        ({"to": 2, "amount": 5}, (422, "invalid")),
        ({"to": "nobody", "amount": 5}, (422, "invalid")),
        ({"to": "seat:2", "amount": 5, "because": "x"}, (422, "invalid")),
        ({"to": "seat:1", "amount": 5}, (422, "rule")),
        ({"to": ["seat:2", "seat:2"], "amount": 5}, (422, "rule")),
        ({"to": "seat:2", "amount": 501}, (422, "insufficient-funds")),
        ({"to": "seat:3", "from": "seat:2", "amount": 5}, (403, "not-your-seat")),
        ({"to": "seat:3", "seat": 2, "amount": 5}, (403, "not-your-seat")),
    ],
)
def test_a_payment_that_cannot_be_changes_nothing(client: Client, body: Any, was: Any) -> None:
    party = bank(client, NAMES[:3])
    answer = client.post(f"{party.at}/moves", {"type": "pay", **body}, party.key(1))
    assert answer.was == was, answer.body
    assert len(answer.json["detail"]) > 10
    document = party.document()
    assert document["revision"] == 1
    assert [seat["cash"] for seat in document["seats"]] == [500, 500, 500]


def test_an_answer_that_is_late_says_so(client: Client) -> None:
    """Whoever accepts twice, or accepts what somebody else was asked, is told so, and not that the bank is open."""
    party = bank(client, NAMES[:3])
    party.made(1, "request_money", **{"from": "seat:2"}, amount=5)
    party.made(2, "accept_request", request=1)
    party.made(1, "request_money", **{"from": "seat:2"}, amount=5)

    def told(seat: int, kind: str, number: int) -> Any:
        answer = client.post(f"{party.at}/moves", {"type": kind, "request": number}, party.key(seat))
        return answer.was, answer.json["detail"]

    late = (409, "not-now")
    assert told(3, "accept_request", 2) == (late, f"Only {NAMES[1]} can answer request 2")
    party.made(2, "decline_request", request=2)
    assert told(2, "accept_request", 1) == (late, "Request 1 has already been answered")
    assert told(1, "decline_request", 2) == (late, "Request 2 has already been answered")
    assert told(2, "accept_request", 3) == (late, "There is no request 3")
    assert told(2, "accept_request", 0)[0] == late


def test_one_phone_for_all(client: Client) -> None:
    """Where anybody acts for anybody, a seat's key pays for every seat, and has the offers of all."""
    party = bank(client, NAMES[:3], act_for="anyone")
    answer = client.post(
        f"{party.at}/moves", {"type": "pay", "seat": 2, "to": "seat:3", "amount": 5}, party.key(1)
    )
    assert answer.status == 201, answer.body
    assert [seat["cash"] for seat in party.document()["seats"]] == [500, 495, 505]
    assert {offer["seat"] for offer in party.document(party.key(1))["offers"]} == {1, 2, 3}
    assert client.post(f"{party.at}/moves", {"type": "end_game"}, party.key(1)).was == (403, "host-only")


def test_what_only_the_host_does_is_offered_to_the_host(client: Client) -> None:
    party = bank(client, NAMES[:3])
    assert "end_game" not in {offer["type"] for offer in party.document(party.key(1))["offers"]}
    (end,) = (offer for offer in party.document(party.host)["offers"] if offer["type"] == "end_game")
    assert end["seat"] is None
    assert client.post(f"{party.at}/moves", {"type": "end_game"}, party.host).status == 201
    assert party.document()["status"] == "finished"


def test_an_account_says_how_many_certificates_were_paid(client: Client) -> None:
    party = bank(client, NAMES[:3], box="prairie-railroads")
    for company, seat, count in (("KP", 1, 2), ("MP", 2, 1)):
        bought = {"company": company, "count": count, "from": f"railroad:{company}", "to": f"seat:{seat}"}
        party.made(seat, "trade", **bought)
    values = {"KP": 8, "MP": 9}
    assert client.post(f"{party.at}/moves", {"type": "end_game", "values": values}, party.host).status == 201
    lines = {
        (payoff["seat"], line["label"], line["formula"], line["amount"])
        for payoff in client.get(f"{party.at}/settlement").json["seats"]
        for line in payoff["lines"]
    }
    assert lines == {(1, "2 certificates", "2 × $8", 16), (2, "1 certificate", "1 × $9", 9)}


def test_the_end_says_of_which_companies_certificates_are_held(client: Client) -> None:
    party = bank(client, NAMES[:3], box="prairie-railroads")
    party.made(1, "trade", **{"company": "KP", "count": 2, "from": "railroad:KP", "to": "seat:1"})
    (end,) = (offer for offer in party.document(party.host)["offers"] if offer["type"] == "end_game")
    (values,) = end["fields"]
    assert values["label"] == "Value of a certificate, in $"
    hints = {choice["value"]: choice["hint"] for choice in values["choices"]}
    assert (hints["KP"], hints["MP"]) == ("2 held", "nobody holds one")
    ended = client.post(f"{party.at}/moves", {"type": "end_game"}, party.host).json["entry"]
    assert "certificates count for nothing" in ended["summary"]


def test_an_open_offer_says_so(client: Client) -> None:
    """Two who pay at the same moment are both served, whatever revision they have seen."""
    party = bank(client, NAMES[:3])
    offers = party.document(party.key(1))["offers"]
    assert offers
    assert all(offer["anytime"] for offer in offers)
    (pay,) = (offer for offer in offers if offer["type"] == "pay")
    assert pay["tiles"] == "to"


def test_where_the_bidding_goes_around_once_the_player_to_the_left_opens_it(client: Client) -> None:
    """So in Southern Pacific (Auction Stock): whoever offers the share bids last. Nor is it taken beforehand who pays a
    dividend: there it is the treasury, elsewhere the bank."""
    party = bank(client, box="southern-pacific")
    for seat, left in ((1, 2), (6, 1)):
        mine = {offer["type"]: offer for offer in party.document(party.key(seat))["offers"]}
        openers = [field for field in mine["auction"]["fields"] if field["name"] == "opener"]
        assert {field["when"]["style"]: field["default"] for field in openers} == {
            "ascending": seat,
            "once_around": left,
        }
        assert all("default" not in one for one in mine["dividend"]["fields"] if one["name"] == "payer")


def test_what_a_marker_did_is_said_as_money_where_it_is_what_a_company_earns(client: Client) -> None:
    party = new_party(
        client, NAMES[:2], game="bank", options={"box": "prairie-railroads", "starting_cash": 40}
    )
    moved = [
        party.made(1, "set_track", track="income", of="railroad:SLSF", value=value)["entry"]["summary"]
        for value in (3, 3, 4)
    ]
    assert moved == ["SLSF income $0 → $3", "SLSF income stays $3", "SLSF income $3 → $4"]


def test_whose_marker_it_was_stands_before_its_track(client: Client) -> None:
    party = new_party(
        client, NAMES[:2], game="bank", options={"box": "gulf-mobile-ohio", "starting_cash": 24}
    )
    moved = [
        party.made(1, "set_track", track="points", of="seat:2", value=value)["entry"]["summary"]
        for value in (4, 4)
    ]
    assert moved == [f"{NAMES[1]}: Points 0 → 4", f"{NAMES[1]}: Points still 4"]


def test_the_board_tells_who_is_to_answer_and_what_companies_hold_of_others(client: Client) -> None:
    party = new_party(
        client, NAMES[:3], game="bank", options={"box": "prairie-railroads", "starting_cash": 40}
    )
    panels = {panel["name"]: panel for panel in party.document()["panels"]}
    assert [column["text"] for column in panels["railroads"]["columns"]] == ["Treasury", "Income", "Unsold"]
    party.made(1, "trade", company="KP", count=2, **{"from": "railroad:KP", "to": "railroad:MP"})
    party.made(1, "request_money", amount=2, **{"from": "seat:3"})
    party.made(1, "request_money", amount=5, why="rent", **{"from": "seat:2"})
    party.made(1, "request_money", amount=4, **{"from": "seat:3"})
    panels = {panel["name"]: panel for panel in party.document()["panels"]}
    assert panels["railroads"]["columns"][-1]["text"] == "Held by companies"
    assert {
        row["head"]["railroad"]: row["cells"][-1].get("number") for row in panels["railroads"]["rows"]
    } == {
        **dict.fromkeys(("CRIP", "ATSF", "MKT", "SLSF", "MP")),
        "KP": 2,
    }
    assert [row["cells"][-1].get("railroad") for row in panels["railroads"]["rows"]].count("MP") == 1
    assert [(item["seat"], item["text"]) for item in panels["money_requests"]["items"]] == [
        (2, "is asked for $5 (rent) by Ann"),
        (3, "2 requests from Ann"),
    ]


def test_dice_of_the_table_can_be_checked(client: Client) -> None:
    party = bank(client, NAMES[:2], dice=[20, 4, 100])
    faces = party.made(1, "roll")["entry"]["move"]["dice"]
    assert len(faces) == 3
    assert all(1 <= face <= most for face, most in zip(faces, (20, 4, 100), strict=True))
    assert client.post(f"{party.at}/moves", {"type": "roll", "dice": [21, 1, 1]}, party.key(1)).was == (
        422,
        "rule",
    )


MINES = {
    "name": "Two mines",
    "money": {"prefix": "", "suffix": " Mk"},
    "cash": 1_500,
    "companies": [{"id": "IRON", "name": "Iron Mine", "certificates": 3}],
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_sentence_of_a_table_says_the_money_of_its_box(server: Server, language: str) -> None:
    """Also sentences that it shares with all games: about auctions, limits, corrections and refusals."""
    client = server.client()
    party = bank(client, ["Ann", "Ben"], box=MINES, starting_cash=None)
    spoken: Any = {"Accept-Language": language}
    said: list[str] = []

    def send(method: str, path: str, key: str, **body: Any) -> None:
        found = client.call(method, f"{party.at}{path}", body, key, **spoken)
        said.append(found.json["detail"] if found.status >= 400 else found.json["entry"]["summary"])

    def move(seat: int, kind: str, **members: Any) -> None:
        send("POST", "/moves", party.key(seat), type=kind, **members)

    move(1, "auction", company="IRON", style="ascending", minimum=1_200)
    said.clear()
    move(1, "bid", amount=1_199)
    move(1, "bid", amount=1_501)
    move(1, "bid", amount=1_250)
    send("PUT", "/auction/limit", party.key(2), amount=1_600)
    send("PUT", "/auction/limit", party.key(2), amount=1_250)
    move(2, "auction_result", winner=2, amount=1_501)
    move(1, "auction_result", winner=1, amount=1_100)
    move(2, "auction_result", winner=2, amount=1_300)
    send("POST", "/moves", party.host, type="correct", set=[{"of": "seat:1", "name": "cash", "value": 1_400}])
    document = client.get(party.at, party.key(1), **spoken).json
    assert all("Mk" in words for words in said), said
    assert "$" not in str([said, document["offers"], document["recent"]])
    assert any("1,250 Mk" in words for words in said), "thousands are parted as in every amount of it"


def test_a_purpose_with_brackets_of_its_own_gets_no_second_ones(client: Client) -> None:
    party = new_party(client, game="bank", options={"box": "prairie-railroads"})
    for why, told in (("a bonus", "Ed pays the bank $5 (a bonus)"), ("a (b)", "Ed pays the bank $5: a (b)")):
        party.made(1, "pay", to=["bank"], amount=5, why=why)
        assert party.document()["recent"][-1]["summary"] == told


def test_what_the_bank_has_is_asked_only_where_it_is_known(client: Client) -> None:
    """With no total printed it would be less than nothing; said all the same, it is taken as ever."""
    for limit, asked in ((None, 0), (2000, 1)):
        options = {"box": "prairie-railroads", "starting_cash": 500, "bank_limit": limit}
        if limit is None:
            options["box"] = {"name": "A fair", "cash": 500}
            del options["bank_limit"]
        wanted = {"players": NAMES[:3], "options": options}
        tried = client.post("/games/bank/figures", wanted).json["figures"]
        party = new_party(client, NAMES[:3], game="bank", options=options)
        figures = client.get(f"{party.at}/figures", party.host).json["figures"]
        for each in (tried, figures):
            assert [figure["of"] for figure in each].count("bank") == asked
        posted = {"type": "correct", "postings": [{"from": "bank", "to": "seat:1", "amount": 1}]}
        assert client.post(f"{party.at}/moves", posted, party.host).status == 201
