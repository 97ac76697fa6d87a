"""Guests with their results of the days and their ratings, sealed deals, and faces at tables."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the tables, and a column for faces; earlier players keep the face of their name."""
    op.add_column("seats", sa.Column("face", sa.Integer))
    op.create_table(
        "guests",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("face", sa.Integer),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("ladder", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("rated_at", sa.Double),
    )
    op.create_index("guests_ladder", "guests", ["ladder", "rating"])
    op.create_table(
        "day_results",
        sa.Column("deal", sa.String(200), primary_key=True),
        sa.Column("guest", sa.String(64), sa.ForeignKey("guests.key", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(32)),
        sa.Column("points", sa.Integer),
        sa.Column("margin", sa.Integer),
        sa.Column("won", sa.Boolean),
        sa.Column("print", sa.String(64)),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("deal", "print", name="day_results_print"),
    )
    op.create_table(
        "rated_seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(64), sa.ForeignKey("guests.key", ondelete="CASCADE"), nullable=False),
        sa.Column("counted_at", sa.Double),
    )
    op.create_index("rated_seats_waiting", "rated_seats", ["counted_at", "game"])
    op.create_table(
        "seals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
    )
