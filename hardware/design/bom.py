"""The bill of materials, from parts.toml."""

import csv
import io
from pathlib import Path
from typing import Any

from hardware.design import circuit
from hardware.design.pins import HARDWARE

TARGET = HARDWARE / "bom.csv"
COLUMNS = (
    "references",
    "quantity",
    "value",
    "maker_or_module",
    "alternatives",
    "price_usd_each",
    "option",
    "note",
)


def rows(data: dict[str, Any] | None = None) -> list[dict[str, str]]:
    """One row for what is bought alike: references, quantity and the columns of COLUMNS."""
    groups: dict[tuple[str, ...], list[tuple[str, dict[str, Any]]]] = {}
    for ref, table in (data or circuit.read())["parts"].items():
        kind = "key" if table["part"] == "key" else table["value"]
        groups.setdefault((kind, table["maker"], table.get("option", "")), []).append((ref, table))
    return [_row(members) for members in groups.values()]


def _row(members: list[tuple[str, dict[str, Any]]]) -> dict[str, str]:
    first = members[0][1]
    value = "push button 12x12 mm with cap" if first["part"] == "key" else first["value"]
    notes = [table["note"] for _, table in members if "note" in table]
    if first["part"] == "key":
        notes = ["for " + ", ".join(table["key"] for _, table in members)]
    return {
        "references": " ".join(ref for ref, _ in members),
        "quantity": str(sum(table["quantity"] for _, table in members)),
        "value": value,
        "maker_or_module": first["maker"],
        "alternatives": first["alternatives"],
        "price_usd_each": f"{first['price_usd']:.2f}",
        "option": first.get("option", ""),
        "note": "; ".join(notes),
    }


def text() -> bytes:
    """The file's content."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows())
    return out.getvalue().encode()


def total(option: str = "") -> float:
    """What the parts cost, in US dollars: without the options, or those of one option."""
    return sum(
        int(row["quantity"]) * float(row["price_usd_each"]) for row in rows() if row["option"] == option
    )


def table() -> str:
    """What to buy, for the README."""
    lines = ["| reference | how many | what | or | about, each |", "| --- | --- | --- | --- | --- |"]
    for option in ("", "battery"):
        if option:
            lines.append(f"| *only with the {option} option:* | | | | |")
        lines += [_table_row(row) for row in rows() if row["option"] == option]
    lines += [
        "",
        f"Together about ${total():.0f}, the battery option ${total('battery'):.0f} more",
        "(rough prices of single pieces in 2026).",
        "A USB cable with data lines, a breadboard or perfboard, wire and pin headers come on top.",
    ]
    return "\n".join(lines)


def _table_row(row: dict[str, str]) -> str:
    note = f" ({row['note']})" if row["note"] else ""
    what = f"{row['value']}: {row['maker_or_module']}{note}"
    cells = [row["references"], row["quantity"], what, row["alternatives"], f"${row['price_usd_each']}"]
    return f"| {' | '.join(cells)} |"


def files() -> dict[Path, bytes]:
    """The bill of materials with what has to stand in it."""
    return {TARGET: text()}
