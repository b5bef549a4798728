"""A seat on a new phone, asked for and answered at the table; and a new QR."""

from __future__ import annotations

import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.server import Client, Party, Reply, Server, comes, new_party, times


def fresh() -> str:
    return secrets.token_urlsafe(24)


def ask(party: Party, seat: int, key: str, by: str | None = None) -> Reply:
    return party.client.post(f"{party.at}/seats/{seat}/request", {"key": key}, by or party.join)


def answer(party: Party, id_: str, approve: Any, key: str) -> Reply:
    return party.client.post(f"{party.at}/requests/{id_}", {"approve": approve}, key)


def withdraw(party: Party, id_: str, key: str, by: str | None = None) -> Reply:
    return party.client.post(f"{party.at}/requests/{id_}/withdraw", {"key": key}, by or party.join)


def claim(party: Party, seat: int, key: str) -> Reply:
    return party.client.post(f"{party.at}/seats/{seat}/claim", {"key": key}, party.join)


# --- over HTTP ---------------------------------------------------------------------------------------


def test_yes(party: Party, server: Server) -> None:
    """The host says yes: the new phone sits there, the old one is out, and the minutes say who agreed."""
    new, old = fresh(), party.seats[2]
    streams = {key: server.stream(party, key) for key in (old, party.join, party.seats[3])}
    version = party.document()["version"]
    asked = ask(party, 2, new)
    assert asked.status == 200
    assert (len(asked.json["pin"]), asked.json["pin"].isdigit()) == (2, True)
    assert asked.json["seat"] == 2
    assert ask(party, 2, new).json == asked.json, "the same again, for the answer was lost"
    host = party.document(party.host)
    assert host["version"] > version, "it is seen at once"
    assert host["revision"] == 1, "and makes nobody's move stale"
    expected = {name: asked.json[name] for name in ("id", "seat", "until")} | {"name": "Dave"}
    pin = asked.json["pin"]
    assert host["requests"] == [expected | {"pin": pin, "may_answer": True}]
    assert party.document(party.seats[3])["requests"] == [expected | {"pin": pin, "may_answer": False}]
    assert party.document(old)["requests"][0]["may_answer"] is True
    assert party.document(party.join)["requests"] == [expected], "whoever asks has the number already"
    assert party.document()["requests"] is None
    assert claim(party, 2, new).was == (409, "seat-taken"), "not yet"
    assert party.client.get(party.at, new).was == (401, "key-unknown")

    said = answer(party, asked.json["id"], True, party.host)
    assert said.json == {"id": asked.json["id"], "seat": 2, "approved": True}
    assert streams[old].ended()
    assert party.client.get(party.at, old).was == (401, "key-unknown")
    streams[party.join].until(lambda document: not document["requests"])
    taken = claim(party, 2, new)
    assert taken.status == 200, "that is how the new phone learns of it: it claims, as it would have"
    assert taken.json["table"]["you"] == {"role": "seat", "seat": 2}
    last = taken.json["table"]["recent"][-1]
    assert (last["by"], last["move"]["type"], last["move"]["seat"]) == ("app", "note", 2)
    assert last["summary"] == "Dave: moved to a new phone (host approved)"
    german = party.client.get(party.at, party.host, accept_language="de").json["recent"][-1]["summary"]
    assert german == "Dave: auf einem neuen Handy (vom Gastgeber bestätigt)"
    assert answer(party, asked.json["id"], True, party.host).json == said.json, "the same again"
    assert answer(party, asked.json["id"], False, party.host).was == (409, "not-now")
    for stream in streams.values():
        stream.close()


