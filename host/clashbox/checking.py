"""From a game (a file, the history, a live device) to the referee's report, in the form of `clashbox check
--json`.
"""

from collections.abc import Iterable
from typing import Any

from clashbox import reading, rules
from clashbox.cards import Facts


def as_data(found: rules.Finding) -> dict[str, Any]:
    """A finding as it stands in a report: line, rule, level, text."""
    return {"line": found.line, "rule": found.rule, "level": found.level, "text": found.text}


def replay(
    header: dict[str, Any], events: Iterable[tuple[int, dict[str, Any]]], lang: str, header_line: int = 1
) -> rules.Result:
    """Findings and state of a game whose form is checked. Raises rules.CannotApply."""
    return rules.check(header, events, Facts(header.get("printing", "original")), lang, header_line)


def report(
    header: dict[str, Any], events: Iterable[tuple[int, dict[str, Any]]], lang: str, header_line: int = 1
) -> dict[str, Any]:
    """The report on a game whose form is checked: game, ok, findings, state. Raises rules.CannotApply."""
    return _report(header["game"], replay(header, events, lang, header_line))


def _report(game: str, result: rules.Result) -> dict[str, Any]:
    return {
        "game": game,
        "ok": result.ok,
        "findings": [as_data(found) for found in result.findings],
        "state": result.state,
    }


def replay_file(source: str, lang: str) -> tuple[str, rules.Result]:
    """Reads a game file (`-` is standard input) and replays it: which game, findings and state. Raises
    reading.Unreadable, or Trouble for the file.
    """
    game = reading.read_game(source)
    try:
        return game.header["game"], replay(game.header, game.events, lang, game.header_line)
    except rules.CannotApply as error:
        raise reading.Unreadable(game.name, error.line, error.text(lang)) from None


def check_file(source: str, lang: str) -> dict[str, Any]:
    """The report on a game file (`-` is standard input). Raises as `replay_file` does."""
    return _report(*replay_file(source, lang))
