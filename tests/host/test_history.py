"""The history on the command line, and the database's schema."""

import json
import sqlite3

import pytest
from clashbox import __main__, i18n
from clashbox.db import engine, models, store
from clashbox.db.engine import Database
from clashbox.link import line
from clashbox.link.client import Client
from clashbox.sync import Sync
from clashbox.trouble import Trouble
from sqlalchemy import create_engine, text

from tests.host.fake_device import FakeDevice, FakeGame
from tests.host.syncing import A, B

HEADER = {
    "clashbox": 1,
    "game": "smashup",
    "players": [{"name": "An [bold]x[/bold]", "factions": []}, {"name": "Bi\u0301nh\u202e", "factions": []}],
}
EVENTS = [
    {"ev": "turn", "p": 1, "t": 0, "m": 1},
    {"ev": "base", "b": 1, "breakpoint": 10, "vp": [4, 2, 1], "t": 5, "m": 2},
    {"ev": "power", "p": 1, "b": 1, "n": 4, "t": 900, "m": 3},
    {"ev": "vp", "p": 2, "n": 1, "t": 950, "m": 4},
    {"ev": "undo", "t": 990},
    {"ev": "score", "b": 1, "t": 1000, "m": 5},
]
RACE = {
    "clashbox": 1,
    "game": "toybattle",
    "terrain": "castle-field",
    "first": 1,
    "players": [{"name": "An"}, {"name": "C"}],
}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("CLASHBOX_DATABASE", str(tmp_path / "history.db"))
    yield
    i18n.set_language(None)


@pytest.fixture
def synced(tmp_path):
    race = FakeGame(B, RACE, [{"ev": "medal", "p": 2, "n": 7}], live=True)
    database = Database(str(tmp_path / "history.db"))
    with FakeDevice([FakeGame(A, HEADER, EVENTS), race]) as device, Client(line.Line(device.port)) as client:
        client.hello()
        Sync(client, database).run()
    database.close()
    return tmp_path / "history.db"


def run(capsys, *arguments):
    status = __main__.run([*arguments, "--lang", "en"])
    out, error = capsys.readouterr()
    return status, out, error


def test_games(synced, capsys):
    status, out, _ = run(capsys, "games")
    assert status == 0
    assert "An [bold]x[/bold] – Bính" in out
    rows = json.loads(run(capsys, "games", "--json")[1])
    assert {row["id"]: (row["game"], row["events"], row["live"]) for row in rows} == {
        A: ("smashup", 6, False),
        B: ("toybattle", 1, True),
    }
    assert all(row["approximate"] for row in rows)


def test_no_games_yet(capsys):
    assert "clashbox sync" in run(capsys, "games")[1]
    assert json.loads(run(capsys, "games", "--json")[1]) == []


def test_show(synced, capsys):
    status, out, _ = run(capsys, "show", "a0a0")
    assert status == 0
    assert "SB-05 violation" in out
    assert "\u202e" not in out
    shown = json.loads(run(capsys, "show", A, "--json")[1])
    assert shown["state"]["vp"] == [4, 0]
    assert [finding["rule"] for finding in shown["findings"]] == ["SB-05"]
    assert shown["log"] == EVENTS
    won = json.loads(run(capsys, "show", B, "--json")[1])
    assert won["state"]["winner"] == [2]


@pytest.mark.parametrize("wanted", ["ff", "", "%", "a0a0' or 1", "x" * 1000])
def test_a_game_that_is_not_there(synced, capsys, wanted):
    status, out, error = run(capsys, "show", wanted)
    assert (status, out) == (1, "")
    assert ("no game begins with" if wanted else "first letters of its id") in error
    assert error.count("\n") == 1


def test_export_and_check(synced, capsys, tmp_path):
    file = tmp_path / "out.jsonl"
    file.write_text("old")
    assert run(capsys, "export", A, "-o", str(file))[0] == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(entry) for entry in lines[1:]] == EVENTS
    assert json.loads(lines[0])["id"] == A
    assert run(capsys, "export", A)[1].splitlines() == lines
    status, out, _ = run(capsys, "check", str(file), "--json")
    assert status == 1
    assert [finding["line"] for finding in json.loads(out)["findings"]] == [7]
    assert run(capsys, "export", A, "-o", str(tmp_path / "no" / "where"))[0] == 1
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_migrations_make_what_the_models_say(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    database = Database(str(tmp_path / "new.db"))
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), models.Base.metadata) == []
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    database.close()
    config = Config()
    config.set_main_option("script_location", str(engine._MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == engine.HEAD


def test_a_newer_schema_is_refused(tmp_path):
    path = tmp_path / "newer.db"
    Database(str(path)).close()
    made = create_engine(f"sqlite:///{path}")
    with made.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    made.dispose()
    with pytest.raises(Trouble, match=r"newer clashbox|clashbox mới hơn"):
        Database(str(path))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE game SET header = '{}'",
        "UPDATE game SET header = '[]'",
        "UPDATE game SET header = 'x'",
        "UPDATE game SET kind = 'chess'",
        "UPDATE game SET started = 'x'",
        "UPDATE event SET record = 'text'",
        "UPDATE event SET record = x'ff' WHERE number = 2",
        "UPDATE event SET record = (SELECT record FROM event WHERE number = 2) WHERE number = 3",
        "DELETE FROM event WHERE number = 2",
        "DROP TABLE event",
        "ALTER TABLE game DROP COLUMN live",
        "DELETE FROM alembic_version",
        "UPDATE alembic_version SET version_num = '0000'",
        "UPDATE alembic_version SET version_num = ''",
    ],
)
def test_a_damaged_database_is_named(synced, capsys, damage, tmp_path):
    file = tmp_path / "out.jsonl"
    connection = sqlite3.connect(synced)
    connection.execute(damage)
    connection.commit()
    connection.close()
    for command in (("show", A), ("export", A, "-o", str(file))):
        status, _, error = run(capsys, *command)
        assert status == 1
        assert "is no clashbox database, or a damaged one" in error
        assert error.count("\n") == 1
    assert not file.exists()


@pytest.mark.parametrize("step", [None, "0001", "1975ea83b712"])
def test_another_programs_database_is_left_alone(tmp_path, step):
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (text)")
    if step:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (step,))
    connection.commit()
    connection.close()
    named = pytest.raises(Trouble, match=r"no clashbox database|không phải cơ sở dữ liệu clashbox")
    with named, Database(str(path)).read() as session:
        store.names(session)
    connection = sqlite3.connect(path)
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert tables == {"notes"} | ({"alembic_version"} if step else set())
    connection.close()


def test_a_write_that_fails_leaves_nothing(tmp_path):
    from datetime import datetime

    database = Database(str(tmp_path / "h.db"))

    class Stop(Exception):
        pass

    with pytest.raises(Stop), database.write() as session:
        store.saw_device(session, "0" * 16, "x", "y", datetime(2026, 1, 1))
        store.new_game(session, A, "0" * 16, HEADER, datetime(2026, 1, 1))
        raise Stop
    with database.read() as session:
        assert session.query(models.Game).all() == []
    database.close()


def test_the_place_of_the_database(monkeypatch, tmp_path):
    assert engine.place("x.db").endswith("/x.db")
    assert engine.place("postgresql://h/d") == "postgresql://h/d"
    monkeypatch.setenv("CLASHBOX_DATABASE", "sqlite:///y.db")
    assert engine.place() == "sqlite:///y.db"
    monkeypatch.delenv("CLASHBOX_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert engine.place().startswith("sqlite:///")
