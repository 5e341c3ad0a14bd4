"""Every screen in both languages as a picture, and a page that shows old beside new.

    python -m tests.device.pictures            draw all: build/pictures/index.html
    python -m tests.device.pictures --accept   the same, and keep the new pictures' hashes

What is kept in git are hashes of the decoded pixels (screens.json); the pictures themselves are not. The
device is the virtual one with the whole firmware, and every screen is reached by keys.
"""

import hashlib
import html
import json
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from clashbox.virtual import VirtualDevice, png

from tests.device import pictures_sent, pictures_setup
from tests.device.hands import play, settle_in

ROOT = Path(__file__).resolve().parents[2]
HASHES = Path(__file__).with_name("screens.json")
FOLDER = ROOT / "build" / "pictures"
LANGUAGES = ("vi", "en")
VARYING = (
    "about",
    "clock",
    "clock-limit",
    "selftest-flash",
    "selftest-rest",
)  # the box's id, times: looked at, not compared
NAMES = ["An", "Bình", "Chi", "Dũng", "Nguyễn Thị Ánh", "Ấn"]

# What the hands do, and where they look. A device plays each script from its first start to the end.
GAME = """
=home down down down a =help a =help-keys b b down down a =new-game down down a =seats
hold:right =seats-factions down down down down a a down hold:right right down a down a
down hold:right down down a right right a down hold:right down down down a right a
up up up =seats-chosen right =seats-name left a =table-new
a =base-new up up right up up up up right up up right up a =table-first
right a left =base-card a =base-list right =base-initial a =base-picked
right a a
right a hold:up a
left left left a =pad right
a a =pad-second b a a a =pad-number up a
b a left b a down b
right b a right right up up up =sum a b up up =sum-turn right
left left hold:a =menu left =move a =move-pad left hold:b =toast-undo
a b =pad-leaves b right right a right a b down =pad-share up a
hold:a a =more down a =log left right b b b
hold:a right =base-view up =base-breakpoint a a =base-more down down down a =base-fix b b b
hold:a up =titan-which up =titan-all a right right =titan-list left left b
down a right =titan-where down =titan-instead a =table-titan
b hold:a up =titans a =titan-second a right =titan-meets a =clash up =clash-fix a a =table-clash
b b b right =table-name left b
hold:a up up a =titan-one up up =titan-counters a
hold:a up up a right =titan-move b left =titan-leaves b b b b
left left b a down =toast-ready hold:right =next-ready b
hold:left =score-pick a =score-before b =table-scoring hold:left up =score-fix b
a =score-places a =score-after right up =score-bonus a
a up a
hold:left =score-none down a a =score-missing hold:up hold:up =score-mended a a =score-vp right a
=score-unknown a a b b
left a =vp-pad left long:up =vp-sum a =table-vp
hold:right =end a =end-over b up =table-over
hold:a a =more-over down down down down down down down a =end-again b
hold:a a down down down down down down down down down down down a =about
a left up a =selftest a =selftest-frame a =selftest-sound a =selftest-flash
a =selftest-rest b b b b
hold:a a down down down down down down down down down down a =settings down down right =settings-flipped
left b b b
hold:a down =new-game-again up a =seats-three down =seats-second a =table-three
hold:b =toast-new-undone
hold:a down down a =seats-toy a =terrains down a =race
a =race-pad up right a left up =race-sum a hold:b =race-undone
hold:a =race-more down down down down down a =race-end b b
hold:a up up up up a =help-toy a =help-race b b b a right =race-over
"""


# Four players, five bases, numbers as wide as they come; then three and two players with long names.
CROWD = """
a down down a left left down left down right right up up a
a a right a a right a a right a a right a a right right
a a a long:up long:up a b a a a long:up long:up a hold:a up a a a a =crowd-ready
b right a a a long:up long:up a right up up a b right a right hold:a up a a down a a right
hold:a up up up a right right a right
a a a long:up long:up a long:up a right long:up a right long:up a b down down down a left =crowd-table
left hold:a right =crowd-base b b hold:left =crowd-score a a =crowd-places b b
hold:a down up a left down left left a a a right a right a a  b a right b hold:right =long-three
hold:a right =long-three-base b b
hold:a down up a left a a a  up up up a b up a =long-two hold:a right =long-two-base b
"""

