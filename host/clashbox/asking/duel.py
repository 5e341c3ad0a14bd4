"""Duels: who wins, and what the card that started it does then (DU-07, DU-08, DU-12)."""

from typing import Any

from clashcore import modules

from clashbox.cards import search, store

_LOSER = {"destroyed": "destroyed", "moved by the winner's controller": "moved"}
_WINNER = {
    "1 VP to its controller": "vp",
    "+3 power this turn": "power",
    "draw 2": "draw",
    "extra minion for you, only if your minion won and survived": "extra",
}
# What the card data say of winner and loser, and the keys of the sentences (`duel.do.<key>`).


def outcome(challenger: int, challenged: int, together: bool) -> str:
    """ "p" (the challenger's minion wins), "q" (the challenged one), "both" or "none".

    A minion's power is 0 at least (SB-15).
    """
    return modules.won(max(0, challenger), max(0, challenged), together)


def starters() -> list[search.Entry]:
    """The cards and bases that start duels."""
    return [entry for entry in search.everything() if _terms(entry) is not None]


def _terms(entry: search.Entry) -> dict[str, Any] | None:
    if entry.kind == "base":
        return store.base_roles()[entry.slug].duel if entry.slug in store.base_roles() else None
    role = store.roles().get(entry.slug)
    return role.duel if role else None


def effects(entry: search.Entry, won: str) -> list[tuple[str, str]]:
    """What the card does after that outcome, in order: (key of a sentence, "p", "q" or "both": to whom).

    Keys: destroyed, moved, vp, power, draw; extra, noextra (High Noon's further minion). Empty for "none".
    """
    terms = _terms(entry)
    if terms is None or won == "none":
        return []
    found: list[tuple[str, str]] = []
    loser = {"p": "q", "q": "p", "both": "both"}[won]
    if terms.get("loser"):
        found.append((_LOSER[terms["loser"]], loser))
    if terms.get("winner"):
        key = _WINNER[terms["winner"]]
        if key == "extra":
            found.append(("extra" if won == "p" else "noextra", won))
        else:
            found.append((key, won))
    return found
