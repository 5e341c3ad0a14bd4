"""Makes firmware/data/cards.tsv, the names and numbers that a device has on board, from the card data.

    python -m clashbox.cards.board_table            writes it
    python -m clashbox.cards.board_table --check    exit status 1 where it is not up to date

The file is UTF-8, read by offset (firmware/lib/clashdevice/cards.py). Its first line is `#cards 1`, then
comes a line for each kind: its name, how many, offset of its first line and of its end in five digits each:

    base 213 00245 05871

Then the lines of each kind, sorted by the bytes of their slugs, fields separated by tabs; fields at the end
that are empty are left out, and so is a name that is the slug in capitals (`capitals`):

    base     slug, numbers, name      23 4 2 1: breakpoint and VP; `?` unknown; `22 4 2 1|20 3 2 1`: the
                                      current printing has the second
    faction  slug, titan, name, modules that its cards ask for (d duels, m monsters, b buried, x madness)
    monster  slug, power treasures, name
    terrain  slug, objective and number of bases, board, name, Vietnamese name
             board: H, X, S, G, P, Z of the compact terrain format (clashcore/board.py), separated by `;`, or
             `=castle-field exhume`: that terrain's board with other special bases
    titan    slug, faction, name
"""

from __future__ import annotations

import sys
from pathlib import Path

from clashbox.cards import Facts, model, store
from clashbox.cards.forms import capitals, lines_of

TARGET = Path(__file__).resolve().parents[3] / "firmware" / "data" / "cards.tsv"


def drawable(name: str) -> str:
    """The name in letters that the device's fonts have: Golem Schloß becomes Golem Schloss, ™ goes."""
    return name.replace("ß", "ss").replace("™", "")


def _name(slug: str, name: str) -> str:
    name = drawable(name)
    return "" if capitals(slug) == name else name


def _row(*fields: str) -> str:
    for field in fields:
        if "\t" in field or "\n" in field:
            raise ValueError(f"a field holds a tab or a line end: {field!r}")
    return "\t".join(fields).rstrip("\t")


def _modules(faction: model.Faction) -> str:
    asked = {*faction.mechanics, *faction.decks}
    letters = {"d": {"duel"}, "m": {"monster", "monsters", "treasure"}, "b": {"bury"}, "x": {"madness"}}
    return "".join(letter for letter, words in letters.items() if asked & words)


def _numbers(base: model.Base) -> str:
    first = base.original or base.current
    if first is None:
        return "?"
    text = " ".join(map(str, first))
    if base.current and base.current != first:
        text += "|" + " ".join(map(str, base.current))
    return text


def _terrain(terrain: model.Terrain) -> str:
    known = Facts().terrain(terrain.id)
    assert known is not None
    # The name stands in a field of its own.
    head, *board = lines_of({**known, "name": ""})
    return _row(
        terrain.id,
        head.removeprefix(f"T {terrain.id} "),
        f"={terrain.same_as} {terrain.special}" if terrain.same_as else ";".join(board),
        _name(terrain.id, terrain.name),
        terrain.name_vi or "",
    )


def build() -> bytes:
    """The whole file."""
    rows = {
        "base": [_row(b.slug, _numbers(b), _name(b.slug, b.name)) for b in store.bases().values()],
        "faction": [
            _row(f.slug, f.titan or "", _name(f.slug, f.name), _modules(f)) for f in store.factions().values()
        ],
        "monster": [
            _row(m.slug, f"{m.power} {m.treasures}", _name(m.slug, m.name)) for m in store.monsters().values()
        ],
        "terrain": [_terrain(t) for t in store.terrains().values()],
        "titan": [_row(t.slug, t.faction, _name(t.slug, t.name)) for t in store.titans().values()],
    }
    bodies = {
        kind: "".join(line + "\n" for line in sorted(lines, key=lambda line: line.split("\t")[0])).encode()
        for kind, lines in rows.items()
    }
    first = "#cards 1\n"
    offset = len(first) + sum(len(f"{kind} {len(rows[kind])} 00000 00000\n") for kind in rows)
    head = first
    for kind, body in bodies.items():
        head += f"{kind} {len(rows[kind])} {offset:05} {offset + len(body):05}\n"
        offset += len(body)
    return head.encode() + b"".join(bodies.values())


def main(arguments: list[str]) -> int:
    """Writes the file, or with --check says whether it is up to date."""
    data = build()
    if arguments == ["--check"]:
        if TARGET.is_file() and TARGET.read_bytes() == data:
            return 0
        print(f"{TARGET}: out of date, run python -m clashbox.cards.board_table", file=sys.stderr)
        return 1
    TARGET.write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
