"""What is fetched is made smaller for who takes it so; what must be quick stays as it is."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from flask import Flask

from api.files import Folder, without_comments
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
        assert (kept.status, kept.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
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


def test_comments_with_lines_of_their_own_stay_at_home() -> None:
    """All the rest goes out as it stands, on the line where it stands."""
    script = """// What it is.
/** A word. @type {string} */
let a = "// no comment"; // one beside code
/**
 * Longer.
 * @param {number} b
 */
function f(b) {
  /** @type {any} */ (b).c = 1;
  return "/* nor this */";
}"""
    sent = """

let a = "// no comment"; // one beside code




function f(b) {
  /** @type {any} */ (b).c = 1;
  return "/* nor this */";
}"""
    assert without_comments(script.encode()).decode() == sent


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
    """Else anybody could fill the memory with copies of it."""
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
