"""What the site's tool is told of our pages: where a link of a page leads that goes to a file outside docs/.

Pages outside docs/ that are linked become pages of the site, below `source/`; any other file is laid beside them as
plain text, and a folder becomes a page that lists its files. So every link that works in the checkout works there.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from properdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = "source"
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md", "bench/RESULTS.md")
"""Pages outside docs/ that are named in the site's own list of pages."""
LINK = re.compile(r"(?P<before>\]\()(?P<to>[^)\s]+)(?P<after>\))")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(r"[a-z]+:|#")
SHOWN = {".md", ".png", ".svg"}
"""What a browser shows as it is, or the tool makes a page of."""


def on_files(files: Files, config: Any) -> Files:
    """All that our pages link to outside docs/ is of the site too."""
    waiting = [(f"docs/{file.src_uri}", file.content_string) for file in files.documentation_pages()]
    wanted = {*BESIDE}.union(*(_linked(*page) for page in waiting))
    known: set[str] = set()
    while wanted:
        path = wanted.pop()
        known.add(path)
        if (content := _page(path)) is None:
            files.append(File.generated(config, in_site(path), abs_src_path=str(ROOT / path)))
        else:
            files.append(File.generated(config, in_site(path), content=content))
            wanted |= _linked(path, content) - known
    return files


def _page(path: str) -> str | None:
    """What becomes a page; None: a file that is laid beside the pages."""
    if (ROOT / path).is_dir():
        return _listing(path)
    return (ROOT / path).read_text("utf-8") if path.endswith(".md") else None


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Its links, as they are in the site."""
    here = page.file.src_uri
    place = here.removeprefix(f"{SOURCE}/") if here.startswith(f"{SOURCE}/") else f"docs/{here}"
    place = place.removesuffix("/README.md") if (ROOT / place.removesuffix("/README.md")).is_dir() else place
    return _outside_code(markdown, lambda link: _in_site(link, place, here))


def in_site(path: str) -> str:
    """Where a file or folder of the checkout stands in the site, as its source."""
    if path == "docs" or path.startswith("docs/"):
        path = path.removeprefix("docs").lstrip("/")
        return posixpath.join(path, "README.md") if (ROOT / "docs" / path).is_dir() else path
    if (ROOT / path).is_dir():
        return f"{SOURCE}/{path}/README.md"
    return f"{SOURCE}/{path}" + ("" if Path(path).suffix in SHOWN else ".txt")


def _linked(place: str, text: str) -> set[str]:
    """The paths outside docs/ that a page links to."""
    found = {
        _path(link["to"], place)
        for link in LINK.finditer(FENCE.sub("", text))
        if not ELSEWHERE.match(link["to"])
    }
    return {path for path in found if not path.startswith("docs") and (ROOT / path).exists()}


def _path(link: str, place: str) -> str:
    """What a link of a page means, from the root of the checkout. A folder's own page links from within it."""
    folder = place if (ROOT / place).is_dir() else posixpath.dirname(place)
    return posixpath.normpath(posixpath.join(folder, link.partition("#")[0]))


def _in_site(link: re.Match[str], place: str, here: str) -> str:
    to = link["to"]
    if ELSEWHERE.match(to) or not (ROOT / (path := _path(to, place))).exists():
        return link[0]
    _, hash_, anchor = to.partition("#")
    found = posixpath.relpath(in_site(path), posixpath.dirname(here) or ".")
    return f"{link['before']}{found}{hash_}{anchor}{link['after']}"


def _outside_code(text: str, change: Any) -> str:
    """The text with every link of its prose changed; code stands as it is."""
    parts, at = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(change, text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, LINK.sub(change, text[at:])])


def _listing(folder: str) -> str:
    """A page for a folder: its files."""
    names = sorted(
        path.relative_to(ROOT / folder).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    return "\n".join([f"# {folder}", "", *(f"- [{name}]({name})" for name in names), ""])
