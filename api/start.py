"""Starting the server on the local network, and telling people how to reach it."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import segno

from api.app import create_app
from api.serving import check_port
from api.serving import serve as serve_app
from api.settings import Settings
from companion.service import Service

_NAME_SECONDS = 1.0
"""How long a look-up of this machine's .local name may take."""


def lan_address() -> str:
    """This machine's address on its network; loopback if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


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
    thread.join(_NAME_SECONDS)
    return name if found and not found[0].startswith("127.") else None


def base_url(host: str, port: int, public_url: str, secure: bool) -> str:
    """How phones reach the server, without a slash at the end."""
    if public_url:
        return public_url.rstrip("/")
    scheme, usual = ("https", 443) if secure else ("http", 80)
    name = (local_name() or lan_address()) if host in ("0.0.0.0", "::") else host  # noqa: S104
    shown = f"[{name}]" if ":" in name else name
    return f"{scheme}://{shown}" if port == usual else f"{scheme}://{shown}:{port}"


def serve(
    service: Service,
    *,
    host: str,
    port: int,
    public_url: str,
    browser: bool,
    behind_proxy: bool,
    certificate: tuple[Path, Path] | None,
    admin_key: str | None,
    limits: bool,
) -> None:
    """Serve until interrupted.

    :raises OSError: the port is taken, or the certificate is not there.
    """
    for file in certificate or ():
        file.read_bytes()
    try:
        check_port(host, port)
    except OSError as error:
        raise OSError(f"port {port} on {host} cannot be used ({error.strerror}); try --port") from error
    url = base_url(host, port, public_url, certificate is not None)
    names = frozenset({(urlsplit(url).hostname or "").lower(), host.lower()})
    app = create_app(service, Settings(url, behind_proxy, admin_key, limits, names))

    def ready() -> None:
        _tell(url, host)
        if browser and _has_screen():
            scheme = "https" if certificate else "http"
            here = f"{scheme}://localhost:{port}/" if host in ("0.0.0.0", "::", "127.0.0.1") else url  # noqa: S104
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    serve_app(app, host=host, port=port, certificate=certificate, on_ready=ready, on_end=service.store.close)


def _has_screen() -> bool:
    """Is there a desktop to open a browser on? On a bare machine a text browser would take the terminal."""
    if sys.platform in ("win32", "darwin") or "BROWSER" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _tell(url: str, host: str) -> None:
    out = sys.stdout
    print(f"\n  The companion is at  {url}\n", file=out)
    segno.make(url).terminal(out=out, compact=True)
    everyone = host in ("0.0.0.0", "::")  # noqa: S104
    scope = "Everybody on this network can reach it." if everyone else f"Only {host} is listened on."
    print(f"\n  {scope} Stop it with Ctrl+C.\n", file=out, flush=True)
