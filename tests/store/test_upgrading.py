"""A database of an earlier version opens in this one, and whatever goes wrong on the way, it stays as it was.

`layout_1.sql` is one that the first version wrote, `layout_2.sql` one of the second; they never change.
"""

from __future__ import annotations

import contextlib
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.store import StoreUnavailableError, upgrading
from companion.store.database import Database
from companion.store.one_server import serving
from companion.store.sql import SqlStore
from companion.store.versions import LAYOUT, OlderLayoutError, version_of
from tests.server import ROOT, Server, some, thorough

CODES = ("44Y2B820", "5ETPVQK0")
"""The tables that stand in the file of the first version: five lines and two."""
PAGE = 4096


def first_version(path: Path, version: int = 1) -> Path:
    """A database as the first version left it, or a later one."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(Path(__file__).with_name(f"layout_{version}.sql").read_text("utf-8"))
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return first_version(tmp_path / "companion.sqlite")


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a database, except its version and what came later."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        old = {*layout(first_version(path.with_name("first")))}
        path.with_name("first").unlink()
        found = {name: sorted(database.execute(f"SELECT * FROM {name}"), key=repr) for name in {*names} & old}
    found["installation"] = [row for row in found["installation"] if row[0] != "schema"]
    return found


def layout(path: Path) -> dict[str, list[object]]:
    """Columns, what refers to what, and indices, of every table."""
    asked = (
        "table_info",
        "foreign_key_list",
        "index_list",
    )  # the order, which comes first, does not matter in the last one
    with contextlib.closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [
                sorted(
                    (row[each == "index_list" :] for row in database.execute(f"PRAGMA {each}({name})")),
                    key=repr,
                )
                for each in asked
            ]
            for name in names
        }


def inside(folder: Path) -> dict[str, bytes]:
    """Every file except the lock, which holds no table."""
    return {item.name: item.read_bytes() for item in folder.iterdir() if item.suffix != ".lock"}


def run(command: str, file: Path, *arguments: str) -> int:
    return main([command, "--database", f"sqlite:///{file}", *arguments])


# --- well -----------------------------------------------------------------------------------------------


def test_upgraded_at_the_start_with_the_old_one_beside(own_server: Server) -> None:
    own_server.kill()
    for item in own_server.folder.glob("companion.sqlite*"):
        item.unlink()
    file = first_version(own_server.folder / "companion.sqlite")
    before = file.read_bytes()
    own_server.start()
    client = own_server.client()
    document = client.get(f"/tables/{CODES[0]}").json
    assert (document["revision"], document["auction"]["high_bid"]) == (5, 9)
    assert client.get(f"/tables/{CODES[1]}").json["revision"] == 2
    (kept,) = own_server.folder.glob("companion.sqlite.2*")
    assert kept.read_bytes() == before
    assert kept.stat().st_mode & 0o777 == 0o600
    said = f"was upgraded from version 1 to {LAYOUT}; as it was, it is kept as {kept}"
    assert own_server.log.count(said) == 1
    own_server.restart()
    assert own_server.log.count(said) == 1, "once"
    assert own_server.client().get(f"/tables/{CODES[0]}").json["revision"] == 5


def test_nothing_is_lost_and_it_looks_like_a_new_one(file: Path, tmp_path: Path) -> None:
    before = rows(file)
    done = upgrading.upgrade(file)
    assert done is not None
    assert done.before == 1
    assert rows(file) == rows(done.kept) == before
    new = tmp_path / "new.sqlite"
    SqlStore(f"sqlite:///{new}").close()
    assert layout(file) == layout(new)
    assert version_of(file) == version_of(new) == LAYOUT
    assert upgrading.upgrade(file) is None


def test_the_second_version_keeps_its_snapshots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, new = first_version(tmp_path / "companion.sqlite", 2), tmp_path / "new.sqlite"
    before, kept = rows(file), snapshots(file)
    assert len(kept) == 1
    done = upgrading.upgrade(file)
    assert done is not None
    assert (done.before, version_of(file)) == (2, LAYOUT)
    assert rows(file) == rows(done.kept) == before
    assert snapshots(file) == snapshots(done.kept) == kept
    SqlStore(f"sqlite:///{new}").close()
    assert layout(file) == layout(new)
    assert run("check", file) == 0
    assert capsys.readouterr().out.count("replayed alike") == 2


def snapshots(path: Path) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(path)) as database:
        return list(database.execute("SELECT * FROM snapshot"))


@pytest.mark.parametrize("command", ["check", "export", "host-key"])
def test_whichever_command_comes_first(command: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, file, CODES[0]) == 0
    said = capsys.readouterr()
    assert "was upgraded from version 1" in said.err, "beside what other programs read"
    assert "upgraded" not in said.out
    assert version_of(file) == LAYOUT


def test_a_backup_of_before_is_restored_and_upgraded_at_the_next_start(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite"
    assert run("backup", file, str(copy)) == 0, "also of what is not upgraded yet"
    assert version_of(copy) == version_of(file) == 1
    assert run("check", file) == 0
    assert run("restore", file, str(copy)) == 0
    assert version_of(file) == 1
    capsys.readouterr()
    assert run("check", file) == 0
    said = capsys.readouterr()
    assert said.out.count("replayed alike") == 2
    assert "was upgraded from version 1" in said.err


@pytest.mark.parametrize(("before", "loaded"), [(1, True), pytest.param(LAYOUT, False, marks=thorough)])
def test_alembic_is_loaded_by_who_needs_it(before: int, loaded: bool, file: Path) -> None:
    if before == LAYOUT:
        upgrading.upgrade(file)
    code = f"import sys; from companion.cli import main; main(['check', '--database', 'sqlite:///{file}']); "
    code += "print('alembic' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True, cwd=ROOT
    )
    assert found.stdout.splitlines()[-1] == str(loaded)


# --- not to be upgraded ---------------------------------------------------------------------------------


def newer(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES (?)", (str(LAYOUT + 1),))
        database.commit()
    return "a newer companion wrote it"


def numbered_by_others(path: Path) -> str:
    newer(path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE alembic_version SET version_num = '1975ea83b712'")
        database.commit()
    return "no database of the companion"


def foreign(path: Path) -> str:
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE aunts (name TEXT)")
        database.commit()
    return "no database of the companion"


def damaged(path: Path) -> str:
    whole = path.read_bytes()
    path.write_bytes(whole[: 3 * PAGE] + b"\xa5" * PAGE + whole[4 * PAGE :])
    return "damaged"


def short(path: Path) -> str:
    path.write_bytes(path.read_bytes()[:-60])
    return "copied to its end"


def astray(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("INSERT INTO seat_limit VALUES ('NOTABLE0', 1, 1, 1, 'x')")
        database.commit()
    return "belong to no table"


@pytest.mark.parametrize("spoil", [newer, numbered_by_others, foreign, damaged, short, astray])
def test_neither_upgraded_nor_touched(
    spoil: Callable[[Path], str], file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    why = spoil(file)
    before = inside(tmp_path)
    for command in ("check", "serve"):
        assert run(command, file) == 1
        said = capsys.readouterr()
        assert len(said.err.splitlines()) == 1, said.err
        assert why in said.err
        assert str(file) in said.err
        assert inside(tmp_path) == before


def test_a_newer_backup_is_not_restored(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = first_version(tmp_path / "copy.sqlite")
    newer(copy)
    before = inside(tmp_path)
    assert run("restore", file, str(copy)) == 1
    assert "a newer companion wrote it" in capsys.readouterr().err
    assert inside(tmp_path) == before


def test_not_under_a_server(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The earlier program still serves it."""
    before = inside(tmp_path)
    with serving(file):
        assert run("check", file) == 1
    assert "stop it first" in capsys.readouterr().err
    assert inside(tmp_path) == before


