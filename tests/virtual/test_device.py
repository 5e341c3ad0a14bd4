"""The virtual device as its users see it: keys, clock, display, power, counters."""

import errno
import gc
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from clashbox.virtual import VirtualDevice, VirtualDeviceError

from tests.virtual.conftest import FIRMWARE

KEYS = ["a", "b", "down", "left", "right", "up"]


def bars(device: VirtualDevice) -> list[int]:
    """How often the firmware saw each of KEYS, from the lengths of its bars."""
    screen = device.screen()
    return [screen[8 * row + 3].rstrip().count("#") for row in range(len(KEYS))]


def test_keys_reach_the_screen_and_bounce_counts_once(device: VirtualDevice):
    device.press("right", "a", "a", "up")
    assert bars(device) == [2, 0, 0, 0, 1, 1]
    device.hold("b", ms=900)
    device.chord("left", "down")
    assert bars(device) == [2, 1, 1, 1, 1, 1]
    assert device.bus.presses == 7


def test_a_picture_is_counted_when_the_device_rests_after_it(device: VirtualDevice):
    before = device.bus
    device.press("a")
    device.advance(500)
    after = device.bus
    assert after.i2c_transactions > before.i2c_transactions + 1
    assert after.pictures == before.pictures + 1


def test_bounce_is_there_for_a_firmware_that_does_not_debounce():
    with VirtualDevice(firmware=FIRMWARE, seed=3) as device:
        edges: list[int] = []
        broker = device._broker
        schedule = broker.clock.schedule

        def watch(changes):
            changes = list(changes)
            edges.append(len(changes))
            schedule(changes)

        broker.clock.schedule = watch
        device.press("a")
    with VirtualDevice(firmware=FIRMWARE, bounce=False) as device:
        schedule_clean: list[int] = []
        clean = device._broker.clock.schedule

        def watch_clean(changes):
            changes = list(changes)
            schedule_clean.append(len(changes))
            clean(changes)

        device._broker.clock.schedule = watch_clean
        device.press("a")
    assert all(count >= 3 for count in edges) and len(edges) == 2
    assert schedule_clean == [1, 1]


def test_an_unknown_key_is_named(shared: VirtualDevice):
    with pytest.raises(ValueError, match="left right up down a b"):
        shared.press("x")


def test_time_stands_still_between_calls_and_advances_quickly(shared: VirtualDevice):
    before = shared.now
    time.sleep(0.05)
    assert shared.now == before
    start = time.monotonic()
    shared.advance(90_000)
    assert shared.now == before + 90_000
    assert time.monotonic() - start < 5


def test_realtime_follows_the_wall_and_presses_jump_ahead():
    with VirtualDevice(firmware=FIRMWARE, realtime=True) as device:
        first = device.now
        time.sleep(0.3)
        second = device.now
        assert 200 < second - first < 2000
        start = time.monotonic()
        device.press("a", "a", "b")
        device.advance(30_000)
        assert time.monotonic() - start < 5
        assert device.now - second >= 30_000
        device.key_down("up")
        time.sleep(0.2)
        device.key_up("up")
        time.sleep(0.2)
        assert bars(device) == [2, 1, 0, 0, 0, 1]
        # Pressed while the firmware is held up: no press is lost, as a board's timer loses none.
        assert device.pid is not None
        for at in (1, 2):
            os.kill(device.pid, signal.SIGSTOP)
            time.sleep(0.05)
            device.key_down("up")
            time.sleep(0.09)
            device.key_up("up")
            time.sleep(0.05)
            os.kill(device.pid, signal.SIGCONT)
            time.sleep(0.2)
            assert bars(device)[5] == 1 + at


def test_ticks_wrap_without_harm():
    with VirtualDevice(firmware=FIRMWARE, start_ms=2**30 - 300) as device:
        device.press("a", "a", "a", "a", "a")
        assert device.now > 2**30
        assert bars(device)[0] == 5


def test_a_picture_is_saved(shared: VirtualDevice, tmp_path: Path):
    from PIL import Image

    shared.save_png(tmp_path / "screen.png", scale=3)
    with Image.open(tmp_path / "screen.png") as picture:
        assert picture.size == (384, 192)
        lit = [picture.getpixel((3 * x + 1, 3 * 60 + 1)) for x in range(128)]
    assert lit == [255 if cell == "#" else 0 for cell in shared.screen()[60]]
    assert set(lit) == {0, 255}


