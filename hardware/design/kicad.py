"""KiCad's own word on the sheets: its electrical check, and its netlist against ours (KiCad 6, kiauto).

The netlist is always compared: a sheet whose labels cover each other passes KiCad's check with a net cut.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hardware.design.circuit import Circuit, Node

# KiCad says of every symbol that its library is not installed: the sheet brings its symbols along.
_PASSED_OVER = {"lib_symbol_issues"}


def run(command: str, sheet: str) -> str:
    """What KiCad makes of a sheet (its text): `netlist` or `run_erc`; RuntimeError where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sheet.kicad_sch")
        path.write_text(sheet, encoding="utf-8")
        env = dict(os.environ, HOME=folder, PYTHONPATH="/usr/lib/python3/dist-packages")
        tool = shutil.which("eeschema_do", path=Path(sys.executable).parent)
        done = subprocess.run(
            [sys.executable, str(tool), command, str(path), str(Path(folder, "out"))],
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
        )
        made = list(Path(folder, "out").glob("*")) if Path(folder, "out").is_dir() else []
        if len(made) != 1:
            raise RuntimeError(f"KiCad made no {command}: {done.stderr.strip()[-500:]}")
        return made[0].read_text(encoding="utf-8")


def complaints(report: str) -> list[str]:
    """The findings in a report of KiCad's electrical check."""
    found = re.findall(r"^\[(\w+)\]: (.*)$", report, re.MULTILINE)
    return [f"{kind}: {text}" for kind, text in found if kind not in _PASSED_OVER]


def nets(netlist: str) -> dict[str, set[Node]]:
    """The nets of a netlist of KiCad's; without those of free pins."""
    found: dict[str, set[Node]] = {}
    for block in re.split(r"\(net \(code ", netlist)[1:]:
        name = re.search(r'\(name "([^"]*)"\)', block)
        nodes = re.findall(r'\(node \(ref "([^"]*)"\) \(pin "([^"]*)"\)', block)
        if name and not name[1].startswith("unconnected-"):
            found[name[1]] = {(ref, pin) for ref, pin in nodes}
    return found


def differences(circuit: Circuit, netlist: str) -> list[str]:
    """Where KiCad's netlist is another than the circuit's."""
    theirs = nets(netlist)
    ours = {name: set(nodes) for name, nodes in circuit.nets.items()}
    told: list[str] = []
    for name in sorted({*theirs, *ours}):
        if theirs.get(name) != ours.get(name):
            missing = sorted(ours.get(name, set()) - theirs.get(name, set()))
            more = sorted(theirs.get(name, set()) - ours.get(name, set()))
            told.append(f"net {name}: KiCad lacks {missing}, has {more} besides")
    return told
