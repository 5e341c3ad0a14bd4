"""Checks that every generated file is what its source gives (`make lint`); with --write makes them anew."""

import sys
from pathlib import Path

from clashbox import fonts
from clashbox.cards import board_table

from hardware.design import generated as hardware

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"


def wanted() -> dict[Path, bytes]:
    """All generated files with what has to stand in them."""
    files = {FIRMWARE / "data" / name: data for name, data in fonts.build(FIRMWARE / "fonts").items()}
    files[FIRMWARE / "data" / "cards.tsv"] = board_table.build()
    files.update(hardware.wanted())
    return files


def main(arguments: list[str]) -> int:
    """Check or write; returns the exit status."""
    stale = [path for path, data in wanted().items() if not path.is_file() or path.read_bytes() != data]
    if arguments == ["--write"]:
        for path in stale:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(wanted()[path])
            print(f"written: {path.relative_to(ROOT)}")
        return 0
    for path in stale:
        print(f"stale: {path.relative_to(ROOT)}: run make generated", file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
