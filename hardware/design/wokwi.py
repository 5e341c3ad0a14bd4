"""The box for Wokwi's simulator: diagram.json and wokwi.toml for each board, and a check of their names.

The pins of parts that the package @wokwi/elements has stand in wokwi/elements.json (`make hardware` holds it
against the package). Of what only Wokwi itself has, the small display is known here, the boards by pins.toml.
"""

import json
import re
from pathlib import Path
from typing import Any

from hardware.design import circuit
from hardware.design.circuit import Circuit, Node, Part
from hardware.design.pins import HARDWARE, Pins

FOLDER = HARDWARE / "wokwi"
ELEMENTS = FOLDER / "elements.json"
SSD1306 = ("GND", "VCC", "SCL", "SDA")  # board-ssd1306

_TYPES = {
    "display": "board-ssd1306",
    "key": "wokwi-pushbutton",
    "resistor": "wokwi-resistor",
    "buzzer": "wokwi-buzzer",
}
# A push button's legs of one side are joined: 1.l and 1.r are the same.
_PINS = {"wokwi-pushbutton": {"1": "1.l", "2": "2.l"}}
_COMPUTER_KEYS = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "a": "x",
    "b": "z",
}
_COLOURS = {"GND": "black", "3V3": "red", "SDA": "blue", "SCL": "gold"}

# Where the parts lie, in Wokwi's points.
_PLACES = {
    "U1": (0, 0),
    "U2": (-60, 190),
    "SW1": (140, 150),
    "SW2": (140, 330),
    "SW3": (60, 240),
    "SW4": (220, 240),
    "SW5": (80, 470),
    "SW6": (200, 470),
    "R1": (20, 380),
    "R2": (300, 40),
    "BZ1": (300, 130),
}


def wokwi_type(part: Part, board: str) -> str:
    """What Wokwi calls a part."""
    return board if part.part == "board" else _TYPES[part.part]


def pin_name(source: Circuit, node: Node) -> str:
    """What Wokwi calls a pin: reference:pin."""
    part = source.parts[node[0]]
    pin = part.pin(node[1])
    names = _PINS.get(wokwi_type(part, source.board.wokwi), {})
    return f"{part.ref}:{names.get(pin.number, pin.name)}"


def diagram(source: Circuit) -> dict[str, Any]:
    """The diagram of a circuit without its options."""
    parts = [_part(part, source.board.wokwi) for part in source.parts.values() if not part.option]
    serial = [
        [f"U1:{_label(source, line)}", f"$serialMonitor:{other}", "", []]
        for line, other in (("TX", "RX"), ("RX", "TX"))
    ]
    wires: list[list[Any]] = []
    for net, nodes in source.nets.items():
        ends = [node for node in nodes if not source.parts[node[0]].option]
        used = [node for node in ends if node[0] != "U1" or node == ends[0]]  # one pin of a rail is enough
        wires += [
            [pin_name(source, used[0]), pin_name(source, node), _COLOURS.get(net, "green"), ["v0"]]
            for node in used[1:]
        ]
    return {
        "version": 1,
        "author": "clashbox",
        "editor": "wokwi",
        "parts": parts,
        "connections": serial + wires,
        "dependencies": {},
    }


def _label(source: Circuit, line: str) -> str:
    """The label of UART0's line, TX or RX, on the board's header: TX or TX0."""
    return next(pin.label for pin in source.board.header if re.fullmatch(line + "0?", pin.label))


def _part(part: Part, board: str) -> dict[str, Any]:
    top, left = _PLACES[part.ref]
    attributes: dict[str, str] = {}
    if part.key:
        attributes = {"label": part.key, "color": "green" if part.key == "a" else "white", "bounce": "1"}
        attributes["key"] = _COMPUTER_KEYS[part.key]
    if part.part == "resistor":
        attributes = {"value": str({"10k": 10_000, "220R": 220}[part.value])}
    if part.part == "display":
        attributes = {"i2cAddress": "0x3c"}
    return {
        "type": wokwi_type(part, board),
        "id": part.ref,
        "top": top,
        "left": left,
        "attrs": attributes,
    }


