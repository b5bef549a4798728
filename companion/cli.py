"""The command line: `companion serve`, and what is done to a store without a browser."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from companion import __version__, arguments
from companion.arguments import is_set, setting
from companion.atlas.known import Atlas
from companion.games import GAMES, game
from companion.service import Service
from companion.service.folding import DamagedError
from companion.store import StoreUnavailableError
from companion.store.one_server import addresses, served
from companion.store.opening import open_store, upgrade_store
from companion.vocabulary.minutes import Position
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError, sentence

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

DEFAULT_PORT = 8000
SLUGS = ", ".join(rules.box.slug for rules in GAMES if rules.show.tools)
"""Games that have calculators."""
DEFAULT_DATABASE = "sqlite:///companion-data/companion.sqlite"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command. Returns the exit status: 0 done, 1 refused, 2 not understood."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.carry_out not in (_bench, _play):
        parser.error(f"unknown: {' '.join(rest)}")
    options.rest = rest
    options.words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return int(options.carry_out(options))
    except (RuleError, DamagedError, StoreUnavailableError, OSError) as error:
        words = error.text if isinstance(error, (RuleError, DamagedError)) else sentence(error)
        print(f"companion: {words}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion",
        description="The companion of a railway stock game's table.",
        epilog=arguments.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _serving(commands)
    _of_tables(commands)
    _without_a_table(commands)
    _of_the_database(commands)
    _command(commands, "play", "let bots play at a table, to look on or to learn", _play, add_help=False)
    _command(commands, "bench", "measure speed; see bench/RESULTS.md", _bench)
    completion = _command(commands, "completion", "complete commands and options in a shell", _completion)
    completion.add_argument("shell", choices=arguments.SHELLS)
    return parser


def _serving(commands: Commands) -> None:
    serve = _command(commands, "serve", "start the server", _serve)
    everywhere = "0.0.0.0"  # noqa: S104 - phones reach a laptop at whichever address it has
    what = "address to listen on (%(default)s: all of this machine's)"
    serve.add_argument("--host", default=setting("HOST", everywhere), help=what)
    serve.add_argument(
        "--port", type=arguments.port, default=setting("PORT", str(DEFAULT_PORT)), help="(%(default)s)"
    )
    what = "how phones reach it, for the QR code; else this machine's own address"
    serve.add_argument("--public-url", default=setting("PUBLIC_URL", ""), metavar="URL", help=what)
    what = "open none on this machine"
    serve.add_argument("--no-browser", action="store_true", default=is_set("NO_BROWSER"), help=what)
    what = "a proxy is in front of it, and says who calls (X-Forwarded-For); see docs/hosting.md"
    serve.add_argument("--behind-proxy", action="store_true", default=is_set("BEHIND_PROXY"), help=what)
    what = "what to write on standard error: a line of JSON for every request"
    serve.add_argument(
        "--log", type=arguments.logged, metavar="requests", default=setting("LOG", ""), help=what
    )
    what = "tell what was counted at /metrics, as Prometheus reads it, to the admin"
    serve.add_argument("--metrics", action="store_true", default=is_set("METRICS"), help=what)
    what = "processes that share the work, on PostgreSQL and Linux (%(default)s)"
    serve.add_argument(
        "--workers", type=arguments.workers, default=setting("WORKERS", "1"), metavar="N", help=what
    )
    what = "serve over HTTPS, with these files or with a certificate made on the spot"
    serve.add_argument("--tls", nargs="*", metavar=("CERT", "KEY"), type=Path, default=None, help=what)
    unit = _command(commands, "service", "let the companion start with this machine (systemd)", _service)
    unit.add_argument("what", choices=("install", "show", "remove"))
    unit.add_argument("given", nargs=argparse.REMAINDER, metavar="OPTIONS", help="of companion serve")


def _of_tables(commands: Commands) -> None:
    export = _command(commands, "export", "write a game as one JSON document", _export)
    export.add_argument("code")
    importing = _command(commands, "import", "read a game from a JSON document", _import)
    importing.add_argument("file", type=Path)
    key = _command(commands, "host-key", "a new host key for a table", _host_key)
    key.add_argument("code")
    check = _command(commands, "check", "replay every table and compare the digests", _check)
    check.add_argument("codes", nargs="*", metavar="CODE")


def _without_a_table(commands: Commands) -> None:
    roll = _command(commands, "roll", "roll a game's dice without a table", _roll)
    roll.add_argument("game", nargs="?", default="", help=f"if several roll dice, which: {SLUGS}")
    roll.add_argument("--dice", nargs="+", type=int, metavar="FACE", help="what the table's own dice show")
    what = "a final payoff, a dividend or a minimum bid without a table, with its formula"
    settle = _command(commands, "settle", what, _settle)
    settle.add_argument("game", help=f"which: {SLUGS}")
    settle.add_argument(
        "what",
        nargs="*",
        help="a calculator, such as dividend (else the final payoff), and what it "
        "is given: income=61, RAILROAD=85,55,4 for what is asked of a railroad, Ed: cash=12 RAILROAD=3 for each "
        "player; or JSON as for POST /tools/GAME/CALCULATOR from a file; - reads standard input",
    )
    verify = _command(
        commands,
        "verify",
        "check the rolls of an exported game, or a roll without a table, against the seed",
        _verify,
    )
    verify.add_argument("file", type=Path)


def _of_the_database(commands: Commands) -> None:
    _command(commands, "upgrade", "bring a database of an earlier companion to today's layout", _upgrade)
    backup = _command(commands, "backup", "copy the whole database, also while the server runs", _backup)
    backup.add_argument("file", type=Path)
    restore = _command(commands, "restore", "put a backup in place of the database", _restore)
    restore.add_argument("file", type=Path)
    restore.add_argument(
        "--damaged",
        action="store_true",
        help="also a backup with tables that cannot be replayed to their end",
    )


def _command(
    commands: Commands, name: str, what: str, carry_out: object, *, add_help: bool = True
) -> argparse.ArgumentParser:
    """add_help: else what is asked for is answered by whoever reads the rest of the command."""
    parser = commands.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.",
        epilog=arguments.EXAMPLES.get(name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=add_help,
    )
    where = "where the tables are kept (%(default)s)"
    parser.add_argument(
        "--database", default=setting("DATABASE", DEFAULT_DATABASE), metavar="URL", help=where
    )
    parser.set_defaults(carry_out=carry_out)
    return parser


@contextlib.contextmanager
def opened(database: str, *, new: bool = False) -> Iterator[Service]:
    """The service over a database, until it is done with. new: one that is missing is made, and its folder too. One
    from before is upgraded.

    :raises StoreUnavailableError:
    """
    path = _file(database)
    if path is not None and not path.exists():
        if not new:
            raise StoreUnavailableError(f"there is no database {path}")
        path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(open_store(database, path, _tell)) as store:
        yield Service(store)


def _tell(words: str) -> None:
    """Say something on standard error, apart from the output, which other programs may read."""
    print(f"companion: {words}", file=sys.stderr, flush=True)


def _file(database: str) -> Path | None:
    """Where a database is kept; None: in no file."""
    _, found, path = database.partition("sqlite:///")
    return Path(path) if found and path and path != ":memory:" else None


def _serve(options: argparse.Namespace) -> int:
    from api import served

    return served.serve(options, _file(options.database), _tell)


def _service(options: argparse.Namespace) -> int:
    from api import unit

    found = unit.unit([item for item in options.given if item != "--"], whole=unit.by_root())
    if options.what == "show":
        print(f"# {found.path}\n{found.text}", end="")
        return 0
    for words in (unit.install if options.what == "install" else unit.remove)(found):
        print(words)
    return 0


def _export(options: argparse.Namespace) -> int:
    from companion.service import exports

    with opened(options.database) as service:
        document = exports.export(service.live(options.code))
    print(json.dumps(document, ensure_ascii=False, separators=(",", ":")))
    return 0


def _import(options: argparse.Namespace) -> int:
    from api.schemas import shape
    from companion.service import imports

    try:
        raw = json.loads(options.file.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise OSError(f"{options.file} is no JSON") from error
    if not isinstance(raw, dict):
        raise OSError(f"{options.file} is no exported game")
    path = _file(options.database)
    if path is not None and not path.exists() and served(path):
        raise StoreUnavailableError(
            f"{path} is gone, and a server still holds what was in it; look there first"
        )
    with opened(options.database, new=True) as service:
        created = imports.import_game(service, raw, shape)
    print(f"table {created.live.code}, host key {created.host_key}")
    return 0


def _known(options: argparse.Namespace, rules: Rules[Position]) -> Atlas:
    """What this installation knows of a board; without a database, what is printed in the rulebook."""
    try:
        with opened(options.database) as service:
            return service.atlas(rules)
    except StoreUnavailableError:
        return rules.box.shipped


def _roll(options: argparse.Namespace) -> int:
    from api import prompt

    rolling = {rules.box.slug: (rules, tool) for rules in GAMES for tool in rules.show.tools if tool.dice}
    found = rolling.get(options.game or next(iter(rolling)))
    if found is None:
        raise OSError(f"no dice are rolled in {options.game}; try {', '.join(rolling)}")
    for line in prompt.rolled(*found, _known(options, found[0]), options.dice):
        print(line)
    return 0


def _settle(options: argparse.Namespace) -> int:
    from api import prompt

    rules = game(options.game)
    if rules is None:
        raise OSError(
            f"there is no game {options.game}; there are {', '.join(item.box.slug for item in GAMES)}"
        )
    for line in prompt.settled(rules, _known(options, rules), options.what, prompt.json_object):
        print(line)
    return 0


def _verify(options: argparse.Namespace) -> int:
    from api.prompt import json_object
    from companion.service import fairness

    wrong = 0
    for item in fairness.checked(json_object(str(options.file))):
        wrong += not item.right
        print(f"{'right' if item.right else 'WRONG'}: {item.what}")
    return 1 if wrong else 0


def _backup(options: argparse.Namespace) -> int:
    from companion.service.checking import damaged_in
    from companion.store.backup import backup

    damaged = backup(options.database, options.file, damaged_in)
    print(f"copied to {options.file}, and read back")
    for code in damaged:
        words = "is copied as it is, but cannot be replayed as it was recorded; see companion check"
        print(f"companion: {code} {words}", file=sys.stderr)
    return 0


def _restore(options: argparse.Namespace) -> int:
    from companion.service.checking import damaged_in
    from companion.store.backup import restore

    kept = restore(options.database, options.file, damaged_in, damaged_too=options.damaged)
    print(f"restored from {options.file}" + (f"; what was there is {kept}" if kept else ""))
    return 0


def _upgrade(options: argparse.Namespace) -> int:
    upgrade_store(options.database, _file(options.database), print)
    return 0


def _host_key(options: argparse.Namespace) -> int:
    with opened(options.database) as service:
        print(service.new_host_key(service.live(options.code)))
    return 0


def _check(options: argparse.Namespace) -> int:
    from companion.service.checking import ALL

    with opened(options.database) as service:
        codes = options.codes or [table.code for table in service.store.tables(limit=ALL, before=None)]
        return int(sum([not _checked(service, code) for code in codes]) > 0)


def _checked(service: Service, code: str) -> bool:
    from companion.service import snapshots

    try:
        live, why = snapshots.compared(service.store, service.stored(code))
    except (RuleError, DamagedError) as error:
        print(f"{code}: {error.text}")
        return False
    print(f"{live.code}: {live.table.revision} lines, replayed alike")
    if why:
        print(f"{live.code}: a snapshot was not what the lines give ({why}); it is thrown away")
    return True


def _play(options: argparse.Namespace) -> int:
    from companion.client import playing

    path = _file(options.database)
    return playing.main(options.rest, lambda: addresses(path) if path else ())


def _completion(options: argparse.Namespace) -> int:
    print(arguments.completion(_parser(), options.shell))
    return 0


def _bench(options: argparse.Namespace) -> int:
    try:
        run = importlib.import_module("bench.run")
    except ImportError as error:
        raise OSError("the load programs stand in the source checkout, beside this package") from error
    return int(run.main(options.rest))


if __name__ == "__main__":
    sys.exit(main())
