"""PostgreSQL: laid out once, upgraded once, its faults in a sentence; a lost connection is made again."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, inspect

from bench.postgresql import Elsewhere, Postgres
from companion.cli import main
from companion.service import Service, moving
from companion.service.keys import Viewer
from companion.store import StoreUnavailableError, upgrading
from companion.store.opening import store_at
from companion.store.shared_schema import metadata
from companion.store.versions import LAYOUT

OF_ALL = {
    "alembic_version",
    "installation",
    "atlas",
    "atlas_history",
    "atlas_lesson",
    "board_edition",
    "box",
    "server_process",
    "rate",
    "roll",
    "lease",
}
"""What belongs to no table: it is small, and if PostgreSQL is spread over several hosts, each has a copy."""


def test_what_belongs_to_a_table_is_found_by_its_code() -> None:
    """Each key begins with the code, and so does every reference to a table: PostgreSQL on many hosts can spread
    tables by code (Citus: `create_distributed_table(…, 'code')`), and a move stays on one host."""
    for table in metadata.sorted_tables:
        if table.name in OF_ALL:
            assert not table.foreign_keys, table.name
            continue
        assert next(iter(table.primary_key.columns)).name == "code", table.name
        for index in table.indexes:
            assert not index.unique or index.columns.keys()[0] == "code", index.name
        found = [(key.parent.name, key.target_fullname) for key in table.foreign_keys]
        assert found == ([] if table.name == "game_table" else [("code", "game_table.code")]), table.name


def test_four_begin_at_once(postgres: Postgres | Elsewhere) -> None:
    """One of them lays it out, and all have the same secret."""
    url, gate = postgres.database(), threading.Barrier(4)

    def begin(_: int) -> bytes:
        gate.wait(30)
        store = store_at(url)
        found = store.secret()
        store.close()
        return found

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(begin, range(4)))) == 1


# --- layouts of other versions ----------------------------------------------------------------------------


def laid_out(url: str) -> dict[str, list[str]]:
    """Columns, keys and indices of every table."""
    engine = create_engine(url)
    seen = inspect(engine)
    found = {
        name: sorted(
            [f"{column['name']} {column['nullable']}" for column in seen.get_columns(name)]
            + [str(seen.get_pk_constraint(name)["constrained_columns"])]
            + [f"{index['name']} {index['column_names']}" for index in seen.get_indexes(name)]
            + [f"{key['constrained_columns']} {key['options']}" for key in seen.get_foreign_keys(name)]
        )
        for name in seen.get_table_names()
    }
    engine.dispose()
    return found


INDICES = ["game_table_host", "game_table_status", "seat_key"]
NEW = [
    "pulse",
    "seat_times",
    "presence",
    "seat_request",
    "server_process",
    "board_edition",
    "roll",
    "rate",
    "lease",
]
NEW += INDICES


def of_version(url: str, version: int) -> None:
    """Removes what is new since that version from a database with today's layout."""
    later = {3: ["private_notes"], 4: ["box"], 5: ["evening"], 6: ["atlas_lesson"], 7: NEW}
    gone = [name for number, names in later.items() if number > version for name in names]
    engine = create_engine(url)
    with engine.begin() as connection:
        for name in gone:
            kind = "INDEX" if name in INDICES else "TABLE"
            connection.exec_driver_sql(f"DROP {kind} {name}")
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")
    engine.dispose()


@pytest.fixture
def old(postgres: Postgres | Elsewhere) -> str:
    """A database with a table, as an earlier version left it."""
    url = postgres.database()
    store = store_at(url)
    Service(store).create("prairie-railroads", ["Ed", "Dave", "Pete"], {"teach": False}, {}, None)
    store.close()
    of_version(url, 2)
    return url


