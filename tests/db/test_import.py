"""Files of other people: what is good is stored, what is doubtful waits, what is no game changes nothing."""

import io
import json
import tracemalloc

import pytest
from clashbox.db import store
from clashbox.db.derived import Summary
from clashbox.db.models import Change, Game, Quarantine
from clashbox.exchange import candidates
from clashbox.reading import Unreadable

from tests.db import games

A, B = games.ids[:2]


@pytest.fixture
def file(tmp_path):
    def write(content, name="file.jsonl"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_pitfall_79_nine_good_games_are_stored_and_the_tenth_is_named(history, run, file):
    ten = [games.smashup(number) for number in range(10)]
    head, *events = ten[6]
    ten[6] = [{**head, "started": "1969-12-31T23:59:59Z"}, *events]
    path = file(games.text(*ten))
    status, out, error = run("import", path)
    assert (status, error) == (1, "")
    line = 6 * len(ten[0]) + 1
    assert f"{path}:{line}" in out
    assert "1969" in out
    assert "stored: 9, completed: 0, known already: 0, in quarantine: 1" in out
    assert len(games.held(history)) == 9
    again = json.loads(run("import", path, "--json")[1])
    assert [len(again[what]) for what in ("stored", "known", "quarantine")] == [0, 9, 1]
    assert [row["id"] for row in json.loads(run("quarantine", "--json")[1])] == [1]


DOUBTFUL = {
    "unreadable": [games.smashup(0)[0], {"ev": "vp", "p": 9, "n": 1}],
    "replay": [games.smashup(0)[0], {"ev": "undo"}],
    "date": [{**games.smashup(0)[0], "started": "never"}, *games.finished()],
    "empty": [games.smashup(0)[0]],
    "fork": [games.smashup(1)[0], {"ev": "vp", "p": 1, "n": 1}],
}


@pytest.mark.parametrize("reason", DOUBTFUL)
def test_what_is_doubtful_waits_and_is_released_or_dropped(history, run, file, reason):
    games.take(history, games.smashup(1))
    path = file(games.text(DOUBTFUL[reason], games.smashup(2)))
    assert run("import", path)[0] == 1
    assert len(games.held(history)) == 2
    waiting = json.loads(run("quarantine", "--json")[1])
    assert [(row["reason"], row["file"]) for row in waiting] == [(reason, str(path))]
    assert waiting[0]["why"]
    assert run("quarantine", lang="vi")[1]
    printed = run("quarantine", "--print", "1")[1].splitlines()
    assert [json.loads(line) for line in printed] == DOUBTFUL[reason]
    status, _, error = run("quarantine", "--release", "1")
    if reason == "unreadable":
        assert status == 1
        assert "cannot be read" in error
        assert run("quarantine", "--drop", "1")[0] == 0
        assert len(games.held(history)) == 2
    else:
        assert status == 0
        assert len(games.held(history)) == 3
    assert games.rows(history, Quarantine) == []
    assert run("quarantine", "--drop", "1")[0] == 1
    assert run("quarantine", "--drop", "1", "--release", "1")[0] == 2


def test_a_fork_that_is_released_stands_beside_the_first(history, run, file):
    games.take(history, games.smashup(1))
    run("import", file(games.text(DOUBTFUL["fork"], games.smashup(2))))
    run("quarantine", "--release", "1")
    forks = [row for row in games.rows(history, Game) if row["source"] == B]
    assert sorted((row["fork"], row["fork_of"]) for row in forks) == [(0, None), (1, B)]


GOOD = games.text(games.smashup()).encode()
HOSTILE = {
    "cut": GOOD[: len(GOOD) // 2 - 3],
    "empty": b"",
    "blank": b"\n# nothing\n\n",
    "wrong types": b'{"clashbox": 1, "game": "smashup", "players": "An"}\n{"ev": "turn", "p": 1}\n',
    "list": b"[]\n",
    "number": b"7\n",
    "old": b'{"clashbox": 0, "game": "smashup", "players": []}\n',
    "newer": b'{"clashbox": 2, "game": "smashup", "players": []}\n',
    "utf-16": GOOD.decode().encode("utf-16"),
    "utf-16 without a mark": GOOD.decode().encode("utf-16-le"),
    "latin": GOOD.decode().encode("utf-8").replace("Bình".encode(), b"B\xecnh"),
    "gzip": b"\x1f\x8b\x08\x00" + GOOD,
    "sqlite": b"SQLite format 3\0" + b"\0" * 100,
    "deep": b'{"clashbox": 1, "x": ' + b"[" * 5000 + b"]" * 5000 + b"}\n",
    "one long line": b'{"clashbox": 1' + b" " * (3 << 20) + b"}\n",
    "huge number": b'{"clashbox": 1, "game": "smashup", "players": [{}, {}], "goal": 1e400}\n',
    "twice": b'{"clashbox": 1, "clashbox": 1, "game": "smashup", "players": [{}, {}]}\n',
    "half a pair": b'{"clashbox": 1, "game": "smashup", "players": [{}, {}], "note": "\\ud800"}\n',
    "bad table": b"game,kind,seat,player,points\n1,smashup,1\n",
    "torn table": b'game,kind,seat,player,points\n1,smashup,1,"An,3\n',
    "empty table": b"game,kind,seat,player,points\n",
    "nul": b"\0" * 1000,
}


def test_pitfall_80_a_file_that_is_none_changes_nothing(history, run, file):
    games.take(history, games.smashup(5))
    before = (games.everything(history), games.derived(history))
    for name, content in HOSTILE.items():
        path = file(content)
        status, out, error = run("import", path)
        assert (status, out) == (2, ""), name
        assert str(path) in error, name
    assert (games.everything(history), games.derived(history)) == before
    assert games.rows(history, Quarantine) == []


def test_pitfall_80_a_hundred_megabytes_of_nothing(tmp_path):
    path = tmp_path / "big"
    with path.open("wb") as stream:
        stream.truncate(100 << 20)
    tracemalloc.start()
    with path.open("rb") as stream, pytest.raises(Unreadable):
        candidates.of_file(stream, "big")
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()


def test_several_files_each_for_itself(history, run, file, tmp_path):
    good = file(games.text(games.smashup(0)), "good")
    bad = file(b"[]", "bad")
    other = file(games.text(games.race(1)), "other")
    status, out, error = run("import", good, bad, tmp_path / "none", other)
    assert status == 2
    assert "stored: 2" in out
    assert "none" in error


@pytest.mark.parametrize(
    "line",
    [
        b'{"ev": "note", "text": "\\"clashbox\\": 1"}\n',
        b'{"ev": "note", "text": "{\\"clashbox\\": 1}"}\n',
        b'{"ev": "note", "text": "x", "clashbox": 1}\n',
    ],
)
def test_a_note_that_looks_like_a_header_begins_no_game(history, line):
    outcomes = games.take_bytes(history, GOOD + line)
    assert [outcome.what for outcome in outcomes] == ["stored"]
    with history.read() as session:
        assert list(store.events(session, A))[-1]["ev"] == "note"


def test_a_header_cut_off_spoils_its_own_game_alone(history):
    content = (
        GOOD + b'{"clashbox": 1, "game": "smash\n{"ev": "turn", "p": 1}\n' + games.text(games.race()).encode()
    )
    outcomes = games.take_bytes(history, content)
    assert [outcome.what for outcome in outcomes] == ["stored", "quarantine", "stored"]


def test_a_game_goes_on_where_the_history_ends(history):
    whole = games.smashup()
    games.take(history, whole[:5])
    assert games.rows(history, Summary)[0]["over"] is False
    assert [outcome.what for outcome in games.take(history, whole)] == ["longer"]
    assert games.rows(history, Summary)[0]["over"] is True
    assert [outcome.what for outcome in games.take(history, whole[:7], whole)] == ["known", "known"]
    assert [row["data"]["after"] for row in games.rows(history, Change)] == [4, 11]


def test_a_game_is_known_again_without_its_id(history):
    head, *events = games.smashup()
    games.take(history, [head, *events])
    nameless = {name: value for name, value in head.items() if name != "id"}
    assert [outcome.id for outcome in games.take(history, [nameless, *events])] == [A]
    played_again = [{**nameless, "started": "2024-01-01T10:00:00Z"}, *events]
    assert [outcome.what for outcome in games.take(history, played_again)] == ["stored"]
    # Two evenings may be alike but for the id.
    assert [outcome.what for outcome in games.take(history, [{**head, "id": B}, *events])] == ["stored"]


def test_a_game_without_an_id_gets_one_that_stays(history, another):
    head, *events = games.smashup()
    del head["id"]
    name = games.take(history, [head, *events])[0].id
    assert [outcome.what for outcome in games.take(history, [head, *events])] == ["known"]
    assert candidates.of_piece(candidates.Piece(1, games.text([head, *events]).encode()), "x").id == name


def test_untrusted_text_never_reaches_the_terminal_raw(history, run, file):
    evil = "\x1b]0;x\x07\u202e\u2066\x9b31m\x00"
    head, *events = games.smashup(0, names=(evil + "An", "Bình"), note=evil, place=evil, id=A + evil)
    path = file(json.dumps({**head, "started": evil}) + "\n" + games.text(events), f"a\x1b{chr(0x202E)}b")
    fine = file(json.dumps(head) + "\n" + games.text(events) + json.dumps({"ev": "note", "text": evil}))
    for words in (
        ("import", path),
        ("import", fine),
        ("quarantine",),
        ("quarantine", "--print", "1"),
        ("games",),
        ("games", "--json"),
        ("export", "--all"),
        *(("export", "--all", "--format", form) for form in ("csv", "bgstats", "bgg")),
    ):
        _, out, error = run(*words)
        for character in "\x1b\x07\u202e\u2066\x9b\x00":
            assert character not in out + error, words


def test_headers_of_a_file_with_a_mark_and_windows_lines(history):
    content = b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n")
    assert [outcome.what for outcome in games.take_bytes(history, content)] == ["stored"]


def test_nothing_readable_raises_the_first_trouble():
    with pytest.raises(Unreadable) as said:
        candidates.of_file(io.BytesIO(b'{"clashbox": 1}\n{"clashbox": 2}\n'), "x")
    assert said.value.line == 1
