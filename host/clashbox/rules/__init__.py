"""The referee: replays a game under the rules and says what was played wrongly, where and why.

`check` is all that others need. One module a section: scoring (SB), titans (TI), duels (DU), monsters (MT),
buried (BU); Toy Battle (TB) has its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from clashbox.rules.replay import CannotApply, Finding

__all__ = ["CannotApply", "Finding", "Result", "check"]


@dataclass(slots=True, frozen=True)
class Result:
    """Findings in order of lines, and the state at the end as `clashbox check --json` shows it."""

    findings: list[Finding]
    state: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether there is no violation (warnings alone leave it true)."""
        return all(finding.level != "violation" for finding in self.findings)


def check(
    header: dict[str, Any],
    events: Iterable[tuple[int, dict[str, Any]]],
    facts: Any,
    lang: str = "en",
    header_line: int = 1,
    at_last: bool = True,
) -> Result:
    """Replays a game: its header and its events, each with its line, as read (their form is checked by then).

    `facts` is a clashbox.cards.Facts of the game's printing; `at_last`: the last line is the game's last, so
    what is due by then counts (a game that goes on may still do it). Raises CannotApply where an event that
    stands cannot be applied at all, or an undo or redo has nothing to take or bring.
    """
    if header["game"] == "toybattle":
        from clashbox.rules import toybattle

        return toybattle.check(header, events, facts, lang, header_line)
    from clashbox.rules.engine import replay

    game = replay(header, events, facts, lang, header_line, at_last)
    return Result(game.findings, game.s.view())
