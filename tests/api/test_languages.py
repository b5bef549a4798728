"""Every call is answered in its sender's language, and nobody else's language changes by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask
from werkzeug.http import parse_accept_header

import api.language
from api import catalogues
from api.files import Folder
from api.language import MOST_SENT, preferred
from companion.games import GAMES
from tests.api.test_evenings_http import EVENINGS, HttpPlayer
from tests.evening_reader import play_evening
from tests.server import FULL, Client, Party, Reply, Server, new_party

GERMAN = {"Accept_Language": "de-AT,de;q=0.9,en;q=0.5"}
NEVER_GERMAN = re.compile(
    r"\b(the|of|and|to|for|with|is|has|have|shares?|your?|not|from|at|least|most|link|cubes?|money|bids|passes|plays"
    r"|takes|pays|gets|by|on|its|are|this|that)\b"
)
"""Words that no German sentence here contains, and hardly any English one lacks; “links” is German for left."""


@pytest.mark.parametrize(
    ("sent", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr,de;q=0.4,en;q=0.2", "de"),
        ("fr", "en"),
        ("*", "en"),
        ("de;q=0", "en"),
        ("de;q=x, ;;,\x7f", "en"),
        ("x" * 5_000, "en"),
    ],
)
def test_the_language_that_is_liked_best(sent: str, language: str) -> None:
    assert preferred(sent) == language


def test_of_a_long_header_the_first_languages_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def parsed(sent: str, kind: Any) -> Any:
        read.append(sent)
        return parse_accept_header(sent, kind)

    monkeypatch.setattr(api.language, "parse_accept_header", parsed)
    assert preferred("xx,de;q=0.5" + ",yy-latn;q=0.9" * 10_000) == "de"
    assert len(read[0]) <= MOST_SENT
    assert not read[0].endswith(";q=0.")


def test_the_table_in_two_languages(party: Party, client: Client) -> None:
    party.made(1, "bid", amount=3)
    english, german = client.get(party.at, party.host), client.get(party.at, party.host, **GERMAN)
    assert english.json["turn"]["prompt"] == "Dave to bid for CRIP"
    assert german.json["turn"]["prompt"] == "Dave bietet jetzt auf CRIP"
    assert german.json["recent"][-1]["summary"] == "Ed bietet $3 für CRIP"
    labels = {offer["type"]: offer["label"] for offer in german.json["offers"]}
    assert labels == {
        "bid": "Auf CRIP bieten",
        "pass": "Passen",
        "auction_result": "Ergebnis eintragen: CRIP",
    }
    assert (english.headers["content-language"], german.headers["content-language"]) == ("en", "de")
    assert "Accept-Language" in english.headers["vary"]
    # What is not words is the same.
    assert english.json["seats"] == german.json["seats"]
    assert english.json["auction"] == german.json["auction"]


def test_what_is_asked_for_is_asked_in_words(client: Client) -> None:
    """The kinds of a hex are words on chips, too, while the values that are sent stay the same."""
    party = new_party(client, game="texas-pacific")
    for winner in (1, 2, 3, 1):
        party.made(0, "auction_result", winner=winner, amount=10)
    row = {"name": "Waco"}
    body = {"type": "decide_track", "railroad": "GHH", "hexes": [row], "at_end": False}
    for said, labels in (({}, ["plain", "city"]), (GERMAN, ["einfach", "Stadt"])):
        found = client.post(f"{party.at}/moves", body, party.seats[1], **said)
        assert found.code == "facts-needed", found.body
        (need,) = found.json["needs"]
        assert [choice["value"] for choice in need["choices"]] == ["plain", "city", "ranch", "gray"]
        assert [choice["label"] for choice in need["choices"][:2]] == labels


def test_a_tag_is_of_one_language(party: Party, client: Client) -> None:
    english, german = client.get(party.at), client.get(party.at, **GERMAN)
    assert english.headers["etag"] != german.headers["etag"]
    for tag, status in ((german.headers["etag"], 304), (english.headers["etag"], 200)):
        found = client.get(party.at, If_None_Match=tag, **GERMAN)
        assert found.status == status


def test_two_streams_hear_the_same_move_in_their_own_language(party: Party, server: Server) -> None:
    streams = {
        "Ed bids $3 for CRIP": server.stream(party, party.seats[2]),
        "Ed bietet $3 für CRIP": server.stream(party, party.seats[3], **GERMAN),
    }
    for stream in streams.values():
        stream.next()
    made = party.client.post(f"{party.at}/moves", {"type": "bid", "amount": 3}, party.seats[1], **GERMAN)
    assert made.json["entry"]["summary"] == "Ed bietet $3 für CRIP"
    for summary, stream in streams.items():
        document = stream.until(lambda document: document["revision"] == 2)
        assert document["recent"][-1]["summary"] == summary
        stream.close()


def test_undone_and_renamed(party: Party, client: Client) -> None:
    """The last entries are kept for each language, and dropped for each."""
    party.made(1, "bid", amount=3)
    for headers in ({}, GERMAN):
        client.get(party.at, **headers)
    players = {"players": ["Eva", "Dave", "Pete"]}
    assert client.call("PATCH", party.at, players, party.host).status == 200
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    recent = client.get(party.at, **GERMAN).json["recent"]
    assert recent[1]["summary"] == "Eva bietet $3 für CRIP"
    assert recent[1]["undone"]
    assert recent[2]["summary"] == "Zurückgenommen: Eva bietet $3 für CRIP"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"type": "bid", "amount": 81}, "Ed hat $80"),
        ({"type": "bid", "amount": "many"}, "amount: muss eine ganze Zahl sein"),
        ({"type": "bid"}, "amount: fehlt"),
        ({"type": "bid", "amount": 3, "colour": "red"}, "colour: ist hier nicht bekannt"),
        ({"type": "bid", "amount": -1}, "amount: muss mindestens 0 sein"),
        ({"type": "fold"}, "Eine Aktion 'fold' gibt es in diesem Spiel nicht"),
        ({"type": "note", "text": "x" * 501}, "text: darf höchstens 500 Zeichen haben"),
        ({"type": "note", "text": 7}, "text: muss Text sein"),
    ],
)
def test_refusals(party: Party, client: Client, body: dict[str, Any], detail: str) -> None:
    found = client.post(f"{party.at}/moves", body, party.seats[1], **GERMAN)
    assert found.json["detail"] == detail
    assert found.headers["content-language"] == "de"
    _no_english(found)


@pytest.mark.parametrize(
    ("method", "path", "raw", "title"),
    [
        ("GET", "/tables/00000000", None, "Kein solcher Tisch"),
        ("GET", "/nowhere", None, "Nicht gefunden"),
        ("DELETE", "/games", None, "Nicht erlaubt"),
        ("POST", "/tables", b"{", "Kein JSON"),
        ("POST", "/tables", b"[" * 2 + b"]" * 2, "Kein JSON"),
        ("POST", "/tables", b'{"game": 7}', "Das ist nicht lesbar"),
    ],
)
def test_problems(client: Client, method: str, path: str, raw: bytes | None, title: str) -> None:
    found = client.call(method, path, raw=raw, **GERMAN)
    assert found.json["title"] == title
    assert "Accept-Language" in found.headers["vary"]
    _no_english(found)


def test_a_body_that_is_turned_away_at_the_door(client: Client) -> None:
    found = client.call("POST", "/tables", raw=b" " * 100_000, **GERMAN)
    assert (found.status, found.json["detail"]) == (413, "Das ist zu groß: Erlaubt sind 64 KiB.")


def _no_english(found: Reply) -> None:
    document = found.json
    for words in (document["detail"], document["title"], *_flat(document.get("errors", {}))):
        assert not _english(words), words


def _english(words: str) -> list[str]:
    return NEVER_GERMAN.findall(words)


def test_english_is_found() -> None:
    """By its words as a whole: “to” in “Stock” or “on” in “Aktion” are none."""
    assert _english("Ed bids $3 for CRIP") == ["bids", "for"]
    assert _english("Eine Aktion 'fold' mit Stock gibt es nicht, links wie rechts") == []


def _flat(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    elif isinstance(said, Mapping):
        for item in said.values():
            yield from _flat(item)
    elif isinstance(said, list):
        for item in said:
            yield from _flat(item)


SPOKEN = {
    *(
        "label",
        "hint",
        "help",
        "text",
        "prompt",
        "summary",
        "why",
        "disabled",
        "condition",
        "title",
        "formula",
    ),
    *("empty", "tie_break", "settles", "lacks"),
}
"""Members that hold sentences."""


def _said(document: Any) -> Iterator[str]:
    if isinstance(document, Mapping):
        for name, item in document.items():
            if name in SPOKEN and not isinstance(item, Mapping):
                yield from _flat(item)
            else:
                yield from _said(item)
    elif isinstance(document, list):
        for item in document:
            yield from _said(item)


class German(HttpPlayer):
    """A host who reads German: after every move no English is left."""

    said: set[str]

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        super().move(seat, body)
        self.document()

    def document(self) -> Mapping[str, Any]:
        german = self.client.get(self.party.at, self.party.host, **GERMAN).json
        self.said = getattr(self, "said", set()) | set(_said(german))
        return super().document()

    def settlement(self) -> Mapping[str, Any]:
        german = self.client.get(f"{self.party.at}/settlement", **GERMAN).json
        self.said |= set(_said(german))
        return super().settlement()


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in EVENINGS
        if path.stem in ("sales", *(["growth-unknown-row-learned", "whole-evening"] if FULL else []))
        and all(file.is_file() for file in catalogues.files("de", path.parent.name))
    ],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_an_evening_in_german(path: Any, client: Client) -> None:
    """Names of cards stay as they are printed; nothing else has an English word in it."""
    player = German(client)
    play_evening(path, player, GAMES)
    assert len(player.said) > 50
    assert not {words: found for words in player.said if (found := _english(words))}


def test_the_games(client: Client) -> None:
    for game in client.get("/games", **GERMAN).json["items"]:
        document = client.get(f"/games/{game['slug']}", **GERMAN)
        assert document.headers["content-language"] == "de"
        if not all(file.is_file() for file in catalogues.files("de", game["slug"])):
            continue
        said = set(_said(document.json))
        assert len(said) > 30
        assert not {words: found for words in said if (found := _english(words))}


def test_the_page_knows_its_language(client: Client) -> None:
    english, german = client.get("!"), client.get("!", **GERMAN)
    assert b'<html lang="en" data-languages="en de">' in english.body
    assert b'<html lang="de" data-languages="en de">' in german.body
    assert b"/messages/de.json" in german.body
    assert b"/messages/en.json" not in german.body
    assert english.headers["etag"] != german.headers["etag"]


def test_a_languages_words_lie_over_the_english_ones(tmp_path: Any) -> None:
    (tmp_path / "en.json").write_text('{"a": "one", "b": "two"}')
    (tmp_path / "xx.json").write_text('{"a": "uno"}')
    with Flask("x").test_request_context():
        folder = Folder(tmp_path)
        assert folder.answer("xx.json", "", "en.json").json == {"a": "uno", "b": "two"}
        (tmp_path / "en.json").write_text('{"a": "one", "b": "deux!"}')
        assert folder.answer("xx.json", "", "en.json").json == {"a": "uno", "b": "deux!"}


def test_of_equals_the_first_is_spoken(client: Client) -> None:
    assert (
        client.get("/games/prairie-railroads", Accept_Language="de, en").headers["content-language"] == "de"
    )
    assert (
        client.get("/games/prairie-railroads", Accept_Language="en, de").headers["content-language"] == "en"
    )
    assert (
        client.get("/games/prairie-railroads", Accept_Language="fr, de;q=0.1").headers["content-language"]
        == "de"
    )
    assert (
        client.get("/games/prairie-railroads", Accept_Language="de;q=0, en").headers["content-language"]
        == "en"
    )
