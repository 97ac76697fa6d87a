"""Big screens in a living room, and tables for children."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns; tables of before are neither."""
    op.add_column("games", sa.Column("screen", sa.String(64)))
    op.add_column("games", sa.Column("kids", sa.Boolean, nullable=False, server_default=sa.false()))
