"""Starting the server on the local network, and telling people how to reach it."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit

from flask import Flask

from api import catalogues, qr
from api.addresses import everyone, reached_at
from api.answered import METRICS, RequestLog
from api.app import create_app
from api.bridge import Observer
from api.demonstrations import Stage
from api.serving import check_port, settle_memory
from api.serving import serve as serve_app
from api.settings import Settings
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
) -> None:
    """Serve until interrupted. log: `requests` for a line a request; metrics: are they served at `/metrics`?
    on_address: called with the address at which it is reached.

    :raises OSError: the port is taken, or the certificate is not there.
    """
    _check(host, port, certificate)
    url, addresses = reached_at(host, port, public_url, certificate is not None, behind_proxy)
    on_address(url)
    names = frozenset({(urlsplit(url).hostname or "").lower(), host.lower()})
    app = create_app(service, Settings(url, behind_proxy, admin_key, limits, names, addresses))
    stage: Stage = app.extensions["stage"]
    here = f"http{'s' if certificate else ''}://localhost:{port}/" if _is_here(host) else url

    def ready() -> None:
        _later(_settle_in, service, url, stage)
        _tell(url, host)
        if browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    ended = partial(_leave, stage, service)
    observers = _observers(app, service, log, metrics)
    serve_app(
        app, host=host, port=port, certificate=certificate, on_ready=ready, on_end=ended, observers=observers
    )


def _check(host: str, port: int, certificate: tuple[Path, Path] | None) -> None:
    """:raises OSError: the port is taken, or the certificate is not there."""
    for file in certificate or ():
        file.read_bytes()
    try:
        check_port(host, port)
    except OSError as error:
        raise OSError(f"port {port} on {host} cannot be used ({error.strerror}); try --port") from error


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


def _is_here(host: str) -> bool:
    """Is it listened to where this machine calls itself?"""
    return everyone(host) or host == "127.0.0.1"


def _settle_in(service: Service, url: str, stage: Stage) -> None:
    service.begin()
    warm_up(service)
    stage.sweep()
    show_code(url, sys.stdout)
    settle_memory()


def show_code(url: str, out: TextIO) -> None:
    """The address for a phone's camera; nothing on a terminal without block letters."""
    with contextlib.suppress(UnicodeEncodeError):
        print(qr.for_terminal(url), file=out, flush=True)


def warm_up(service: Service) -> None:
    """Load what was not needed to answer, before a phone has to wait for it."""
    with contextlib.suppress(StoreUnavailableError):  # whoever asks for a table is told
        _ = service.secret
    catalogues.read_all()


def _has_screen() -> bool:
    """Is there a desktop to open a browser on? On a bare machine a text browser would take the terminal."""
    if sys.platform in ("win32", "darwin") or "BROWSER" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _tell(url: str, host: str) -> None:
    scope = "Everybody on this network can reach it." if everyone(host) else f"Only {host} is listened on."
    print(f"\n  The companion is at  {url}\n\n  {scope} Stop it with Ctrl+C.\n", flush=True)
