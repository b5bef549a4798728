"""The tables of the database."""

from sqlalchemy import (
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

metadata = MetaData()

versions = Table("alembic_version", metadata, Column("version_num", String(32), primary_key=True))
"""One row: the version of the layout, as Alembic keeps it (see `versions` and `upgrading`)."""

installation = Table(
    "installation",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

tables = Table(
    "game_table",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("host_hash", String(64), nullable=False),
    Column("join_epoch", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", String(10), nullable=False),
    Column("options", Text, nullable=False),
    Index("game_table_created", "created_at"),
)


def _code() -> Column[str]:
    return Column("code", String(8), ForeignKey("game_table.code", ondelete="CASCADE"), nullable=False)


seats = Table(
    "seat",
    metadata,
    _code(),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("colour", String(20), nullable=False),
    Column("key_hash", String(64)),
    Column("handover_hash", String(64)),
    PrimaryKeyConstraint("code", "seat"),
)

seeds = Table(
    "seed",
    metadata,
    _code(),
    Column("dice_id", String(40), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("since", Integer, nullable=False),
    PrimaryKeyConstraint("code", "dice_id"),
)

lines = Table(
    "line",
    metadata,
    _code(),
    Column("revision", Integer, nullable=False),
    Column("at", String(32), nullable=False),
    Column("by", String(10), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("format", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    # the referee between two phones, and between two servers
    PrimaryKeyConstraint("code", "revision"),
)

keys = Table(
    "idempotency_key",
    metadata,
    _code(),
    Column("who", String(10), nullable=False),
    Column("key", String(200), nullable=False),
    Column("body_hash", String(64), nullable=False),
    Column("revision", Integer, nullable=False),
    PrimaryKeyConstraint("code", "who", "key"),
)

limits = Table(
    "seat_limit",
    metadata,
    _code(),
    Column("seat", Integer, nullable=False),
    Column("amount", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    Column("key_hash", String(64), nullable=False),
    PrimaryKeyConstraint("code", "seat"),
)
"""Secret limits, apart from the journal: they stand in no export and no document but the seat's own."""

private_notes = Table(
    "private_notes",
    metadata,
    _code(),
    Column("seat", Integer, nullable=False),
    Column("key_hash", String(64), nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("code", "seat"),
)
"""What players write for themselves: in no export and no document, and gone with the key."""

atlas = Table(
    "atlas",
    metadata,
    Column("game", String(40), nullable=False),
    Column("section", String(40), nullable=False),
    Column("row", String(100), nullable=False),
    Column("fact", String(40), nullable=False),
    Column("value", Text, nullable=False),
    Column("at", String(32), nullable=False),
    PrimaryKeyConstraint("game", "section", "row", "fact"),
)

atlas_history = Table(
    "atlas_history",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(40), nullable=False),
    Column("section", String(40), nullable=False),
    Column("row", String(100), nullable=False),
    Column("fact", String(40), nullable=False),
    Column("value", Text, nullable=False),
    Column("at", String(32), nullable=False),
)

atlas_lesson = Table(
    "atlas_lesson",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("code", String(8), nullable=False),
    Column("game", String(40), nullable=False),
    Column("section", String(40), nullable=False),
    Column("row", String(100), nullable=False),
    Column("fact", String(40), nullable=False),
    Column("before", Text),
    Column("after", Text),
    Column("at", String(32), nullable=False),
    Index("atlas_lesson_row", "game", "section", "row", "fact"),
)
"""Which table taught what, and what was known before, both as JSON; of a table that is gone, too."""

boxes = Table(
    "box",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
"""Boxes that somebody wrote, whole, by the name they are chosen by; no table looks here once it has begun."""

snapshots = Table(
    "snapshot",
    metadata,
    _code(),
    Column("revision", Integer, nullable=False),
    Column("line", String(64), nullable=False),
    Column("program", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    PrimaryKeyConstraint("code"),
)
"""States that may be thrown away at any time: each follows from the lines (see `companion.table.snapshots`)."""

evenings = Table(
    "evening",
    metadata,
    _code(),
    Column("form", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("finished_at", String(32), nullable=False),
    Column("played", String(64), nullable=False),
    Column("names", Text, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("code"),
    Index("evening_played", "played", "created_at", "code"),
)
"""Evenings that are over (see `companion.documents.evening`): each follows from its table's lines and names."""
