"""Alembic's migrations of the history; run by themselves when a database is opened."""
