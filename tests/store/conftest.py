"""The real server, for every test here."""

from tests.fixtures import client, database, own_server, party, postgres, server, servers

__all__ = ["client", "database", "own_server", "party", "postgres", "server", "servers"]
