"""The circuit as code: the parts of parts.toml, the pins of pins.toml, and the nets that join them."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.design.pins import HARDWARE, KEYS, Board

SOURCE = HARDWARE / "parts.toml"

KINDS = ("power-out", "power-in", "ground", "bidirectional", "input", "output", "passive")
DRIVERS = ("power-out", "output")

# What the board's own pin is, seen from the circuit, by its job.
_BOARD_KINDS = {"sda": "bidirectional", "scl": "output", "buzzer": "output"}


@dataclass(frozen=True)
class Pin:
    """A pin of a part: its number (unique within the part), the name printed beside it, its kind (KINDS)."""

    number: str
    name: str
    kind: str


@dataclass(frozen=True)
class Part:
    """A part of the circuit."""

    ref: str
    value: str
    part: str  # what it is: board, display, key, resistor, ...
    pins: tuple[Pin, ...]
    key: str  # which key it is, else empty
    option: str  # the option that it belongs to, else empty

    def pin(self, number: str) -> Pin:
        """The pin of that number."""
        return next(pin for pin in self.pins if pin.number == number)


Node = tuple[str, str]  # reference, pin number


@dataclass
class Circuit:
    """Parts by reference, and nets by name with the pins that they join."""

    board: Board
    parts: dict[str, Part]
    nets: dict[str, list[Node]]
    wake: str

    def net_of(self, node: Node) -> str | None:
        """The (first) net that a pin lies on, None where it is not connected."""
        return next((name for name, nodes in self.nets.items() if node in nodes), None)

    def pin(self, node: Node) -> Pin:
        """The pin that a node means."""
        return self.parts[node[0]].pin(node[1])

    def copy(self) -> "Circuit":
        """One whose nets can be changed."""
        return Circuit(
            self.board,
            dict(self.parts),
            {name: list(nodes) for name, nodes in self.nets.items()},
            self.wake,
        )


def read(path: Path = SOURCE) -> dict[str, Any]:
    """parts.toml as it stands."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def net_for(job: str) -> str:
    """The net of one of the board's jobs: KEY_LEFT, SDA, ..."""
    return f"KEY_{job.upper()}" if job in KEYS else job.upper()


def build(board: Board, wake: str, data: dict[str, Any] | None = None) -> Circuit:
    """The circuit around a board, the battery option included."""
    parts: dict[str, Part] = {}
    for ref, table in (data or read())["parts"].items():
        pins = _board_pins(board) if table["part"] == "board" else _pins(table["pins"])
        value = board.name if table["part"] == "board" else table["value"]
        parts[ref] = Part(ref, value, table["part"], pins, table.get("key", ""), table.get("option", ""))
    return Circuit(board, parts, _nets(board, parts, wake), wake)


def _pins(table: dict[str, list[str]]) -> tuple[Pin, ...]:
    return tuple(Pin(number, name, kind) for number, (name, kind) in table.items())


def _board_pins(board: Board) -> tuple[Pin, ...]:
    pins: list[Pin] = []
    sources: set[str] = set()
    for pin in board.header:
        job = board.job_of(pin)
        kind = "passive"
        if job:
            kind = _BOARD_KINDS.get(job, "input")
        elif pin.supply in ("3V3", "GND") and pin.supply not in sources:
            # Several pins of the same rail are one source, not several that fight.
            sources.add(pin.supply)
            kind = "power-out"
        pins.append(Pin(pin.place, pin.label, kind))
    return tuple(pins)


def _nets(board: Board, parts: dict[str, Part], wake: str) -> dict[str, list[Node]]:
    nets: dict[str, list[Node]] = {name: [] for name in ("GND", "3V3", "5V")}
    for pin in board.header:
        if pin.supply:
            nets[pin.supply].append(("U1", pin.place))
    for job in board.jobs:
        nets[net_for(job)] = [("U1", board.at(job).place)]
    for name, net in (("GND", "GND"), ("VCC", "3V3"), ("SCL", "SCL"), ("SDA", "SDA")):
        nets[net].append(_named(parts["U2"], name))
    for part in parts.values():
        if part.key:
            nets[net_for(part.key)].append((part.ref, "1"))
            nets["GND"].append((part.ref, "2"))
    nets[net_for(wake)].append(("R1", "2"))
    nets["3V3"].append(("R1", "1"))
    nets["BUZZER"].append(("R2", "1"))
    nets["TONE"] = [("R2", "2"), ("BZ1", "1")]
    nets["GND"].append(("BZ1", "2"))
    _battery(nets, parts)
    return nets


def _battery(nets: dict[str, list[Node]], parts: dict[str, Part]) -> None:
    charger = parts["U3"]
    nets["CELL+"] = [("BT1", "1"), _named(charger, "B+"), ("R3", "1")]
    nets["CELL-"] = [("BT1", "2"), _named(charger, "B-")]
    nets["BOOST"] = [_named(charger, "OUT+"), ("SW7", "1")]
    nets["5V"].append(("SW7", "2"))
    nets["GND"] += [_named(charger, "OUT-"), ("R4", "2"), ("C1", "2")]
    nets["BATTERY"] += [("R3", "2"), ("R4", "1"), ("C1", "1")]


