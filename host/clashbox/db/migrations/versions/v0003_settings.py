"""Settings; indexes for questions about 100,000 games (tests/bench/bench_history.py)."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Creates it."""
    op.create_table(
        "setting",
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_setting"),
    )


def downgrade() -> None:
    """Drops it again."""
    op.drop_table("setting")
