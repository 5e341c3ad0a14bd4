"""Opening, migrations, on both databases."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from clashbox.db import derived, engine, store
from clashbox.db.engine import Database
from clashbox.trouble import Trouble
from sqlalchemy import text


def test_the_migrations_make_what_the_models_say(history):
    with history.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), derived.Base.metadata) == []
