"""The sheet, its picture, the wiring and the Wokwi diagram, without the heavy tools."""

import json
import re
from xml.etree import ElementTree

import pytest

from hardware.design import circuit, drawing, harness, layout, pictures, pinmap, pins, sheet, wokwi
from hardware.design.pins import HARDWARE

PINS = pins.load()
BOARDS = list(PINS.boards)
ELEMENTS = json.loads(wokwi.ELEMENTS.read_text(encoding="utf-8"))


def built(board: str) -> circuit.Circuit:
    return circuit.build(PINS.boards[board], PINS.wake)


def nets_of(plan: layout.Plan) -> dict[str, set[circuit.Node]]:
    """The nets as they are drawn: what the pins' ends, the wires and the labels at their ends come to."""
    labels = {label.at: label.net for label in plan.labels}
    found: dict[str, set[circuit.Node]] = {}
    for placed in plan.parts:
        for leg in placed.symbol.legs:
            for wire in plan.wires:
                if wire.start == placed.end(leg):
                    found.setdefault(labels[wire.end], set()).add((placed.part.ref, leg.pin.number))
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_the_sheet_draws_the_circuit_s_nets(board: str) -> None:
    source = built(board)
    assert nets_of(layout.plan(source)) == {name: set(nodes) for name, nodes in source.nets.items()}


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_on_the_sheet_lies_on_something_else(board: str) -> None:
    plan = layout.plan(built(board))
    ends = [placed.end(leg) for placed in plan.parts for leg in placed.symbol.legs]
    ends += [label.at for label in plan.labels]
    assert len(ends) == len(set(ends))
    lines = {(wire.start[1], *sorted((wire.start[0], wire.end[0]))) for wire in plan.wires}
    for y, left, right in lines:
        assert sum(end[1] == y and left <= end[0] <= right for end in ends) == 2
    width, height = layout.PAPER
    assert all(10 < x < width - 10 and 10 < y < height - 10 for x, y in ends)
    assert all(round(x / 1.27, 4).is_integer() and round(y / 1.27, 4).is_integer() for x, y in ends)


@pytest.mark.parametrize("board", BOARDS)
def test_the_sheet_is_the_same_every_time_and_its_ids_are_unlike(board: str) -> None:
    text = sheet.text(layout.plan(built(board)))
    assert text == sheet.text(layout.plan(built(board)))
    ids = re.findall(r"\(uuid ([0-9a-f-]{36})\)", text)
    assert len(ids) == len(set(ids)) > 100
    assert text.count("(") == text.count(")")


@pytest.mark.parametrize("board", BOARDS)
def test_the_picture_shows_every_part_net_and_pin(board: str) -> None:
    source = built(board)
    root = ElementTree.fromstring(drawing.svg(layout.plan(source)))
    texts = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
    for part in source.parts.values():
        assert any(part.ref in text.split() for text in texts), part.ref
    for net in source.nets:
        if net not in layout.SIGNS:
            assert texts.count(net) >= len({ref for ref, _ in source.nets[net]}), net
    assert {pin.label for pin in source.board.header} <= set(texts)


@pytest.mark.parametrize("board", BOARDS)
def test_the_wiring_joins_what_the_circuit_joins(board: str) -> None:
    source = built(board)
    joined: list[set[tuple[str, str]]] = []
    for group in harness.wires(source).groups.values():
        for ref, pin, _, other, other_pin in group:
            # All holes of a rail are one.
            pair = {
                (end, "" if end in harness.RAILS else number)
                for end, number in ((ref, pin), (other, other_pin))
            }
            for one in [net for net in joined if net & pair]:
                joined.remove(one)
                pair |= one
            joined.append(pair)
    fitted = {ref for ref, part in source.parts.items() if not part.option}
    wanted = [{node for node in nodes if node[0] in fitted} for nodes in source.nets.values()]
    spare = {node for net in harness.RAILS for node in source.nets[net] if node[0] == "U1"}
    bare = {frozenset(net - spare) for net in wanted if len(net) > 1}
    assert {frozenset(end for end in net if end[0] not in harness.RAILS) - spare for net in joined} == bare
    for net in harness.RAILS:
        assert sum((net, "") in group for group in joined) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_each_net_of_the_wiring_has_a_colour_of_its_own(board: str) -> None:
    nets = {net for net in built(board).nets if net in harness.COLOURS}
    assert len({harness.COLOURS[net] for net in nets}) == len(nets) == 12


@pytest.mark.parametrize("board", BOARDS)
def test_the_kept_picture_of_the_wiring_was_drawn_from_what_is_now(board: str) -> None:
    source = harness.yaml(built(board)).encode()
    kept = HARDWARE / "wiring" / f"{board}.svg"
    assert not pictures.is_stale(kept, source)
    assert pictures.is_stale(kept, source.replace(b"L9", b"L8"))
    assert pictures.wires_missing(kept.read_text(encoding="utf-8"), built(board)) == []


@pytest.mark.parametrize("board", BOARDS)
def test_the_map_of_the_pins_shows_each_pin_and_what_goes_there(board: str) -> None:
    root = ElementTree.fromstring(pinmap.picture(PINS.boards[board]))
    rows: dict[str, list[str]] = {}
    for element in root.iter():
        if element.tag.endswith("text") and element.text:
            rows.setdefault(element.get("y", ""), []).append(element.text)
    source = PINS.boards[board]
    told = {"sda": "display SDA", "scl": "display SCL", "buzzer": "R2, then buzzer", "a": "key a, and R1"}
    for job in pins.JOBS:
        label = source.at(job).label
        want = told.get(job, "battery option: R3, R4, C1" if job == "battery" else f"key {job}")
        assert sum(label in row and want in row for row in rows.values()) == 1, job
    texts = [text for row in rows.values() for text in row]
    assert {pin.label for pin in source.header} | {pin.place for pin in source.header} <= set(texts)
    assert texts.count("blue rail (ground)") == texts.count("red rail (3.3 V)") == 1


@pytest.mark.parametrize("board", BOARDS)
def test_wokwi_knows_every_name_and_joins_what_the_circuit_joins(board: str) -> None:
    source = built(board)
    drawn = wokwi.diagram(source)
    assert wokwi.faults(drawn, source, ELEMENTS) == []
    assert json.loads(wokwi.text(drawn)) == drawn
    for number, ends in enumerate(drawn["connections"]):
        broken = json.loads(json.dumps(drawn))
        broken["connections"][number][1] = ends[1].split(":")[0] + ":XX"
        assert f"there is no pin {broken['connections'][number][1]}" in wokwi.faults(broken, source, ELEMENTS)
        if "$" not in ends[1]:
            cut = json.loads(json.dumps(drawn))
            del cut["connections"][number]
            assert wokwi.faults(cut, source, ELEMENTS)


def test_wokwi_has_no_such_part() -> None:
    source = built("devkit30")
    drawn = wokwi.diagram(source)
    drawn["parts"][1]["type"] = "board-sh1106"
    assert "there is no part board-sh1106" in wokwi.faults(drawn, source, ELEMENTS)
