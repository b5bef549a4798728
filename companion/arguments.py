"""What the command line says besides its options: examples, units, exit status; and what an argument may be."""

from __future__ import annotations

import argparse
import os

MOST_PORT = 65_535
MOST_WORKERS = 64
SHELLS = ("bash", "zsh")
EPILOG = """Each command has a --help of its own. Options may stand in the environment instead, as
COMPANION_DATABASE, COMPANION_HOST, COMPANION_PORT, COMPANION_PUBLIC_URL; the admin's key
stands there alone, as COMPANION_ADMIN_KEY.

A database is named as SQLAlchemy names it:
  sqlite:///companion-data/companion.sqlite      a file, from here
  sqlite:////var/lib/companion/companion.sqlite  a file, from the root
  postgresql+psycopg://user@host/name            a PostgreSQL

Amounts are whole dollars, or millions where the game counts them; times are UTC.

Exit status: 0 done; 1 refused, or something was found wrong, with one sentence on standard
error; 2 not understood."""
EXAMPLES = {
    "serve": """Examples:
  companion serve                        on port 8000, with a browser on this machine
  companion serve --port 9000 --no-browser
  companion serve --tls                  over HTTPS, with a certificate made on the spot
  companion serve --workers 4 --database postgresql+psycopg://companion@localhost/companion""",
    "service": """Examples:
  companion service install --port 9000  now, and whenever this machine starts
  companion service show                 print the unit, change nothing
  companion service remove""",
    "export": """Example:
  companion export 4KXW-2PNE > friday.json""",
    "import": """Example:
  companion import friday.json           prints the new table's code and its host key""",
    "check": """Examples:
  companion check                        every table
  companion check 4KXW-2PNE""",
    "backup": """Example:
  companion backup friday.sqlite         also while the server runs""",
    "restore": """Example:
  companion restore friday.sqlite        when the server is stopped; what was there is kept""",
    "roll": """Examples:
  companion roll GAME                    one of those above
  companion roll GAME --dice 4 1         what the table's own dice show""",
    "settle": """Examples:
  companion settle GAME dividend income=61 shares=3
  companion settle GAME RAILROAD=85,55,4 Ed: cash=12 RAILROAD=3""",
    "verify": """Example:
  companion verify friday.json           were the dice fair?""",
    "completion": """Example:
  companion completion bash > ~/.local/share/bash-completion/completions/companion""",
}


def setting(name: str, default: str) -> str:
    """What the environment says instead of an option."""
    return os.environ.get(f"COMPANION_{name}", default)


def is_set(name: str) -> bool:
    """Does the environment turn on an option that is on or off?"""
    return setting(name, "").lower() in ("1", "true", "yes")


def workers(said: str) -> int:
    """A number of workers, as it was typed.

    :raises argparse.ArgumentTypeError: there cannot be so many.
    """
    if said.isdecimal() and 1 <= int(said) <= MOST_WORKERS:
        return int(said)
    raise argparse.ArgumentTypeError(f"{said} is no number of workers; there may be 1 to {MOST_WORKERS}")


def port(said: str) -> int:
    """A port, as it was typed.

    :raises argparse.ArgumentTypeError: it is none.
    """
    if said.isdecimal() and int(said) <= MOST_PORT:
        return int(said)
    raise argparse.ArgumentTypeError(f"{said} is no port; they go from 0 to {MOST_PORT}")


def logged(said: str) -> str:
    """What is to be logged, as it was typed.

    :raises argparse.ArgumentTypeError: nothing of that name can be logged.
    """
    if said in ("", "requests"):
        return said
    raise argparse.ArgumentTypeError(f"{said} is not logged; requests are")


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """What a shell reads to complete commands and options.

    :raises OSError: what writes it is not installed.
    """
    try:
        import shtab
    except ImportError as error:
        raise OSError("what writes completions is not installed; pip install shtab") from error
    return str(shtab.complete(parser, shell=shell))
