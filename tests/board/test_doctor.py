"""`clashbox doctor`: a sound box has no trouble; each trouble is found, and its line says what to do."""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from clashbox import __main__, firmware, i18n
from clashbox.board import doctor
from clashbox.db.engine import HEAD, Database
from clashbox.link import ports
from clashcore import wire

from tests.host.fake_device import FakeDevice

STATUS: dict[str, Any] = {
    "frames": 9,
    "bad": 0,
    "repeats": 0,
    "free": 900_000,
    "heap": 30_000,
    "used": 60_000,
    "uptime": 3_723_000,
    "presses": 5,
    "display": True,
    "python": "1.28.0",
}


class Box(FakeDevice):
    """A box that tells its counters, as it is told to."""

    status: dict[str, Any] = STATUS
    hello: dict[str, Any] = {"free": 900_000, "firmware": firmware.version()}  # noqa: RUF012

    def _do(self, kind: int, body: dict[str, Any]) -> Any:
        if kind == wire.STATUS:
            return [], self.status
        pieces, end = super()._do(kind, body)
        return pieces, {**end, **self.hello} if kind == wire.HELLO else end


@pytest.fixture
def box() -> Iterator[Box]:
    with Box() as device:
        yield device


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history without games, made once."""
    path = tmp_path_factory.mktemp("history") / "history.db"
    Database(str(path)).close()
    return path


@pytest.fixture
def history(empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "history.db"
    shutil.copyfile(empty, path)
    monkeypatch.setenv("CLASHBOX_DATABASE", str(path))
    return path


def examined(
    port: str, capsys: pytest.CaptureFixture[str], *more: str
) -> tuple[int, dict[str, dict[str, Any]]]:
    status = __main__.run(["doctor", "--port", port, "--json", *more])
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] == (status == 0)
    return status, {check["name"]: check for check in told["checks"]}


def test_a_sound_box_has_no_trouble(box: Box, history: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = examined(box.port, capsys)
    assert status == 0
    assert list(found) == [
        *("laptop", "database", "clock", "port", "identity", "firmware", "micropython"),
        *("display", "flash", "heap", "uptime", "link"),
    ]
    assert found["database"]["values"] == {
        "path": str(history),
        "schema": HEAD,
        "integrity": "ok",
        "games": 0,
    }
    assert found["uptime"]["text"].startswith("1:02:03")
    link = found["link"]["values"]
    assert link["sent"] == doctor.ROUNDS + 1
    assert link["repeated"] == link["bad"] == 0
    assert 0 < link["round_trip_ms"]["fastest"] <= link["round_trip_ms"]["slowest"]
    for lang, words in (("en", "All is right."), ("vi", "Mọi thứ đều ổn.")):
        assert __main__.run(["doctor", "--port", box.port, "--lang", lang]) == 0
        out = capsys.readouterr().out
        assert out.endswith(words + "\n")
        assert len(out.splitlines()) == len(found) + 1


@pytest.mark.parametrize(
    ("hello", "status", "name", "mend"),
    [
        ({"firmware": "0.0.1"}, {}, "firmware", "clashbox deploy"),
        ({"firmware": "99.0.0"}, {}, "firmware", "pipx install --force ."),
        ({"device": "?"}, {}, "identity", "clashbox deploy"),
        ({"free": 10_000}, {}, "flash", "clashbox sync"),
        ({}, {"heap": 4_000}, "heap", "plug it in again"),
        ({}, {"display": False}, "display", "hardware/README.md"),
        ({}, {"python": "1.24.1"}, "micropython", "clashbox flash"),
        ({}, {"bad": 5}, "link", "another cable"),
        ({}, {"heap": "much"}, "link", "update both"),
    ],
)
def test_each_trouble_of_a_box_is_found_and_says_what_to_do(
    box: Box,
    history: Path,
    capsys: pytest.CaptureFixture[str],
    hello: dict[str, Any],
    status: dict[str, Any],
    name: str,
    mend: str,
) -> None:
    box.hello = {**box.hello, **hello}
    box.status = {**box.status, **status}
    code, found = examined(box.port, capsys)
    assert code == 1
    assert {one for one, check in found.items() if not check["ok"]} == {name}
    assert mend in found[name]["text"]


def test_a_box_of_an_older_firmware_tells_less(
    box: Box, history: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box.status = {"frames": 1}
    assert examined(box.port, capsys)[1]["micropython"]["ok"]


def test_requests_that_are_lost_make_the_line_poor(
    box: Box, history: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    count = [0]

    def lossy(data: bytes) -> bytes:
        count[0] += 1
        return b"" if count[0] % 6 == 0 else data

    box.spoil = lossy
    code, found = examined(box.port, capsys)
    assert code == 1
    assert found["link"]["values"]["repeated"] >= 3
    assert "another cable" in found["link"]["text"]


def test_without_a_box_the_rest_is_still_looked_at(history: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = examined("/dev/ttyNOPE9", capsys)
    assert code == 1
    assert [name for name, check in found.items() if not check["ok"]] == ["port"]
    assert found["port"]["values"]["kind"] == "line.missing"
    assert __main__.run(["doctor", "--port", "/dev/ttyNOPE9", "--lang", "vi"]) == 1
    assert "Số lỗi: 1" in capsys.readouterr().out


def test_a_history_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "not" / "yet" / "history.db"
    monkeypatch.setenv("CLASHBOX_DATABASE", str(path))
    assert examined("/dev/ttyNOPE9", capsys)[1]["database"]["ok"]
    assert not path.parent.exists()


def spoil(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\xa5" * (size // 2))


def no_history(path: Path) -> None:
    path.write_bytes(b"this is no database, but quite a long text all the same" * 20)


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as held, held:  # closed now, not when memory is next tidied
        held.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    ("spoiler", "mend"),
    [(spoil, "clashbox"), (no_history, "move it aside"), (newer, "pipx install --force .")],
)
def test_each_trouble_of_a_history_is_found(
    history: Path, capsys: pytest.CaptureFixture[str], spoiler: Any, mend: str
) -> None:
    spoiler(history)
    before = history.read_bytes()
    found = examined("/dev/ttyNOPE9", capsys)[1]["database"]
    assert not found["ok"]
    assert mend in found["text"]
    assert history.read_bytes() == before  # it is looked at, no more


def test_a_large_history_is_looked_through_when_asked(
    history: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("clashbox.board.doctor.QUICK", 0)
    found = examined("/dev/ttyNOPE9", capsys)[1]["database"]
    assert found["ok"]
    assert found["values"]["integrity"] == "unfinished"
    assert "doctor --thorough" in found["text"]
    assert examined("/dev/ttyNOPE9", capsys, "--thorough")[1]["database"]["values"]["integrity"] == "ok"
    spoil(history)
    assert not examined("/dev/ttyNOPE9", capsys, "--thorough")[1]["database"]["ok"]


def test_a_history_that_cannot_be_written(
    history: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    true = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK and true(path, mode))
    found = examined("/dev/ttyNOPE9", capsys)[1]["database"]
    assert not found["ok"]
    assert "no permission to write" in found["text"]


def test_a_laptops_clock_that_cannot_be_right(monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.now()
    assert doctor._clock([now]).ok  # pyright: ignore[reportPrivateUsage]
    assert not doctor._clock([now + timedelta(days=9)]).ok  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(doctor, "BORN", now.year + 2)
    assert not doctor._clock([]).ok  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("kind", ["silent", "older"])
def test_a_port_where_no_box_answers_is_the_ports_trouble(
    history: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    monkeypatch.setattr(ports, "PATIENCE", 0.1)
    with FakeDevice(protocol=0 if kind == "older" else wire.PROTOCOL) as device:
        device.deaf = 10**6 if kind == "silent" else 0
        found = examined(device.port, capsys)[1]
    assert found["port"]["values"]["kind"] == f"hello.{kind}"
    assert list(found)[-1] == "port"


def test_every_check_has_a_name_in_both_languages() -> None:
    for name in ("laptop", "database", "clock", "port", "identity", "firmware", "micropython", "display"):
        assert all(i18n.t(f"doctor.name.{name}", lang=lang) for lang in i18n.LANGUAGES)
