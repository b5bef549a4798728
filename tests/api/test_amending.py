"""Amending over HTTP: what differs, what is refused, and that it reveals nothing sealed or hidden."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from companion import cli
from tests.playing import begun, finished, party_with_rows, plain, roll_and_pass, some_number
from tests.server import Client, Party, Reply, Server, new_party


def amend(
    party: Party,
    body: dict[str, Any],
    *,
    key: str | None = None,
    dry: bool = False,
    idempotency_key: str | None = None,
) -> Reply:
    path = f"{party.at}/amend" + ("?dry_run=true" if dry else "")
    return party.client.post(path, body, key or party.host, idempotency_key=idempotency_key)


def bought(amount: int) -> dict[str, Any]:
    return {"type": "auction_result", "winner": 1, "amount": amount}


@pytest.fixture
def sold(party: Party) -> Party:
    """Entry 16: Ed buys a second share of the CRIP for $1; entry 17: Ed plays a card."""
    begun(party)
    party.made(3, "play_card", card="OS", source="hand")
    party.made(3, "offer_share", railroad="CRIP", **{"from": "treasury"})
    assert party.made(1, "auction_result", winner=1, amount=1)["revision"] == 16
    party.made(1, "play_card", card="OS", source="hand")
    return party


def test_what_differs_is_told_before_and_after(sold: Party) -> None:
    before = plain(sold.document(sold.host))
    body = {"revision": 16, "move": bought(10)}
    would = amend(sold, body, dry=True)
    assert would.status == 200
    assert would.json["revision"] is None
    assert plain(sold.document(sold.host)) == before
    made = amend(sold, {**body, "expected_revision": 17})
    assert made.status == 201
    assert made.json["revision"] == made.json["table"]["revision"] == 18
    changed = {
        (difference["of"], difference["name"]): (difference["from"], difference["to"])
        for difference in made.json["differences"]
    }
    # 40 - 1, 40 - 10; 20 + 1, 20 + 10
    assert changed["seat:1", "cash"] == (39, 30)
    assert changed["railroad:CRIP", "treasury"] == (21, 30)
    assert {of for of, _ in changed} == {"seat:1", "railroad:CRIP"}
    assert would.json["differences"] == made.json["differences"]
    entry = made.json["entry"]
    assert entry["by"] == "host"
    assert entry["move"]["type"] == "amend"
    assert entry["move"]["move"] == {**bought(10), "seat": 1}
    assert would.json["entry"]["summary"] == entry["summary"]
    assert "$10" in entry["summary"]
    assert entry["summary"].endswith("for $1")


def test_the_journal_says_what_counts_and_what_was(sold: Party) -> None:
    def entries() -> dict[int, Any]:
        items = sold.client.get(f"{sold.at}/moves").json["items"]
        assert sold.document()["recent"] == items[-20:]
        return {item["revision"]: item for item in items}

    before = entries()
    assert amend(sold, {"revision": 16, "move": bought(10)}).status == 201
    after = entries()
    assert after[16]["amended"] == 18
    assert after[16]["postings"][0]["amount"] == 10
    assert (after[16]["at"], after[16]["by"]) == (before[16]["at"], before[16]["by"])
    assert not after[16]["undone"]
    note = {"revision": 17, "before": True, "move": {"type": "note", "seat": 1, "text": "hm"}}
    assert amend(sold, note).status == 201
    assert amend(sold, {"revision": 19, "move": None}).status == 201
    assert [entries()[n]["undone"] for n in (17, 18, 19, 20)] == [False, False, True, False]
    undone = sold.client.post(f"{sold.at}/undo", {"to": 17}, sold.host)
    assert undone.status == 201
    later = entries()
    assert {n: later[n] for n in before} == before
    assert [later[n]["undone"] for n in (18, 19, 20)] == [True] * 3


def test_a_later_entry_that_no_longer_fits_is_named(sold: Party) -> None:
    before = plain(sold.document(sold.host))
    for body in (
        {"revision": 15, "move": {"type": "offer_share", "railroad": "KP", "from": "hand"}},
        {"revision": 14, "move": None},
        {"revision": 16, "move": None},
    ):
        for dry in (True, False):
            found = amend(sold, body, dry=dry)
            assert found.status == 422, body
            assert plain(sold.document(sold.host)) == before
    assert found.was == (422, "rule")
    assert found.json["revision"] == 17
    assert found.json["detail"].startswith("Entry 17 no longer fits, “Ed plays Offer Stock”: ")


def test_refusals_in_their_order(sold: Party, client: Client) -> None:
    good = {"revision": 16, "move": bought(10)}
    assert client.post(f"{sold.at}/amend", good).was == (401, "key-needed")
    assert amend(sold, good, key=sold.seats[1]).was == (403, "host-only")
    assert amend(sold, good, key=sold.join).was == (403, "not-your-seat")
    assert amend(sold, {**good, "expected_revision": 3, "move": 7}).was == (409, "stale-revision")
    for wrong in (
        {},
        {"revision": 16},
        {"revision": "x", "move": None},
        {"revision": 0, "move": None},
        {"revision": 1, "move": None},
        {"revision": 99, "move": None},
        {"revision": 2**70, "move": None},
        {"revision": 16, "move": []},
        {"revision": 16, "move": {}},
        {"revision": 16, "move": {"type": "fly"}},
        {"revision": 16, "move": {**bought(10), "seat": 99}},
        {"revision": 16, "move": {**bought(10), "seat": "1"}},
        {"revision": 16, "move": {**bought(10), "amount": "x"}},
        {"revision": 16, "move": {**bought(10), "facts": []}},
        {"revision": 16, "move": None, "before": True},
        {"revision": 16, "move": None, "before": "x"},
        {"revision": 16, "move": None, "more": 1},
    ):
        assert amend(sold, wrong).was == (422, "invalid"), wrong
    assert amend(sold, {"revision": 16, "move": {"type": "pay_dividend"}}).status in (409, 422)
    assert amend(sold, {"revision": 16, "move": bought(41)}).was == (422, "insufficient-funds")
    assert sold.document()["revision"] == 17


def test_a_move_of_an_odd_type(sold: Party) -> None:
    odd: list[Any] = [[], {}, [["bid"]], None, 7, True, ""]
    for type_ in odd:
        assert amend(sold, {"revision": 16, "move": {"type": type_}}).was == (422, "invalid"), type_


def test_the_end_is_undone_first(party: Party) -> None:
    finished(party)
    for body in ({"revision": 2, "move": None}, {}, {"revision": "x"}):
        assert amend(party, body).was == (409, "table-finished")


def test_sent_twice_it_is_made_once(sold: Party) -> None:
    body, idempotency_key = {"revision": 16, "move": bought(10)}, some_number()
    first = amend(sold, body, idempotency_key=idempotency_key)
    second = amend(sold, body, idempotency_key=idempotency_key)
    assert (first.status, second.status) == (201, 201)
    assert first.json["entry"] == second.json["entry"]
    assert first.json["differences"] == second.json["differences"]
    assert sold.document()["revision"] == 18
    other = amend(sold, {"revision": 16, "move": bought(9)}, idempotency_key=idempotency_key)
    assert other.was == (422, "idempotency-key-reused")


def test_a_roll_of_the_app_is_replaced_by_dice_from_the_table_only(client: Client) -> None:
    party = begun(party_with_rows(client))
    rolled = roll_and_pass(party)
    revision, seat = rolled["revision"], rolled["move"]["seat"]
    roll = {"type": "roll_growth", "seat": seat}
    assert amend(party, {"revision": revision, "move": None}).was == (422, "rule")
    assert amend(party, {"revision": revision, "move": roll}).was == (422, "rule")
    dice = [1, 2] if rolled["move"]["dice"] != [1, 2] else [2, 1]
    assert amend(party, {"revision": revision, "move": {**roll, "dice": dice}}).status == 201
    shown = client.get(f"{party.at}/moves?after={revision - 1}&limit=1").json["items"][0]
    assert (shown["move"]["dice"], shown["move"]["source"]) == (dice, "table")
    # The app's next roll is its second all the same.
    assert roll_and_pass(party)["move"]["k"] == rolled["move"]["k"] + 1


def test_it_goes_with_the_game(sold: Party, client: Client) -> None:
    assert amend(sold, {"revision": 16, "move": bought(10)}).status == 201
    note = {"revision": 5, "before": True, "move": {"type": "note", "seat": 1, "text": "hm"}}
    assert amend(sold, note).status == 201
    document = client.get(f"{sold.at}/export", sold.host).json
    made = client.post("/tables/import", document)
    assert made.status == 201, made.body
    other = client.get(f"/tables/{made.json['code']}").json
    mine = sold.document()
    assert [other[name] for name in ("railroads", "turn", "bank")] == [
        mine[name] for name in ("railroads", "turn", "bank")
    ]
    assert [seat["cash"] for seat in other["seats"]] == [seat["cash"] for seat in mine["seats"]]
    for forged in (
        {"revision": 16, "move": {**bought(10), "seat": 1}, "more": 1},
        {"revision": 99, "move": None},
        {"revision": 16},
        {"revision": 16, "move": {**bought(9), "seat": 1}},
        {"revision": 16, "move": None},
        {"revision": True, "move": None},
        {"revision": 16, "move": "x"},
    ):
        lines = [dict(line) for line in document["lines"]]
        lines[17]["body"] = forged
        found = client.post("/tables/import", {**document, "lines": lines})
        assert found.was == (422, "invalid"), forged


def test_what_is_sealed_is_not_to_be_amended(client: Client) -> None:
    party = new_party(client, game="union-pacific")
    party.made(2, "note", text="hm")
    party.made(1, "reveal", company="WW")
    party.made(2, "reveal", company="MS")
    other = {"type": "reveal", "seat": 1, "company": "EPRG"}
    for body in (
        {"revision": 3, "move": other},
        {"revision": 3, "move": None},
        {"revision": 3, "move": {"type": "note", "seat": 1, "text": "x"}, "before": True},
        {"revision": 2, "move": None},
        {"revision": 2, "move": {**other, "seat": 3}, "before": True},
        {"revision": 2, "move": {**other, "seat": 3}},
    ):
        for dry in (True, False):
            found = amend(party, body, dry=dry)
            assert found.was == (409, "not-now"), body
            assert b"WW" not in found.body
            assert b"MS" not in found.body
    party.made(3, "reveal", company="MS")
    assert amend(party, {"revision": 5, "move": None}, dry=True).was == (409, "not-now")
    made = amend(party, {"revision": 3, "move": other})
    assert made.status == 201, made.body
    assert {difference["name"] for difference in made.json["differences"]} >= {"shares.EPRG", "shares.WW"}


def test_hidden_money_is_not_told(client: Client) -> None:
    party = new_party(client, game="union-pacific", rulings={"cash_visibility": "hidden"})
    for seat, company in enumerate(("WW", "MS", "MS"), 1):
        party.made(seat, "reveal", company=company)
    party.made(1, "build", company="WW", dividend_cards=2)
    # Alone in the MS, Dave would get more.
    body = {"revision": 4, "move": {"type": "reveal", "seat": 3, "company": "EPRG"}}
    for dry in (True, False):
        found = amend(party, body, dry=dry)
        assert found.status in (200, 201), found.body
        assert found.json["differences"]
        shown = found.json["differences"] + found.json["entry"]["affects"]
        assert not [item for item in shown if item["name"] in ("cash", "worth", "balance")]


def then(party: Party, revision: Any, key: str | None = None) -> Reply:
    return party.client.get(f"{party.at}/moves/{revision}/offers", key or party.host)


def test_what_was_on_offer_before_an_entry(sold: Party) -> None:
    """Before entry 16 a share was being auctioned; now Ed has played a card, and none is."""
    before = plain(sold.document(sold.host))
    found = then(sold, 16)
    assert found.status == 200
    assert (found.json["revision"], found.json["turn"]["seats"]) == (16, [3])
    offers = {(offer["seat"], offer["type"]): offer for offer in found.json["offers"]}
    assert {type_ for _, type_ in offers} == {"bid", "pass", "auction_result"}
    winner = next(
        each
        for each in offers[1, "auction_result"]["fields"]
        if each["name"] == "winner" and each.get("choices")
    )
    # Whoever says it on a phone says it of the table; the host may name anybody.
    assert {choice["value"] for choice in winner["choices"] if "disabled" not in choice} >= {1, 2, 3}
    assert plain(sold.document(sold.host)) == before, "to look back changes nothing"
    # What was on offer then may be inserted: somebody bids before the result, and entry 16 no longer fits.
    bid = {"revision": 16, "before": True, "move": {"type": "bid", "seat": 3, "amount": 2}}
    assert amend(sold, bid, dry=True).json["revision"] == 16
    assert {offer["type"] for offer in then(sold, 14).json["offers"]} == {"play_card"}


def test_what_an_entry_told_of_the_board(party: Party) -> None:
    begun(party)
    revision = next(
        item["revision"]
        for item in party.client.get(f"{party.at}/moves").json["items"]
        if "Topeka" in str(item["move"].get("facts"))
    )
    assert then(party, revision).json["told"] == [
        {
            "path": ["cities", "Topeka", "income"],
            "label": "Topeka: Income printed",
            "kind": "count",
            "required": True,
            "min": 0,
            "max": 20,
            "default": 2,
        }
    ]


def test_what_cities_earn_is_told_where_it_changes(party: Party) -> None:
    """Topeka pays 3, not 2: so it does to the ATSF, which began there. No other city is told."""
    begun(party)
    fact = {"type": "learn", "seat": 1, "facts": {"cities": {"Topeka": {"income": 3}}}}
    revision = party.document()["revision"]
    made = amend(party, {"revision": revision, "before": True, "move": fact}, dry=True)
    assert made.status == 200, made.body
    city = {"of": "table", "name": "income.Topeka", "from": 2, "to": 3, "unit": "$"}
    assert [one for one in made.json["differences"] if one["of"] == "table"] == [city]


def test_who_may_look_back_and_at_what(sold: Party, client: Client) -> None:
    assert client.get(f"{sold.at}/moves/16/offers").was == (401, "key-needed")
    assert then(sold, 16, sold.seats[1]).was == (403, "host-only")
    assert then(sold, 16, sold.join).was == (403, "not-your-seat")
    for nothing in (0, 1, 99, 2**70):
        assert then(sold, nothing).was == (422, "invalid")
    for nowhere in ("x", "-1", "1.5"):
        assert then(sold, nowhere).status == 404
    assert amend(sold, {"revision": 16, "move": bought(10)}).status == 201
    assert then(sold, 18).was == (422, "invalid"), "an amendment is no move"
    assert then(sold, 16).status == 200
    note = {"revision": 16, "before": True, "move": {"type": "note", "seat": 1, "text": "hm"}}
    assert amend(sold, note).status == 201
    assert then(sold, 19).status == 200, "an entry that was inserted is one"


def test_nothing_sealed_was_on_offer(client: Client) -> None:
    party = new_party(client, game="union-pacific")
    party.made(2, "note", text="hm")
    party.made(1, "reveal", company="WW")
    assert then(party, 2).was == (409, "not-now")
    assert then(party, 3).was == (409, "not-now")
    party.made(2, "note", text="hm again")
    assert then(party, 4).json["offers"] == [], "a sealed choice cannot be put in"
    for seat, company in ((2, "MS"), (3, "MS")):
        party.made(seat, "reveal", company=company)
    assert {offer["type"] for offer in then(party, 3).json["offers"]} == {"reveal"}
    assert then(party, 3).json["offers"][0]["seat"] == 1


def test_it_survives_a_restart(own_server: Server) -> None:
    """Killed and read again, every line, amended ones included, is carried out as it was recorded."""
    party = begun(new_party(own_server.client()))
    party.made(3, "play_card", card="OS", source="hand")
    party.made(3, "offer_share", railroad="CRIP", **{"from": "treasury"})
    party.made(1, "auction_result", winner=1, amount=1)
    party.made(1, "play_card", card="OS", source="hand")
    assert amend(party, {"revision": 16, "move": bought(10)}).status == 201
    assert amend(party, {"revision": 16, "move": bought(12)}).status == 201
    assert party.client.post(f"{party.at}/undo", None, party.host).status == 201
    before, journal = party.document(party.host), party.client.get(f"{party.at}/moves").json
    own_server.restart(signal.SIGKILL)
    party.client = own_server.client()
    after = party.document(party.host)
    assert [after[name] for name in ("seats", "railroads", "turn", "recent", "redo")] == [
        before[name] for name in ("seats", "railroads", "turn", "recent", "redo")
    ]
    assert party.client.get(f"{party.at}/moves").json == journal
    database = ["--database", own_server.database]
    assert cli.main(["check", *database, party.code]) == 0
    assert party.client.post(f"{party.at}/redo", None, party.host).status == 201
    # 40 - 12
    assert party.document()["seats"][0]["cash"] == 28


def test_an_undo_says_what_vanishes(sold: Party) -> None:
    """In the order of the log, before anything happens, and again with the same key."""

    def undo(body: dict[str, Any], dry: bool = False, idempotency_key: str | None = None) -> Any:
        path = f"{sold.at}/undo" + ("?dry_run=true" if dry else "")
        return sold.client.post(path, body, sold.host, idempotency_key=idempotency_key).json["vanishing"]

    sold.made(1, "note", text="hm")
    assert undo({}, dry=True) == [17, 18], "a note goes with the move before it"
    assert undo({"to": 17}, dry=True) == [18]
    assert undo({"to": 14}, dry=True) == [15, 16, 17, 18]
    idempotency_key = some_number()
    assert undo({"to": 16}, idempotency_key=idempotency_key) == [17, 18]
    redone = sold.client.post(f"{sold.at}/redo", {}, sold.host)
    assert "vanishing" not in redone.json
    assert undo({"to": 16}, idempotency_key=idempotency_key) == [17, 18]
    assert amend(sold, {"revision": 16, "move": bought(10)}).status == 201
    assert undo({"to": 16}, dry=True) == [17, 18, 21], "an amendment is taken back with what stood before it"


def test_an_undo_counts_what_was_entered_and_not_what_an_amendment_played_anew(sold: Party) -> None:
    """Entry 17 was played anew by the amendment of 16, and stands before and after."""

    def said(what: str, to: int | None = None) -> Any:
        found = sold.client.post(f"{sold.at}/{what}", {} if to is None else {"to": to}, sold.host)
        assert found.status == 201, found.body
        told = found.json["entry"]
        large.append(told.get("headline"))
        return told["summary"]

    large: list[str | None] = []
    amended = amend(sold, {"revision": 16, "move": bought(10)}).json["entry"]["summary"]
    assert said("undo", 17) == f"Undone: {amended}"
    assert said("redo") == f"Redone: {amended}"
    sold.made(1, "note", text="hm")
    assert said("undo", 17) == "2 moves undone, back to entry 17"
    assert said("redo") == "2 moves redone, up to entry 21"
    assert large[-2:] == ["2 moves undone", "2 moves redone"], "a TV numbers no entries"
