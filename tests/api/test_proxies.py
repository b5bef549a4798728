"""The proxies of docs/hosting.md, as they stand there, before a companion: `make test-full` runs them."""

from __future__ import annotations

import contextlib
import getpass
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from api import certificate
from api.unit import by_root
from tests.server import PATIENCE, ROOT, Party, Server, free_port, listens, new_party, thorough

pytestmark = thorough
PAGE = (ROOT / "docs/hosting.md").read_text("utf-8")
NAME, BEHIND = "companion.example.org", "127.0.0.1:8000"


def block(kind: str) -> str:
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.M | re.S)
    return str(found)


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    site = block("caddy").replace(NAME, f"https://localhost:{port}").replace(BEHIND, f"127.0.0.1:{behind}")
    files = " ".join(map(str, certificate.made_here(folder, ["localhost"])[0]))
    site = site.replace("{\n", f"{{\n    tls {files}\n", 1)
    (folder / "Caddyfile").write_text(
        f"{{\n    admin off\n    auto_https disable_redirects\n}}\n{site}", "utf-8"
    )
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    (named, key), _ = certificate.made_here(folder, ["localhost"])
    server = block("nginx").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    server = server.replace(BEHIND, f"127.0.0.1:{behind}").replace(NAME, "localhost")
    server = re.sub(r"(ssl_certificate )\s*\S+;", rf"\1{named};", server)
    server = re.sub(r"(ssl_certificate_key )\s*\S+;", rf"\1{key};", server)
    places = "".join(
        f"{what}_temp_path {folder}/{what};\n"
        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    who = f"user {getpass.getuser()};\n" if by_root() else ""  # else its workers may not write there
    begins = f"{who}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    whole = f"{begins}http {{\naccess_log off;\n{places}{server}}}\n"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


@pytest.fixture(params=[caddy, nginx], ids=["caddy", "nginx"])
def proxied(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """A companion behind a proxy, and the proxy's port."""
    port = free_port()
    server = Server(tmp_path, "--behind-proxy", "--public-url", f"https://localhost:{port}")
    command = request.param(tmp_path, port, server.port)
    assert shutil.which(command[0]), f"{command[0]} is missing; sudo apt install {command[0]}"
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PATH": "/usr/sbin:/usr/bin:/bin"}
    with contextlib.ExitStack() as stack, (tmp_path / "proxy.log").open("wb") as log:
        server.start()
        stack.callback(server.kill)
        proxy = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        stack.callback(proxy.wait, PATIENCE)
        stack.callback(proxy.kill)
        listens(port)
        yield server, port


def test_a_table_through_it(proxied: tuple[Server, int], tmp_path: Path) -> None:
    """Moves are heard of while the stream is open, the largest body comes in, and nobody is the admin by being here."""
    server, port = proxied
    outside = f"https://localhost:{port}"
    asking = requests.Session()
    asking.trust_env = False
    asking.verify = str(tmp_path / certificate.CERTIFICATE)
    assert asking.get(f"{outside}/readyz", timeout=PATIENCE).json() == {"status": "ready"}
    party: Party = new_party(server.client())
    stream = asking.get(f"{outside}/api/v1{party.at}/stream", stream=True, timeout=PATIENCE)
    lines = stream.iter_lines()
    revisions = (json.loads(line[6:])["revision"] for line in lines if line.startswith(b"data: {"))
    assert next(revisions) == 1
    body = {"type": "bid", "amount": 3, "seat": 1}
    headers = {"Authorization": f"Bearer {party.host}"}
    made = asking.post(f"{outside}/api/v1{party.at}/moves", json=body, headers=headers, timeout=PATIENCE)
    assert made.status_code == 201, made.text
    assert next(revisions) == 2, "it is heard of while the stream goes on"
    stream.close()
    long = json.dumps({"x": "y" * (4 * 1024 * 1024 - 100)})
    answer = asking.post(
        f"{outside}/api/v1/tables/import",
        data=long,
        headers={"Content-Type": "application/json"},
        timeout=PATIENCE,
    )
    assert answer.headers["Content-Type"].startswith("application/problem+json"), (
        "the companion itself refuses it"
    )
    lie = {"X-Forwarded-For": "127.0.0.1"}
    assert asking.get(f"{outside}/api/v1/tables", headers=lie, timeout=PATIENCE).status_code in (401, 403)
