"""The history of tests/db, on both databases."""

from tests.db.conftest import history, postgresql, url

__all__ = ["history", "postgresql", "url"]
