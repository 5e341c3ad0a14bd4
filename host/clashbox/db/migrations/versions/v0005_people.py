"""Indexes by which statistics of one person, of pairs and of seats are answered at 100,000 games within a
second (tests/bench/bench_history.py).
"""

from alembic import op

revision = "0005"
down_revision = "0004"

_GAMES = ("kind", "players", "length", "started", "turns", "winners", "way", "bases", "ties")
_SEATS = ("kind", "counted", "winners", "started")
_RATES = ("won", "shared", "points", "penalty")


def upgrade() -> None:
    """Creates them; no row changes."""
    op.drop_index("ix_summary_kind_counted_started", "summary")
    op.drop_index("ix_summary_statistics", "summary")
    op.create_index("ix_summary_kind_started_game_id", "summary", ["kind", "started", "game_id"])
    op.create_index("ix_summary_statistics", "summary", ["counted", *_GAMES, "terrain", "game_id"])
    op.create_index("ix_summary_by_game", "summary", ["game_id", "counted", *_GAMES, "terrain"])
    op.create_index("ix_seat_player_id_game_id", "seat", ["player_id", "game_id"])
    op.create_index("ix_seat_pairs", "seat", ["pair", *_SEATS, "players", *_RATES])
    op.create_index("ix_seat_places", "seat", ["players", "place", *_SEATS, "first", *_RATES])


def downgrade() -> None:
    """Back to those that there were."""
    for name in ("ix_seat_places", "ix_seat_pairs", "ix_seat_player_id_game_id"):
        op.drop_index(name, "seat")
    for name in ("ix_summary_by_game", "ix_summary_statistics", "ix_summary_kind_started_game_id"):
        op.drop_index(name, "summary")
    op.create_index("ix_summary_statistics", "summary", ["counted", *_GAMES])
    op.create_index("ix_summary_kind_counted_started", "summary", ["kind", "counted", "started"])
