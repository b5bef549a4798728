"""Ports for the servers of the tests: what is free must still be so when a server begins to listen there."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket

_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_PORTS = itertools.count(10_000 + _WORKER % 5 * 4_000 + os.getpid() % 3_000)
"""Each worker has its own range, below the ports that the system gives to outgoing connections."""
_UNSAFE = 10_080
"""Browsers open no page there (Fetch Standard, port blocking); it is the only one of all these ranges."""


def free_port() -> int:
    """A port on which nobody listens or is about to."""
    for port in _PORTS:
        if port == _UNSAFE:
            continue
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there is always one more")
