"""Checks that every generated file is what its source gives (`make lint`); with --write makes them anew."""

import ast
import sys
from pathlib import Path
from typing import Any

from clashbox import fonts
from clashbox.cards import board_table

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
_BOARD_PY = FIRMWARE / "lib" / "clashdevice" / "board.py"
_KEYS_PY = FIRMWARE / "lib" / "clashdevice" / "keys.py"
_WIRING = ROOT / "hardware" / "README.md"
_BOARD_NAMES = {"esp32": "ESP32 DevKitC", "esp32s3": "ESP32-S3 DevKitC-1"}
_FROM, _TO = "<!-- pins", "<!-- /pins -->"


def _constant(path: Path, name: str) -> Any:
    """The literal that a module of the firmware binds to a name: it imports only on a board."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == name
        ):
            return ast.literal_eval(node.value)
    raise KeyError(f"{path}: {name} is not bound to a literal")


def pin_table() -> str:
    """The wiring table of hardware/README.md, from the firmware's one table of pins."""
    boards: dict[str, dict[str, Any]] = _constant(_BOARD_PY, "_BOARDS")
    keys: tuple[str, ...] = _constant(_KEYS_PY, "NAMES")
    lines = [
        "| | " + " | ".join(_BOARD_NAMES[board] for board in boards) + " |",
        "| --- |" + " --- |" * len(boards),
    ]
    rows = [("OLED SDA", "sda"), ("OLED SCL", "scl"), *((f"key {name}", i) for i, name in enumerate(keys))]
    for title, where in [*rows, ("buzzer", "buzzer")]:
        pins = [pins[where] if isinstance(where, str) else pins["keys"][where] for pins in boards.values()]
        lines.append(f"| {title} | " + " | ".join(str(pin) for pin in pins) + " |")
    return "\n".join(lines)


def _with_pins(text: str) -> str:
    start = text.index("\n", text.index(_FROM)) + 1
    return text[:start] + "\n" + pin_table() + "\n\n" + text[text.index(_TO) :]


def wanted() -> dict[Path, bytes]:
    """All generated files with what has to stand in them."""
    files = {FIRMWARE / "data" / name: data for name, data in fonts.build(FIRMWARE / "fonts").items()}
    files[FIRMWARE / "data" / "cards.tsv"] = board_table.build()
    files[_WIRING] = _with_pins(_WIRING.read_text(encoding="utf-8")).encode()
    return files


def main(arguments: list[str]) -> int:
    """Check or write; returns the exit status."""
    stale = [path for path, data in wanted().items() if not path.is_file() or path.read_bytes() != data]
    if arguments == ["--write"]:
        for path in stale:
            path.write_bytes(wanted()[path])
            print(f"written: {path.relative_to(ROOT)}")
        return 0
    for path in stale:
        print(f"stale: {path.relative_to(ROOT)}: run make generated", file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
