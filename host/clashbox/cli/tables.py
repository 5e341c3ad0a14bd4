"""How commands print tables and lists: in colour on a terminal, plain in a pipe; names are never markup."""

import sys
from collections.abc import Iterable
from typing import Any

_PIPED = 160


def console() -> Any:
    """A Rich console: as wide as the terminal; in a pipe wide enough for whole lines."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False, width=None if sys.stdout.isatty() else _PIPED)


def table(columns: Iterable[tuple[str, str]]) -> Any:
    """A Rich table; each column is its title and "<" (left), ">" (right) or "~" (left, may wrap)."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title, how in columns:
        made.add_column(title, justify="right" if how == ">" else "left", no_wrap=how != "~")
    return made
