"""The companion as a service of the machine, which starts with it: a unit of systemd."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

NAME = "companion"
DONE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Unit:
    """Where the unit stands and what it says. whole: of the machine, else of this user alone."""

    whole: bool
    path: Path
    text: str


def by_root() -> bool:
    """Is it the machine's administrator who asks?"""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def unit(given: Sequence[str], *, whole: bool) -> Unit:
    """The unit that serves with these options of `companion serve`. A service of the machine runs as whoever asked by
    sudo, else as a user that has nothing else, and keeps its tables in /var/lib/companion; a user's own keeps them in
    ~/companion-data."""
    home = "/var/lib/companion" if whole else str(Path.home() / "companion-data")
    command = [sys.executable, "-m", "companion.cli", "serve", "--no-browser", *given]
    if not any(item.split("=")[0] == "--database" for item in given):
        command += ["--database", f"sqlite:///{home}/companion.sqlite"]
    text = _TEXT.format(
        command=" ".join(map(_quoted, command)),
        who=_OF_THE_MACHINE.format(user=_user()) if whole else "",
        target="multi-user.target" if whole else "default.target",
    )
    if whole:
        return Unit(whole, Path(f"/etc/systemd/system/{NAME}.service"), text)
    own = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return Unit(whole, own / "systemd" / "user" / f"{NAME}.service", text)


def _user() -> str:
    asked = os.environ.get("SUDO_USER", "root")
    return "DynamicUser=yes" if asked == "root" else f"User={asked}"


def install(found: Unit) -> list[str]:
    """Write the unit and start it, now and with the machine. Returns what was done, a sentence each.

    :raises OSError: there is no systemd here, or it refuses.
    """
    need_systemd()
    found.path.parent.mkdir(parents=True, exist_ok=True)
    found.path.write_text(found.text, "utf-8")
    _systemctl(found, "daemon-reload")
    _systemctl(found, "enable", "--now", NAME)
    _systemctl(found, "restart", NAME)  # it may have run with other options
    said = [f"{found.path} is written; the companion runs, and starts with this machine"]
    if not found.whole and not _lingers():
        said.append("it ends when you log out, until somebody allows it: sudo loginctl enable-linger $USER")
    return [*said, f"what it says: journalctl {'' if found.whole else '--user '}-u {NAME}"]


def remove(found: Unit) -> list[str]:
    """Stop the service and delete its unit; the tables stay. Returns what was done, a sentence each.

    :raises OSError: there is no systemd here, or it refuses.
    """
    need_systemd()
    if not found.path.exists():
        return [f"there is no {found.path}"]
    _systemctl(found, "disable", "--now", NAME)
    found.path.unlink()
    _systemctl(found, "daemon-reload")
    return [f"{found.path} is gone; the tables stay where they are"]


def need_systemd() -> None:
    """Check that this machine has systemd.

    :raises OSError: it has not.
    """
    if shutil.which("systemctl") is None:
        words = "there is no systemd on this machine; companion service show prints the unit"
        raise OSError(f"{words}, and docs/hosting.md says what to do elsewhere")


def _systemctl(found: Unit, *what: str) -> None:
    ran = _ran("systemctl", *(() if found.whole else ("--user",)), *what)
    if ran.returncode:
        raise OSError(f"systemctl {' '.join(what)}: {(ran.stderr or ran.stdout).strip() or 'refused'}")


def _lingers() -> bool:
    """May this user's services run while nobody is logged in? Asked for, where that needs nobody else's word."""
    return shutil.which("loginctl") is not None and _ran("loginctl", "enable-linger").returncode == 0


def _ran(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - words of ours
        command, capture_output=True, text=True, check=False, timeout=DONE_SECONDS
    )


def _quoted(word: str) -> str:
    """One word of a command, as systemd reads it: % and $ would mean something."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    odd = any(character.isspace() or character in "'\";" for character in word)
    return f'"{plain}"' if plain != word or odd else plain


_OF_THE_MACHINE = """{user}
AmbientCapabilities=CAP_NET_BIND_SERVICE
StateDirectory=companion
StateDirectoryMode=0700
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
"""
"""Its home may hold the program: it is read, and never written. Ports below 1024 need the capability."""
_TEXT = """[Unit]
Description=Railway companion
After=network-online.target
Wants=network-online.target

[Service]
ExecStart={command}
Restart=on-failure
RestartSec=2
TimeoutStopSec=20
NoNewPrivileges=yes
LimitNOFILE=65536
{who}
[Install]
WantedBy={target}
"""
