"""Short names: what runs is the same, what may be asked for in another way keeps its name, names get few."""

import ast
import re
from pathlib import Path

import pytest
from clashbox import firmware
from clashbox.inlining import inline
from clashbox.renaming import explain, rename

from tests.micropython import ROOT
from tests.virtual.test_inlining import loaded

PARTS = """\
_count = 0
LIST = (1, 2)


def _twice(number):
    return number * 2


def counted(step=_twice(1)):
    global _count
    _count += step
    return _count


class Above:
    limit = 7
    _hidden = 3

    def __init__(self, start):
        self._start = start
        self.public = start + self._hidden

    @property
    def _whole(self):
        return self._start + self.limit

    def whole(self):
        return self._whole

    def tell(self):
        return [_twice(self._start)]
"""

USES = """\
## imported by name
from pack.parts import LIST, counted
result = counted(), counted(5), LIST

## imported under another name
from pack.parts import counted as again
result = again()

## module
from pack import parts
result = parts.counted(), parts.LIST

## imported inside
def f():
    from pack.parts import counted
    from pack import parts
    return counted(), parts.counted()
result = f()

## handed on
from pack.passing import counted, Above
result = counted(), Above(1).whole()

## heir
from pack.parts import Above
class Below(Above):
    limit = 9
    def __init__(self, start):
        super().__init__(start)
        self._more = self.public
        self._end = 4
    def whole(self):
        return self._more, self._end, self._start, self._whole
result = Below(2).whole(), Below(3).tell(), Below.limit

## two classes, one object unknown
class A:
    def __init__(self, x):
        self.first = x
    def move(self):
        return self.first
class B:
    def __init__(self, x):
        self.second = x
        self.kept = x
    def shift(self):
        return self.second
def both(a, b):
    b.kept = a.first
    return a.move(), b.shift(), b.kept, a.first, b.second
result = both(A(1), B(2))

## set from outside
class A:
    def __init__(self):
        self.own = 1
def f(a):
    a.other = 2
    return a.own, a.other
result = f(A())

## asked for by text
class A:
    spot = 1
    _spot = 2
result = getattr(A(), 'spot'), getattr(A(), '_spot'), getattr(A(), 'nothing', 0)

## keyword
def f(first, second=2):
    return first, second
result = f(first=1), f(1, 3), f(1, second=5)

## keywords in a dict
class Screen:
    def __init__(self, app, player, base=0):
        self.all = app, player, base
def show(**args):
    return Screen(1, **args).all
result = show(player=2, base=3), show(**{'player': 4})

## f-string
from pack.parts import LIST
def f(value):
    return f'{value}{LIST}'
result = f(1)

## names of built-in objects
class Pile:
    def __init__(self):
        self.items = []
    def append(self, x):
        self.items.append(x)
    def pop(self):
        return self.items.pop()
def f(pile):
    pile.append(1)
    return pile.pop()
result = f([]), f(Pile())

## a local of that name
from pack.parts import counted
def f():
    counted = 3
    return counted
def g(counted):
    return [counted for counted in (1, counted)]
result = f(), g(2), counted()

## a module's name as an argument
from pack import parts
class A:
    def counted(self):
        return 'own'
def f(parts):
    return parts.counted()
result = f(A()), parts.counted()

## closure
def f(number):
    def g(more):
        return number + more
    return g(1), (lambda other: other + number)(2)
result = f(3)

## all that an object has
class A:
    def __init__(self):
        self._one = 1
        self._two = 2
def copy(a):
    b = A()
    for name in a.__dict__:
        setattr(b, name, a.__dict__[name])
    return b._one, b._two
a = A()
a._two = 5
result = copy(a)

## default from above
_least = 3
class A:
    _least = 5
    def f(self, n=_least):
        return n, self._least, _least
result = A().f()

## deleted and tried
def f():
    thing = 1
    try:
        del thing
        thing
    except NameError as problem:
        return type(problem).__name__
result = f()

## a tuple at the top
_low, _high = 1, 2
for _each in (3, 4):
    _high += _each
result = _low, _high

## variable arguments
def f(*rest, last=0, **named):
    return rest, last, sorted(named.items())
result = f(1, 2, last=3, other=4)
"""


