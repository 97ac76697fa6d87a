"""Run by Alembic: uses the connection that the server gives it."""

from alembic import context

from semafor.server.store.schema import METADATA


def migrate() -> None:
    """Bring the database of that connection up to date."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # not so if this file is only imported: there is nothing to migrate
    migrate()
