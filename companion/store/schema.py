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
"""Sorted by code point, as in SQLite, and not by the rules of a language."""
COUNT = Integer().with_variant(BigInteger(), "postgresql")
"""64 bits in both: SQLite's whole numbers are that long anyway."""


def word(length: int) -> TypeEngine[str]:
    """A text usually of at most so many characters: SQLite does not enforce the length, and PostgreSQL is not to."""
    return String(length).with_variant(Text(collation="C"), "postgresql")


versions = Table("alembic_version", metadata, Column("version_num", word(32), primary_key=True))
"""One row: the version of the layout, as Alembic keeps it (see `versions` and `upgrading`)."""

installation = Table(
    "installation",
    metadata,
    Column("name", word(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

tables = Table(
    "game_table",
    metadata,
    Column("code", word(8), primary_key=True),
    Column("game", word(40), nullable=False),
    Column("created_at", word(32), nullable=False),
    Column("host_hash", word(64), nullable=False),
    Column("join_epoch", COUNT, nullable=False),
    Column("version", COUNT, nullable=False),
    Column("status", word(10), nullable=False),
    Column("options", TEXT, nullable=False),
    Index("game_table_created", "created_at"),
    Index("game_table_host", "host_hash"),
    Index("game_table_status", "status", "created_at"),
)


def code() -> Column[str]:
    """The column that says to which table a row belongs; the row is deleted with it."""
    return Column("code", word(8), ForeignKey("game_table.code", ondelete="CASCADE"), nullable=False)


seats = Table(
    "seat",
    metadata,
    code(),
    Column("seat", Integer, nullable=False),
    Column("name", TEXT, nullable=False),
    Column("colour", word(20), nullable=False),
    Column("key_hash", word(64)),
    Column("handover_hash", word(64)),
    PrimaryKeyConstraint("code", "seat"),
    Index("seat_key", "key_hash"),
)

seeds = Table(
    "seed",
    metadata,
    code(),
    Column("dice_id", word(40), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("since", COUNT, nullable=False),
    PrimaryKeyConstraint("code", "dice_id"),
)

lines = Table(
    "line",
    metadata,
    code(),
    Column("revision", COUNT, nullable=False),
    Column("at", word(32), nullable=False),
    Column("by", word(10), nullable=False),
    Column("kind", word(10), nullable=False),
    Column("format", COUNT, nullable=False),
    Column("body", TEXT, nullable=False),
    Column("digest", word(64), nullable=False),
    # the referee between two phones, and between two servers
    PrimaryKeyConstraint("code", "revision"),
)

keys = Table(
    "idempotency_key",
    metadata,
    code(),
    Column("who", word(10), nullable=False),
    Column("key", word(200), nullable=False),
    Column("body_hash", word(64), nullable=False),
    Column("revision", COUNT, nullable=False),
    PrimaryKeyConstraint("code", "who", "key"),
)

limits = Table(
    "seat_limit",
    metadata,
    code(),
    Column("seat", Integer, nullable=False),
    Column("amount", COUNT, nullable=False),
    Column("since", COUNT, nullable=False),
    Column("key_hash", word(64), nullable=False),
    PrimaryKeyConstraint("code", "seat"),
)
"""Secret limits, apart from the journal: they stand in no export and no document but the seat's own."""

private_notes = Table(
    "private_notes",
    metadata,
    code(),
    Column("seat", Integer, nullable=False),
    Column("key_hash", word(64), nullable=False),
    Column("text", TEXT, nullable=False),
    PrimaryKeyConstraint("code", "seat"),
)
"""What players write for themselves: in no export and no document, and gone with the key."""

atlas = Table(
    "atlas",
    metadata,
    Column("game", word(40), nullable=False),
    Column("section", word(40), nullable=False),
    Column("row", word(100), nullable=False),
    Column("fact", word(40), nullable=False),
    Column("value", TEXT, nullable=False),
    Column("at", word(32), nullable=False),
    PrimaryKeyConstraint("game", "section", "row", "fact"),
)

atlas_history = Table(
    "atlas_history",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", word(40), nullable=False),
    Column("section", word(40), nullable=False),
    Column("row", word(100), nullable=False),
    Column("fact", word(40), nullable=False),
    Column("value", TEXT, nullable=False),
    Column("at", word(32), nullable=False),
)

atlas_lesson = Table(
    "atlas_lesson",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", word(8), nullable=False),
    Column("game", word(40), nullable=False),
    Column("section", word(40), nullable=False),
    Column("row", word(100), nullable=False),
    Column("fact", word(40), nullable=False),
    Column("before", TEXT),
    Column("after", TEXT),
    Column("at", word(32), nullable=False),
    Index("atlas_lesson_row", "game", "section", "row", "fact"),
)
"""Which table taught what, and what was known before, both as JSON; of a table that is gone, too."""

boxes = Table(
    "box",
    metadata,
    Column("name", word(40), primary_key=True),
    Column("body", TEXT, nullable=False),
    Column("at", word(32), nullable=False),
)
"""Boxes that somebody wrote, whole, by the name they are chosen by; no table looks here once it has begun."""

snapshots = Table(
    "snapshot",
    metadata,
    code(),
    Column("revision", COUNT, nullable=False),
    Column("line", word(64), nullable=False),
    Column("program", word(40), nullable=False),
    Column("body", TEXT, nullable=False),
    Column("digest", word(64), nullable=False),
    PrimaryKeyConstraint("code"),
)
"""States that may be thrown away at any time: each follows from the lines (see `companion.table.snapshots`)."""

evenings = Table(
    "evening",
    metadata,
    code(),
    Column("form", COUNT, nullable=False),
    Column("game", word(40), nullable=False),
    Column("created_at", word(32), nullable=False),
    Column("finished_at", word(32), nullable=False),
    Column("played", word(64), nullable=False),
    Column("names", TEXT, nullable=False),
    Column("body", TEXT, nullable=False),
    PrimaryKeyConstraint("code"),
    Index("evening_played", "played", "created_at", "code"),
)
"""Evenings that are over (see `companion.documents.evening`): each follows from its table's lines and names."""