def _named(part: Part, name: str) -> Node:
    return part.ref, next(pin.number for pin in part.pins if pin.name == name)


def listing(circuit: Circuit) -> str:
    """The netlist as text: a line a net, its pins as reference.number with their names."""
    lines = [f"# {circuit.board.name}: net, then reference.pin(name)"]
    for name in sorted(circuit.nets):
        pins = [f"{ref}.{number}({circuit.pin((ref, number)).name})" for ref, number in circuit.nets[name]]
        lines.append(f"{name}: {' '.join(sorted(pins))}")
    return "\n".join(lines) + "\n"


# Own rules. They know what the box is meant to do, which an electrical check does not.


def faults(circuit: Circuit) -> list[str]:
    """What is wrong with the circuit, one sentence each; empty where all is well."""
    found: list[str] = []
    for rule in _RULES:
        found += rule(circuit)
    return found


def _joined(circuit: Circuit) -> list[str]:
    found: list[str] = []
    seen: dict[Node, str] = {}
    for name, nodes in circuit.nets.items():
        if len(nodes) < 2:
            found.append(f"net {name} joins fewer than two pins")
        for node in nodes:
            if node[0] not in circuit.parts or all(p.number != node[1] for p in circuit.parts[node[0]].pins):
                found.append(f"net {name}: there is no pin {node[0]}.{node[1]}")
            elif node in seen:
                found.append(f"short: {node[0]}.{node[1]} lies on {seen[node]} and on {name}")
            seen[node] = name
    for part in circuit.parts.values():
        for pin in part.pins:
            if part.part != "board" and (part.ref, pin.number) not in seen:
                found.append(f"{part.ref}.{pin.number} ({pin.name}) is not connected")
    return found


def _named_alike(circuit: Circuit) -> list[str]:
    """Pins with a name lie on the net of that name: an electrical check lets swapped SDA and SCL pass."""
    found: list[str] = []
    wanted: dict[Node, str | None] = {}
    for pin in circuit.board.header:
        job = circuit.board.job_of(pin)
        wanted["U1", pin.place] = pin.supply or (net_for(job) if job else None)
    for part in circuit.parts.values():
        for pin in part.pins:
            wanted.update(_wanted(part, pin))
    for node, net in wanted.items():
        actual = circuit.net_of(node)
        if actual != net:
            found.append(f"{node[0]}.{node[1]} ({circuit.pin(node).name}) lies on {actual}, not on {net}")
    return found


def _wanted(part: Part, pin: Pin) -> dict[Node, str | None]:
    node = (part.ref, pin.number)
    if part.part == "display":
        return {node: {"VCC": "3V3"}.get(pin.name, pin.name)}
    if part.part == "charger":
        return {node: {"B+": "CELL+", "B-": "CELL-", "OUT+": "BOOST", "OUT-": "GND"}[pin.name]}
    if part.part == "cell":
        return {node: "CELL" + pin.name}
    return {}


def _two_sided(circuit: Circuit) -> list[str]:
    """Parts with two like ends lie between the two nets that they are there for."""
    between: dict[str, set[str]] = {
        "R1": {"3V3", net_for(circuit.wake)},
        "R2": {"BUZZER", "TONE"},
        "BZ1": {"TONE", "GND"},
        "SW7": {"BOOST", "5V"},
        "R3": {"CELL+", "BATTERY"},
        "R4": {"BATTERY", "GND"},
        "C1": {"BATTERY", "GND"},
    }
    between |= {part.ref: {net_for(part.key), "GND"} for part in circuit.parts.values() if part.key}
    found: list[str] = []
    for part in circuit.parts.values():
        if part.part in ("board", "display", "charger", "cell"):
            continue
        if part.ref not in between:
            found.append(f"{part.ref}: nothing says between which nets it lies")
            continue
        ends = {circuit.net_of((part.ref, pin.number)) for pin in part.pins}
        if ends != between[part.ref]:
            told = " and ".join(sorted(str(end) for end in ends))
            found.append(f"{part.ref} lies between {told}, not {' and '.join(sorted(between[part.ref]))}")
    return found


def _driven(circuit: Circuit) -> list[str]:
    found: list[str] = []
    for name, nodes in circuit.nets.items():
        known = [node for node in nodes if node[0] in circuit.parts]
        kinds = [(circuit.pin(node).kind, f"{node[0]}.{node[1]}") for node in known]
        drivers = [pin for kind, pin in kinds if kind in DRIVERS]
        if len(drivers) > 1:
            found.append(f"net {name} has {len(drivers)} drivers: {' '.join(drivers)}")
        if any(kind in ("power-in", "ground") for kind, _ in kinds) and not drivers:
            found.append(f"net {name} feeds a part, but nothing feeds it")
    return found


def _keys(circuit: Circuit) -> list[str]:
    have = [part.key for part in circuit.parts.values() if part.key]
    return [f"there are {have.count(key)} keys {key}" for key in KEYS if have.count(key) != 1]


_RULES: tuple[Callable[[Circuit], list[str]], ...] = (_joined, _named_alike, _two_sided, _driven, _keys)
