"""Numbers put in for their names: what runs is the same, and what nobody needs any more is gone."""

import contextlib
import io
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
from clashbox.inlining import inline

from tests.core import vectors
from tests.micropython import FIRMWARE_LIB, ROOT, binary


def loaded(sources: dict[str, str], start: str) -> types.ModuleType:
    """Run modules of `pack` from their texts; returns the one asked for."""
    modules: dict[str, types.ModuleType] = {"pack": types.ModuleType("pack")}
    modules["pack"].__path__ = []
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "pack"}
    sys.modules["pack"] = modules["pack"]
    try:
        for name, text in sources.items():
            module = types.ModuleType(name)
            sys.modules[name] = module
            setattr(modules["pack"], name.split(".")[1], module)
            exec(compile(text, name, "exec"), module.__dict__)
        return sys.modules[start]
    finally:
        for name in list(sys.modules):
            if name.split(".")[0] == "pack":
                del sys.modules[name]
        sys.modules.update(before)


NUMBERS = """\
A = 5
B = A << 2 | 1  # a sum
_C = -3
YES = True
LIST = (A, B)
twice = A * 2
VARIES = 1
VARIES += 1
COUNTER = 0


def step():
    global COUNTER
    COUNTER += 1
    return COUNTER
"""

USES = """\
## by name
from pack.numbers import A, B
result = (A, B, -A, A**2)

## under another name
from pack.numbers import A as FIRST, B as b
result = FIRST + b

## by module
from pack import numbers
result = numbers.A - numbers.B + numbers._C

## by module under another name
from pack import numbers as _n
result = [_n.A, _n.LIST, _n.twice]

## in a function
from pack.numbers import A
def f(x=A):
    return x + A
result = f() + f(1)

## argument of that name
from pack.numbers import A
def f(A):
    return A
result = f(7), A

## local of that name
from pack.numbers import A
def f():
    A = 9
    return A
result = f(), A

## loop of that name
from pack.numbers import A
def f():
    for A in (1, 2):
        pass
    return A
result = f()

## name of an outer function's
from pack.numbers import A
def f():
    A = 2
    def g():
        return A
    return g()
result = f()

## set as global
from pack.numbers import A
def f():
    global A
    A = 11
f()
result = A

## bound twice
from pack.numbers import A
A = A + 1
result = A

## bound in a branch
A = 1
if A:
    A = 2
result = A

## in a class
from pack.numbers import A
class K:
    B = A
    A = 3
    def f(self):
        return A
result = K.A, K.B, K().f()

## attribute of that name
from pack.numbers import A
class K:
    A = 3
result = K().A, A

## module hidden
from pack import numbers
def f(numbers):
    return numbers.A
class K:
    A = 1
result = f(K), numbers.A

## lambda
from pack.numbers import A
result = (lambda A: A)(1), (lambda x: x + A)(1)

## comprehension
from pack.numbers import A
result = [A for A in (1, 2)], [x * A for x in (1, 2)]

## keyword
from pack.numbers import A
def f(A=0, b=0):
    return A, b
result = f(A=1), f(b=A)

## string with a name in it
from pack.numbers import A
result = f'{A} {A:3d}', 'A'

## asked for by text
from pack import numbers
result = getattr(numbers, 'A'), numbers.B

## what varies
from pack import numbers
from pack.numbers import VARIES
numbers.step()
result = VARIES, numbers.VARIES, numbers.COUNTER

## imported inside
def f():
    from pack.numbers import A
    return A
result = f()

## an import that goes on
from pack.numbers import (
    A,
    twice,
)
result = A, twice

## flag
from pack.numbers import YES
result = 1 if YES else 2

## two in a line
from pack.numbers import A, B; result = {A: B, 'ế': A}[A], 'ế', A

## handed on
from pack.numbers import A
from pack.passing import B, A as C
result = A, B, C

## deleted
D = 4
E = D
del D
result = E

## annotated
from pack.numbers import A
D: int = A + 1
def f(x: int = D) -> 'A':
    y: int = D
    return x + y
result = f()
"""


@pytest.mark.parametrize("use", USES.split("## ")[1:], ids=lambda use: use.split("\n")[0])
def test_the_same_comes_out(use: str):
    text = "# " + use
    sources = {"pack.numbers": NUMBERS, "pack.passing": "from pack.numbers import A, B\n", "pack.user": text}
    changed = inline(sources)
    assert loaded(changed, "pack.user").result == loaded(sources, "pack.user").result
    for name, source in sources.items():
        assert changed[name].count("\n") == source.count("\n"), "lines keep their numbers"


def test_what_nobody_needs_is_gone():
    sources = {
        "pack.numbers": "from micropython import const\n\nA = 5\n_B = const(6)\nC = 7\nD = 8\nprint(_B)\n",
        "pack.user": "from pack import numbers\nfrom pack.numbers import A, C\n\nprint(A, numbers.D, C)\n",
    }
    assert inline(sources, ["print(main.C)"]) == {
        "pack.numbers": "pass\n\npass\npass\nC = 7\npass\nprint(6)\n",
        "pack.user": "pass\nfrom pack.numbers import C\n\nprint(5, 8, 7)\n",  # might be asked for C too
    }


def test_a_source_that_does_not_parse_is_left_to_the_compiler():
    sources = {"pack.numbers": "A = 5\nB = 6\n", "pack.bad": "def (A:\n"}
    assert inline(sources) == {"pack.numbers": "A = 5\npass\n", "pack.bad": "def (A:\n"}


def test_the_core_gives_the_same_vectors_on_micropython(tmp_path: Path):
    sources = {
        ".".join(path.relative_to(FIRMWARE_LIB).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in FIRMWARE_LIB.rglob("*.py")
    }
    texts = inline(sources, [Path(vectors.__file__).read_text(encoding="utf-8")])
    assert "range(1, len(known), 2)" in texts["clashcore.codec"]
    for name, text in texts.items():
        path = tmp_path / (name.replace(".", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [binary(), vectors.__file__],
        env={**os.environ, "MICROPYPATH": f"{tmp_path}:{ROOT / 'tests'}:.frozen"},
        capture_output=True,
        timeout=60,
        check=True,
    )
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        vectors.main()
    assert done.stdout.decode() == out.getvalue()
