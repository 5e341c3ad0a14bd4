"""`clashbox void`, `note`, `delete`, `rename`, `merge`, `rebuild`: the history kept in order."""

import sys

import click

from clashbox.cli import completing, options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble


@click.command("void", help=t("help.void"), epilog=examples('void 3f2a --why "only for trying"'))
@click.argument("game", metavar="GAME", shell_complete=completing.games)
@options.why
@options.database
@options.as_json
@options.lang
def void_command(game: str, why: str, database: str | None, as_json: bool) -> int:
    """The game stays, and no longer counts."""
    return set_void(game, True, why, database, as_json)


def set_void(game: str, gone: bool, why: str, database: str | None, as_json: bool) -> int:
    """What `void` and `restore` of a game do."""
    from clashbox import history
    from clashbox.db import care

    with options.history(database).write() as session:
        found = history.find(session, game)
        care.void(session, found, gone, why)
        name = found.id
    if as_json:
        options.print_json({"id": name, "void": gone})
    else:
        print(t("care.void" if gone else "care.restore", name))
    return 0


@click.command(
    "note", help=t("help.note"), epilog=examples('note 3f2a "at the club, first game with titans"')
)
@click.argument("game", metavar="GAME", shell_complete=completing.games)
@click.argument("text", metavar="TEXT")
@options.database
@options.as_json
@options.lang
def note_command(game: str, text: str, database: str | None, as_json: bool) -> int:
    """An empty text takes the note away."""
    from clashbox import history
    from clashbox.db import care

    with options.history(database).write() as session:
        found = history.find(session, game)
        care.note(session, found, text)
        name = found.id
    if as_json:
        options.print_json({"id": name, "note": shown(text, 400)})
    else:
        print(t("care.note" if shown(text, 400) else "care.note.none", name, shown(text, 400)))
    return 0


def confirmed(question: str, yes: bool) -> None:
    """Asks on the terminal unless --yes was said. Raises Trouble where nobody can answer, or says no."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise Trouble("care.yes", status=2)
    print(question, end=" ", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes", "c", "có"):
        raise Trouble("care.no")


@click.command(
    "delete", help=t("help.delete"), epilog=examples("delete 3f2a --why twice", "delete 3f2a --yes")
)
@click.argument("game", metavar="GAME", shell_complete=completing.games)
@click.option("--yes", is_flag=True, help=t("help.yes"))
@options.why
@options.database
@options.as_json
@options.lang
def delete_command(game: str, yes: bool, why: str, database: str | None, as_json: bool) -> int:
    """That it was there stays on record; a sync does not bring it back."""
    from clashbox import history
    from clashbox.db import care, listing

    opened = options.history(database)
    with opened.read() as session:
        found = history.find(session, game)
        row = history.row(listing.one(session, found.id))
    names = " – ".join(history.named(row.players))
    confirmed(t("care.delete.ask", row.id, names, row.events), yes)
    with opened.write() as session:
        care.remove(session, history.find(session, row.id), why)
    if as_json:
        options.print_json({"id": row.id, "deleted": True, "events": row.events})
    else:
        print(t("care.delete", row.id, names))
    return 0


@click.command("rename", help=t("help.rename"), epilog=examples('rename An "An Nguyễn"'))
@click.argument("player", metavar="PLAYER", shell_complete=completing.players)
@click.argument("name", metavar="NEW")
@options.database
@options.as_json
@options.lang
def rename_command(player: str, name: str, database: str | None, as_json: bool) -> int:
    """The old name stays that player's, for what comes from boxes that still say it."""
    from clashbox import history
    from clashbox.db import care

    with options.history(database).write() as session:
        before, after = care.rename(session, history.person(session, player), name)
    if as_json:
        options.print_json({"before": before, "after": after})
    else:
        print(t("care.rename", before, after))
    return 0


@click.command("merge", help=t("help.merge"), epilog=examples("merge Anh An", "merge --undo Anh"))
@click.argument("player", metavar="PLAYER", shell_complete=completing.players)
@click.argument("into", metavar="[INTO]", required=False)
@click.option("--undo", is_flag=True, help=t("help.merge.undo"))
@options.database
@options.as_json
@options.lang
def merge_command(player: str, into: str | None, undo: bool, database: str | None, as_json: bool) -> int:
    """Two names, one person."""
    from clashbox import history
    from clashbox.db import care

    if undo == (into is not None):
        raise Trouble("merge.usage", status=2)
    with options.history(database).write() as session:
        who = history.person(session, player)
        if into is None:
            other = care.unmerge(session, who)
        else:
            _, other = care.merge(session, who, history.person(session, into))
        names = (who.name, other.name)
    if as_json:
        options.print_json({"player": names[0], "into": names[1], "undone": undo})
    else:
        print(t("care.unmerge" if undo else "care.merge", *names))
    return 0


@click.command("rebuild", help=t("help.rebuild"), epilog=examples("rebuild"))
@options.database
@options.as_json
@options.lang
def rebuild_command(database: str | None, as_json: bool) -> int:
    """All or nothing: until it is done, everybody sees what stood there before."""
    from clashbox.db import derive

    def tell(done: int, total: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)

    with options.history(database).write() as session:
        games = derive.rebuild(session, tell)
    if as_json:
        options.print_json({"games": games})
    else:
        print(t("care.rebuild", games))
    return 0
