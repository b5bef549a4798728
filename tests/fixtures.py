"""What a test may ask for by its name: the server of the run, or one of its own, a client, a table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import PARTIES, ROOT, Client, Command, Party, Server, checked_end, new_party


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do it no harm."""
    one = Command(tmp_path_factory.mktemp("server"), sys.executable, "-m", "companion.cli", place=ROOT)
    try:
        yield one.start()
        checked_end(one, PARTIES)
    finally:
        one.kill()


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
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    one = Server(tmp_path)
    try:
        yield one.start()
        checked_end(one, [])
    finally:
        one.kill()