def test_no(party: Party) -> None:
    new = fresh()
    asked = ask(party, 2, new).json
    assert answer(party, asked["id"], False, party.seats[2]).json["approved"] is False
    assert party.document(party.host)["requests"] == []
    told = claim(party, 2, new)
    assert told.was == (409, "seat-taken")
    assert told.json["errors"] == {"key": ["The request of this phone was refused"]}
    assert "errors" not in claim(party, 2, fresh()).json, "of another phone nobody refused any"
    assert party.document(party.seats[2])["you"]["seat"] == 2
    assert answer(party, asked["id"], True, party.host).was == (409, "not-now")
    assert party.document()["recent"][-1]["summary"] == "Dave: did not move to a new phone (Dave refused)"
    german = party.client.get(party.at, party.host, accept_language="de").json["recent"][-1]["summary"]
    assert german == "Dave: bleibt auf dem bisherigen Handy (Dave hat abgelehnt)"
    for second in (new, fresh()):
        refused = ask(party, 2, second)
        assert refused.was == (409, "not-now"), "whoever said no is not asked without end"
        assert "half a minute" in refused.json["detail"]
    assert party.document(party.host)["requests"] == []
    assert ask(party, 3, new).status == 200, "another seat is another question"


def test_whoever_gives_up_is_let_in_no_more(party: Party, server: Server) -> None:
    """Cancelled on the phone that asked: the host's card goes at once, and nobody loses their seat to it."""
    new, old = fresh(), party.seats[2]
    asked = ask(party, 2, new).json
    host = server.stream(party, party.host)
    assert [request["id"] for request in host.until(lambda document: document["requests"])["requests"]] == [
        asked["id"]
    ]
    before = party.document(party.host)
    assert withdraw(party, asked["id"], new).was == (204, "")
    assert host.until(lambda document: not document["requests"])["version"] > before["version"]
    host.close()
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")
    assert claim(party, 2, new).was == (409, "seat-taken")
    assert party.document(old)["you"] == {"role": "seat", "seat": 2}
    after = party.document(party.host)
    assert (after["revision"], after["recent"]) == (before["revision"], before["recent"]), "no note"
    assert withdraw(party, asked["id"], new).was == (204, ""), "the same again, for the answer was lost"
    assert party.document(party.host)["version"] == after["version"], "and it is no news"
    again = ask(party, 2, new)
    assert (again.status, again.json["id"] != asked["id"]) == (200, True), "without a pause"
    assert answer(party, again.json["id"], True, party.host).status == 200
    assert claim(party, 2, new).status == 200


def test_who_may_not_withdraw_and_when_it_is_over(party: Party) -> None:
    """Another phone may not, whoever it is; nor may the one that asked, once it has been let in."""
    new, other = fresh(), fresh()
    asked, beside = ask(party, 2, new).json, ask(party, 3, other).json
    for key, by in ((other, party.join), (fresh(), None), (new, party.host), (new, party.seats[2])):
        assert withdraw(party, asked["id"], key, by).was == (403, "not-your-seat")
    assert withdraw(party, asked["id"], new, fresh()).was == (401, "key-unknown")
    at = f"{party.at}/requests/{asked['id']}/withdraw"
    assert party.client.post(at, {"key": new}).was == (401, "key-needed")
    assert party.client.post(at, {"key": 1}, party.join).was == (422, "invalid")
    waiting = [request["id"] for request in party.document(party.host)["requests"]]
    assert waiting == [asked["id"], beside["id"]]
    answer(party, asked["id"], True, party.host)
    assert withdraw(party, asked["id"], new).was == (409, "not-now")
    assert claim(party, 2, new).status == 200
    answer(party, beside["id"], False, party.host)
    assert withdraw(party, beside["id"], other).was == (204, ""), "nothing waits any more"
    assert ask(party, 3, other).was == (409, "not-now"), "but the pause after a no stays"


def test_the_seats_own_phone_says_yes(party: Party) -> None:
    new, old = fresh(), party.seats[2]
    asked = ask(party, 2, new).json
    assert answer(party, asked["id"], True, old).status == 200
    assert answer(party, asked["id"], True, old).was == (401, "key-unknown"), "it is out now"
    assert claim(party, 2, new).status == 200
    assert "(Dave approved)" in party.document()["recent"][-1]["summary"]


