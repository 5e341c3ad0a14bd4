"""Texts as cells of a table that no spreadsheet takes for a formula, and back."""

_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a text begins that a spreadsheet may reckon out, and the mark that is put before it; the full-width
signs count as theirs.
"""


def cell(value: object) -> str:
    """A value as a cell: numbers as they are, a text that might be a formula with ' before it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    text = "" if value is None else str(value)
    return "'" + text if text.startswith(_RISKY) else text


def text(cell: str) -> str:
    """The text that such a cell was made from."""
    return cell[1:] if cell.startswith("'") else cell
