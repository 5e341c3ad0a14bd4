"""`clashbox rule [ID]`: the rule book on the terminal: all rules, those of a section or that speak of
something, or one with all that belongs to it.
"""

import shutil
import textwrap
from io import BytesIO
from typing import Any

import click

from clashbox import book, i18n
from clashbox.cli import completing, options
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

_WIDEST = 100
_NARROWEST = 40


@click.command("rule", help=t("help.rule"), epilog=t("help.rule.epilog"))
@click.argument("words", metavar="[ID|WORDS]", nargs=-1, shell_complete=completing.rules)
@click.option(
    "--example",
    is_flag=False,
    flag_value=1,
    type=click.IntRange(1, 9),
    metavar="N",
    help=t("help.rule.example"),
)
@options.as_json
@options.lang
def rule_command(words: tuple[str, ...], example: int | None, as_json: bool) -> int:
    """Raises Trouble (exit status 2) where no rule answers."""
    text = " ".join(words).strip()
    id = book.find_id(text)
    ids = [id] if id else [found for found in map(book.find_id, words) if found]
    if id or (len(words) > 1 and len(ids) == len(words)):
        return _some([_one(each) for each in ids], example, as_json)
    if example:
        raise Trouble("rule.which", status=2)
    section = text.upper() if text.upper() in book.sections() else None
    rules = book.search(text) if text and section is None else book.rules(section)
    if not rules:
        raise Trouble("rule.nothing", shown(text), status=2)
    if as_json:
        options.print_json(
            [{"id": r.id, "section": r.section, "title": _both(r.title), "levels": r.levels()} for r in rules]
        )
    else:
        _list(rules)
    return 0


def _some(rules: list[book.Rule], example: int | None, as_json: bool) -> int:
    """The rules that were named, each in full."""
    if example:
        if len(rules) > 1:
            raise Trouble("rule.which", status=2)
        click.echo(_example(rules[0], example), nl=False)
    elif as_json:
        options.print_json(_all_of(rules[0]) if len(rules) == 1 else [_all_of(rule) for rule in rules])
    else:
        for place, rule in enumerate(rules):
            if place:
                click.echo("\n")
            _show(rule)
    return 0


def _one(id: str) -> book.Rule:
    try:
        return book.rule(id)
    except KeyError:
        raise Trouble("rule.none", id, ", ".join(book.near(id)), status=2) from None


# -- one rule --


def _show(rule: book.Rule) -> None:
    lang = i18n.language()
    width = max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))
    click.echo(f"{click.style(rule.id, bold=True)}  {click.style(rule.title.of(lang), bold=True)}")
    click.echo(click.style(book.section_title(rule.section, lang), dim=True))
    click.echo()
    click.echo(textwrap.fill(rule.text.of(lang), width, break_on_hyphens=False))
    rows = _rows(rule, lang)
    indent = max(len(label) for label, _ in rows) + 2
    for label, lines in rows:
        click.echo()
        for line in lines:
            head = click.style(label, bold=True) + " " * (indent - len(label))
            body = textwrap.fill(line, width - indent, break_on_hyphens=False)
            click.echo(head + body.replace("\n", "\n" + " " * indent))
            label = ""


def _rows(rule: book.Rule, lang: str) -> list[tuple[str, list[str]]]:
    rows = [(t("rule.example"), [rule.example.of(lang)]), (t("rule.check"), _seen(rule, lang))]
    if rule.cards:
        from clashbox.cards import Facts

        facts = Facts()
        rows.append((t("rule.cards"), [", ".join(book.card_name(facts, slug, lang) for slug in rule.cards)]))
    rows.append(
        (t("rule.related"), [f"{other}  {book.rule(other).title.of(lang)}" for other in rule.related])
    )
    rows.append((t("rule.source"), rule.sources(lang)))
    if rule.house:
        rows.append((t("rule.house"), [rule.house.of(lang)]))
    return rows


def _seen(rule: book.Rule, lang: str) -> list[str]:
    """What `clashbox check` reports of the rule, a line for each example, and how to get them."""
    if not rule.games:
        return [t("rule.unseen")]
    lines: list[str] = []
    for game in rule.games:
        own = [find.level for find in game.findings(rule.id) if find.rule == rule.id]
        shows = game.shows.of(lang)
        lines.append(f"{t(f'level.{own[0]}')}: {shows}" if own else shows)
    last = len(rule.games)
    lines.append(t("rule.file", rule.id) if last == 1 else t("rule.files", rule.id, last))
    return lines


def _example(rule: book.Rule, number: int) -> str:
    """An example as a game file that can be piped into `clashbox check -`: its story and what the referee
    says of it stand in it as comments.
    """
    if number > len(rule.games):
        raise Trouble("rule.nofile", rule.id, len(rule.games), status=2)
    from clashbox import checking, reading

    lang = i18n.language()
    game = rule.games[number - 1]
    story = textwrap.wrap(f"{rule.id} {rule.title.of(lang)}: {rule.example.of(lang)}", 98)
    if number > 1:
        story = textwrap.wrap(f"{rule.id} {rule.title.of(lang)}: {game.shows.of(lang)}", 98)
    text = "".join(f"# {line}\n" for line in story) + rule.file(game)
    read = reading.read_stream(BytesIO(text.encode()), rule.id)
    findings = checking.report(read.header, read.events, lang, read.header_line)["findings"]
    said = [f"# {f['line']}: {f['rule']} {t('level.' + f['level'])}: {f['text']}\n" for f in findings]
    return text + "".join(said or [f"# {t('check.clean')}\n"])


def _both(text: book.Both) -> dict[str, str]:
    return {"en": text.en, "vi": text.vi}


def _all_of(rule: book.Rule) -> dict[str, Any]:
    from clashbox.cards import Facts

    facts = Facts()
    sources = zip(rule.sources("en"), rule.sources("vi"), strict=True)
    return {
        "id": rule.id,
        "section": rule.section,
        "title": _both(rule.title),
        "text": _both(rule.text),
        "example": _both(rule.example),
        "source": [{"en": en, "vi": vi} for en, vi in sources],
        "house": _both(rule.house) if rule.house else None,
        "cards": [{"slug": slug, "name": book.card_name(facts, slug, "en")} for slug in rule.cards],
        "related": rule.related,
        "levels": rule.levels(),
        "games": [
            {
                "shows": _both(game.shows),
                "file": rule.file(game),
                "findings": [
                    {"line": find.line, "rule": find.rule, "level": find.level}
                    for find in game.findings(rule.id)
                ],
            }
            for game in rule.games
        ],
    }


# -- lists --


def _list(rules: list[book.Rule]) -> None:
    lang = i18n.language()
    before = ""
    for rule in sorted(rules, key=lambda r: book.sections().index(r.section)):
        if rule.section != before:
            if before:
                click.echo()
            click.echo(click.style(book.section_title(rule.section, lang), bold=True))
            before = rule.section
        seen = ", ".join(t(f"level.{level}") for level in rule.levels())
        click.echo(
            f"  {rule.id}  {rule.title.of(lang)}" + (click.style(f"  ({seen})", dim=True) if seen else "")
        )
    click.echo()
    click.echo(t("rule.more", rules[0].id))
