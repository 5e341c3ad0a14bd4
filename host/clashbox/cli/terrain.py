"""`clashbox terrain`: the terrains of Toy Battle, those of the card data and those that their owners type."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clashbox import i18n
from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown

if TYPE_CHECKING:
    from clashbox.cards.typed import Typed


@click.group(
    "terrain",
    help=t("help.terrain"),
    epilog=examples(
        "terrain list",
        "terrain show castle-field --text > my-board.txt",
        "terrain check my-board.txt",
        "terrain draw my-board.txt -o my-board.svg",
        "terrain send my-board.txt",
    ),
)
@options.lang
def terrain_command() -> None:
    """Its commands follow."""


_which = click.option("--id", "wanted", metavar="ID", help=t("help.terrain.which"))


@terrain_command.command("list", help=t("help.terrain.list"), epilog=examples("terrain list"))
@options.as_json
@options.lang
def list_command(as_json: bool) -> int:
    """The terrains of the card data."""
    from clashbox.cards import Facts
    from clashbox.cli import tables

    facts = Facts()
    rows = [facts.terrain(slug) or {} for slug in facts.slugs("terrain")]
    if as_json:
        options.print_json([_summary(terrain) for terrain in rows])
        return 0
    columns = (("id", "<"), ("name", "~"), ("objective", ">"), ("bases", ">"), ("special", "<"))
    table = tables.table((t(f"terrain.column.{name}"), how) for name, how in columns)
    for terrain in rows:
        told = _summary(terrain)
        special = ", ".join(told["special"]) or "–"
        table.add_row(told["id"], _name(terrain), str(told["objective"]), str(told["bases"]), special)
    tables.console().print(table)
    return 0


def _name(terrain: dict[str, Any]) -> str:
    vi = i18n.language() == "vi" and terrain.get("name_vi")
    return shown(terrain["name_vi"] if vi else terrain["name"])


def _summary(terrain: dict[str, Any]) -> dict[str, Any]:
    """What a list tells of a terrain."""
    nodes = terrain["nodes"]
    told = {
        "id": terrain["id"],
        "name": terrain["name"],
        "name_vi": terrain.get("name_vi"),
        "objective": terrain["objective"],
        "medals": sum(region["medals"] for region in terrain["regions"]),
        "bases": sum(node["type"] != "hq" for node in nodes),
        "paths": len(terrain["edges"]),
        "regions": len(terrain["regions"]),
        "special": sorted({node["effect"] for node in nodes if node.get("effect")}),
    }
    if terrain.get("note"):
        told["note"] = terrain["note"]
    return told


@terrain_command.command(
    "check", help=t("help.terrain.check"), epilog=examples("terrain check back-yard.txt")
)
@click.argument("file", metavar="FILE")
@options.as_json
@options.lang
def check_command(file: str, as_json: bool) -> int:
    """Exit status 0: no fault (warnings alone are none), 1: faults, 2: raised as Trouble."""
    from clashbox.cards import files

    found = files.read(file)
    sound = all(terrain.sound for terrain in found)
    if as_json:
        options.print_json({"ok": sound, "terrains": [_judged(terrain) for terrain in found]})
        return 0 if sound else 1
    faults = [fault for terrain in found for fault in terrain.faults]
    for fault in faults:
        level = t(f"terrain.level.{fault.level}")
        print(f"{shown(file, 200)}:{fault.line}: {level}: {fault.text()}")
    bad = sum(fault.level == "fault" for fault in faults)
    if faults:
        print(t("terrain.sum", bad, len(faults) - bad))
    else:
        print(t("terrain.clean", ", ".join(terrain.id for terrain in found)))
    return 0 if sound else 1


def _judged(terrain: "Typed") -> dict[str, Any]:
    return {
        "id": terrain.id or None,
        "line": terrain.line,
        "ok": terrain.sound,
        "objective": terrain.objective or None,
        "bases": terrain.bases or None,
        "paths": len(terrain.paths),
        "regions": len(terrain.rings),
        "medals": sum(ring.medals for ring in terrain.rings),
        "findings": [
            {"line": fault.line, "level": fault.level, "kind": fault.key, "text": fault.text()}
            for fault in terrain.faults
        ],
    }


@terrain_command.command(
    "show",
    help=t("help.terrain.show"),
    epilog=examples(
        "terrain show caribbean-sea",
        "terrain show castle-field --text > back-yard.txt",
        "terrain show back-yard.txt --header > game.jsonl",
    ),
)
@click.argument("terrain", metavar="FILE|SLUG")
@_which
@click.option("--header", is_flag=True, help=t("help.terrain.header"))
@click.option("--text", "as_text", is_flag=True, help=t("help.terrain.text"))
@options.as_json
@options.lang
def show_command(terrain: str, wanted: str | None, header: bool, as_text: bool, as_json: bool) -> int:
    """A summary; --json: the object that stands in a game file's header; --header: such a header."""
    from clashbox.cards import files, forms, store

    found = files.find(terrain, wanted)
    if as_text:
        print("\n".join(forms.lines_of(found)))
    elif header:
        known = found["id"] in store.terrains() and terrain == found["id"]
        players = [{"name": ""}, {"name": ""}]
        value: object = found["id"] if known else found
        options.print_json(
            {"clashbox": 1, "game": "toybattle", "terrain": value, "first": 1, "players": players}
        )
    elif as_json:
        options.print_json(found)
    else:
        _show(found)
    return 0


