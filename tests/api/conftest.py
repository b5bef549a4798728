"""The real server, for every test here; over both databases where two calls at once meet in the store."""

import pytest

from tests.fixtures import (
    client,
    database,
    logging_server,
    on_both,
    own_server,
    party,
    postgres,
    server,
    servers,
)

__all__ = ["client", "database", "logging_server", "own_server", "party", "postgres", "server", "servers"]

OF_THE_STORE = (
    "test_claims.py",
    "test_idempotency.py",
    "test_races.py",
    "test_requests.py",
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    on_both(metafunc, OF_THE_STORE)
