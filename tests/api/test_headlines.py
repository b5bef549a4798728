"""An entry's headline, to be read beside a list of who was paid: the summary without the sums of that list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.played import ALL, played, played_at
from tests.browser.test_union_pacific import revealed
from tests.server import Client, Party, new_party, some, thorough

PAYING = {
    "gulf-mobile-ohio/five-players": (
        19,
        "Dividends are paid; W&W builds to Columbia; Dan scores 1 VP for $3; $1 unspent",
    ),
    "union-pacific/dividend-cases-large": (
        7,
        "1st dividend; Ed builds for MS. Value $2M → $3M; a dividend card turned up",
    ),
    "bank/gulf-with-the-bank": (7, "The bank pays $3 per GM&O; $6 in all"),
    "southern-pacific/dividends": (29, "SP collects $6, pays Pete $1, treasury $5"),
    "bank/several-at-once": (10, "The bank pays $31 ÷ 4 = $7 (rounded down) per A; $28 in all"),
}
"""An evening, after how many moves a dividend has been paid, and its headline: who is no player stands in no list."""
LEADING = {
    "texas-pacific/general-dividends": (
        13,
        "General Dividends: $26 in all; Pete wins the TP certificate for $3",
    ),
    "gulf-mobile-ohio/cancelled-charters": (
        3,
        "The SC's Charter is cancelled (a pass for Ed); Ed gets $12 back; SC can't reach two cities: a mountain",
    ),
    "prairie-railroads/auction-initial-no-money-left": (
        3,
        "Dave wins the ATSF share for $80; Pete cannot bid and is out",
    ),
    "southern-pacific/sales": (24, "Dave declines $0 for McAlester-Sherman"),
    "southern-pacific/dividends": (14, "SP collects $6, pays $3 per share, treasury $1"),
    "bank/worked-table": (99, "Pete wins with $90; the game is over; value per certificate: KP $8"),
    "bank/income-again": (2, "Income of the KP noted: $8"),
    "bank/southern-pacific-with-the-bank": (
        6,
        "Dave wins SP for $9; the price goes to SP",
    ),
    "bank/gulf-with-the-bank": (8, "Ed buys 1 SC from its treasury for $9"),
    "texas-pacific/go-west-later": (8, "SP goes west: $8 per certificate"),
    "prairie-railroads/underfinanced-several-controllers": (
        99,
        "CRIP builds Cuba-Concordia for $5; Income $5 → $8; Pete lets Ed build with the CRIP",
    ),
    "southern-pacific/whole-evening": (
        36,
        "TP buys Paris-Sherman from MP for $4; incomes MP $4 → $2, TP $8 → $10",
    ),
}
"""An evening, after how many moves it is told what matters more than what brought it about, and the headline."""


def last_move(party: Party, language: str = "en") -> dict[str, Any]:
    found = party.client.get(f"{party.at}/moves", party.host, accept_language=language).json["items"]
    return next(entry for entry in reversed(found) if entry["move"]["type"] != "seed")


@pytest.mark.parametrize("evening", some(list(PAYING), 2))
def test_a_dividend_has_a_headline_without_its_sums(client: Client, evening: str) -> None:
    moves, headline = PAYING[evening]
    entry = last_move(played(client, evening, moves))
    assert entry["headline"] == headline
    assert len(entry["summary"]) >= len(headline)  # of one share alone nothing is left out


def test_a_dividend_of_one_share_says_its_sum_once(client: Client) -> None:
    """Pete alone has a share of the SP: $1 of the $6 that it collects."""
    entry = last_move(played(client, "southern-pacific/dividends", 29))
    assert entry["summary"] == "SP collects $6, pays Pete $1. Treasury $5"


@pytest.mark.parametrize("evening", some(list(LEADING), 2))
def test_a_headline_begins_with_what_matters_most(client: Client, evening: str) -> None:
    moves, headline = LEADING[evening]
    assert last_move(played(client, evening, moves))["headline"] == headline


@pytest.mark.parametrize(
    ("evening", "headline"),
    [
        # Pete and Ed are tied, and Pete is president of the SP: the rulebook's example.
        ("first-bull-market", "GHH pays no dividend; treasury $0; Pete has the Bull Market card"),
        # Who has it is still to be rolled: then why is all there is to tell.
        (
            "bull-market-first-tie-rolled",
            "GHH pays no dividend; treasury $0; Bull Market: Ed, Pete, Ann and Bob have the least cash ($20)",
        ),
    ],
)
def test_after_a_tie_who_has_the_card_is_told_before_why(client: Client, evening: str, headline: str) -> None:
    party = played(client, f"southern-pacific/{evening}", ALL)
    made = party.client.get(f"{party.at}/moves?limit=200", party.host).json["items"]
    assert next(entry for entry in made if "least cash" in entry["summary"])["headline"] == headline


def test_a_sum_is_of_all_that_the_list_below_it_pays(client: Client) -> None:
    """The KATY pays $4 as it goes west; then the certificates of the GHH, KATY, MP and SP $3, $4, $5 and $6."""
    party = played(client, "texas-pacific/ruling-west-counts-as-built", 4)
    party.made(1, "decide_nothing", track="ranch")
    gray = {"kind": "gray", "income": 0, "rank": 1}
    party.made(2, "decide_track", railroad="KATY", hexes=[gray], go_west=True)
    assert last_move(party)["headline"].startswith("General Dividends and Go West: $22 in all; ")


def test_what_the_host_puts_right_is_no_dividend(client: Client) -> None:
    """Two cubes are said to be in End, and Ed to have $35: $3, $4, $5 and $6 are paid for that, and not his money."""
    party = played(client, "texas-pacific/ruling-west-counts-as-built", 4)
    cubes = [{"of": "table", "name": name, "value": 1} for name in ("track", "ranch")]
    cash = {"of": "seat:1", "name": "cash", "value": 35}
    party.made(0, "correct", set=[*cubes, cash])
    assert "General Dividends: $18 in all" in last_move(party)["headline"]


def test_a_charter_that_is_cancelled_at_once_was_won_by_nobody(client: Client) -> None:
    """Green has still the most cubes, and stands in Savannah, where the CEN starts. Pete's $20 comes back."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    party.made(2, "expand", rural=2, cities=["Charleston", "Savannah"])
    party.made(2, "charter", railroad="CEN")
    party.made(2, "auction_result", winner=3, amount=20)
    made = last_move(party)
    why = "green is already in Savannah"
    cancelled = f"The CEN's Charter is cancelled: {why}; this counts as Dave's pass; Pete gets $20 back"
    assert made["headline"] == cancelled
    assert made["summary"].startswith("Pete wins the CEN's Charter for $20; the CEN is green; ")


