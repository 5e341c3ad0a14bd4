"""Short names for attributes and methods.

An object has what its class and the classes above bind: `self.name = ...`, methods, names in the body. Two
attributes get the same short name only where no class has both; whoever reaches an attribute of an object
whose class is not known then still reaches the right one. An attribute that is set on such an object might be
any class's: it shares its name with no other.
"""

import ast
import builtins
import io
import types
from array import array
from collections.abc import Iterable

from clashbox.renaming.source import Function as FunctionNode
from clashbox.renaming.source import Source, arguments_of, bound_by, own_parts, parts, walk

# What MicroPython's own objects have, beyond what CPython's built-in ones do, or ask of ours: those of
# framebuf, machine, file systems.
_BOARD = """
blit buffer ellipse fill fill_rect hline line pixel poly rect scroll text vline
atten block callback deinit duty duty_ns duty_u16 feed freq init irq low high mode off on period pull read
read_u16 read_uv readfrom readfrom_into readfrom_mem register scan unregister value width write writeto
writeto_mem writevto ioctl mount umount readblocks writeblocks ipoll poll modify any sendbreak
chdir getcwd ilistdir mkdir open remove rename rmdir stat statvfs
"""
_TYPES = (
    *(kind for kind in vars(builtins).values() if isinstance(kind, type)),
    io.BytesIO,
    io.StringIO,
    io.BufferedRandom,
    types.GeneratorType,
    array,
)


def _of_python() -> set[str]:
    return {name for kind in _TYPES for name in dir(kind)} | set(_BOARD.split())


class _Class:
    """A class: the names that it binds, the classes above it as far as they are among the sources."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.above: list[str] = []
        self.used: set[str] = set()  # short names of its objects' attributes


class _Finder:
    """Goes through the sources: who binds what, where it is reached, what must be left alone."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.classes: dict[str, _Class] = {}
        self.places: dict[str, list[tuple[Source, ast.AST]]] = {}
        self.wide: set[str] = set()  # set on objects of unknown classes
        self.foreign: set[str] = set()  # reached on objects of unknown classes, which may be modules
        self.tops: set[str] = set()  # names at the top of modules
        self.open: set[str] = set()  # read in the body of a class, where it may be something else
        self.names: set[str] = set()  # the sources
        sources = list(sources)
        self.names.update(source.name for source in sources)
        for source in sources:
            self.tops.update(name for node in own_parts(source.tree) for name in bound_by(node))
        for source in sources:
            self._look(source, source.tree, None, "")

    def _place(self, name: str, source: Source, node: ast.AST) -> None:
        self.places.setdefault(name, []).append((source, node))

    def _look(self, source: Source, node: ast.AST, owner: _Class | None, me: str) -> None:
        """Go through a part; `me` is the name of the object itself and `owner` its class, where known."""
        for child in parts(node):
            if isinstance(child, ast.ClassDef):
                self._class(source, child)
                continue
            inner = me
            if isinstance(child, FunctionNode) and me in [arg.arg for arg in arguments_of(child)]:
                inner = ""
            elif isinstance(child, ast.Attribute) and source.holder(child) not in self.names:
                self._attribute(source, child, owner, me)
            self._look(source, child, owner, inner)

    def _attribute(self, source: Source, node: ast.Attribute, owner: _Class | None, me: str) -> None:
        self._place(node.attr, source, node)
        mine = owner is not None and me and isinstance(node.value, ast.Name) and node.value.id == me
        if owner is None or not mine:
            self.foreign.add(node.attr)
        if not isinstance(node.ctx, ast.Load):
            if owner is not None and mine:
                owner.bound.add(node.attr)
            else:
                self.wide.add(node.attr)

    def _class(self, source: Source, node: ast.ClassDef) -> None:
        found = self.classes.setdefault(f"{source.name}.{node.name}", _Class())
        for base in node.bases:
            name = base.id if isinstance(base, ast.Name) else ""
            found.above.append(source.imported.get(name, f"{source.name}.{name}"))
        for part in own_parts(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                self.open.add(part.id)
            elif not isinstance(part, ast.Lambda):
                for name in bound_by(part):
                    found.bound.add(name)
                    self._place(name, source, part)
                    if not isinstance(part, ast.Name | FunctionNode):
                        self.open.add(name)  # imported, or a class
        for part in node.body:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                self._look(source, part, found, _first(part))
            else:
                self._look(source, part, None, "")


def _first(method: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The name under which a method knows its object, empty where that is not sure."""
    names = [arg.arg for arg in method.args.args[:1]]
    plain = all(isinstance(mark, ast.Name) and mark.id == "property" for mark in method.decorator_list)
    if not names or not plain:
        return ""
    again = any(
        isinstance(node, ast.Name) and node.id == names[0] and not isinstance(node.ctx, ast.Load)
        for node in walk(method)
    )
    return "" if again else names[0]


def _whole(found: _Finder) -> None:
    """Give every class what the classes above it bind."""
    changed = True
    while changed:
        changed = False
        for each in found.classes.values():
            for name in each.above:
                if name in found.classes and not found.classes[name].bound <= each.bound:
                    each.bound |= found.classes[name].bound
                    changed = True


def rename(sources: Iterable[Source], kept: set[str], short: list[str]) -> set[str]:
    """Rename what can be; returns the names of attributes that stay as they are."""
    found = _Finder(sources)
    _whole(found)
    everywhere = set[str]().union(*(each.bound for each in found.classes.values()))
    left = kept | found.open | found.foreign & found.tops | _of_python()
    stay = {name for name in found.places if name in left or name not in everywhere or name.startswith("__")}
    names = [name for name in found.places if name not in stay]
    reserved: set[str] = set()
    for name in sorted(names, key=lambda name: name not in found.wide):
        owners = [each for each in found.classes.values() if name in each.bound]
        if name in found.wide:
            owners = list(found.classes.values())
        used = reserved.union(*(each.used for each in owners))
        new = next(one for one in short if one not in used)
        if name in found.wide:
            reserved.add(new)
        for each in owners:
            each.used.add(new)
        for source, node in found.places[name]:
            source.rename(node, name, new)
    return stay
