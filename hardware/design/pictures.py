"""Draws the wiring with WireViz and graphviz; a stored picture names the source that it was drawn from."""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path

from hardware.design import harness
from hardware.design.circuit import Circuit


def mark(source: bytes) -> str:
    """The line in a picture that names its source."""
    return f"<!-- drawn from {hashlib.sha256(source).hexdigest()[:16]} -->"


def is_stale(picture: Path, source: bytes) -> bool:
    """Whether a stored picture is missing or was drawn from another source."""
    return not picture.is_file() or mark(source) not in picture.read_text(encoding="utf-8")


def draw(source: bytes) -> str:
    """The picture (SVG) of a harness in WireViz's YAML; RuntimeError where it cannot be drawn."""
    tool = shutil.which("wireviz", path=Path(sys.executable).parent)
    if not tool or not shutil.which("dot"):
        raise RuntimeError("WireViz or graphviz is missing: make hardware installs them")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "wiring.yml")
        path.write_bytes(source)
        done = subprocess.run([tool, "-f", "s", str(path)], capture_output=True, text=True, timeout=120)
        drawn = path.with_suffix(".svg")
        if done.returncode or not drawn.is_file():
            raise RuntimeError(f"WireViz: {(done.stderr or done.stdout).strip()[-500:]}")
        text = drawn.read_text(encoding="utf-8")
    return text.replace("</svg>", f"{mark(source)}\n</svg>")


def wires_missing(picture: str, source: Circuit) -> list[str]:
    """Wires of the circuit's harness that the picture does not name."""
    found = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
    texts = {unescape(text).strip() + ":" for text in found}
    missing: list[str] = []
    for group in harness.wires(source).groups.values():
        for ref, pin, colour, other, other_pin in group:
            for end in (f"{ref}:{pin}:", f"{other}:{other_pin}:"):
                if not any(text.startswith(end) for text in texts):
                    missing.append(f"{end} {colour}")
    return missing
