"""Contests: the same deals for many tables."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables; games of before belong to no contest."""
    op.add_column("games", sa.Column("contest", sa.String(32)))
    op.add_column("games", sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "contests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("board", sa.String(100), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("joining", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "contest_deals",
        _contest(),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_table(
        "contest_tables",
        _contest(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    op.create_table(
        "contest_players",
        _contest(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("ready", sa.Integer, nullable=False),
    )
    op.create_table(
        "contest_games",
        _contest(),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("result", sa.Text),
    )


def _contest() -> sa.Column[str]:
    return sa.Column("contest", sa.String(32), sa.ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True)
