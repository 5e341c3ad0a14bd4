"""Which picture shows an answer: rates with intervals, points by source, or VP over turns."""

from collections.abc import Sequence
from typing import Any

from clashbox.i18n import t
from clashbox.stats import answers, naming, plots
from clashbox.stats.wilson import Proportion
from clashbox.trouble import Trouble

NONE = ("length", "streaks")
"""Answers without a picture."""
_AXES = {"ways": "games", "ties": "games", "rules": "games", "clashes": "clashes"}
"""What is counted, where it is not games won; chance has no say there."""


def of(what: str, rows: Sequence[Any], about: str) -> str:
    """The SVG of an answer; `about` says below the title which games it is about. Raises Trouble."""
    if what in NONE:
        raise Trouble("stats.noplot", what, status=2)
    shown = drawn(what, rows)
    if not shown:
        raise Trouble("stats.plot.empty", status=1)
    title = t(f"stats.title.{what}")
    if what == "sources":
        bars = [(source(row), row.points, row.part, row.card != "") for row in rows if row.points > 0][
            : plots.MOST
        ]
        return plots.svg(_about(plots.bars(title, t("stats.points"), bars), about))
    axis = t(f"stats.axis.{_AXES.get(what, 'won')}")
    spec = plots.intervals(title, axis, shown[: plots.MOST], chance=what not in _AXES)
    return plots.svg(_about(spec, about))


def of_course(course: answers.Course) -> str:
    """The SVG of a game's points over its turns."""
    names = [name or t("player.nameless", place) for place, name in enumerate(course.names, 1)]
    won = ", ".join(names[place - 1] for place in course.winners)
    notes = [t("stats.course.won", won)] if won else []
    points = t("game.medals" if course.kind == "toybattle" else "game.vp")
    axis = (t("stats.axis.turn"), points)
    title = t("stats.title.turns", points)
    return plots.svg(plots.course(title, notes, axis, names, course.points, course.goal))


def _about(spec: dict[str, Any], about: str) -> dict[str, Any]:
    if about:
        spec["title"]["subtitle"].insert(0, about)
    return spec


def source(row: Any) -> str:
    """A source, or the base or card that it is made of."""
    return naming.card(row.card) if row.card else t(f"stats.source.{row.source}")


def drawn(what: str, rows: Sequence[Any]) -> list[plots.Row]:
    """The lines of an answer's picture."""
    if what in answers.RATES:
        return [plots.Row(row.name, row.wins, row.fair) for row in rows]
    if what == "titans":
        return [plots.Row(row.rate.name, row.rate.wins, row.rate.fair) for row in rows]
    if what == "ways":
        return [plots.Row(f"{t(f'kind.{row.group}')}: {row.name}", row.part) for row in rows]
    if what == "ties":
        return [plots.Row(row.name, row.part) for row in rows if row.part.n]
    if what == "versus":
        told = [(f"{row.first} – {row.second}", row.rate) for row in rows]
        return [plots.Row(label, rate, 0.5) for label, rate in told if rate.n]
    if what == "rules":
        return [plots.Row(f"{row.rule} {naming.rule(row.rule)}", row.games) for row in rows]
    if what == "clashes":
        return _clashes(rows)
    return [plots.Row(source(row), Proportion(0, 0)) for row in rows]


def _clashes(rows: Sequence[Any]) -> list[plots.Row]:
    found: list[plots.Row] = []
    for row in rows:
        name = row.name or t("stats.all")
        found += [plots.Row(f"{name}: {t('stats.attacks')}", row.attacks)] if row.attacks.n else []
        found += [plots.Row(f"{name}: {t('stats.defences')}", row.defences)] if row.defences.n else []
    return found
