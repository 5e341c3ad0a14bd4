"""Deep sleep, from which key a wakes: only with a battery; on the cable the box stays up for the laptop."""

import esp32
import machine

from clashdevice import board


def sleep(app) -> None:
    """Switch off until key a is pressed: the box then starts anew. Returns where this board cannot."""
    app.sound.beep("")
    app.display.off()
    try:
        esp32.wake_on_ext0(board.wake(), esp32.WAKEUP_ALL_LOW)
        app.timer.deinit()
        machine.deepsleep()
    except (AttributeError, ValueError, OSError) as error:
        print("sleep:", error)
