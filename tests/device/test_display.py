"""The display driver against a model of both controllers, under MicroPython."""

import json

import pytest

from tests.micropython import run

MODEL = """
import json, time
from clashdevice import display as driver
from clashdevice.display import Display

class Clock:
    now = 1000
    ticks_diff = staticmethod(time.ticks_diff)
    @staticmethod
    def ticks_ms():
        return Clock.now
driver.time = Clock

class Chip:
    '''Follows the commands of an SSD1306 or SH1106 in page addressing mode.'''
    def __init__(self, sh1106):
        self.columns = 132 if sh1106 else 128
        self.ram = [bytearray(b"\\xa5" * self.columns) for _ in range(8)]
        self.page = self.column = 0
        self.on = False
        self.contrast = 0x7F
        self.commands = []
        self.bytes = self.writes = 0
        self.lit = []          # the picture at each switching on
        self.fail = -1
        self.every = 0
    def writeto(self, address, data):
        assert address == 0x3C
        self.writes += 1
        if self.fail == 0 or (self.every and self.writes % self.every == 0):
            raise OSError(19)
        if self.fail > 0:
            self.fail -= 1
        self.bytes += len(data) + 1
        if data[0] == 0x40:
            for b in data[1:]:
                self.ram[self.page][self.column] = b
                self.column = (self.column + 1) % self.columns
            return
        assert data[0] == 0
        i = 1
        while i < len(data):
            c = data[i]
            self.commands.append(c)
            if c < 0x10: self.column = self.column & 0xF0 | c
            elif c < 0x20: self.column = self.column & 0x0F | (c & 15) << 4
            elif 0xB0 <= c < 0xB8: self.page = c & 7
            elif c == 0xAF:
                self.on = True
                self.lit.append(self.picture())
            elif c == 0xAE: self.on = False
            if c in (0x20, 0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x8D, 0xAD):
                if c == 0x81: self.contrast = data[i + 1]
                i += 1
            i += 1
    def picture(self):
        offset = 2 if self.columns == 132 else 0
        return b"".join([bytes(page[offset:offset + 128]) for page in self.ram])

frame = bytearray(1025)
def make(chip="ssd1306", flip=False):
    global bus, display
    bus = Chip(chip == "sh1106")
    display = Display(frame, bus, chip, flip, 2)
def same():
    return bus.picture() == bytes(display.buffer)
"""


def check(script):
    return json.loads(run(MODEL + script))


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_any_picture_arrives_and_nothing_old_flashes_at_the_start(chip):
    found = check(f"""
import random
make({chip!r})
out = [display.ok, bus.on, bus.lit == [bytes(1024)]]
random.seed(3)
for n in range(60):
    for _ in range(random.randrange(1, 40)):
        at = random.randrange(1024)
        display.buffer[at] = random.randrange(256)
    kept = bytes(display.buffer)
    display.show()
    out.append(same() and kept == bytes(display.buffer) and frame[0] == 0)
print(json.dumps([all(out), len(out)]))""")
    assert found == [True, 63]


def test_only_what_changed_is_sent():
    found = check("""
make()
def cost(change):
    start = bus.bytes
    change()
    display.show()
    assert same()
    return bus.bytes - start
def cell():
    for page in (2, 3):
        for x in range(40, 56): display.buffer[page * 128 + x] ^= 0xFF
def line():
    for x in range(128): display.buffer[7 * 128 + x] ^= 0xFF
def near():
    display.buffer[10] ^= 1; display.buffer[15] ^= 1
def far():
    display.buffer[10] ^= 1; display.buffer[100] ^= 1
def all_():
    for i in range(1024): display.buffer[i] ^= 0xFF
print(json.dumps([cost(lambda: None), cost(cell), cost(line), cost(near), cost(far), cost(all_)]))""")
    nothing, cell, line, near, far, whole = found
    assert nothing == 0
    assert cell <= 60, "one cell of the table: the budget is 400"
    assert line <= 140
    assert near < far <= 20
    assert whole <= 1024 + 8 * 8


def test_an_unchanged_picture_allocates_nothing():
    out = run(
        MODEL
        + """
import micropython
make()
display.show()
micropython.heap_lock()
try:
    display.show()
    print("nothing")
except MemoryError:
    print("something")
micropython.heap_unlock()"""
    )
    assert out == "nothing\n"


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_power_off_clears_first(chip):
    found = check(f"""
make({chip!r})
display.buffer[500] = 0xFF
display.show()
display.off()
print(json.dumps([bus.on, bus.picture() == bytes(1024), display.ok]))""")
    assert found == [False, True, False]


def test_upside_down_and_the_charge_pumps():
    found = check("""
out = []
for chip in ("ssd1306", "sh1106"):
    for flip in (False, True):
        make(chip, flip)
        out.append([0xA0 in bus.commands, 0xC0 in bus.commands, 0x8D in bus.commands, 0xAD in bus.commands])
print(json.dumps(out))""")
    assert found == [
        [False, False, True, False],
        [True, True, True, False],
        [False] * 3 + [True],
        [True, True, False, True],
    ]


def test_dimming_and_contrast():
    found = check("""
make()
out = [bus.contrast]
display.dim(True); out.append(bus.contrast)
display.dim(True); display.dim(False); out.append(bus.contrast)
display.configure("ssd1306", False, 3); out.append(bus.contrast)
display.dim(True); display.start(); out.append(bus.contrast)
print(json.dumps(out))""")
    normal, dim, again, bright, still_dim = found
    assert 0 < dim < normal == again < bright
    assert still_dim == dim


def test_errors_on_the_bus_are_outlived():
    found = check("""
make()
bus.every = 50
out = []
for n in range(400):
    display.buffer[n * 7 % 1024] ^= 0x55
    display.show()
    Clock.now += 100
bus.every = 0
Clock.now += 5000
display.show()
display.show()
print(json.dumps([display.ok, same()]))""")
    assert found == [True, True]


def test_a_display_that_comes_later_is_found_and_one_that_never_comes_is_no_matter():
    found = check("""
bus = Chip(False)
bus.fail = 0
display = Display(frame, bus, "ssd1306", False, 2)
out = [display.ok]
tries = bus.writes
for _ in range(20):
    display.show(); Clock.now += 100
out.append(bus.writes - tries)
display.buffer[77] = 0x81
bus.fail = -1
Clock.now += 3000
display.show()
out += [display.ok, same()]
gone = Display(bytearray(1025), None, "sh1106", True, 9)
gone.show(); gone.dim(True); gone.off()
out.append(gone.ok)
print(json.dumps(out))""")
    assert found == [False, 0, True, True, False]
