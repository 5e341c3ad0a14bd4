"""The case as solids (`make hardware`): variants that hold, spoilt ones that are found out, its files."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.enclosure import __main__ as command
from hardware.enclosure import box, checks, export, kept, lid, meshes
from hardware.enclosure.build import Case
from hardware.enclosure.parameters import Parameters

VARIANTS = [
    Parameters(),
    Parameters(board="devkit30", display="oled096", caps="bought", tilt=0.0),
    Parameters(board="s3devkitc1", battery=True),
    Parameters(
        board="devkitc38", battery=True, tilt=20.0, wall=1.6, floor=2.0, top=2.8, radius=5.0, wiring=20.0
    ),
]
Patch = pytest.MonkeyPatch


@pytest.mark.parametrize(
    "parameters", VARIANTS, ids=lambda p: f"{p.board}-{p.display}-{p.battery}-{p.tilt:g}"
)
def test_a_variant_can_be_printed_and_built(parameters: Parameters) -> None:
    case = Case(parameters)
    assert checks.all_of(case) == []
    surface = meshes.mesh(case.printed["lid"])
    print(f"box {case.box.volume:.0f} mm3, lid {case.lid.volume:.0f} mm3")
    print(f"thinnest wall of the lid: {meshes.thinnest(surface)[0]:.2f} mm")


def spoilt(case: Case, **values: object) -> None:
    """Changes parameters past their check."""
    case.layout.p = replace(case.layout.p, **values)  # type: ignore[arg-type]


def thin_walls(case: Case, _: Patch) -> None:
    spoilt(case, wall=1.2)


def deep_pilots(case: Case, patch: Patch) -> None:
    patch.setattr(lid, "MIN_WALL", 0.6)


def loose_caps(case: Case, _: Patch) -> None:
    spoilt(case, cap_gap=1.2)


def tight_lid(case: Case, _: Patch) -> None:
    spoilt(case, fit=-0.1)


def loose_lid(case: Case, patch: Patch) -> None:
    ring = lid.prism

    def narrow(layout: object, inset: float, low: float, high: float) -> object:
        return ring(
            layout, inset + 0.4 if inset == case.layout.p.wall + case.layout.p.fit else inset, low, high
        )

    patch.setattr(lid, "prism", narrow)


def low_case(case: Case, _: Patch) -> None:
    case.layout.front -= 4.0


def sunk_board(case: Case, _: Patch) -> None:
    case.layout.board_z -= 4.0


def high_keys(case: Case, _: Patch) -> None:
    case.layout.strip_top += 1.5


def low_keys(case: Case, _: Patch) -> None:
    case.layout.strip_top -= 2.5


def no_opening(case: Case, patch: Patch) -> None:
    patch.setattr(box, "plug_hole", lambda layout: box.rod(0, 0, 500, 501, 1))


def small_window(case: Case, _: Patch) -> None:
    case.layout.window = (20.0, 10.0)


def no_pilots(case: Case, patch: Patch) -> None:
    patch.setattr(lid, "PILOT_M3", (0.5, 9.0))


def flat_roof(case: Case, patch: Patch) -> None:
    (y0, z0), (y1, z1), _ = case.layout.usb_opening()
    patch.setattr(case.layout, "usb_opening", lambda: ((y0, z0), (y1, z1), 0.0))


def lid_as_used(case: Case, _: Patch) -> None:
    case.printed = {"lid": lid.lid_frame(case.layout).inverse() * case.lid}


def two_pieces(case: Case, _: Patch) -> None:
    case.printed = {"bar": lid.bar(case.layout) + box.block((50, 0, 0), (60, 5, 5))}


Spoil = Callable[[Case, Patch], None]
SPOILT: list[tuple[Spoil, Callable[[Case], list[str]], str]] = [
    (thin_walls, lambda case: _printable(case, "box"), "a wall of 1.2"),
    (deep_pilots, lambda case: _printable(case, "lid"), "a wall of 0.8"),
    (loose_caps, checks.reaching, "falls out"),
    (tight_lid, checks.meetings, "box meets lid"),
    (loose_lid, checks.closing, "more than 0.25 mm of air"),
    (low_case, checks.meetings, "meets"),
    (sunk_board, checks.meetings, "box meets pins"),
    (high_keys, checks.meetings, "lid meets cap"),
    (low_keys, checks.reaching, "out of the lid"),
    (no_opening, checks.meetings, "box meets USB plug"),
    (small_window, checks.reaching, "covers a part of the picture"),
    (no_pilots, checks.reaching, "no free way"),
    (flat_roof, lambda case: _printable(case, "box"), "a bridge of 26"),
    (lid_as_used, checks.printable, "held on one side"),
    (two_pieces, checks.printable, "2 pieces"),
]


def _printable(case: Case, name: str) -> list[str]:
    case.printed = {name: case.printed[name]}
    return checks.printable(case)


@pytest.mark.parametrize(("spoil", "judge", "said"), SPOILT, ids=[spoil.__name__ for spoil, *_ in SPOILT])
def test_a_spoilt_case_is_found_out(
    spoil: Spoil, judge: Callable[[Case], list[str]], said: str, monkeypatch: Patch
) -> None:
    case = Case(Parameters(board="s3devkitc1"))
    spoil(case, monkeypatch)
    found = judge(case)
    assert any(said in line for line in found), found


def test_a_hole_in_a_mesh_is_found() -> None:
    part = Case(Parameters()).printed["cap-a"]
    surface = meshes.mesh(part)
    assert meshes.closed("cap", part, surface) == []
    surface.update_faces(np.arange(len(surface.faces)) != 7)
    assert meshes.closed("cap", part, surface) == ["cap: the mesh is not closed"]


def test_files_hold_the_parts_and_come_out_alike(tmp_path: Path) -> None:
    case = Case(Parameters())
    case.printed = {name: case.printed[name] for name in ("bar", "cap-b")}
    first, again = (export.write(case, tmp_path / name) for name in ("first", "again"))
    assert len(first) == 2 * len(export.FORMATS)
    for one, other in zip(first, again, strict=True):
        assert export.differs(one, case.printed[one.stem]) == ""
        assert export.differs(one, case.printed["bar" if one.stem == "cap-b" else "cap-b"])
        if one.suffix != ".3mf":  # carries ids of its own
            assert one.read_bytes() == other.read_bytes(), one.name
    assert not list(tmp_path.glob("*/.half*"))


def test_a_case_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--set", "caps=bought", "--set", "wall=2", "-o", str(tmp_path / "own")]) == 0
    assert sorted(path.stem for path in (tmp_path / "own").glob("*.stl")) == ["bar", "box", "lid"]
    assert "mm high in front" in capsys.readouterr().out
    (tmp_path / "file").write_text("")
    assert command.main(["--set", "caps=bought", "-o", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_kept_pictures_are_compared_as_drawings() -> None:
    def turned(found: re.Match[str]) -> str:
        corners = found[1].split("L")
        if corners[0] != corners[-1]:
            return found[0]
        return "M" + "L".join([*corners[1:], corners[1]]) + "Z"

    kept_picture = (kept.PICTURES / "section-display.svg").read_text()
    other = re.sub(r"M([^MZ]*)Z", turned, kept_picture)
    assert other != kept_picture
    assert kept._alike(kept_picture, other), "an outline may begin at another corner"
    moved = kept_picture.replace("M93.00 -36.20", "M93.50 -36.20", 1)  # out of the wall
    assert moved != kept_picture
    assert not kept._alike(kept_picture, moved)
