"""A certificate made on the spot, for HTTPS on a network where nobody can have a public one."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from api.addresses import own_addresses

if TYPE_CHECKING:
    from cryptography import x509

CERTIFICATE, KEY = "certificate.pem", "certificate-key.pem"
DAYS = 397
"""How long it holds: phones take none for longer."""
AT_LEAST = timedelta(days=14)
"""One that holds for less is made anew."""


def names_here() -> tuple[str, ...]:
    """What this machine is called on its networks, its addresses among them."""
    host = socket.gethostname().split(".")[0].lower()
    return tuple(dict.fromkeys(["localhost", "127.0.0.1", host, f"{host}.local", *own_addresses()]))


def asked_for(
    files: list[Path] | None, folder: Path, tell: Callable[[str], object]
) -> tuple[Path, Path] | None:
    """What `--tls` asks for: the two files that were named; if none was, those made in that folder, whose fingerprint
    is told; None: plain http.

    :raises OSError: as `made_here`, or one file alone was named.
    """
    match files:
        case None:
            return None
        case []:
            made, fingerprint = made_here(folder, names_here())
            tell(f"A browser warns of this certificate once; its SHA-256 fingerprint:\n{fingerprint}")
            return made
        case [certificate, key]:
            return certificate, key
    raise OSError("--tls takes the files CERT KEY, or nothing")


def made_here(
    folder: Path, names: Iterable[str], now: datetime | None = None
) -> tuple[tuple[Path, Path], str]:
    """The certificate and its key in that folder, which names itself and these names; and its SHA-256 fingerprint, in
    hexadecimal by pairs. What is there is kept as long as it holds, so that a phone asks its owner once. Only
    its owner can read the key.

    :raises OSError: nothing can be written there, or what makes certificates is not installed.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
    except ImportError as error:
        words = (
            "what makes certificates is not installed; install cryptography (the extra tls), or name CERT KEY"
        )
        raise OSError(words) from error
    files = folder / CERTIFICATE, folder / KEY
    names, now = tuple(names), now or datetime.now(UTC)
    found: x509.Certificate | None = None
    with contextlib.suppress(OSError, ValueError):
        files[1].read_bytes()
        found = x509.load_pem_x509_certificate(files[0].read_bytes())
    if found is None or not _holds(found, names, now):
        folder.mkdir(parents=True, exist_ok=True)
        found = _write(files, names, now)
    return files, found.fingerprint(hashes.SHA256()).hex(":").upper()


def _holds(found: x509.Certificate, names: Iterable[str], now: datetime) -> bool:
    """Is it good for these names, and for long enough?"""
    from cryptography import x509

    if found.not_valid_after_utc - now < AT_LEAST:
        return False
    try:
        its = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    return all(_named(name) in its for name in names)


def _named(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(files: tuple[Path, Path], names: Iterable[str], now: datetime) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    itself = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Railway companion on this network")])
    made = (
        x509.CertificateBuilder()
        .subject_name(itself)
        .issuer_name(itself)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(now + timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_named(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate, secret = files
    secret.unlink(missing_ok=True)
    secret.touch(mode=0o600, exist_ok=False)
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    return made
