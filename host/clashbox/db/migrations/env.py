"""How Alembic runs here: on the connection that db.engine hands over, in its transaction."""

from alembic import context

from clashbox.db import derived

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=derived.Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
