"""A whole game as one document: out, in again, and refused when somebody has changed a line."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.mechanisms import dice
from companion.service import Service, exports, imports, moving
from companion.service.keys import Viewer
from companion.store.sql import SqlStore
from companion.table.journal import Line
from companion.table.table import Table
from companion.words.errors import RuleError
from tests.playing import begun, finished, party_with_rows, plain, roll_and_pass, rolled_by_hand
from tests.server import Client, Party, some


def imported(client: Client, document: Any) -> Party:
    found = client.post("/tables/import", document)
    assert found.status == 201, found.body
    return Party(client, found.json["code"], found.json["host_key"], found.json["join_key"])


def exported(party: Party, key: str | None = None) -> Any:
    found = party.client.get(f"{party.at}/export", key)
    assert found.status == 200, found.body
    assert "attachment" in found.headers["content-disposition"]
    return found.json


def alike(one: Party, other: Party) -> None:
    """The same game, except for what an import renews."""
    own = ("code", "join_pin", "join_url", "recent", "revision")
    first, second = (
        {name: value for name, value in plain(party.document(party.host)).items() if name not in own}
        for party in (one, other)
    )
    for document in (first, second):
        for seat in document["seats"]:
            seat.pop("claimed"), seat.pop("connected"), seat.pop("colour")
    assert first == second


def test_a_running_game_there_and_back(client: Client, party: Party) -> None:
    begun(party)
    client.post(f"{party.at}/undo", None, party.host)
    client.post(f"{party.at}/redo", None, party.host)
    client.post(f"{party.at}/undo", {"to": 8}, party.host)
    document = exported(party, party.host)
    assert not document["finished"]
    assert all(seed["seed"] is None for seed in document["dice"]["seeds"])
    for key in (party.host, party.join, *party.seats.values()):
        assert key not in json.dumps(document)
    other = imported(client, document)
    alike(party, other)
    assert other.code != party.code
    lines = exported(other, other.host)["lines"]
    assert lines[:-1] == document["lines"]
    assert lines[-1]["kind"] == "seed"
    # and it is played on; what was undone can still be redone
    assert client.post(f"{other.at}/redo", None, other.host).status == 201
    other.made(0, "note", text="here we go on")
    assert not other.document()["seats"][0]["claimed"]


def test_rolls_of_an_imported_game(client: Client) -> None:
    """Its former seed is with the table it came from; new rolls come from a new one."""
    party = begun(party_with_rows(client))
    rolls = [roll_and_pass(party) for _ in range(3)]
    other = imported(client, exported(party, party.host))
    answer = client.get(f"{other.at}/dice").json
    assert [roll["dice"] for roll in answer["rolls"]] == [roll["move"]["dice"] for roll in rolls]
    assert [seed["commitment"] for seed in answer["seeds"]][:1] == [
        seed["commitment"] for seed in client.get(f"{party.at}/dice").json["seeds"]
    ]
    assert [seed["seed"] for seed in answer["seeds"]] == [None, None]
    for seat in (1, 2, 3):
        other.claim(seat)
    roll_and_pass(other)
    after = client.get(f"{other.at}/dice").json["rolls"]
    assert [(roll["k"], roll["dice_id"]) for roll in after] == [
        *((k, answer["seeds"][0]["dice_id"]) for k in range(3)),
        (3, answer["seeds"][1]["dice_id"]),
    ]
    imported(client, exported(other, other.host))


def test_a_finished_game_there_and_back(client: Client, party: Party) -> None:
    finished(party)
    document = exported(party)
    assert document["finished"]
    other = imported(client, document)
    alike(party, other)
    assert client.get(f"{other.at}/settlement").json == client.get(f"{party.at}/settlement").json
    assert client.get(f"{other.at}/dice").json == client.get(f"{party.at}/dice").json
    assert exported(other) == {**document, "options": exported(other)["options"]}
    assert other.move(0, "note", text="x").was == (409, "table-finished")
    assert client.post(f"{other.at}/undo", None, other.host).status == 201
    assert client.get(f"{other.at}/dice").json["seeds"][-1]["seed"] is None


def test_a_finished_game_with_a_seed_that_is_not_its_own(client: Client, party: Party) -> None:
    """Its rolls cannot be proved then; it says so, and nothing fails."""
    finished(party)
    document = exported(party)
    odd: list[Any] = [None, [], [{}], [{"dice_id": 1, "seed": 2}], document["dice"]["seeds"] * 2]
    for shown in odd:
        other = imported(client, {**document, "dice": {"seeds": shown}})
        assert client.get(f"{other.at}/dice").status == 200
    seeds = copy.deepcopy(document["dice"]["seeds"])
    seeds[0] |= {"seed": "00" * 32, "commitment": hashlib.sha256(bytes(32)).hexdigest(), "since": 2**63}
    other = imported(client, {**document, "dice": {"seeds": seeds}})
    assert client.get(f"{other.at}/dice").json["seeds"][0]["seed"] is None


ODD: list[Any] = [None, True, -1, 2**63, 1.5, "x", "", [], {}, [[]], {"a": 1}, "\x00" * 100]


def changes(document: Any) -> Iterator[tuple[str, Any]]:
    """The document with one thing changed, in every way worth trying."""
    for name in ("game", "lines", "players", "export"):
        for value in ODD:
            yield with_(document, [name], value)
    for n in range(len(document["lines"])):
        yield from _changes_of_a_line(document, n)
    for n in range(len(document["lines"])):
        changed = copy.deepcopy(document)
        del changed["lines"][n]
        if n < len(document["lines"]) - 1:
            yield f"without line {n + 1}", changed
    yield with_(document, ["lines"], document["lines"] * 2)
    yield with_(document, ["lines"], document["lines"][::-1])
    yield with_(document, ["players"], document["players"][:2])
    yield with_(document, ["players"], [*document["players"], "Eve"])


def with_(document: Any, path: list[Any], value: Any) -> tuple[str, Any]:
    changed = copy.deepcopy(document)
    at = changed
    for part in path[:-1]:
        at = at[part]
    at[path[-1]] = value
    return f"{path}={value!r:.40}", changed


def _changes_of_a_line(document: Any, n: int) -> Iterator[tuple[str, Any]]:
    line = document["lines"][n]
    for name in ("revision", "kind", "body", "digest", "by"):
        for value in ODD[: 4 if n > 3 else None]:
            if value not in (line[name], None, "", [], {}) or name != "by":
                yield with_(document, ["lines", n, name], value)
    for name in line["body"]:
        if line["kind"] == "begin" and name in ("dice", "box"):
            continue
        for value in ODD:
            if value != line["body"][name] and not (name == "atlas" and value in ({}, [])):
                yield with_(document, ["lines", n, "body", name], value)
    if line["kind"] == "move":
        yield with_(document, ["lines", n, "body", "k"], 0)
    else:
        yield with_(document, ["lines", n, "kind"], "move")


def test_changed_exports(client: Client, party: Party) -> None:
    """Whatever is changed in it: refused in words, never a 500, and no table more than before."""
    party.made(0, "auction_result", winner=1, amount=20)
    party.made(1, "build_start", **{"from": "Troy", "to": "Marysville"})
    party.made(1, "bid", amount=4)
    client.post(f"{party.at}/undo", None, party.host)
    client.post(f"{party.at}/redo", None, party.host)
    document = exported(party, party.host)
    taken = []
    all_of_them = list(changes(document))
    tried = set(some([what for what, _ in all_of_them], 5))
    for what, changed in (each for each in all_of_them if each[0] in tried):
        if _is_taken(client, what, changed):
            taken.append(what)
        lines = changed["lines"]
        if isinstance(lines, list) and lines[:1] == document["lines"][:1]:
            _is_taken(client, f"{what}, with digests that fit", redigested(changed))
    assert not taken, taken


def _is_taken(client: Client, what: str, document: Any) -> bool:
    """Is it taken in? Then the table can be read."""
    found = client.post("/tables/import", document)
    if found.status != 201:
        assert found.was in ((422, "invalid"), (404, "no-such-game")), (what, found.body)
        return False
    for path in ("", "/moves", "/dice", "/settlement"):
        assert client.get(f"/tables/{found.json['code']}{path}").status == 200, what
    return True


@pytest.fixture
def rolled(party: Party) -> Any:
    """An export whose last line is a roll with the table's own dice."""
    begun(party)
    party.made(3, "play_card", card="CT", source="hand")
    party.made(3, "roll_growth", dice=[1, 2])
    document = exported(party, party.host)
    assert document["lines"][-1]["body"]["source"] == "table"
    return document


