"""HTTPS with a certificate made on the spot."""

from __future__ import annotations

import http.client
import json
import ssl
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from api import certificate
from companion.cli import main
from tests.server import Server

NAMES = ("localhost", "127.0.0.1", "laptop.local", "192.0.2.7")


def test_it_is_served_with_it_and_a_phone_that_trusts_it_checks_the_name(tmp_path: Path) -> None:
    server = Secure(tmp_path, "--tls")
    try:
        server.start()
        trusting = ssl.create_default_context(cafile=str(tmp_path / certificate.CERTIFICATE))
        assert asked(server.port, trusting) == {"status": "ready"}
        with pytest.raises(ssl.SSLCertVerificationError):
            asked(server.port, ssl.create_default_context())
        fingerprint = ":".join(f"{part:02X}" for part in digest(tmp_path))
        assert fingerprint in server.log
        assert (tmp_path / certificate.KEY).stat().st_mode & 0o077 == 0
    finally:
        server.kill()


class Secure(Server):
    """A client over HTTPS; another test checks the certificate."""

    def answers(self) -> bool:
        try:
            return asked(self.port, ssl._create_unverified_context()) == {"status": "ready"}
        except OSError:
            return False


def asked(port: int, trust: ssl.SSLContext) -> object:
    line = http.client.HTTPSConnection("127.0.0.1", port, context=trust, timeout=30)
    try:
        line.request("GET", "/readyz")
        return json.loads(line.getresponse().read())
    finally:
        line.close()


def digest(folder: Path) -> bytes:
    return sha256(ssl.PEM_cert_to_DER_cert((folder / certificate.CERTIFICATE).read_text("ascii"))).digest()


def test_it_is_kept_as_long_as_it_holds(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    _, first = certificate.made_here(tmp_path, NAMES, now)
    assert certificate.made_here(tmp_path, NAMES, now)[1] == first
    assert certificate.made_here(tmp_path, NAMES[:2], now)[1] == first, "it names more than is asked for"
    _, second = certificate.made_here(tmp_path, (*NAMES, "192.0.2.8"), now)
    assert second != first, "the laptop has another address"

    then = now + timedelta(days=certificate.DAYS - 20)
    assert certificate.made_here(tmp_path, NAMES, then)[1] == second
    assert certificate.made_here(tmp_path, NAMES, then + timedelta(days=7))[1] != second


def test_what_is_damaged_is_made_anew(tmp_path: Path) -> None:
    _, first = certificate.made_here(tmp_path, NAMES)
    (tmp_path / certificate.CERTIFICATE).write_text("no certificate", "ascii")
    assert certificate.made_here(tmp_path, NAMES)[1] != first


def test_one_file_alone_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/companion.sqlite"
    assert main(["serve", "--no-browser", "--database", database, "--tls", "cert.pem"]) == 1
    assert capsys.readouterr().err == "companion: --tls takes the files CERT KEY, or nothing\n"
