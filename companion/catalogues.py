"""The languages: gettext catalogues, one of the house and one of each game, read as translators write them.

`companion/locale/de.po` is the house's German, `companion/games/GAME/locale/de.po` a game's. They are put into
gettext's own form when they are first needed, so that nothing has to be compiled or kept alike. What a catalogue
lacks is said in English; a translation whose places do not fit its template is left out for the same reason.
"""

from __future__ import annotations

import ast
import gettext
import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter

from companion.text import ENGLISH, Tongue

SOURCE = "en"
"""The language the templates are written in."""
HOUSE = Path(__file__).parent
_MAGIC = 0x950412DE
_KEYWORDS = ("msgctxt", "msgid_plural", "msgid", "msgstr")


@dataclass(slots=True)
class Message:
    """One entry of a catalogue: the template, the one for several, and its words, one for each number's form."""

    template: str = ""
    plural: str = ""
    words: list[str] = field(default_factory=list)
    fuzzy: bool = False


def languages() -> tuple[str, ...]:
    """Every language there is a catalogue of the house for, English first."""
    return (SOURCE, *sorted(file.stem for file in (HOUSE / "locale").glob("*.po")))


def files(language: str, game: str | None = None) -> tuple[Path, ...]:
    """Where a language's words stand: a game's own first, then the house's."""
    house = HOUSE / "locale" / f"{language}.po"
    if game is None:
        return (house,)
    return HOUSE / "games" / game.replace("-", "_") / "locale" / f"{language}.po", house


@cache
def tongue(language: str, game: str | None = None) -> Tongue:
    """How the house, or one of its games, speaks a language. `game`: its slug."""
    if language == SOURCE:
        return ENGLISH
    first: gettext.NullTranslations | None = None
    for file in files(language, game):
        if file.exists():
            read = gettext.GNUTranslations(io.BytesIO(compiled(file.read_text("utf-8"))))
            if first is None:
                first = read
            else:
                first.add_fallback(read)
    return ENGLISH if first is None else Tongue(first.gettext, first.ngettext)


def places(template: str) -> frozenset[str]:
    """The names of the places of a template.

    :raises ValueError: its braces do not match.
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def fits(message: Message) -> bool:
    """Can these words take the template's place?"""
    try:
        known = places(message.template) | places(message.plural)
        return all(words and places(words) <= known for words in message.words)
    except ValueError:
        return False


def messages(text: str) -> Iterator[Message]:
    """The entries of a .po file; the first one, without a template, is its header."""
    for block in text.split("\n\n"):
        message, at, found = Message(), "", False
        for line in block.splitlines():
            if line.startswith("#"):
                message.fuzzy |= line.startswith("#,") and "fuzzy" in line
                continue
            keyword, _, quoted = line.partition(" ")
            if keyword.startswith(_KEYWORDS):
                at = keyword
                if keyword.startswith("msgstr"):
                    message.words.append("")
            else:
                quoted = line
            if not quoted.strip():
                continue
            found = True
            _add(message, at, ast.literal_eval(quoted.strip()))
        if found:
            yield message


def _add(message: Message, at: str, words: str) -> None:
    if at == "msgid":
        message.template += words
    elif at == "msgid_plural":
        message.plural += words
    elif at.startswith("msgstr"):
        message.words[-1] += words


def compiled(text: str) -> bytes:
    """A .po file in the form gettext reads."""
    known: dict[bytes, bytes] = {}
    for message in messages(text):
        if message.template and (message.fuzzy or not fits(message)):
            continue
        key = f"{message.template}\0{message.plural}" if message.plural else message.template
        known[key.encode()] = "\0".join(message.words).encode()
    keys = sorted(known)
    head = struct.calcsize("7I")
    at = head + 16 * len(keys)
    tables: list[list[int]] = [[], []]
    body = b""
    for table, strings in zip(tables, (keys, [known[key] for key in keys]), strict=True):
        for string in strings:
            table += [len(string), at + len(body)]
            body += string + b"\0"
    numbers = [_MAGIC, 0, len(keys), head, head + 8 * len(keys), 0, at, *tables[0], *tables[1]]
    return struct.pack(f"{len(numbers)}I", *numbers) + body
