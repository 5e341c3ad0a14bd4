"""`clashbox deploy` killed, unplugged, cut off: the old or the new one starts, and deploying again mends."""

import os
from pathlib import Path

import pytest
from clashbox import __main__, firmware
from clashbox.board import deploy, mpremote, plan, scripts
from clashbox.trouble import Trouble
from clashbox.virtual import VirtualDevice
from clashbox.virtual.flash import TORN

from tests.board.hands import READ, SAVED, Cut, Killed, after_a_power_cycle, nth, update, versions


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> Cut:
    return Cut(monkeypatch)


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


def test_what_arrives_damaged_is_not_put_in_its_place(
    device: VirtualDevice, new: Path, cut: Cut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        scripts, "STAGED", "with open('/new/plan', 'a') as f: f.write('x')\n" + scripts.STAGED
    )
    with pytest.raises(Trouble, match="the box keeps its firmware"):
        update(device, new)
    assert after_a_power_cycle(device) == ("1.0.0", "1.0.0")
