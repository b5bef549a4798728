"""The languages: gettext catalogues, one of the house and one of each game, read as translators write them.

`companion/locale/de.po` is the house's German, `locale/de.po` beside a game's rules that game's. Babel reads them as
soon as the server answers, so that nothing has to be compiled or kept alike and hardly a request waits for it. What a
catalogue lacks is said in English; a translation whose places do not fit its template is left out for the same reason.
"""

from __future__ import annotations

import gettext
import io
import threading
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files as within
from importlib.resources.abc import Traversable
from string import Formatter
from typing import TYPE_CHECKING

from companion.games import GAMES, package_of
from companion.vocabulary.minutes import S
from companion.vocabulary.rules import Rules
from companion.words.text import ENGLISH, Text, Tongue, render

if TYPE_CHECKING:  # who reads English alone need not wait for it
    from babel.messages.catalog import Catalog, Message

SOURCE = "en"
"""The language the templates are written in."""
HOUSE = "companion"
"""The package with the words that every table may hear."""

_reading = threading.Lock()
_tongues: dict[tuple[str, str | None], Tongue] = {}
_files: dict[Traversable, gettext.GNUTranslations] = {}
"""The house's own stands behind those of all games, and is read once all the same."""


def languages() -> tuple[str, ...]:
    """Every language there is a catalogue of the house for, English first."""
    there = (file.name for file in (within(HOUSE) / "locale").iterdir())
    return (SOURCE, *sorted(name.removesuffix(".po") for name in there if name.endswith(".po")))


def files(language: str, game: str | None = None) -> tuple[Traversable, ...]:
    """Where a language's words stand: a game's own first, then the house's."""
    packages = (HOUSE,) if game is None else (package_of(game), HOUSE)
    return tuple(within(package) / "locale" / f"{language}.po" for package in packages)


def tongue(language: str, game: str | None = None) -> Tongue:
    """How the house, or one of its games, speaks a language. `game`: its slug."""
    if language == SOURCE:
        return ENGLISH
    kept = _tongues.get((language, game))
    if kept is None:
        with _reading:  # whoever comes second finds what the first has read
            kept = _tongues.get((language, game)) or _tongue(language, game)
            _tongues[language, game] = kept
    return kept


def named(rules: Rules[S], language: str) -> str:
    """What a game is called in a language."""
    called = rules.box.called
    return render(called, {}, tongue(language, rules.box.slug)) if isinstance(called, Text) else called


def tongue_at(rules: Rules[S], state: S, language: str) -> Tongue:
    """How a table speaks a language: where a table has money of its own, what is said in dollars is said in that."""
    spoken = tongue(language, rules.box.slug)
    if rules.show.at_table is None:
        return spoken
    return replace(spoken, money=rules.at_table(state).money.of)


def read_all() -> None:
    """Read every catalogue there is, before anybody waits for one."""
    for language in languages():
        for game in (None, *(rules.box.slug for rules in GAMES)):
            tongue(language, game)


def _tongue(language: str, game: str | None) -> Tongue:
    first: gettext.NullTranslations | None = None
    for file in files(language, game):
        if file.is_file():
            read = _files[file] = _files.get(file) or translations(file.read_bytes())
            if first is None:
                first = read
            else:
                first.add_fallback(read)
    return ENGLISH if first is None else Tongue(first.gettext, first.ngettext)


def translations(po: bytes) -> gettext.GNUTranslations:
    """A .po file as gettext speaks it, without what nobody has looked at yet (`fuzzy`) or what does not fit."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    catalogue = read_po(io.BytesIO(po))
    for message in messages(catalogue):
        if not fits(message):
            catalogue.delete(message.id, message.context)
    spoken = io.BytesIO()
    write_mo(spoken, catalogue)
    spoken.seek(0)
    return gettext.GNUTranslations(spoken)


def messages(catalogue: Catalog) -> list[Message]:
    """What a catalogue says, without its header."""
    return [message for message in catalogue if message.id]


def templates_of(message: Message) -> tuple[str, ...]:
    """The template of an entry, and the one for several if it counts."""
    return _each(message.id)


def words_of(message: Message) -> tuple[str, ...]:
    """Its translation, one for each number's form."""
    return _each(message.string or "")


def _each(words: str | Sequence[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def places(template: str) -> frozenset[str]:
    """The names of the places of a template.

    :raises ValueError: its braces do not match.
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def fits(message: Message) -> bool:
    """Can these words take the template's place?"""
    try:
        allowed = frozenset[str]().union(*map(places, templates_of(message)))
        return all(said and places(said) <= allowed for said in words_of(message))
    except ValueError:
        return False
