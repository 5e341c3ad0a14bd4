"""The case's parameters and places, without the tools that draw it: what fits, and what is refused how."""

import math
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from hardware.design import circuit
from hardware.design.pins import HARDWARE
from hardware.enclosure import bodies, template
from hardware.enclosure.fixed import BUZZER, BUZZER_LEGS, GRID, KEY_LEGS, KEYS, STRIP, STRIP_SCREWS, Body
from hardware.enclosure.layout import Layout
from hardware.enclosure.parameters import (
    BOUNDS,
    CAPS,
    BadParameters,
    Parameters,
    boards,
    changed,
    check,
    displays,
)

VARIANTS = [
    Parameters(board=board, display=display, battery=battery, tilt=tilt)
    for board, display, battery, tilt in product(boards(), displays(), (False, True), (0.0, 12.0, 20.0))
]
BAD = [  # name, what is typed, what the line has to say
    ("wall", "1.2", "not between 1.6 and 4"),
    ("wall", "9", "plug too short"),
    ("floor", "1", "heads of the screws"),
    ("top", "1.5", "screws of the display"),
    ("radius", "40", "cut into the screws"),
    ("tilt", "45", "support"),
    ("wiring", "0", "wires need room"),
    ("lip", "12", "meets the keys"),
    ("fit", "0", "cannot be closed"),
    ("fit", "-0.2", "cannot be closed"),
    ("play", "5", "rattles"),
    ("cap_gap", "0.9", "slip through"),
    ("plug_gap", "0", "plugs differ"),
    ("front", "15", "at least"),
    ("width", "90", "at least"),
    ("depth", "70", "at least"),
    ("front", "nan", "not between"),
    ("width", "inf", "not between"),
    ("wall", "thick", "no number"),
    ("board", "uno", "devkitc38"),
    ("display", "lcd", "oled13"),
    ("caps", "glued", "printed"),
    ("battery", "maybe", "yes nor no"),
    ("colour", "red", "no parameter"),
]


def refused(texts: dict[str, str]) -> str:
    with pytest.raises(BadParameters) as caught:
        Layout(changed(Parameters(), texts))
    return str(caught.value)


@pytest.mark.parametrize(("name", "value", "said"), BAD)
def test_a_bad_parameter_is_refused_in_one_line_that_names_it(name: str, value: str, said: str) -> None:
    line = refused({name: value})
    assert name in line and said in line and "\n" not in line, line


def test_every_bound_is_watched_on_both_sides_and_kept_itself() -> None:
    for name, (least, most, _) in BOUNDS.items():
        for value in (least, most):
            assert check(replace(Parameters(), **{name: value}))
        for value in (least - 0.01, most + 0.01):
            with pytest.raises(BadParameters, match=f"^{name}: "):
                check(replace(Parameters(), **{name: value}))


def test_the_command_refuses_before_it_builds() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hardware.enclosure", "--set", "wall=1.2", "-o", "nowhere"],
        capture_output=True,
        text=True,
        cwd=HARDWARE.parent,
        timeout=20,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("enclosure: wall: 1.2 mm")
    assert not (HARDWARE.parent / "nowhere").exists()


