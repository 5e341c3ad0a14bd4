"""Stands in for `time`: the board's clock, which moves only while the program waits."""

import _board

_MASK = 0x3FFFFFFF  # ticks wrap at 2**30, as on the board


def ticks_ms():
    """Milliseconds since power-on, wrapping at 2**30."""
    return _board.now // 1000 & _MASK


def ticks_add(ticks, delta):
    """Ticks `delta` after `ticks`."""
    return ticks + delta & _MASK


def ticks_diff(end, start):
    """Signed distance between two ticks."""
    return (end - start + 0x20000000 & _MASK) - 0x20000000


def sleep_ms(ms):
    """Wait for so many milliseconds."""
    if ms > 0:
        _board.sleep_until(_board.now + ms * 1000)


def __getattr__(name):
    """What firmware seldom uses is loaded when it is asked for."""
    return getattr(_board.outside("_more"), name)
