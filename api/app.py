"""The Flask app: blueprints, errors, and what stands on every answer."""

from __future__ import annotations

import logging
from functools import lru_cache

from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Map, UnicodeConverter

from api.answered import ROUTE
from api.atlases import atlases
from api.boxes import boxes
from api.calls import BASE
from api.charts import charts
from api.demonstrations import Stage, watching
from api.evenings import evenings
from api.files import smaller
from api.games import reading
from api.headers import dressed
from api.moves import moves
from api.pages import pages
from api.pictures import pictures
from api.player_charts import player_charts
from api.private_notes import writing
from api.problems import Problem, register
from api.result_pictures import result_pictures
from api.results import results
from api.rolls import rolling
from api.settings import Settings, is_address, own_names
from api.stream import HUB, Stream, streaming, teller, whisperer
from api.tables import tables
from api.tools import tools
from companion.service import Service, seats
from companion.words.text import say


class TableCode(UnicodeConverter):
    """A table's code in an address: any word but the one that has an address of its own."""

    def __init__(self, map: Map) -> None:
        super().__init__(map)
        self.regex = "(?!import/?$)[^/]+"


def create_app(service: Service, settings: Settings) -> Flask:
    """The app over a service."""
    app = Flask("companion", static_folder=None)
    app.logger.setLevel(logging.INFO)
    app.extensions["companion"] = service
    app.extensions["settings"] = settings
    app.extensions["stage"] = stage = Stage(service, settings.base_url)
    HUB.on_watched = stage.watched
    app.url_map.strict_slashes = False
    app.url_map.converters["code"] = TableCode
    for blueprint in (
        tables,
        moves,
        reading,
        charts,
        player_charts,
        results,
        result_pictures,
        pictures,
        streaming,
        tools,
        rolling,
        atlases,
        boxes,
        watching,
        writing,
        evenings,
    ):
        app.register_blueprint(blueprint, url_prefix=BASE)
    app.register_blueprint(pages)
    register(app)
    _guard(app, settings)
    app.after_request(smaller)
    app.wsgi_app = dressed(app.wsgi_app, f"{BASE}/", proxied=settings.behind_proxy)  # type: ignore[assignment, method-assign]  # as Flask documents it
    if settings.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app)  # type: ignore[method-assign]  # as Flask documents it
    _listen(service, settings.base_url)
    return app


def _listen(service: Service, base_url: str) -> None:
    """Who looks on hears of what changes."""
    service.on_change = teller(service, base_url)
    service.on_private = whisperer(service, base_url)
    service.on_ended = HUB.cut
    service.watched = lambda code: bool(HUB.of(code))
    HUB.on_gone = lambda stream: _gone(service, stream)


def _gone(service: Service, stream: Stream) -> None:
    """A stream is over."""
    live = service.loaded(stream.code)
    if live is not None:
        seats.watch(live, stream.viewer, -1)


def _guard(app: Flask, settings: Settings) -> None:
    names = own_names() | settings.names

    @lru_cache(1_000)
    def is_asked_for(sent: str) -> bool:
        host = sent if sent.endswith("]") else sent.rsplit(":", 1)[0]
        return host.lower() in names or is_address(host)

    @app.before_request
    def known_host() -> None:
        if request.url_rule is not None:
            request.environ[ROUTE] = request.url_rule.rule
        # A page elsewhere whose name was made to point here must not reach the tables (DNS rebinding).
        if not is_asked_for(request.host):
            raise Problem(
                421, "unknown-host", say("This server does not go by that name (see --public-url).")
            )
