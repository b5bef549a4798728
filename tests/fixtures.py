"""What a test may ask for by its name: the server of the run, or one of its own, a client, a table."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench import postgresql
from bench.postgresql import Elsewhere, Postgres
from tests.server import FULL, PARTIES, ROOT, Client, Command, Party, Server, checked_end, new_party
from tests.spread import Several

DATABASES = ("sqlite", "postgresql")
"""The kinds of databases."""


def on_both(metafunc: pytest.Metafunc, files: tuple[str, ...]) -> None:
    """Tests of these files ask the shared server over each of the databases; in `make test-full` those of all files of
    their folder. Whoever names a database with COMPANION_TEST_DATABASE has all of them over that one. To be called by
    `pytest_generate_tests`."""
    named = os.environ.get("COMPANION_TEST_DATABASE")
    file = Path(metafunc.module.__file__ or "").name
    if "server" in metafunc.fixturenames and (named or FULL or file in files):
        metafunc.parametrize("server", [named] if named else DATABASES, indirect=True, scope="session")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres | Elsewhere]:
    """A PostgreSQL that the test run has for itself."""
    one = postgresql.server()
    yield one
    one.close()


@pytest.fixture(scope="session")
def servers(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Callable[[str], Server]]:
    """The shared servers, by kind of database; each is started when it is first asked for. Over
    PostgreSQL there are two processes, and each call goes to one of them by chance."""
    running: dict[str, Server] = {}

    def over(database: str) -> Server:
        if database not in running:
            folder = tmp_path_factory.mktemp("server")
            if database == "postgresql":
                url = request.getfixturevalue("postgres").database()
                running[database] = Several(folder, url, 2, commands=True).start()
            else:
                running[database] = Command(folder, sys.executable, "-m", "companion.cli", place=ROOT).start()
        return running[database]

    try:
        yield over
        for one in running.values():
            checked_end(one, PARTIES)
    finally:
        for one in running.values():
            one.kill()


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, servers: Callable[[str], Server]) -> Server:
    """One server for all tests that do it no harm."""
    return servers(getattr(request, "param", DATABASES[0]))


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, of each kind."""
    if request.param == "postgresql":
        found: Postgres | Elsewhere = request.getfixturevalue("postgres")
        return found.database()
    return f"sqlite:///{tmp_path}/companion.sqlite"


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    one = server.client()
    yield one
    one.close()


@pytest.fixture
def party(client: Client) -> Party:
    """A new table with all three seats claimed."""
    one = new_party(client)
    PARTIES.append(one)
    return one


@pytest.fixture
def table(client: Client) -> Party:
    """A new table whose seats nobody has taken: Ed is to open the bidding for the CRIP, everybody has $80."""
    one = new_party(client, claim=False)
    PARTIES.append(one)
    return one


@pytest.fixture
def logging_server(tmp_path: Path) -> Iterator[Server]:
    """A server that writes a line about every request."""
    one = Server(tmp_path, "--log", "requests")
    try:
        yield one.start()
    finally:
        one.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    one = Server(tmp_path)
    try:
        yield one.start()
        checked_end(one, [])
    finally:
        one.kill()
