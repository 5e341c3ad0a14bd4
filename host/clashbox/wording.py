"""Keys of words in the firmware, put in as the numbers of their lines when it is compiled.

A key that `app.t` is given becomes a number, as in `app.t(57)`: a short text would stay in the board's memory
for ever as a name.
"""

import ast


def keys(table: str) -> dict[str, int]:
    """The keys of a words.tsv by the number of their line, from 0."""
    found: dict[str, int] = {}
    for number, line in enumerate(table.split("\n")):
        found.setdefault(line.split("\t")[0], number)
    return found


def put_in(text: str, numbers: dict[str, int]) -> str:
    """Return a source with the keys that it gives to `t` as numbers; one that does not parse stays as is."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return text
    lines = [line.encode() for line in text.split("\n")]
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_t(node.func) and node.args]
    places = [node.args[0] for node in found]
    for key in sorted(places, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value in numbers:
            line = lines[key.lineno - 1]
            if key.lineno == key.end_lineno:
                new = str(numbers[key.value]).encode()
                lines[key.lineno - 1] = line[: key.col_offset] + new + line[key.end_col_offset :]
    return b"\n".join(lines).decode()


def _is_t(called: ast.expr) -> bool:
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name == "t"
