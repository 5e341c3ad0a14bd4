"""A firmware for the tests of the virtual device: draws, reads keys, writes a file, answers frames."""

import gc
import os
import select
import sys
import time

import machine

PINS = {"left": 25, "right": 26, "up": 32, "down": 33, "a": 27, "b": 13}


class App:
    def __init__(self):
        self.counts = {}
        self.down = {}
        self.frames = 0
        self.keys = {}
        for name in PINS:
            self.keys[name] = machine.Pin(PINS[name], machine.Pin.IN, machine.Pin.PULL_UP)
        self.levels = dict.fromkeys(PINS, (1, time.ticks_add(time.ticks_ms(), -20)))
        self.events = []
        self.i2c = machine.I2C(0, scl=machine.Pin(22), sda=machine.Pin(21), freq=400000)
        self.timer = machine.Timer(0)
        self.buffer = bytearray(1025)
        self.buffer[0] = 0x40
        self.shown = True
        self.body = bytearray()
        try:
            self.command(b"\xae\x20\x00\xa1\xc8\x8d\x14\x81\xcf\x40\xaf")
            self.draw()
        except OSError as error:
            self.shown = False
            print("no display", error.errno)
        self.timer.init(period=5, mode=machine.Timer.PERIODIC, callback=self.sample)

    def command(self, data):
        self.i2c.writeto(0x3C, b"\x00" + data)

    def draw(self):
        """Bar n of the picture is as long as the n-th key's count; a chess board below."""
        self.buffer[1:] = bytes(1024)
        for row, name in enumerate(sorted(PINS)):
            for x in range(self.counts.get(name, 0)):
                self.buffer[1 + 128 * row + x] = 0x7E
        for x in range(128):
            self.buffer[1 + 128 * 7 + x] = 0x55 if x & 1 else 0xAA
        self.command(b"\x21\x00\x7f\x22\x00\x07")
        self.i2c.writeto(0x3C, self.buffer)

    def sample(self, timer):
        for name, pin in self.keys.items():
            level, since = self.levels[name]
            now = pin.value()
            if now != level and time.ticks_diff(time.ticks_ms(), since) >= 20:
                self.levels[name] = (now, time.ticks_ms())
                if not now:
                    self.events.append(name)

    def save(self):
        with open("/save/counts", "w") as file:
            file.write(str(self.counts))

    def serial(self, poll):
        while poll.poll(0):
            byte = sys.stdin.buffer.read(1)[0]
            if byte:
                self.body.append(byte)
            elif self.body:
                self.frames += 1
                sys.stdout.buffer.write(b"\x00" + bytes(self.body) + b"\x00")
                self.body = bytearray()

    def run(self):
        if "save" not in os.listdir("/"):
            os.mkdir("/save")
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        gc.collect()
        print("ready", gc.mem_alloc(), machine.reset_cause())
        while True:
            if self.events:
                while self.events:
                    name = self.events.pop(0)
                    self.counts[name] = self.counts.get(name, 0) + 1
                self.save()
                if self.shown:
                    self.draw()
            self.serial(poll)
            time.sleep_ms(5)


def main():
    app = App()
    try:
        app.run()
    except KeyboardInterrupt:
        app.timer.deinit()
        print("saved")
