"""The real server, for every test here."""

from tests.fixtures import client, own_server, party, server

__all__ = ["client", "own_server", "party", "server"]
