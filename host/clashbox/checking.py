"""From a game (a file, the history, a live device) to the referee's report, in the form of `clashbox check
--json`.
"""

from collections.abc import Iterable
from typing import Any

from clashbox import reading, rules
from clashbox.cards import Facts


def report(
    header: dict[str, Any], events: Iterable[tuple[int, dict[str, Any]]], lang: str, header_line: int = 1
) -> dict[str, Any]:
    """The report on a game whose form is checked: game, ok, findings, state. Raises rules.CannotApply."""
    facts = Facts(header.get("printing", "original"))
    result = rules.check(header, events, facts, lang, header_line)
    return {
        "game": header["game"],
        "ok": result.ok,
        "findings": [
            {"line": found.line, "rule": found.rule, "level": found.level, "text": found.text}
            for found in result.findings
        ],
        "state": result.state,
    }


def check_file(source: str, lang: str) -> dict[str, Any]:
    """Reads a game file (`-` is standard input) and replays it. Raises reading.Unreadable, or Trouble for
    the file.
    """
    game = reading.read_game(source)
    try:
        return report(game.header, game.events, lang, game.header_line)
    except rules.CannotApply as error:
        raise reading.Unreadable(game.name, error.line, error.text(lang)) from None