@pytest.mark.parametrize(("players", "most"), [(3, 2), (5, 3)])
def test_how_near_the_end_is_told_when_most_have_passed(client: Client, players: int, most: int) -> None:
    """Of three players from the second pass in a row, of five from the third."""
    party = new_party(client, ["Ed", "Dave", "Pete", "Ann", "Bob"][:players], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=9)
    party.made(2, "expand", rural=1, cities=["Charleston", "Augusta"])
    for passes in range(1, most + 1):
        assert "headline" not in last_move(party) or passes == 1
        party.made(passes + 1, "pass_turn")
    near = f" passes; {most} of {players} in a row, and at {players} the game ends"
    assert last_move(party)["headline"].endswith(near)


def would_be(party: Party, seat: int, **move: Any) -> Any:
    """The entry of a move that is only looked at."""
    found = party.client.post(f"{party.at}/moves?dry_run=true", move, party.key(seat))
    assert found.status == 200, found.body
    return found.json["entry"]


def test_a_preview_begins_with_ones_own_move(client: Client) -> None:
    """What it brings about comes after it, and both are short; the news of it begin with what matters most, and a move
    that nothing follows is told as ever."""
    boxes = {"decision_boxes": {track: {"boxes": 1} for track in ("track", "ranch", "stock")}}
    party = new_party(client, ["Ed", "Dave", "Pete", "Ann"], game="texas-pacific", facts=boxes)
    for winner, amount in ((1, 9), (2, 10), (3, 10), (4, 12)):
        party.made(0, "auction_result", winner=winner, amount=amount)
    hexes = [{"kind": "plain", "rank": 1}, {"kind": "ranch", "rank": 1}]
    built: dict[str, Any] = {"type": "decide_track", "railroad": "GHH", "hexes": hexes}
    alone = would_be(party, 1, **built)
    assert alone.get("headline", alone["summary"]).startswith(
        "GHH builds into 2 hexes for $4: a plain hex and a ranch hex"
    )
    party.made(1, "decide_nothing", track="ranch")
    built["railroad"] = "KATY"
    entry = would_be(party, 2, **built)
    assert entry["headline"].startswith("KATY builds 2 hexes, $4; General Dividends: $19 in all")
    party.made(2, type_=built.pop("type"), **built)
    assert last_move(party)["headline"].startswith(
        "General Dividends: $19 in all; KATY builds into 2 hexes for $4: a plain hex and a ranch hex"
    )
    assert last_move(party)["summary"] == entry["summary"]