# What belongs to modules, by way of the long menu, in a game of three.
MODULES = """
a down a a  a right up up up up right up up right up a  right a a  right a a  left left
a right b a up b a left b
hold:a a up up up up a =duel up left =duel-out left =duel-effect up =duel-card left =duel-base left
=duel-laid up a
hold:a a up up up a =monster-pick down a hold:a a up up up a =monsters down down a =monster-new up right up a
hold:a a up up up a a =monster up =monster-destroyed right up right up =monster-power right right b b b b
hold:a a up up up a a right up right up a
hold:a a up up a =bury up =bury-play a hold:a a up up a =buried a =uncover right up =uncover-by left up
=uncover-moved
right =uncover-where left down a =uncover-pad b b b b b
hold:a a up up a down a down a =bury-pad up b b b b b hold:a right =base-monsters b b
hold:a a up a =counts up up a a =counts-treasures up a b
hold:a right a a =effect right up =effect-turn a =table-each hold:a right a down a =effect-power a
hold:a right a down down a =control a =control-pad up hold:a right a up =base-ends b b b
b a right a right a right hold:left =score-monsters a a a =score-loot right up =score-loot-other b
b =table-loot hold:right =next-loot b hold:left =score-loot-again a =score-after-loot b
hold:a a up a up up up up a b
hold:a a down a =log-modules down down a =mend up =mend-up left =mend-out a b hold:a a down a down a
=mend-other right up a b hold:a a down a up up a =mend-base left a =mend-not b b b b
hold:a a down down down down down down a =hints b b b
hold:a a down down down a =ledger down down down =ledger-end b b b
hold:a a down down down down down a =clock up up up =clock-limit b b b
hold:a a up up up up up up up up a =aids down a =aid-turn a =aid-turn-2 a =aid-turn-3 b down a =aid-score a
=aid-score-2 b
down a =aid-titans a =aid-titans-2 a =aid-titans-3 b down a =aid-clash a =aid-clash-2 b down a =aid-duels a
=aid-duels-2 a =aid-duels-3 b
down a =aid-monsters a =aid-monsters-2 a =aid-monsters-3 b down a =aid-buried a =aid-buried-2 b down a
=aid-madness a =aid-madness-2 b b
"""

SCRIPTS = (GAME, CROWD, MODULES, *pictures_setup.SCRIPTS)


def _play(script: str, device: VirtualDevice, language: str, look: Callable[[str], None]) -> None:
    play(device, script, look)


def draw(language: str) -> dict[str, list[bytes]]:
    """All pictures in one language, by name, each 64 rows of 128 bytes 0 or 1."""
    seen: dict[str, list[bytes]] = {}
    scenes = [partial(_play, script) for script in SCRIPTS]
    for scene in (*scenes, *pictures_sent.SCENES):
        with VirtualDevice(language=language, bounce=False) as device:
            settle_in(device, NAMES)

            def look(name: str, device: VirtualDevice = device) -> None:
                assert name not in seen, f"two pictures are called {name}"
                seen[name] = device.pixels()

            scene(device, language, look)
            told = device.log.decode(errors="replace")
            assert "Traceback" not in told and "MemoryError" not in told, told[-2000:]
    return seen


def draw_all() -> dict[str, dict[str, list[bytes]]]:
    """All pictures in both languages."""
    with ThreadPoolExecutor(len(LANGUAGES)) as pool:
        return dict(zip(LANGUAGES, pool.map(draw, LANGUAGES), strict=True))


def digest(pixels: list[bytes]) -> str:
    """A hash of the picture itself, whatever file it may be in."""
    return hashlib.sha256(b"".join(pixels)).hexdigest()[:16]


def digests(pictures: dict[str, dict[str, list[bytes]]]) -> dict[str, dict[str, str]]:
    """The hashes of all pictures, by language and name."""
    return {
        language: {name: digest(pixels) for name, pixels in sorted(found.items()) if name not in VARYING}
        for language, found in pictures.items()
    }


def accepted() -> dict[str, dict[str, str]]:
    """The hashes that were accepted last."""
    return json.loads(HASHES.read_text()) if HASHES.exists() else {language: {} for language in LANGUAGES}


def write_page(pictures: dict[str, dict[str, list[bytes]]]) -> list[str]:
    """Write the pictures and the page; returns what is new or changed, as language/name.

    A picture that has the accepted hash becomes the old one for later; so old ones are there as far as they
    were drawn here before.
    """
    known = accepted()
    changed: list[str] = []
    rows: list[str] = []
    for folder in ("old", "new"):
        (FOLDER / folder).mkdir(parents=True, exist_ok=True)
    for name in pictures[LANGUAGES[0]]:
        cells: list[str] = []
        for language in LANGUAGES:
            pixels = pictures[language][name]
            file = f"{language}-{name}.png"
            new, old = FOLDER / "new" / file, FOLDER / "old" / file
            new.write_bytes(png.encode(pixels, 4))
            same = name in VARYING or known[language].get(name) == digest(pixels)
            if same:
                shutil.copy(new, old)
            else:
                changed.append(f"{language}/{name}")
                before = f'<img src="old/{file}">' if old.exists() else "<i>not drawn here before</i>"
                cells.append(f"<td>{before}</td>")
            cells.append(f'<td class="{"same" if same else "new"}"><img src="new/{file}"></td>')
        rows.append(f"<tr><th>{html.escape(name)}</th>{''.join(cells)}</tr>")
    (FOLDER / "index.html").write_text(
        "<!doctype html><meta charset='utf-8'><title>Screens</title>"
        "<style>body{background:#444;color:#eee;font:14px sans-serif}img{display:block;margin:4px}"
        "td.new{background:#b60}th{text-align:left;padding-right:1em}</style>"
        f"<h1>Screens: {len(changed)} new or changed</h1>"
        "<p>Orange: differs from what was accepted; the picture before it stands on its left.</p>"
        f"<table>{''.join(rows)}</table>"
    )
    return changed


def main() -> None:
    """Draw, compare, and with --accept keep the hashes."""
    pictures = draw_all()
    changed = write_page(pictures)
    if "--accept" in sys.argv:
        HASHES.write_text(json.dumps(digests(pictures), indent=1, sort_keys=True) + "\n")
    print(
        f"{FOLDER / 'index.html'}: {sum(map(len, pictures.values()))} pictures, {len(changed)} new or changed"
    )
    for name in changed:
        print(" ", name)


if __name__ == "__main__":
    main()
