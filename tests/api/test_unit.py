"""The companion as a service of the machine. A stand-in for systemd writes down what it is told, and does nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api import unit
from companion.cli import main

SAYS = '#!/bin/sh\necho "$(basename "$0") $*" >> "{log}"\n[ -z "$REFUSES" ] || {{ echo "no bus" >&2; exit 1; }}\n'


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What was said to systemd, a line each."""
    log, there = tmp_path / "told", tmp_path / "bin"
    there.mkdir()
    log.touch()
    for name in ("systemctl", "loginctl"):
        command = there / name
        command.write_text(SAYS.format(log=log), "utf-8")
        command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{there}:/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(unit, "by_root", lambda: False)
    return log


def test_installed_and_removed(told: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["service", "install", "--port", "9000"]) == 0
    file = tmp_path / "config/systemd/user/companion.service"
    text = file.read_text("utf-8")
    database = f"sqlite:///{tmp_path}/companion-data/companion.sqlite"
    begins = f"ExecStart={sys.executable} -m companion.cli serve --no-browser --port 9000"
    assert f"{begins} --database {database}\n" in text
    assert told.read_text("utf-8").splitlines() == [
        "systemctl --user daemon-reload",
        "systemctl --user enable --now companion",
        "systemctl --user restart companion",
        "loginctl enable-linger",
    ]
    assert "starts with this machine" in capsys.readouterr().out
    told.write_text("")
    assert main(["service", "remove"]) == 0
    assert not file.exists()
    assert told.read_text("utf-8").splitlines() == [
        "systemctl --user disable --now companion",
        "systemctl --user daemon-reload",
    ]
    assert main(["service", "remove"]) == 0
    assert capsys.readouterr().out.endswith(f"there is no {file}\n")


def test_refused(told: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("REFUSES", "1")
    assert main(["service", "install"]) == 1
    assert capsys.readouterr().err == "companion: systemctl daemon-reload: no bus\n"


def test_a_machine_without_systemd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(unit, "by_root", lambda: False)
    assert main(["service", "install"]) == 1
    assert capsys.readouterr().err.startswith("companion: there is no systemd on this machine")
    assert not (tmp_path / "systemd").exists()
    assert main(["service", "show"]) == 0


@pytest.mark.parametrize(("asked", "user"), [("pi", "User=pi"), (None, "DynamicUser=yes")])
def test_one_of_the_machine(monkeypatch: pytest.MonkeyPatch, asked: str | None, user: str) -> None:
    monkeypatch.delenv("SUDO_USER", raising=False)
    if asked:
        monkeypatch.setenv("SUDO_USER", asked)
    found = unit.unit([], whole=True)
    assert str(found.path) == "/etc/systemd/system/companion.service"
    assert user in found.text.splitlines()
    assert "--database sqlite:////var/lib/companion/companion.sqlite" in found.text


def test_words_that_mean_something_to_systemd(tmp_path: Path) -> None:
    found = unit.unit(["--public-url", 'http://a b/%n$HOME"\\'], whole=False)
    assert '--public-url "http://a b/%%n$$HOME\\"\\\\"' in found.text


def test_systemd_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own checker, if that is installed."""
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("this machine has no systemd")
    monkeypatch.delenv("SUDO_USER", raising=False)
    file = tmp_path / "companion.service"
    file.write_text(unit.unit(["--port", "9000"], whole=True).text, "utf-8")
    said = subprocess.run([verify, "verify", str(file)], capture_output=True, text=True, check=False)
    assert "companion.service:" not in said.stderr, said.stderr
