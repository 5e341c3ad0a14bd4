"""`clashbox deploy` with the true mpremote: what is copied, what stays, and what a cut leaves."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clashbox import __main__, firmware
from clashbox.board import deploy, mpremote, plan, scripts
from clashbox.link import ports
from clashbox.trouble import Trouble
from clashbox.virtual import VirtualDevice
from clashbox.virtual.flash import TORN

SAVED = """
import os
for path in ("/save", "/save/games", "/lib/theirs"):
    try:
        os.mkdir(path)
    except OSError:
        pass
for path in ("/save/games/0123456789abcdef", "/save/settings", "/lib/theirs/x.py"):
    with open(path, "w") as file:
        file.write("theirs: " + path)
"""
READ = """
for path in ("/save/games/0123456789abcdef", "/save/settings", "/lib/theirs/x.py"):
    assert open(path).read() == "theirs: " + path, path
print("all there")
"""


def versions(device: VirtualDevice) -> tuple[str, str]:
    """The version that answers, and the one of which another of its files is."""
    with ports.open_client(device.port) as client:
        return client.hello_data.firmware, client.hello_data.board


def after_a_power_cycle(device: VirtualDevice) -> tuple[str, str]:
    """The same once the plug was pulled."""
    device.power_cut()
    device.boot()
    return versions(device)


def update(device: VirtualDevice, folder: Path, progress: deploy.Progress = lambda *_: None) -> plan.Plan:
    """What the command does, up to the restart."""
    files = firmware.files(folder)
    here = deploy.look(device.port)
    todo = deploy.prepare(here, files)
    if not todo.empty:
        deploy.carry_out(device.port, here, todo, files, progress)
    return todo


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


class Killed(BaseException):
    """The laptop's process is gone: nobody sees to the board any more."""


class Cut:
    """`mpremote.run` for tests: gives up sooner, and does something at a line that holds a word."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self._run = mpremote.run
        self.lines: list[str] = []
        self.at: Callable[[str], bool] = lambda _: False
        self.do: Callable[[], object] = lambda: None
        monkeypatch.setattr(mpremote, "run", self.run)

    def run(
        self, port: str, steps: list[list[str]], tell: mpremote.Tell = lambda _: None, **_: Any
    ) -> list[str]:
        def heard(line: str) -> None:
            self.lines.append(line)
            tell(line)
            if self.at(line):
                self.at = lambda _: False
                self.do()

        return self._run(port, steps, heard, silence=1.5)

    def kill(self) -> None:
        raise Killed


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> Cut:
    return Cut(monkeypatch)


def nth(word: str, number: int) -> Callable[[str], bool]:
    """True at the n-th line that holds that word."""
    left = [number]

    def at(line: str) -> bool:
        left[0] -= word in line
        return left[0] <= 0

    return at


def test_a_laptop_killed_on_the_way_leaves_the_old_or_the_new_one(
    device: VirtualDevice, new: Path, cut: Cut
) -> None:
    mpremote.run(device.port, [["exec", SAVED]])
    ran: list[str] = []
    # While the third file is copied; when all has arrived; when all is in its place.
    for word, number in (("cp ", 3), ("/new/switch", 2), ("platform", 2)):
        cut.at, cut.do = nth(word, number), cut.kill
        with pytest.raises(Killed):
            update(device, new)
        one, other = after_a_power_cycle(device)
        assert one == other
        ran.append(one)
    assert ran == ["1.0.0", "1.0.0", "2.0.0"]
    update(device, new)
    assert after_a_power_cycle(device) == ("2.0.0", "2.0.0")
    assert "all there" in mpremote.run(device.port, [["exec", READ]])


def test_a_cable_pulled_on_the_way_is_one_line_and_copying_goes_on_where_it_stopped(
    device: VirtualDevice,
    new: Path,
    cut: Cut,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(firmware, "directory", lambda: new)
    cut.at, cut.do = nth("cp ", 3), lambda: device.cable(False)
    assert __main__.run(["deploy", "--port", device.port]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"then: clashbox deploy --port {device.port}" in error
    device.cable(True)
    assert after_a_power_cycle(device) == ("1.0.0", "1.0.0")
    before = [line.split()[2] for line in cut.lines if line.startswith("cp ")]
    cut.lines.clear()
    assert __main__.run(["deploy", "--port", device.port]) == 0
    after = [line.split()[2] for line in cut.lines if line.startswith("cp ")]
    assert len(before) == 3
    assert after[0] == before[2]  # the first two had arrived whole
    assert versions(device) == ("2.0.0", "2.0.0")


def staged(device: VirtualDevice, new: Path, cut: Cut) -> bytes:
    """The flash of a board on which the switch is about to begin."""
    cut.at, cut.do = nth("/new/switch", 2), cut.kill
    with pytest.raises(Killed):
        update(device, new)
    mpremote.run(device.port, [["exec", "import os; os.rename('/new/switch', '/switch.py')"]])
    device.power_cut()
    return bytes(device._broker.flash.data)  # pyright: ignore[reportPrivateUsage]


def put_flash(device: VirtualDevice, data: bytes) -> None:
    flash = device._broker.flash  # pyright: ignore[reportPrivateUsage]
    flash.data[:] = data
    os.pwrite(flash._file, data, 0)  # pyright: ignore[reportPrivateUsage]


def cut_the_switch(device: VirtualDevice, image: bytes, operation: int, torn: str) -> bool:
    """Cuts the power at that operation of the flash; whether there was one. The next start must be whole."""
    device.power_cut()
    put_flash(device, image)
    device.power_cut(after_ops=operation, torn=torn)
    device.boot()
    there = not device.running
    device.power_cut()
    device.boot()
    assert versions(device) == ("2.0.0", "2.0.0"), (operation, torn)
    return there


@pytest.mark.parametrize(("step", "kinds"), [(5, ("before",)), pytest.param(1, TORN, marks=pytest.mark.soak)])
def test_the_plug_pulled_at_any_operation_of_the_switch(
    device: VirtualDevice, new: Path, cut: Cut, step: int, kinds: tuple[str, ...]
) -> None:
    image = staged(device, new, cut)
    operation = 2
    while all(cut_the_switch(device, image, operation, torn) for torn in kinds):
        operation += step
    assert operation > 10
    assert not deploy.prepare(deploy.look(device.port), firmware.files(new)).copy
    print(f"the switch takes up to {operation} operations of the flash; cut at every {step}")


@pytest.mark.soak
def test_an_old_boot_py_is_no_hindrance(device: VirtualDevice, new: Path, cut: Cut) -> None:
    # A board whose boot.py knows nothing of updates, cut in the middle of the switch: deploying again mends.
    mpremote.run(device.port, [["exec", "open('/boot.py', 'w').write('# mine')"]])
    staged(device, new, cut)
    device.boot()
    files = firmware.files(new)
    here = deploy.look(device.port)
    todo = deploy.prepare(here, files)
    if not todo.empty:
        deploy.carry_out(device.port, here, todo, files, lambda *_: None)
    assert after_a_power_cycle(device) == ("2.0.0", "2.0.0")
    assert deploy.look(device.port).files["/boot.py"] == plan.digest(files["/boot.py"])


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


def test_what_arrives_damaged_is_not_put_in_its_place(
    device: VirtualDevice, new: Path, cut: Cut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        scripts, "STAGED", "with open('/new/plan', 'a') as f: f.write('x')\n" + scripts.STAGED
    )
    with pytest.raises(Trouble, match="the box keeps its firmware"):
        update(device, new)
    assert after_a_power_cycle(device) == ("1.0.0", "1.0.0")


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
