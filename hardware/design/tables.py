"""What stands in other files but is known here: the firmware's pins, the tables of README.md."""

from pathlib import Path

from hardware.design import bom, circuit
from hardware.design.pins import HARDWARE, KEYS, Board, HeaderPin, Pins

README = HARDWARE / "README.md"
BOARD_PY = HARDWARE.parent / "firmware" / "lib" / "clashdevice" / "board.py"

_SIDES = {"L": "left", "R": "right"}


def between(text: str, name: str, inner: str, comment: tuple[str, str]) -> str:
    """The text with what is between two marks replaced; ValueError where one is missing."""
    opening, closing = (f"{comment[0]} {mark}" for mark in (name, f"/{name}"))
    start = text.index("\n", text.index(opening)) + 1
    return text[:start] + inner + text[text.index(closing) :]


def board_py(pins: Pins) -> bytes:
    """The firmware's board file with the pins of each chip."""
    lines = ["_BOARDS = {\n"]
    chips: set[str] = set()
    for board in pins.boards.values():
        if board.chip.key in chips:
            continue  # boards of one chip have the same jobs: pins.faults sees to it
        chips.add(board.chip.key)
        jobs = board.jobs
        keys = ", ".join(str(jobs[key]) for key in KEYS)
        pairs = [f'"{job}": {jobs[job]}' for job in ("sda", "scl", "buzzer", "battery")]
        pairs.insert(2, f'"keys": ({keys})')
        lines.append(f'    "{board.chip.machine}": {{{", ".join(pairs)}}},\n')
    text = BOARD_PY.read_text(encoding="utf-8")
    return between(text, "pins", "".join(lines) + "}\n", ("#", "")).encode()


def readme(pins: Pins) -> bytes:
    """hardware/README.md with its tables."""
    text = README.read_text(encoding="utf-8")
    tables = {
        "pins": pin_table(pins),
        "reasons": reason_table(pins),
        "parts": bom.table(),
        "scan": scan_lines(pins),
    }
    for name, table in tables.items():
        text = between(text, name, f"\n{table}\n\n", ("<!--", "-->"))
    return text.encode()


def scan_lines(pins: Pins) -> str:
    """What asks the display's bus who is there: a line a chip."""
    jobs = {board.chip.name: board.jobs for board in reversed(pins.boards.values())}
    lines: list[str] = []
    for chip, job in reversed(jobs.items()):
        code = f"print(I2C(0, scl=Pin({job['scl']}), sda=Pin({job['sda']})).scan())  # {chip}"
        lines.append(
            f'    .venv/bin/python -m mpremote connect PORT exec "from machine import I2C, Pin; {code}"'
        )
    return "\n".join(lines)


def _where(pin: HeaderPin) -> str:
    return f"**{pin.label}** ({_SIDES[pin.place[0]]} {pin.place[1:]})"


def pin_table(pins: Pins) -> str:
    """Which wire goes where: one row a wire, one column a board, with label and place on the header."""
    boards = list(pins.boards.values())
    rows = [
        ("OLED SDA", "sda", ""),
        ("OLED SCL", "scl", ""),
        ("OLED VCC", "", "3V3"),
        ("OLED GND", "", "GND"),
        *((f"key {key}", key, "") for key in KEYS),
        ("other leg of each key", "", "GND"),
        ("R1 (10k), from key a to", "", "3V3"),
        ("R2 (220R), then buzzer", "buzzer", ""),
        ("other leg of the buzzer", "", "GND"),
        ("battery option: R3, R4, C1", "battery", ""),
        ("battery option: SW7", "", "5V"),
    ]
    lines = [
        "| from | " + " | ".join(board.name for board in boards) + " |",
        "| --- |" + " --- |" * len(boards),
    ]
    for title, job, supply in rows:
        cells = [_where(board.at(job)) if job else _supply(board, supply) for board in boards]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _supply(board: Board, supply: str) -> str:
    if supply == "GND":
        return "any **GND**"
    return " or ".join(_where(pin) for pin in board.header if pin.supply == supply)


def reason_table(pins: Pins) -> str:
    """Why each pin was chosen, and which were left alone: one table a chip."""
    blocks: list[str] = []
    chips: set[str] = set()
    for board in pins.boards.values():
        if board.chip.key in chips:
            continue
        chips.add(board.chip.key)
        lines = [f"**{board.chip.name}**", "", "| job | pin | why |", "| --- | --- | --- |"]
        lines += [f"| {job} | {board.jobs[job]} | {board.reasons[job]} |" for job in board.jobs]
        whys: dict[str, list[int]] = {}
        for number, why in board.chip.avoid.items():
            whys.setdefault(why, []).append(number)
        lines += ["", "| left alone | why |", "| --- | --- |"]
        lines += [f"| {_ranges(numbers)} | {why} |" for why, numbers in whys.items()]
        if board.chip.no_pull_up:
            numbers = sorted(board.chip.no_pull_up)
            lines.append(f"| {_ranges(numbers)} | no keys, no bus: inputs without pull-ups |")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _ranges(numbers: list[int]) -> str:
    parts: list[str] = []
    start = 0
    for i, number in enumerate(numbers):
        if i + 1 == len(numbers) or numbers[i + 1] != number + 1:
            first = numbers[start]
            parts.append(str(first) if first == number else f"{first} to {number}")
            start = i + 1
    return ", ".join(parts)


def files(pins: Pins) -> dict[Path, bytes]:
    """The files that hold such tables, with what has to stand in them."""
    return {BOARD_PY: board_py(pins), README: readme(pins)}


def netlists(pins: Pins) -> dict[Path, bytes]:
    """The netlist of each board as text."""
    return {
        HARDWARE / "circuit" / f"{board.key}.net.txt": circuit.listing(
            circuit.build(board, pins.wake)
        ).encode()
        for board in pins.boards.values()
    }
