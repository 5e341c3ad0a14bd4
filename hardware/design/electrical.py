"""The electrical check of the circuit by SKiDL: a second opinion that knows nothing of the box."""

import os
import tempfile
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

from hardware.design.circuit import Circuit

_FUNCTIONS = {
    "power-out": "PWROUT",
    "power-in": "PWRIN",
    "ground": "PWRIN",
    "bidirectional": "BIDIR",
    "input": "INPUT",
    "output": "OUTPUT",
    "passive": "PASSIVE",
}


@contextmanager
def _aside() -> Any:
    """A folder of its own to work in: SKiDL leaves logs where it stands."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def complaints(circuit: Circuit) -> tuple[int, int, str]:
    """Errors, warnings, and what was said, of SKiDL's check."""
    told = StringIO()
    with _aside(), redirect_stderr(told), redirect_stdout(told):
        import skidl

        made = _skidl(skidl, circuit)
        skidl.erc_logger.error.reset()
        skidl.erc_logger.warning.reset()
        told.truncate(0)
        told.seek(0)
        made.ERC()
        counts = skidl.erc_logger.error.count, skidl.erc_logger.warning.count
        skidl.erc_logger.stop_file_output()
    return *counts, told.getvalue()


def _skidl(skidl: Any, circuit: Circuit) -> Any:
    made = skidl.Circuit()
    parts: dict[str, Any] = {}
    for part in circuit.parts.values():
        pins = [
            skidl.Pin(num=pin.number, name=pin.name, func=getattr(skidl.Pin.types, _FUNCTIONS[pin.kind]))
            for pin in part.pins
        ]
        parts[part.ref] = skidl.Part(
            name=part.part,
            ref=part.ref,
            value=part.value,
            tool=skidl.SKIDL,
            dest=skidl.NETLIST,
            footprint="none",
            circuit=made,
            pins=pins,
        )
    for name, nodes in circuit.nets.items():
        net = skidl.Net(name, circuit=made)
        for ref, number in nodes:
            net += parts[ref][number]
    for pin in circuit.parts["U1"].pins:
        # A board has many pins that are left free on purpose; nothing else has.
        if circuit.net_of(("U1", pin.number)) is None:
            made.NC += parts["U1"][pin.number]
    return made
