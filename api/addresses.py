"""Under which addresses phones may reach this machine: its networks, its stable name, what it was told."""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator

from companion.service.live import Live
from companion.words.errors import invalid
from companion.words.text import say

NAME_SECONDS = 1.0
"""How long a look-up of this machine's .local name may take."""
_ELSEWHERE = ("10.255.255.255", "172.31.255.255", "192.168.255.255", "192.0.2.1")
"""Somewhere in each private network, and out in the world: the way there begins at an address of this machine."""
_SIOCGIFADDR = 0x8915
"""Linux: the address of an interface."""
_NAME_AT, _ADDRESS_AT = 256, slice(20, 24)


def lan_address() -> str:
    """This machine's address on its network; loopback if it has none. Nothing is sent."""
    return next(_on_the_way(), "127.0.0.1")


def _on_the_way() -> Iterator[str]:
    for there in _ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((there, 1))
                yield str(probe.getsockname()[0])
            except OSError:
                continue


def _of_interfaces() -> Iterator[str]:
    if sys.platform != "linux":
        return  # elsewhere the look-up of the machine's own name tells them all
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            asked = struct.pack(f"{_NAME_AT}s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(any_socket.fileno(), _SIOCGIFADDR, asked)
            except OSError:
                continue  # an interface without an address
            yield socket.inet_ntoa(answer[_ADDRESS_AT])


def _of_name() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    yield from (str(address[4][0]) for address in found)


def own_addresses() -> tuple[str, ...]:
    """This machine's addresses on its networks, the likeliest first: whole networks before those a machine gives
    itself where it finds none; never loopback."""
    found = dict.fromkeys((*_on_the_way(), *_of_interfaces(), *_of_name()))
    usable = [address for address in found if not ipaddress.ip_address(address).is_loopback]
    return tuple(sorted(usable, key=lambda address: ipaddress.ip_address(address).is_link_local))


def local_name() -> str | None:
    """This machine's stable name on its network, `HOST.local`, if the network knows it."""
    name = f"{socket.gethostname().split('.')[0]}.local"
    found: list[str] = []

    def look_up() -> None:
        try:
            found.append(socket.gethostbyname(name))
        except OSError:
            return

    thread = threading.Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(NAME_SECONDS)
    return name if found and not found[0].startswith("127.") else None


def everyone(host: str) -> bool:
    """Is every address of the machine listened on?"""
    return host in ("0.0.0.0", "::")  # noqa: S104 - looked for, not listened on


def reached_at(
    host: str, port: int, public_url: str, secure: bool, behind_proxy: bool
) -> tuple[str, Callable[[], tuple[str, ...]]]:
    """How phones reach the server (without a slash at the end), and all the ways there are, looked up each time:
    a laptop may come into another network in the course of an evening."""
    scheme, usual = ("https", 443) if secure else ("http", 80)

    def url(name: str) -> str:
        shown = f"[{name}]" if ":" in name else name
        return f"{scheme}://{shown}" if port == usual else f"{scheme}://{shown}:{port}"

    public = public_url.rstrip("/")
    stable = local_name() if everyone(host) and not behind_proxy else None
    if public:
        first = public
    elif everyone(host):
        first = url(stable or lan_address())
    else:
        first = url(host)

    def all_of_them() -> tuple[str, ...]:
        names = [stable, *own_addresses()] if everyone(host) and not behind_proxy else []
        return tuple(dict.fromkeys([first, *(url(name) for name in names if name)]))

    return first, all_of_them


def check_port(host: str, port: int) -> None:
    """Check that the port is free: the server itself would share it silently with another program.

    :raises OSError: it is taken, or none of this machine's.
    """
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if os.name != "nt":  # on Windows the option means the opposite
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            raise OSError(f"port {port} on {host} cannot be used ({error.strerror}); try --port") from error


def checked(wanted: object, base_url: str, addresses: tuple[str, ...]) -> str:
    """An address that was chosen, if it is this server's; None: the one it goes by.

    :raises RuleError: `invalid` for any other: a QR code must not lead elsewhere.
    """
    if wanted is None or wanted == base_url:
        return base_url
    if wanted not in addresses:
        raise invalid("address", say("This server has no such address"))
    return str(wanted)


def join_url(live: Live, base_url: str) -> str:
    """Where a phone finds the table. The key stands in the fragment, which no server is sent."""
    return f"{base_url}/t/{live.code}#j={live.join_key}"
