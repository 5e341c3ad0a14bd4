"""The first schema: devices, games, events as they came, players and seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "device",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("firmware", sa.String(40), nullable=False),
        sa.Column("first_seen", sa.DateTime(), nullable=False),
        sa.Column("last_seen", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("fork", sa.Integer(), nullable=False),
        sa.Column("fork_of", sa.String(16), nullable=True),
        sa.Column("device_id", sa.String(16), nullable=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("header", sa.JSON(), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("crc", sa.BigInteger(), nullable=False),
        sa.Column("last_t", sa.BigInteger(), nullable=False),
        sa.Column("last_m", sa.BigInteger(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("started_approximate", sa.Boolean(), nullable=False),
        sa.Column("synced", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.ForeignKeyConstraint(["fork_of"], ["game.id"], name="fk_game_fork_of", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name="fk_game_device_id"),
        sa.UniqueConstraint("source", "fork", name="uq_game_source_fork"),
    )
    op.create_index("ix_game_source", "game", ["source"])
    op.create_index("ix_game_started", "game", ["started"])
    op.create_table(
        "event",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_event"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_event_game_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("name", name="uq_player_name"),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("factions", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "place", name="pk_seat"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_game_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_seat_player_id"),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])


def downgrade() -> None:
    """Drops them again."""
    for table in ("seat", "player", "event", "game", "device"):
        op.drop_table(table)
