"""Games as text for pasting into BoardGameGeek: into the comment of a play, or a forum. Nothing is sent."""

from collections.abc import Iterable, Iterator
from datetime import UTC

from clashbox import history, i18n
from clashbox.cards import Facts
from clashbox.db.listing import Listed
from clashbox.i18n import t

_MARKUP = str.maketrans("[]", "()")


def lines(games: Iterable[Listed]) -> Iterator[str]:
    """The text, a paragraph a game."""
    for number, found in enumerate(games):
        if number:
            yield "\n"
        yield from _game(found)


def _game(found: Listed) -> Iterator[str]:
    summary = found.summary
    facts = Facts(summary.printing or "original")  # type: ignore[arg-type]
    day = summary.started.replace(tzinfo=UTC).astimezone().strftime("%Y-%m-%d")
    parts = [("~" if summary.approximate else "") + day]
    if summary.terrain:
        parts.append(facts.name("terrain", summary.terrain, i18n.language()))
    if summary.location:
        parts.append(_plain(summary.location))
    if summary.length:
        parts.append(t("bgg.minutes", round(summary.length / 60_000)))
    yield f"[b]{t('kind.' + summary.kind)}[/b] {' · '.join(parts)}\n"
    names = history.named([sitting.name for sitting in found.seats])
    points = "bgg.vp" if summary.kind == "smashup" else "bgg.medals"
    order = sorted(found.seats, key=lambda sitting: (sitting.seat.rank, sitting.seat.place))
    for sitting in order:
        seat = sitting.seat
        factions = " + ".join(facts.name("faction", one, i18n.language()) for one in seat.factions)
        who = _plain(names[seat.place - 1]) + (f" ({_plain(factions)})" if factions else "")
        score = t(points, seat.points - seat.penalty)
        won = " " + t("bgg.shared" if seat.shared else "bgg.won") if seat.won else ""
        yield f"{seat.rank or '–'}. {who}: {score}{won}\n"
    if summary.over:
        yield t(f"way.{summary.way}") + "\n"
    if summary.note:
        yield _plain(summary.note) + "\n"


def _plain(text: str) -> str:
    """Names are no markup."""
    return text.translate(_MARKUP)
