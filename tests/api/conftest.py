"""The real server, for every test here; over both databases, where what is tested has to do with the store."""

import pytest

from tests.fixtures import client, database, on_both, own_server, party, postgres, server, servers

__all__ = ["client", "database", "own_server", "party", "postgres", "server", "servers"]

OF_THE_STORE = (
    "test_boxes.py",
    "test_claims.py",
    "test_idempotency.py",
    "test_keys.py",
    "test_private_notes.py",
    "test_races.py",
    "test_requests.py",
    "test_rolls.py",
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    on_both(metafunc, OF_THE_STORE)
