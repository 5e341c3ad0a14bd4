"""How Alembic runs here: on the connection that db.engine hands over, in its transaction."""

from alembic import context

from clashbox.db.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
