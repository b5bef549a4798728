"""Finding a browser for the tests, on machines made of a few scripts: the usual names and places, what only looks
like a browser, and each way to install one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.browser import which
from tests.browser.which import NoBrowserError, find, installed
from tests.server import ROOT

pytestmark = pytest.mark.usefixtures("machine")
STARTS = 'echo "A browser 99"'
STUB = 'echo "Install the snap first" >&2; exit 1'


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on its PATH, no other places, and nobody who is root."""
    commands = tmp_path / "bin"
    commands.mkdir()
    monkeypatch.setenv("PATH", str(commands))
    monkeypatch.delenv(which.OWN, raising=False)
    monkeypatch.setattr(which, "LINUX", ())
    monkeypatch.setattr(which, "WHERE_PLAYWRIGHT_HAS_ITS", "raise SystemExit(1)")
    monkeypatch.setattr(which, "PLAYWRIGHT", ("playwright", "install", "--only-shell", "chromium"))
    monkeypatch.setattr(which, "DRIVER", ("driver",))
    has(commands, "driver")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return commands


def has(folder: Path, *names: str, does: str = STARTS) -> str:
    """A program of that name in that folder."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
    return str(path)


def notes(folder: Path, *more: str) -> str:
    """A program writes down how it was called."""
    return "\n".join((f'echo "$(/usr/bin/basename "$0") $*" >> {folder}/said', *more))


def said(folder: Path) -> list[str]:
    shown = folder / "said"
    return shown.read_text().splitlines() if shown.exists() else []


def brings(folder: Path) -> str:
    """It puts a browser there."""
    return f"printf '#!/bin/sh\\n{STARTS}\\n' > {folder}/chromium; /bin/chmod +x {folder}/chromium"


@pytest.mark.parametrize("name", which.NAMES)
def test_every_usual_name_on_the_path(name: str, machine: Path) -> None:
    assert find() is None
    here = has(machine, name)
    assert find() == here == installed()


def test_the_place_of_a_system(machine: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    here = has(tmp_path, "opt/browser/browser")
    monkeypatch.setattr(which, "LINUX", (str(tmp_path / "nowhere"), here))
    assert find() == here


@pytest.mark.parametrize("name", which.MAC)
def test_an_application_of_a_mac(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    here = has(tmp_path, f"Applications/{name}.app/Contents/MacOS/{name}")
    assert find() == here


@pytest.mark.parametrize("variable", ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"])
def test_a_program_of_windows(variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is not started to see whether it starts: that would open a window."""
    here = has(tmp_path, which.WINDOWS[-1], does=STUB)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setenv(variable, str(tmp_path))
    assert find() == str(Path(here))


