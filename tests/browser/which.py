"""The browser for testing the pages: one that is here, otherwise one that can be installed, otherwise a word on what
to do.

python -m tests.browser.which            says which one, and installs one if there is none
COMPANION_BROWSER=/path/to/one           this one and no other
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

OWN = "COMPANION_BROWSER"
SHELLS = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
"""A browser without a window needs a quarter less of the machine for the same page: Debian's name, and others'."""
NAMES = (
    *SHELLS,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
"""What they are called on a PATH."""
MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
WINDOWS = (
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
)
LINUX = ("/snap/bin/chromium", "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge")
PLAYWRIGHT = (sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
WHERE_PLAYWRIGHT_HAS_ITS = """
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    whole = Path(playwright.chromium.executable_path)
for home in whole.parents:
    if home.name.startswith("chromium-"):
        shells = home.with_name(home.name.replace("chromium-", "chromium_headless_shell-"))
        print(*shells.glob("*/*headless?shell"), *shells.glob("*/*headless?shell.exe"), sep="\\n")
print(whole)
"""
"""Prints a path a line: of Playwright's browsers without a window, and of the full one, which may not be there."""
DRIVER = (sys.executable, "-m", "playwright", "--version")
BROWSERS_PACKAGES, DRIVERS_PACKAGE = (SHELLS[0], "chromium"), "libatomic1"
"""A browser, the first of them there is; and what Playwright's own part stands on, which a bare Debian lacks."""
LETTERS = ("fonts-liberation", "fonts-dejavu")
"""Letters as wide as those of a phone, by which the pages are measured, and wider ones."""
WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
"""Parts of a browser nobody needs here. The first two are what opens below the address one types: two more pages for
each window, and two fifths of what a page costs. A browser heeds its last list alone, so that the others are those of
Playwright's own list that concern us."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
    "--disable-site-isolation-trials",
)
"""The last one saves a second process for each page, which begins as an empty page of another site."""
MOST_SECONDS = 900
"""Enough for a download over a slow line; anything that takes longer will not come."""
START_SECONDS = 60


class NoBrowserError(Exception):
    """There is none, and none can be installed from here; it says in one sentence what to do."""


def find() -> str | None:
    """Where a Chromium, Chrome or Edge is that starts; None if there is none. Nothing is installed."""
    if named := os.environ.get(OWN):
        path = shutil.which(named)
        return path if path and _starts(path) else None
    return next((path for path in _candidates() if _starts(path)), None)


def need() -> str:
    """The browser, for whoever cannot go on without one.

    :raises NoBrowserError: there is none.
    """
    found = find()
    if found is not None:
        return found
    if named := os.environ.get(OWN):
        raise NoBrowserError(f"No browser: {OWN} names {named}, which does not start; name another, or none.")
    raise NoBrowserError(
        f"No browser: install Chromium, Chrome or Edge (or let {OWN} name the one there is), then try again."
    )


def installed() -> str:
    """The browser, with all it takes to drive it; if there is none, Playwright's own is asked for, then the system's
    packages.

    :raises NoBrowserError: there is none after that either.
    """
    for route in () if os.environ.get(OWN) else WAYS:
        found, drives = find(), _drives()
        if found and drives:
            return found
        route(found is not None, drives)
    if not _drives():
        raise NoBrowserError(
            "No browser can be driven: install the library libatomic (Debian: libatomic1), then try again."
        )
    return need()


def _drives() -> bool:
    """Does Playwright start here?"""
    return _run(DRIVER, START_SECONDS) is not None


def _candidates() -> Iterator[str]:
    """Wherever one may be, the likeliest first."""
    yield from (path for name in NAMES if (path := shutil.which(name)))
    yield from (str(path) for path in _places() if path.is_file())
    found = _run((sys.executable, "-c", WHERE_PLAYWRIGHT_HAS_ITS), START_SECONDS)
    yield from (path for path in (found or "").splitlines() if Path(path).is_file())


def _places() -> Iterator[Path]:
    """Where browsers are that are on no PATH."""
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / f"{name}.app" / "Contents" / "MacOS" / name for name in MAC)
    elif sys.platform == "win32":
        for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
            if folder := os.environ.get(variable):
                yield from (Path(folder) / name for name in WINDOWS)
    else:
        yield from map(Path, LINUX)


def _starts(path: str) -> bool:
    """Does it start? Some systems have a program of that name that only says how to get the real one."""
    # On Windows a browser that is asked for its version opens a window.
    return sys.platform == "win32" or _run((path, "--version"), START_SECONDS) is not None


def _download(found: bool, drives: bool) -> None:
    if found or not drives:
        return
    print("There is no browser here. Playwright is asked for its own ...", flush=True)
    if _run(PLAYWRIGHT, MOST_SECONDS) is None:
        print("It cannot be had from there.", flush=True)


def _packages(found: bool, drives: bool) -> None:
    """Debian's and Ubuntu's, where nobody need type a password for it."""
    may = _as_root()
    if may is None or shutil.which("apt-get") is None:
        return
    print("The system's packages are asked for what is missing ...", flush=True)
    apt = (*may, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get")
    _run((*apt, "update", "-qq"), MOST_SECONDS)
    install = (*apt, "install", "-y", "-qq", "--no-install-recommends")
    if not drives:
        _run((*install, DRIVERS_PACKAGE), MOST_SECONDS)
    for browser in () if found else BROWSERS_PACKAGES:
        if _run((*install, browser, *LETTERS), MOST_SECONDS) is not None:
            return


def _as_root() -> tuple[str, ...] | None:
    """What to put before a command that only root may run; None: there is no way without a password."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return ()
    sudo = ("sudo", "-n")
    return sudo if shutil.which("sudo") and _run((*sudo, "true"), START_SECONDS) is not None else None


def _run(command: Sequence[str], seconds: int) -> str | None:
    """What a command says; None if it fails, or takes too long."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


WAYS: tuple[Callable[[bool, bool], None], ...] = (_download, _packages)

if __name__ == "__main__":
    try:
        print(f"The pages are tested with {installed()}.")
    except NoBrowserError as error:
        sys.exit(str(error))