def test_forged_times(client: Client, rolled: Any) -> None:
    imported(client, rolled)
    for at in ("", "=1+1", "<b>late</b>", "2026-01-01", "2026-13-01T00:00:00.000Z", "2026-01-01T00:00:00"):
        _, changed = with_(rolled, ["lines", 0, "at"], at)
        assert client.post("/tables/import", redigested(changed)).was == (422, "invalid"), (
            "results take it over as it is"
        )


def test_forged_lines(client: Client, rolled: Any) -> None:
    """Lines that replay just as well, but were written by nobody, at no time, or as no version writes them."""
    late = f"{datetime.now(UTC).year + 2}-01-01T00:00:00.000Z"
    begin = rolled["lines"][0]["body"]
    for line, name, value in (
        (3, "by", "seat:4"),
        (3, "by", "seat:99"),
        (3, "by", "seat:0"),
        (3, "by", "seat:"),
        (2, "at", "9999-12-31T23:59:59.000Z"),
        (2, "at", late),
        (3, "format", 1),
        (3, "format", 3),
        (1, "body", {**begin, "dice": {"id": "0" * 41, "commitment": "0" * 64}}),
        (1, "body", {**begin, "dice": {"id": "0" * 16, "commitment": "0" * 65}}),
        (1, "body", {**begin, "dice": {"id": 7, "commitment": "0" * 64}}),
        (1, "body", {**begin, "dice": {}}),
    ):
        _, changed = with_(rolled, ["lines", line - 1, name], value)
        found = client.post("/tables/import", redigested(changed))
        assert found.was == (422, "invalid"), (name, value)
        assert found.json["errors"] == {"lines": [f"line {line}"]}, (name, value, found.json)


