"""The pages: one index for all of them, and the files it loads."""

from __future__ import annotations

from flask import Blueprint, Response

from api import caller
from api.catalogues import SOURCE, languages, tongue
from api.files import Folder
from api.language import language
from api.openapi import openapi_yaml
from api.problems import TITLES
from api.reference import reference_html
from api.settings import here
from companion.words.text import render, say

pages = Blueprint("pages", __name__)

STATIC = Folder(here("static"))
ENGLISH = f"messages/{SOURCE}.json"


@pages.get("/")
@pages.get("/t/<code>")
@pages.get("/t/<code>/<path:rest>")
@pages.get("/tools")
@pages.get("/tools/<slug>")
@pages.get("/atlas/<slug>")
def index(**_: str) -> Response:
    """The page, in the sender's language; which screen it shows is its own business."""
    spoken = language()
    return STATIC.page("index.html", spoken, lambda plain: _spoken(plain, spoken))


def _spoken(plain: bytes, spoken: str) -> bytes:
    """The page knows which languages there are, and fetches its own words at once."""
    head = f'<html lang="{spoken}" data-languages="{" ".join(languages())}"'
    plain = plain.replace(b'<html lang="en"', head.encode())
    return plain.replace(b"/messages/en.json", f"/messages/{spoken}.json".encode())


@pages.get("/static/~<edition>/<path:name>")
@pages.get("/static/<path:name>")
def static_file(name: str, edition: str = "") -> Response:
    """A file of the page. What a language's words for it lack is said in English."""
    beneath = ENGLISH if name.startswith("messages/") and name != ENGLISH else ""
    return STATIC.answer(name, edition, beneath)


@pages.get("/favicon.ico")
def favicon() -> Response:
    """Browsers ask for it unasked."""
    return Response(status=204)


@pages.get("/healthz")
def alive() -> Response:
    """The process is there."""
    return Response('{"status":"ok"}', mimetype="application/json")


@pages.get("/readyz")
def ready() -> Response:
    """The store answers."""
    caller.service().store.ready()
    return Response('{"status":"ready"}', mimetype="application/json")


@pages.get("/openapi.yaml")
def contract() -> Response:
    """The contract, every move of every game included."""
    return Response(openapi_yaml(), mimetype="application/yaml")


@pages.get("/docs")
def docs() -> Response:
    """The contract to read."""
    return Response(reference_html(), mimetype="text/html")


@pages.get("/problems/<code>")
def problem_page(code: str) -> Response:
    """What a problem's type says."""
    words = TITLES.get(code, say("No such problem"))
    return Response(f"{render(words, {}, tongue(language()))}\n", mimetype="text/plain")
