"""Every evening once more: whatever is said at the table, all of it can be said in every language there is.

Looked at before it is put into words: each template must have its translation, and each fact that goes into it as it
is must be a name or a figure. An English word in a fact would stay English in every language.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from api import catalogues
from api.catalogues import messages, templates_of, tongue, words_of
from companion.documents.entries import entry
from companion.documents.table_document import choice_document, field_document, offer_document
from companion.games import GAMES
from companion.vocabulary.offers import Choice, OfferField
from companion.words.errors import RuleError
from companion.words.text import Text, Who, plain, render
from tests.evening_reader import RefusedError, play_evening
from tests.server import ROOT, some
from tests.table_player import TablePlayer

EVENINGS = sorted((Path(__file__).parent / "evenings").glob("*/*.evening"))
SPOKEN = [
    pytest.param(path, language, id=f"{language}-{path.parent.name}-{path.stem}")
    for path in some(EVENINGS, 8)
    for language in catalogues.languages()
    if all(file.is_file() for file in catalogues.files(language, path.parent.name))
    and language != catalogues.SOURCE
]
WRITTEN = ("note", "text", "reason", "why", "what", "track", "from", "to", "id")
"""Members of moves in which people write what they like, such as a railroad's letters."""
PATH = re.compile(r"facts(\.[^.]+)*")
"""Where in what was sent something is wrong."""
FIGURE = re.compile(r"[\d\s$+−–.,:()×/-]*M?")


@cache
def alike(language: str, game: str) -> frozenset[str]:
    """Templates whose words are the same in that language, such as the name of a card."""
    found = (read_po(io.BytesIO(file.read_bytes())) for file in catalogues.files(language, game))
    return frozenset(
        str(message.id)
        for catalogue in found
        for message in messages(catalogue)
        if words_of(message) == templates_of(message)
    )


def field(shown: OfferField) -> dict[str, object]:
    """A field as the border shows it, with its choices as they are."""
    return field_document(shown, field, lambda choices: choices)


