"""The house is drawn as it is: the drawings name the packages of the import contract, in its order."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_PACKAGES = 10
CLOCK = re.compile(r"time\.(sleep|time|monotonic|perf_counter)\(|wait_for_timeout|\.sleep\([^0]")
PATIENT = {"tests/store/test_stale.py", "tests/server.py", "tests/browser/pages.py", "tests/test_house.py"}
"""Files that wait for a server or a page, and may give up."""
MOST_LINES, MOST_LINES_OF_A_FILE = 40, 400
SUFFIX = r"(?:py|md|js|css|toml|yaml|po|json|html|png|svg|evening|lock|in)"
NAMED = re.compile(rf"`([\w.~*-][\w./~*-]*(?:/|\.{SUFFIX}))[:`]")
LINKED = re.compile(r"\]\((?!https?:)([^)#\s]+)")
TOLD = re.compile(r"(?<![\w/.])((?:companion|api|bench|docs|static|tests)/[\w./-]+\.(?:py|md|js|css))\b")
WHICHEVER = re.compile("GAME|VERSION|EDITION|FILE|NAME")
"""In a path it stands for any name."""
BORDER = {
    # what comes from outside, before it is read: JSON, files, a move's members
    "companion/cli.py",
    "companion/service/amending.py",
    "companion/service/evenings.py",
    "companion/service/exports.py",
    "companion/service/imports.py",
    "companion/service/fairness.py",
    "companion/service/rewinding.py",
    "companion/table/beginning.py",
    "companion/table/correcting.py",
    "companion/table/journal.py",
    "companion/table/playing.py",
    "companion/mechanisms/box_file.py",
    "companion/mechanisms/help_file.py",
    "companion/mechanisms/game_state.py",
    "companion/vocabulary/box.py",
    "companion/vocabulary/common_moves.py",
    "companion/vocabulary/moves.py",
    "companion/vocabulary/offers.py",
    "companion/vocabulary/tools.py",
    # states of any game, of which it knows the fields alone
    "companion/mechanisms/parts.py",
    # what was told of a board, of any kind of fact
    "companion/atlas/form.py",
    "companion/atlas/known.py",
    "companion/atlas/reading.py",
    "companion/atlas/telling.py",
    # what a record holds, of any kind, and what the page draws
    "companion/documents/check_list.py",
    "companion/documents/help.py",
    "companion/documents/result.py",
    # an evening as it was kept, of which thousands are read at once
    "companion/documents/evening.py",
    "companion/documents/statistics.py",
    "companion/mechanisms/columns.py",
    "companion/vocabulary/panels.py",
    "companion/vocabulary/view.py",
    "companion/vocabulary/records.py",
    # rows of a move as they are read, limits of a field, and a table of functions by phase
    "companion/games/__init__.py",
    "companion/games/gulf_mobile_ohio/form.py",
    "companion/games/gulf_mobile_ohio/moves.py",
    "companion/games/gulf_mobile_ohio/railroads.py",
    "companion/games/gulf_mobile_ohio/view.py",
    "companion/games/prairie_railroads/builders.py",
    "companion/games/southern_pacific/play.py",
    "companion/games/texas_pacific/decisions.py",
    "companion/games/texas_pacific/hexes.py",
    "companion/games/texas_pacific/moves.py",
    # what a companion answers, before it is read, and what it is sent
    "companion/client/asking.py",
    "companion/client/bots.py",
    "companion/client/documents.py",
    "companion/client/errors.py",
    "companion/client/patching.py",
    "companion/client/stream.py",
    "companion/client/tables.py",
    # the database drivers'
    "companion/store/database.py",
    "companion/store/news.py",
    "companion/store/postgresql.py",
    "companion/store/prepared.py",
    "companion/store/pulses.py",
    "companion/store/sqlite.py",
}
"""Where a value may be of any kind."""
CODE = ("companion", "api", "bench", "examples", "tests", ".ci")
IGNORED = re.compile(r"# type: ignore(?!\[[a-z, -]+\]  # \w)")


def python() -> list[Path]:
    """Every file of the project's own Python."""
    return [path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py"))]


def layers() -> list[str]:
    """The contract's layers from the top, each as its packages."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (house,) = (contract for contract in contracts if contract["type"] == "layers")
    return [part.strip() for layer in house["layers"] for part in layer.split("|")]


def test_every_package_stands_in_the_contract() -> None:
    there = {f"companion.{path.parent.name}" for path in (ROOT / "companion").glob("*/__init__.py")}
    assert there | {"api", "companion.cli"} == set(layers())
    assert len(there) <= MOST_PACKAGES
    loose = {path.stem for path in (ROOT / "companion").glob("*.py")}
    assert loose == {"__init__", "arguments", "cli"}


def test_the_page_draws_it_so() -> None:
    """A package begins a line; `documents` alone stands beside another, `store`."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    drawn = re.findall(r"(?:companion/)?(\w+)(?:/|\.py)  ", page)
    names = [layer.removeprefix("companion.") for layer in layers()]
    assert [name for name in drawn if name in names] == [name for name in names if name != "documents"]
    assert re.search("companion/store/ +companion/documents/$", page, re.MULTILINE)


def test_contributing_says_it_so() -> None:
    text = " ".join((ROOT / "CONTRIBUTING.md").read_text("utf-8").split())
    said = re.search(r"`(cli → [^`]*)`", text)
    assert said
    assert re.split(r" → |, ", said[1]) == [layer.removeprefix("companion.") for layer in layers()]


def test_every_package_says_what_it_holds() -> None:
    for path in (ROOT / "companion").glob("*/__init__.py"):
        assert path.read_text("utf-8").startswith('"""'), path


def test_no_line_of_the_pages_is_longer_than_a_screen_is_wide() -> None:
    """The formatter folds code; comments and words are folded by who writes them."""
    width = json.loads((ROOT / "deno.json").read_text("utf-8"))["fmt"]["lineWidth"]
    for path in (ROOT / "static").rglob("*"):
        if path.suffix in {".js", ".css", ".html"}:
            assert not [line for line in path.read_text("utf-8").splitlines() if len(line) > width], path


def test_only_screens_wait_for_something_while_they_are_read_in() -> None:
    """WebKit is done too early with a module asked for twice that waits itself: of a screen the page waits for what is
    defined last (`app.js`), and nothing else can be known by that."""
    for path in (ROOT / "static").rglob("*.js"):
        _, *waits = re.split(r"^await ", path.read_text("utf-8"), flags=re.MULTILINE)
        if waits:
            assert path.parent.name == "screens", path
            assert "customElements.define" in waits[-1], path


def test_every_screen_watches_second_taps() -> None:
    """But those of a phone's first load, which does without: a seat watches from its first tap on."""
    screens = {path.stem: path.read_text("utf-8") for path in (ROOT / "static" / "screens").glob("*.js")}
    whole = {name for name, text in screens.items() if f'define("{name}-screen"' in text}
    watched = {name for name, text in screens.items() if 'import "../elements/page/second-tap.js";' in text}
    assert whole - watched == {"join", "seat"}


def test_no_file_is_longer_than_a_subject() -> None:
    """Python, scripts and sheets, each named by the one thing it is about; what grows beyond that has become two."""
    pages = [path for path in (ROOT / "static").rglob("*") if path.suffix in {".js", ".css"}]
    for path in python() + pages:
        assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES_OF_A_FILE, path


def test_every_sheet_comes_with_a_page() -> None:
    """No sheet is left behind: the index names it, or a module of a screen, or the contract to read."""
    texts = [path.read_text("utf-8") for path in (ROOT / "static").rglob("*.js")]
    called = "".join(call for text in texts for call in re.findall(r"\bstylesheet(?:s|Where)\([^)]*\)", text))
    index = (ROOT / "static" / "index.html").read_text("utf-8")
    index += (ROOT / "api" / "reference" / "layout.py").read_text("utf-8")
    worn = set(re.findall(r"/styles/([\w-]+)\.css", index)) | set(re.findall(r'"([\w-]+)"', called))
    assert worn == {path.stem for path in (ROOT / "static" / "styles").glob("*.css")}


def test_no_test_looks_at_the_clock() -> None:
    """No test just waits for a while, and none is red because the machine is busy."""
    for path in (ROOT / "tests").rglob("*.py"):
        if (name := path.relative_to(ROOT).as_posix()) not in PATIENT:
            assert not [line for line in path.read_text("utf-8").splitlines() if CLOCK.search(line)], name


def test_mypy_reads_everything_and_is_silenced_nowhere_without_a_reason() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert settings["strict"] is True
    assert sorted(settings["files"]) == sorted(CODE)
    for path in python():
        silenced = [line for line in path.read_text("utf-8").splitlines() if IGNORED.search(line)]
        assert not silenced or path == Path(__file__), path


def test_no_function_is_longer_than_a_screen() -> None:
    long = set()
    for path in python():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > MOST_LINES:
                    long.add(path.relative_to(ROOT).as_posix())
    assert not long


def here(name: str) -> bool:
    """Does the path exist, in full or by its end, or is it an address of the API?"""
    if WHICHEVER.search(name) or (ROOT / name).exists():
        return True
    folders = [folder for folder in ROOT.iterdir() if folder.name not in (".venv", ".git")]
    found = (path.as_posix() for folder in folders for path in folder.rglob(Path(name).name))
    return any(path.endswith(f"/{name.rstrip('/')}") for path in found) or (
        f"/{name}:" in (ROOT / "openapi.yaml").read_text("utf-8")
    )


def test_every_path_that_is_named_exists() -> None:
    """In documents, in backticks and in links; in docstrings and comments."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")]
    for path in [*pages, *(ROOT / "bench").glob("*.md")]:
        text = path.read_text("utf-8")
        assert not [name for name in LINKED.findall(text) if not (path.parent / name).exists()], path
        assert not [name for name in NAMED.findall(text) if not here(name)], path
    for path in python():
        assert not [name for name in TOLD.findall(path.read_text("utf-8")) if not here(name)], path


def test_a_value_of_ours_has_a_type() -> None:
    """`Any` stands at the border, where nobody knows yet what was sent, and not behind it."""
    for path in sorted((ROOT / "companion").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name in BORDER:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        assert not [
            item.lineno for item in ast.walk(tree) if isinstance(item, ast.Name) and item.id == "Any"
        ], name


OUT_OF_PLAY = r"""/\*.*?\*/|"[^"]*"|'[^']*'"""
"""Comments and strings of a sheet."""


