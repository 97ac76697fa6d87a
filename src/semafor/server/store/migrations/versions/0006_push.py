"""Web Push: the server's key, and the browsers that are told when it is a seat's turn."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "push_keys", sa.Column("number", sa.Integer, primary_key=True), sa.Column("key", sa.String(64), nullable=False)
    )
    op.create_table(
        "pushes",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("print", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("quiet", sa.Text),
        sa.Column("turn", sa.Double),
        sa.Column("due", sa.Double),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("pushes_due", "pushes", ["due"])
