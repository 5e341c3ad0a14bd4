"""The parts of `machine` and `time` that firmware seldom uses: loaded when asked for, to spare the heap."""

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


# Functions of time


def ticks_cpu():
    """Microseconds, wrapping at 2**30."""
    return _board.now & 0x3FFFFFFF


def sleep(seconds):
    """Wait for so many seconds."""
    _board.sleep_until(_board.now + int(seconds * 1000000))


def time():
    """Seconds since 2000-01-01 on a board whose clock was never set: seconds since power-on."""
    return _board.now // 1000000


def time_ns():
    """Nanoseconds on the same clock."""
    return _board.now * 1000


def ticks_us():
    """Microseconds since power-on, wrapping at 2**30."""
    return _board.now & 0x3FFFFFFF


def sleep_us(us):
    """Wait for so many microseconds."""
    _board.sleep_until(_board.now + us)


# Functions of machine


def reset_cause():
    """Return one of the *_RESET constants."""
    return machine._cause


def gone(kind):
    """End this process; the broker starts the next one."""
    _board.post(88, kind)  # X
    while True:
        _board.reply(bytearray(1))


def reset():
    """Restart the board; never returns."""
    gone(HARD_RESET)


def soft_reset():
    """Restart the program; never returns."""
    gone(SOFT_RESET)


def deepsleep(time_ms=None):
    """Sleep until the pin of `wake_on_ext0` has its level, or so long; the board then starts anew."""
    _board.timers.clear()
    end = None if time_ms is None else _board.now + time_ms * 1000
    while end is None or _board.now < end:
        _board.sleep_until(_board.now + 10000)
        if _board.wake and _board.levels >> _board.wake[0] & 1 == _board.wake[1]:
            break
    gone(DEEPSLEEP_RESET)


# Functions of esp32, which is this module too

WAKEUP_ALL_LOW = False
WAKEUP_ANY_HIGH = True


def wake_on_ext0(pin, level):
    """Let this pin wake the board from deep sleep."""
    _board.wake = (pin._id, 1 if level else 0)


# Methods, named after their class


def I2C_init(bus, **options):
    """Set up the bus anew: there is nothing to do."""


I2C_deinit = I2C_init


def I2C_writevto(bus, addr, vector, stop=True):
    """Write several buffers as one transaction."""
    return bus.writeto(addr, b"".join(vector), stop)


def I2C_writeto_mem(bus, addr, memaddr, buf):
    """Write buf to a register."""
    bus.writeto(addr, bytes([memaddr]) + buf)


def I2C_readfrom_into(bus, addr, buf, stop=True):
    """Read len(buf) bytes."""
    status = _board.ask(74, addr, len(buf))  # J
    if status:
        raise OSError(status)
    _board.reply(buf)


def I2C_readfrom(bus, addr, n, stop=True):
    """Read n bytes."""
    buf = bytearray(n)
    I2C_readfrom_into(bus, addr, buf)
    return bytes(buf)


def I2C_scan(bus):
    """Return the addresses that answer."""
    return [addr for addr in range(8, 120) if _board.ask(73, addr) == 0]


def Pin_init(pin, mode=-1, pull=-1, value=None):
    """Set what is given."""
    if mode != -1:
        pin._mode = mode
    if value is not None:
        pin.value(value)


def Pin_on(pin):
    """Set the level to 1."""
    pin.value(1)


def Pin_off(pin):
    """Set the level to 0."""
    pin.value(0)


def PWM_duty(pwm, duty=None):
    """Return the duty cycle, 0 to 1023, or set it."""
    return pwm.duty_u16() >> 6 if duty is None else pwm.duty_u16(duty << 6)


def PWM_init(pwm, freq=None, duty=None, duty_u16=None):
    """Set what is given."""
    if freq is not None:
        pwm.freq(freq)
    if duty is not None:
        PWM_duty(pwm, duty)
    if duty_u16 is not None:
        pwm.duty_u16(duty_u16)


def PWM_deinit(pwm):
    """Stop."""
    pwm.duty_u16(0)


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
        gone(WDT_RESET)
