"""A server answers before all that it may need is loaded, but says at once what is wrong with its database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.service import Service
from companion.store import StoreUnavailableError
from companion.store.opening import look_at
from companion.store.sql import SqlStore
from companion.store.versions import LAYOUT, version_of
from tests.server import ROOT, Server, new_party

LATER = ("alembic", "apispec", "babel", "limits", "matplotlib", "sqlalchemy", "yaml")
"""What is loaded when it is first wanted."""


def test_what_a_server_loads_before_it_answers() -> None:
    code = "import sys; from companion import cli; from api import start; "
    code += "from api.app import create_app; from api.settings import Settings; from companion.service import Service; "
    code += "app = create_app(Service(later=lambda: None), Settings()); "
    code += "assert app.test_client().get('/healthz').status_code == 200; "
    code += "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True, cwd=ROOT
    )
    assert "flask" in found.stdout.split()
    assert not {*LATER} & {*found.stdout.split()}


def test_opened_once_when_it_is_wanted(tmp_path: Path) -> None:
    opened: list[SqlStore] = []

    def open_it() -> SqlStore:
        if not opened and away:
            raise StoreUnavailableError("away")
        opened.append(SqlStore(f"sqlite:///{tmp_path}/companion.sqlite"))
        return opened[-1]

    away = True
    service = Service(later=open_it)
    service.close()
    with pytest.raises(StoreUnavailableError):
        _ = service.secret
    away = False
    assert service.secret == service.store.secret()
    assert opened == [service.store]
    service.close()


def test_a_look_before_it_is_served(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    look_at(file, lambda words: pytest.fail(words))
    assert file.stat().st_mode & 0o777 == 0o600
    assert version_of(file) is None, "laid out by who opens it"
    SqlStore(f"sqlite:///{file}").close()
    look_at(file, lambda words: pytest.fail(words))
    assert version_of(file) == LAYOUT


@pytest.mark.parametrize("what", ["folder", "letter", "nothing of the kind"])
def test_what_is_wrong_is_said_at_once(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "letter").write_text("this is no database, but a letter to my aunt" * 100)
    url = f"sqlite:///{tmp_path}/{what}" if what in ("folder", "letter") else "postgresql://x/y"
    assert main(["serve", "--no-browser", "--database", url]) == 1
    said = capsys.readouterr()
    assert "The companion is at" not in said.out
    assert len(said.err.splitlines()) == 1, said.err


def test_a_server_has_it_all_when_it_is_asked(own_server: Server) -> None:
    """From the first call on, even in another language."""
    party = new_party(own_server.client())
    own_server.restart()
    german = own_server.client().call("GET", party.at, Accept_Language="de")
    assert german.headers["content-language"] == "de"
    assert german.json["revision"] == 1
