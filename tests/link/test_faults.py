"""The line's faults on the virtual device: nothing lost, nothing doubled, and always an end. Each prints its
counts (pytest -s). The long runs are `soak`; a piece of each is in every run.
"""

import os
import random
import signal
import threading
import time

import pytest
from clashbox import pack
from clashbox.db.engine import Database
from clashbox.db.models import Game
from clashbox.link.line import Line, LineTrouble
from clashbox.trouble import Trouble
from clashbox.virtual import image
from clashcore import wire

from tests.host.syncing import held
from tests.link.box import all_there, box, fetch, fresh, games
from tests.link.faults import Faulty, Hosts

pytestmark = pytest.mark.usefixtures("english")

GAMES = games(60, 40)
MEGABYTE = 1 << 20
BURST = 12  # bytes of one on the average


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    """A box that has the reminders already."""
    folder = tmp_path_factory.mktemp("box")
    with box(folder / "flash.img", GAMES) as found:
        found.put("pack", pack.build())
        found.settle()
        yield found


@pytest.fixture
def told(capsys):
    def tell(*words):
        with capsys.disabled():
            print("\n  ", *words, end="")

    return tell


def faults(*some):
    """A few of these in every run, the others in the long one."""
    every = [(kind, rate) for kind in ("drop", "double", "flip", "burst") for rate in (0.001, 0.01, 0.05)]
    return [pytest.param(*one, marks=() if one in some else pytest.mark.soak) for one in every]


@pytest.mark.parametrize(("kind", "rate"), faults(("drop", 0.001), ("burst", 0.01)))
def test_bytes_dropped_doubled_flipped_and_bursts(device, database, told, kind, rate):
    start = time.monotonic()
    device.noise(**{kind: rate / BURST if kind == "burst" else rate}, seed=11)
    try:
        _, counters = fetch(device, database)
    finally:
        device.noise()
    told(f"{kind} {rate:.1%}: {time.monotonic() - start:.1f} s, {vars(counters)}")
    all_there(database, GAMES)
    again, _ = fetch(device, database)
    assert again.added == 0


