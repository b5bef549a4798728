"""`companion serve`, as its options say: alone, or as several workers."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from api import workers
from api.certificate import asked_for
from companion.arguments import setting
from companion.service import Service
from companion.store.file import narrow
from companion.store.one_server import serving
from companion.store.opening import look_at, open_served

Tell = Callable[[str], None]


def serve(options: argparse.Namespace, path: Path | None, tell: Tell) -> int:
    """Serve until it is stopped; returns the exit status. path: the database's file, if it is one; tell: says what the
    person who started it should know.

    :raises OSError: the port is taken, or it cannot be done with these options.
    :raises StoreUnavailableError:
    """
    one_of_several = workers.joined()
    workers.check(options.workers, options.database, options.metrics)
    if options.workers > 1 and one_of_several is None:
        return workers.serve(
            options.words,
            options.workers,
            host=options.host,
            port=options.port,
            public_url=options.public_url,
            browser=not options.no_browser,
            behind_proxy=options.behind_proxy,
            secure=_certificate(options, path, print) is not None,
            say=tell,
        )
    if path is None:
        return _alone(options, None, tell, lambda where: None, one_of_several)
    with serving(path) as on_address:
        for item in narrow(path):
            print(f"{item} was open to others on this machine; now it is its owner's alone")
        return _alone(options, path, tell, on_address)


def _certificate(options: argparse.Namespace, path: Path | None, tell: Tell) -> tuple[Path, Path] | None:
    return asked_for(options.tls, path.absolute().parent if path else Path.cwd(), tell)


def _alone(
    options: argparse.Namespace,
    path: Path | None,
    tell: Tell,
    on_address: Callable[[str], None],
    one_of_several: Callable[[], None] | None = None,
) -> int:
    from api import start  # who starts workers needs no web server

    certificate = _certificate(options, path, (lambda words: None) if one_of_several else print)
    service = Service(later=lambda: open_served(options.database, path, tell))
    if path is None:
        _ = service.secret  # what is wrong with it is said at once
    else:
        look_at(path, tell)
    start.serve(
        service,
        host=options.host,
        port=options.port,
        public_url=options.public_url,
        browser=not options.no_browser,
        behind_proxy=options.behind_proxy,
        certificate=certificate,
        admin_key=os.environ.get("COMPANION_ADMIN_KEY") or None,
        limits=setting("RATE_LIMITS", "on") != "off",
        log=options.log,
        metrics=options.metrics,
        on_address=on_address,
        one_of_several=one_of_several,
    )
    return 0
