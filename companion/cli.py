"""The command line: `companion serve`, and what is done to a store without a browser."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import __version__
from companion.errors import RuleError
from companion.service import Service
from companion.service.live import DamagedError
from companion.store import StoreUnavailableError
from companion.store.sql import SqlStore

DEFAULT_PORT = 8000
DEFAULT_DATABASE = "sqlite:///companion-data/companion.sqlite"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command. Answers the exit status: 0 well, 1 refused, 2 misused."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.carry_out is not _bench:
        parser.error(f"unknown: {' '.join(rest)}")
    options.rest = rest
    try:
        return int(options.carry_out(options))
    except (RuleError, DamagedError, StoreUnavailableError, OSError) as error:
        words = error.text if isinstance(error, (RuleError, DamagedError)) else error
        print(f"companion: {words}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion", description="The companion of a railway stock game's table."
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = _command(commands, "serve", "start the server", _serve)
    serve.add_argument("--host", default=_set("HOST", "0.0.0.0"), help="address to listen on")  # noqa: S104
    serve.add_argument("--port", type=int, default=_set("PORT", str(DEFAULT_PORT)))
    serve.add_argument("--public-url", default=_set("PUBLIC_URL", ""), help="how phones reach it")
    serve.add_argument("--no-browser", action="store_true", default=_flag("NO_BROWSER"))
    serve.add_argument("--behind-proxy", action="store_true", default=_flag("BEHIND_PROXY"))
    serve.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"), default=None)

    export = _command(commands, "export", "write a game as one JSON document", _export)
    export.add_argument("code")
    importing = _command(commands, "import", "read a game from a JSON document", _import)
    importing.add_argument("file", type=Path)
    key = _command(commands, "host-key", "a new host key for a table", _host_key)
    key.add_argument("code")
    check = _command(commands, "check", "replay every table and compare the digests", _check)
    check.add_argument("codes", nargs="*", metavar="CODE")

    _command(commands, "bench", "measure speed; see bench/RESULTS.md", _bench)
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str, carry_out: object
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=what, description=what)
    parser.add_argument("--database", default=_set("DATABASE", DEFAULT_DATABASE), metavar="URL")
    parser.set_defaults(carry_out=carry_out)
    return parser


def _set(name: str, default: str) -> str:
    return os.environ.get(f"COMPANION_{name}", default)


def _flag(name: str) -> bool:
    return _set(name, "").lower() in ("1", "true", "yes")


def open_service(database: str, *, new: bool = False) -> Service:
    """The service over a database. new: one that is missing is made, and its folder too.

    :raises StoreUnavailableError:
    """
    _, found, path = database.partition("sqlite:///")
    if found and path and path != ":memory:":
        if not new and not Path(path).exists():
            raise StoreUnavailableError(f"there is no database {path}")
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    return Service(SqlStore(database))


def _serve(options: argparse.Namespace) -> int:
    from api import start  # a command that needs no web server shall not load one

    certificate = (Path(options.tls[0]), Path(options.tls[1])) if options.tls else None
    service = open_service(options.database, new=True)
    start.serve(
        service,
        host=options.host,
        port=options.port,
        public_url=options.public_url,
        browser=not options.no_browser,
        behind_proxy=options.behind_proxy,
        certificate=certificate,
        admin_key=os.environ.get("COMPANION_ADMIN_KEY") or None,
        limits=_set("RATE_LIMITS", "on") != "off",
    )
    return 0


def _export(options: argparse.Namespace) -> int:
    from companion.service import exports

    live = open_service(options.database).live(options.code)
    print(json.dumps(exports.export(live), ensure_ascii=False, indent=1))
    return 0


def _import(options: argparse.Namespace) -> int:
    from api.schemas import shape
    from companion.service import exports

    try:
        raw = json.loads(options.file.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise OSError(f"{options.file} is no JSON") from error
    if not isinstance(raw, dict):
        raise OSError(f"{options.file} is no exported game")
    created = exports.import_game(open_service(options.database, new=True), raw, shape)
    print(f"table {created.live.code}, host key {created.host_key}")
    return 0


def _host_key(options: argparse.Namespace) -> int:
    service = open_service(options.database)
    print(service.new_host_key(service.live(options.code)))
    return 0


def _check(options: argparse.Namespace) -> int:
    service = open_service(options.database)
    codes = options.codes or [one.code for one in service.store.tables(limit=1_000_000, before=None)]
    bad = 0
    for code in codes:
        try:
            live = service.live(code)
            live.check_every_line()
            print(f"{live.code}: {live.table.revision} lines, replayed alike")
        except (RuleError, DamagedError) as error:
            bad += 1
            print(f"{code}: {error.text}")
    return 1 if bad else 0


def _bench(options: argparse.Namespace) -> int:
    try:
        run = importlib.import_module("bench.run")
    except ImportError as error:
        raise OSError("the load programs stand in the source checkout, beside this package") from error
    return int(run.main(options.rest))


if __name__ == "__main__":
    sys.exit(main())
