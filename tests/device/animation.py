"""A titan clash as a moving picture for the README, made of the device's true screens, key by key.

    python -m tests.device.animation    writes host/pictures/clash.gif and clash.vi.gif anew

The virtual device with the whole firmware is played by keys; the key that goes down is drawn beside the
screen that follows.
"""

import io
from pathlib import Path

from clashbox.virtual import VirtualDevice
from PIL import Image, ImageDraw

from tests.device.hands import play, settle_in

FOLDER = Path(__file__).resolve().parents[2] / "host" / "pictures"
FILES = {"en": FOLDER / "clash.gif", "vi": FOLDER / "clash.vi.gif"}
NAMES = ["An", "Bình", "Chi", "Dũng", "Nguyễn Thị Ánh", "Ấn"]

BEFORE = """
a down a a
a right up up up up right up up right up a
right a right up up up right up right up a
right a up up right up right a
left left a right right a down hold:a up a a a hold:right
a right right a left left a left hold:right
a left hold:right hold:right
"""
"""What is on the table when it begins: three players and bases, minions, a titan of the first player at base
2; it is the second one's turn.
"""
CLASH = "a up hold:a up a a down a a a"
"""A minion there, then a titan to the same base; the clash is shown, then settled."""
HELD = 1300
STEP = 800
LAST = 3000
"""Milliseconds that a picture stays."""

_SCALE = 3
_WIDE, _HIGH = 128 * _SCALE, 64 * _SCALE
_EDGE = 14
_PAD = 132
_BOX, _GLASS, _LIT, _KEY = 0, 1, 2, 3
_PALETTE = [38, 46, 58, 10, 12, 16, 226, 236, 255, 92, 104, 122]
_KEYS = {
    "up": (66, 44),
    "down": (66, 108),
    "left": (34, 76),
    "right": (98, 76),
    "b": (40, 166),
    "a": (92, 166),
}
_SIGNS = {
    "up": ((0, -6), (6, 5), (-6, 5)),
    "down": ((0, 6), (6, -5), (-6, -5)),
    "left": ((-6, 0), (5, 6), (5, -6)),
    "right": ((6, 0), (-5, 6), (-5, -6)),
}


def _frame(pixels: list[bytes], key: str) -> Image.Image:
    """The box from above: the screen, six keys, the one that was pressed filled."""
    image = Image.new("P", (_WIDE + 2 * _EDGE + _PAD, _HIGH + 2 * _EDGE), _BOX)
    image.putpalette(_PALETTE)
    draw = ImageDraw.Draw(image)
    draw.rectangle((_EDGE - 6, _EDGE - 6, _EDGE + _WIDE + 5, _EDGE + _HIGH + 5), fill=_GLASS)
    screen = Image.frombytes("L", (128, 64), b"".join(pixels)).point(lambda lit: _LIT if lit else _GLASS)
    image.paste(screen.resize((_WIDE, _HIGH), Image.Resampling.NEAREST), (_EDGE, _EDGE))
    how, _, name = key.rpartition(":")
    for one, (x, y) in _KEYS.items():
        x += _EDGE + _WIDE + 6
        down = one == name
        draw.ellipse((x - 15, y - 15, x + 15, y + 15), fill=_LIT if down else _KEY)
        if down and how:
            draw.ellipse((x - 19, y - 19, x + 19, y + 19), outline=_LIT, width=2)
        sign = _GLASS if down else _LIT
        if one in _SIGNS:
            draw.polygon([(x + dx, y + dy) for dx, dy in _SIGNS[one]], fill=sign)
        else:
            draw.text((x, y), one.upper(), fill=sign, anchor="mm", font_size=16)
    return image


def frames(language: str) -> list[tuple[Image.Image, int]]:
    """The pictures in that language and how many milliseconds each stays."""
    with VirtualDevice(language=language, bounce=False) as device:
        settle_in(device, NAMES)
        play(device, BEFORE)
        found = [(_frame(device.pixels(), ""), 2 * STEP)]
        for key in CLASH.split():
            play(device, key)
            found.append((_frame(device.pixels(), key), HELD if ":" in key else STEP))
        found[-2] = (found[-2][0], LAST)
        found[-1] = (found[-1][0], LAST)
    return found


def gif(language: str) -> bytes:
    """The moving picture."""
    (first, _), *rest = made = frames(language)
    file = io.BytesIO()
    times = [stay for _, stay in made]
    first.save(file, "GIF", save_all=True, append_images=[one for one, _ in rest], duration=times, loop=0)
    return file.getvalue()


if __name__ == "__main__":
    for language, path in FILES.items():
        path.write_bytes(gif(language))
        print(f"{path.name}: {path.stat().st_size // 1024} KB")
