"""Names for people in place of keys: factions, pairs, titans, terrains, seats, ways of winning, rules."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from clashbox.cards import Facts
from clashbox.i18n import language, t
from clashbox.stats.counts import Share
from clashbox.stats.rates import Rate, Titan


def faction(slug: str) -> str:
    """A faction's name."""
    return Facts().name("faction", slug)


def pair(key: str) -> str:
    """The names of two factions."""
    return " + ".join(faction(slug) for slug in key.split("+"))


def titan(slug: str) -> str:
    """A titan's name."""
    return Facts().name("titan", slug)


def terrain(slug: str) -> str:
    """A terrain's name; a board of one's own has none."""
    return t("stats.terrain.own") if slug == "own" else Facts().name("terrain", slug, language())


def seat(key: str) -> str:
    """ "4/1" is seat 1 of 4."""
    players, _, place = key.partition("/")
    return t("stats.seat", place, players)


def starter(key: str) -> str:
    """ "4" is whoever began a game of 4."""
    return t("stats.starter", key)


def card(slug: str) -> str:
    """The name of a base, or of a card, or the slug where there is no such card."""
    facts = Facts()
    return facts.name("base" if facts.has("base", slug) else "card", slug)


def rule(rule_id: str) -> str:
    """A rule's title; empty for an id that the book does not have."""
    from clashbox import book

    try:
        return book.rule(rule_id).title.of(language())
    except KeyError:
        return ""


def way(key: str) -> str:
    """How a game was won."""
    return t(f"stats.way.{key}")


def tie(key: str) -> str:
    """What was tied."""
    return t(f"stats.tie.{key}")


NAMES: dict[str, Callable[[str], str]] = {
    "factions": faction,
    "pairs": pair,
    "titans": titan,
    "terrains": terrain,
    "seats": seat,
    "starters": starter,
    "ways": way,
    "ties": tie,
}
"""What a table's keys are called; players are called by their names already."""


def rates(what: str, found: Iterable[Rate]) -> list[Rate]:
    """Rates with names in the current language."""
    named = NAMES.get(what)
    return [replace(rate, name=named(rate.key)) if named else rate for rate in found]


def titans(found: Iterable[Titan]) -> list[Titan]:
    """Titans with their names."""
    return [replace(one, rate=replace(one.rate, name=titan(one.rate.key))) for one in found]


def shares(what: str, found: Iterable[Share]) -> list[Share]:
    """Shares with names in the current language."""
    return [replace(share, name=NAMES[what](share.key)) for share in found]