def test_a_preview_says_at_once_that_the_game_ends(client: Client) -> None:
    """A phone has room for two lines beside Confirm. The news begin with the dividends."""
    party = played(client, "texas-pacific/ruling-west-counts-as-built", 4)
    party.made(0, "correct", set=[{"of": "table", "name": "round", "value": 8}])
    party.made(1, "decide_nothing", track="ranch")
    entry = would_be(party, 2, type="decide_nothing", track="track")
    said = "Dave only slides the Track cube; the game is over; General Dividends: $18 in all"
    assert entry["headline"].startswith(said)


def test_a_preview_says_apart_what_is_to_be_checked(client: Client) -> None:
    """A dividend card at the first draw: a screen may put the doubt before all it would pay. Once the move is made,
    nothing is to be checked."""
    party = revealed(new_party(client, game="union-pacific", options={"first_player": 1}), "WW", "MS", "MS")
    party.made(1, "build", company="WW")
    entry = would_be(party, 1, type="draw_share", dividend_cards=1)
    assert entry["remark"] == "Very early: check the deck"
    assert "remark" not in would_be(party, 1, type="draw_share", dividend_cards=0)
    party.made(1, "draw_share", dividend_cards=1)
    assert "remark" not in last_move(party)


def test_that_the_game_ends_is_said_apart_too(client: Client) -> None:
    party = played(client, "union-pacific/end-fourth-dividend", ALL)
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    assert would_be(party, 1, type="build", company="WW", dividend_cards=1)["remark"] == (
        "The game is over; very early: check the deck"
    )


def test_why_the_game_ends_is_said_once(client: Client) -> None:
    """Prairie Railroads: with the reason that the entry itself gives, so that a screen need not say both."""
    party = played(client, "prairie-railroads/end-eighth-dividend-from-hand", ALL)
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    entry = would_be(party, 3, type="play_card", card="PD", source="hand")
    assert entry["remark"] == "It is the eighth: the game is over"
    assert entry["summary"].endswith("; it is the eighth: the game is over")


BUILT = "W&W builds to Columbia, for $3"


def test_what_is_amended_is_told_in_a_line(client: Client) -> None:
    """Whose entry it was and what it says now; what it said before stands in the log, and in the line if it is one
    thing."""
    party = played(client, "gulf-mobile-ohio/five-players", 19)
    old = last_move(party)
    assert old["summary"].startswith(BUILT)
    n = old["revision"]

    def amended(move: Any, **more: Any) -> Any:
        body = {"revision": n, "move": move, **more}
        found = party.client.post(f"{party.at}/amend?dry_run=true", body, party.host)
        assert found.status == 200, found.body
        return found.json["entry"]

    found = amended(old["move"])
    assert found["headline"].startswith(f"Dan's entry {n} amended: {BUILT}; ")
    assert "before:" not in found["headline"]
    assert found["summary"].startswith(f"Entry {n} amended: {BUILT}; Dan scores 1 VP")
    assert amended(None)["headline"].startswith(f"Dan's entry {n} struck: {BUILT}; ")
    assert "headline" not in amended({"type": "note", "seat": 1, "text": "pizza"}, before=True)
    n = party.made(4, "note", text="pizza")["revision"]
    note = {"type": "note", "seat": 4, "text": "pasta"}
    assert amended(note)["headline"] == "Correction: Dan: pasta, was pizza"


