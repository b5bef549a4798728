"""What is fetched is compressed for those who accept it; what must be quick is sent as it is."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from api import files
from api.files import Folder, without_comments, without_lines, without_margins
from api.modules import begun, sheets_as_one, sheets_of
from api.settings import here
from tests.server import Client, Party


def test_a_document_is_compressed_on_request(party: Party, client: Client) -> None:
    plain = client.get(party.at, party.host)
    packed = client.get(party.at, party.host, Accept_Encoding="gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2
    unchanged = client.get(party.at, party.host, Accept_Encoding="gzip", If_None_Match=packed.headers["etag"])
    assert (unchanged.status, unchanged.body) == (304, b"")


def test_a_file_of_the_page_is_kept_and_asked_for_again(client: Client) -> None:
    first = client.call("GET", "!static/app.js", Accept_Encoding="gzip")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    assert gzip.decompress(first.body) == client.call("GET", "!static/app.js").body
    unchanged = client.call("GET", "!static/app.js", If_None_Match=first.headers["etag"])
    assert (unchanged.status, unchanged.body) == (304, b"")
    assert client.call("GET", "!static/app.js", Accept_Encoding="gzip;q=0").body == gzip.decompress(
        first.body
    )


def test_a_page_names_its_files_by_their_edition(client: Client) -> None:
    """So that a phone fetches each of them once, and all of them anew after an update."""
    page = client.call("GET", "!")
    assert page.headers["cache-control"] == "no-cache"
    names = set(re.findall(rb"/static/(~[0-9a-f]{10}/[\w./-]+)", page.body))
    assert b"app.js" in {name.partition(b"/")[2] for name in names}
    assert not re.findall(rb"/static/(?!~)", page.body)
    for name in names:
        kept = client.call("GET", f"!static/{name.decode()}")
        assert (kept.status, kept.headers["cache-control"]) == (200, "max-age=31536000, immutable")
        assert "etag" not in kept.headers
    before = client.call("GET", "!static/~0123456789/app.js")
    assert (before.status, before.headers["cache-control"]) == (200, "no-cache")
    assert client.call("GET", "!static/~0123456789/../../pyproject.toml").status == 404


def test_an_edition_ends_with_any_change(tmp_path: Path) -> None:
    (tmp_path / "part.js").write_text("one")
    folder = Folder(tmp_path)
    first = folder.edition()
    assert folder.edition() == first
    (tmp_path / "part.js").write_text("three")
    second = folder.edition()
    (tmp_path / "new.js").write_text("")
    assert len({first, second, folder.edition()}) == 3


def test_a_file_is_found_to_be_of_its_edition_without_a_look_at_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("page.html", "part.js", "other.js"):
        (tmp_path / name).write_text("one")
    folder = Folder(tmp_path)
    walks: list[str] = []
    walked = files._walked

    def counted(path: str) -> Iterator[tuple[str, files.Seen]]:
        walks.append(path)
        return walked(path)

    monkeypatch.setattr(files, "_walked", counted)
    edition = folder.edition()

    def kept(name: str, edition: str) -> bool:
        return "immutable" in folder.answer(name, edition).headers["Cache-Control"]

    with Flask("test").test_request_context():
        assert all(kept("part.js", edition) for _ in range(10))
        assert len(walks) == 1
        (tmp_path / "part.js").write_text("three")
        assert not kept("part.js", edition), "it is another file than that edition's"
        folder.page("page.html", "", bytes)
        assert not kept("other.js", edition)
        assert kept("part.js", folder.edition())


def test_a_page_announces_what_its_screen_begins_with(client: Client) -> None:
    """Every module it names is there, under its edition; what only another screen needs is not named."""
    link = re.compile(
        rb'<link rel="(?:modulepreload|preload)" href="/static/(~[0-9a-f]{10}/[\w./-]+\.(?:js|css))"'
    )
    named = {}
    for path in ("", "tools", "atlas/prairie-railroads", "t/ABC", "t/ABC/board", "t/ABC/nothing"):
        named[path] = [name.decode() for name in link.findall(client.call("GET", f"!{path}").body)]
        for name in named[path]:
            kept = client.call("GET", f"!static/{name}")
            assert (kept.status, kept.headers["cache-control"]) == (200, "max-age=31536000, immutable")
    parts = {path: {name.partition("/")[2] for name in names} for path, names in named.items()}
    assert {"app.js", "table.js", "screens/seat.js", "screens/join.js"} <= parts["t/ABC"]
    assert {"screens/board.js", "styles/board.css", "elements/panels/track-panel.js"} <= parts["t/ABC/board"]
    assert "screens/board.js" not in parts["t/ABC"]
    assert "screens/home.js" in parts[""]
    assert "screens/tools.js" in parts["tools"]
    assert "screens/atlas.js" in parts["atlas/prairie-railroads"]
    assert "screens/not-found.js" in parts["t/ABC/nothing"]


def test_a_browser_at_a_wrong_address_gets_a_page_and_a_program_a_problem(client: Client) -> None:
    """As the address bar asks; below the contract's address, and of a file of the page, nobody expects a page."""
    browses = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for path in ("!foo", "!roll", "!tools/rolls/a/b", "!docs/nothing"):
        page = client.call("GET", path, Accept=browses)
        assert (page.status, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert b"screens/not-found.js" in page.body
        assert client.call("GET", path).was == (404, "not-found")
    for path in ("/nothing", "!static/nothing"):
        assert client.call("GET", path, Accept=browses).was == (404, "not-found")
    assert client.call("POST", "!foo", Accept=browses).was == (404, "not-found")


def test_what_a_module_imports_is_read_off_it(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "app.js").write_text(
        'import { a } from "./parts/a.js";\nimport "./b.js";\n'
        '/** @import { T } from "./types.js" */\nconst later = () => import("./later.js");\n'
        'import {\n  c,\n} from "./parts/c.js";\nawait Promise.all([\n  stylesheets("one", "two"),\n  a(),\n]);\n'
    )
    (tmp_path / "b.js").write_text('export { a } from "./parts/a.js";\nconst from = "./no.js";\n')
    (tmp_path / "parts" / "a.js").write_text('import "../b.js";\nconst f = () => stylesheets("later");\n')
    (tmp_path / "parts" / "c.js").write_text("")
    modules, sheets = begun(tmp_path, "app.js")
    assert modules == ["app.js", "parts/a.js", "b.js", "parts/c.js"]
    assert sheets == ["styles/one.css", "styles/two.css"]


def test_the_sheets_of_every_page_go_out_as_one(client: Client) -> None:
    """In the order of the index, and under its edition; each by itself is there too."""
    page = client.call("GET", "!").body
    (link,) = re.findall(rb'<link rel="stylesheet" href="/static/(~[0-9a-f]{10}/styles/[\w.-]+)">', page)
    found = client.call("GET", f"!static/{link.decode()}")
    assert found.headers["content-type"] == "text/css"
    assert "immutable" in found.headers["cache-control"]
    names = sheets_of((here("static") / "index.html").read_bytes())
    assert names[:2] == ["styles/tokens.css", "styles/base.css"]
    assert found.body == b"\n".join(client.call("GET", f"!static/{name}").body for name in names)


def test_one_link_stands_where_several_stood() -> None:
    """What is for paper alone stays beside it, and is not asked for with the others."""
    print_ = '    <link rel="stylesheet" href="/static/styles/print.css" media="print">\n'
    several = "".join(f'    <link rel="stylesheet" href="/static/styles/{name}.css">\n' for name in "ab")
    one = '    <link rel="stylesheet" href="/static/styles/all.css">\n'
    index = f"<head>\n{several}{print_}</head>".encode()
    assert sheets_of(index) == ["styles/a.css", "styles/b.css"]
    assert sheets_as_one(index, "styles/all.css") == f"<head>\n{one}{print_}</head>".encode()


def test_comments_stay_at_home() -> None:
    """All the rest goes out as it stands, on the line where it stands; what may be part of a text stays. What type a
    value has, nobody asks at the table."""
    script = """// What it is.
/** A word. @type {string} */
let a = "// no comment"; // one beside code, which says "a"
let b = `over // the whole`; // who knows
let c = a / 2; /* half */
/**
 * Longer.
 * @param {number} b
 */
function f(b) {
  /** @type {any} */ (b).c = 1;
  return "/* nor this */";
}"""
    sent = """

let a = "// no comment";
let b = `over // the whole`; // who knows
let c = a / 2;




function f(b) {
  (b).c = 1;
  return "/* nor this */";
}"""
    assert without_comments(script.encode()).decode() == sent


def test_margins_stay_at_home() -> None:
    """But for those that may be part of a text."""
    script = "{\n  a(\n    `one`, `two\n  three \\` four\n  ${five}`,\n  );\n}"
    assert without_margins(script.encode()).decode() == (
        "{\na(\n`one`, `two\n  three \\` four\n  ${five}`,\n);\n}"
    )


def test_no_file_from_elsewhere(client: Client) -> None:
    for name in (
        "../pyproject.toml",
        "%2e%2e/pyproject.toml",
        "..%5cpyproject.toml",
        "",
        "styles",
        "nothing.js",
    ):
        assert client.call("GET", f"!static/{name}").status == 404


def test_a_file_is_kept_once_however_its_name_is_written(tmp_path: Path) -> None:
    """Otherwise anybody could fill the memory with copies of it."""
    (tmp_path / "app.js").write_text("let a = 1;")
    folder = Folder(tmp_path)
    with Flask("test").test_request_context():
        for name in ("app.js", *(f"{n}/../app.js" for n in range(20)), "./././app.js"):
            assert folder.answer(name).status_code == 200
    assert len(folder._files) == 1


def test_a_move_is_answered_as_it_is(party: Party, client: Client) -> None:
    body = {"type": "note", "text": "quick rather than small"}
    made = client.post(f"{party.at}/moves", body, party.host, Accept_Encoding="gzip")
    assert made.status == 201
    assert "content-encoding" not in made.headers


def test_a_sheet_goes_out_without_line_ends_that_part_nothing() -> None:
    sheet = "a,\nb {\ncolor: red;\n\ngrid-template:\nauto / 1fr;\n}\n\n@media print {\n}\n"
    assert (
        without_lines(sheet.encode()).decode()
        == "a,b {color: red;grid-template:\nauto / 1fr;}@media print {}"
    )