def test_a_store_does_not_upgrade_by_itself(file: Path) -> None:
    with pytest.raises(OlderLayoutError):
        Database(f"sqlite:///{file}")
    assert version_of(file) == 1


# --- in the middle --------------------------------------------------------------------------------------

MOMENTS = ("fetch", "check", "_run_scripts", "settle", "put_aside", "settle_folder")
KILLS = [(moment, after) for moment in MOMENTS for after in (False, True)]
"""Before and after each."""


@pytest.mark.parametrize(("moment", "after"), some(KILLS, 6))
def test_killed_at_any_moment(moment: str, after: bool, file: Path) -> None:
    before = rows(file)
    kill = f"os.kill(os.getpid(), {int(signal.SIGKILL)})"
    code = f"""
import os
from pathlib import Path
from companion.store import upgrading
carry_out = upgrading.{moment}
def killed(*arguments):
    {"carry_out(*arguments)" if after else "pass"}
    {kill}
upgrading.{moment} = killed
upgrading.upgrade(Path({str(file)!r}))
"""
    found = subprocess.run([sys.executable, "-c", code], timeout=60, check=False, cwd=ROOT)
    assert found.returncode == -signal.SIGKILL
    swapped = moment == "settle_folder"
    assert version_of(file) == (LAYOUT if swapped else 1)
    assert rows(file) == before
    assert (upgrading.upgrade(file) is None) == swapped
    assert version_of(file) == LAYOUT
    assert rows(file) == before
    assert run("check", file) == 0


