"""The pages of docs/: every link leads somewhere, in the checkout and in the site; what is made from the games is up
to date; commands that are named exist."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import guides
from companion.cli import _parser
from tests.server import ROOT

OUTSIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/RESULTS.md")
PAGES = [*(ROOT / name for name in OUTSIDE), *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:)(?P<file>[^)#\s]*)(?:#(?P<anchor>[^)\s]+))?\)")
HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
NO_PART = re.compile(r"[^\w\- ]")
SHOWN = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
MAKE = re.compile(r"`make (?P<target>[a-z-]+)")
PROGRAM = re.compile(r"`companion (?P<given>[a-z][^`\n]*)`")
MOST_SECONDS = 120
"""For the whole site, on a busy machine."""


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of a page, as sites that render Markdown name them."""
    found: list[str] = []
    for heading in HEADING.findall(FENCED.sub("", path.read_text("utf-8"))):
        words = SHOWN.sub(r"\1", heading).strip().lower()
        name = NO_PART.sub("", words).replace(" ", "-")
        found.append(name + (f"-{found.count(name)}" if name in found else ""))
    return frozenset(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.finditer(FENCED.sub("", page.read_text("utf-8"))):
        to = (page.parent / link["file"]).resolve() if link["file"] else page
        assert to.exists(), link[0]
        if link["anchor"]:
            assert link["anchor"] in anchors(to), link[0]


def test_what_is_written_from_the_games_is_up_to_date() -> None:
    pages = guides.pages()
    assert {path for path in pages if not path.exists()} == set()
    old = [path.name for path, text in pages.items() if path.read_text("utf-8") != text]
    assert not old, "run `make docs`"


class _Links(HTMLParser):
    """What a page of the site links to, and what of it can be linked to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value and not urlsplit(value).scheme:
                self.links.append(value)
            elif name == "id" and value:
                self.ids.add(value)


def test_the_site_is_built_and_every_link_in_it_leads_somewhere(tmp_path: Path) -> None:
    """Without a server: each link is a file beside the page."""
    command = [
        sys.executable,
        "-m",
        "properdocs",
        "build",
        "-f",
        ".ci/site/properdocs.yml",
        "-d",
        str(tmp_path),
    ]
    built = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=MOST_SECONDS, check=False
    )
    assert not built.returncode, built.stderr
    pages = {path: _Links(path) for path in tmp_path.rglob("*.html")}
    assert len(pages) >= len([page for page in PAGES if page.is_relative_to(ROOT / "docs")])
    for path, page in pages.items():
        for link in page.links:
            file, _, anchor = link.partition("#")
            to = (path.parent / unquote(file)).resolve() if file else path
            assert to.is_file(), f"{path.relative_to(tmp_path)}: {link}"
            assert not anchor or to not in pages or unquote(anchor) in pages[to].ids, f"{path}: {link}"


def _given() -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        if "decisions" not in page.parts and page.name != "CHANGELOG.md":
            for command in PROGRAM.finditer(page.read_text("utf-8")):
                yield page, command["given"]


def test_every_command_that_is_named_is_one() -> None:
    """Of the companion, with its options; and of the Makefile."""
    commands: dict[str, argparse.ArgumentParser] = {}
    for action in _parser()._actions:
        if isinstance(action.choices, dict):
            commands |= action.choices
    named_somewhere = list(_given())
    assert len(named_somewhere) > 20
    for page, given in named_somewhere:
        name, *words = shlex.split(given.replace("…", ""))
        assert name in commands, f"{page.name}: companion {given}"
        if name not in ("bench", "play"):
            options = {word.partition("=")[0] for word in words if word.startswith("--")}
            assert options <= set(commands[name]._option_string_actions), f"{page.name}: companion {given}"
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        named = {match["target"] for match in MAKE.finditer(page.read_text("utf-8"))}
        assert named <= targets, page
