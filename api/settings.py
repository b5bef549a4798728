"""How this installation is reached, and what it allows."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import companion


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever starts the server has decided."""

    base_url: str = "http://localhost:8000"
    """How phones reach the server, without a slash at the end."""
    behind_proxy: bool = False
    """Forwarding headers are believed, and a request from loopback has no privileges."""
    admin_key: str | None = None
    """Whoever has it may do what is for the admin, from any machine."""
    limits: bool = True
    """Are addresses held to rates?"""
    names: frozenset[str] = frozenset()
    """Further names the server goes by."""
    addresses: Callable[[], tuple[str, ...]] = tuple
    """All the ways phones may reach it just now, like `base_url`, which is the first of them."""


def here(name: str) -> Path:
    """A folder or file that comes with the program: inside the installed package, or beside it in a checkout."""
    package = Path(companion.__file__).parent
    inside = package / name
    return inside if inside.exists() else package.parent / name


def own_names() -> frozenset[str]:
    """The names this machine goes by."""
    host = socket.gethostname().lower()
    return frozenset({"localhost", host, host.split(".")[0], f"{host.split('.')[0]}.local"})


def is_address(host: str) -> bool:
    """An address rather than a name: no other site's name can be made to point here with it."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def is_loopback(address: str | None) -> bool:
    """Does the request come from this machine itself?"""
    try:
        return address is not None and ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
