"""The catalogues: complete, with the places of their templates, and read once."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files as within
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from api import catalogues
from api.app import create_app
from api.catalogues import fits, messages, places, templates_of, tongue, translations, words_of
from api.modules import begun
from api.settings import Settings
from api.start import warm_up
from companion.games import GAMES, INSTALLED, package_of
from companion.service import Service
from companion.store.sql import SqlStore
from companion.words.text import Tongue, counted, render, say
from templates import GAMES as OWN
from templates import ROOT, Template, games, of_game, of_house

STATIC = ROOT / "static"
OTHERS = [language for language in catalogues.languages() if language != catalogues.SOURCE]
SAID = re.compile(r"""\bsay\(\s*"(?P<key>[^"]*)\"""")
"""A key that is said as a plain string."""
WRITTEN = re.compile(r"""["'](?P<key>[a-z0-9_-]+(?:\.[a-z0-9_-]+)+)["']""")
"""Whatever looks like a key; it may be said elsewhere."""
OPEN = re.compile(r"""`(?P<key>[a-z-]+\.[^`\s]*\$\{[^`]*)`""")
SAYING = {"say", "refused", "costly", "forbidden"}
PLACE = re.compile(r"\{(\w+)\}")


def read(file: Path) -> list[Message]:
    return messages(read_po(io.BytesIO(file.read_bytes())))


FOLDERS = [*games(), *(Path(str(within(package_of(slug)))).resolve() for slug in sorted(INSTALLED))]
"""Of all games: of the companion, of the examples, and of what is installed beside it."""
CATALOGUES = [
    file
    for folder in dict.fromkeys((ROOT / "companion", *FOLDERS))
    for file in sorted((folder / "locale").glob("*.po"))
]
"""Every catalogue there is. A game without one is spoken in English."""
of_catalogues = pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])


def _wanted(file: Path) -> list[Template]:
    """What should be in it. The program is read when a test asks, not when each worker looks for tests."""
    folder = file.parent.parent
    return of_game(folder) if folder in FOLDERS else of_house()


@of_catalogues
def test_a_catalogue_is_complete_and_holds_nothing_else(file: Path) -> None:
    found = {templates_of(item): item for item in read(file)}
    asked = {(item.one, item.many) if item.many else (item.one,) for item in _wanted(file)}
    advice = "run `make messages`, then fill in the empty ones"
    assert not sorted(asked - set(found)), advice
    assert not sorted(set(found) - asked), advice
    assert not [item.id for item in found.values() if item.fuzzy], "marked fuzzy: look at them again"
    assert not [item.id for item in found.values() if not fits(item)], "without words, or with other places"


def test_words_that_have_a_name_are_marked() -> None:
    """A sentence that is chosen first and said later is a `phrase`: a bare string would be in no catalogue."""
    for file in (ROOT / "companion").rglob("*.py"):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                assert not [ast.unparse(one) for one in _unmarked(function)], file


def _unmarked(function: ast.FunctionDef) -> Iterator[ast.Assign]:
    """Strings that get a name and are said by it."""
    nodes = list(ast.walk(function))
    calls = [one for one in nodes if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)]
    said = {
        first.id
        for call in calls
        for first in call.args[:1]
        if getattr(call.func, "id", "") in SAYING and isinstance(first, ast.Name)
    }
    for one in nodes:
        if isinstance(one, ast.Assign) and said & {getattr(name, "id", "") for name in one.targets}:
            value = one.value
            ways = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            if any(isinstance(way, ast.Constant) for way in ways):
                yield one


@of_catalogues
def test_no_place_is_forgotten(file: Path) -> None:
    """A sentence that leaves out who or how much says less than the English one."""
    for item in read(file):
        assert places(words_of(item)[-1]) == places(templates_of(item)[-1]), item.id


def test_every_language_of_a_game_or_a_page_is_one_of_the_house() -> None:
    of_games = {file.stem for folder in FOLDERS for file in (folder / "locale").glob("*.po")}
    assert of_games <= set(OTHERS)
    for folder in (STATIC / "messages", STATIC / "messages" / "more"):
        assert {file.stem for file in folder.glob("*.json")} == set(catalogues.languages())


