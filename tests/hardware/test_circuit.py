"""The circuit's own rules: the circuits as they are pass, and every break of them is found."""

import csv
from itertools import combinations

import pytest

from hardware.design import bom, circuit, pins

PINS = pins.load()
BOARDS = list(PINS.boards)


def built(board: str) -> circuit.Circuit:
    return circuit.build(PINS.boards[board], PINS.wake)


@pytest.mark.parametrize("board", BOARDS)
def test_the_circuit_as_it_is_passes(board: str) -> None:
    assert circuit.faults(built(board)) == []


@pytest.mark.parametrize("board", BOARDS)
def test_every_broken_net_is_found(board: str) -> None:
    good = built(board)
    for name, nodes in good.nets.items():
        for node in nodes:
            broken = good.copy()
            broken.nets[name].remove(node)
            assert circuit.faults(broken), (name, node)


@pytest.mark.parametrize("board", BOARDS)
def test_every_short_is_found(board: str) -> None:
    good = built(board)
    for one, other in combinations(good.nets, 2):
        joined = good.copy()
        joined.nets[one] += joined.nets.pop(other)
        assert circuit.faults(joined), (one, other)
        bridged = good.copy()
        bridged.nets[one].append(bridged.nets[other][0])
        assert any("short" in text for text in circuit.faults(bridged)), (one, other)


@pytest.mark.parametrize("board", BOARDS)
def test_every_pin_on_a_wrong_net_is_found(board: str) -> None:
    good = built(board)
    for name, nodes in good.nets.items():
        for node in nodes:
            for other in good.nets:
                if other == name:
                    continue
                moved = good.copy()
                moved.nets[name].remove(node)
                moved.nets[other].append(node)
                assert circuit.faults(moved), (node, name, other)


@pytest.mark.parametrize("board", BOARDS)
def test_two_drivers_on_one_line_are_found(board: str) -> None:
    fought = built(board)
    fought.nets["SCL"].append(("U1", fought.board.at("buzzer").place))
    assert any("2 drivers" in text for text in circuit.faults(fought))


@pytest.mark.parametrize("board", BOARDS)
def test_swapped_lines_of_the_bus_are_found(board: str) -> None:
    swapped = built(board)
    nets = swapped.nets
    nets["SDA"][1], nets["SCL"][1] = nets["SCL"][1], nets["SDA"][1]
    assert len([text for text in circuit.faults(swapped) if "lies on" in text]) == 2


def test_a_display_without_ground_is_found() -> None:
    cut = built("devkitc38")
    cut.nets["GND"].remove(("U2", "1"))
    assert "U2.1 (GND) is not connected" in circuit.faults(cut)


def test_a_supply_that_nothing_feeds_is_found() -> None:
    dead = built("devkitc38")
    dead.nets["3V3"].remove(("U1", "L1"))
    assert "net 3V3 feeds a part, but nothing feeds it" in circuit.faults(dead)


def test_a_wake_key_without_pull_up_is_found() -> None:
    cut = built("s3devkitc1")
    cut.nets["KEY_A"].remove(("R1", "2"))
    assert any(text.startswith("R1 lies between") for text in circuit.faults(cut))


def test_a_key_that_is_there_twice_or_not_at_all_is_found() -> None:
    data = circuit.read()
    data["parts"]["SW1"]["key"] = "up"
    with_two = circuit.build(PINS.boards["devkitc38"], PINS.wake, data)
    assert {"there are 0 keys left", "there are 2 keys up"} <= set(circuit.faults(with_two))


def bill() -> list[dict[str, str]]:
    """The rows of bom.csv as a spreadsheet reads them."""
    with bom.TARGET.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


@pytest.mark.parametrize("board", BOARDS)
def test_the_bill_of_materials_lists_the_circuit_s_parts(board: str) -> None:
    listed = [ref for row in bill() for ref in row["references"].split()]
    assert sorted(listed) == sorted(built(board).parts)
    assert {ref for nodes in built(board).nets.values() for ref, _ in nodes} == set(listed)


def test_every_row_of_the_bill_can_be_bought_by() -> None:
    parts = built("devkitc38").parts
    for row in bill():
        assert tuple(row) == bom.COLUMNS
        refs = row["references"].split()
        assert int(row["quantity"]) == len(refs)
        assert row["maker_or_module"] and row["alternatives"]
        assert 0 < float(row["price_usd_each"]) < 20
        assert {parts[ref].option for ref in refs} == {row["option"]}
        kinds = {parts[ref].part for ref in refs}
        assert len(kinds) == 1
        if kinds <= {"resistor", "capacitor", "display", "buzzer", "cell"}:
            assert {parts[ref].value for ref in refs} == {row["value"]}
