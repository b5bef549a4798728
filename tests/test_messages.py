"""The catalogues: complete, with the places of their templates, and read here as gettext's own tools read them."""

from __future__ import annotations

import gettext
import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion import catalogues
from companion.catalogues import Message, compiled, fits, messages, places, tongue
from companion.games import GAMES
from companion.text import counted, render, say
from tools.templates import ROOT, Template, games, of_game, of_house

STATIC = ROOT / "static"
OTHERS = [language for language in catalogues.languages() if language != catalogues.SOURCE]
KEY = re.compile(r"""\bsay(?:Or)?\(\s*(?P<sign>["'`])(?P<key>[^"'`]*)(?P=sign)""")
EITHER = re.compile(r"""["'](?P<key>[a-z-]+(?:\.[a-z0-9_-]+)+)["']""")
FACT = re.compile(r"\{(\w+)\}")


def _catalogues() -> list[tuple[Path, list[Template]]]:
    """Every catalogue there is, with what should be in it. A game without one is spoken in English."""
    spoken = [(ROOT / "companion" / "locale", of_house())]
    spoken += [(folder / "locale", of_game(folder)) for folder in games()]
    return [(file, wanted) for folder, wanted in spoken for file in sorted(folder.glob("*.po"))]


@pytest.mark.parametrize(
    ("file", "wanted"), [pytest.param(*one, id=one[0].relative_to(ROOT).as_posix()) for one in _catalogues()]
)
def test_a_catalogue_is_complete_and_holds_nothing_else(file: Path, wanted: list[Template]) -> None:
    found = {(one.template, one.plural): one for one in messages(file.read_text("utf-8")) if one.template}
    asked = {(one.one, one.many) for one in wanted}
    advice = "run `make messages`, then fill in the empty ones"
    assert not sorted(asked - set(found)), advice
    assert not sorted(set(found) - asked), advice
    assert not [one.template for one in found.values() if one.fuzzy], "marked fuzzy: look at them again"
    assert not [one.template for one in found.values() if not fits(one)], (
        "without words, or with other places"
    )


@pytest.mark.parametrize("file", [one for one, _ in _catalogues()], ids=lambda file: file.parts[-3])
def test_no_place_is_forgotten(file: Path) -> None:
    """A sentence that leaves out who or how much says less than the English one."""
    for one in messages(file.read_text("utf-8")):
        if one.template:
            told = places(one.plural or one.template)
            assert places(one.words[-1]) == told, one.template


@pytest.mark.parametrize("file", [one for one, _ in _catalogues()], ids=lambda file: file.parts[-3])
def test_it_is_read_as_the_tools_of_gettext_read_it(file: Path) -> None:
    ours = {one.template: one.words for one in messages(file.read_text("utf-8")) if one.template}
    read = read_po(io.BytesIO(file.read_bytes()))
    theirs = {
        (one.id if isinstance(one.id, str) else one.id[0]): (
            [one.string] if isinstance(one.string, str) else [*one.string]
        )
        for one in read
        if one.id
    }
    assert ours == theirs


def test_every_language_of_a_game_or_a_page_is_one_of_the_house() -> None:
    of_games = {file.stem for folder in games() for file in (folder / "locale").glob("*.po")}
    assert of_games <= set(OTHERS)
    assert {file.stem for file in (STATIC / "messages").glob("*.json")} == set(catalogues.languages())


def test_a_games_words_are_found_by_its_slug() -> None:
    folders = {folder.name for folder in games()}
    assert {rules.slug.replace("-", "_") for rules in GAMES} == folders


def test_german() -> None:
    german = tongue("de")
    assert render(say("{who} passes", who="Ed"), {}, german) == "Ed passt"
    links = [counted("must have at least {n} item", "must have at least {n} items", n=n) for n in (1, 2)]
    assert [render(one, {}, german) for one in links] == [
        "muss mindestens 1 Eintrag haben",
        "muss mindestens 2 Einträge haben",
    ]
    assert render(say("nobody has translated this"), {}, german) == "nobody has translated this"
    assert render(say(""), {}, german) == ""


PO = """
# A catalogue.
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#, fuzzy
msgid "{who} waits"
msgstr "{who} wartet"

msgid "{who} goes"
msgstr "{wer} geht"

msgid "a \\"long\\" "
"line"
msgstr "eine \\"lange\\" "
"Zeile"

msgid "{who} {"
msgstr "{who} {"
"""


def test_what_does_not_fit_is_said_in_english() -> None:
    """A translation can be wrong; a table is never refused its page for it."""
    read = gettext.GNUTranslations(io.BytesIO(compiled(PO)))
    said = [read.gettext(template) for template in ("{who} waits", "{who} goes", 'a "long" line')]
    assert said == ["{who} waits", "{who} goes", 'eine "lange" Zeile']
    assert not fits(Message("{who}", "", ["{who} {"]))
    assert not fits(Message("{who}", "", [""]))
