"""`clashbox can-target CARD titan|buried`: whether a card can be aimed at a titan, or at a buried card."""

from typing import Any

import click

from clashbox.cards.sentences import told
from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

_WHAT = ("titan", "buried")
_ANSWERS: dict[bool | None, str] = {True: "yes", False: "no", None: "unknown"}


@click.command(
    "can-target",
    help=t("help.can-target"),
    epilog=examples(
        "can-target purge the demon titan",
        "can-target ransack buried",
        "can-target cowboys/stagecoach titan --json",
    ),
)
@click.argument("words", nargs=-1, required=True, metavar="CARD titan|buried")
@options.as_json
@options.lang
def can_target_command(words: tuple[str, ...], as_json: bool) -> int:
    """Exit status 0 for every answer, "not known" too."""
    from clashbox.asking import naming, targets
    from clashbox.cards import search

    *name, last = words
    what = _aim(last)
    if not name:
        raise Trouble("target.card", last, status=2)
    entries = search.of_kind("minion", "action", "fusion", "treasure", "monster", "base", "titan")
    card = naming.one("CARD", " ".join(name), "card", entries)
    found = targets.can_target(card, what)
    text = _text(card, what, found)
    if as_json:
        options.print_json(
            {
                "card": card.slug,
                "name": card.name,
                "what": what,
                "answer": _ANSWERS[found.can],
                "rule": found.rule,
                "summary": found.summary,
                "note": found.note,
                "text": text,
            }
        )
        return 0
    print(text)
    if found.summary:
        print("  " + t("target.does", card.name, told(found.summary)))
    if found.note:
        print("  " + t("cards.note", told(found.note)))
    return 0


def _aim(word: str) -> str:
    """titan or buried, however it is typed, in either language. Raises Trouble."""
    from clashbox import i18n
    from clashbox.cards import search

    entries = [
        search.Entry(
            "aim", what, what, None, None, None, tuple(t(f"aim.{what}", lang=lang) for lang in i18n.LANGUAGES)
        )
        for what in _WHAT
    ]
    hits = search.find(word, entries)
    if not hits:
        raise Trouble("target.what", shown(word), status=2)
    return hits[0].entry.slug


def _text(card: Any, what: str, found: Any) -> str:
    kind = "given" if found.given else "derived"
    if found.can is None:
        return t(f"target.{what}.unknown", card.name)
    return t(f"target.{what}.{'yes' if found.can else 'no'}.{kind}", card.name)
