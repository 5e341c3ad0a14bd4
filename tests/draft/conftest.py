"""The history of tests/db, on both databases."""

from tests.db.conftest import history, kind, postgresql, template, two, url

__all__ = ["history", "kind", "postgresql", "template", "two", "url"]
