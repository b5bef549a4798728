"""What is said where the companion was started, once it serves: how it is reached, and a code for a phone's camera."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import webbrowser
from typing import TextIO

from api import qr
from api.addresses import everyone


def welcome(url: str, host: str, port: int, *, secure: bool, browser: bool) -> None:
    """Say how it is reached, and open a browser if one is wanted and there is a screen for it."""
    scope = "Everybody on this network can reach it." if everyone(host) else f"Only {host} is listened on."
    print(f"\n  The companion is at  {url}\n\n  {scope} Stop it with Ctrl+C.\n", flush=True)
    if browser and _has_screen():
        # where this machine calls itself, if that is listened to
        here = everyone(host) or host == "127.0.0.1"
        there = f"http{'s' if secure else ''}://localhost:{port}/" if here else url
        threading.Thread(target=webbrowser.open, args=(there,), daemon=True).start()


def show_code(url: str, out: TextIO) -> None:
    """The address for a phone's camera; nothing on a terminal without block letters."""
    with contextlib.suppress(UnicodeEncodeError):
        print(qr.for_terminal(url), file=out, flush=True)


def _has_screen() -> bool:
    """Is there a desktop to open a browser on? On a bare machine a text browser would take the terminal."""
    if sys.platform in ("win32", "darwin") or "BROWSER" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
