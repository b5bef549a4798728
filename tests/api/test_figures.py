"""What the host may correct: listed with its bounds, for the host alone."""

from __future__ import annotations

from typing import Any

from tests.playing import finished
from tests.server import Client, Party, new_party


def listed(party: Party, key: str) -> dict[tuple[str, str], Any]:
    answer = party.client.get(f"{party.at}/figures", key)
    assert answer.status == 200, answer.json
    assert answer.json["revision"] == party.document()["revision"]
    return {(figure["of"], figure["name"]): figure for figure in answer.json["figures"]}


def test_the_host_alone_reads_them(client: Client, party: Party) -> None:
    assert client.get(f"{party.at}/figures").status == 401
    assert client.get(f"{party.at}/figures", party.seats[1]).json["code"] == "host-only"
    figures = listed(party, party.host)
    assert figures["seat:1", "cash"] == {
        "of": "seat:1",
        "name": "cash",
        "label": "Cash",
        "value": 80,
        "min": 0,
        "max": 99_999,
        "what": "money",
        "other": "bank",
    }
    assert figures["bank", "balance"]["other"] is None


def test_whoever_has_the_difference_is_posted(client: Client, party: Party) -> None:
    """The bank has $3 more than the books say: Ed has them too little."""
    balance = party.document()["bank"]["balance"]
    posting = {"from": "seat:1", "to": "bank", "amount": 3}
    party.made(0, "correct", postings=[posting], note="Ed paid twice")
    assert listed(party, party.host)["bank", "balance"]["value"] == balance + 3
    assert party.document()["seats"][0]["cash"] == 77


def test_money_that_changes_has_its_unit(party: Party) -> None:
    """As in the panels: `$` for cash and income, nothing for what is counted otherwise."""
    rows = [("seat:1", "cash", 50), ("railroad:KP", "income", 4)]
    setting = [{"of": of, "name": name, "value": value} for of, name, value in rows]
    bought = {"from": "railroad:KP", "to": "seat:1", "amount": 1, "what": "share:KP"}
    changed = party.made(0, "correct", set=setting, postings=[bought])["entry"]["affects"]
    units = {(change["of"], change["name"]): change.get("unit") for change in changed}
    assert units["seat:1", "cash"] == units["railroad:KP", "income"] == "$"
    assert units["railroad:KP", "shares_unsold"] is None


def test_a_minimum_bid_that_a_table_has_shown_all_along_is_marked(party: Party) -> None:
    """A railroad without track has a minimum bid of nothing, but $1 stands in the table: no bid is less."""
    party.made(0, "auction_result", winner=1, amount=20)
    first = party.made(0, "build_start", **{"from": "Troy", "to": "Marysville"})["entry"]["affects"]
    changed = {change["name"]: change for change in first if change["of"] == "railroad:CRIP"}
    assert (changed["min_bid"]["from"], changed["min_bid"]["to"]) == (0, 1)
    assert changed["min_bid"].get("repeated")
    assert not changed["value"].get("repeated")
    setting = [{"of": "railroad:CRIP", "name": "value", "value": 10}]
    later = party.made(0, "correct", set=setting, note="counted")["entry"]["affects"]
    assert not next(change for change in later if change["name"] == "min_bid").get("repeated")


def test_hidden_money_stays_hidden(client: Client) -> None:
    party = new_party(client, game="union-pacific", rulings={"cash_visibility": "hidden"})
    figures = listed(party, party.host)
    assert figures["seat:1", "cash"]["value"] is None
    assert ("bank", "balance") not in figures


def test_nothing_after_the_end(client: Client, party: Party) -> None:
    finished(party)
    answer = client.get(f"{party.at}/figures", party.host)
    assert answer.status == 409
    assert answer.json["code"] == "table-finished"


def test_track_between_two_long_names_is_put_right(party: Party) -> None:
    """A name has forty letters at the most, and a segment has two."""
    segment = f"segment.{'Q' * 38}-{'Z' * 38}"
    row = {"of": "railroad:CRIP", "name": segment}
    party.made(0, "correct", set=[{**row, "value": 1}])
    chosen = listed(party, party.host)["railroad:CRIP", "segment."]["chosen"]
    assert len(chosen) == 1
    assert len(chosen[0]) == 77
    party.made(0, "correct", set=[{**row, "value": 0}])
    assert listed(party, party.host)["railroad:CRIP", "segment."]["chosen"] == []
