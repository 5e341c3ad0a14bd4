"""What the referee can report, read off its sources: every rule's id with the levels that it is given.

A finding is made by `violation`, `warning` or `add`, the id first. Where the id is worked out by the core
(Toy Battle), it is a violation of any rule that the core's arithmetic names.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import clashbox.rules
import clashcore

ID = re.compile(r"[A-Z]{2}-\d{2}")
RULES = Path(clashbox.rules.__file__).parent
CORE = Path(clashcore.__file__).parent


def trees(folder: Path) -> Iterator[ast.AST]:
    for path in sorted(folder.glob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def ids(tree: ast.AST) -> set[str]:
    """Ids that stand alone as a text: what is compared, returned or reported, not what a docstring names."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value)
    }


def calls(tree: ast.AST) -> Iterator[tuple[ast.expr, set[str]]]:
    """The first argument of every call that makes a finding, and its levels."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        name = node.func.attr
        if name in ("violation", "warning"):
            yield node.args[0], {name}
        elif name == "add" and len(node.args) == 4:
            named = {part.id.lower() for part in ast.walk(node.args[1]) if isinstance(part, ast.Name)}
            yield node.args[0], named & {"violation", "warning"}


def reported() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    worked_out: set[str] = set()
    for tree in trees(CORE):
        worked_out |= ids(tree)
    for tree in trees(RULES):
        by_core = False
        for first, levels in calls(tree):
            named = ids(first)
            by_core = by_core or not named
            for id in named:
                found.setdefault(id, set()).update(levels)
        if by_core:
            worked_out |= {id for id in ids(tree) if id not in found}
    for id in worked_out:
        found.setdefault(id, set()).add("violation")
    return found