@pytest.mark.parametrize("pages", [pytest.param(1, marks=thorough), 5, pytest.param(14, marks=thorough)])
def test_a_full_disk(pages: int, file: Path, tmp_path: Path) -> None:
    """That many pages of the copy can still be written."""
    before = inside(tmp_path)
    assert len(before[file.name]) >= 14 * PAGE
    code = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, ({pages * PAGE}, {pages * PAGE}))
from companion.cli import main
sys.exit(main(["check", "--database", "sqlite:///{file}"]))
"""
    found = subprocess.run(
        [sys.executable, "-c", code], timeout=60, check=False, cwd=ROOT, capture_output=True, text=True
    )
    assert found.returncode == 1, found.stderr
    assert len(found.stderr.splitlines()) == 1, found.stderr
    assert "could not be upgraded from version 1" in found.stderr
    assert inside(tmp_path) == before


@pytest.fixture
def broken_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that fails when it has done half of its work."""
    scripts = tmp_path / "scripts"
    (scripts / "versions").mkdir(parents=True)
    (scripts / "env.py").write_bytes((upgrading._SCRIPTS / "env.py").read_bytes())
    *others, last = sorted((upgrading._SCRIPTS / "versions").glob("0*.py"))
    for script in others:
        (scripts / "versions" / script.name).write_bytes(script.read_bytes())
    broken = last.read_text("utf-8") + '    op.execute("INSERT INTO nowhere VALUES (1)")\n'
    (scripts / "versions" / last.name).write_text(broken)
    monkeypatch.setattr(upgrading, "_SCRIPTS", scripts)


@pytest.mark.usefixtures("broken_script")
def test_a_script_that_fails(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(StoreUnavailableError, match=r"is as it was: .*nowhere"):
        upgrading.upgrade(file)
    assert file.read_bytes() == before
    assert [item.name for item in file.parent.glob("*companion.sqlite*")] == ["companion.sqlite"]


@pytest.mark.usefixtures("broken_script")
def test_a_script_is_carried_out_whole_or_not_at_all(file: Path) -> None:
    """In case anybody ever runs one on the database itself."""
    with pytest.raises(StoreUnavailableError, match="nowhere"):
        upgrading._run_scripts(file)
    assert version_of(file) == 1
    assert "snapshot" not in layout(file)
