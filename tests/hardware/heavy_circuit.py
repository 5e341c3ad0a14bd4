"""Breaks of the circuit, shown to the heavy tools (`make hardware`): what they find, and what only we do."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from hardware.design import circuit, electrical, harness, kicad, layout, pictures, pins, sheet

PINS = pins.load()
Circuit = circuit.Circuit


def built() -> Circuit:
    return circuit.build(PINS.boards["devkitc38"], PINS.wake)


def broken_net(source: Circuit) -> None:
    source.nets["KEY_LEFT"].remove(("SW1", "1"))


def short(source: Circuit) -> None:
    source.nets["GND"] += source.nets.pop("3V3")


def two_drivers(source: Circuit) -> None:
    source.nets["SCL"] += source.nets.pop("BUZZER")


def missing_ground(source: Circuit) -> None:
    source.nets["GND"].remove(("U2", "1"))


def no_supply(source: Circuit) -> None:
    source.nets["3V3"].remove(("U1", "L1"))


def swapped_bus(source: Circuit) -> None:
    nets = source.nets
    nets["SDA"][1], nets["SCL"][1] = nets["SCL"][1], nets["SDA"][1]


BREAKS = (broken_net, short, two_drivers, missing_ground, no_supply)


@pytest.mark.parametrize("change", BREAKS)
def test_skidl_finds_it(change: Callable[[Circuit], None]) -> None:
    source = built()
    assert electrical.complaints(source)[:2] == (0, 0)
    change(source)
    errors, warnings, _ = electrical.complaints(source)
    assert errors + warnings
    assert circuit.faults(source)


@pytest.mark.parametrize("change", (broken_net, short, two_drivers))
def test_kicad_finds_it(change: Callable[[Circuit], None]) -> None:
    source = built()
    change(source)
    text = sheet.text(layout.plan(source))
    assert kicad.complaints(kicad.run("run_erc", text)) or kicad.differences(
        built(), kicad.run("netlist", text)
    )


def test_swapped_lines_of_the_bus_are_found_by_our_rule_alone() -> None:
    source = built()
    swapped_bus(source)
    assert electrical.complaints(source)[:2] == (0, 0)
    assert len(circuit.faults(source)) >= 2


def test_a_sheet_whose_labels_lie_on_each_other_is_found_by_its_netlist() -> None:
    plan = layout.plan(built())
    scl = next(label for label in plan.labels if label.net == "SCL")
    plan.labels = [
        layout.Label("SDA", label.at, label.towards, False) if label == scl else label
        for label in plan.labels
    ]
    found = kicad.differences(built(), kicad.run("netlist", sheet.text(plan)))
    assert any(text.startswith("net SDA") for text in found)
    assert any(text.startswith("net SCL") for text in found)


def test_what_skidl_finds_of_single_breaks() -> None:
    good = built()
    found = breaks = 0
    for name, nodes in good.nets.items():
        for node in nodes:
            source = good.copy()
            source.nets[name].remove(node)
            breaks += 1
            found += any(electrical.complaints(source)[:2])
            assert circuit.faults(source)
    for one, other in pairwise(good.nets):
        source = good.copy()
        source.nets[one] += source.nets.pop(other)
        breaks += 1
        found += any(electrical.complaints(source)[:2])
        assert circuit.faults(source)
    print(f"{breaks} broken nets and shorts: our rules find all, SKiDL finds {found}")
    assert found > breaks // 4


def test_wireviz_refuses_a_pin_that_is_not_there() -> None:
    source = harness.yaml(built()).encode()
    with pytest.raises(RuntimeError, match="WireViz"):
        pictures.draw(source.replace(b'- - U1: ["L9"]', b'- - U1: ["L99"]'))
