"""The port: what a client at the other end of the cable sees."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial
from clashbox.virtual import VirtualDevice, VirtualDeviceError
from clashcore import frames, wire

from tests.virtual.conftest import FIRMWARE

FRAME = frames.encode(wire.HELLO, 7, bytes(range(60)))


def client(device: VirtualDevice, timeout: float = 5) -> serial.Serial:
    return serial.Serial(device.port, 115200, timeout=timeout, exclusive=True)


def mpremote(device: VirtualDevice, *arguments: str) -> str:
    command = [sys.executable, "-m", "mpremote", "connect", device.port, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_serial_input_wakes_a_frozen_device(device: VirtualDevice):
    for _ in range(2):  # clients come and go
        with client(device) as port:
            for _ in range(20):
                port.write(FRAME)
                assert port.read(len(FRAME)) == FRAME
    device.settle()
    clock = device.now
    time.sleep(0.05)
    assert device.now == clock  # idle again


def test_more_than_259_bytes_are_lost_without_a_word(device: VirtualDevice):
    with client(device, timeout=0.3) as port:
        port.write(b"\0" + b"x" * 400 + b"\0")
        assert port.read(500) == b""
        assert device.bus.serial_lost == 402 - 259
        port.write(b"\0")
        assert port.read(500) == b"\0" + b"x" * 258 + b"\0"


def test_boot_chatter_is_log_and_frames_are_not(device: VirtualDevice):
    assert device.log.startswith(b"\xff\x95") and b"POWERON_RESET" in device.log
    with client(device) as port:
        port.write(FRAME)
        port.read(len(FRAME))
        device.reset()
        assert b"rst:0x1" in port.read_until(b"ready")
    assert FRAME[1:-1] not in device.log


def test_baud_is_kept():
    with VirtualDevice(firmware=FIRMWARE, baud=19200) as device, client(device) as port:
        time.sleep(0.4)  # the boot messages are on the line
        port.reset_input_buffer()
        start = time.monotonic()
        for _ in range(3):
            port.write(FRAME)
            assert port.read(len(FRAME)) == FRAME
        took = time.monotonic() - start
    wire_time = 3 * 2 * len(FRAME) * 10 / 19200
    assert wire_time * 0.95 < took < wire_time * 2 + 0.3


def test_noise_is_repeatable_and_can_be_switched_off(device: VirtualDevice):
    with client(device, timeout=0.3) as port:

        def through() -> bytes:
            port.write(b"\0" + b"a" * 200 + b"\0")
            return port.read(1000)

        clean = through()
        assert clean == b"\0" + b"a" * 200 + b"\0"
        noisy: list[bytes] = []
        for _ in range(2):
            device.noise(drop=0.02, double=0.02, flip=0.02, seed=5)
            noisy.append(through())
        assert noisy[0] != clean
        device.noise()
        port.write(b"\0")
        port.read(1000)
        assert through() == clean


def test_a_pulled_cable(device: VirtualDevice):
    with client(device, timeout=0.2) as port:
        device.cable(False)
        port.write(FRAME)
        assert port.read(100) == b""
        device.cable(True)
        port.write(FRAME)
        assert port.read(len(FRAME)) == FRAME


def test_a_client_that_does_not_read_does_not_hold_up_the_device(tmp_path: Path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "main.py").write_text(
        "import time\nfor i in range(3000): print('line', i)\nwhile True: time.sleep_ms(5)"
    )
    with VirtualDevice(firmware=tmp_path) as device:
        assert device.log.endswith(b"line 2999\n")


def test_mpremote_gets_in_copies_and_leaves(device: VirtualDevice, tmp_path: Path):
    big = tmp_path / "big.bin"
    big.write_bytes(bytes(range(256)) * 40)
    listing = mpremote(device, "fs", "ls", ":/lib")
    assert "tiny.mpy" in listing
    assert b"saved" in device.log  # the firmware had its chance
    mpremote(device, "fs", "cp", str(big), ":/save/big.bin")
    mpremote(device, "fs", "cp", ":/save/big.bin", str(tmp_path / "back.bin"))
    assert (tmp_path / "back.bin").read_bytes() == big.read_bytes()
    assert mpremote(device, "eval", "6 * 7").strip() == "42"
    mpremote(device, "reset")
    device.settle()
    assert b"SW_CPU_RESET" in device.log
    device.press("a")
    with client(device) as port:
        port.write(b"\0")  # mpremote's farewell reached the new program
        port.read_until(b"\x02\0")
        port.write(FRAME)
        assert port.read(len(FRAME)) == FRAME


def test_an_error_at_the_raw_prompt_is_mpremotes_error(device: VirtualDevice):
    command = [sys.executable, "-m", "mpremote", "connect", device.port, "exec", "1/0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stdout + done.stderr


def test_control_c_reaches_a_program_that_never_sleeps(device: VirtualDevice):
    with client(device) as port:
        port.write(b"\x03")
        port.read_until(b">>> ")
        port.write(b"while True: pass\r")
        port.read_until(b"pass\r\n")
        time.sleep(0.1)
        port.write(b"\x03")
        assert b"KeyboardInterrupt" in port.read_until(b"KeyboardInterrupt")


def test_the_friendly_prompt(device: VirtualDevice):
    with client(device) as port:
        port.write(b"\x03")
        assert b"saved" in port.read_until(b">>> ")
        port.write(b"1 + 2x\x7f\r")
        assert port.read_until(b">>> ").endswith(b"\r\n3\n>>> ")
        port.write(b"for i in range(2):\r  print(i)\r\r")
        assert b"0\n1\n" in port.read_until(b">>> ")
        port.write(b"1/0\r")
        assert b"ZeroDivisionError" in port.read_until(b">>> ")
        port.write(b"import machine; machine.freq(), machine.ADC(35).read_u16()\r")
        assert b"(160000000, 0)" in port.read_until(b">>> ")
        port.write(b"\x04")
        assert b"soft reboot" in port.read_until(b"ready")
    device.press("a")


def test_kbd_intr_switches_control_c_off(tmp_path: Path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "main.py").write_text(
        "import micropython, select, sys, time\nmicropython.kbd_intr(-1)\n"
        "poll = select.poll()\npoll.register(sys.stdin, select.POLLIN)\n"
        "while True:\n  if poll.poll(0): print(sys.stdin.buffer.read(1))\n  time.sleep_ms(5)\n"
    )
    with VirtualDevice(firmware=tmp_path) as device, client(device) as port:
        port.write(b"\x03")
        assert b"b'\\x03'" in port.read_until(b"'\n")


ANSWERING = """
import select, sys, time
sys.path.append("/lib")
from clashcore import frames, wire
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
decoder = frames.Decoder()
out = sys.stdout.buffer
while True:
    while poll.poll(0):
        frame = decoder.take(sys.stdin.buffer.read(1)[0])
        if frame:
            kind, number, payload = frame
            if kind == wire.STATUS:
                out.write(frames.encode(wire.ERROR, number, b'{"code":"request"}'))
                continue
            for piece in range(4):
                out.write(frames.encode(wire.DATA, number, bytes([piece, 0]) + payload * 3))
            out.write(frames.encode(wire.END, number, b'{"number":%d}' % number))
    time.sleep_ms(5)
