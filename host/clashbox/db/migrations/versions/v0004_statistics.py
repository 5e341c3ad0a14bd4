"""Seats and sources lie by game (SQLite), indexes hold what statistics ask for: 100,000 games within a second
(tests/bench/bench_history.py).
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes both tables anew, empty: they are derived, and are filled once the schema stands."""
    op.drop_table("source")
    op.drop_table("seat")
    _seat()
    op.create_index("ix_seat_named_id", "seat", ["named_id"])
    games = ["player_id", "started", "game_id", "place", "counted", "winners", "won", "shared", "players"]
    rates = ["kind", "points", "penalty", "rank", "pair", "first"]
    clashes = ["attacks_won", "attacks_lost", "defences_won", "defences_lost"]
    op.create_index("ix_seat_statistics", "seat", [*games, *rates, *clashes])
    two = ["game_id", "player_id", "counted", "winners", "won", "rank", "kind", "players", "started"]
    op.create_index("ix_seat_together", "seat", two)
    _source()
    op.create_index(
        "ix_source_statistics", "source", ["counted", "source", "card", "started", "players", "points"]
    )
    games = ["counted", "kind", "players", "length", "started", "turns", "winners", "way", "bases", "ties"]
    op.create_index("ix_summary_statistics", "summary", games)


def _seat() -> None:
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("named_id", sa.Integer(), nullable=True),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("winners", sa.SmallInteger(), nullable=False),
        sa.Column("factions", sa.JSON(), nullable=False),
        sa.Column("pair", sa.String(160), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("penalty", sa.BigInteger(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("attacks_won", sa.Integer(), nullable=False),
        sa.Column("attacks_lost", sa.Integer(), nullable=False),
        sa.Column("defences_won", sa.Integer(), nullable=False),
        sa.Column("defences_lost", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "place", name="pk_seat"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_game_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_seat_player_id"),
        sa.ForeignKeyConstraint(["named_id"], ["player.id"], name="fk_seat_named_id"),
        sqlite_with_rowid=False,
    )


def _source() -> None:
    op.create_table(
        "source",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("source", sa.String(8), nullable=False),
        sa.Column("card", sa.String(160), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "place", "source", "card", name="pk_source"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_source_game_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Back to indexes that make statistics slow; the tables as they are do for the schema before."""
    op.drop_index("ix_summary_statistics", "summary")
    op.drop_index("ix_source_statistics", "source")
    op.drop_column("source", "players")
    op.create_index("ix_source_source_card", "source", ["source", "card"])
    op.drop_index("ix_seat_together", "seat")
    op.drop_index("ix_seat_statistics", "seat")
    op.create_index("ix_seat_pair_counted", "seat", ["pair", "counted"])
    op.create_index("ix_seat_player_id_started", "seat", ["player_id", "started"])
