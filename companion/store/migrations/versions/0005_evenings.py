"""Version 5: evenings that are over, each as what a list and statistics need of it."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Lay out what is new. Evenings of before are reckoned when somebody asks for them."""
    op.create_table(
        "evening",
        sa.Column("code", sa.String(8), sa.ForeignKey("game_table.code", ondelete="CASCADE"), nullable=False),
        sa.Column("form", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("finished_at", sa.String(32), nullable=False),
        sa.Column("played", sa.String(64), nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index("evening_played", "evening", ["played", "created_at", "code"])
