"""Which tables have the same maker, and an index with all that the lobby asks for."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column and the index; of older tables nobody knows who made them."""
    op.add_column("games", sa.Column("maker", sa.Integer))
    op.drop_index("games_public", "games")
    op.create_index("games_lobby", "games", ["public", "status", "created", "maker", "spectators", "id"])
