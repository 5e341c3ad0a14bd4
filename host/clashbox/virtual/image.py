"""The flash image as a file: made with the firmware in it, and brought up to date."""

import hashlib
import shutil
import stat
import tempfile
from pathlib import Path

from clashbox.firmware import cache_directory, write_whole
from clashbox.virtual.process import VirtualDeviceError, start

BLOCK = 4096
SIZE = 2 * 1024 * 1024  # the file system of a board with 4 MB
LARGEST = 64 * 1024 * 1024  # more flash than any board has
KEPT = 8  # images in the cache: one for each firmware that is worked on


def _deploy(image: Path, size: int, state: str, files: dict[str, bytes], name_of: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="clashbox-") as name:
        folder = Path(name)
        lines: list[str] = []
        for number, (path, data) in enumerate(files.items()):
            (folder / str(number)).write_bytes(data)
            lines.append(f"{path}\t{number}\n")
        (folder / "list").write_text("".join(lines), encoding="utf-8")
        blocks = str(size // BLOCK)
        process = start("deploy", str(image), blocks, state, str(folder), str(folder / "list"), heap="4m")
        output, _ = process.communicate(timeout=60)
    if process.returncode:
        text = output.decode(errors="replace").strip().splitlines()
        raise VirtualDeviceError(
            f"the firmware does not go onto {name_of}: {text[-1] if text else 'no reason given'}; "
            "move the file away to start with an empty flash"
        )


def fresh(files: dict[str, bytes], size: int = SIZE) -> bytes:
    """Return an image that holds these files and nothing else (cached by their content)."""
    digest = hashlib.sha256(str(size).encode())
    for path, data in files.items():
        digest.update(f"{path}\0{len(data)}\0".encode() + data)
    cached = cache_directory() / f"flash-{digest.hexdigest()[:16]}.img"
    try:
        return cached.read_bytes()
    except FileNotFoundError:
        pass
    with tempfile.NamedTemporaryFile(prefix="clashbox-") as file:
        file.write(b"\xff" * size)
        file.flush()
        _deploy(Path(file.name), size, "new", files, Path(file.name))
        image = Path(file.name).read_bytes()
    write_whole(cached, image)
    for old in sorted(cache_directory().glob("flash-*.img"), key=_age)[:-KEPT]:
        old.unlink(missing_ok=True)
    return image


def _age(path: Path) -> float:
    # Another process may drop an image from the cache at this moment.
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def must_serve(path: Path) -> None:
    """Raises VirtualDeviceError unless the path is free or holds a plain file of a size that flash may have.

    An image is replaced as a whole: a device node or a pipe of that name would be gone for good.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise VirtualDeviceError(f"{path} is no plain file")
    if found.st_size % BLOCK:
        raise VirtualDeviceError(f"{path} is no flash image: its size is not a multiple of {BLOCK} bytes")
    if found.st_size > LARGEST:
        raise VirtualDeviceError(f"{path} is no flash image: it is larger than {LARGEST >> 20} MB")


def update(path: Path, files: dict[str, bytes], size: int = SIZE) -> None:
    """Make the image file, or bring its firmware up to date; what the user saved stays.

    A cut while it is written leaves the old file: the work is done on a copy beside it.
    """
    must_serve(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.stat().st_size == 0:
        write_whole(path, fresh(files, size))
        return
    length = path.stat().st_size
    with tempfile.NamedTemporaryFile(prefix="clashbox-", dir=path.parent) as file:
        shutil.copyfile(path, file.name)
        _deploy(Path(file.name), length, "old", files, path)
        data = Path(file.name).read_bytes()
    if data != path.read_bytes():
        write_whole(path, data)
