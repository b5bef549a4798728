"""The pages: one index for all of them, and the files it loads."""

from __future__ import annotations

from flask import Blueprint, Response

from api import border
from api.errors import TITLES
from api.files import Folder
from api.openapi import openapi_yaml
from api.reference import reference_html
from api.settings import here

pages = Blueprint("pages", __name__)

STATIC = Folder(here("static"))


@pages.get("/")
@pages.get("/t/<code>")
@pages.get("/t/<code>/<path:rest>")
@pages.get("/tools")
@pages.get("/tools/<slug>")
@pages.get("/atlas/<slug>")
def index(**_: str) -> Response:
    """The page; which screen it shows is its own business."""
    return STATIC.page("index.html")


@pages.get("/static/~<edition>/<path:name>")
@pages.get("/static/<path:name>")
def static_file(name: str, edition: str = "") -> Response:
    """A file of the page."""
    return STATIC.answer(name, edition)


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
    border.service().store.ready()
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
    words = TITLES.get(code, "No such problem")
    return Response(f"{words}\n", mimetype="text/plain")
