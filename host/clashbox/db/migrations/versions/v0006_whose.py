"""A seat says whose name it is, no longer who that counts for: a merge changes no seat. Sources say whose
they are, so that those of one person are summed along an index.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_GAMES = ["player_id", "started", "game_id", "place", "counted", "winners", "won", "shared", "players"]
_RATES = ["kind", "points", "penalty", "rank", "pair", "first"]
_CLASHES = ["attacks_won", "attacks_lost", "defences_won", "defences_lost"]
_SEATS = ["kind", "counted", "winners", "started"]
_COUNTED = ["won", "shared", "points", "penalty"]
_INDEXES = {
    "ix_seat_statistics": [*_GAMES, *_RATES, *_CLASHES],
    "ix_seat_together": [
        *("game_id", "player_id", "counted", "winners", "won", "rank", "kind", "players", "started"),
    ],
    "ix_seat_player_id_game_id": ["player_id", "game_id"],
    "ix_seat_pairs": ["pair", *_SEATS, "players", *_COUNTED],
    "ix_seat_places": ["players", "place", *_SEATS, "first", *_COUNTED],
}
_SAME = [
    *("game_id", "place", "started", "kind", "counted", "players", "winners", "factions", "pair", "first"),
    *("points", "penalty", "rank", "won", "shared", *_CLASHES),
]


def upgrade() -> None:
    """Carries the rows over; nothing is derived anew."""
    op.drop_index("ix_seat_named_id", "seat")
    if op.get_bind().dialect.name == "sqlite":
        _seat(["player_id"], "named_id")
    else:
        op.execute("UPDATE seat SET player_id = named_id WHERE player_id IS DISTINCT FROM named_id")
        op.drop_column("seat", "named_id")
    op.add_column("source", sa.Column("player_id", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE source SET player_id = (SELECT player_id FROM seat "
        "WHERE seat.game_id = source.game_id AND seat.place = source.place)"
    )
    person = ["player_id", "source", "card", "counted", "started", "players", "points"]
    op.create_index("ix_source_person", "source", person)


def _seat(columns: list[str], held: str) -> None:
    """SQLite takes no column away that leans on another table: the table is made anew."""
    for name in _INDEXES:
        op.drop_index(name, "seat")
    op.rename_table("seat", "seat_before")
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        *[sa.Column(name, sa.Integer(), nullable=True) for name in columns],
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
        *[sa.Column(name, sa.Integer(), nullable=False) for name in _CLASHES],
        sa.PrimaryKeyConstraint("game_id", "place", name="pk_seat"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_game_id", ondelete="CASCADE"),
        *[sa.ForeignKeyConstraint([name], ["player.id"], name=f"fk_seat_{name}") for name in columns],
        sqlite_with_rowid=False,
    )
    same = ", ".join(_SAME)
    op.execute(
        f"INSERT INTO seat ({same}, {', '.join(columns)}) "
        f"SELECT {same}, {', '.join([held] * len(columns))} FROM seat_before ORDER BY game_id, place"
    )
    op.drop_table("seat_before")
    for name, index in _INDEXES.items():
        op.create_index(name, "seat", index)


def downgrade() -> None:
    """Back to seats that say both; who counts for whom is asked of the merges once."""
    op.drop_index("ix_source_person", "source")
    op.drop_column("source", "player_id")
    if op.get_bind().dialect.name == "sqlite":
        _seat(["player_id", "named_id"], "player_id")
    else:
        op.add_column("seat", sa.Column("named_id", sa.Integer(), nullable=True))
        op.create_foreign_key("fk_seat_named_id", "seat", "player", ["named_id"], ["id"])
        op.execute("UPDATE seat SET named_id = player_id")
    op.execute(
        "WITH RECURSIVE whom(person, into_id) AS (SELECT player_id, into_id FROM merge UNION ALL "
        "SELECT whom.person, merge.into_id FROM whom JOIN merge ON merge.player_id = whom.into_id) "
        "UPDATE seat SET player_id = (SELECT into_id FROM whom WHERE person = seat.named_id AND into_id "
        "NOT IN (SELECT player_id FROM merge)) WHERE named_id IN (SELECT person FROM whom)"
    )
    op.create_index("ix_seat_named_id", "seat", ["named_id"])
