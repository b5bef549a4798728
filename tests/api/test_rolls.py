"""A roll without a table that everybody can see and check."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from companion.mechanisms import dice
from companion.service.rolls import Memory, Rolls
from companion.store import ROLL_SECONDS, ROLLS
from companion.words.errors import RuleError
from tests.playing import rolled_by_hand
from tests.scanning import on_screen, scanned
from tests.server import Client, Server

GROWTH = "/tools/prairie-railroads/growth"
FACES = (6, 6)


def committed(client: Client, **more: Any) -> Any:
    found = client.post(GROWTH, {"commit": True, **more})
    assert found.status == 200, found.body
    return found.json


def test_a_roll_that_was_committed_to(client: Client) -> None:
    made = committed(client)
    assert set(made) >= {"id", "commitment"}
    at = f"/tools/rolls/{made['id']}"
    before = client.get(at).json
    assert (before["dice"], before["seed"], before["commitment"]) == (None, None, made["commitment"])
    assert "row" not in before
    rolled = client.post(GROWTH, {"id": made["id"]}).json
    assert hashlib.sha256(bytes.fromhex(rolled["seed"])).hexdigest() == made["commitment"]
    assert rolled["dice"] == rolled_by_hand(bytes.fromhex(rolled["seed"]), rolled["message"])
    assert rolled["message"] == f"{made['id']}:growth:0"
    assert rolled["row"] == "".join(map(str, rolled["dice"]))
    assert client.post(GROWTH, {"id": made["id"]}).json == rolled, "it is rolled once"
    assert client.get(at.lower()).json == rolled, "everybody sees the same"


def test_the_row_comes_with_its_cities(client: Client) -> None:
    """Row 12 names Pratt and Ransom."""
    for _ in range(2_000):
        made = committed(client)
        rolled = client.post(GROWTH, {"id": made["id"]}).json
        if rolled["row"] == "12":
            assert (rolled["primary"], rolled["secondary"]) == ("Pratt", "Ransom")
            return
    pytest.fail("two thousand rolls without a 1 and a 2")


def test_six_phones_roll_at_once(server: Server) -> None:
    client = server.client()
    for _ in range(20):
        made = committed(client)
        answers: list[Any] = []
        gate = threading.Barrier(6)

        def press(
            wanted: str = made["id"], all_at: threading.Barrier = gate, heard: list[Any] = answers
        ) -> None:
            phone = server.client()
            all_at.wait()
            heard.append(phone.post(GROWTH, {"id": wanted}).json)

        phones = [threading.Thread(target=press) for _ in range(6)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        assert len(answers) == 6
        assert all(answer == answers[0] for answer in answers)
        assert client.get(f"/tools/rolls/{made['id']}").json == answers[0]


def test_whoever_looks_on_goes_along_to_the_next(client: Client) -> None:
    first = committed(client)
    assert client.post(GROWTH, {"commit": True, "after": first["id"]}).was == (409, "not-now")
    client.post(GROWTH, {"id": first["id"]})
    second = committed(client, after=first["id"])
    assert second["id"] != first["id"]
    assert committed(client, after=first["id"])["id"] == second["id"], "two who go on go on together"
    assert client.get(f"/tools/rolls/{first['id']}").json["next"] == second["id"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"commit": True, "dice": [1, 2]}, "invalid"),
        ({"id": "0123456789", "commit": True}, "invalid"),
        ({"after": "0123456789"}, "invalid"),
        ({"commit": "yes"}, "invalid"),
        ({"id": 7}, "invalid"),
        ({"id": "0123456789"}, "no-such-roll"),
        ({"commit": True, "after": "0123456789"}, "no-such-roll"),
    ],
)
def test_what_is_no_roll(client: Client, body: Any, code: str) -> None:
    assert client.post(GROWTH, body).was == (404 if code == "no-such-roll" else 422, code)


def test_wrong_ids(client: Client) -> None:
    for wrong in ("0123456789", "x", "%20", "%C3%84"):
        for rest in ("", "/qr.svg"):
            assert client.get(f"/tools/rolls/{wrong}{rest}").status == 404
    assert client.post("/tools/prairie-railroads/dividend", {"income": 5, "commit": True}).was == (
        422,
        "invalid",
    )


def test_the_code_that_phones_scan(client: Client) -> None:
    made = committed(client)
    shown = client.get(f"/tools/rolls/{made['id']}/qr.svg")
    assert scanned(on_screen(shown.body.decode(), 300)) == made["url"]
    assert made["url"].endswith(f"/tools/rolls/{made['id']}")


# --- how many, and for how long --------------------------------------------------------------------------


def in_memory(clock: Callable[[], float] = lambda: 0.0) -> Rolls:
    kept = Memory(clock)
    return Rolls(lambda: kept)


def _refused(find: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refused:
        find()
    return refused.value.code


def test_the_oldest_go_first() -> None:
    rolls = in_memory()
    made = [rolls.commit("game", "growth", "growth", FACES) for _ in range(ROLLS + 2)]
    assert [_refused(partial(rolls.find, each.id)) for each in made[:2]] == ["no-such-roll"] * 2
    assert rolls.find(made[2].id) == made[2]


def test_after_a_day_it_is_gone() -> None:
    now = [0.0]
    rolls = in_memory(lambda: now[0])
    made = rolls.commit("game", "growth", "growth", FACES)
    now[0] = ROLL_SECONDS
    rolls.roll(made.id, "game", "growth")
    now[0] += 1
    assert _refused(lambda: rolls.roll(made.id, "game", "growth")) == "no-such-roll"


def test_a_roll_is_its_calculators_alone() -> None:
    rolls = in_memory()
    made = rolls.commit("game", "growth", "growth", FACES)
    assert _refused(lambda: rolls.roll(made.id, "other", "growth")) == "no-such-roll"
    assert rolls.find(made.id).dice is None
    rolled = rolls.roll(made.id, "game", "growth")
    assert rolled.dice == dice.roll(made.seed, made.id, "growth", 0, FACES)
    assert _refused(lambda: rolls.commit("other", "growth", "growth", FACES, made.id)) == "invalid"
