"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("board", sa.String(100), nullable=False),
        sa.Column("board_text", sa.Text),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("first", sa.Integer),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("spectator_delay", sa.Integer, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("tracker", sa.Boolean, nullable=False),
        sa.Column("invite", sa.String(32), nullable=False, unique=True),
        sa.Column("rematch", sa.String(32)),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("wake_at", sa.Double),
    )
    op.create_index("games_wake_at", "games", ["wake_at"])
    op.create_index("games_public", "games", ["public", "status"])
    op.create_table(
        "seats",
        _game(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("colour", sa.String(10), nullable=False),
        sa.Column("level", sa.String(40)),
        sa.Column("token", sa.String(64)),
        sa.Column("owner", sa.Boolean, nullable=False),
        sa.Column("bot", sa.String(32)),
    )
    op.create_index("seats_bot", "seats", ["bot"])
    op.create_table(
        "entries",
        _game(primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.Text),
        sa.Column("by_bot", sa.Boolean, nullable=False),
        sa.Column("reason", sa.String(10)),
        sa.Column("yes", sa.Boolean),
        sa.Column("client_id", sa.String(64)),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("game", "seat", "client_id", name="entries_client_id"),
    )
    op.create_table(
        "chat",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        _game(primary_key=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("phrase", sa.String(20)),
        sa.Column("client_id", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("game", "seat", "client_id", name="chat_client_id"),
    )
    op.create_table(
        "transfers",
        sa.Column("code", sa.String(64), primary_key=True),
        _game(primary_key=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.create_table(
        "bots",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Double, nullable=False),
    )


def _game(primary_key: bool) -> sa.Column[str]:
    """Return the game that a row belongs to."""
    key = sa.ForeignKey("games.id", ondelete="CASCADE")
    return sa.Column("game", sa.String(32), key, primary_key=primary_key, nullable=False)
