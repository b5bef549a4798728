"""Six phones at once, fifty tables at once: one move a revision, and no dollar made or lost."""

from __future__ import annotations

import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.postgresql import Elsewhere, Postgres
from tests.server import PATIENCE, Client, Party, Reply, Server, checked_end, new_party, thorough, times
from tests.spread import Several

ROUNDS = times(1_000, 20)
PHONES = 6
TABLES = 50
MOVES = times(100, 50)


def test_six_phones_for_one_revision(server: Server) -> None:
    """All ask for the same revision: one gets it, the others are told that the table has moved on."""
    race(server)


@thorough
def test_six_phones_on_four_processes(tmp_path: Path, postgres: Postgres | Elsewhere) -> None:
    """The same, with each call going to any of four processes."""
    several = Several(tmp_path, postgres.database(), 4)
    try:
        race(several.start())
        checked_end(several, [])
    finally:
        several.kill()


def race(server: Server) -> None:
    party = new_party(server.client(), ["A", "B", "C", "D", "E"])
    keys = [*party.seats.values(), party.host]
    gate = threading.Barrier(PHONES)
    rounds: list[list[Reply]] = [[] for _ in range(ROUNDS)]
    counted = {"type": "correct", "set": [{"of": "seat:1", "name": "cash", "value": 60}]}

    def phone(number: int) -> None:
        client = server.client()
        for n, answers in enumerate(rounds):
            host = number == PHONES - 1 or number % 2
            body: dict[str, Any] = (
                counted if host else {"type": "learn", "facts": {"cities": {"Sedan": {"income": 1}}}}
            )
            key = party.host if host else keys[number]
            gate.wait(PATIENCE)
            sent = {**body, "expected_revision": n + 1}
            answers.append(client.post(f"{party.at}/moves", sent, key))
        client.close()

    with ThreadPoolExecutor(PHONES) as pool:
        list(pool.map(phone, range(PHONES)))
    for n, answers in enumerate(rounds):
        shown = Counter(answer.was for answer in answers)
        assert shown == {(201, ""): 1, (409, "stale-revision"): PHONES - 1}, (n, shown)
        won = next(answer for answer in answers if answer.status == 201)
        assert won.json["revision"] == n + 2
    assert party.document()["revision"] == ROUNDS + 1


def test_six_phones_without_a_revision(server: Server) -> None:
    """Without a revision each bid is either taken or too late, and every revision is one line."""
    party = new_party(server.client(), ["A", "B", "C", "D", "E"])
    made: list[int] = []

    def phone(seat: int) -> None:
        client = server.client()
        for n in range(1, times(500)):
            found = client.post(f"{party.at}/moves", {"type": "bid", "amount": n}, party.key(seat % 6))
            assert found.status in (201, 409, 422), found.body
            if found.status == 201:
                made.append(found.json["revision"])
        client.close()

    with ThreadPoolExecutor(PHONES) as pool:
        list(pool.map(phone, range(PHONES)))
    assert made
    assert sorted(made) == list(range(2, len(made) + 2))
    assert party.document()["revision"] == len(made) + 1


def money(document: Any) -> int:
    """All there is: in the bank, at the seats, with the railroads."""
    seats = sum(seat["cash"] for seat in document["seats"])
    treasuries = sum(railroad["treasury"] for railroad in document["railroads"])
    return int(document["bank"]["balance"] + seats + treasuries)


@thorough
def test_fifty_tables(server: Server) -> None:
    """Whatever is offered is played, with undo and redo in between: on every table, at every revision, the
    paper money stays what it is. What was answered, what is streamed and what is read are one."""

    def play(number: int) -> int:
        chance = random.Random(number)
        client = server.client()
        party = new_party(client, claim=False)
        stream = server.stream(party)
        seen = 1
        for _ in range(MOVES):
            reply = one_move(client, party, chance)
            assert reply.status in (201, 409, 422), reply.body
            if reply.status == 201:
                seen += 1
                assert reply.json["revision"] == seen
                document = reply.json["table"]
                assert money(document) == document["bank"]["paper_total"], reply.json["entry"]
        shown = stream.until(lambda document: document["revision"] == seen)
        assert money(shown) == shown["bank"]["paper_total"]
        stream.close()
        journal = client.get(f"{party.at}/moves?limit=500").json["items"]
        assert [entry["revision"] for entry in journal] == list(range(1, seen + 1))
        exported = client.get(f"{party.at}/export", party.host).json
        assert client.post("/tables/import", exported).status == 201, "a replay gives the same state"
        client.close()
        return seen

    with ThreadPoolExecutor(TABLES) as pool:
        seen = list(pool.map(play, range(TABLES)))
    assert sum(seen) > TABLES * MOVES / 4, "a good part of what is offered was played"


def one_move(client: Client, party: Party, chance: random.Random) -> Reply:
    """One of the host's offers, or an undo or redo."""
    turn = chance.random()
    if turn < 0.1:
        return client.post(f"{party.at}/undo", None, party.host)
    if turn < 0.2:
        return client.post(f"{party.at}/redo", None, party.host)
    document = party.document(party.host)
    if turn < 0.25:
        value = {"of": f"seat:{chance.randint(1, 3)}", "name": "cash", "value": chance.randint(0, 200)}
        return party.move(0, "correct", set=[value])
    offer = chance.choice(document["offers"])
    body: dict[str, Any] = {"type": offer["type"], "seat": offer["seat"]}
    for field in offer["fields"]:
        if (value := chosen(field, chance)) is not None:
            body[field["name"]] = value
    return client.post(f"{party.at}/moves", body, party.host)


def chosen(field: dict[str, Any], chance: random.Random) -> Any:
    """A value for a field; None leaves it out."""
    if choices := [choice for choice in field.get("choices", ()) if not choice.get("disabled")]:
        value = chance.choice(choices)["value"]
        return [value] if field["kind"] in ("links", "places", "choices") else value
    match field["kind"]:
        case "money" | "count":
            least = field.get("min", 0)
            return chance.randint(least, max(least, min(field.get("max", least), least + 9)))
        case "place":
            return chance.choice(["Marysville", "Troy", "Topeka", "Whiting", "Coffeyville"])
        case "links":
            return [{"from": "Troy", "to": "Marysville"}]
        case "text":
            return "x"
        case _:
            return None
