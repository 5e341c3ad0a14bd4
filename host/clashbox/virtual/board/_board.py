"""The board's side of the channel to the broker: the virtual clock and every request, one at a time.

Runs under stock MicroPython. A request is a header of 24 bytes (operation, number, payload length, the clock
in microseconds, one more number) and its payload; what comes back depends on the operation. The broker may
let the clock run freely up to `horizon`; up to there sleeping costs no round trip.
"""

import struct
import sys

import micropython
import vfs

_HEADER = "<BxHIQQ"
now = 0  # microseconds since power-on
horizon = 0  # the clock may run up to here without asking
levels = 0  # bit n: level of input pin n
folder = ""  # where these modules lie
reads = 0  # of the flash, since the last request to sleep
read_bytes = 0
wake = None  # pin and level that end a deep sleep
timers = []  # machine.Timer objects that are running
_line = None
_header = bytearray(24)
_sleep_reply = bytearray(25)
_status = bytearray(1)


def post(op, a=0, extra=0, payload=b""):
    """Send one request; whoever expects an answer reads it with `reply`."""
    struct.pack_into(_HEADER, _header, 0, op, a, len(payload), now, extra)
    _line.write(_header)
    if payload:
        _line.write(payload)


def reply(buf):
    """Fill buf from the channel."""
    if _line.readinto(buf) != len(buf):
        raise SystemExit  # the broker is gone: the board has no power


def ask(op, a=0, extra=0, payload=b""):
    """Send one request and return its status byte (0, or an errno)."""
    post(op, a, extra, payload)
    reply(_status)
    return _status[0]


class Micropython:
    """The micropython module, with kbd_intr told to the broker (the board's interrupt routine is there)."""

    def __getattr__(self, name):
        return getattr(micropython, name)

    def kbd_intr(self, char):
        """Say which character interrupts: 3, or -1 for none."""
        post(75, 1 if char == 3 else 0)  # K


def outside(name):
    """Import a module of the board's that does not lie on its file system, and costs no heap until now."""
    vfs.mount(vfs.VfsPosix(folder), "/.board")
    sys.path.insert(0, "/.board")
    try:
        return __import__(name)
    finally:
        sys.path.pop(0)
        vfs.umount("/.board")


def sleep_until(want):
    """Let the clock run to `want`, with the timers that are due on the way."""
    global now, horizon, levels, reads, read_bytes
    while True:
        step = want
        due = None
        for timer in timers:
            if timer._due <= step:
                step = timer._due
                due = timer
        while now < step:
            if step <= horizon:
                now = step
                break
            if reads:
                post(82, 0, read_bytes << 32 | reads)  # R
                reads = read_bytes = 0
            post(83, 0, step)  # S
            reply(_sleep_reply)
            interrupt, now, horizon, levels = struct.unpack("<BQQQ", _sleep_reply)
            if interrupt:
                raise KeyboardInterrupt
        if due:
            try:
                due._fire()
            except Exception as error:  # as on the board: told, and the program goes on
                sys.print_exception(error)
        elif now >= want:
            return
