"""The proxies of docs/hosting.md, as configured there, in front of a companion: `make test-full` runs them."""

from __future__ import annotations

import contextlib
import getpass
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import requests

from api import certificate
from api.unit import by_root
from bench.postgresql import Elsewhere, Postgres
from tests.ports import free_port
from tests.server import (
    PATIENCE,
    ROOT,
    Client,
    Party,
    Server,
    Stream,
    comes,
    listens,
    new_party,
    thorough,
)
from tests.spread import Several

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
    return whole(folder, re.sub(r"(ssl_certificate_key )\s*\S+;", rf"\1{key};", server))


def by_table(folder: Path, port: int, behind: Sequence[int]) -> list[str]:
    """Several companions, without TLS."""
    server = block("nginx").replace("listen 443 ssl", f"listen 127.0.0.1:{port}").replace(NAME, "localhost")
    server = re.sub(r"ssl_\S+\s*\S+;", "", server).replace(BEHIND, "companions")
    upstream = block("conf")
    for n, there in enumerate(behind, 1):
        assert f"127.0.0.1:{8000 + n}" in upstream
        upstream = upstream.replace(f"127.0.0.1:{8000 + n}", f"127.0.0.1:{there}")
    return whole(folder, upstream + server)


def whole(folder: Path, server: str) -> list[str]:
    """What starts nginx with these blocks and nothing of the machine's own."""
    places = "".join(
        f"{what}_temp_path {folder}/{what};\n"
        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    who = f"user {getpass.getuser()};\n" if by_root() else ""  # otherwise its workers may not write there
    begins = f"{who}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{begins}http {{\naccess_log off;\n{places}{server}}}\n", "utf-8")
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


@contextlib.contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy, until it is done with."""
    assert shutil.which(command[0]), f"{command[0]} is missing; sudo apt install {command[0]}"
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/bin"}
    with (folder / "proxy.log").open("wb") as log:
        proxy = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            listens(port)
            yield
        finally:
            proxy.terminate()  # nginx's own workers end with it
            proxy.wait(PATIENCE)


@pytest.fixture(params=[caddy, nginx], ids=["caddy", "nginx"])
def proxied(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """A companion behind a proxy, and the proxy's port."""
    port = free_port()
    server = Server(tmp_path, "--behind-proxy", "--public-url", f"https://localhost:{port}")
    command = request.param(tmp_path, port, server.port)
    with contextlib.ExitStack() as stack:
        server.start()
        stack.callback(server.kill)
        stack.enter_context(running(command, tmp_path, port))
        yield server, port


def test_a_table_through_it(proxied: tuple[Server, int], tmp_path: Path) -> None:
    """Moves arrive while the stream is open, the largest body gets through, and nobody is the admin just for being on
    this machine."""
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


# --- several companions -----------------------------------------------------------------------------------


@pytest.fixture
def routed(tmp_path: Path, postgres: Postgres | Elsewhere) -> Iterator[tuple[Several, int]]:
    """Two companions behind nginx, which sends all calls of a table to the same one; and its port."""
    port = free_port()
    several = Several(tmp_path, postgres.database(), 2)
    for one in several.each:
        one.arguments = ("--behind-proxy", "--public-url", f"http://127.0.0.1:{port}", "--log", "requests")
    with contextlib.ExitStack() as stack:
        several.start()
        stack.callback(several.kill)
        stack.enter_context(running(by_table(tmp_path, port, several.ports), tmp_path, port))
        yield several, port


TRIES = 1_000


def bid(party: Party, amount: int) -> None:
    """A bid by whoever is to act, sent again if the connection is cut, as phones do."""
    for _ in range(TRIES):
        try:
            made = party.move((amount - 1) % 3 + 1, "bid", f"bid-{amount}", amount=amount)
        except ConnectionError:
            continue
        if made.status not in (502, 504):
            assert made.status == 201, made.body
            return
    raise AssertionError(f"the bid of ${amount} did not get through")


def revision(stream: Stream, wanted: int) -> None:
    stream.until(lambda document: document["revision"] == wanted)


def test_all_calls_of_a_table_go_to_one_companion_as_long_as_it_is_there(routed: tuple[Several, int]) -> None:
    several, port = routed
    outside = Through(port)
    parties = [new_party(outside) for _ in range(12)]
    streams = [Stream(port, party.at, party.host) for party in parties]
    for party, stream in zip(parties, streams, strict=True):
        bid(party, 1)
        revision(stream, 2)
    busy = [one.log.count("/moves") for one in several.each]
    assert sum(busy) == 12
    assert all(busy), "each has its share"
    for party in parties:
        assert sum(party.code in one.log for one in several.each) == 1, (
            "all of its calls went to the same one"
        )
    several.each[0].kill()
    streams = [Stream(port, party.at, party.host) for party in parties]
    for party, stream in zip(parties, streams, strict=True):
        bid(party, 2)
        revision(stream, 3)
    assert several.each[1].log.count("/moves") == busy[1] + 12, (
        "the other one has them all, and nothing is lost"
    )
    several.each[0].start()
    before = several.each[0].log.count('"/api/v1/tables/')
    comes(lambda: _is_asked(several, parties, before))
    for party in parties:
        bid(party, 3)
        assert party.document()["revision"] == 4


def _is_asked(several: Several, parties: list[Party], before: int) -> bool:
    for party in parties:
        party.document()
    return several.each[0].log.count('"/api/v1/tables/') > before


class Through(Client):
    """A phone that calls through the proxy."""

    described = False  # no contract covers what the proxy itself answers
