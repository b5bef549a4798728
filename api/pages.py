"""The pages: one index for all of them, and the files it loads."""

from __future__ import annotations

from html import escape
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, request
from werkzeug.exceptions import NotFound

from api import caller
from api.answered import METRICS
from api.catalogues import SOURCE, languages, tongue
from api.contract_file import contract_file
from api.files import Folder
from api.language import language
from api.modules import begun, sheets_as_one, sheets_of
from api.problems import TITLES, http_problem
from api.settings import here, is_loopback
from companion.words.text import render, say

pages = Blueprint("pages", __name__)

STATIC = Folder(here("static"))
WORDS, MORE_WORDS = "messages", "messages/more"
"""What a phone at the table says, and what all other screens say."""
SCREENS = frozenset(path.stem for path in (STATIC.path / "screens").glob("*.js"))
AT_A_TABLE = ("seat", "join")
"""What the address of a table itself may mean: whose phone it is, only the phone knows."""
BOARD = ("board",)
ALL_SHEETS = "styles/page.css"
"""The sheets that the index names, as one file: as thirteen they would add a tenth to a first load."""
FOR_PROGRAMS = ("/api/", "/static/")
"""Below these nobody looks for a page."""
_BEGINS = b'<script type="module"'


@pages.get("/")
@pages.get("/t/<code>")
@pages.get("/t/<code>/<path:rest>")
@pages.get("/statistics")
@pages.get("/tools")
@pages.get("/tools/<slug>")
@pages.get("/tools/rolls/<roll>")
@pages.get("/atlas/<slug>")
@pages.get("/help/<slug>")
def index(code: str = "", rest: str = "", roll: str = "", **_: str) -> Response:
    """The page, in the sender's language; which screen it shows is its own business, and what that screen begins with
    is told beforehand."""
    spoken = language()
    named = rest or ("roll" if roll else "") or request.path.split("/")[1] or "home"
    screens = AT_A_TABLE if code and not rest else (named if named in SCREENS else "not-found",)
    phones = caller.settings().base_url if screens == BOARD and _is_here() else ""
    variant = " ".join((spoken, phones, *screens))
    return STATIC.page(
        "index.html", variant, lambda plain: _spoken(_announced(plain, screens), spoken, phones)
    )


@pages.app_errorhandler(404)
def nowhere(error: NotFound) -> Response:
    """A browser that was sent to an address where nothing is gets the page that says so; whoever else asks, the
    problem."""
    answer = told = http_problem(error)
    for_programs = request.path.startswith(FOR_PROGRAMS)
    if request.method in ("GET", "HEAD") and not for_programs and _browses():
        answer = index(rest="nowhere")
        answer.status_code = told.status_code
    answer.vary.add("Accept")
    return answer


def _is_here() -> bool:
    """Was the page asked for by a name of this machine that leads nobody else to it?"""
    host = urlsplit(request.host_url).hostname
    return host == "localhost" or is_loopback(host)


def _browses() -> bool:
    """A browser on its way to a page, as the address bar asks: HTML rather than anything else."""
    wanted = request.accept_mimetypes
    return wanted["text/html"] > wanted["application/json"]


def _spoken(plain: bytes, spoken: str, phones: str) -> bytes:
    """The page with its language, the languages there are, and its own words to fetch at once. phones: where they find
    this server, if the page is to say so."""
    head = f'<html lang="{spoken}" data-languages="{" ".join(languages())}"'
    if phones:
        head += f' data-phones="{escape(phones)}"'
    plain = plain.replace(b'<html lang="en"', head.encode())
    for folder in (WORDS, MORE_WORDS):
        plain = plain.replace(f"/{folder}/{SOURCE}.json".encode(), f"/{folder}/{spoken}.json".encode())
    return plain


def _announced(plain: bytes, screens: tuple[str, ...]) -> bytes:
    """The page with links to all that its screen begins with, to be fetched at once; the page's own modules first, for
    they ask for the table."""
    modules, sheets = begun(STATIC.path, "app.js", *(f"screens/{name}.js" for name in screens))
    plain = sheets_as_one(plain, ALL_SHEETS)
    links = [f'<link rel="preload" href="/static/{name}" as="style">' for name in sheets]
    if screens != AT_A_TABLE:
        links += [f'<link rel="preload" href="/static/{MORE_WORDS}/{SOURCE}.json" as="fetch" crossorigin>']
    links += [f'<link rel="modulepreload" href="/static/{name}">' for name in modules]
    return plain.replace(_BEGINS, "\n    ".join(links).encode() + b"\n    " + _BEGINS, 1)


@pages.get("/static/~<edition>/<path:name>")
@pages.get("/static/<path:name>")
def static_file(name: str, edition: str = "") -> Response:
    """A file of the page. What a language's words for it lack is said in English."""
    if name == ALL_SHEETS:
        first, *more = sheets_of((STATIC.path / "index.html").read_bytes())
        return STATIC.answer(first, edition, *more)
    folder = name.rpartition("/")[0]
    english = f"{folder}/{SOURCE}.json"
    more = [english] if folder in (WORDS, MORE_WORDS) and name != english else []
    return STATIC.answer(name, edition, *more)


@pages.get("/shell.js")
@pages.get("/manifest.webmanifest")
def at_home() -> Response:
    """The script and the manifest by which a browser keeps the page: at the root, for they are about all pages."""
    return STATIC.answer(request.path.removeprefix("/"))


@pages.get("/favicon.ico")
def favicon() -> Response:
    """The icon, which browsers ask for by themselves."""
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


@pages.get("/metrics")
def metrics() -> Response:
    """What was answered and written, for Prometheus and for the admin."""
    counted = current_app.extensions.get(METRICS) or abort(404)
    caller.need_admin()
    return Response(counted.text(), content_type=counted.kind)


@pages.get("/openapi.yaml")
def contract() -> Response:
    """The contract, every move of every game included."""
    return Response(contract_file(), mimetype="application/yaml")


@pages.get("/docs")
def docs() -> Response:
    """The contract to read."""
    from api import reference  # for who reads it

    return Response(reference.contents(), mimetype="text/html")


@pages.get("/docs/<tag>")
def docs_of(tag: str) -> Response:
    """The part of the contract about one subject, call by call."""
    from api import reference  # for who reads it

    return Response(reference.subject(tag) or abort(404), mimetype="text/html")


@pages.get("/docs/shapes/<name>")
def docs_of_shape(name: str) -> Response:
    """The members of a shape."""
    from api import reference  # for who reads it

    return Response(reference.shape(name) or abort(404), mimetype="text/html")


@pages.get("/problems/<code>")
def problem_page(code: str) -> Response:
    """What a problem's type says."""
    words = TITLES.get(code, say("No such problem"))
    return Response(f"{render(words, {}, tongue(language()))}\n", mimetype="text/plain")
