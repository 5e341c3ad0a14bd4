"""The command line as a user meets it: exit statuses, one-line errors, both languages, a quick start."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from clashbox import __main__, i18n
from clashbox.cli import COMMANDS, click_words

GAME = """{"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}]}
{"ev": "turn", "p": 1}
{"ev": "base", "b": 1, "breakpoint": 10, "vp": [4, 2, 1]}
{"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": 4}
"""
EARLY = GAME + '{"ev": "score", "b": 1}\n'


def clashbox(*arguments, stdin=b"", **environment):
    done = subprocess.run(
        [sys.executable, "-m", "clashbox", *arguments],
        input=stdin,
        capture_output=True,
        timeout=60,
        env={**{k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}, **environment},
    )
    error = done.stderr.decode()
    assert "Traceback" not in error
    return done.returncode, done.stdout.decode(), error


@pytest.fixture
def here(capsys, monkeypatch):
    """The same in this process, for what needs none of its own."""

    def run(*arguments, **environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        status = __main__.run([*arguments, "--lang", "en"])
        out, error = capsys.readouterr()
        assert "Traceback" not in error
        return status, out, error

    yield run
    i18n.set_language(None)


def one_line(error):
    assert error.count("\n") == 1, error
    return error.strip()


def test_a_game_without_a_breach(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(GAME, encoding="utf-8")
    status, out, error = clashbox("check", str(file))
    assert (status, error) == (0, "")
    assert "keeps the rules" in out


def test_a_breach_is_named_with_its_line(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(EARLY, encoding="utf-8")
    status, out, _ = clashbox("check", str(file))
    assert status == 1
    assert out.startswith(f"{file}:5: SB-05 violation: ")


def test_json_has_the_form_that_others_lean_on():
    status, out, _ = clashbox("check", "-", "--json", stdin=EARLY.encode())
    report = json.loads(out)
    assert status == 1
    assert set(report) == {"game", "ok", "findings", "state"}
    assert (report["game"], report["ok"]) == ("smashup", False)
    assert [(f["line"], f["rule"], f["level"]) for f in report["findings"]] == [(5, "SB-05", "violation")]
    assert report["findings"][0]["text"]
    assert report["state"]["vp"] == [4, 0]
    assert clashbox("check", "-", "--json", stdin=GAME.encode())[0] == 0


def test_an_unreadable_file_is_one_line_with_file_and_line(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(GAME + '{"ev": "vp", "p": 1,\n', encoding="utf-8")
    status, out, error = clashbox("check", str(file), "--json")
    assert (status, out) == (2, "")
    assert one_line(error).startswith(f"{file}:5: bad JSON at column 21")


def test_an_event_that_cannot_be_applied_is_no_rules_matter():
    status, _, error = clashbox(
        "check", "-", stdin=(GAME + '{"ev": "vp", "p": 2, "n": 1}\n{"ev": "redo"}\n').encode()
    )
    assert status == 2
    assert one_line(error).startswith("-:6: redo: ")


@pytest.mark.parametrize("name", ["no/such/file", ".", "\udcff\n\x1b[31m"])
def test_a_file_that_is_not_there(name):
    status, _, error = clashbox("check", name)
    assert status == 2
    assert "\x1b" not in one_line(error)


@pytest.mark.parametrize(
    ("arguments", "environment", "word"),
    [
        (["--lang", "vi"], {}, "đúng luật"),
        ([], {"LANG": "vi_VN.UTF-8"}, "đúng luật"),
        ([], {"LANG": "fr_FR.UTF-8"}, "keeps the rules"),
        ([], {"LC_ALL": "C", "LANG": "vi_VN.UTF-8"}, "keeps the rules"),
        (["--lang=en"], {"LC_ALL": "vi_VN"}, "keeps the rules"),
    ],
)
def test_the_language(arguments, environment, word):
    assert word in clashbox("check", "-", *arguments, stdin=GAME.encode(), **environment)[1]
    assert word in clashbox(*arguments, "check", "-", stdin=GAME.encode(), **environment)[1]


def test_help_lists_all_commands_in_both_languages():
    status, out, _ = clashbox("--help")
    assert status == 0
    for command in COMMANDS:
        assert f"\n  {command} " in out
    assert "luật" in clashbox("--lang", "vi", "--help")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["check"],
        ["check", "a", "b"],
        ["check", "--frob", "x"],
        ["play", "--http-port", "x"],
        ["--lang", "fr"],
    ],
)
def test_a_wrong_command_line_is_one_line(arguments):
    status, _, error = clashbox(*arguments)
    assert status == 2
    assert "--help" in one_line(error)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frobnicate"], "không có lệnh frobnicate"),
        (["check", "--frob", "x"], "không có tùy chọn --frob"),
        (["check"], "thiếu 'FILE'"),
        (["play", "--http-port", "x"], "'--http-port' có giá trị sai"),
        (["check", "a", "b"], "thừa trên dòng lệnh: b; xem: clashbox check --help"),
        (["games", "--playr", "x"], "không có tùy chọn --playr. Ý bạn là: --player"),
        (["gams"], "không có lệnh gams. Ý bạn là: games"),
        (["games", "--limit", "x"], "'--limit' có giá trị sai: 'x' không phải là số nguyên"),
        (["games", "--limit", "0"], "'--limit' có giá trị sai: 0 nằm ngoài khoảng 1<=x<=1000000000"),
        (["games", "--limit"], "'--limit' cần một giá trị; xem: clashbox games --help"),
        (["games", "--json=1"], "'--json' không nhận giá trị; xem: clashbox games --help"),
        (["stats", "foo"], "'foo' không có trong 'players'"),
        (["draft", "--pick", "3"], "'3' không phải là '2-of-3'"),
        (["terrain", "--lang", "vi"], "thiếu lệnh; xem: clashbox terrain --help"),
    ],
)
def test_a_wrong_command_line_in_vietnamese(arguments, said):
    status, _, error = clashbox("--lang", "vi", *arguments)
    assert status == 2
    assert said in one_line(error)
    assert "; xem: clashbox" in error


def test_what_was_typed_is_not_repeated_at_any_length():
    said = one_line(clashbox("games", "--limit", "9" * 5000)[2])
    assert "999…999" in said
    assert len(said) < 250


HELP = """
import contextlib, io, json, sys
from clashbox import __main__
found = []
for command in json.loads(sys.argv[2]):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = __main__.run(["--lang", sys.argv[1], *command, "--help"])
    found.append([command, status, out.getvalue()])
print(json.dumps(found))
"""
"""All helps of one language out of one process: a start for each would take half a minute."""


def helps(lang, commands):
    done = subprocess.run(
        [sys.executable, "-c", HELP, lang, json.dumps(commands)], capture_output=True, check=True, timeout=60
    )
    return json.loads(done.stdout)


def test_no_english_word_of_click_in_a_vietnamese_help():
    for command, status, out in helps("vi", [[], *([name] for name in COMMANDS), ["terrain", "check"]]):
        assert status == 0, command
        assert out.startswith("Cách dùng: clashbox"), command
        assert not re.search(r"Usage|Options:|Commands:|Show this|default|INTEGER|Examples", out), command


def test_every_message_of_click_that_is_put_into_our_words_is_there():
    sources = "".join(path.read_text() for path in Path(click.__file__).parent.glob("*.py"))
    assert [message for message in click_words.MESSAGES if f'"{message}"' not in sources] == []


def test_every_help_has_an_example():
    wanted = sorted(set(COMMANDS) - {"device", "ports", "play", "sync"})
    for (command,), _, out in helps("en", [[name] for name in wanted]):
        assert f"clashbox {command}" in out.partition("Examples:")[2], command


def test_the_version():
    status, out, _ = clashbox("--version")
    assert status == 0
    assert out.startswith("clashbox ")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_no_error(unbuffered):
    # 141 as of any program that SIGPIPE ends; 1 would say that a rule was broken.
    command = f"({sys.executable} -m clashbox check - --json; echo $? >&2) | true"
    done = subprocess.run(
        ["sh", "-c", command],
        input=GAME.encode(),
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    assert done.stderr == b"141\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_output_that_is_full_is_one_line(unbuffered):
    if not Path("/dev/full").exists():
        return
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "clashbox", "check", "-", "--json"],
            input=GAME.encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 74
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("closed", "status", "error"),
    [
        ("- <&-", 2, "-:1: the file is empty"),
        ("{} >&-", 1, ""),
        ("{} 2>&-", 1, ""),
        ("{} <&- >&- 2>&-", 1, ""),
        ("/nope <&- >&- 2>&-", 2, ""),
    ],
)
def test_standard_streams_that_are_closed(closed, status, error, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(EARLY, encoding="utf-8")
    command = f"{sys.executable} -m clashbox check " + closed.replace("{}", str(file))
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60)
    assert done.returncode == status
    assert done.stderr.decode().startswith(error)
    assert done.stderr.count(b"\n") == bool(error)


@pytest.mark.parametrize("name", ["", "{1}{0}", "a\nb"])
def test_the_name_of_a_file_is_no_part_of_the_sentence(name):
    status, _, error = clashbox("check", name)
    assert status == 2
    shown = " ".join(name.split())
    assert one_line(error) == f"clashbox: {shown}: no such file; check the name"


# All that a check and `--version` load of ours (the rules' own modules apart) and of other people's; what is
# not named here costs time that a quick question has not got.
START = {
    "clashbox",
    "clashbox.__main__",
    "clashbox.cli",
    "clashbox.cli.click_words",
    "clashbox.i18n",
    "clashbox.text",
    "clashbox.trouble",
}
CHECK = START | {
    *("clashbox.cards", "clashbox.cards.facts", "clashbox.cards.model", "clashbox.cards.store"),
    *(
        "clashbox.checking",
        "clashbox.cli.check",
        "clashbox.cli.loose",
        "clashbox.cli.options",
        "clashbox.core",
        "clashbox.ijson",
    ),
    *("clashbox.reading", "clashbox.recorded", "clashbox.sources", "clashbox.rules"),
}
TOY_GAME = (
    '{"clashbox": 1, "game": "toybattle", "terrain": "castle-field", "first": 1, "players": [{}, {}]}\n'
)


@pytest.mark.parametrize(
    ("arguments", "stdin", "ours", "theirs"),
    [
        (["--version"], "", START, {"click"}),
        (["check", "-"], GAME, CHECK, {"click", "msgspec"}),
        (["check", "-"], TOY_GAME, CHECK, {"click", "msgspec"}),
        (["check", "-"], "x", CHECK, {"click", "msgspec"}),
    ],
)
def test_nothing_is_loaded_that_is_not_needed(arguments, stdin, ours, theirs):
    code = (
        "import sys; before = set(sys.modules); from clashbox.__main__ import run; run(sys.argv[1:]);"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], input=stdin.encode(), capture_output=True, timeout=60
    )
    loaded = set(done.stdout.decode().splitlines()[-1].split())
    assert {name for name in loaded if name.split(".")[0] == "clashbox" and ".rules." not in name} == ours
    allowed = sys.stdlib_module_names | {"clashbox", "clashcore", "typing_extensions"} | theirs
    # What is not a module that lies somewhere is none that was loaded (compiled parts name themselves oddly).
    found = {name.split(".")[0] for name in loaded} - allowed
    assert {name for name in found if importlib.util.find_spec(name)} == set()
    heavy = {"asyncio", "difflib", "inspect", "multiprocessing", "sqlite3", "ssl", "urllib.request", "xml"}
    assert heavy & loaded <= {"inspect"}  # click's own
    assert len(loaded) < 200


@pytest.mark.parametrize(
    ("port", "word"),
    [
        ("/dev/ttyNOPE9", "there is no such port"),
        (__file__, "is no serial port"),
        ("socket://127.0.0.1:1", "cannot be opened"),
        ("nonsense://x", "pySerial"),
    ],
)
def test_a_port_that_does_not_serve(port, word, tmp_path, here):
    status, _, error = here("sync", "--port", port, "--database", str(tmp_path / "h.db"))
    assert status == 1
    assert word in one_line(error)
    assert here("sync", CLASHBOX_PORT=port, CLASHBOX_DATABASE=str(tmp_path / "h.db"))[2] == error


def test_a_database_that_does_not_serve(tmp_path, here):
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database" * 100)
    for database in (str(broken), str(tmp_path), "nonsense://x", str(broken / "below")):
        status, _, error = here("games", "--database", database)
        assert status == 1
        assert one_line(error)
    for database in ("mysql://x/y", "mssql://x"):
        status, _, error = here("games", "--database", database)
        assert status == 1
        assert "only SQLite and PostgreSQL serve" in one_line(error)
    assert broken.read_bytes().startswith(b"this is no database")