"""


@pytest.fixture
def answering(tmp_path: Path):
    """A device that answers each request with four pieces and an end."""
    core = tmp_path / "lib" / "clashcore"
    core.mkdir(parents=True)
    source = Path(frames.__file__).parent
    for name in ("__init__.py", "frames.py", "wire.py"):
        (core / name).write_bytes((source / name).read_bytes())
    (tmp_path / "main.py").write_text(ANSWERING)
    with VirtualDevice(firmware=tmp_path) as device:
        yield device


def test_the_page_has_a_channel_of_its_own(answering: VirtualDevice):
    told, data = answering.request(wire.HELLO, {"x": 1})
    assert 240 <= told["number"] <= 254
    assert data == b'{"x":1}' * 12
    with pytest.raises(VirtualDeviceError, match="refuses: request"):
        answering.request(wire.STATUS)


def test_clients_do_not_notice_the_page(answering: VirtualDevice):
    import threading

    stop = threading.Event()
    answers: list[int] = []

    def page() -> None:
        while not stop.is_set():
            answers.append(answering.request(wire.SCREEN, {"p": len(answers)})[0]["number"])

    thread = threading.Thread(target=page)
    with client(answering) as port:
        thread.start()
        try:
            decoder = frames.Decoder()
            for number in range(1, 60):
                port.write(frames.encode(wire.HELLO, number, b"%d" % number))
                found: list[tuple[int, int, bytes]] = []
                while not found or found[-1][0] != wire.END:
                    byte = port.read(1)
                    assert byte, f"no answer to {number}"
                    found += decoder.feed(byte)
                assert [frame[1] for frame in found] == [number] * 5
                assert [frame[2][2:] for frame in found[:-1]] == [b"%d" % number * 3] * 4
            assert decoder.bad == 0 and decoder.take_log() == b""
        finally:
            stop.set()
            thread.join()
    assert len(answers) > 10


def test_a_request_while_the_firmware_does_not_run_fails_at_once(device: VirtualDevice):
    with client(device) as port:
        port.write(b"\x03")
        port.read_until(b">>> ")
    with pytest.raises(VirtualDeviceError, match="at its prompt"):
        device.request(wire.HELLO)
