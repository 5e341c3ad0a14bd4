"""Which virtual devices run on this machine: one small file each in the user's runtime folder, so that
`auto` finds them. An entry whose process or port is gone is passed over and removed.
"""

import json
import os
import tempfile
import warnings
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import platformdirs

_LIMIT = 4096


def folder() -> Path:
    """Where the entries lie."""
    with warnings.catch_warnings():
        # Without XDG_RUNTIME_DIR a folder below /tmp serves as well; that is no news for a user.
        warnings.simplefilter("ignore")
        return Path(platformdirs.user_runtime_dir("clashbox", appauthor=False)) / "devices"


def _alive(pid: int) -> bool:
    if os.name == "nt":
        # os.kill would end the process there; the port's existence has to do.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


@contextmanager
def entry(port: str) -> Generator[None, None, None]:
    """Registers this process's virtual device while the block runs. A folder that cannot be written only
    means that `auto` does not find it.
    """
    path = folder() / f"{os.getpid()}-{abs(hash(port)):x}.json"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump({"pid": os.getpid(), "port": port}, stream)
        os.replace(name, path)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _port(path: Path) -> str | None:
    with suppress(OSError, ValueError):
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None
        with path.open(encoding="utf-8") as stream:
            found: Any = json.loads(stream.read(_LIMIT))
        if isinstance(found, dict):
            values = cast(dict[str, Any], found)
            pid, port = values.get("pid"), values.get("port")
            if isinstance(pid, int) and isinstance(port, str) and pid > 0:
                if _alive(pid) and ("://" in port or Path(port).exists()):
                    return port
                path.unlink(missing_ok=True)
    return None


def devices() -> list[str]:
    """The ports of the virtual devices that run now."""
    try:
        paths = sorted(folder().glob("*.json"))
    except OSError:
        return []
    return [port for port in map(_port, paths) if port]