def test_a_games_words_are_found_by_its_slug() -> None:
    own = {folder.name for folder in games() if folder.parent == OWN}
    assert {rules.box.slug.replace("-", "_") for rules in GAMES} == own


def test_german() -> None:
    german = tongue("de")
    assert render(say("{who} passes", who="Ed"), {}, german) == "Ed passt"
    links = [counted("must have at least {n} item", "must have at least {n} items", n=n) for n in (1, 2)]
    assert [render(link, {}, german) for link in links] == [
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
msgstr "wer {"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} Karte"
msgstr[1] ""
"""


def test_what_does_not_fit_is_said_in_english() -> None:
    """A translation can be wrong; a table is never refused its page for it."""
    spoken = translations(PO.encode())
    said = [
        spoken.gettext(template) for template in ("{who} waits", "{who} goes", 'a "long" line', "{who} {")
    ]
    assert said == ["{who} waits", "{who} goes", 'eine "lange" Zeile', "{who} {"]
    assert spoken.ngettext("{n} card", "{n} cards", 2) == "{n} cards"
    assert not fits(Message("{who}", "{who} {"))
    assert not fits(Message("{who}", ""))


@pytest.fixture
def nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the program has just been started."""
    monkeypatch.setattr(catalogues, "_tongues", {})
    monkeypatch.setattr(catalogues, "_files", {})


def test_who_asks_first_reads_and_the_others_wait(
    monkeypatch: pytest.MonkeyPatch, nothing_read: None
) -> None:
    """Sixteen requests in German at once, before anybody has read it: it is read once, and all get the same."""
    reads: list[str] = []

    def counted_read(po: io.BytesIO) -> Catalog:
        reads.append(threading.current_thread().name)
        return read_po(po)

    monkeypatch.setattr("babel.messages.pofile.read_po", counted_read)
    pace = sys.getswitchinterval()
    together = threading.Barrier(16)

    def ask(_: int) -> Tongue:
        together.wait(20)
        return tongue("de", "gulf-mobile-ohio")

    sys.setswitchinterval(1e-6)  # everybody is in everybody's way
    try:
        with ThreadPoolExecutor(16) as pool:
            found = set(map(id, pool.map(ask, range(16))))
    finally:
        sys.setswitchinterval(pace)
    assert len(found) == 1
    assert len(reads) == 2, "the game's own and the house's, each once"


def test_each_is_read_once(monkeypatch: pytest.MonkeyPatch, nothing_read: None) -> None:
    reads: list[io.BytesIO] = []

    def counted_read(po: io.BytesIO) -> Catalog:
        reads.append(po)
        return read_po(po)

    monkeypatch.setattr("babel.messages.pofile.read_po", counted_read)
    catalogues.read_all()
    assert len(reads) == len([file for file in CATALOGUES if file.is_relative_to(ROOT / "companion")])


def test_a_server_has_read_them_before_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_read: None
) -> None:
    service = Service(later=lambda: SqlStore(f"sqlite:///{tmp_path}/companion.sqlite"))
    create_app(service, Settings())
    monkeypatch.setattr("api.start.settle_memory", lambda: None)  # of this process, which goes on
    warm_up(service)

    def never(*_: object) -> None:
        raise AssertionError("read in a request")

    monkeypatch.setattr("babel.messages.pofile.read_po", never)
    for language in OTHERS:
        for rules in GAMES:
            assert tongue(language, rules.box.slug).say("{who} passes") != "{who} passes"


# --- the pages' own words ----------------------------------------------------------------------------


def _words(language: str) -> dict[str, str]:
    first, more = (
        json.loads((folder / f"{language}.json").read_text("utf-8"))
        for folder in (STATIC / "messages", STATIC / "messages" / "more")
    )
    assert not first.keys() & more.keys(), "once is enough"
    return {**first, **more}


