"""Virtual devices that run until they are stopped: their storage, and the signals that end them."""

import os
import signal
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, Any

from clashbox.i18n import reason
from clashbox.text import shown
from clashbox.trouble import Trouble
from clashbox.virtual import VirtualDevice, image
from clashbox.virtual.process import VirtualDeviceError


@contextmanager
def until_stopped() -> Generator[threading.Event, None, None]:
    """An event that Ctrl-C and SIGTERM (and a closed terminal) set, so that the block ends in good order."""
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    names = [
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
    ]
    before = {name: signal.signal(name, end) for name in names}
    try:
        yield stop
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _lock(path: Path) -> IO[Any] | None:
    """Holds the storage for this process alone; None where another one has it."""
    stream = path.with_name(path.name + ".lock").open("a")
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        return None
    return stream


def _usual() -> Iterator[Path]:
    """Where `play` keeps its flash; the next one where another `play` runs."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("clashbox", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, 10):
        yield folder / ("play.img" if number == 1 else f"play-{number}.img")


@contextmanager
def device(
    storage: str | None,
    language: str | None,
    chip: str = "ssd1306",
    heap: str = "160k",
    *,
    keep: bool = False,
) -> Generator[VirtualDevice, None, None]:
    """A virtual device in real time. `storage` is its flash; without one it is forgotten afterwards, or with
    `keep` lies in the user's data folder. Raises Trouble where the storage is in use or cannot be written.
    """
    held: IO[Any] | None = None
    path: Path | None = None
    try:
        if storage is not None:
            # Through links: the image is replaced as a whole, and so would be the link.
            path = Path(storage).resolve()
            image.must_serve(path)
            held = _lock(path)
            if held is None:
                raise Trouble("device.used", shown(path, 200))
        elif keep:
            for path in _usual():
                held = _lock(path)
                if held:
                    break
            else:
                path = None
    except OSError as error:
        raise Trouble("device.storage", shown(path or "", 200), shown(reason(error), 120)) from None
    except (VirtualDeviceError, RuntimeError) as error:
        raise Trouble("device.start", shown(error, 160)) from None
    try:
        yield from _run(path, language, chip, heap)
    finally:
        if held:
            held.close()


def _run(
    path: Path | None, language: str | None, chip: str, heap: str
) -> Generator[VirtualDevice, None, None]:
    try:
        running = VirtualDevice(storage=path, language=language, chip=chip, heap=heap, realtime=True)
    except OSError as error:
        raise Trouble("device.binary", shown(reason(error), 160)) from None
    except (VirtualDeviceError, RuntimeError, ValueError) as error:
        raise Trouble("device.start", shown(error, 160)) from None
    with running:
        yield running
