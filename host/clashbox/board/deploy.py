"""The firmware onto a board: only what changed, whole or not at all, and seen to run in the end.

The steps: look (versions and hashes), copy what differs to /new, see that it arrived whole, switch over by
renaming (scripts.py), look again, start anew, hear the new version's hello. A cut before the switch leaves
the old firmware; after it boot.py goes on. Whatever lies outside `plan.OWN` and `plan.PLAIN`, such as /save,
is never touched.
"""

import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from clashbox.board import mpremote, scripts
from clashbox.board.plan import Found, Plan, digest, found, make, must_fit, must_serve, read
from clashbox.link.client import Hello, NotOurs
from clashbox.link.line import LineTrouble, now
from clashbox.link.ports import open_client
from clashbox.text import shown
from clashbox.trouble import Trouble

START = 20.0
"""Seconds that the new firmware gets to say hello: a first start makes the files of a box."""

Progress = Callable[[int, int], None]
"""Is told how many bytes have been copied, of how many."""


def look(port: str) -> Found:
    """Stops what runs on the board and tells what it is and what it holds. Raises Trouble; the board runs
    again then, if it can be had.
    """
    try:
        return found(port, mpremote.ask(port, [["exec", scripts.LOOK]]))
    except BaseException as error:
        if not isinstance(error, LineTrouble) and getattr(error, "key", "") != "board.prompt":
            mpremote.reset(port)
        raise


def prepare(here: Found, files: Mapping[str, bytes]) -> Plan:
    """What has to be done; nothing is changed yet. Raises Trouble where it cannot be."""
    must_serve(here.board, files)
    plan = make(here, files)
    if not plan.empty:
        must_fit(here, plan)
    return plan


def carry_out(port: str, here: Found, plan: Plan, files: Mapping[str, bytes], progress: Progress) -> None:
    """Brings the board up to date; it waits at its prompt afterwards. Raises Trouble."""
    _copy(port, here, plan, progress)
    try:
        lines = mpremote.run(port, [["exec", scripts.SWITCH_OVER]])
    except mpremote.Failed as failed:
        raise mpremote.trouble(port, failed) from None
    if not make(found(port, lines), files).empty:
        raise Trouble("deploy.differs", shown(port, 200))


def _copy(port: str, here: Found, plan: Plan, progress: Progress) -> None:
    staged = plan.staged()
    there = {name for name, data in staged.items() if here.files.get(f"{scripts.NEW}/{name}") == digest(data)}
    missing = [name for name in staged if name not in there]
    total = sum(len(staged[name]) for name in missing)
    done = 0

    def tell(line: str) -> None:
        nonlocal done
        if line.startswith("cp "):  # printed as each file begins
            progress(done, total)
            done += len(staged.get(line.rpartition("/")[2], b""))

    with tempfile.TemporaryDirectory(prefix="clashbox-") as folder:
        for name in missing:
            (Path(folder) / name).write_bytes(staged[name])
        steps = [["exec", scripts.prepare(sorted(there))]]
        steps += [["cp", "-f", str(Path(folder) / name), f":{scripts.NEW}/{name}"] for name in missing]
        try:
            lines = mpremote.run(port, [*steps, ["exec", scripts.STAGED]], tell)
        except mpremote.Failed as failed:
            raise mpremote.trouble(port, failed) from None
    progress(total, total)
    arrived, _ = read(lines)
    if any(arrived.get(f"{scripts.NEW}/{name}") != digest(data) for name, data in staged.items()):
        raise Trouble("deploy.damaged", shown(port, 200))


def start(port: str, version: str) -> Hello:
    """Starts the board anew and hears its hello. Raises Trouble where it does not come, or names another
    version.
    """
    mpremote.reset(port)
    end = now() + START
    while True:
        try:
            with open_client(port, patience=max(1.0, end - now())) as client:
                hello = client.hello_data
            break
        except (LineTrouble, NotOurs) as trouble:
            # A board with USB of its own goes away for a moment when it starts.
            if now() > end or (isinstance(trouble, NotOurs) and trouble.kind == "fault"):
                raise Trouble("deploy.dumb", shown(port, 200)) from None
            time.sleep(0.3)
    if hello.firmware != version:
        raise Trouble("deploy.version", shown(port, 200), hello.firmware, version)
    return hello
