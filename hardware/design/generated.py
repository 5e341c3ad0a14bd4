"""All files of the hardware that are made from pins.toml and parts.toml with the standard library alone."""

from pathlib import Path

from hardware.design import bom, drawing, harness, pinmap, pins, sheet, tables, wokwi


def wanted() -> dict[Path, bytes]:
    """The files with what has to stand in them; ValueError where the pins themselves are wrong."""
    source = pins.load()
    if faults := pins.faults(source):
        raise ValueError("hardware/pins.toml: " + "; ".join(faults))
    made = {**tables.files(source), **tables.netlists(source), **bom.files()}
    for module in (sheet, drawing, harness, pinmap, wokwi):
        made |= module.files(source)
    return made