@pytest.mark.parametrize("use", USES.split("## ")[1:], ids=lambda use: use.split("\n")[0])
def test_the_same_comes_out(use: str):
    text = "# " + use
    # `result` is what the test asks for, from outside.
    sources = {
        "pack.parts": PARTS,
        "pack.passing": "from pack.parts import Above, counted\n",
        "pack.user": text,
    }
    changed, _ = rename(sources, ["result"])
    assert loaded(changed, "pack.user").result == loaded(sources, "pack.user").result
    for name, source in sources.items():
        assert changed[name].count("\n") == source.count("\n"), "lines keep their numbers"


def test_names_are_shared():
    source = {
        "pack.a": "def _f(x):\n    return x\nclass A:\n    def __init__(self):\n        self._x = _f(1)\n",
        "pack.b": "from pack.a import A\nclass B:\n    def __init__(self):\n        self._y = A()\n",
    }
    assert rename(source)[0] == {
        "pack.a": "def _a(_c):\n    return _c\nclass _b:\n    def __init__(self):\n        self._a = _a(1)\n",
        "pack.b": "from pack.a import _b as _a\nclass _b:\n    def __init__(self):\n        self._a = _a()\n",
    }


def test_a_traceback_is_told_with_the_names_of_the_sources():
    source = {"pack.a": "class A:\n    def turn(self):\n        pass\ndef main():\n    A().turn()\n"}
    text, names = rename(source, ["main"])
    assert "def main" in text["pack.a"] and "turn" not in text["pack.a"]
    log = 'Traceback:\n  File "pack.a", line 1, in _a\n  File "main.py", line 3, in _a\n'
    assert explain(log, names) == log.replace("1, in _a", "1, in _a (turn, A)")


def test_a_source_that_does_not_parse_is_left_to_the_compiler():
    sources = {"pack.a": "def keep():\n    pass\ndef go():\n    pass\n", "pack.bad": "def (keep:\n"}
    changed, _ = rename(sources)
    assert changed == {"pack.a": "def keep():\n    pass\ndef _a():\n    pass\n", "pack.bad": "def (keep:\n"}


def firmware_sources() -> dict[str, str]:
    lib = ROOT / "firmware" / "lib"
    return {
        path.relative_to(lib).with_suffix("").as_posix().replace("/", "."): path.read_text(encoding="utf-8")
        for path in sorted(lib.rglob("*.py"))
    }


def test_the_firmware_asks_for_attributes_only_by_whole_names():
    # A name put together while running (`getattr(self, "_" + kind)`) would not be seen by who shortens names.
    allowed = {"what", "last", "name"}  # names out of texts, of modules, of what an object has
    for module, text in firmware_sources().items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("getattr", "setattr", "hasattr", "delattr"):
                    asked = node.args[1]
                    plain = isinstance(asked, ast.Constant) or (
                        isinstance(asked, ast.Name) and asked.id in allowed
                    )
                    assert plain, f"{module}:{node.lineno}"
                assert node.func.id not in ("globals", "locals", "vars", "eval", "exec", "dir"), module


def test_what_others_ask_of_the_firmware_keeps_its_name():
    sources = firmware_sources()
    others = [path.read_text(encoding="utf-8") for path in (ROOT / "firmware").glob("*.py")]
    changed, _ = rename(inline(sources, others), others)
    assert "def main(frame" in changed["clashdevice.app"]
    assert "def tidy(" in changed["clashdevice.memory"]
    for module, text in changed.items():
        if module.startswith("clashdevice.screens.") and "._" not in module:
            assert "class Screen" in text, module
    before = {word for text in sources.values() for word in re.findall(r"\w+", text)}
    after = {word for text in changed.values() for word in re.findall(r"\w+", text)}
    made = {word for word in after - before if not word.isdigit()} - {"pass"}
    assert all(re.fullmatch(r"_[a-z0-9]{1,2}", word) for word in made), made


def test_the_firmware_needs_few_names(tmp_path: Path):
    found: set[str] = set()
    for name, data in firmware.files().items():
        if name.endswith(".mpy"):
            found |= names_in(data)
    print(len(found), "names in all modules together")
    assert len(found) <= 1000


def names_in(data: bytes) -> set[str]:
    """The names that a .mpy file brings along, without those that MicroPython has anyway."""
    at = 4

    def number() -> int:
        nonlocal at
        value = 0
        while True:
            byte = data[at]
            at += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    count = number()
    number()
    found: set[str] = set()
    for _ in range(count):
        size = number()
        if not size & 1:
            found.add(data[at : at + (size >> 1)].decode())
            at += (size >> 1) + 1
    return found
