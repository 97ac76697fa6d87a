"""Run by Alembic: uses the connection that the server gives it."""

from alembic import context

from semafor.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