def _toml(board: str) -> str:
    port = "ESP32_GENERIC_S3" if "s3" in board else "ESP32_GENERIC"
    return f"""# Put MicroPython's {port}-....bin beside this file as micropython.bin: ../README.md says more.
[wokwi]
version = 1
firmware = "micropython.bin"
elf = "micropython.bin"
rfc2217ServerPort = 4000
"""


def pins_of(kind: str, source: Circuit, elements: dict[str, list[str]]) -> set[str]:
    """The pins that a part of Wokwi's has; empty where the part is not known."""
    if kind.startswith("board-ssd"):
        return set(SSD1306)
    if kind in elements:
        return set(elements[kind])
    return {pin.label for pin in source.board.header} if kind == source.board.wokwi else set()


def faults(drawn: dict[str, Any], source: Circuit, elements: dict[str, list[str]]) -> list[str]:
    """Names in a diagram that Wokwi does not know, and pins that are not joined as in the circuit."""
    found: list[str] = []
    types = {part["id"]: part["type"] for part in drawn["parts"]}
    for kind in sorted(set(types.values())):
        if not pins_of(kind, source, elements):
            found.append(f"there is no part {kind}")
    for ends in drawn["connections"]:
        for end in ends[:2]:
            part, _, pin = end.partition(":")
            known = (
                {"TX", "RX"} if part == "$serialMonitor" else pins_of(types.get(part, ""), source, elements)
            )
            if pin not in known:
                found.append(f"there is no pin {end}")
    joined = _groups([ends[:2] for ends in drawn["connections"] if "$serialMonitor" not in ends[1]])
    if joined != _wanted(source):
        found.append("the wires join other pins than the circuit does")
    return found


def _wanted(source: Circuit) -> set[frozenset[str]]:
    """What must be joined: each net without the options and without the further pins of a board's rail."""
    groups: set[frozenset[str]] = set()
    for nodes in source.nets.values():
        ends = [node for node in nodes if not source.parts[node[0]].option]
        names = {pin_name(source, node) for node in ends if node[0] != "U1" or node == ends[0]}
        if len(names) > 1:
            groups.add(frozenset(names))
    return groups


def _groups(pairs: list[list[str]]) -> set[frozenset[str]]:
    groups: list[set[str]] = []
    for pair in pairs:
        touching = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touching]
        groups.append(set(pair).union(*touching))
    return {frozenset(group) for group in groups}


def elements_of(package: Path) -> dict[str, list[str]]:
    """The pins of the parts that we use, from an unpacked @wokwi/elements; FileNotFoundError without."""
    used = {*_TYPES.values(), "wokwi-esp32-devkit-v1"}
    if not (package / "package.json").is_file():
        raise FileNotFoundError(f"{package}: no package @wokwi/elements: make hardware fetches it")
    found: dict[str, list[str]] = {}
    for path in sorted((package / "dist" / "esm").glob("*-element.js")):
        text = path.read_text(encoding="utf-8")
        name = re.search(r"customElement\('([^']+)'\)", text)
        if name and name[1] in used:
            found[name[1]] = sorted(re.findall(r"\{ name: '([^']+)', x:", text))
    return found


def elements_text(found: dict[str, list[str]]) -> bytes:
    """elements.json as it is written."""
    return (json.dumps(found, indent=1) + "\n").encode()


def text(drawn: dict[str, Any]) -> str:
    """A diagram as Wokwi writes it: a line a part and a wire."""
    lines = ["{"]
    for key, value in drawn.items():
        if isinstance(value, list):
            inner = ",\n".join(f"    {json.dumps(item)}" for item in value)
            lines.append(f'  "{key}": [\n{inner}\n  ],')
        else:
            lines.append(f'  "{key}": {json.dumps(value)},')
    lines[-1] = lines[-1].rstrip(",")
    return "\n".join([*lines, "}"]) + "\n"


def files(pins: Pins) -> dict[Path, bytes]:
    """The diagrams and settings of all boards (the first at the top), with what has to stand in them."""
    made: dict[Path, bytes] = {}
    for number, board in enumerate(pins.boards.values()):
        folder = FOLDER / board.key if number else FOLDER
        made[folder / "diagram.json"] = text(diagram(circuit.build(board, pins.wake))).encode()
        made[folder / "wokwi.toml"] = _toml(board.wokwi).encode()
    return made