def _show(terrain: dict[str, Any]) -> None:
    from clashbox.cards import sentences, store

    told = _summary(terrain)
    print(f"{_name(terrain)} ({told['id']})")
    print(t("terrain.show.goal", told["objective"], told["medals"]))
    print(t("terrain.show.nodes", told["bases"], told["paths"], told["regions"]))
    sides = [
        ", ".join(node["id"] for node in terrain["nodes"] if node.get("side") == side)
        for side in ("red", "blue")
    ]
    print(t("terrain.show.hq", *sides))
    for kind in told["special"]:
        if kind != "gate":
            bases = ", ".join(node["id"] for node in terrain["nodes"] if node.get("effect") == kind)
            print(f"{bases}: {t(f'terrain.kind.{kind}')}")
    for node in terrain["nodes"]:
        if node.get("effect") == "gate":
            strengths = ", ".join(str(a) for a in node["allowed"] if a != "joker")
            print(f"{node['id']}: " + t(f"terrain.draw.{'gate' if strengths else 'joker'}", strengths))
    known = store.terrains().get(told["id"])
    if known is None or "name_vi" not in terrain:
        return
    if known.same_as:
        print(t("terrain.show.same", store.terrains()[known.same_as].name))
    if not known.name_vi:
        print(t("terrain.show.unknown"))
    if known.note:
        print(t("terrain.show.note", sentences.told(known.note)))


@terrain_command.command(
    "send", help=t("help.terrain.send"), epilog=examples("terrain send back-yard.txt", "terrain send --clear")
)
@click.argument("files", metavar="FILE...", nargs=-1)
@click.option("--clear", is_flag=True, help=t("help.terrain.clear"))
@options.port
@options.as_json
@options.lang
def send_command(files: tuple[str, ...], clear: bool, port: str, as_json: bool) -> int:
    """All terrains of these files; those that were sent before are gone then."""
    from clashbox.cards import sending

    if bool(files) == clear:
        raise click.UsageError(t("terrain.send.what"))
    found = sending.gather(files)
    sending.send(port, found)
    if as_json:
        options.print_json({"sent": [terrain["id"] for terrain in found]})
    elif found:
        print(t("terrain.sent", ", ".join(shown(terrain["name"]) for terrain in found)))
    else:
        print(t("terrain.cleared"))
    return 0


@terrain_command.command(
    "draw", help=t("help.terrain.draw"), epilog=examples("terrain draw castle-field -o castle.svg")
)
@click.argument("terrain", metavar="FILE|SLUG")
@_which
@click.option("--output", "-o", metavar="FILE", help=t("help.terrain.output"))
@options.lang
def draw_command(terrain: str, wanted: str | None, output: str | None) -> int:
    """An SVG, named after the terrain where no file is named."""
    from clashbox.cards import drawing, files
    from clashbox.cli import writing

    found = files.find(terrain, wanted)
    picture = drawing.svg(found, i18n.language())
    path = output or f"{found['id']}.svg"
    if path == "-":
        print(picture, end="")
    else:
        writing.write(Path(path), [picture])
        print(t("terrain.written", shown(path, 200)))
    crossing = drawing.crossing(found)
    if crossing:
        click.echo(t("terrain.crossing", "; ".join(crossing[:4])), err=True)
    return 0
