"""Every paragraph of every rulebook: the code named for it is there, and the evenings named for it play it."""

from __future__ import annotations

import inspect
import sys
from functools import cache
from types import CodeType, FrameType
from typing import Any

import pytest

from companion.games import GAMES, game
from tests.evening_reader import play_evening
from tests.rulebook import EVENINGS, RULES, differences, found, page, read
from tests.server import some
from tests.table_player import TablePlayer

BOOKS = [rules.box.slug for rules in GAMES]


@pytest.mark.parametrize("slug", BOOKS)
def test_the_page_is_up_to_date(slug: str) -> None:
    book, rules = read(slug), game(slug)
    assert rules is not None
    assert book.name == rules.box.name
    assert (RULES / f"{book.game}.md").read_text("utf-8") == page(book), "run `make rules`"


@pytest.mark.parametrize("slug", BOOKS)
def test_what_is_the_companions_has_an_evening(slug: str) -> None:
    assert not [paragraph.where for paragraph in read(slug).paragraphs if paragraph.unplayed]


@pytest.mark.parametrize("slug", BOOKS)
def test_the_code_is_there(slug: str) -> None:
    for paragraph in read(slug).paragraphs:
        for place in (*paragraph.code, *paragraph.help):
            found(slug, place)


@pytest.mark.parametrize("slug", BOOKS)
def test_the_evenings_play_it(slug: str) -> None:
    """Each function is called in one of its evenings at least, and each evening calls one of them."""
    paragraphs = {paragraph.where: paragraph for paragraph in read(slug).paragraphs}
    for where in some([*paragraphs], 12):
        paragraph = paragraphs[where]
        wanted = {place: code for place in paragraph.code if (code := _code(found(slug, place)))}
        played = {name: _called(slug, name) for name in paragraph.evenings}
        assert not paragraph.evenings or wanted, f"{paragraph.where}: no function is named"
        for place, code in wanted.items():
            assert not played or any(code in called for called in played.values()), (
                f"{paragraph.where}: {place}"
            )
        for name, called in played.items():
            assert called & set(wanted.values()), f"{paragraph.where}: {name} plays none of it"


def _code(what: Any) -> CodeType | None:
    """What runs when it is called; None for a number that is printed."""
    what = what.fget if isinstance(what, property) else what
    code: CodeType | None = getattr(inspect.unwrap(what) if callable(what) else what, "__code__", None)
    return code


@cache
def _called(slug: str, evening: str) -> set[CodeType]:
    """All that runs while an evening is played."""
    called: set[CodeType] = set()

    def seen(frame: FrameType, _event: str, _: object) -> None:
        called.add(frame.f_code)  # returning nothing means: ask about calls only, not about each line

    sys.settrace(seen)
    try:
        play_evening(EVENINGS / slug / f"{evening}.evening", TablePlayer(), GAMES)
    finally:
        sys.settrace(None)
    return called


RULEBOOK = """A GAME

SETUP

1. Lay out the board,
wherever you like.
2. Deal.

Pla y

Whoever is oldest begins.
"""


def _book(monkeypatch: pytest.MonkeyPatch, path: Any, text: str) -> Any:
    monkeypatch.setattr("tests.rulebook.RULES", path)
    (path / "a-game.toml").write_text(f'name = "A game"\n["A game"]\n{text}', "utf-8")
    return read("a-game")


def test_a_rulebook_is_counted(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = '[Setup.1-2]\nwords="."\n[Play.1]\nwords="."\n'
    assert not [*differences(_book(monkeypatch, tmp_path, shown), RULEBOOK)]
    shown = '[Setup.1]\nwords="."\n[Play.1-2]\nwords="."\n["The end".1]\nwords="."\n'
    assert [*differences(_book(monkeypatch, tmp_path, shown), RULEBOOK)] == [
        "a-game, The end: no such heading",
        "a-game, Setup: 2 paragraphs, 1 are written down",
        "a-game, Play: 1 paragraphs, 2 are written down",
    ]


@pytest.mark.parametrize(
    "text", ['2.words="."', '1.words=""', '1-2.words="."\n2.words="."', '1={words=".", evening=["a"]}']
)
def test_a_paragraph_that_is_left_out_is_noticed(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    with pytest.raises((ValueError, TypeError)):
        _book(monkeypatch, tmp_path, f"[Setup]\n{text}")
