"""Version 2: snapshots of states; the version stands where Alembic keeps it."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = None
"""Version 1 is a database without any version."""


def upgrade() -> None:
    """Lay out what is new."""
    op.create_table(
        "snapshot",
        sa.Column("code", sa.String(8), sa.ForeignKey("game_table.code", ondelete="CASCADE"), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("line", sa.String(64), nullable=False),
        sa.Column("program", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    op.execute("DELETE FROM installation WHERE name = 'schema'")