def test_every_sheet_is_well_formed() -> None:
    """A rule that is cut off takes the next one with it, and no browser complains."""
    for sheet in sorted((ROOT / "static/styles").glob("*.css")):
        plain = re.sub(OUT_OF_PLAY, "", sheet.read_text("utf-8"), flags=re.DOTALL)
        assert plain.count("{") == plain.count("}"), sheet
        assert plain.count("(") == plain.count(")"), sheet
        assert not re.findall(r"[{;]\s*([^{}:;@]+);", plain), f"{sheet}: what is it that is set?"
        assert not re.findall(r"[^\s{};][^{};]*@(?:media|container|keyframes|supports)", plain), sheet


SHARED = {"base", "print"}
"""What they say is meant for all that bears a class, wherever it stands."""
CALLED_TWICE = {".bars", ".finished", ".home", ".roll-page", ".way-in"}
"""One thing each, of which a second sheet says how it stands on one screen."""


def test_no_two_sheets_mean_different_things_by_a_class() -> None:
    """A sheet comes when it is wanted and stays: what it says of a bare class holds for the whole page from then on."""
    own = [sheet for sheet in (ROOT / "static/styles").glob("*.css") if sheet.stem not in SHARED]
    named = Counter(name for sheet in own for name in _bare_classes(sheet.read_text("utf-8")))
    assert {name for name, sheets in named.items() if sheets > 1} == CALLED_TWICE


def _bare_classes(text: str) -> set[str]:
    """Classes that a sheet dresses by their name alone, on every screen."""
    plain = re.sub(OUT_OF_PLAY, "", text, flags=re.DOTALL)
    blocks = re.compile(r"\{(?:[^{}])*\}")
    while blocks.search(plain):
        plain = blocks.sub(";", plain)
    names = re.split(r"[;,]", plain)
    return {name.strip() for name in names if re.fullmatch(r"\s*\.[\w-]+\s*", name)}
