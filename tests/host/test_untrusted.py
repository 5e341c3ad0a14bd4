"""Files that nobody has any reason to trust, through the whole command: one clear line and status 2, or a
right answer, in little memory and without a traceback.

The command runs with so much address space and no more: ROOM for whatever is refused or short.
"""

import contextlib
import gzip
import io
import json
import os
import subprocess
import sys
import threading
import time

import pytest
from clashbox import core, reading, sources
from clashbox.trouble import Trouble

from tests.examples import LONG

ROOM = 192 << 20
MILLION = 320 << 20
"""Room for a million events, or two million lines of undo and redo."""

HEADER = b'{"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "B\xc3\xacnh"}]}\n'
BASE = b'{"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1]}\n{"ev": "turn", "p": 1}\n'
NOTE = b'{"ev": "note", "text": "x"}\n'
TOYS = b'{"clashbox": 1, "game": "toybattle", "terrain": "castle-field", "first": 1, "players": [{}, {}]}\n'

LIMITED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2);"
    "del sys.argv[1]; from clashbox.__main__ import main; main()"
)


def command(room, *arguments):
    return [sys.executable, "-c", LIMITED, str(room), *arguments]


def check(source, *more, room=ROOM, stdin=None, timeout=60):
    """Status, output and the error's lines of `clashbox check`."""
    done = subprocess.run(
        command(room, "check", str(source), "--lang", "en", *more),
        stdin=stdin if stdin is not None else subprocess.DEVNULL,
        capture_output=True,
        timeout=timeout,
    )
    error = done.stderr.decode().splitlines()
    assert not any("Traceback" in line for line in error), error
    return done.returncode, done.stdout.decode(), error


def refused(source, *words, **how):
    status, out, error = check(source, **how)
    assert (status, out, len(error)) == (2, "", 1), (status, error)
    for word in words:
        assert word in error[0], error[0]


def write(path, *parts):
    with open(path, "wb") as file:
        for part in parts:
            file.write(part)
    return path


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (HEADER + b'{"ev": "note", "text": "x", "x": ' + b"[" * 400_000 + b"\n", "deeper than 100"),
        (
            HEADER + b'{"ev": "note", "text": "' + b"\\\\" * 400_000 + b"[" * 200 + b'"]\n',
            "bad JSON at column",
        ),
        (HEADER + b'{"ev": "vp", "p": 1, "n": ' + b"9" * 900_000 + b"}\n", "too big"),
        (HEADER + b'{"ev": "vp", "p": 1, "n": 1e999999999}\n', "fraction or exponent"),
        (HEADER + b'{"ev": "vp", "p": 1, "n": NaN}\n', "NaN"),
        (HEADER + b'{"ev": "vp", "p": 1, "n": 1, "n": 2}\n', "twice"),
        (HEADER + b"x" * (2 << 20), "line is too long"),
        (HEADER + b'{"ev": "note", "text": "\xc3("}\n', "bad UTF-8"),
        (HEADER + b"\0\n", "bad JSON"),
        (HEADER.decode().encode("utf-16"), "UTF-16"),
        (HEADER.decode().encode("utf-16-be"), "UTF-16"),
        (HEADER.decode().encode("utf-16-le"), "UTF-16"),
        (HEADER.decode().encode("utf-32-le"), "UTF-16"),
        (gzip.compress(HEADER), "gzip"),
        (b"PK\x03\x04\x14\0", "zip"),
        (b"SQLite format 3\0" + bytes(84), "SQLite"),
        (bytes(4096), "binary"),
        (b"", "empty"),
        (b"\xef\xbb\xbf\xef\xbb\xbf" + HEADER, "bad JSON at column 1"),
    ],
    ids=range(19),
)
def test_one_clear_line(data, word, tmp_path):
    refused(write(tmp_path / "game.jsonl", data), word)


def test_a_mark_at_the_start_and_crlf_make_no_difference(tmp_path):
    plain = HEADER + BASE + NOTE
    file = write(tmp_path / "game.jsonl", b"\xef\xbb\xbf", plain.replace(b"\n", b"\r\n"))
    assert check(file, "--json")[:2] == check(write(tmp_path / "other", plain), "--json")[:2]


def test_a_line_of_100_mb(tmp_path):
    file = tmp_path / "game.jsonl"
    write(file, HEADER, b'{"ev": "note", "text": "', *[b"x" * (1 << 20)] * 100, b'"}\n')
    refused(file, "game.jsonl:2: the line is too long")


