"""Builds the case.

python -m hardware.enclosure                          every board's case into build/enclosure
python -m hardware.enclosure --write                  the same; stale kept files are written anew
python -m hardware.enclosure --set board=s3devkitc1 --set battery=yes -o FOLDER
                                                      one case of your own, checked, into FOLDER
"""

import argparse
import sys
from pathlib import Path

from hardware.design.pins import HARDWARE
from hardware.enclosure.parameters import BOUNDS, BadParameters, Parameters, boards, changed

ROOT = HARDWARE.parent
KEPT = HARDWARE / "enclosure"
BUILD = ROOT / "build" / "enclosure"


def _arguments(arguments: list[str]) -> argparse.Namespace:
    bounds = "; ".join(f"{name} {least:g} to {most:g}" for name, (least, most, _) in BOUNDS.items())
    parser = argparse.ArgumentParser(
        prog="python -m hardware.enclosure",
        description="Builds the case: without --set every board's, compared with the files that are kept.",
        epilog=f"Parameters (mm, degrees): board, display, caps, battery=yes|no; {bounds}.",
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="change a parameter; can be repeated"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="where the files go")
    parser.add_argument("--write", action="store_true", help="write kept files anew that are stale")
    return parser.parse_args(arguments)


def _own(texts: list[str], folder: Path) -> int:
    values = dict(text.partition("=")[::2] for text in texts)
    parameters = changed(Parameters(), values)
    # loading what follows takes seconds: after all that can be refused without it
    from hardware.enclosure import checks, export
    from hardware.enclosure.build import Case

    case = Case(parameters)
    if faults := checks.all_of(case):
        for fault in faults:
            print(fault, file=sys.stderr)
        return 1
    for path in export.write(case, folder):
        print(path)
    layout = case.layout
    print(
        f"{layout.width:g} x {layout.depth:g} mm, {layout.front:g} mm high in front, {layout.back:.1f} behind"
    )
    return 0


def _all(folder: Path, rewrite: bool) -> int:
    from hardware.enclosure import export, kept
    from hardware.enclosure.build import Case

    stale: list[Path] = []
    for board in boards():
        case = Case(Parameters(board=board))
        for path in export.write(case, folder / board):
            if difference := export.differs(path, case.printed[path.stem]):
                print(f"{board}: {difference}", file=sys.stderr)
                return 1
        if board == Parameters().board:
            stale = kept.stale(case, rewrite)
    print(f"cases of {len(boards())} boards: {folder}")
    told, where = ("written", sys.stdout) if rewrite else ("stale", sys.stderr)
    for path in stale:
        print(f"{told}: {path.relative_to(ROOT)}", file=where)
    if stale and not rewrite:
        print("run build/hardware-venv/bin/python -m hardware.enclosure --write", file=sys.stderr)
    return int(bool(stale) and not rewrite)


def main(arguments: list[str]) -> int:
    """Returns the exit status: 1 where something is stale or cannot be built, 2 where an input is refused."""
    given = _arguments(arguments)
    try:
        if given.set:
            return _own(given.set, given.output or BUILD / "own")
        return _all(given.output or BUILD, given.write)
    except BadParameters as error:
        print(f"enclosure: {error}", file=sys.stderr)
    except OSError as error:
        print(f"enclosure: {error.filename}: {error.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
