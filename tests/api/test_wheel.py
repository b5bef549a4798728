"""The wheel, installed where nothing of the checkout can be reached, serves the same pages as here."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.server import ROOT, Client, Command, thorough
from tests.store.test_upgrading import first_version

PAGES = ("!", "!static/app.js", "!openapi.yaml", "!healthz", "!docs", "/games")


def built(kind: str, source: Path, folder: Path) -> Path:
    """A wheel or sdist of what lies there, in that folder."""
    command = [
        sys.executable,
        "-m",
        "build",
        f"--{kind}",
        "--no-isolation",
        "--outdir",
        str(folder),
        str(source),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    (found,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", ROOT, tmp_path_factory.mktemp("dist"))


@thorough
def test_whoever_builds_it_gets_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    """The sdist, unpacked at another time, in another place, by another user, gives the same wheel as the checkout,
    and the same sdist again."""
    sdist = built("sdist", ROOT, tmp_path)
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / "elsewhere", filter="data")
    (source,) = (tmp_path / "elsewhere").iterdir()
    for path in source.rglob("*"):
        os.utime(path, (1, 1))
        path.chmod(path.stat().st_mode & 0o700)
    assert built("wheel", source, tmp_path).read_bytes() == wheel.read_bytes()
    assert built("sdist", source, tmp_path / "again").read_bytes() == sdist.read_bytes()
    assert wheel.stat().st_size < 2_000_000


def test_what_is_in_it(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"companion", "api"}
    static = {path.relative_to(ROOT).as_posix() for path in (ROOT / "static").rglob("*") if path.is_file()}
    missing = {f"companion/{name}" for name in static} - set(names)
    assert not missing
    assert "companion/openapi.yaml" in names
    catalogues = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.po")}
    assert catalogues
    assert not catalogues - set(names)
    help_ = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion/games").rglob("*.toml")}
    assert len(help_) > len(catalogues)
    assert not help_ - set(names)
    scripts = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "companion/store/migrations").rglob("*.py")
    }
    assert len(scripts) > 1
    assert not scripts - set(names)


def _installed(wheel: Path, tmp_path: Path) -> Path:
    """The Python of an environment that has the wheel, and nothing of the checkout."""
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True, timeout=60
    )
    python = tmp_path / "venv" / "bin" / "python"
    site = Path(
        subprocess.run(
            [str(python), "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"],
            check=True, capture_output=True, text=True, timeout=60,
        ).stdout.strip()
    )  # fmt: skip
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    # What it needs comes from the checkout's environment, but by its path alone: a .pth inside it, such as that of
    # the editable install, is not followed, so nothing of the checkout itself can be imported.
    (site / "needed.pth").write_text(sysconfig.get_paths()["purelib"], "utf-8")
    return python


@thorough
def test_it_serves_from_anywhere(wheel: Path, tmp_path: Path, client: Client) -> None:
    python = _installed(wheel, tmp_path)
    where = subprocess.run(
        [str(python), "-c", "import companion, api; print(companion.__file__, api.__file__)"],
        check=True, capture_output=True, text=True, cwd=tmp_path, timeout=60,
    ).stdout  # fmt: skip
    assert where.count(str(tmp_path)) == 2, where

    # it upgrades a database of before, too: the scripts are found where they were installed
    first_version(tmp_path / "companion.sqlite")
    installed = Command(tmp_path, str(python.with_name("companion")), place=tmp_path)
    installed.start()
    try:
        other = installed.client()
        for page in PAGES:
            mine, theirs = client.call("GET", page), other.call("GET", page)
            assert (theirs.status, theirs.body) == (200, mine.body), page
        assert "was upgraded from version 1" in installed.log
    finally:
        installed.kill()
