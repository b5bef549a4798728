"""The tables of the database."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)
from sqlalchemy.types import TypeEngine

metadata = MetaData()

TEXT = Text().with_variant(Text(collation="C"), "postgresql")
"""In the order of its signs, as SQLite has it, and not of a language."""
COUNT = Integer().with_variant(BigInteger(), "postgresql")
"""SQLite's whole numbers are as long."""


def _word(length: int) -> TypeEngine[str]:
    """So many signs, usually: SQLite holds nobody to it, and PostgreSQL is not to."""
    return String(length).with_variant(Text(collation="C"), "postgresql")


versions = Table("alembic_version", metadata, Column("version_num", _word(32), primary_key=True))
"""One row: the version of the layout, as Alembic keeps it (see `versions` and `upgrading`)."""

installation = Table(
    "installation",
    metadata,
    Column("name", _word(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

tables = Table(
    "game_table",
    metadata,
    Column("code", _word(8), primary_key=True),
    Column("game", _word(40), nullable=False),
    Column("created_at", _word(32), nullable=False),
    Column("host_hash", _word(64), nullable=False),
    Column("join_epoch", COUNT, nullable=False),
    Column("version", COUNT, nullable=False),
    Column("status", _word(10), nullable=False),
    Column("options", TEXT, nullable=False),
    Index("game_table_created", "created_at"),
)


def _code() -> Column[str]:
    return Column("code", _word(8), ForeignKey("game_table.code", ondelete="CASCADE"), nullable=False)


seats = Table(
    "seat",
    metadata,
    _code(),
    Column("seat", Integer, nullable=False),
    Column("name", TEXT, nullable=False),
    Column("colour", _word(20), nullable=False),
    Column("key_hash", _word(64)),
    Column("handover_hash", _word(64)),
    PrimaryKeyConstraint("code", "seat"),
)

seeds = Table(
    "seed",
    metadata,
    _code(),
    Column("dice_id", _word(40), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("since", COUNT, nullable=False),
    PrimaryKeyConstraint("code", "dice_id"),
)

lines = Table(
    "line",
    metadata,
    _code(),
    Column("revision", COUNT, nullable=False),
    Column("at", _word(32), nullable=False),
    Column("by", _word(10), nullable=False),
    Column("kind", _word(10), nullable=False),
    Column("format", COUNT, nullable=False),
    Column("body", TEXT, nullable=False),
    Column("digest", _word(64), nullable=False),
    # the referee between two phones, and between two servers
    PrimaryKeyConstraint("code", "revision"),
)

keys = Table(
    "idempotency_key",
    metadata,
    _code(),
    Column("who", _word(10), nullable=False),
    Column("key", _word(200), nullable=False),
    Column("body_hash", _word(64), nullable=False),
    Column("revision", COUNT, nullable=False),
    PrimaryKeyConstraint("code", "who", "key"),
)

limits = Table(
    "seat_limit",
    metadata,
    _code(),
    Column("seat", Integer, nullable=False),
    Column("amount", COUNT, nullable=False),
    Column("since", COUNT, nullable=False),
    Column("key_hash", _word(64), nullable=False),
    PrimaryKeyConstraint("code", "seat"),
)
"""Secret limits, apart from the journal: they stand in no export and no document but the seat's own."""

private_notes = Table(
    "private_notes",
    metadata,
    _code(),
    Column("seat", Integer, nullable=False),
    Column("key_hash", _word(64), nullable=False),
    Column("text", TEXT, nullable=False),
    PrimaryKeyConstraint("code", "seat"),
)
"""What players write for themselves: in no export and no document, and gone with the key."""

atlas = Table(
    "atlas",
    metadata,
    Column("game", _word(40), nullable=False),
    Column("section", _word(40), nullable=False),
    Column("row", _word(100), nullable=False),
    Column("fact", _word(40), nullable=False),
    Column("value", TEXT, nullable=False),
    Column("at", _word(32), nullable=False),
    PrimaryKeyConstraint("game", "section", "row", "fact"),
)

atlas_history = Table(
    "atlas_history",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", _word(40), nullable=False),
    Column("section", _word(40), nullable=False),
    Column("row", _word(100), nullable=False),
    Column("fact", _word(40), nullable=False),
    Column("value", TEXT, nullable=False),
    Column("at", _word(32), nullable=False),
)

atlas_lesson = Table(
    "atlas_lesson",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", _word(8), nullable=False),
    Column("game", _word(40), nullable=False),
    Column("section", _word(40), nullable=False),
    Column("row", _word(100), nullable=False),
    Column("fact", _word(40), nullable=False),
    Column("before", TEXT),
    Column("after", TEXT),
    Column("at", _word(32), nullable=False),
    Index("atlas_lesson_row", "game", "section", "row", "fact"),
)
"""Which table taught what, and what was known before, both as JSON; of a table that is gone, too."""

boxes = Table(
    "box",
    metadata,
    Column("name", _word(40), primary_key=True),
    Column("body", TEXT, nullable=False),
    Column("at", _word(32), nullable=False),
)
"""Boxes that somebody wrote, whole, by the name they are chosen by; no table looks here once it has begun."""

snapshots = Table(
    "snapshot",
    metadata,
    _code(),
    Column("revision", COUNT, nullable=False),
    Column("line", _word(64), nullable=False),
    Column("program", _word(40), nullable=False),
    Column("body", TEXT, nullable=False),
    Column("digest", _word(64), nullable=False),
    PrimaryKeyConstraint("code"),
)
"""States that may be thrown away at any time: each follows from the lines (see `companion.table.snapshots`)."""

evenings = Table(
    "evening",
    metadata,
    _code(),
    Column("form", COUNT, nullable=False),
    Column("game", _word(40), nullable=False),
    Column("created_at", _word(32), nullable=False),
    Column("finished_at", _word(32), nullable=False),
    Column("played", _word(64), nullable=False),
    Column("names", TEXT, nullable=False),
    Column("body", TEXT, nullable=False),
    PrimaryKeyConstraint("code"),
    Index("evening_played", "played", "created_at", "code"),
)
"""Evenings that are over (see `companion.documents.evening`): each follows from its table's lines and names."""
