"""`clashbox deploy` with the true mpremote: what is copied, what stays, and which boards it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from clashbox import __main__, firmware
from clashbox.board import deploy, mpremote, plan, scripts
from clashbox.link import ports
from clashbox.trouble import Trouble
from clashbox.virtual import VirtualDevice, broker

from tests.board.hands import READ, SAVED, after_a_power_cycle


def test_an_update_copies_what_changed_and_leaves_what_is_the_users(
    device: VirtualDevice,
    old: Path,
    new: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    mpremote.run(device.port, [["exec", SAVED]])
    monkeypatch.setattr(firmware, "directory", lambda: new)
    assert __main__.run(["deploy", "--port", device.port, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["firmware"] == "2.0.0"
    files = firmware.files(new)
    before = firmware.files(old)
    assert told["copied"] == sorted(path for path in files if files[path] != before.get(path))
    assert {"/data/words.tsv", "/lib/clashdevice/app.mpy", "/lib/clashdevice/more.mpy"} < set(told["copied"])
    assert not {"/main.py", "/boot.py", "/lib/clashcore/frames.mpy"} & set(told["copied"])
    assert told["removed"] == ["/lib/clashdevice/gone.mpy"]
    assert after_a_power_cycle(device) == ("2.0.0", "2.0.0")
    assert "all there" in mpremote.run(device.port, [["exec", READ]])
    # Nothing is left over, and nothing is left to do.
    here = deploy.look(device.port)
    assert not [path for path in here.files if path.startswith((scripts.NEW, "/switch"))]
    assert deploy.prepare(here, files).empty
    assert __main__.run(["deploy", "--port", device.port, "--lang", "vi"]) == 0
    assert "tệp đều đã mới nhất" in capsys.readouterr().out


def found(**values: object) -> plan.Found:
    board = {
        "platform": "esp32",
        "version": (1, 28, 0),
        "mpy": 0x1F06,
        "machine": "Generic ESP32",
        "free": 10**6,
    }
    return plan.Found(plan.Board(**{**board, **values}), {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"version": (1, 24, 1)}, "runs MicroPython 1.24.1, the box needs 1.25 or newer.*clashbox flash"),
        ({"mpy": 0x1F05}, "reads .mpy files of version 5, mpy-cross here makes version 6"),
        ({"platform": "rp2", "machine": "Raspberry Pi Pico"}, "no ESP32 .Raspberry Pi Pico"),
        ({"free": 30_000}, "needs 68 KB of flash beside what is there, 29 KB are free"),
    ],
)
def test_a_board_that_does_not_serve_is_refused_before_anything_is_changed(
    new: Path, values: dict[str, object], said: str
) -> None:
    files = firmware.files(new)
    assert not deploy.prepare(found(), files).empty
    with pytest.raises(Trouble, match=said):
        deploy.prepare(found(**values), files)


def test_somebody_elses_program_is_asked_about(new: Path) -> None:
    files = firmware.files(new)
    here = found()
    assert not plan.another_program(here, files)
    here.files["/main.py"] = plan.digest(b"print('mine')")
    assert plan.another_program(here, files)
    here.files["/lib/clashdevice/app.mpy"] = plan.digest(b"an older one")
    assert not plan.another_program(here, files)


def test_damaged_lines_of_a_listing_are_not_believed(new: Path) -> None:
    files, board = plan.read(
        ['=clashbox ["/a", "00"]', '=clashbox ["/b", ', "chatter", '=clashbox {"platform": 1}']
    )
    assert (files, board) == ({"/a": "00"}, None)
    with pytest.raises(Trouble, match="clashbox deploy"):
        plan.found("PORT", ["nothing of ours"])


def test_several_boards_must_be_chosen_from_and_a_single_one_need_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = (ports.Found(f"/dev/tty{n}", "CP210x", "10c4:ea60", fits=True) for n in (1, 2))
    verdicts = {"/dev/tty1": "silent", "/dev/tty2": "board"}
    monkeypatch.setattr(ports, "judge", lambda found: ports.Verdict(found, verdicts[found.port], ""))
    monkeypatch.setattr(ports, "candidates", lambda: [one])
    assert ports.board_port("auto") == "/dev/tty1"
    monkeypatch.setattr(ports, "candidates", lambda: [one, two])
    assert ports.board_port("auto") == "/dev/tty2"
    verdicts["/dev/tty1"] = "clashbox"
    with pytest.raises(Trouble, match=r"2 ports may be the board .*--port"):
        ports.board_port("auto")
    assert ports.board_port("socket://x:1") == "socket://x:1"


def test_a_board_that_never_answers_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def refuses(port: str, steps: list[list[str]]) -> list[str]:
        asked.append(1)
        raise mpremote.Failed("mpremote: could not enter raw repl")

    monkeypatch.setattr(mpremote, "run", refuses)
    monkeypatch.setattr(mpremote, "PAUSE", 0.0)
    with pytest.raises(Trouble, match=r"press EN .reset.*clashbox flash"):
        deploy.look("PORT")
    assert len(asked) == mpremote.ATTEMPTS  # it may just have been starting


def test_a_port_that_is_held_or_gone_says_so(device: VirtualDevice) -> None:
    with ports.open_client(device.port), pytest.raises(Trouble, match="another program holds the port"):
        deploy.look(device.port)
    with pytest.raises(Trouble, match="there is no such port"):
        deploy.look("/dev/ttyNOPE9")


def test_a_board_that_starts_anew_is_never_seen_off(
    device: VirtualDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    # `clashbox play` ends when its device is off: a deployment that restarts it must not look like that.
    seen: list[bool] = []
    true = broker.start

    def start(*arguments: Any, **more: Any) -> Any:
        seen.append(device.running)
        return true(*arguments, **more)

    monkeypatch.setattr(broker, "start", start)
    mpremote.reset(device.port)
    device.settle()
    assert seen
    assert all(seen)


@pytest.mark.soak
def test_the_box_itself_onto_a_bare_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Somebody's program runs on it: it is asked about, then every file is copied, and the box starts.
    (tmp_path / "bare" / "lib").mkdir(parents=True)
    (tmp_path / "bare" / "main.py").write_text("print('mine')\n")
    with VirtualDevice(firmware=tmp_path / "bare", storage=tmp_path / "image") as bare:
        assert __main__.run(["deploy", "--port", bare.port]) == 2
        assert "--yes" in capsys.readouterr().err
        assert mpremote.run(bare.port, [["exec", "print(open('/main.py').read())"]])[0] == "print('mine')"
        assert __main__.run(["deploy", "--port", bare.port, "--yes", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["copied"] == sorted(firmware.files())
        assert told["firmware"] == firmware.version()
        assert __main__.run(["doctor", "--port", bare.port, "--database", str(tmp_path / "history.db")]) == 0


@pytest.mark.parametrize("step", ["look", "carry_out", "ask"])
def test_whoever_stops_half_way_leaves_a_board_that_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], new: Path, step: str
) -> None:
    done: list[str] = []

    def stop(*_: object) -> None:
        done.append(step)
        raise KeyboardInterrupt

    here = found()
    if step == "ask":  # another program is on the board, and nobody is there to say yes
        here.files["/main.py"] = plan.digest(b"print('mine')")
    monkeypatch.setattr(firmware, "directory", lambda: new)
    monkeypatch.setattr(deploy, "look", lambda _: here)
    if step == "look":
        monkeypatch.undo()
        monkeypatch.setattr(mpremote, "ask", stop)
    else:
        monkeypatch.setattr(deploy, "carry_out", stop)
    monkeypatch.setattr(mpremote, "reset", lambda port: done.append(f"reset {port}"))
    assert __main__.run(["deploy", "--port", "PORT"]) == (2 if step == "ask" else 130)
    assert done[-1] == "reset PORT"
    assert "Traceback" not in capsys.readouterr().err
