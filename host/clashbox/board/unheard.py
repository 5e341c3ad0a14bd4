"""A board whose firmware does not say hello, seen through mpremote: what it is, and what it lacks."""

from collections.abc import Iterator
from typing import Any

from clashbox import firmware
from clashbox.board import mpremote, plan, scripts
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

Seen = tuple[str, bool, str, dict[str, Any]]
"""What was looked at, whether it is all right, what is to be said, the figures behind it."""
NAMED = 3
"""So many files are named at most."""


def look(port: str) -> Iterator[Seen]:
    """MicroPython, the room on flash, the firmware's files against those of this clashbox. Nothing is
    written; the board starts anew afterwards.
    """
    try:
        here = plan.found(port, mpremote.ask(port, [["exec", scripts.SEE]]))
    except Trouble as trouble:
        yield "micropython", False, str(trouble), {"kind": trouble.key}
        return
    finally:
        mpremote.reset(port)
    try:
        files = firmware.files()
    except firmware.FirmwareError:
        files = None  # that it is missing is said of the laptop
    values: dict[str, Any] = {"version": here.board.micropython, "machine": here.board.machine}
    try:
        plan.must_serve(here.board, files or {})
    except Trouble as trouble:
        yield "micropython", False, str(trouble), values
    else:
        machine = shown(here.board.machine, 80)
        yield "micropython", True, t("doctor.micropython.on", here.board.micropython, machine), values
    free = here.board.free
    yield "flash", True, t("doctor.flash", free // 1024), {"free": free}
    if files is not None:
        yield _firmware(port, here, files)


def _firmware(port: str, here: plan.Found, files: dict[str, bytes]) -> Seen:
    todo = plan.make(here, files)
    missing = sorted(path for path in todo.copy if path not in here.files)
    stale = sorted(path for path in todo.copy if path in here.files)
    values = {"missing": missing, "stale": stale, "left_over": list(todo.remove)}
    name = shown(port, 200)
    if "/switch.py" in here.files:
        text = t("doctor.firmware.cut", name)
    elif todo.empty:
        text = t("doctor.firmware.whole", len(files), name)
    elif plan.another_program(here, files):
        text = t("doctor.firmware.other", name)
    elif not any(path.startswith("/lib/clashdevice/") for path in here.files):
        text = t("doctor.firmware.none", name)
    else:
        some = ", ".join([*missing, *stale, *todo.remove][:NAMED])
        counts = (len(missing), len(stale), len(todo.remove))
        text = t("doctor.firmware.spoilt", *counts, len(files), some, name)
    return "firmware", False, text, values