@pytest.mark.parametrize(
    ("kind", "rate"), [("none", 0.0), ("flip", 0.02), pytest.param("flip", 0.05, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("keys", [b"\x03", b"\x03\x01", b"\x03\x05def f(", b"\x03print((\r"])
def test_a_box_that_somebody_ended_is_started_again(device, database, kind, rate, keys):
    """At the prompt, the raw one, in the middle of what is pasted, and of an expression."""
    line = Line(device.port)
    line.send(keys)
    line.close()
    device.settle()
    device.noise(**({kind: rate} if rate else {}), seed=5)
    try:
        fetch(device, database)
    finally:
        device.noise()
    all_there(database, GAMES)


def frames_of_a_sync(device, folder):
    """How many frames a sync takes."""
    opened = []

    def count(name):
        opened.append(Faulty(name, 0, None))
        return opened[0]

    database = fresh(folder, "counted.db")
    fetch(device, database, count)
    database.close()
    return opened[0].counted


def at_frames(device, folder, some, work):
    every = frames_of_a_sync(device, folder)
    numbers = range(1, every + 1) if some is None else some
    for at in numbers:
        database = fresh(folder, f"{at}.db")
        work(at, database)
        all_there(database, GAMES)
        database.close()
    return f"{len(numbers)} of {every} frames"


SOME = pytest.mark.parametrize(
    "some", [pytest.param((3, 17), id="some"), pytest.param(None, marks=pytest.mark.soak, id="every")]
)


@SOME
def test_cut_at_every_frame(device, tmp_path, told, some):
    begun = 0

    def cut(at, database):
        nonlocal begun

        def pull():
            device.cable(False)
            raise LineTrouble("lost", device.port)

        with pytest.raises(LineTrouble, match=r"nothing is lost|was cut"):
            fetch(device, database, lambda name: Faulty(name, at, pull))
        device.cable(True)
        with database.read() as session:
            parts = [held(database, game.id) for game in GAMES if session.get(Game, game.id)]
        for game, part in zip(GAMES, parts, strict=False):
            assert part == game.events[: len(part)]
        begun += bool(parts and any(parts))
        fetch(device, database)

    told("cut at", at_frames(device, tmp_path, some, cut), f"{begun} with a part of the events held")


@SOME
def test_device_reset_at_every_frame(device, tmp_path, told, some):
    repeated = 0

    def reset(at, database):
        nonlocal repeated

        def press():  # boot chatter comes in the middle of a frame
            device.power_cut()
            device.boot()

        _, counters = fetch(device, database, lambda name: Faulty(name, at, press))
        repeated += counters.repeated

    told("reset at", at_frames(device, tmp_path, some, reset), f"{repeated} requests repeated")


def test_boot_chatter_in_the_middle(device, database, told):
    from clashbox.virtual.broker import CHATTER

    def chatter():
        device._broker.call(lambda: device._broker.ports.from_device(CHATTER % (1, b"POWERON_RESET")))

    for at in (2, 5, 9):
        _, counters = fetch(device, database, lambda name, at=at: Faulty(name, at, chatter))
        told(f"chatter at frame {at}: {counters.bad} bad frames, {counters.repeated} repeated")
    all_there(database, GAMES)


@pytest.mark.soak
def test_host_killed_100_times(tmp_path, told):
    """At random, with kill -9; a history that has everything is followed by an empty one."""
    finished = games(900, 700, 800)
    chance = random.Random(100)
    counts, histories = [], 0
    with box(tmp_path / "flash.img", finished) as device, Hosts() as hosts:
        device.put("pack", pack.build())
        for _ in range(100):
            path = tmp_path / f"{histories}.db"
            Database(str(path)).close()
            hosts.killed(device.port, path, lambda: time.sleep(chance.uniform(0.1, 0.6)))
            counts.append(begun(path, finished))
            if counts[-1] == 2400:
                histories += 1
        database = Database(str(tmp_path / f"{histories}.db"))
        fetch(device, database)
        all_there(database, finished)
        database.close()
    assert any(0 < count < 2400 for count in counts)
    told(f"killed 100 times, {histories + 1} histories; events held each time: {counts}")


def begun(path, finished):
    """How many events are held: of every game the first ones, in order."""
    database = Database(str(path))
    with database.read() as session:
        found = [game for game in finished if session.get(Game, game.id)]
    count = 0
    for game in found:
        part = held(database, game.id)
        assert part == game.events[: len(part)]
        count += len(part)
    database.close()
    return count


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """Blocks that are free on a flash of 1 MB with firmware and games."""
    path = tmp_path_factory.mktemp("room") / "flash.img"
    with box(path, GAMES, flash_size=MEGABYTE) as device:
        return device.request(wire.HELLO)[0]["free"] // image.BLOCK


@pytest.mark.parametrize(("blocks", "takes"), [(5, True), (2, False)])
def test_flash_full_while_putting(tmp_path, database, told, room, blocks, takes):
    """With little room a box goes without reminders; with less it takes nothing, and says so: its games are
    here all the same.
    """
    filler = {"/filler": bytes((room - 1 - blocks) * image.BLOCK)}
    with box(tmp_path / "flash.img", GAMES, filler, flash_size=MEGABYTE) as device:
        free = device.request(wire.HELLO)[0]["free"]
        if takes:
            summary, _ = fetch(device, database)
            assert summary.troubles == []
        else:
            with pytest.raises(Trouble, match="its games are safe"):
                fetch(device, database)
        assert device.request(wire.HELLO)[0]["pack"] == 0
    told(f"flash full: {free} bytes free, the reminders have {len(pack.build())}")
    all_there(database, GAMES)


def test_input_limit_of_259_bytes_with_a_slow_device(device, database, told):
    """The firmware stands still again and again, as for a flash erase; its buffer holds 259 bytes."""
    over = threading.Event()
    chance = random.Random(3)

    def slow():
        while not over.wait(chance.uniform(0.05, 0.2)):
            os.kill(device.pid, signal.SIGSTOP)
            time.sleep(chance.uniform(0.2, 0.6))
            os.kill(device.pid, signal.SIGCONT)

    lost = device.bus.serial_lost
    thread = threading.Thread(target=slow)
    thread.start()
    try:
        _, counters = fetch(device, database)
    finally:
        over.set()
        thread.join()
    told(f"slow device: {device.bus.serial_lost - lost} bytes lost, {vars(counters)}")
    all_there(database, GAMES)


def test_a_line_beyond_hope_ends_with_one_clear_line(device, database, told):
    device.noise(flip=0.4, seed=1)
    start = time.monotonic()
    try:
        with pytest.raises(Trouble) as caught:
            fetch(device, database, patience=2.0)
    finally:
        device.noise()
    told(f"40 % flipped: {time.monotonic() - start:.1f} s, {caught.value}")
    assert "\n" not in str(caught.value)