def test_what_several_have_done_at_once_is_told_whole_when_one_of_it_is_amended(client: Client) -> None:
    """Union Pacific: the last to choose reveals what all have chosen."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="union-pacific", options={"first_player": 1})
    for seat, company in ((1, "WW"), (2, "DM"), (3, "MS")):
        party.made(seat, "reveal", company=company)
    n = party.document()["revision"]
    body = {"revision": n, "move": {"type": "reveal", "seat": 3, "company": "BNL"}}
    found = party.client.post(f"{party.at}/amend?dry_run=true", body, party.host).json["entry"]["headline"]
    assert found.startswith(f"Pete's entry {n} amended: ")
    assert "Pete invests 1 BNL" in found


def test_what_is_undone_says_that_all_of_it_is(client: Client) -> None:
    """Nobody is to read what came of a move as something that has happened now."""
    party = played(client, "gulf-mobile-ohio/five-players", 19)
    n = last_move(party)["revision"]
    before = party.made(4, "note", text="pizza")["revision"] - 1
    found = party.client.post(f"{party.at}/undo", {"to": before}, party.host)
    assert found.status == 201, found.body
    assert found.json["entry"]["summary"] == "Undone: Dan: pizza"
    assert found.json["entry"]["headline"] == "The host took back: Dan: pizza"
    for call, done, told, body in (
        ("undo", "Undone", "took back", {"to": n - 1}),
        ("redo", "Redone", "redid", {}),
    ):
        found = party.client.post(f"{party.at}/{call}", body, party.host)
        assert found.status == 201, found.body
        assert found.json["entry"]["headline"].startswith(f"The host {told}: {BUILT}; ")
        assert found.json["entry"]["summary"].startswith(f"{done}: {BUILT}; Dan scores 1 VP")


def test_a_sale_that_is_taken_back_is_told_as_a_sale(client: Client) -> None:
    """Southern Pacific: that the seller agreed to it goes without saying, as it did when it was made."""
    party = played_at(client, "southern-pacific/katy", 31)
    sold = last_move(party)
    assert sold["move"]["type"] == "accept_sale"
    found = party.client.post(f"{party.at}/undo", {}, party.host).json["entry"]
    words = "MKT buys Sherman-McAlester from MP for $9; incomes MP $8 → $5, MKT $11 → $14"
    assert (sold["headline"], found["headline"]) == (words, f"The host took back: {words}")
    assert found["summary"] == f"Undone: Ed agrees; {words}"


@thorough
def test_who_has_taken_a_move_back_is_named(client: Client) -> None:
    party = played(client, "gulf-mobile-ohio/five-players", 19)
    last = last_move(party)
    n, move = last["revision"], last["move"]
    assert party.client.post(f"{party.at}/undo", {"to": n - 1}, party.host).status == 201
    again = {name: value for name, value in move.items() if name not in ("seat", "type", "facts")}
    party.made(4, move["type"], **again)
    found = party.client.post(f"{party.at}/undo", {"to": n - 1}, party.key(4))
    assert found.status == 201, found.body
    assert found.json["entry"]["headline"].startswith(f"Dan took back: {BUILT}; ")


def test_on_one_phone_for_all_nobody_is_said_to_have_taken_back_what_another_did(client: Client) -> None:
    """Who holds the phone has entered it for somebody; a player's own move, and one made with a key of one's own, is
    taken back by name."""
    options = {"box": "union-pacific", "starting_cash": 80, "act_for": "anyone", "undo": "anyone"}
    party = new_party(client, ["Ed", "Bartholomew"], game="bank", options=options)
    for by, seat, told in (
        (1, 2, "Taken back: Bartholomew pays Ed $5M"),
        (2, 2, "Ed took back: Bartholomew pays Ed $5M"),
    ):
        found = party.client.post(
            f"{party.at}/moves", {"type": "pay", "seat": seat, "to": ["seat:1"], "amount": 5}, party.key(by)
        )
        assert found.status == 201, found.body
        found = party.client.post(f"{party.at}/undo", {}, party.key(1))
        assert found.status == 201, found.body
        assert found.json["entry"]["headline"] == told
        found = party.client.post(f"{party.at}/redo", {}, party.key(1))
        redone = told.replace("Taken back", "Redone").replace("took back", "redid")
        assert found.json["entry"]["headline"] == redone


def test_what_is_put_right_says_old_and_new_money_as_money(client: Client) -> None:
    """Who took what back, and of an amount what it was, in the money of the table."""
    party = new_party(
        client, ["Ed", "Bartholomew"], game="bank", options={"box": "union-pacific", "starting_cash": 80}
    )
    n = party.made(2, "pay", to=["seat:1"], amount=12)["revision"]
    move = {"type": "pay", "seat": 2, "to": ["seat:1"], "amount": 14}
    found = party.client.post(f"{party.at}/amend", {"revision": n, "move": move}, party.host).json["entry"]
    assert found["headline"] == "Correction: Bartholomew pays Ed $14M, was $12M"
    assert found["summary"] == (
        f"Entry {n} amended: Bartholomew pays Ed $14M; before: Bartholomew pays Ed $12M"
    )
    party.made(2, "pay", to=["seat:1"], amount=5)
    found = party.client.post(f"{party.at}/undo", {}, party.key(2)).json["entry"]
    assert (found["headline"], found["summary"]) == (
        "Bartholomew took back: Bartholomew pays Ed $5M",
        "Undone: Bartholomew pays Ed $5M",
    )
    move |= {"to": ["bank"], "amount": 3}
    found = party.client.post(f"{party.at}/amend", {"revision": n, "move": move}, party.host).json["entry"]
    assert found["headline"] == f"Bartholomew's entry {n} amended: Bartholomew pays the bank $3M", (
        "two things"
    )


def test_an_amendment_that_is_undone_tells_how_the_entry_reads_now(client: Client) -> None:
    party = new_party(
        client, ["Ed", "Bo"], game="bank", options={"box": "union-pacific", "starting_cash": 80}
    )
    n = party.made(2, "pay", to=["seat:1"], amount=12)["revision"]

    def said(call: str, **body: Any) -> tuple[str, str]:
        entry = party.client.post(f"{party.at}/{call}", body, party.host).json["entry"]
        return entry["headline"], entry["summary"]

    move = {"type": "pay", "seat": 2, "to": ["bank"], "amount": 3}
    for put_right, told in ((move, f"Bo's entry {n} amended: Bo pays the bank $3M"), (None, "")):
        told = told or f"Bo's entry {n} struck: Bo pays Ed $12M"
        headline, whole = said("amend", revision=n, move=put_right)
        assert headline == told
        assert said("undo") == (f"Bo's entry {n} as before: Bo pays Ed $12M", f"Undone: {whole}")
        assert said("redo") == (told, f"Redone: {whole}")
        said("undo")
    party.client.post(f"{party.at}/amend", {"revision": n, "move": move, "before": True}, party.host)
    assert said("undo")[0] == "No longer inserted: Bo pays the bank $3M"


def test_a_headline_in_german(client: Client) -> None:
    moves, _ = PAYING["gulf-mobile-ohio/five-players"]
    entry = last_move(played(client, "gulf-mobile-ohio/five-players", moves), "de")
    assert entry["headline"].startswith(
        "Dividenden werden gezahlt; W&W baut: Columbia; Dan bekommt 1 VP mit Steinen für"
    )


def test_an_entry_that_names_no_sums_has_none(client: Client) -> None:
    entry = last_move(played(client, "gulf-mobile-ohio/five-players", 1))
    assert entry["summary"]
    assert "headline" not in entry


def test_in_german_a_purchase_names_whose_treasury_it_is_from(client: Client) -> None:
    """A pronoun there would have nothing to stand for."""
    entry = last_move(played(client, "bank/gulf-with-the-bank", 8), "de")
    assert entry["headline"] == "Ed kauft 1 SC aus der Kasse der Gesellschaft für $9"
