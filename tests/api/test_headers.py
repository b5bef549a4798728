"""Headers that every answer has are there once, and give way to what an answer says itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.headers import API_HEADERS, EDITION_HEADERS, HEADERS, PART_HEADERS, Header
from api.settings import Settings
from companion.service import Service
from companion.store.sql import SqlStore


@pytest.fixture
def phone(tmp_path: Path) -> FlaskClient:
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    return create_app(Service(store), Settings(limits=False)).test_client()


@pytest.mark.parametrize(
    ("path", "fixed"),
    [
        ("/", HEADERS),
        ("/healthz", HEADERS),
        ("/nothing", HEADERS),
        ("/static/app.js", PART_HEADERS),
        ("/static/index.html", HEADERS),
        ("/static/nothing.js", HEADERS),
        ("/api/v1/games", API_HEADERS),
        ("/api/v1/tables/ABCDEFGH", API_HEADERS),
    ],
)
def test_what_stands_on_every_answer(path: str, fixed: tuple[Header, ...], phone: FlaskClient) -> None:
    found = phone.get(path, headers={"Accept-Language": "de", "Accept-Encoding": "gzip"})
    names = [name.lower() for name, _ in found.headers]
    assert len(names) == len(set(names)), "each once"
    there = {name: found.headers.get(name) for name, _ in HEADERS}
    assert there == {name: dict(fixed).get(name) for name, _ in HEADERS}
    if fixed is API_HEADERS:
        assert found.headers["Cache-Control"] in ("no-store", "private, no-cache")
    spoken = "Content-Language" in found.headers
    assert spoken == ("Accept-Language" in found.headers.get("Vary", "").split(", "))


@pytest.mark.parametrize(
    ("name", "fixed"),
    [
        ("app.js", EDITION_HEADERS),
        ("styles/page.css", EDITION_HEADERS),
        ("messages/en.json", EDITION_HEADERS),
        ("icon.svg", PART_HEADERS),
        ("index.html", HEADERS),
    ],
)
def test_a_part_of_a_page_has_no_policy_unless_it_may_be_a_document(
    name: str, fixed: tuple[Header, ...], phone: FlaskClient
) -> None:
    found = phone.get(f"/static/~0123456789/{name}")
    assert {of: found.headers.get(of) for of, _ in HEADERS} == {of: dict(fixed).get(of) for of, _ in HEADERS}


@pytest.mark.parametrize(("path", "fixed"), [("/static/app.js", PART_HEADERS), ("/", HEADERS)])
def test_what_has_not_changed_says_the_same(path: str, fixed: tuple[Header, ...], phone: FlaskClient) -> None:
    tag = phone.get(path).headers["ETag"]
    found = phone.get(path, headers={"If-None-Match": tag})
    assert found.status_code == 304
    assert {name: found.headers.get(name) for name, _ in HEADERS} == {
        name: dict(fixed).get(name) for name, _ in HEADERS
    }
    assert "Content-Language" not in found.headers, "of a document that is not sent"


def test_an_answer_in_words_says_in_which_language(phone: FlaskClient) -> None:
    for asked, spoken in (("de", "de"), ("en", "en"), ("", "en")):
        found = phone.get("/api/v1/tables/ABCDEFGH", headers={"Accept-Language": asked})
        assert (found.headers["Content-Language"], found.headers["Vary"]) == (spoken, "Accept-Language")
    assert phone.get("/api/v1/tables/ABCDEFGH?language=de").headers["Content-Language"] == "de"
    assert "Content-Language" not in phone.get("/healthz").headers
