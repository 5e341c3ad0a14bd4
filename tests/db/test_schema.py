"""Opening: the schema on both databases, older and newer ones, what is not ours."""

import sqlite3
import sys
from importlib import import_module
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from clashbox import i18n
from clashbox.db import care, derived, dialects, engine, models
from clashbox.db.engine import Database
from clashbox.trouble import Trouble
from sqlalchemy import create_engine, select, text

from tests.db import games, server


def test_the_migrations_make_what_the_models_say(history):
    with history.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), derived.Base.metadata) == []


def test_a_newer_schema_is_refused_in_one_line(history, run):
    with history.engine.execution_options(writes=True).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    status, out, error = run("games")
    assert (status, out) == (1, "")
    assert "newer clashbox" in error


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(request, tmp_path):
    """A database without any schema."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'bare.db'}"
        return
    with server.database(request.getfixturevalue("postgresql"), "bare") as found:
        yield found


def at_first_schema(url):
    """Brings a database to the first schema alone, with a game and two players in it."""
    made = create_engine(dialects.url_of(url))
    config = Config()
    config.set_main_option("script_location", str(engine._MIGRATIONS))
    with made.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        header = games.text([games.race()[0]]).strip()
        connection.execute(
            text(
                "INSERT INTO game (id, source, fork, kind, header, events, crc, last_t, last_m, live, "
                "started, started_approximate, synced) VALUES ('00000000000000a1', '00000000000000a1', 0, "
                "'toybattle', :header, 0, 0, 0, 0, :no, '2026-01-02 10:00:00', :yes, '2026-01-02 12:00:00')"
            ),
            {"header": header, "no": False, "yes": True},
        )
        connection.execute(text("INSERT INTO player (name) VALUES ('An'), ('Dũng')"))
        connection.execute(
            text(
                "INSERT INTO seat (game_id, place, player_id, factions) "
                "VALUES ('00000000000000a1', 1, 1, '[]')"
            )
        )
    made.dispose()


def test_an_older_schema_is_brought_up_to_date(bare, tmp_path):
    at_first_schema(bare)
    history = Database(bare)
    assert [row["name"] for row in games.rows(history, models.Player)] == [
        "An",
        "Dũng",
        "Chi",
    ]
    seats = games.rows(history, derived.Seat)
    assert (seats[0]["place"], seats[0]["player_id"]) == (1, 1)
    assert games.rows(history, derived.Summary)[0]["counted"] is False
    history.close()
    if bare.startswith("sqlite"):
        kept = sqlite3.connect(tmp_path / f"bare.db.before-{engine.HEAD}")
        assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        assert kept.execute("SELECT count(*) FROM game").fetchone() == (1,)
        kept.close()


def test_a_schema_of_the_step_before_is_carried_over_and_nothing_derived_anew(history, url, monkeypatch):
    games.take(history, games.smashup())
    with history.write() as session:
        first, second = session.scalars(select(models.Player).order_by(models.Player.id)).all()[:2]
        care.merge(session, second, first)
    before = [games.rows(history, table) for table in (derived.Seat, derived.Source)]
    with history.write() as session:
        migrations = Path(engine.__file__).parent / "migrations" / "versions"
        newest = import_module(f"clashbox.db.migrations.versions.{max(migrations.glob('v*.py')).stem}")
        with Operations.context(MigrationContext.configure(session.connection())):
            newest.downgrade()
        session.execute(
            text("UPDATE alembic_version SET version_num = :step"), {"step": newest.down_revision}
        )
        session.execute(text("UPDATE summary SET way = 'kept'"))
    Database(url).close()
    assert games.rows(history, derived.Summary)[0]["way"] == "kept"
    assert [games.rows(history, table) for table in (derived.Seat, derived.Source)] == before
    with history.read() as session:
        assert session.scalar(text("SELECT version_num FROM alembic_version")) == engine.HEAD


def test_what_is_derived_by_an_older_clashbox_is_derived_anew(history, url, monkeypatch):
    games.take(history, games.smashup())
    with history.write() as session:
        session.execute(text("UPDATE summary SET version = 0, way = 'wrong'"))
    Database(url).close()
    summary = games.rows(history, derived.Summary)[0]
    assert (summary["version"], summary["way"]) == (derived.VERSION, "goal")


@pytest.mark.parametrize(
    "named",
    [
        "postgresql://nobody@/none?host=/nowhere",
        "postgresql://nobody@127.0.0.1:1/none",
        "mysql://x/y",
        "a://b",
    ],
)
def test_a_database_that_is_not_there_is_said_in_one_line(named, monkeypatch):
    with pytest.raises(Trouble) as said:
        Database(named)
    assert str(said.value).count("\n") == 0


SAID = {
    "no such table: game": ("db.broken", "các bảng"),
    "file is not a database": ("db.broken", "không phải cơ sở dữ liệu"),
    "database disk image is malformed": ("db.broken", "bị hỏng"),
    "database is locked": ("db.locked", "lệnh khác đang ghi"),
    "canceling statement due to lock timeout": ("db.locked", "lệnh khác đang ghi"),
    "FATAL:  sorry, too many clients already": ("db.locked", "quá nhiều kết nối"),
    "database or disk is full": ("db.full", "đĩa đầy"),
    "attempt to write a readonly database": ("db.open", "chỉ đọc"),
    'FATAL:  password authentication failed for user "me"': ("db.open", "mật khẩu"),
    'FATAL:  role "me" does not exist': ("db.open", "người dùng"),
    'FATAL:  database "x" does not exist': ("db.open", "tên đó"),
    "permission denied for table game": ("db.open", "không có quyền"),
    "server closed the connection unexpectedly": ("db.open", "ngắt kết nối"),
}


@pytest.mark.parametrize("said", SAID)
def test_what_a_database_says_is_said_in_the_language_that_is_spoken(said):
    key, words = SAID[said]
    i18n.set_language("vi")
    assert dialects.which(said) == key
    assert words in dialects.why(said)
    i18n.set_language(None)


def test_what_the_drivers_say_themselves_is_understood(tmp_path, postgresql):
    """Their own words, of the versions that are installed here."""
    i18n.set_language("vi")
    file = tmp_path / "x.db"
    file.write_bytes(b"no database" * 500)
    (tmp_path / "folder").mkdir()
    found = {
        str(file): "tệp không phải cơ sở dữ liệu",
        str(tmp_path / "folder"): "không mở được tệp",
        "postgresql://nobody@/none?host=/nowhere": "không có máy chủ nào chạy ở đó",
        "postgresql://nobody@127.0.0.1:1/none": "không có máy chủ nào trả lời ở đó",
        "postgresql://nobody@nowhere.invalid/none": "không có máy nào tên đó",
        f"postgresql://nobody@/none?host={postgresql}": "máy chủ không biết người dùng đó",
        f"postgresql://clashbox@/none?host={postgresql}": "máy chủ không có cơ sở dữ liệu tên đó",
    }
    for named, words in found.items():
        with pytest.raises(Trouble) as said:
            Database(named)
        assert words in str(said.value)
    i18n.set_language(None)


def test_a_password_is_never_shown():
    with pytest.raises(Trouble) as said:
        Database("postgresql://me:secret@127.0.0.1:1/none")
    assert "secret" not in str(said.value)


def test_the_usual_url_forms_work(postgresql):
    with server.database(postgresql, "forms") as found:
        for head in ("postgres", "postgresql", "postgresql+psycopg"):
            opened = Database(head + found.removeprefix("postgresql"))
            assert games.held(opened) == {}
            opened.close()


def test_foreign_keys_and_wal(tmp_path):
    history = Database(str(tmp_path / "x.db"))
    with history.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    history.close()


def test_a_driver_that_is_missing_is_named_with_what_brings_it(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Trouble, match=r"psycopg.binary.") as said:
        Database("postgresql://me:secret@host/none")
    assert "secret" not in str(said.value)