def test_long_lines_of_what_nobody_knows(tmp_path):
    # 300,000 empty lists take 20 MB where they are kept.
    line = b'{"ev": "note", "text": "x", "x": [' + b"[]," * 300_000 + b"1]}\n"
    assert check(write(tmp_path / "game.jsonl", HEADER, *[line] * 5))[0] == 0


@pytest.mark.parametrize(
    ("header", "line", "n"),
    [
        (HEADER + BASE, b'{"ev": "power", "p": 1, "b": 1, "n": 1, "t": 1000000, "m": 5}\n', 60_000),
        (HEADER + BASE + NOTE, b'{"ev": "undo"}\n{"ev": "redo"}\n', 50_000),
        (TOYS, b'{"ev": "note", "text": "x"}\n', 60_000),
    ],
)
def test_many_events(header, line, n, tmp_path):
    status, out, _ = check(write(tmp_path / "game.jsonl", header, line * n), "--json")
    assert status == 0
    assert json.loads(out)["ok"] is True


@pytest.mark.soak
@pytest.mark.parametrize(
    ("header", "line", "n", "room"),
    [
        (
            HEADER + BASE,
            b'{"ev": "power", "p": 1, "b": 1, "n": 1, "t": 1000000000, "m": 5}\n',
            1_000_000,
            MILLION,
        ),
        (HEADER + BASE, b'{"ev": "play", "p": 1, "kind": "action", "t": 100000}\n', 1_000_000, 2 * MILLION),
        (TOYS, b'{"ev": "draw", "p": 1, "n": 1}\n{"ev": "draw", "p": 2, "n": 1}\n', 500_000, 2 * MILLION),
        (HEADER + BASE + NOTE, b'{"ev": "undo"}\n{"ev": "redo"}\n', 1_000_000, MILLION),
        (HEADER + BASE + NOTE, b'{"ev": "undo"}\n{"ev": "redo"}\n', 5_000_000, 2 * MILLION),
        (HEADER + BASE, b'{"ev": "note", "text": "x", "m": 1}\n', 1_000_000, MILLION),
    ],
)
def test_a_million_events_and_ten_million_undos(header, line, n, room, tmp_path):
    if room != MILLION:  # seldom ones: a quarter of an hour by themselves
        n = int(n * min(1, LONG / 4))
    file = write(tmp_path / "game.jsonl", header, *[line * 1000] * (n // 1000))
    status, out, error = check(file, "--json", room=room, timeout=600)
    assert status in (0, 1), error
    report = json.loads(out)
    assert report["ok"] is (status == 0)
    if b"power" in line:
        assert report["state"]["bases"][0]["power"] == [n, 0]


@pytest.mark.soak
def test_a_file_at_the_limits(tmp_path):
    file = write(tmp_path / "many", HEADER, *[b"#\n" * 1000] * 17_000)
    refused(file, f"many:{reading.MAX_LINES + 1}: too many lines", timeout=300)
    file = write(tmp_path / "big", HEADER, *[b"#" * 1000 + b"\n"] * 300_000)
    refused(file, "the file is too big, expected at most 256 MB", timeout=300)
    file = write(tmp_path / "ends", HEADER, *[b'{"ev": "end"}\n' * 1000] * 1_100)
    refused(file, "more than 1048576 findings", room=2 * MILLION, timeout=300)


@contextlib.contextmanager
def endless(line):
    """A pipe out of which that line comes for ever."""
    source = subprocess.Popen(["yes", line], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield source.stdout
    finally:
        source.kill()
        source.wait()
        source.stdout.close()


@pytest.mark.parametrize("line", ["y", HEADER.decode().strip()])
def test_a_pipe_without_end(line):
    with endless(line) as stdin:
        refused("-", "-:", stdin=stdin)


@pytest.mark.soak
@pytest.mark.parametrize("line", ["", "#"])
def test_a_pipe_without_end_that_says_nothing(line):
    with endless(line) as stdin:
        refused("-", "too many lines", stdin=stdin, timeout=300)


def test_devices():
    refused("/dev/zero", "/dev/zero:1: binary")
    refused("/dev/null", "empty")


def test_a_folder(tmp_path):
    refused(tmp_path, "is a folder")


def test_a_pipe_that_nobody_fills(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "PATIENCE", 0.2)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Trouble, match="pipe") as caught:
        reading.read_game(str(tmp_path / "pipe"))
    assert caught.value.status == 2


def test_a_pipe_that_is_filled_late(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "PATIENCE", 0.2)
    os.mkfifo(tmp_path / "pipe")

    def fill():
        with open(tmp_path / "pipe", "wb", buffering=0) as pipe:
            time.sleep(0.5)  # longer than patience lasts, but it is open
            pipe.write(HEADER[:20])
            time.sleep(0.1)
            pipe.write(HEADER[20:] + NOTE)

    filling = threading.Thread(target=fill)
    filling.start()
    game = reading.read_game(str(tmp_path / "pipe"))
    filling.join()
    assert len(game.events) == 1


def test_a_file_that_grows_while_it_is_read(tmp_path):
    file = write(tmp_path / "game.jsonl", HEADER)

    def grow():
        with open(file, "ab", buffering=0) as out:
            for _ in range(400):
                out.write(NOTE * 20)
                out.write(NOTE[:9])  # half a line
                out.write(NOTE[9:])

    growing = threading.Thread(target=grow)
    growing.start()
    while growing.is_alive():
        with contextlib.suppress(reading.Unreadable):  # half a line at its end
            reading.read_game(str(file))
    growing.join()
    assert len(reading.read_game(str(file)).events) == 400 * 21


def test_a_file_that_goes_while_it_is_read(tmp_path):
    file = write(tmp_path / "game.jsonl", HEADER, NOTE * 1000)
    with sources.opened(str(file)) as stream:
        first = stream.read(10)
        file.unlink()
        assert len(first + stream.read()) == len(HEADER + NOTE * 1000)
    file = write(tmp_path / "cut.jsonl", HEADER, NOTE * 100_000)
    with sources.opened(str(file)) as stream:
        lines = reading.lines(stream, "cut.jsonl")
        assert next(lines)[0] == 1
        os.truncate(file, 0)
        assert sum(1 for _ in lines) < 100_000


NASTY = "\x1b[31mAn\u202e\u200bx\x07\x9b2J\r\nB"


def harmless(text):
    return all(c.isprintable() or c == "\n" for c in text)


def test_names_reach_no_terminal_as_they_are(tmp_path):
    header = {"clashbox": 1, "game": "smashup", "players": [{"name": NASTY}, {"name": "e\u0302\u0301" * 90}]}
    events = [{"ev": "turn", "p": 2}, {"ev": "turn", "p": 2}, {"ev": "treasure.out", "p": 1, "n": 3}]
    text = "".join(json.dumps(line) + "\n" for line in (header, *events)).encode()
    file = write(tmp_path / "game.jsonl", text)
    for arguments in ((), ("--json",)):
        _, out, _ = check(file, *arguments)
        assert harmless(out)
        assert "[31mAnx2J B" in out
        assert "ế" * 39 + "…" in out


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("check", NASTY),
        ("check", NASTY, "more"),
        (NASTY,),
        ("check", f"--{NASTY}", "x"),
        ("check", "x", "--lang", NASTY),
        ("show", NASTY),
    ],
)
def test_whatever_a_message_repeats_is_harmless(arguments, lang, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "clashbox", *arguments],
        capture_output=True,
        env={**os.environ, "LC_ALL": lang, "CLASHBOX_DATABASE": str(tmp_path / "games.db")},
        timeout=60,
    )
    error = done.stderr.decode()
    assert done.returncode in (1, 2)
    assert harmless(error) and error.count("\n") == 1, error


def test_the_name_of_a_file_is_harmless(tmp_path):
    file = write(tmp_path / "\x1b[31m\u202e.jsonl", HEADER, b'{"ev": "vp", "p": 7, "n": 1}\n')
    _, _, error = check(file)
    assert harmless(error[0]) and error[0].startswith(f"{tmp_path}/[31m.jsonl:2: ")
    file.write_bytes(HEADER + BASE + b'{"ev": "score.start", "b": 1}\n')
    status, out, _ = check(file)
    assert status == 1 and harmless(out)


def test_a_game_file_is_written_fit_to_be_printed():
    header = {"clashbox": 1, "game": "smashup", "players": [{"name": NASTY}, {"name": "Bình"}]}
    header = core.read_header(header)
    text = "".join(core.write(header, [{"ev": "note", "text": NASTY}]))
    assert harmless(text) and "Bình" in text
    game = reading.read_stream(io.BytesIO(text.encode()), "game.jsonl")
    assert game.header == header
    assert list(game.events) == [(2, {"ev": "note", "text": NASTY})]
