"""The wiring as a beginner lays it, for WireViz: coloured wires from the board to each part, by two rails."""

from dataclasses import dataclass, field
from pathlib import Path

from hardware.design import circuit
from hardware.design.circuit import Circuit, Node
from hardware.design.pins import HARDWARE, Pins

RAILS = {"GND": "rail of GND (blue line)", "3V3": "rail of 3.3 V (red line)"}

# The colour of a net's wires, as WireViz calls it.
COLOURS = {
    "GND": "BK",
    "3V3": "RD",
    "SDA": "BU",
    "SCL": "YE",
    "KEY_LEFT": "GN",
    "KEY_RIGHT": "TQ",
    "KEY_UP": "VT",
    "KEY_DOWN": "BN",
    "KEY_A": "OG",
    "KEY_B": "WH",
    "BUZZER": "GY",
    "TONE": "PK",
}


@dataclass
class Harness:
    """Ends of wires by part, and the wires: (from part, from pin, colour, to part, to pin) in groups."""

    ends: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # part: (pin, label)
    groups: dict[str, list[tuple[str, str, str, str, str]]] = field(default_factory=dict)

    def end(self, part: str, pin: str, label: str) -> str:
        """Note an end; returns the pin."""
        ends = self.ends.setdefault(part, [])
        if (pin, label) not in ends:
            ends.append((pin, label))
        return pin


def wires(source: Circuit) -> Harness:
    """The wires of a circuit without its options."""
    made = Harness()
    fitted = {ref for ref, part in source.parts.items() if not part.option}
    rails = dict.fromkeys(RAILS, 0)
    for net, nodes in source.nets.items():
        ends = [node for node in nodes if node[0] in fitted]
        if net in RAILS:
            _rail(made, source, net, ends, rails)
        elif len(ends) > 1:
            _chain(made, source, net, ends)
    return made


def _rail(made: Harness, source: Circuit, net: str, ends: list[Node], rails: dict[str, int]) -> None:
    board = next(node for node in ends if node[0] == "U1")  # one wire from the board feeds the rail
    for ref, number in [board, *(node for node in ends if node[0] != "U1")]:
        rails[net] += 1
        hole = made.end(net, str(rails[net]), "-" if net == "GND" else "+")
        made.end(ref, number, source.pin((ref, number)).name)
        # Drawn from left to right: the board, the parts, and ground, to which all goes, at the right.
        wire = (ref, number, COLOURS[net], net, hole)
        if net == "3V3" and ref != "U1":
            wire = (net, hole, COLOURS[net], ref, number)
        made.groups.setdefault(f"{net} feed" if ref == "U1" else f"{net} wires", []).append(wire)


def _chain(made: Harness, source: Circuit, net: str, ends: list[Node]) -> None:
    first = ends[0]
    made.end(*first, source.pin(first).name)
    for ref, number in ends[1:]:
        made.end(ref, number, source.pin((ref, number)).name)
        group = {"S": "bus of the display", "K": "keys", "B": "sound", "T": "sound"}[net[0]]
        if ref == "R1":
            group = "pull-up"
        if net == "TONE":
            group = "tone"
        made.groups.setdefault(group, []).append((*first, COLOURS[net], ref, number))


def yaml(source: Circuit) -> str:
    """The harness as WireViz reads it."""
    made = wires(source)
    lines = [f"# Wiring of the box with {source.board.name}: make hardware draws it.", "connectors:"]
    order = ["U1", *RAILS, *(ref for ref in made.ends if ref not in RAILS and ref != "U1")]
    for ref in order:
        lines += _connector(source, ref, made.ends[ref])
    lines.append("cables:")
    for name, group in made.groups.items():
        colours = ", ".join(wire[2] for wire in group)
        lines += [f"  {_key(name)}:", f"    wirecount: {len(group)}", f"    colors: [{colours}]"]
        lines.append("    show_wirecount: false")
    lines.append("connections:")
    for name, group in made.groups.items():
        for number, (ref, pin, _, other, other_pin) in enumerate(group, 1):
            lines += [f"  - - {ref}: [{_word(pin)}]", f"    - {_key(name)}: [{number}]"]
            lines.append(f"    - {other}: [{_word(other_pin)}]")
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name.replace(" ", "_")


def _word(text: str) -> str:
    return text if text.isdecimal() else f'"{text}"'


def _connector(source: Circuit, ref: str, ends: list[tuple[str, str]]) -> list[str]:
    if ref == "U1":
        places = [pin.place for pin in source.board.header]
        ends = sorted(ends, key=lambda end: places.index(end[0]))
    pins = ", ".join(_word(pin) for pin, _ in ends)
    labels = ", ".join(f'"{label}"' for _, label in ends)
    told = RAILS.get(ref) or source.parts[ref].value
    lines = [f"  {ref if ref not in RAILS else _word(ref)}:", f'    type: "{told}"', f"    pins: [{pins}]"]
    if any(pin != label for pin, label in ends):
        lines.append(f"    pinlabels: [{labels}]")
    lines.append("    show_pincount: false")
    if ref == "U1":
        lines.append('    notes: "L: left, R: right, from the top; USB down, chip towards you"')
    return lines


def files(pins: Pins) -> dict[Path, bytes]:
    """The harnesses of all boards, with what has to stand in them."""
    return {
        HARDWARE / "wiring" / f"{board.key}.yml": yaml(circuit.build(board, pins.wake)).encode()
        for board in pins.boards.values()
    }
