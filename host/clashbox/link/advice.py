"""What to do about a port, as it is done on this operating system."""

import os
import sys

from clashbox.i18n import t

KINDS = ("missing", "busy", "permission", "none")
"""The troubles whose mend differs from system to system."""
SYSTEMS = ("linux", "macos", "windows")


def system() -> str:
    """Which of SYSTEMS this is; other POSIX systems go by Linux."""
    if sys.platform == "darwin":
        return "macos"
    return "windows" if sys.platform == "win32" else "linux"


def group(port: str) -> str:
    """The group that may use a port, empty where that is root's own or cannot be told: dialout on Debian,
    uucp on Arch.
    """
    if sys.platform == "win32":
        return ""
    import grp

    try:
        found = os.stat(port)
        return grp.getgrgid(found.st_gid).gr_name if found.st_gid and found.st_mode & 0o060 == 0o060 else ""
    except (OSError, KeyError, ValueError):
        return "dialout"


class Advice:
    """The mend of one trouble, put into words when it is shown."""

    def __init__(self, kind: str, port: str = ""):
        self._kind = kind
        self._port = port

    def __str__(self) -> str:
        name = f"do.{self._kind}.{system()}"
        if name != "do.permission.linux":
            return t(name, self._port)
        found = group(self._port)
        return t(name, found) if found else t("do.permission.nobody", self._port)
