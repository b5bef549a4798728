"""Version 4: boxes that somebody wrote."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Lay out what is new."""
    op.create_table(
        "box",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
