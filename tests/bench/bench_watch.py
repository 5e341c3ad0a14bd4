"""From a key to the laptop's screen, and from there back to the box's: the whole way of a watch.

The box is the virtual one in real time, its port slowed down to 115200 baud; a key counts from the moment
when it is pushed. Beside it, in the same run, what a program would see that asks for new events once a
second, as a page in a browser does.
"""

import statistics
import threading
import time
from pathlib import Path

from clashbox import i18n
from clashbox.core import Event, Header
from clashbox.db.engine import Database
from clashbox.link import ports
from clashbox.virtual import VirtualDevice
from clashbox.watching.follow import Watch
from clashbox.watching.report import Lines

from tests.bench.budgets import Note
from tests.device.hands import events, play, settle_in

_WIDTH = 128
_RULE = (36, 37, 38)  # rows: above a sentence of one line, and shifted by a pixel against burn-in
PRESS = 0.06  # seconds that a key is down; one that can be held counts when it is let go
KEYS = 20


class Times(Lines):
    """Prints as a watch does, and notes when the newest line was out."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = False
        self.events = 0
        self.last = 0.0

    def game(self, game: str, header: Header, events: int) -> None:
        """The reminders and all else have been sent."""
        super().game(game, header, events)
        self.ready = True

    def event(self, number: int, event: Event) -> None:
        """One line, and when it was out."""
        super().event(number, event)
        self.events, self.last = number, time.monotonic()


def push(device: VirtualDevice, key: str) -> float:
    """Push a key and let it go; when it was pushed."""
    at = time.monotonic()
    device.key_down(key)
    time.sleep(PRESS)
    device.key_up(key)
    return at


def until(what, seconds: float = 60.0) -> None:
    """Wait until that is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.001)


def shown(device: VirtualDevice) -> float:
    """When the notice came: the rule above its sentence is lit from end to end."""

    def there() -> bool:
        rows = device.pixels()
        return any(sum(rows[at]) == _WIDTH for at in _RULE)

    assert not there(), "another screen looks the same"
    until(there)
    return time.monotonic()


def told(name: str, times: list[float]) -> None:
    """One line of figures."""
    times.sort()
    print(
        f"{name}: {statistics.median(times) * 1000:.0f} ms in the middle, {times[-1] * 1000:.0f} ms at most"
    )


def test_from_the_key_to_the_screen(tmp_path: Path, note: Note) -> None:
    """Prints the times; beside them those of a look once a second."""
    i18n.set_language("en")
    database = Database(str(tmp_path / "history.db"))
    report = Times()
    with VirtualDevice(language="en", bounce=False, realtime=True, baud=115200) as device:
        settle_in(device, ["An", "Bình"])
        play(device, "a a a a a")
        device.hold("up", 3200)
        play(device, "a")
        watch = Watch(database, report)
        thread = threading.Thread(target=watch.run, args=(ports.connect(device.port),), daemon=True)
        print()
        thread.start()
        until(lambda: report.ready)
        time.sleep(1)
        there, back, asked = [], [], []
        for _ in range(KEYS):
            play(device, "up")
            count = len(events(device))
            at = push(device, "a")
            until(lambda count=count: report.events > count)
            there.append(report.last - at)
            time.sleep(0.3)
        for _ in range(KEYS // 4):
            play(device, "hold:right")
            count = len(events(device))
            at = push(device, "right")
            back.append(shown(device) - at)
            asked.append(report.last - at)
            until(lambda: "SB-06?" in device.text()[-1])
            play(device, "hold:b")
            until(lambda count=count: report.events == count + 2)
            time.sleep(0.3)
        watch.stop.set()
        thread.join(15)
        looks = []
        for n in range(KEYS // 2):
            play(device, "up")
            count = len(events(device))
            at = push(device, "a")
            time.sleep(n / (KEYS // 2))  # the key falls anywhere between two looks
            while len(events(device)) == count:
                time.sleep(1.0)
            looks.append(time.monotonic() - at)
    database.close()
    i18n.set_language(None)
    told(f"key to the laptop's screen, {len(there)} keys at 115200 baud", there)
    told(f"key to the finding on the box's screen, {len(back)} times", back)
    told("  of which until the laptop has said what was recorded", asked)
    told("peer, a look once a second", looks)
    note("laptop", statistics.median(there) * 1000, statistics.median(looks) * 1000, "a look once a second")
    note("finding", back[-1] * 1000)
