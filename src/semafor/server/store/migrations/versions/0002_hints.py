"""Hints at a table, as its maker wants them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; tables of before say nothing about hints."""
    op.add_column("games", sa.Column("hints", sa.Boolean))
