"""One open serial line: the policy of opening and closing, and every way in which that fails, told apart."""

import contextlib
import errno
import os
import time

import serial

from clashbox.link.advice import Advice
from clashbox.text import shown
from clashbox.trouble import Trouble

BAUD = 115200
WRITE_TIMEOUT = 3.0
STEP = 0.02
"""Seconds of one wait for a byte; longer ones are made of these."""


class LineTrouble(Trouble):
    """A port that cannot be used; `kind` is missing, busy, permission, notserial, refused or lost."""

    def __init__(self, kind: str, name: str, *values: object):
        if kind in ("missing", "busy", "permission"):
            values = (Advice(kind, shown(name, 200)),)
        super().__init__(f"line.{kind}", shown(name, 200), *values)
        self.kind = kind
        self.port = name


def _kind(error: Exception) -> str:
    """Which trouble it is; pySerial on Windows and its URL handlers give the reason in the text alone."""
    number = getattr(error, "errno", None)
    text = str(error)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "FileNotFoundError" in text:
        return "missing"
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or (
        os.name == "nt" and "Access is denied" in text
    ):
        return "busy"
    if number in (errno.EACCES, errno.EPERM):
        return "permission"
    if number in (errno.ENOTTY, errno.EINVAL, errno.EISDIR) or "Inappropriate ioctl" in text:
        return "notserial"
    return "refused"


class Line:
    """An open port. Bytes come in whatever pieces the driver has; nothing here knows about frames."""

    def __init__(self, name: str):
        """Opens a device path or any URL that pySerial takes, exclusively; raises LineTrouble.

        On POSIX the driver raises DTR and RTS together on opening and they stay so: setting them one by one
        resets a board with the usual two-transistor circuit. Windows drivers start with both clear: DTR
        first, then RTS.
        """
        self.name = name
        try:
            port = serial.serial_for_url(name, do_not_open=True)
        except ValueError:
            raise LineTrouble("url", name) from None
        port.baudrate = BAUD
        port.timeout = STEP
        if "://" not in name:
            # Network handlers know neither; rfc2217 refuses to be opened with a limit for writing.
            port.write_timeout = WRITE_TIMEOUT
            port.exclusive = True
        if os.name == "nt":
            port.dtr = False
            port.rts = False
        try:
            port.open()
            if os.name == "nt":
                port.dtr = True
                port.rts = True
        except (serial.SerialException, OSError, ValueError) as error:
            raise LineTrouble(_kind(error), name, shown(error, 120)) from None
        except Exception as error:
            # termios.error is no OSError: what answers to the name is no terminal.
            raise LineTrouble("notserial", name, shown(error, 120)) from None
        self._port = port

    def receive(self, timeout: float) -> bytes:
        """What has come, waiting at most `timeout` seconds for the first byte; empty where nothing came."""
        until = now() + timeout
        try:
            # The port's own time-out stays: to change it means to negotiate anew with a network port.
            while not (first := self._port.read(1)):
                if now() >= until:
                    return b""
            waiting = self._port.in_waiting
            return bytes(first + self._port.read(min(waiting, 65536)) if waiting else first)
        except (serial.SerialException, OSError, TypeError, AttributeError) as error:
            raise LineTrouble("lost", self.name, shown(error, 120)) from None

    def send(self, data: bytes) -> None:
        """Sends all of it; a peer that takes nothing in for some seconds is a lost line."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException:
            raise LineTrouble("stuck", self.name) from None
        except (serial.SerialException, OSError, TypeError, AttributeError) as error:
            raise LineTrouble("lost", self.name, shown(error, 120)) from None

    def close(self) -> None:
        """RTS first, then DTR, so that the board does not reset; a pty refuses both, which is no matter."""
        for clear in ("rts", "dtr"):
            with contextlib.suppress(serial.SerialException, OSError, ValueError, AttributeError):
                setattr(self._port, clear, False)
        with contextlib.suppress(serial.SerialException, OSError):
            self._port.close()


def now() -> float:
    """Seconds of a clock that only goes forward."""
    return time.monotonic()
