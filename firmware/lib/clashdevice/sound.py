"""Short sounds on a passive buzzer; they play on while the main loop goes round."""

# pyright: reportArgumentType=false
# (the stubs have types of their own for ticks)

from time import ticks_add, ticks_diff, ticks_ms

# Tones as (hertz, ms) in a row; 0 hertz is a pause.
_SOUNDS = {
    "ok": (2400, 25),
    "no": (400, 90),
    "ready": (1600, 60, 0, 30, 2100, 60, 0, 30, 2800, 110),
}


class Sound:
    """The buzzer: a PWM from machine, or None."""

    def __init__(self, pwm, on: bool) -> None:
        self._pwm = pwm
        self.on = on
        self._tones = ()
        self._at = 0
        self._until = 0

    def beep(self, kind: str) -> None:
        """Start a sound: "ok", "no" or "ready"; it replaces the one that plays."""
        if self._pwm is None or not self.on:
            return
        self._tones = _SOUNDS.get(kind, ())
        self._at = 0
        self._next(ticks_ms())

    def tick(self) -> None:
        """Go on to the next tone where it is time."""
        if self._tones:
            now = ticks_ms()
            if ticks_diff(now, self._until) >= 0:
                self._next(now)

    def _next(self, now: int) -> None:
        at = self._at
        if at >= len(self._tones):
            self._tones = ()
            self._pwm.duty_u16(0)
            return
        hertz = self._tones[at]
        self._until = ticks_add(now, self._tones[at + 1])
        self._at = at + 2
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(16384 if hertz else 0)