def test_an_older_one_is_upgraded_when_that_is_said(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--database", old]) == 1
    assert capsys.readouterr().err == (
        f"companion: its layout is version 2, not {LAYOUT}; upgrade it with companion upgrade\n"
    )
    assert main(["upgrade", "--database", old]) == 0
    assert capsys.readouterr().out == f"the database was upgraded from version 2 to {LAYOUT}\n"
    assert main(["upgrade", "--database", old]) == 0
    assert capsys.readouterr().out == f"nothing is to be upgraded: today's layout is version {LAYOUT}\n"
    assert main(["check", "--database", old]) == 0
    assert "replayed alike" in capsys.readouterr().out


def test_it_looks_like_a_new_one(old: str, postgres: Postgres | Elsewhere) -> None:
    new = postgres.database()
    store_at(new).close()
    assert laid_out(old) != laid_out(new)
    assert upgrading.upgrade_there(old) == 2
    assert laid_out(old) == laid_out(new)


def test_two_upgrade_at_once(old: str) -> None:
    gate = threading.Barrier(2)

    def upgrade(_: int) -> int | None:
        gate.wait(30)
        return upgrading.upgrade_there(old)

    with ThreadPoolExecutor(2) as pool:
        assert sorted(map(str, pool.map(upgrade, range(2)))) == ["2", "None"]


def test_an_upgrade_that_fails_has_changed_nothing(old: str, postgres: Postgres | Elsewhere) -> None:
    engine = create_engine(old)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE VIEW evening AS SELECT 1")
    before = laid_out(old)
    with pytest.raises(StoreUnavailableError, match='relation "evening" already exists'):
        upgrading.upgrade_there(old)
    assert laid_out(old) == before
    engine.dispose()


def test_a_newer_one_is_left_alone(
    postgres: Postgres | Elsewhere, capsys: pytest.CaptureFixture[str]
) -> None:
    url = postgres.database()
    store_at(url).close()
    of_version(url, LAYOUT + 1)
    before = laid_out(url)
    for command in ("serve", "upgrade", "check"):
        assert main([command, "--database", url]) == 1
        assert capsys.readouterr().err == (
            f"companion: a newer companion wrote it (layout {LAYOUT + 1}, and this program knows up to {LAYOUT}); "
            "take that one\n"
        )
    assert laid_out(url) == before


# --- what is wrong with it ----------------------------------------------------------------------------------


@pytest.fixture
def own(postgres: Postgres | Elsewhere) -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped, and where users can be made."""
    if isinstance(postgres, Postgres):
        yield postgres
    else:
        with Postgres() as one:
            yield one


@pytest.mark.parametrize(
    ("grants", "said"),
    [
        ((), "permission denied for schema public in database {name}: give this user the right to create"),
        (
            ("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {user}",),
            "user {user} may not read and write alembic_version, atlas, ",
        ),
    ],
)
def test_a_user_without_rights(
    grants: tuple[str, ...], said: str, own: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    url = own.database()
    name = url.rpartition("/")[2]
    user = f"guest_{name}"
    if grants:
        store_at(url).close()
    own.run(name, f"CREATE ROLE {user} LOGIN", *(grant.format(user=user) for grant in grants))
    before = laid_out(url)
    assert main(["serve", "--no-browser", "--database", own.address(name, user)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("companion: " + said.format(name=name, user=user)), err
    assert len(err.splitlines()) == 1
    assert laid_out(url) == before


def test_wrong_addresses(own: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    there, nowhere = f"127.0.0.1:{own.port}", "127.0.0.1:1"
    at = f"PostgreSQL at {there}"
    refused = f"PostgreSQL at {nowhere}: connection refused; does it run there?"
    for url, said in {
        f"postgresql://companion:secret@{there}/nope": f'{at}: database "nope" does not exist; make it first',
        f"postgresql://companion:secret@{nowhere}/x": refused,
        f"postgresql://nobody:secret@{there}/x": f'{at}: role "nobody" does not exist; make it first',
        "postgresql+psycopg2://u:secret@h/x": "postgresql+psycopg2 is not known here; begin with postgresql+psycopg://",
        "mysql://u:secret@h/x": "tables are kept in SQLite or in PostgreSQL, not in mysql",
        "secret": "that is no database's URL; it looks like sqlite:///FILE or postgresql://USER@HOST/DATABASE",
    }.items():
        for command in ("serve", "check", "upgrade"):
            assert main([command, "--database", url]) == 1
            assert capsys.readouterr().err.lower() == f"companion: {said}\n".lower()


def test_something_else_answers_at_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    """It hangs up, as a PostgreSQL on its way down does."""

    class Rude(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(1024)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Rude) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        at = f"127.0.0.1:{other.server_address[1]}"
        assert main(["check", "--database", f"postgresql://companion:secret@{at}/x"]) == 1
        other.shutdown()
    said = capsys.readouterr().err
    assert said.startswith(f"companion: PostgreSQL at {at}: ")
    assert said.endswith("; does it run there?\n")


def test_a_database_of_somebody_else(postgres: Postgres | Elsewhere) -> None:
    url = postgres.database()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE cats (name text)")
    with pytest.raises(StoreUnavailableError, match="no database of the companion"):
        store_at(url)
    assert list(laid_out(url)) == ["cats"]
    engine.dispose()


def test_one_that_may_only_be_read(own: Postgres) -> None:
    url = own.database()
    own.run("postgres", f"ALTER DATABASE {url.rpartition('/')[2]} SET default_transaction_read_only = on")
    with pytest.raises(StoreUnavailableError, match="may only be read"):
        store_at(url)
    assert laid_out(url) == {}


def test_it_is_copied_with_its_own_tools(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("backup", "restore"):
        assert main([command, "--database", "postgresql://x/y", "copy.sqlite"]) == 1
        assert "pg_dump" in capsys.readouterr().err


# --- what goes on -------------------------------------------------------------------------------------------


def test_a_restart_of_the_database_is_not_noticed(own: Postgres) -> None:
    """Idle connections were cut, and nothing was under way: the next move and the next look work as ever."""
    store = store_at(own.database())
    service = Service(store)
    live = service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"teach": False}, {}, None).live
    for how in ("fast", "immediate"):
        for wanted in ("write", "read"):
            assert store.load(live.code)
            own.restart(how)
            if wanted == "write":
                moving.play(live, Viewer("host"), {"type": "note", "text": how}, lambda made: made)
            assert len(store.lines(live.code)) == live.table.revision
    assert live.table.revision == 3
    store.close()


def test_while_it_is_away_nothing_is_recorded(own: Postgres) -> None:
    store = store_at(own.database())
    live = Service(store).create("prairie-railroads", ["Ed", "Dave", "Pete"], {"teach": False}, {}, None).live
    own.stop()
    try:
        with pytest.raises(StoreUnavailableError, match="does it run there"):
            moving.play(live, Viewer("host"), {"type": "note", "text": "x"}, lambda made: made)
        with pytest.raises(StoreUnavailableError, match="does it run there"):
            store.load(live.code)
    finally:
        own.start()
    assert live.table.revision == 1
    moving.play(live, Viewer("host"), {"type": "note", "text": "x"}, lambda made: made)
    assert len(store.lines(live.code)) == 2
    store.close()


def test_a_commit_is_on_the_disk_and_nothing_waits_without_end(postgres: Postgres | Elsewhere) -> None:
    store = store_at(postgres.database())
    store.secret()
    writing = store.database._writing
    assert writing is not None
    for connection in (writing, store.database._engine.connect()):
        for name, value in {
            "synchronous_commit": "on",
            "lock_timeout": "5s",
            "statement_timeout": "30s",
            "idle_in_transaction_session_timeout": "30s",
            "application_name": "companion",
        }.items():
            assert connection.exec_driver_sql(f"SHOW {name}").scalar() == value
        if connection is not writing:
            connection.close()
    store.close()
