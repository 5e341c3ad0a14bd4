"""Terrains for the tests of this folder, and a shorthand to read them."""

import contextlib
import gc
import io
import itertools
import json
import sys
from pathlib import Path

from clashbox import i18n
from clashbox.__main__ import run
from clashbox.cards import Facts
from clashbox.cards.forms import lines_of
from clashbox.cards.judge import judge
from clashbox.cards.typed import parse

# Four bases in a square with a middle, one special, one gate; regions 1 each, so the objective is 2.
YARD = """\
# my own board
T yard 2 5

N Sân sau
H R B
S recall 3      # the middle
G 345* 2
P 1-2,3,R 2-3,R 3-4,5 4-5,B 5-B 1-4 2-5
Z 1:1,2,3 1:1,3,4 1:2,3,5 1:3,4,5
"""


def numbered(text):
    """The numbered lines of a text, as reading.lines gives them."""
    return [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]


def judged(text):
    """The terrains of a text, judged."""
    return [judge(terrain) for terrain in parse(numbered(text))]


def faults(text):
    """(line, key) of every fault and warning of a text."""
    return [(fault.line, fault.key) for terrain in judged(text) for fault in terrain.faults]


def built_in():
    """Every terrain of the card data as an object."""
    facts = Facts()
    return [facts.terrain(slug) for slug in facts.slugs("terrain")]


def all_typed():
    """All of them as one typed file."""
    return "\n".join(itertools.chain.from_iterable(lines_of(terrain) for terrain in built_in())) + "\n"


def clashbox(*arguments, stdin="", lang="en"):
    """Runs the command line in this process; status, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run([*map(str, arguments), "--lang", lang])
    finally:
        sys.stdin = before
        i18n.set_language(None)
        gc.enable()
    return status, out.getvalue(), err.getvalue()


def written(folder: Path, text: str, name: str = "my.txt") -> Path:
    """A file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def as_json(text):
    """The one JSON value of an output."""
    return json.loads(text)
