"""Files that commands write: whole or not at all; what stood there before is replaced at the end."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from clashbox.i18n import reason
from clashbox.text import shown
from clashbox.trouble import Trouble


def write(path: Path, lines: Iterable[str]) -> None:
    """The lines as UTF-8, each as it is: the file is there whole or not at all. Raises Trouble."""
    try:
        if path.exists() and not path.is_file():
            # A device or a pipe that the user named: there is nothing to replace.
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(lines)
            return
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(lines)
                stream.flush()
                os.fsync(stream.fileno())
            _usual_mode(beside, path)
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as error:
        raise Trouble("export.exists", shown(path, 200), shown(reason(error), 120)) from None


def _usual_mode(written: str, path: Path) -> None:
    # mkstemp makes files for the user alone; an export has the mode of what it replaces, or the usual one.
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    os.chmod(written, mode)