class Interpreter(TablePlayer):
    """Collects everything that is said, and checks that it can be translated."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language
        self.faults: set[str] = set()
        self.quoted: set[str] = set()
        self.understood: set[Text] = set()

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        try:
            super().move(seat, body)
        except RefusedError as refused:
            self.hear(refused.__cause__, body)
            raise
        finally:
            self.listen()

    def hear(self, error: BaseException | None, body: Mapping[str, Any]) -> None:
        """A refusal; it may quote what was sent."""
        assert isinstance(error, RuleError)
        held = ([name, *(value if isinstance(value, list) else [value])] for name, value in _members(body))
        sent = [str(value) for values in held for value in values]
        # After the dot in a figure's name comes a name, as in `in.Dallas`, or two, as in `link.Paris-Sherman`.
        named = [item for value in sent for item in (value, value.partition(".")[2])]
        # A section is called by both its ends, as it was told first.
        ends = [str(body[name]) for name in ("from", "to") if isinstance(body.get(name), str)]
        named += ["-".join(ends), "-".join(reversed(ends))]
        self.quoted = {plain(part) for item in named for part in (item, *item.split("-"))}
        for text in _texts([error.text, dict(error.errors), [*error.needs]]):
            self.check(text)
        self.quoted = set()

    def listen(self) -> None:
        table = self.table
        last = table.journal.lines[-1]
        said = [
            self.document(),
            [offer_document(offer, field) for offer in table.offers() if not offer.disabled],
            [offer.disabled for offer in table.offers()],
            self.settlement(),
            entry(last, table.outcome(last.revision)),
            table.rules.box.lacks(table.state.atlas),
        ]
        for text in set(_texts(said)) - self.understood:
            if self.check(text):
                self.understood.add(text)  # a name that is known stays known

    def check(self, text: Text) -> bool:
        """Can all of it be said? What cannot goes among the faults."""
        faults = len(self.faults)
        spoken = tongue(self.language, self.table.rules.box.slug)
        same = spoken.say(text.template) == text.template and not text.one
        if (
            same
            and not _bare(text.template)
            and text.template not in alike(self.language, self.table.rules.box.slug)
        ):
            if self.is_translated(text.template):
                return True  # a name that is shown by itself
            self.faults.add(f"no words for {text.template!r}")
        for name, fact in text.facts:
            for item in fact if isinstance(fact, tuple) else (fact,):
                if isinstance(item, str) and not self.is_translated(item):
                    self.faults.add(f"{name}={item!r} in {text.template!r}")
        render(text, self.names, spoken)
        return len(self.faults) == faults

    def is_translated(self, words: str) -> bool:
        """Is it a name of the board, of a railroad, of a player, something that somebody wrote, or a figure?"""
        if FIGURE.fullmatch(words.removesuffix(self.table.box.money.suffix)) or PATH.fullmatch(words):
            return True
        bodies = [line.body for line in self.table.journal.lines]
        written = {plain(str(value)) for body in bodies for name, value in _members(body) if name in WRITTEN}
        names = {plain(name) for name in (*self.names.values(), *self.table.state.atlas.spelled.values())}
        names |= {plain(name) for body in bodies for name in _names(body.get("facts"))}
        # What the form of facts calls them is written so in every language.
        form = self.table.rules.box.facts.sections
        names |= {plain(section.name) for section in form}
        names |= {plain(fact.name) for section in form for fact in section.facts}
        names |= {plain(item) for info in self.table.box.railroads for item in (info.id, info.name)}
        # A table's own box calls itself, its money and its tracks as it likes.
        own = bodies[0]["options"].get("box") or {}
        names |= {plain(self.table.box.money.prefix), plain(self.table.box.money.suffix)} if own else set()
        names |= {plain(track["name"]) for track in own.get("tracks", ())} | {plain(own.get("name", ""))}
        if plain(words) in names | written | self.quoted or words in _codes():
            return True
        parts = [part for part in re.split(r" \(\d\)| W\b|, |-|\(\d\)", words) if part]
        return bool(parts) and all(plain(part) in names or FIGURE.fullmatch(part) for part in parts)


def _names(facts: Any) -> Iterator[str]:
    """What was ever told of the board, right or wrong."""
    for name, value in _members(facts):
        yield name
        yield from (item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str))


@cache
def _codes() -> frozenset[str]:
    """What a page has words of its own for."""
    folder = ROOT / "static" / "messages"
    english = [
        json.loads(file.read_text("utf-8")) for file in (folder / "en.json", folder / "more" / "en.json")
    ]
    keys = [key for catalogue in english for key in catalogue if key.startswith("unchecked.")]
    return frozenset(key.removeprefix("unchecked.") for key in keys)


def _bare(template: str) -> bool:
    """Has it no words besides its places, or only the letters on a card?"""
    return not re.search(r"[^\W\d_]", re.sub(r"\{\w+\}|\b[A-Z]{2}\b", "", template))


def _members(body: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(body, Mapping):
        yield from body.items()
        for item in body.values():
            yield from _members(item)
    elif isinstance(body, list | tuple):
        for item in body:
            yield from _members(item)


def _texts(said: Any) -> Iterator[Text]:
    if isinstance(said, Text):
        yield said
        for _, fact in said.facts:
            yield from _texts(fact)
        yield from _texts(said.also)
    elif isinstance(said, Choice):
        yield from _texts(choice_document(said))
    elif isinstance(said, Mapping):
        for item in said.values():
            yield from _texts(item)
    elif isinstance(said, list | tuple):
        for item in said:
            yield from _texts(item)
    elif hasattr(said, "text") and isinstance(said.text, Text):
        yield from _texts(said.text)
    else:
        assert said is None or isinstance(said, str | int | Who), type(said)


@pytest.mark.parametrize(("path", "language"), SPOKEN)
def test_nothing_stays_english(path: Path, language: str) -> None:
    listener = Interpreter(language)
    play_evening(path, listener, GAMES)
    assert not sorted(listener.faults)


def test_german_is_spoken() -> None:
    assert any(param.values[1] == "de" for param in SPOKEN)


def test_it_would_be_heard() -> None:
    """An English word in a fact, and a template that nobody has translated."""
    listener = Interpreter("de")
    path = next(path for path in EVENINGS if path.stem == "first-segments")
    play_evening(path, listener, GAMES)
    assert not listener.faults
    listener.check(Text("nobody translated this {n}", (("n", 1),)))
    listener.check(Text("{who} passes", (("who", "somebody else"),)))
    assert len(listener.faults) == 2
