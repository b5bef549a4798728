"""Version 3: what players write for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Lay out what is new."""
    op.create_table(
        "private_notes",
        sa.Column("code", sa.String(8), sa.ForeignKey("game_table.code", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", "seat"),
    )
