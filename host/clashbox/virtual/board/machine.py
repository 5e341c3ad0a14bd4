"""Stands in for `machine`: pins, buses, timers and resets of the virtual board, answered by the broker."""

import errno

import _board

_cause = 1
_id = b""


def unique_id():
    """Return the chip's own number: 6 bytes."""
    return _id


def reset_cause():
    """Return one of the *_RESET constants."""
    return _cause


def __getattr__(name):
    """What firmware seldom uses is loaded when it is asked for."""
    return getattr(_board.outside("_more"), name)


def _gone(kind):
    _board.post(88, kind)  # X: the broker ends this process
    while True:
        _board.reply(bytearray(1))


def reset():
    """Restart the board; never returns."""
    _gone(2)


def soft_reset():
    """Restart the program; never returns."""
    _gone(5)


class Pin:
    """A pin: input levels come from the broker, output levels go there."""

    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2

    def __init__(self, id, mode=-1, pull=-1, value=None):
        self._id = id
        self._mode = 1
        self._level = 0
        self.init(mode, pull, value)

    def init(self, mode=-1, pull=-1, value=None):
        """Set what is given."""
        if mode != -1 and mode is not None:
            self._mode = mode
        if value is not None:
            self.value(value)

    def value(self, level=None):
        """Return the level, or set it."""
        if level is None:
            if self._mode == 1:
                return _board.levels >> self._id & 1
            return self._level
        self._level = 1 if level else 0
        _board.post(86, self._id, self._level)  # V
        return None

    __call__ = value

    def on(self):
        """Set the level to 1."""
        self.value(1)

    def off(self):
        """Set the level to 0."""
        self.value(0)


class I2C:
    """The I2C bus; a chip that does not answer raises OSError(ENODEV), a stuck bus OSError(ETIMEDOUT)."""

    def __init__(self, id=-1, *, scl=None, sda=None, freq=400000, timeout=50000):
        self._timeout = timeout
        self.init()

    def init(self, **options):
        """Set up the bus anew."""

    deinit = init

    def _check(self, status):
        if status:
            if status == errno.ETIMEDOUT:
                _board.sleep_until(_board.now + self._timeout)
            raise OSError(status)

    def writeto(self, addr, buf, stop=True):
        """Write buf; returns the number of bytes acknowledged."""
        self._check(_board.ask(73, addr, 0, buf))  # I
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        """Write several buffers as one transaction."""
        return self.writeto(addr, b"".join(vector), stop)

    def __getattr__(self, name):
        more = getattr(_board.outside("_more"), name)
        return lambda *arguments: more(self, *arguments)


SoftI2C = I2C


class Timer:
    """A timer; its callback runs while the program waits."""

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **options):
        self._callback = None
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

    def __init__(self, pin, freq=5000, duty=None, duty_u16=None):
        self._pin = pin._id
        self._freq = freq
        self._duty = 512 if duty is None and duty_u16 is None else 0
        self.init(duty=duty, duty_u16=duty_u16)

    def init(self, freq=None, duty=None, duty_u16=None):
        """Set what is given."""
        if freq is not None:
            self._freq = freq
        if duty_u16 is not None:
            duty = duty_u16 >> 6
        if duty is not None:
            self._duty = duty
        _board.post(80, self._pin, self._freq << 16 | self._duty)  # P

    def freq(self, hz=None):
        """Return the frequency in Hz, or set it."""
        if hz is None:
            return self._freq
        return self.init(freq=hz)

    def duty(self, duty=None):
        """Return the duty cycle, 0 to 1023, or set it."""
        if duty is None:
            return self._duty
        return self.init(duty=duty)

    def duty_u16(self, duty=None):
        """Return the duty cycle, 0 to 65535, or set it."""
        if duty is None:
            return self._duty << 6
        return self.init(duty_u16=duty)

    def deinit(self):
        """Stop."""
        self.init(duty=0)