def test_who_may_not_answer(party: Party, server: Server) -> None:
    stream = server.stream(party, party.seats[2])
    asked = ask(party, 2, fresh()).json
    for key, code in (
        (party.seats[1], (403, "not-your-seat")),
        (party.join, (403, "not-your-seat")),
        (fresh(), (401, "key-unknown")),
    ):
        assert answer(party, asked["id"], True, key).was == code
    stream.next()
    stream.close()
    assert answer(party, asked["id"], True, party.seats[1]).was == (403, "not-your-seat"), (
        "gone, but not long"
    )
    found = party.client.post(f"{party.at}/requests/{asked['id']}", {"approve": True})
    assert found.was == (401, "key-needed")
    for wrong in ("yes", 1, None):
        assert answer(party, asked["id"], wrong, party.host).was == (422, "invalid")
    assert answer(party, "nothing", True, party.host).was == (404, "no-such-request")
    other = new_party(party.client)
    assert answer(other, asked["id"], True, other.host).was == (404, "no-such-request"), "of another table"
    assert party.document(party.seats[2])["you"]["seat"] == 2


def test_whether_the_host_is_there_is_known_while_somebody_asks(party: Party, server: Server) -> None:
    """A host who plays looks at their seat with the host's key: as long as they do, nobody else gives it away."""
    ask(party, 2, fresh())
    version = party.document()["version"]
    stream = server.stream(party, party.host)
    stream.next()
    assert party.document()["version"] == version + 1
    stream.close()
    comes(lambda: party.document()["version"] == version + 2)


def test_what_cannot_be_asked_for(party: Party, client: Client) -> None:
    lobby = new_party(client, claim=False)
    assert ask(lobby, 2, fresh()).was == (409, "not-now"), "a free seat is taken, not asked for"
    assert ask(party, 9, fresh()).was == (404, "no-such-seat")
    for key in ("short", "ä" * 20):
        assert ask(party, 2, key).was == (422, "invalid")
    for known in (party.host, party.join, party.seats[1], party.seats[2]):
        assert ask(party, 2, known).was == (422, "invalid")
    assert client.post(f"{party.at}/seats/2/request", {}, party.join).was == (422, "invalid")
    assert ask(party, 2, fresh(), party.seats[1]).was == (403, "not-your-seat")
    assert ask(party, 2, fresh(), party.host).was == (403, "not-your-seat")
    new = fresh()
    first = ask(party, 2, new).json
    assert ask(party, 2, fresh()).was == (409, "not-now"), "one at a time"
    assert ask(party, 3, new).was == (422, "invalid"), "one phone asks for one seat"
    second = ask(party, 3, fresh()).json
    assert second["pin"] != first["pin"]
    assert new not in client.get(party.at, party.host).body.decode()


def test_whoever_takes_another_seat_meanwhile_asks_no_more(party: Party, client: Client) -> None:
    """A wrong name was tapped, then the right one: that key must not speak for two seats."""
    assert client.post(f"{party.at}/seats/3/release", None, party.host).status == 200
    new = fresh()
    asked = ask(party, 2, new).json
    other = ask(party, 1, fresh()).json
    assert claim(party, 3, new).status == 200
    assert [request["id"] for request in party.document(party.host)["requests"]] == [other["id"]]
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")
    assert party.document(party.seats[2])["you"] == {"role": "seat", "seat": 2}, "who sat there still does"
    assert party.document(new)["you"] == {"role": "seat", "seat": 3}


def test_a_release_or_a_handover_ends_the_question(party: Party, client: Client) -> None:
    asked = ask(party, 2, fresh()).json
    client.post(f"{party.at}/seats/2/release", None, party.host)
    assert party.document(party.host)["requests"] == []
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")
    asked = ask(party, 3, fresh()).json
    key = client.post(f"{party.at}/seats/3/handover", None, party.host).json["handover_key"]
    client.post(f"{party.at}/seats/3/claim", {"key": fresh()}, key)
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")


def test_a_new_phone_takes_back_what_the_old_one_did(party: Party) -> None:
    """The note in between is nobody's move."""
    party.made(1, "bid", amount=3)
    new = fresh()
    answer(party, ask(party, 1, new).json["id"], True, party.host)
    assert party.document()["revision"] == 3
    stale = party.move(2, "bid", amount=4, expected_revision=2)
    assert stale.status == 201, "a note makes no phone stale"
    party.client.post(f"{party.at}/undo", None, party.seats[2])
    assert party.client.post(f"{party.at}/undo", {"to": 1}, new).status == 201


