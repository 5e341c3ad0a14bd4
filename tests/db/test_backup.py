"""The whole history in one file and back: checked first, one transaction, on any database."""

import shutil
import sqlite3

import pytest
from clashbox.db import backup, care, models, moving, people
from clashbox.db.derived import TABLES as DERIVED
from clashbox.db.engine import Database
from clashbox.db.models import Game

from tests.db import games


@pytest.fixture
def full(history):
    games.take(history, games.smashup(0), games.race(1), games.smashup(2, names=("Anh", "Bình")))
    games.take(history, [games.smashup(3)[0], {"ev": "undo"}], games.smashup(4))
    with history.write() as session:
        care.edit(session, session.get_one(Game, games.ids[0]), "winner", [2], "asked")
        care.merge(session, people.named(session, "Anh"), people.named(session, "An"))
        care.remove(session, session.get_one(Game, games.ids[4]))
    return history


def state(database):
    return games.everything(database), games.derived(database)


def test_every_table_is_in_a_backup():
    assert {*moving.TABLES, *DERIVED} == {mapper.class_ for mapper in models.Base.registry.mappers}


def test_there_and_back_on_either_database(full, run, another, tmp_path):
    file = tmp_path / "backup.db"
    file.write_text("what stood there")
    assert run("backup", file)[1].startswith(f"{file}: 3 games, 24 events")
    assert [path.name for path in tmp_path.glob("*backup*")] == ["backup.db"]
    before = state(full)
    other = Database(another)
    games.take(other, games.smashup(9))
    assert run("restore", file, "--database", another)[0] == 2
    assert run("restore", file, "--database", another, "--yes")[0] == 0
    assert state(other) == before
    # And new rows are numbered on from there.
    games.take(other, games.smashup(10, names=("Một", "Hai")))
    other.close()
    status, _, _ = run("restore", file, "--yes")
    assert (status, state(full)) == (0, before)


def spoilt(file, statement):
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()


BAD = {
    "cut": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "flipped": lambda file: file.write_bytes(b"\0" * 100 + file.read_bytes()[100:]),
    "text": lambda file: file.write_text("{}"),
    "empty": lambda file: file.write_text(""),
    "another program's": lambda file: (file.unlink(), spoilt(file, "CREATE TABLE x (y)")),
    "an event gone": lambda file: spoilt(file, "DELETE FROM event WHERE number = 2"),
    "an event changed": lambda file: spoilt(file, "UPDATE event SET record = x'0102' WHERE number = 2"),
    "a stray event": lambda file: spoilt(file, "INSERT INTO event VALUES ('zz', 1, x'00')"),
    "a word for a number": lambda file: spoilt(file, "UPDATE seat SET points = 'many'"),
    "a number for a word": lambda file: spoilt(file, "UPDATE game SET header = x'00'"),
    "findings of no game": lambda file: spoilt(file, "INSERT INTO found VALUES ('zz', 1, 1, 'TI-1', 'x')"),
    "a header gone": lambda file: spoilt(file, "UPDATE game SET header = '{}'"),
    "a table gone": lambda file: spoilt(file, "DROP TABLE change"),
    "a trigger": lambda file: spoilt(
        file, "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM game; END"
    ),
    "newer": lambda file: spoilt(file, "UPDATE alembic_version SET version_num = '9999'"),
}


def test_pitfall_80_a_damaged_backup_changes_nothing(full, run, tmp_path):
    good, file = tmp_path / "good.db", tmp_path / "backup.db"
    run("backup", good)
    before = state(full)
    for name, spoil in BAD.items():
        shutil.copyfile(good, file)
        spoil(file)
        status, out, error = run("restore", file, "--yes")
        assert (status, out) == (1, ""), name
        assert str(file) in error, name
    assert state(full) == before


DERIVED_OTHERWISE = (
    "UPDATE seat SET points = points + 1",
    "UPDATE summary SET version = version - 1",
    "DELETE FROM source",
    "DELETE FROM summary",
    "INSERT INTO seat_faction SELECT game_id, place, 'kaiju' FROM seat",
)


@pytest.mark.parametrize("spoil", ["", *DERIVED_OTHERWISE])
def test_what_is_derived_is_taken_over_where_it_is_the_same_and_else_made_anew(
    spoil, full, run, tmp_path, monkeypatch
):
    file = tmp_path / "backup.db"
    run("backup", file)
    before = state(full)
    spoilt(file, spoil or "SELECT 1")
    anew = []
    rebuild = backup.derive.rebuild
    monkeypatch.setattr(backup.derive, "rebuild", lambda *given: anew.append(rebuild(*given)))
    assert run("restore", file, "--yes")[0] == 0
    assert state(full) == before
    # One that an older clashbox derived is made anew as it is opened, in the copy that is read.
    assert bool(anew) == bool(spoil)


def test_a_backup_takes_what_is_derived_along(full, run, tmp_path, monkeypatch):
    def derived(*_):
        raise AssertionError("derived anew")

    monkeypatch.setattr(backup.derive, "rebuild", derived)
    assert run("backup", tmp_path / "backup.db")[0] == 0
    copy = Database(str(tmp_path / "backup.db"))
    assert state(copy) == state(full)
    copy.close()


def test_an_older_backup_is_brought_up_to_date(history, run, tmp_path):
    from tests.db.test_schema import at_first_schema

    file = tmp_path / "old.db"
    at_first_schema(f"sqlite:///{file}")
    kept = tmp_path / "kept.db"
    shutil.copyfile(file, kept)
    assert run("restore", file)[0] == 0
    assert list(games.held(history)) == [games.ids[1]]
    assert file.read_bytes() == kept.read_bytes()


def test_a_backup_goes_nowhere_but_into_a_file(full, run, tmp_path):
    assert run("backup", tmp_path)[0] == 1
    assert run("backup", tmp_path / "no" / "where")[0] == 1
    # The system's reason is in the user's language as well.
    assert "không có tệp hay thư mục đó" in run("backup", tmp_path / "no" / "where", lang="vi")[2]
    assert "là thư mục" in run("backup", tmp_path, lang="vi")[2]
    assert run("restore", tmp_path)[0] == 1