def _said() -> tuple[set[str], list[re.Pattern[str]]]:
    """What the pages say: keys in full, and those with a part that is only known when they say it."""
    keys: set[str] = set()
    open_keys: list[re.Pattern[str]] = []
    for file in STATIC.rglob("*.js"):
        text = file.read_text("utf-8")
        keys |= {found["key"] for found in WRITTEN.finditer(text)}
        for found in OPEN.finditer(text):
            parts = re.split(r"\$\{[^}]*\}", found["key"])
            open_keys.append(re.compile("[a-z0-9_-]+".join(map(re.escape, parts))))
    return keys, open_keys


def _plain(key: str) -> str:
    """The key without the form of a number."""
    return re.sub(r"\.(zero|one|two|few|many|other)$", "", key)


def test_every_key_is_said_and_what_is_said_has_its_words() -> None:
    english = _words(catalogues.SOURCE)
    keys, open_keys = _said()
    unused = [
        key
        for key in english
        if not {key, _plain(key)} & keys and not any(item.fullmatch(_plain(key)) for item in open_keys)
    ]
    assert not unused, "nobody says these"
    asked = {
        found["key"] for file in STATIC.rglob("*.js") for found in SAID.finditer(file.read_text("utf-8"))
    }
    assert len(asked) > 100
    assert not {key for key in asked if key not in english and f"{key}.other" not in english}


LATER = re.compile(r"""\bimport\(["'](?P<module>\.[^"']+)["']\)(?P<words>, moreWords\(\))?""")
"""A module that is fetched on demand, together with its words, or one that waits for them itself."""
WAITS = re.compile(r"\bawait (?:Promise\.all\(\[[^;]*)?\bmoreWords\(\)")


def _later(modules: Iterable[str]) -> dict[str, bool]:
    """What these fetch when it is wanted; whether its words come with it."""
    return {
        (STATIC / module).parent.joinpath(found["module"]).resolve().relative_to(STATIC).as_posix(): bool(
            found["words"]
        )
        for module in modules
        if module != "app.js"  # it waits itself, for every screen
        for found in LATER.finditer((STATIC / module).read_text("utf-8"))
    }


def test_what_says_the_words_of_other_screens_waits_for_them() -> None:
    """A phone at the table begins without them."""
    more = json.loads((STATIC / "messages" / "more" / "en.json").read_text("utf-8"))
    seldom = {form for key in more for form in (key, _plain(key))}
    first = set(begun(STATIC, "app.js", "screens/seat.js", "screens/join.js")[0])
    waiting, seen = [("", first, False)], set(first)
    while waiting:
        entry, modules, worded = waiting.pop()
        texts = [(STATIC / module).read_text("utf-8") for module in modules]
        said = {found["key"] for text in texts for found in WRITTEN.finditer(text)} & seldom
        waits = worded or any(WAITS.search(text) for text in texts)
        assert waits or not said, (entry, said)
        for name, words in _later(modules).items():
            if name not in seen:
                seen.add(name)
                waiting.append((name, set(begun(STATIC, name)[0]) - first, words))
    assert len(seen) > len(first) + 5


@pytest.mark.parametrize("language", OTHERS)
def test_the_pages_words_are_complete(language: str) -> None:
    english, other = _words(catalogues.SOURCE), _words(language)
    advice = "give static/messages/ the same keys in every language: docs/translating.md"
    assert not [key for key in english if key not in other], advice
    expected = {_plain(key) for key in english}
    assert not [key for key in other if _plain(key) not in expected], advice
    assert [key for key in other if key in english] == [key for key in english if key in other], (
        "in the order of en.json"
    )
    for key, words in other.items():
        like = english.get(key, english.get(f"{_plain(key)}.other", ""))
        assert words.strip(), key
        assert set(PLACE.findall(words)) == set(PLACE.findall(like)), key


def test_german_speaks_of_aktien_and_kassen() -> None:
    german = _words("de")
    assert (german["figure.treasury"], german["figure.president"]) == ("Kasse", "Präsident")
