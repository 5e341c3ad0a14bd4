"""Makes the device's fonts: BDF subsets and drawn glyphs in, packed .fnt files out.

    python -m clashbox.fonts build           firmware/fonts/* -> firmware/data/*.fnt
    python -m clashbox.fonts check           exit status 1 where a .fnt file is stale
    python -m clashbox.fonts subset DIR      cut the subsets anew from Galmuri's own BDF files in DIR

The packed format is described in firmware/README.md; the device's reader is clashdevice/canvas.py.
"""

import struct
import sys
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

_FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
MAGIC = b"CBF1"
_MARKS = "–—…‘’“”„‚‹›×±÷·•▲▼◀▶△▽◁▷●○■□◆◇★☆←→↑↓↵♥½∞≤≥≠−€№"


@dataclass
class Glyph:
    """One letter: advance, left bearing, lowest row above the base line, rows of '#' and '.' from the top."""

    advance: int
    left: int = 0
    bottom: int = 0
    rows: list[str] = field(default_factory=list[str])

    @property
    def width(self) -> int:
        """Columns of the bitmap (0 for a space)."""
        return len(self.rows[0]) if self.rows else 0

    def trimmed(self) -> "Glyph":
        """The same picture without empty rows and columns at its borders."""
        rows, bottom, left = list(self.rows), self.bottom, self.left
        while rows and "#" not in rows[0]:
            rows.pop(0)
        while rows and "#" not in rows[-1]:
            rows.pop()
            bottom += 1
        if not rows:
            return Glyph(self.advance)
        first = min(row.index("#") for row in rows if "#" in row)
        last = max(row.rfind("#") for row in rows)
        return Glyph(self.advance, left + first, bottom, [row[first : last + 1] for row in rows])


def vietnamese() -> list[str]:
    """The 134 letters of Vietnamese beyond ASCII, composed (NFC)."""
    letters = {"đ", "Đ"}
    for base in "aăâeêioôơuưy":
        for tone in ("", "\u0300", "\u0301", "\u0303", "\u0309", "\u0323"):
            for letter in (base, base.upper()):
                letters.add(unicodedata.normalize("NFC", letter + tone))
    return sorted(letter for letter in letters if ord(letter) > 127)


def wanted() -> list[int]:
    """The code points of the device's text fonts: ASCII, Latin-1, Vietnamese and small marks."""
    codes = set(range(0x20, 0x7F)) | (set(range(0xA1, 0x100)) - {0xAD})
    return sorted(codes | {ord(c) for c in vietnamese()} | {ord(c) for c in _MARKS})


def read_bdf(path: Path) -> dict[int, Glyph]:
    """The glyphs of a BDF file by code point."""
    glyphs: dict[int, Glyph] = {}
    code, glyph, box, bitmap = -1, Glyph(0), (0, 0, 0, 0), False
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "STARTCHAR":
            glyph, bitmap = Glyph(0), False
        elif word == "ENCODING":
            code = int(rest.split()[0])
        elif word == "DWIDTH":
            glyph.advance = int(rest.split()[0])
        elif word == "BBX":
            width, height, left, bottom = (int(part) for part in rest.split())
            box = (width, height, left, bottom)
            glyph.left, glyph.bottom = left, bottom
        elif word == "BITMAP":
            bitmap = True
        elif word == "ENDCHAR":
            glyphs[code] = glyph
            bitmap = False
        elif bitmap and box[0]:
            bits = f"{int(word, 16):0{len(word) * 4}b}"[: box[0]]
            glyph.rows.append(bits.replace("1", "#").replace("0", "."))
    return glyphs


def write_bdf(path: Path, source: Path, codes: list[int]) -> None:
    """Copy the header and the glyphs named by `codes` of the BDF file `source` to `path`."""
    head: list[str] = []
    blocks: list[str] = []
    block: list[str] = []
    code = -1
    for line in source.read_text(encoding="utf-8").splitlines():
        if line.startswith("CHARS "):
            continue
        if line.startswith("STARTCHAR") or block:
            block.append(line)
            if line.startswith("ENCODING "):
                code = int(line.split()[1])
            if line == "ENDCHAR":
                if code in codes:
                    blocks.append("\n".join(block))
                block = []
        elif line != "ENDFONT":
            head.append(line)
    path.write_text("\n".join([*head, f"CHARS {len(blocks)}", *blocks, "ENDFONT", ""]), encoding="utf-8")


def read_drawn(path: Path) -> dict[int, Glyph]:
    """The glyphs of a text file of pictures: 'U+XXXX bottom advance [name]', then rows of '#' and '.'."""
    glyphs: dict[int, Glyph] = {}
    glyph: Glyph | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("U+"):
            code, bottom, advance, *_ = line.split()
            glyph = glyphs[int(code[2:], 16)] = Glyph(int(advance), 0, int(bottom))
        elif line and glyph is not None and set(line) <= {"#", "."}:
            glyph.rows.append(line)
    return glyphs


