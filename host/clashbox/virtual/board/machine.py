"""Stands in for `machine`: pins, buses, timers and sound of the virtual board, answered by the broker.

On a board these are no part of the heap. So here stands only what firmware uses all the time; the rest is in
_more.py and is loaded when it is asked for.
"""

import _board

_cause = 1
_id = b""


def unique_id():
    """Return the chip's own number: 6 bytes."""
    return _id


def __getattr__(name):
    return getattr(_board.outside("_adc" if name == "ADC" else "_more"), name)


def _seldom(self, name):
    method = getattr(_board.outside("_more"), type(self).__name__ + "_" + name)
    return lambda *arguments, **options: method(self, *arguments, **options)


class Pin:
    """A pin: input levels come from the broker, output levels go there."""

    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2

    def __init__(self, id, mode=1, pull=-1, value=None):
        self._id = id
        self._mode = mode
        self._level = 0
        if value is not None:
            self.value(value)

    def value(self, level=None):
        """Return the level, or set it."""
        if level is None:
            return _board.levels >> self._id & 1 if self._mode == 1 else self._level
        self._level = 1 if level else 0
        _board.post(86, self._id, self._level)  # V
        return None

    __call__ = value
    __getattr__ = _seldom


class I2C:
    """The I2C bus; a chip that does not answer raises OSError(ENODEV), a stuck bus OSError(ETIMEDOUT)."""

    def __init__(self, id=-1, *, scl=None, sda=None, freq=400000, timeout=50000):
        self._timeout = timeout

    def writeto(self, addr, buf, stop=True):
        """Write buf; returns the number of bytes acknowledged."""
        status = _board.ask(73, addr, 0, buf)  # I
        if status:
            if status != 19:  # not ENODEV: the bus hangs until it is given up
                _board.sleep_until(_board.now + self._timeout)
            raise OSError(status)
        return len(buf)

    __getattr__ = _seldom


SoftI2C = I2C


class Timer:
    """A timer; its callback runs while the program waits."""

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **options):
        if options:
            self.init(**options)

    def init(self, *, mode=1, freq=-1, period=-1, callback=None):
        """Start: period in ms, or freq in Hz."""
        self.deinit()
        self._period = int(1000000 / freq) if freq > 0 else period * 1000
        self._mode = mode
        self._callback = callback
        self._due = _board.now + self._period
        _board.timers.append(self)

    def deinit(self):
        """Stop."""
        if self in _board.timers:
            _board.timers.remove(self)

    def _fire(self):
        if self._mode:
            self._due += self._period
        else:
            self.deinit()
        if self._callback:
            self._callback(self)


class PWM:
    """Pulses on a pin; the broker notes when they start and stop."""

    def __init__(self, pin, freq=5000, duty=512, duty_u16=None):
        self._pin = pin._id
        self._freq = freq
        self.duty_u16(duty << 6 if duty_u16 is None else duty_u16)

    def freq(self, hz=None):
        """Return the frequency in Hz, or set it."""
        if hz is None:
            return self._freq
        self._freq = hz
        return self.duty_u16(self._duty)

    def duty_u16(self, duty=None):
        """Return the duty cycle, 0 to 65535, or set it."""
        if duty is None:
            return self._duty
        self._duty = duty
        return _board.post(80, self._pin, self._freq << 16 | duty >> 6)  # P

    __getattr__ = _seldom