def in_box(
    layout: Layout, body: Body
) -> tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]]:
    """Corners and axes of a body in the box's frame."""
    corners = list(product(*zip(body.low, body.high, strict=True)))
    if body.frame == "box":
        return corners, [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    moved = [(x, layout.y(v, w), layout.front + layout.z(v, w)) for x, v, w in corners]
    return moved, [(1, 0, 0), (0, layout.cos, layout.sin), (0, -layout.sin, layout.cos)]


def apart(layout: Layout, one: Body, other: Body) -> float:
    """How far two blocks are apart along the axis that parts them best; below zero: they may meet."""
    (a, axes), (b, more) = in_box(layout, one), in_box(layout, other)
    gaps = []
    for axis in axes + more:  # both turn about x only, so that the products of axes add nothing
        reach = [
            [sum(p * q for p, q in zip(point, axis, strict=True)) for point in points] for points in (a, b)
        ]
        gaps.append(max(min(reach[1]) - max(reach[0]), min(reach[0]) - max(reach[1])))
    return max(gaps)


def pairs(layout: Layout) -> Iterator[tuple[Body, Body]]:
    everything = bodies.all_of(layout) + bodies.fixtures(layout)
    for one, other in combinations(everything, 2):
        supports = {one.part, other.part} & {"posts", "bars"}
        if one.part != other.part and not supports and "plug" not in (one.part, other.part):
            yield one, other


@pytest.mark.parametrize(
    "parameters", VARIANTS, ids=lambda p: f"{p.board}-{p.display}-{p.battery}-{p.tilt:g}"
)
def test_nothing_meets_in_any_variant(parameters: Parameters) -> None:
    layout = Layout(parameters)
    for one, other in pairs(layout):
        assert apart(layout, one, other) > 0.3, (one.name, other.name)
    for body in bodies.all_of(layout):
        corners, _ = in_box(layout, body)
        if body.part != "plug":
            assert min(z for *_, z in corners) >= parameters.floor - 1e-9, body.name
            assert max(abs(x) for x, *_ in corners) < layout.width / 2 - parameters.wall, body.name


def test_a_case_lower_than_the_needed_one_is_refused_with_the_height_that_would_do() -> None:
    for parameters in VARIANTS[::3]:
        least = Layout(parameters).front
        assert Layout(replace(parameters, front=least)).front == least
        with pytest.raises(BadParameters, match=rf"^front: .* at least {least:g}$"):
            Layout(replace(parameters, front=least - 0.6))


def test_what_is_chosen_makes_the_case_as_large_as_it_must_be() -> None:
    plain = Layout(Parameters())
    assert Layout(Parameters(battery=True)).front > plain.front
    assert Layout(Parameters(wiring=20)).front > plain.front + 15
    assert Layout(Parameters(board="s3devkitc1", battery=True)).width > plain.width
    assert Layout(Parameters(tilt=0)).back == Layout(Parameters(tilt=0)).front
    assert math.isclose(plain.back, plain.front + plain.depth * math.tan(math.radians(12)))


def test_legs_meet_holes_and_screws_miss_keys() -> None:
    key = circuit.read()["bodies"]["key"]
    for (dx, dy), (x, y) in product(KEY_LEGS, KEYS.values()):
        assert (x + dx) % 1 == 0 and (y + dy) % 1 == 0
        assert (
            abs(abs(dx) * GRID - key["legs"][0] / 2) < 0.3 and abs(abs(dy) * GRID - key["legs"][1] / 2) < 0.3
        )
        assert abs(x + dx) * GRID < STRIP[0] / 2 - 1 and abs(y + dy) * GRID < STRIP[1] / 2 - 1
    assert all((BUZZER[0] + dx) % 1 == 0 for dx, _ in BUZZER_LEGS)
    buzzer = circuit.read()["bodies"]["buzzer"]
    for x, y in KEYS.values():
        beside = [
            max(0.0, abs(a - b) * GRID - key["body"][0] / 2) for a, b in ((x, BUZZER[0]), (y, BUZZER[1]))
        ]
        assert math.hypot(*beside) > (buzzer["diameter"] + buzzer["tolerance"]) / 2 + 0.3
    for (x, y), (screw_x, screw_y) in product(KEYS.values(), STRIP_SCREWS):
        across, along = abs(x - screw_x) * GRID, abs(y - screw_y) * GRID
        assert max(across, along) > key["body"][0] / 2 + 3.0


def test_keys_lie_as_on_the_page() -> None:
    assert KEYS["left"][0] < KEYS["up"][0] == KEYS["down"][0] < KEYS["right"][0] < KEYS["b"][0] < KEYS["a"][0]
    assert KEYS["down"][1] < KEYS["left"][1] == KEYS["right"][1] < KEYS["up"][1]
    assert set(CAPS) == {"printed", "bought"}


def test_the_template_is_in_millimetres() -> None:
    text = template.perfboard(Layout(Parameters()))
    view = re.search(r'viewBox="0 0 (\S+) (\S+)" width="(\S+)mm" height="(\S+)mm"', text)
    assert view and view[1] == view[3] and view[2] == view[4]
    assert f'width="{STRIP[0]:g}" height="{STRIP[1]:g}"' in text
    assert text.count('stroke="#b3261e"') == len(STRIP_SCREWS)
    assert (HARDWARE / "enclosure" / "pictures" / "perfboard.svg").read_text(encoding="utf-8") == text