def doubled(glyph: Glyph) -> Glyph:
    """The glyph at twice its size with corners smoothed (the rule known as Scale2x)."""

    def at(x: int, y: int) -> bool:
        return 0 <= y < len(glyph.rows) and 0 <= x < glyph.width and glyph.rows[y][x] == "#"

    rows: list[str] = []
    for y in range(len(glyph.rows)):
        top, under = "", ""
        for x in range(glyph.width):
            up, down, left, right, here = at(x, y - 1), at(x, y + 1), at(x - 1, y), at(x + 1, y), at(x, y)
            cells = [here] * 4
            if up != down and left != right:
                cells = [
                    left if left == up else here,
                    right if right == up else here,
                    left if left == down else here,
                    right if right == down else here,
                ]
            picture = ["#" if cell else "." for cell in cells]
            top += picture[0] + picture[1]
            under += picture[2] + picture[3]
        rows += [top, under]
    return Glyph(glyph.advance * 2, glyph.left * 2, glyph.bottom * 2, rows)


def pack(glyphs: dict[int, Glyph], cap: int, pitch: int) -> bytes:
    """The bytes of a .fnt file.

    `cap` is the height of capitals in pixels (Canvas.text's y names their top), `pitch` the usual distance of
    lines. Raises ValueError for a glyph that does not fit the format.
    """
    codes = sorted(glyphs)
    ranges: list[tuple[int, int, int]] = []
    for index, code in enumerate(codes):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], code, ranges[-1][2])
        else:
            ranges.append((code, code, index))
    records: list[bytes] = []
    for code in codes:
        glyph = glyphs[code].trimmed()
        stride = (glyph.width + 7) // 8
        bits = b"".join(
            int(row.replace("#", "1").replace(".", "0").ljust(stride * 8, "0"), 2).to_bytes(stride, "big")
            for row in glyph.rows
        )
        top = cap - (glyph.bottom + len(glyph.rows))  # rows below the top of the capitals
        if not (-64 <= top < 64 and -8 <= glyph.left < 32 and glyph.advance < 64):
            raise ValueError(f"glyph U+{code:04X} does not fit the font format")
        # The bits come first, so that the device can lay a frame buffer over the record as it is.
        records.append(
            bits + struct.pack("<BbbBB", glyph.advance, glyph.left, top, glyph.width, len(glyph.rows))
        )
    places: list[int] = []
    place = 0
    for record in records:
        places.append(place)
        place += len(record)
    places.append(place)
    head = MAGIC + struct.pack("<BBHH", cap, pitch, len(ranges), len(codes))
    head += b"".join(struct.pack("<HHH", *span) for span in ranges)
    return head + b"".join(struct.pack("<H", p) for p in places) + b"".join(records)


def build(sources: Path) -> dict[str, bytes]:
    """All font files of the device, by name, from the sources in the folder `sources`."""
    drawn = read_drawn(sources / "marks.txt")
    low = read_drawn(sources / "low.txt")
    digits = read_drawn(sources / "digits.txt")
    # Digits of both sizes stand in one source: the large ones from U+F030 up, drawn at half their size.
    middle = {code: glyph for code, glyph in digits.items() if code < 0xF000}
    large = {code - 0xF000: doubled(glyph) for code, glyph in digits.items() if code >= 0xF000}
    return {
        "small.fnt": pack(read_bdf(sources / "galmuri7.bdf") | drawn, 7, 10),
        "big.fnt": pack(read_bdf(sources / "galmuri9.bdf") | low | drawn, 9, 12),
        "digits16.fnt": pack(middle, 16, 18),
        "digits26.fnt": pack(large, 26, 28),
    }


def stale(sources: Path, data: Path) -> list[str]:
    """Names of the font files in `data` that are missing or differ from what `sources` give."""
    return [
        name
        for name, packed in build(sources).items()
        if not (data / name).is_file() or (data / name).read_bytes() != packed
    ]


def main(arguments: list[str]) -> int:
    """Run one of the commands of the module's text; returns the exit status."""
    sources, data = _FIRMWARE / "fonts", _FIRMWARE / "data"
    match arguments:
        case ["build"]:
            for name, packed in build(sources).items():
                (data / name).write_bytes(packed)
                print(f"{name}: {len(packed)} bytes")
        case ["check"]:
            old = stale(sources, data)
            if old:
                print(f"stale: {', '.join(old)}: run python -m clashbox.fonts build", file=sys.stderr)
                return 1
        case ["subset", folder]:
            for size in (7, 9):
                write_bdf(sources / f"galmuri{size}.bdf", Path(folder) / f"Galmuri{size}.bdf", wanted())
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
