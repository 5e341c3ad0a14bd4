"""People with a stable key, aliases and merges; changes by hand; quarantine; all derived tables."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_DERIVED = (
    "found",
    "base_share",
    "scored_base",
    "source",
    "seat_titan",
    "seat_faction",
    "seat",
    "summary",
)


def upgrade() -> None:
    """Creates them. `seat` is made anew: it is derived, as the others are, once the schema stands."""
    op.drop_table("seat")
    op.create_index("ix_game_crc", "game", ["crc"])
    _people()
    _by_hand()
    _games()
    _bases()


def _people() -> None:
    op.add_column("player", sa.Column("key", sa.String(16), nullable=False, server_default=""))
    op.create_table(
        "alias",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_alias"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_alias_player_id"),
    )
    op.create_index("ix_alias_player_id", "alias", ["player_id"])
    op.create_table(
        "merge",
        sa.Column("player_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("into_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_merge"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_merge_player_id"),
        sa.ForeignKeyConstraint(["into_id"], ["player.id"], name="fk_merge_into_id"),
    )
    op.create_index("ix_merge_into_id", "merge", ["into_id"])
    _known_people()


def _known_people() -> None:
    """Whoever is known already gets the key and the alias of the name."""
    connection = op.get_bind()
    player = sa.table("player", sa.column("id"), sa.column("name"), sa.column("key"))
    alias = sa.table("alias", sa.column("name"), sa.column("player_id"))
    for number, name in connection.execute(sa.select(player.c.id, player.c.name)).all():
        key = hashlib.sha256(name.encode()).hexdigest()[:16]
        connection.execute(sa.update(player).where(player.c.id == number).values(key=key))
        connection.execute(sa.insert(alias).values(name=name, player_id=number))
    op.create_index("ix_player_key", "player", ["key"], unique=True)


def _by_hand() -> None:
    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_change"),
    )
    op.create_index("ix_change_game_id", "change", ["game_id"])
    op.create_table(
        "deleted",
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("source", name="pk_deleted"),
    )
    op.create_table(
        "quarantine",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_quarantine"),
        sa.UniqueConstraint("digest", name="uq_quarantine_digest"),
    )


def _games() -> None:
    op.create_table(
        "summary",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("approximate", sa.Boolean(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("broken", sa.Integer(), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("winners", sa.SmallInteger(), nullable=False),
        sa.Column("first", sa.SmallInteger(), nullable=True),
        sa.Column("goal", sa.BigInteger(), nullable=False),
        sa.Column("terrain", sa.String(40), nullable=False),
        sa.Column("printing", sa.String(16), nullable=False),
        sa.Column("location", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("length", sa.BigInteger(), nullable=True),
        sa.Column("bases", sa.Integer(), nullable=False),
        sa.Column("ties", sa.Integer(), nullable=False),
        sa.Column("clashes", sa.Integer(), nullable=False),
        sa.Column("violations", sa.Integer(), nullable=False),
        sa.Column("warnings", sa.Integer(), nullable=False),
        sa.Column("course", sa.JSON(), nullable=False),
        sa.Column("upto", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_summary"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_summary_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_summary_kind_counted_started", "summary", ["kind", "counted", "started"])
    op.create_index("ix_summary_started_game_id", "summary", ["started", "game_id"])
    op.create_index("ix_summary_version", "summary", ["version"])
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
    )
    op.create_index("ix_seat_named_id", "seat", ["named_id"])
    op.create_index("ix_seat_pair_counted", "seat", ["pair", "counted"])
    op.create_index("ix_seat_player_id_started", "seat", ["player_id", "started"])
    op.create_table(
        "seat_faction",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("faction", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "place", "faction", name="pk_seat_faction"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_faction_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seat_faction_faction_game_id_place", "seat_faction", ["faction", "game_id", "place"])
    op.create_table(
        "seat_titan",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("titan", sa.String(80), nullable=False),
        sa.Column("plays", sa.Integer(), nullable=False),
        sa.Column("attacks_won", sa.Integer(), nullable=False),
        sa.Column("attacks_lost", sa.Integer(), nullable=False),
        sa.Column("defences_won", sa.Integer(), nullable=False),
        sa.Column("defences_lost", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "place", "titan", name="pk_seat_titan"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_titan_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seat_titan_titan_game_id_place", "seat_titan", ["titan", "game_id", "place"])
    op.create_table(
        "source",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("source", sa.String(8), nullable=False),
        sa.Column("card", sa.String(160), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "place", "source", "card", name="pk_source"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_source_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_source_source_card", "source", ["source", "card"])


def _bases() -> None:
    op.create_table(
        "scored_base",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("turn", sa.SmallInteger(), nullable=False),
        sa.Column("slot", sa.SmallInteger(), nullable=False),
        sa.Column("card", sa.String(160), nullable=False),
        sa.Column("breakpoint", sa.BigInteger(), nullable=False),
        sa.Column("power", sa.BigInteger(), nullable=False),
        sa.Column("tied", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_scored_base"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_scored_base_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_scored_base_card", "scored_base", ["card"])
    op.create_table(
        "base_share",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("power", sa.BigInteger(), nullable=False),
        sa.Column("minions", sa.BigInteger(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", "place", name="pk_base_share"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_base_share_game_id", ondelete="CASCADE"),
    )
    op.create_table(
        "found",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("rule", sa.String(8), nullable=False),
        sa.Column("level", sa.String(9), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_found"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_found_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_found_rule_level_game_id", "found", ["rule", "level", "game_id"])


def downgrade() -> None:
    """Drops them again, and with them what was changed by hand."""
    for table in (*_DERIVED, "quarantine", "deleted", "change", "merge", "alias"):
        op.drop_table(table)
    op.drop_index("ix_game_crc", "game")
    op.drop_index("ix_player_key", "player")
    op.drop_column("player", "key")
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
