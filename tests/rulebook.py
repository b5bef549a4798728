"""A rulebook, paragraph by paragraph: which code implements it, and which evening plays it.

`docs/rules/GAME.toml` holds a table for each heading, in the rulebook's order, and in it one for each paragraph or
run of paragraphs (`1`, `2-4`): `words`, what it says in words of our own; `code`, who does it (`auctions:offers` in
the game's folder, `companion.mechanisms.sale:hand_over` elsewhere); `evenings`, who plays it; or `table`, why the
table sees to it by itself; or `help`, where the screen says it. `docs/rules/GAME.md` is written from it
(`make rules`). The rulebooks themselves are not ours to ship.

A paragraph ends at an empty line, and before a line that begins with a bullet or a number.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "rules"
EVENINGS = ROOT / "tests" / "evenings"
ITEM = re.compile(r"\s*(?:[-·•]|\d+\.)\s")
"""How an entry of a list begins."""
ALIKE = 0.85
"""How alike two headings are that are the same but for a misread letter; 1: equal."""
KEYS = {"words", "code", "evenings", "table", "help"}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, or several in a row: first, last: their numbers under the heading."""

    game: str
    heading: str
    first: int
    last: int
    words: str
    code: tuple[str, ...] = ()
    evenings: tuple[str, ...] = ()
    table: str | None = None
    help: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """`3`, or `3-5`."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def where(self) -> str:
        """As a failing test names it."""
        return f"{self.game}, {self.heading} {self.number}"

    @property
    def unplayed(self) -> bool:
        """Is it the companion's, and no evening plays it?"""
        return not self.evenings and not self.table and not self.help


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All headings of a game's rulebook, in its order, with their paragraphs."""

    game: str
    name: str
    headings: dict[str, tuple[Paragraph, ...]]

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Those of all headings."""
        return tuple(item for heading in self.headings.values() for item in heading)


def read(game: str) -> Rulebook:
    """What is written down of a game's rulebook.

    :raises ValueError: for a word that means nothing, or paragraphs that do not follow one another.
    """
    given = tomllib.loads((RULES / f"{game}.toml").read_text("utf-8"))
    name = given.pop("name")
    headings = {heading: tuple(_paragraphs(game, heading, shown)) for heading, shown in given.items()}
    return Rulebook(game, name, headings)


def _paragraphs(game: str, heading: str, rows: dict[str, Any]) -> Iterator[Paragraph]:
    following = 1
    for number, row in rows.items():
        first, _, last = number.partition("-")
        one = Paragraph(game, heading, int(first), int(last or first), **_lists(row))
        if one.first != following or one.last < one.first or not one.words:
            raise ValueError(f"{one.where}: paragraph {following} comes next, with a few words")
        if unknown := set(row) - KEYS:
            raise ValueError(f"{one.where}: {unknown}")
        following = one.last + 1
        yield one


def _lists(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}


# --- the code ----------------------------------------------------------------------------------------


def module_of(game: str, place: str) -> str:
    """The module of `module:name`: in the game's folder, unless it begins with `companion.`."""
    module = place.partition(":")[0]
    return module if module.startswith("companion.") else f"companion.games.{game.replace('-', '_')}.{module}"


def found(game: str, place: str) -> Any:
    """What stands there.

    :raises ImportError, AttributeError: if it is gone.
    """
    what: Any = import_module(module_of(game, place))
    for name in place.partition(":")[2].split("."):
        what = getattr(what, name)
    return what


# --- the page ----------------------------------------------------------------------------------------


def page(book: Rulebook) -> str:
    """`docs/rules/GAME.md`."""
    counted = sum(paragraph.last - paragraph.first + 1 for paragraph in book.paragraphs)
    lines = [
        f"# {book.name}: the rulebook in code",
        "",
        f"Written by `make rules` from [{book.game}.toml]({book.game}.toml); a test compares. The rulebook's "
        f"{counted} paragraphs by heading and number, in our own words: the code that does it, and the evening "
        "that plays it. A paragraph ends at an empty line, or before the next entry of a list.",
    ]
    for heading, paragraphs in book.headings.items():
        if not paragraphs:
            continue
        lines += ["", f"## {heading}", "", "| | in short | code | evenings |", "|---|---|---|---|"]
        lines += [_row(paragraph) for paragraph in paragraphs]
    unplayed = [
        f"- {paragraph.heading} {paragraph.number}: {paragraph.words}"
        for paragraph in book.paragraphs
        if paragraph.unplayed
    ]
    lines += ["", "## Without an evening", "", *(unplayed or ["Nothing."])]
    return "\n".join(lines) + "\n"


def _row(one: Paragraph) -> str:
    code = [_linked(one.game, place) for place in one.code]
    if one.help:
        code.append("*on the screen:* " + " ".join(_linked(one.game, place) for place in one.help))
    if one.table:
        code.append(f"*the table:* {one.table}")
    folder = f"../../tests/evenings/{one.game}"
    evenings = " ".join(f"[{name}]({folder}/{name}.evening)" for name in one.evenings)
    return f"| {one.number} | {one.words} | {' '.join(code)} | {evenings} |"


def _linked(game: str, place: str) -> str:
    return f"[`{place}`](../../{module_of(game, place).replace('.', '/')}.py)"


# --- beside the rulebook itself ----------------------------------------------------------------------


def differences(book: Rulebook, text: str) -> Iterator[str]:
    """What the rulebook's own text has otherwise: a heading that is not found, or more or fewer paragraphs."""
    blocks = [*_blocks(text)]
    begins: dict[str, int] = {}
    at = -1
    for heading in book.headings:
        if (begin := _find(heading, blocks, at + 1)) is None:
            if begins:
                yield f"{book.game}, {heading}: no such heading"
                continue
            begin = -1
        begins[heading] = at = begin
    ends = [*list(begins.values())[1:], len(blocks)]
    for (heading, begin), end in zip(begins.items(), ends, strict=True):
        there, here = end - begin - 1, book.headings[heading]
        shown = here[-1].last if here else 0
        if there != shown:
            yield f"{book.game}, {heading}: {there} paragraphs, {shown} are written down"


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs and headings; the first line of several is a heading of its own where it ends without a stop."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        if block and (not line.strip() or ITEM.match(line)):
            yield from _parted(block)
            block = []
        if line.strip():
            block.append(line.strip())


def _parted(block: list[str]) -> Iterator[str]:
    if len(block) > 1 and len(block[0]) < 50 and len(block[1]) > 80 and block[0][-1] not in ".:,;":
        yield block[0]
        block = block[1:]
    yield " ".join(block)


def _find(heading: str, blocks: list[str], since: int) -> int | None:
    alike = [
        (SequenceMatcher(None, _plain(heading), _plain(block)).ratio(), -n) for n, block in enumerate(blocks)
    ]
    best = max((item for item in alike[since:]), default=(0.0, 0))
    return -best[1] if best[0] >= ALIKE else None


def _plain(text: str) -> str:
    return re.sub(r"^\d+\.\s+|[*#]", "", text).strip().casefold()