def test_forged_format(client: Client) -> None:
    """A game that is younger than format 1 has no lines of that format."""
    made = client.post("/tables", {"game": "bank", "players": ["Ed"], "options": {"starting_cash": 5}})
    export = client.get(f"/tables/{made.json['code']}/export", made.json["host_key"]).json
    imported(client, export)
    export["lines"] = [{**line, "format": 1} for line in export["lines"]]
    found = client.post("/tables/import", redigested(export))
    assert (found.was, found.json["errors"]) == ((422, "invalid"), {"lines": ["line 1"]})


def test_forged_moves(client: Client, rolled: Any) -> None:
    """They have more members than the move, or another source of dice."""
    last = rolled["lines"][-1]["body"]
    for forged in (
        {**last, "source": "app", "k": 0, "dice": [1, 2], "extra": 1},
        {**last, "source": "app"},
        {**last, "source": "app", "k": 7},
        {**last, "k": 0},
        {**last, "source": None},
        {**last, "dice": [1.0, 2.0]},
        {**last, "seat": True},
    ):
        _, changed = with_(rolled, ["lines", -1, "body"], forged)
        assert client.post("/tables/import", redigested(changed)).was == (422, "invalid"), forged


def test_half_a_sign_in_a_file(tmp_path: Path) -> None:
    """Over HTTP there cannot be one; a file given to `companion import` may have it."""
    service = Service(SqlStore(f"sqlite:///{tmp_path}/companion.sqlite"))
    made = service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {}, {}, None)
    moving.play(made.live, Viewer("host"), {"type": "note", "seat": 1, "text": "so"}, lambda made: made)
    document = json.loads(json.dumps(exports.export(made.live)))
    document["lines"][1]["body"]["text"] = "\ud800"
    with pytest.raises(RuleError, match="Line 2"):
        imports.import_game(service, document)


def test_rulings_of_a_forged_game(client: Client, party: Party) -> None:
    """A table has every ruling of its game, with one of its choices; digests do not cover them."""
    document = exported(party, party.host)
    first = document["lines"][0]["body"]
    name, *others = first["rulings"]
    imported(client, redigested(copy.deepcopy(document)))
    forgeries: list[Any] = [
        None,
        7,
        [],
        {},
        {other: first["rulings"][other] for other in others},
        {**first["rulings"], name: "something else"},
        {**first["rulings"], name: []},
        {**first["rulings"], "of_another_game": "yes"},
    ]
    for rulings in forgeries:
        changed = copy.deepcopy(document)
        changed["lines"][0]["body"]["rulings"] = rulings
        assert client.post("/tables/import", redigested(changed)).was == (422, "invalid"), rulings


