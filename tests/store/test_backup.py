"""A backup is checked before it gets its name, and again before it replaces anything."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.service import Service, moving
from companion.service.keys import Viewer
from companion.store import StoreUnavailableError
from companion.store import backup as copying
from companion.store.backup import put_aside
from companion.store.sql import SqlStore
from tests.server import times

PAGE = 4096


@dataclass(slots=True)
class Shelf:
    """An installation with a few tables, and nobody at it."""

    folder: Path
    codes: list[str]
    said: pytest.CaptureFixture[str]

    @property
    def file(self) -> Path:
        return self.folder / "data" / "companion.sqlite"

    def run(self, command: str, *arguments: str) -> tuple[int, str, str]:
        status = main([command, "--database", f"sqlite:///{self.file}", *arguments])
        said = self.said.readouterr()
        return status, said.out, said.err

    def backup(self, name: str = "copy.sqlite") -> Path:
        status, _, err = self.run("backup", str(self.folder / name))
        assert (status, err) == (0, "")
        return self.folder / name

    def inside(self) -> dict[str, bytes]:
        """Every file there is, but the lock, which holds no table."""
        found = {
            item.name: item.read_bytes() for item in self.file.parent.iterdir() if item.suffix != ".lock"
        }
        return found | {item.name: item.read_bytes() for item in self.folder.iterdir() if item.is_file()}

    def refuses(self, backup: Path, *why: str) -> None:
        before = self.inside()
        status, out, err = self.run("restore", str(backup))
        assert (status, out) == (1, ""), "restored"
        assert len(err.splitlines()) == 1, err
        assert str(backup) in err
        for words in why:
            assert words in err
        assert self.inside() == before, "nothing is changed, and nothing is left behind"


@pytest.fixture
def shelf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shelf:
    (tmp_path / "data").mkdir()
    one = Shelf(tmp_path, [], capsys)
    store = SqlStore(f"sqlite:///{one.file}")
    service = Service(store)
    for _ in range(3):
        live = service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"first_bidder": 1}, {}, None).live
        one.codes.append(live.code)
        for seat, amount in ((1, 5), (2, 7), (3, 9)):
            moving.play(
                live, Viewer("host"), {"type": "bid", "seat": seat, "amount": amount}, lambda made: made
            )
    store.close()
    return one


def change(file: Path, statement: str, *values: Any) -> None:
    with sqlite3.connect(file) as database:
        assert database.execute(statement, values).rowcount > 0
    database.close()


# --- restore --------------------------------------------------------------------------------------------


def test_there_and_back(shelf: Shelf) -> None:
    copy = shelf.backup()
    change(shelf.file, "UPDATE game_table SET version = 7777")
    status, out, err = shelf.run("restore", str(copy))
    assert (status, err) == (0, "")
    kept = Path(out.strip().rsplit(" ", 1)[-1])
    for file, changed in ((shelf.file, False), (kept, True)):
        with sqlite3.connect(file) as database:
            found = {row[0] for row in database.execute("SELECT version FROM game_table")}
        database.close()
        assert (found == {7777}) is changed
    assert shelf.run("check")[0] == 0


def test_on_a_disk_without_hard_links_the_file_keeps_its_place(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> None:
        raise OSError("no hard links here")

    monkeypatch.setattr(os, "link", cannot)
    kept = put_aside(shelf.file)
    assert kept is not None
    assert kept.read_bytes() == shelf.file.read_bytes()
    assert shelf.run("check")[0] == 0


@pytest.mark.parametrize("missing", sorted({1, 2, 50, 99, 100, *range(3, 99, 96 // times(96))}))
def test_a_backup_that_is_short(missing: int, shelf: Shelf) -> None:
    """A stick was pulled out too early: 1 to 100 bytes are missing."""
    copy = shelf.backup()
    whole = copy.read_bytes()
    assert len(whole) % PAGE == 0
    copy.write_bytes(whole[:-missing])
    shelf.refuses(copy, f"{len(whole) - missing:,} bytes", f"{len(whole):,}")


def test_other_sizes(shelf: Shelf) -> None:
    copy = shelf.backup()
    whole = copy.read_bytes()
    for spoilt in (
        b"",
        whole[:50],
        whole[:100],
        whole[:PAGE],
        whole[:-PAGE],
        whole + b"x",
        whole + bytes(PAGE),
    ):
        copy.write_bytes(spoilt)
        shelf.refuses(copy)
    shelf.refuses(shelf.folder / "missing.sqlite", "there is no file")


def test_pages_of_something_else(shelf: Shelf) -> None:
    copy = shelf.backup()
    whole = copy.read_bytes()
    for page in range(1, len(whole) // PAGE):
        copy.write_bytes(whole[: page * PAGE] + b"\xa5" * PAGE + whole[(page + 1) * PAGE :])
        shelf.refuses(copy, "damaged")


FORGED: dict[str, tuple[str, str]] = {
    "a line of no table": (
        "INSERT INTO seat_limit VALUES ('NOTABLE0', 1, 1, 1, 'x')",
        "rows of seat_limit belong to no table",
    ),
    "another amount": (
        "UPDATE line SET body = replace(body, ':7', ':8') WHERE code = :code",
        "cannot be replayed",
    ),
    "another digest": (
        "UPDATE line SET digest = 'f00' WHERE revision = 2 AND code = :code",
        "cannot be replayed",
    ),
    "a line is missing": ("DELETE FROM line WHERE revision = 3 AND code = :code", "cannot be replayed"),
    "no line at all": ("DELETE FROM line WHERE code = :code", "cannot be replayed"),
    "no first line": ("UPDATE line SET body = '{' WHERE revision = 1 AND code = :code", "cannot be replayed"),
    "options": ("UPDATE game_table SET options = '{' WHERE code = :code", "cannot be read"),
}


@pytest.mark.parametrize("fault", FORGED)
def test_whole_pages_and_yet_not_what_was_recorded(fault: str, shelf: Shelf) -> None:
    copy = shelf.backup()
    statement, words = FORGED[fault]
    with sqlite3.connect(copy) as database:
        assert database.execute(statement.replace(":code", f"'{shelf.codes[1]}'")).rowcount > 0
    database.close()
    shelf.refuses(copy, words, *([shelf.codes[1]] if "replayed" in words else []))


def test_a_damaged_table_may_be_restored_knowingly(shelf: Shelf) -> None:
    copy = shelf.backup()
    change(copy, "UPDATE line SET digest = 'f00' WHERE revision = 4 AND code = ?", shelf.codes[0])
    shelf.refuses(copy, shelf.codes[0], "--damaged")
    assert shelf.run("restore", str(copy), "--damaged")[0] == 0
    status, out, _ = shelf.run("check")
    assert status == 1
    assert out.count("replayed alike") == 2
    copy.write_bytes(copy.read_bytes()[:-1])
    assert shelf.run("restore", str(copy), "--damaged")[0] == 1, "half a file is never restored"


def test_over_a_database_that_is_none_any_more(shelf: Shelf) -> None:
    """That is what backups are for."""
    copy = shelf.backup()
    shelf.file.write_bytes(b"nothing that could be read" * 1000)
    shelf.file.with_name("companion.sqlite-wal").write_bytes(b"left over")
    status, out, _ = shelf.run("restore", str(copy))
    assert status == 0
    kept = Path(out.strip().rsplit(" ", 1)[-1])
    assert kept.read_bytes().startswith(b"nothing")
    assert not shelf.file.with_name("companion.sqlite-wal").exists(), (
        "it would be read into the wrong database"
    )
    assert kept.with_name(f"{kept.name}-wal").exists()
    assert shelf.run("check")[0] == 0


def test_what_stands_in_the_log_of_a_copy_made_by_hand(shelf: Shelf) -> None:
    """Somebody has copied the files of a laptop that died: the latest writes are in the log beside the database."""
    code = shelf.codes[0]
    store = SqlStore(f"sqlite:///{shelf.file}")
    live = Service(store).live(code)
    moving.play(live, Viewer("host"), {"type": "note", "text": "the last words"}, lambda made: made)
    for end in ("", "-wal"):
        (shelf.folder / f"by-hand{end}").write_bytes(
            shelf.file.with_name(f"companion.sqlite{end}").read_bytes()
        )
    assert (shelf.folder / "by-hand-wal").stat().st_size
    store.close()
    store = SqlStore(f"sqlite:///{shelf.file}")
    store.delete(code)
    store.close()
    assert shelf.run("restore", str(shelf.folder / "by-hand"))[0] == 0
    assert "5 lines" in shelf.run("check", code)[1]


# --- backup ---------------------------------------------------------------------------------------------


def test_of_a_database_with_a_damaged_table(shelf: Shelf) -> None:
    """Better a backup of what there is than none; it says which table is damaged."""
    change(shelf.file, "UPDATE line SET digest = 'f00' WHERE revision = 4 AND code = ?", shelf.codes[2])
    status, _, err = shelf.run("backup", str(shelf.folder / "copy.sqlite"))
    assert status == 0
    assert shelf.codes[2] in err
    assert len(err.splitlines()) == 1


def spoilt(spoil: Callable[[Path], object]) -> Callable[..., None]:
    """A disk that writes something other than it was given, which shows when it is read back."""
    settle = copying.settle

    def settled(path: Path) -> None:
        settle(path)
        spoil(path)

    return settled


SPOILT: dict[str, Callable[[Path], object]] = {
    "short": lambda part: part.write_bytes(part.read_bytes()[:-60]),
    "a page": lambda part: part.write_bytes(
        part.read_bytes()[:PAGE] + bytes(PAGE) + part.read_bytes()[2 * PAGE :]
    ),
    "a line": lambda part: change(
        part, "UPDATE line SET body = replace(body, ':7', ':8') WHERE revision = 3"
    ),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_a_backup_is_read_back(fault: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "settle", spoilt(SPOILT[fault]))
    before = shelf.inside()
    status, out, err = shelf.run("backup", str(shelf.folder / "copy.sqlite"))
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert shelf.inside() == before, "no half file, under no name"


def test_it_never_writes_over_anything(shelf: Shelf) -> None:
    """Not even over a file that came while it was copying."""
    copy = shelf.folder / "copy.sqlite"

    def meanwhile(part: Path) -> list[str]:
        assert not copy.exists(), "no name before it is whole"
        copy.write_bytes(b"somebody else's")
        return []

    with pytest.raises(StoreUnavailableError, match="there already"):
        copying.backup(f"sqlite:///{shelf.file}", copy, meanwhile)
    assert copy.read_bytes() == b"somebody else's"
    assert [item.name for item in shelf.folder.iterdir() if item.is_file()] == ["copy.sqlite"]


def test_into_a_folder_that_is_not_there(shelf: Shelf) -> None:
    """The stick is not plugged in: no folder of that name is made on the laptop."""
    status, _, err = shelf.run("backup", str(shelf.folder / "stick" / "copy.sqlite"))
    assert (status, len(err.splitlines())) == (1, 1)
    assert not (shelf.folder / "stick").exists()


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_reads_it(shelf: Shelf) -> None:
    copy = shelf.backup()
    assert rights(copy) == 0o600
    shelf.file.chmod(0o644)
    copy.chmod(0o644)
    kept = Path(shelf.run("restore", str(copy))[1].strip().rsplit(" ", 1)[-1])
    assert rights(shelf.file) == 0o600
    assert rights(kept) == 0o600
