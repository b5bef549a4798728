"""Starting the server on the local network, and telling people how to reach it."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask

from api import catalogues
from api.addresses import check_port, reached_at
from api.answered import METRICS, RequestLog
from api.app import create_app
from api.bridge import Observer
from api.demonstrations import Stage
from api.serving import serve as serve_app
from api.serving import settle_memory
from api.settings import Settings
from api.welcome import show_code, welcome
from companion.service import Service
from companion.store import StoreUnavailableError

REQUESTS = "requests"
"""What may be logged."""
WARM_UP_AFTER = 0.1
"""Seconds after which the first calls have their answers, and what others need is loaded."""


def serve(
    service: Service,
    *,
    host: str,
    port: int,
    public_url: str,
    browser: bool,
    behind_proxy: bool,
    certificate: tuple[Path, Path] | None,
    admin_key: str | None,
    limits: bool,
    log: str = "",
    metrics: bool = False,
    on_address: Callable[[str], None] = lambda where: None,
    one_of_several: Callable[[], None] | None = None,
) -> None:
    """Serve until interrupted. log: `requests` for a line a request; metrics: are they served at `/metrics`?
    on_address: called with the address at which it is reached; one_of_several: for a worker, called once it serves; it
    prints nothing for people.

    :raises OSError: the port is taken, or the certificate is not there.
    """
    _check(host, None if one_of_several else port, certificate)
    url, addresses = reached_at(host, port, public_url, certificate is not None, behind_proxy)
    on_address(url)
    names = frozenset({(urlsplit(url).hostname or "").lower(), host.lower()})
    app = create_app(service, Settings(url, behind_proxy, admin_key, limits, names, addresses))
    stage: Stage = app.extensions["stage"]

    def ready() -> None:
        _later(_settle_in, service, stage, one_of_several or partial(show_code, url, sys.stdout))
        if not one_of_several:
            welcome(url, host, port, secure=certificate is not None, browser=browser)

    ended = partial(_leave, stage, service)
    observers = _observers(app, service, log, metrics)
    serve_app(
        app, host=host, port=port, certificate=certificate, on_ready=ready, on_end=ended, observers=observers
    )


def _check(host: str, port: int | None, certificate: tuple[Path, Path] | None) -> None:
    """port: None if others may listen on it too.

    :raises OSError: the port is taken, or the certificate is not there.
    """
    for file in certificate or ():
        file.read_bytes()
    if port is not None:
        check_port(host, port)


def _observers(app: Flask, service: Service, log: str, metrics: bool) -> list[Observer]:
    """What observes every request: nothing, unless it was asked for."""
    found: list[Observer] = [RequestLog()] if log == REQUESTS else []
    if metrics:
        try:
            from api.metrics import Metrics
        except ImportError as error:
            raise OSError(
                "what counts is not installed; install prometheus-client (the extra metrics)"
            ) from error
        app.extensions[METRICS] = counting = Metrics(service)
        found.append(counting)
    return found


def _leave(stage: Stage, service: Service) -> None:
    stage.close()
    service.close()


def _later(what: Callable[..., object], *given: object) -> None:
    warming = threading.Timer(WARM_UP_AFTER, what, given)
    warming.daemon = True
    warming.start()


def _settle_in(service: Service, stage: Stage, on_settled: Callable[[], None]) -> None:
    service.begin()
    warm_up(service)
    stage.sweep()
    on_settled()
    settle_memory()


def warm_up(service: Service) -> None:
    """Load what was not needed to answer, before a phone has to wait for it."""
    with contextlib.suppress(StoreUnavailableError):  # whoever asks for a table is told
        _ = service.secret
    catalogues.read_all()
