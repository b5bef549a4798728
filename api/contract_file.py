"""The contract as this server hands it out."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from functools import cache

from api.settings import here
from companion.games import INSTALLED

log = logging.getLogger(__name__)

_SECONDS = 120
"""How long a slow machine may take over it."""
_making = threading.Lock()


def contract_file() -> bytes:
    """The file that comes with the program. Where games are installed beside it, it is made anew when somebody first
    asks, which takes some seconds, so that their tables and moves stand in it too."""
    if not INSTALLED:
        return here("openapi.yaml").read_bytes()
    with _making:
        return _made()


@cache
def _made() -> bytes:
    # In a process of its own: an evening is played for its examples, and this one has streams and tables of its own.
    command = [sys.executable, "-m", "api.openapi"]
    try:
        made = subprocess.run(command, capture_output=True, check=True, timeout=_SECONDS)  # noqa: S603 - this program
        return made.stdout
    except (subprocess.SubprocessError, OSError):  # better without the installed games than none
        log.warning(
            "the contract could not be made anew; the one that comes with the program is served",
            exc_info=True,
        )
        return here("openapi.yaml").read_bytes()
