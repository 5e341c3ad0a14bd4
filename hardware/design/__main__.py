"""`make hardware`: draws the wiring, and holds what is kept in the repository against the tools' own word."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hardware.design import (
    circuit,
    electrical,
    generated,
    harness,
    kicad,
    layout,
    pictures,
    pins,
    sheet,
    wokwi,
)
from hardware.design.circuit import Circuit
from hardware.design.pins import HARDWARE, Board

ROOT = HARDWARE.parent


def _drawn(board: Board, source: Circuit, out: Path) -> list[str]:
    """Draw the wiring; the kept picture is written anew only where its source has changed."""
    text = harness.yaml(source).encode()
    picture = pictures.draw(text)
    (out / f"{board.key}.svg").write_text(picture, encoding="utf-8")
    kept = HARDWARE / "wiring" / f"{board.key}.svg"
    if pictures.is_stale(kept, text):
        kept.write_text(picture, encoding="utf-8")
        print(f"written: {kept.relative_to(ROOT)}")
    return [f"wiring: not in the picture: {wire}" for wire in pictures.wires_missing(picture, source)]


def _checked(board: Board, wake: str, elements: dict[str, list[str]], out: Path) -> list[str]:
    """Everything that the tools say against a board's circuit."""
    source = circuit.build(board, wake)
    drawn = sheet.text(layout.plan(source))
    errors, warnings, told = electrical.complaints(source)
    found = circuit.faults(source) + ([f"SKiDL: {told}"] if errors or warnings else [])
    with ThreadPoolExecutor() as pool:  # KiCad mostly waits for its own windows
        netlist, report = pool.map(lambda command: kicad.run(command, drawn), ("netlist", "run_erc"))
    (out / f"{board.key}.net").write_text(netlist, encoding="utf-8")
    found += [f"KiCad: {text}" for text in kicad.differences(source, netlist)]
    found += [f"KiCad: {text}" for text in kicad.complaints(report)]
    found += [f"Wokwi: {text}" for text in wokwi.faults(wokwi.diagram(source), source, elements)]
    return found + _drawn(board, source, out)


def main(arguments: list[str]) -> int:
    """`arguments`: the folder of the unpacked @wokwi/elements. Returns the exit status."""
    elements = wokwi.elements_of(Path(arguments[0]))
    out = ROOT / "build" / "hardware"
    out.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    if wokwi.ELEMENTS.read_bytes() != wokwi.elements_text(elements):
        found.append("wokwi/elements.json: other pins than in the package")
    for path, data in generated.wanted().items():
        if not path.is_file() or path.read_bytes() != data:
            found.append(f"stale: {path.relative_to(ROOT)}: run make generated")
    source = pins.load()
    for board in source.boards.values():
        told = _checked(board, source.wake, elements, out)
        print(f"{board.name}: {len(told) or 'no'} findings by own rules, SKiDL, KiCad, Wokwi, WireViz")
        found += told
    for text in found:
        print(text, file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