def test_storage_outlives_the_device_and_the_firmware_is_brought_up_to_date(tmp_path: Path):
    image = tmp_path / "deep" / "flash.img"
    with VirtualDevice(storage=image, firmware=FIRMWARE) as device:
        device.press("a", "b")
    other = tmp_path / "firmware"
    (other / "lib").mkdir(parents=True)
    (other / "main.py").write_text("print(open('/save/counts').read(), __import__('os').listdir('/lib'))")
    (other / "lib" / "new.py").write_text("x = 1")
    with VirtualDevice(storage=image, firmware=other) as device:
        assert b"'a': 1" in device.log and b"['new.mpy']" in device.log
    before = image.read_bytes()
    with VirtualDevice(storage=image, firmware=other):
        pass
    assert image.read_bytes() == before


def test_a_file_that_is_no_image_is_named(tmp_path: Path):
    broken = tmp_path / "broken.img"
    broken.write_bytes(b"no flash" * 512 * 4)
    with pytest.raises(VirtualDeviceError, match=r"broken\.img.*move the file away"):
        VirtualDevice(storage=broken, firmware=FIRMWARE)


def test_power_can_go_at_once_and_come_back(device: VirtualDevice):
    device.press("a")
    pid = device.pid
    device.power_cut()
    assert not device.running and device.pid is None
    with pytest.raises(VirtualDeviceError, match="switched off"):
        device.press("a")
    device.boot()
    assert device.running and device.pid not in (None, pid)
    assert bars(device)[0] == 0  # the test's firmware forgets: it was a real restart
    assert device.log.count(b"ready") == 2


@pytest.mark.parametrize("torn", ["before", "half", "noise", "after"])
def test_power_goes_at_a_flash_operation(device: VirtualDevice, torn: str):
    device.press("a")
    for after in (1, 2):
        device.power_cut(after_ops=after, torn=torn)
        for _ in range(10):
            if not device.running:
                break
            device.press("b")
        assert not device.running
        device.boot()
        device.press("a")
    assert bars(device)[0] == 1
    # Whatever was torn, the file system mounts and holds a whole file.
    device._broker.call(device._broker.power_off)
    image = bytes(device._broker.flash.data)
    assert b"{'a': 1}" in image


def test_counters(device: VirtualDevice):
    before = device.bus
    device.press("a")
    after = device.bus
    # One frame: seven bytes of commands and 1,025 of data with an address byte each.
    assert after.i2c_bytes - before.i2c_bytes == 8 + 1026
    assert after.i2c_transactions - before.i2c_transactions == 2
    assert after.presses - before.presses == 1
    assert after.flash_programs > before.flash_programs
    assert after.flash_reads > before.flash_reads > 0
    assert before.presses == 0  # a copy: it does not count on


def test_no_display_on_the_bus():
    with VirtualDevice(firmware=FIRMWARE, display=False) as device:
        assert b"no display %d" % errno.ENODEV in device.log
        device.press("a")
        with pytest.raises(VirtualDeviceError, match="no display"):
            device.screen()


def test_bus_errors_can_be_made(device: VirtualDevice):
    device.bus_error(errno.ETIMEDOUT)
    device.press("a")
    assert b"OSError" in device.log and b"ETIMEDOUT" in device.log
    device.bus_error(None)
    device.reset()
    device.press("a")
    assert bars(device)[0] == 1


def test_nothing_is_left_behind():
    gc.collect()
    threads, descriptors = threading.active_count(), len(os.listdir("/proc/self/fd"))
    with VirtualDevice(firmware=FIRMWARE) as device:
        device.press("a")
        device.power_cut()
        device.boot()
        pid = device.pid
    assert pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == descriptors
    with pytest.raises(VirtualDeviceError, match="closed"):
        device.press("a")


def test_a_firmware_that_cannot_start_is_no_endless_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "lib").mkdir()
    (tmp_path / "main.py").write_text("x = [bytearray(1000) for _ in range(1000)]")
    with VirtualDevice(firmware=tmp_path) as device:
        assert b"MemoryError" in device.log and device.log.endswith(b">>> ")
    stub = tmp_path / "stub"
    stub.write_text("#!/bin/sh\necho broken binary\nexit 1\n")
    stub.chmod(0o755)
    monkeypatch.setenv("MICROPYTHON", str(stub))
    with pytest.raises(VirtualDeviceError, match=r"does not start.*broken binary"):
        VirtualDevice(storage=None, firmware=tmp_path)


def test_the_board_itself_takes_little_of_the_heap(tmp_path: Path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "main.py").write_text("import gc\ngc.collect()\nprint('used', gc.mem_alloc())")
    with VirtualDevice(firmware=tmp_path) as device:
        used = int(device.log.split(b"used ")[1].split()[0])
    assert used < 17_000  # of a 64-bit build; 1,000 of it are MicroPython's own
