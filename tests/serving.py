"""`companion serve` in a process of its own that has begun already: its imports were done once for all servers of a
test run. It is killed, stopped and started again like any other process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from api import facts_file, start  # noqa: F401  what `serve` imports when it is wanted
from api.serving import settle_memory
from companion.cli import main
from companion.store import sql  # noqa: F401

# What is imported is never looked through again, in none of the processes that begin with it.
settle_memory()

_BEGUN = multiprocessing.get_context("forkserver")
_BEGUN.set_forkserver_preload([__name__])


class Begun:
    """Like `subprocess.Popen`, for `companion` with these arguments."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str], said: Path) -> None:
        self._process = _BEGUN.Process(target=_run, args=(arguments, dict(environment), said), daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """How it ended; None while it goes on."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def wait(self, patience: float) -> int:
        self._process.join(patience)
        assert self._process.exitcode is not None, "it goes on and on"
        return self._process.exitcode


def _run(arguments: Sequence[str], environment: Mapping[str, str], said: Path) -> None:
    with said.open("ab") as log:
        os.dup2(log.fileno(), sys.stdout.fileno())
        os.dup2(log.fileno(), sys.stderr.fileno())
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.update(environment)
    sys.exit(main(arguments))
