"""The parts of `machine` that firmware seldom uses: loaded when they are asked for, to spare the heap."""

import _board
import machine

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5

_frequency = 160000000


def freq(hz=None):
    """Return the processor clock in Hz, or set it."""
    global _frequency
    if hz is not None:
        _frequency = hz
    return _frequency


def idle():
    """Wait for the next millisecond."""
    _board.sleep_until(_board.now + 1000)


def disable_irq():
    """Hold off interrupts: here they only come while the program waits."""
    return 0


def enable_irq(state=0):
    """Allow interrupts again."""


# Methods of I2C


def writeto_mem(bus, addr, memaddr, buf):
    """Write buf to a register."""
    bus.writeto(addr, bytes([memaddr]) + buf)


def readfrom_into(bus, addr, buf, stop=True):
    """Read len(buf) bytes."""
    bus._check(_board.ask(74, addr, len(buf)))  # J
    _board.reply(buf)


def readfrom(bus, addr, n, stop=True):
    """Read n bytes."""
    buf = bytearray(n)
    readfrom_into(bus, addr, buf)
    return bytes(buf)


def scan(bus):
    """Return the addresses that answer."""
    return [addr for addr in range(8, 120) if _board.ask(73, addr) == 0]


class ADC:
    """An analogue input, in microvolts at the broker."""

    ATTN_0DB = 0
    ATTN_2_5DB = 1
    ATTN_6DB = 2
    ATTN_11DB = 3

    def __init__(self, pin, atten=None):
        self._pin = pin._id if hasattr(pin, "_id") else pin

    def atten(self, atten):
        """Choose the range: all are the same here."""

    def read_uv(self):
        """Return the voltage in microvolts."""
        _board.post(65, self._pin)  # A
        buf = bytearray(4)
        _board.reply(buf)
        return int.from_bytes(buf, "little")

    def read_u16(self):
        """Return the voltage as 0 to 65535 of 3.3 V."""
        return min(65535, self.read_uv() * 65535 // 3300000)

    def read(self):
        """Return the voltage as 0 to 4095."""
        return self.read_u16() >> 4


class WDT:
    """A watchdog: the broker restarts the board when it was not fed for `timeout` ms."""

    def __init__(self, id=0, timeout=5000):
        self._timeout = timeout
        self._timer = machine.Timer(-1)
        self.feed()

    def feed(self):
        """Start counting again."""
        self._timer.init(mode=0, period=self._timeout, callback=self._bite)

    def _bite(self, timer):
        machine._gone(WDT_RESET)