def test_yes_and_no_at_the_same_moment(server: Server) -> None:
    """One answer counts, and everybody is told the same one."""
    for _ in range(times(100)):
        party = new_party(server.client())
        new = fresh()
        id_ = ask(party, 2, new).json["id"]
        gate = threading.Barrier(2)

        def say(
            approve: bool, party: Party = party, id_: str = id_, gate: threading.Barrier = gate
        ) -> tuple[int, str]:
            client = server.client()
            gate.wait(20)
            found = client.post(f"{party.at}/requests/{id_}", {"approve": approve}, party.host)
            client.close()
            return found.was

        with ThreadPoolExecutor(2) as pool:
            yes, no = pool.map(say, (True, False))
        assert {yes, no} == {(200, ""), (409, "not-now")}
        assert claim(party, 2, new).was == ((200, "") if yes[0] == 200 else (409, "seat-taken"))
        party.client.close()


def test_a_new_phone_outlives_a_restart(own_server: Server) -> None:
    party = new_party(own_server.client())
    new = fresh()
    answer(party, ask(party, 2, new).json["id"], True, party.host)
    ask(party, 3, fresh())
    own_server.kill()
    own_server.start()
    party.client = own_server.client()
    assert party.document(new)["you"]["seat"] == 2
    assert party.client.get(party.at, party.seats[2]).was == (401, "key-unknown")
    assert party.document(new)["requests"] == [], "a question is a matter of two minutes and is asked again"
    assert new not in own_server.log


# --- what is so already ------------------------------------------------------------------------------


def test_a_change_that_changes_nothing_is_no_news(party: Party, client: Client) -> None:
    colour = party.document()["seats"][0]["colour"]
    version = party.document()["version"]
    bodies: tuple[dict[str, Any], ...] = (
        {},
        {"players": ["Ed", "Dave", "Pete"]},
        {"players": [" Ed ", "Dave", "Pete"]},
        {"seats": [{"seat": 1, "name": "Ed", "colour": colour}]},
        {"seats": []},
        {"options": {}},
        {"options": {"undo": "own", "paper_money": False}},
        {"new_join": False},
    )
    for body in bodies:
        found = client.call("PATCH", party.at, body, party.host)
        assert (found.status, found.json["version"]) == (200, version), body
    found = client.call("PATCH", party.at, {"seats": [{"seat": 1, "name": "Edna"}]}, party.host)
    assert found.json["version"] == version + 1


# --- a new QR ----------------------------------------------------------------------------------------


def test_a_new_qr_ends_the_old_one(party: Party, client: Client, server: Server) -> None:
    asked = ask(party, 2, fresh()).json
    lobby, seated = server.stream(party, party.join), server.stream(party, party.seats[1])
    lobby.next(), seated.next()
    old = client.get(f"{party.at}/qr.svg", party.host).body
    changed = client.call("PATCH", party.at, {"new_join": True}, party.host)
    assert changed.status == 200
    join = changed.json["join_url"].partition("#j=")[2]
    assert join != party.join
    assert lobby.ended()
    assert seated.until(lambda document: document["join_url"] == changed.json["join_url"])
    assert client.get(f"{party.at}/qr.svg", party.host).body != old
    assert ask(party, 2, fresh()).was == (401, "key-unknown")
    assert answer(party, asked["id"], True, party.host).was == (404, "no-such-request")
    assert party.document(party.seats[2])["you"]["seat"] == 2, "who sits there already stays"
    party.join = join
    assert ask(party, 2, fresh()).status == 200
    assert client.call("PATCH", party.at, {"new_join": False}, party.host).json["join_url"].endswith(join)
    assert client.call("PATCH", party.at, {"new_join": 1}, party.host).was == (422, "invalid")
    seated.close()


def test_a_new_qr_outlives_a_restart(own_server: Server) -> None:
    party = new_party(own_server.client(), claim=False)
    url = party.client.call("PATCH", party.at, {"new_join": True}, party.host).json["join_url"]
    own_server.kill()
    own_server.start()
    party.client = own_server.client()
    assert party.document(party.host)["join_url"] == url
    assert claim(party, 1, fresh()).was == (401, "key-unknown")
    party.join = url.partition("#j=")[2]
    assert claim(party, 1, fresh()).status == 200
