"""The figures of all benchmarks, collected and printed as one table."""

import pytest

from tests.bench.budgets import AT_MOST, BUDGETS, FILE, Measured, Note, table, write

_found: dict[str, Measured] = {}


@pytest.fixture(scope="session")
def note() -> Note:
    """Takes down a figure of tests/bench/budgets.py."""

    def take(key: str, figure: float, peer: float | None = None, who: str = "") -> None:
        lower = BUDGETS[key].way == AT_MOST
        before = _found.get(key)
        if before is None or (figure > before.figure if lower else figure < before.figure):
            _found[key] = Measured(figure, peer, who)

    return take


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the table."""
    if not _found:
        return
    write(_found)
    terminalreporter.section("budgets")
    for line in table(_found):
        terminalreporter.write_line(line)
    terminalreporter.write_line(f"also in {FILE}; the board was not measured, its time is worked out")