def test_what_playwright_has_already(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    here = has(tmp_path, "cache/chrome")
    monkeypatch.setattr(which, "WHERE_PLAYWRIGHT_HAS_ITS", f"print({here!r})")
    assert find() == here
    monkeypatch.setattr(which, "WHERE_PLAYWRIGHT_HAS_ITS", f"print({here + 'x'!r})")
    assert find() is None


def test_what_only_has_the_name_of_one_is_passed_over(machine: Path) -> None:
    has(machine, "chromium", "chromium-browser", does=STUB)
    assert find() is None
    here = has(machine, "microsoft-edge")
    assert find() == here


def test_the_one_that_is_named_and_no_other(
    machine: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    has(machine, "chromium")
    here = has(tmp_path, "mine")
    monkeypatch.setenv(which.OWN, here)
    assert find() == here == installed()
    has(machine, "playwright", "apt-get", does=notes(machine))
    for wrong in (str(tmp_path / "none"), has(tmp_path, "stub", does=STUB)):
        monkeypatch.setenv(which.OWN, wrong)
        with pytest.raises(NoBrowserError, match=wrong):
            installed()
    assert said(machine) == [], "nobody installs another one instead"


def test_playwrights_own_is_asked_for_first(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    has(machine, "apt-get", does=notes(machine))
    has(machine, "playwright", does=notes(machine, brings(machine)))
    assert installed() == str(machine / "chromium")
    assert said(machine) == ["playwright install --only-shell chromium"]
    assert installed() == str(machine / "chromium")
    assert len(said(machine)) == 1, "once"


def test_a_driver_that_does_not_start(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a bare Debian Playwright's own part lacks a library; the browser that is there stays the only one."""
    here = has(machine, "google-chrome")
    has(machine, "driver", does=STUB)
    has(machine, "playwright", does=notes(machine))
    with pytest.raises(NoBrowserError, match="libatomic"):
        installed()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (machine / "env").symlink_to("/usr/bin/env")
    mends = f"printf '#!/bin/sh\nexit 0\n' > {machine}/driver"
    has(machine, "apt-get", does=notes(machine, mends))
    assert installed() == here
    assert said(machine) == [PACKAGES[0], f"{INSTALL} libatomic1"]


INSTALL = "apt-get install -y -qq --no-install-recommends"
SHELL = ["apt-get update -qq", f"{INSTALL} chromium-headless-shell fonts-liberation fonts-dejavu"]
PACKAGES = [*SHELL, f"{INSTALL} chromium fonts-liberation fonts-dejavu"]
"""What is asked for where there is the shell, and where there is none, such as in an old Debian."""
NO_SHELL = 'case "$*" in *shell*) exit 100;; esac'


@pytest.mark.parametrize("download", ["exit 1", ""], ids=["fails", "brings what does not start"])
def test_then_the_systems_packages_as_root(
    download: str, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (machine / "env").symlink_to("/usr/bin/env")
    has(machine, "playwright", does=notes(machine, download))
    has(machine, "apt-get", does=notes(machine, f'[ "$1" != install ] || {{ {brings(machine)}; }}'))
    assert installed() == str(machine / "chromium")
    assert said(machine) == ["playwright install --only-shell chromium", *SHELL]


def test_or_with_a_sudo_that_asks_nothing(machine: Path) -> None:
    (machine / "env").symlink_to("/usr/bin/env")
    has(machine, "playwright", does="exit 1")
    has(machine, "apt-get", does=notes(machine, f'[ "$1" != install ] || {{ {brings(machine)}; }}'))
    has(machine, "true")
    has(machine, "sudo", does=notes(machine, "shift", 'exec "$@"'))
    assert installed() == str(machine / "chromium")
    asked = "sudo -n env DEBIAN_FRONTEND=noninteractive"
    assert said(machine) == [
        "sudo -n true",
        *(line for call in SHELL for line in (f"{asked} {call}", call)),
    ]


def nothing_helps(machine: Path) -> Iterable[None]:
    """Machines on which no way leads to a browser."""
    yield
    has(machine, "playwright", does="exit 1")
    yield
    has(machine, "apt-get", does=notes(machine, "exit 100"))
    yield
    has(machine, "sudo", does="echo a password is required >&2; exit 1")
    yield
    has(machine, "chromium", does=STUB)
    yield


def test_else_one_sentence_says_what_to_do(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in nothing_helps(machine):
        with pytest.raises(NoBrowserError) as shown:
            installed()
        sentence = str(shown.value)
        assert sentence.startswith("No browser: install Chromium, Chrome or Edge")
        assert sentence.endswith("then try again.")
        assert "\n" not in sentence
    assert said(machine) == [], "the packages are not asked where they need a password"


def test_packages_that_fail_are_no_browser(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (machine / "env").symlink_to("/usr/bin/env")
    has(machine, "apt-get", does=notes(machine, "exit 100"))
    with pytest.raises(NoBrowserError):
        installed()
    assert said(machine) == PACKAGES


def test_a_system_without_the_shell_gives_the_whole_one(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (machine / "env").symlink_to("/usr/bin/env")
    has(machine, "apt-get", does=notes(machine, NO_SHELL, f'[ "$1" != install ] || {{ {brings(machine)}; }}'))
    assert installed() == str(machine / "chromium")
    assert said(machine) == PACKAGES


def test_the_one_without_a_window_before_the_whole_one(
    machine: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On the PATH, and among Playwright's own."""
    whole = has(machine, "chromium")
    assert find() == whole
    shell = has(machine, which.SHELLS[0])
    assert find() == shell
    shutil.rmtree(machine)
    machine.mkdir()
    has(machine, "driver")
    own = [has(tmp_path, f"cache/{name}") for name in ("shell", "chrome")]
    monkeypatch.setattr(which, "WHERE_PLAYWRIGHT_HAS_ITS", f"print({own[0]!r}, {own[1]!r}, sep='\\n')")
    assert find() == own[0]


def test_the_command_fails_with_that_sentence(machine: Path, tmp_path: Path) -> None:
    """As `make test` calls it, in a process of its own."""
    command = [sys.executable, "-m", "tests.browser.which"]
    environment = {"PATH": str(machine), which.OWN: str(tmp_path / "none")}
    none = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert (none.returncode, none.stdout) == (1, "")
    assert none.stderr.count("\n") == 1
    here = has(tmp_path, "mine")
    one = subprocess.run(
        command, env={**environment, which.OWN: here}, cwd=ROOT, capture_output=True, text=True
    )
    if none.stderr.startswith(
        "No browser can be driven: "
    ):  # without libatomic none is, and it says what to do
        assert (one.returncode, one.stdout, one.stderr) == (1, "", none.stderr)
    else:
        assert none.stderr.startswith("No browser: ")
        assert (one.returncode, one.stdout) == (0, f"The pages are tested with {here}.\n")


def test_make_test_looks_for_it_before_anything_else() -> None:
    recipe = (ROOT / "Makefile").read_text("utf-8")
    for target in ("test", "test-full"):
        line = next(each for each in recipe.splitlines() if each.startswith(f"{target}:"))
        assert line.split("#")[0].split()[1:] == ["browser"]
    assert "-m tests.browser.which" in recipe
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    commands = [line for line in run.splitlines() if line and not line.startswith("#")]
    assert commands == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "make test"]
