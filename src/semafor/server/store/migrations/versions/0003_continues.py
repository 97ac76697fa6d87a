"""Games that go on from a moment of a finished one."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; games of before began with their deals."""
    op.add_column("games", sa.Column("continues", sa.String(32)))