def redigested(document: Any) -> Any:
    """The document with digests that fit its present lines: whoever forges a line can make those too."""
    table: Table | None = None
    for raw in document["lines"]:
        try:
            line = Line(**raw)
            if table is None:
                table = Table(line)
            else:
                table.reread(line)
            raw["digest"] = table.line_digest(line, table.state)
        except Exception:  # what cannot be replayed has no digest
            break
        table.journal.lines[-1] = Line(**raw)
    return document


# --- dice ------------------------------------------------------------------------------------------------


def test_the_dice_of_a_whole_game_can_be_checked(client: Client) -> None:
    """Commitment first, seed at the end; every roll recomputed here, with nothing but SHA-256."""
    party = begun(party_with_rows(client))
    begun_with = client.get(f"{party.at}/dice").json
    assert begun_with["seeds"][0]["seed"] is None
    assert not begun_with["rolls"]
    rolls = [roll_and_pass(party) for _ in range(5)]
    # undone and rolled again it falls the same
    client.post(f"{party.at}/undo", {"to": rolls[-1]["revision"] - 1}, party.host)
    second = party.made(0, "roll_growth")["entry"]
    assert (second["move"]["dice"], second["move"]["k"]) == (
        rolls[-1]["move"]["dice"],
        rolls[-1]["move"]["k"],
    )
    client.post(f"{party.at}/undo", {"to": rolls[-1]["revision"] - 2}, party.host)
    seat = party.document()["turn"]["seat"]
    figures = [{"of": f"seat:{seat}", "name": f"cards.{card}", "value": 0} for card in ("CT", "OS", "PD")]
    assert client.get(f"{party.at}/dice").json["seeds"][0]["seed"] is None
    party.made(0, "correct", set=figures)
    party.made(seat, "deck_empty")

    answer = client.get(f"{party.at}/dice").json
    assert answer["finished"]
    assert answer["seeds"][0]["commitment"] == begun_with["seeds"][0]["commitment"]
    seed = bytes.fromhex(answer["seeds"][0]["seed"])
    assert hashlib.sha256(seed).hexdigest() == answer["seeds"][0]["commitment"]
    assert len(answer["rolls"]) == 6
    for roll in answer["rolls"]:
        assert roll["dice"] == list(dice.roll(seed, roll["dice_id"], "growth", roll["k"], (6,) * 2))
        assert roll["dice"] == rolled_by_hand(seed, f"{roll['dice_id']}:growth:{roll['k']}")
    assert [roll["k"] for roll in answer["rolls"]] == [0, 1, 2, 3, 4, 4]


def test_a_dry_run_never_draws(client: Client) -> None:
    party = begun(party_with_rows(client))
    party.made(3, "play_card", card="CT", source="hand")
    for key in (party.seats[3], party.host):
        found = client.post(f"{party.at}/moves?dry_run=true", {"type": "roll_growth"}, key)
        assert found.status == 200
        assert found.json["entry"]["move"]["dice"] is None
    assert client.get(f"{party.at}/dice").json["rolls"] == []
    party.made(3, "roll_growth")
    undo = client.post(f"{party.at}/undo", None, party.seats[3])
    assert undo.was == (403, "host-only"), "no seat rolls until it likes what it sees"


def test_after_the_end_a_new_seed(client: Client, party: Party) -> None:
    """The old one is public once the game is over: what is rolled after an undo comes from another."""
    finished(party)
    first = client.get(f"{party.at}/dice").json["seeds"]
    assert (
        client.post(f"{party.at}/undo?dry_run=true", None, party.host).json["entry"]["move"]["dice"] is None
    )
    assert client.post(f"{party.at}/undo", None, party.host).status == 201
    seeds = client.get(f"{party.at}/dice").json["seeds"]
    assert seeds[0]["seed"] == first[0]["seed"]
    assert seeds[1]["seed"] is None
    assert seeds[1]["commitment"] != first[0]["commitment"]
    entry = client.get(f"{party.at}/moves?limit=500").json["items"][-1]
    assert entry["move"]["dice"]["commitment"] == seeds[1]["commitment"]


def test_no_seed_before_the_end(client: Client, party: Party) -> None:
    begun(party)
    for key, was in (
        (None, (401, "key-needed")),
        (party.seats[1], (403, "host-only")),
        (party.join, (403, "host-only")),
    ):
        assert client.get(f"{party.at}/dice", key).json["seeds"][0]["seed"] is None
        assert client.get(f"{party.at}/export", key).was == was
