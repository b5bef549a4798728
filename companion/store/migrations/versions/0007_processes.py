"""Version 7: what several processes need of one another, and indices for what is looked for among many tables."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"

_LATER = sa.Text(collation="C")


def _word(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(_LATER, "postgresql")


_TEXT = sa.Text().with_variant(_LATER, "postgresql")
_COUNT = sa.Integer().with_variant(sa.BigInteger(), "postgresql")


def _code() -> sa.Column[str]:
    owner = sa.ForeignKey("game_table.code", ondelete="CASCADE")
    return sa.Column("code", _word(8), owner, nullable=False)


def upgrade() -> None:
    """Lay out what is new."""
    _of_a_table()
    _of_all()
    op.create_index("game_table_host", "game_table", ["host_hash"])
    op.create_index("game_table_status", "game_table", ["status", "created_at"])
    op.create_index("seat_key", "seat", ["key_hash"])
    if op.get_bind().dialect.name == "postgresql":  # a file is one process's
        op.execute("INSERT INTO pulse SELECT code, version, 0, 0 FROM game_table")


def _of_a_table() -> None:
    op.create_table(
        "pulse",
        _code(),
        sa.Column("version", _COUNT, nullable=False),
        sa.Column("edition", _COUNT, nullable=False),
        sa.Column("wrong_digits", _COUNT, nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_table(
        "seat_times",
        _code(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("claimed", sa.Float),
        sa.Column("gone", sa.Float),
        sa.PrimaryKeyConstraint("code", "seat"),
    )
    op.create_table(
        "presence",
        _code(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("process", _word(40), nullable=False),
        sa.PrimaryKeyConstraint("code", "seat", "process"),
    )
    op.create_index("presence_process", "presence", ["process"])
    op.create_table(
        "seat_request",
        _code(),
        sa.Column("id", _word(20), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("pin", _word(2), nullable=False),
        sa.Column("key_hash", _word(64), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("until", _word(32), nullable=False),
        sa.Column("answer", sa.Integer),
        sa.Column("answered", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("code", "id"),
    )


def _of_all() -> None:
    op.create_table(
        "server_process",
        sa.Column("id", _word(40), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "board_edition",
        sa.Column("game", _word(40), primary_key=True),
        sa.Column("edition", _COUNT, nullable=False),
    )
    op.create_table(
        "roll",
        sa.Column("id", _word(20), primary_key=True),
        sa.Column("game", _word(40), nullable=False),
        sa.Column("tool", _word(40), nullable=False),
        sa.Column("purpose", _word(40), nullable=False),
        sa.Column("faces", _TEXT, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("rolled", sa.Integer, nullable=False),
        sa.Column("next", _word(20)),
    )
    op.create_index("roll_made", "roll", ["made"])
    op.create_table(
        "rate",
        sa.Column("what", _word(20), nullable=False),
        sa.Column("address", _word(60), nullable=False),
        sa.Column("minute", _COUNT, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("what", "address", "minute"),
    )
    op.create_table(
        "lease",
        sa.Column("name", _word(40), primary_key=True),
        sa.Column("holder", _word(40), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("about", _TEXT, nullable=False),
    )
