"""Version 6: which table taught what of a printed board, so that it can be taken back."""

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Lay out what is new. Who taught what is known already, nobody can say."""
    op.create_table(
        "atlas_lesson",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("section", sa.String(40), nullable=False),
        sa.Column("row", sa.String(100), nullable=False),
        sa.Column("fact", sa.String(40), nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("atlas_lesson_row", "atlas_lesson", ["game", "section", "row", "fact"])
