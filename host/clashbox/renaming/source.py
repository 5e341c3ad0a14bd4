"""One module of the firmware: its tree, what of it runs on the board, the edits to be made."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import cast

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def words(text: str) -> list[str]:
    """The words in a text that could be names."""
    return re.findall(r"\w+", text)


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node runs on the board: no annotations, no docstrings, nothing under `if False`."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        children = cast(list[object], value if isinstance(value, list) else [value])
        for child in children:
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue
            if isinstance(child, ast.If) and isinstance(child.test, ast.Constant) and not child.test.value:
                yield from child.orelse
            elif isinstance(child, ast.AST):
                yield child


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all that runs inside it."""
    yield node
    for child in parts(node):
        yield from walk(child)


def body_of(function: Function) -> list[ast.AST]:
    """What runs when a function is called."""
    return [function.body] if isinstance(function, ast.Lambda) else list(function.body)


def head_of(node: Function | ast.ClassDef) -> list[ast.AST]:
    """What runs when a function or class is made, in the scope around it: decorators, defaults, bases."""
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    marks = [] if isinstance(node, ast.Lambda) else list(node.decorator_list)
    return [*marks, *node.args.defaults, *(part for part in node.args.kw_defaults if part)]


def arguments_of(node: Function) -> list[ast.arg]:
    """The arguments of a function, in order."""
    found = node.args
    rest = [arg for arg in (found.vararg, found.kwarg) if arg]
    return [*found.posonlyargs, *found.args, *found.kwonlyargs, *rest]


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that one node binds in its own scope."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, Defined):
        yield node.name
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def own_parts(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a scope that belong to it and not to a function or class inside it."""
    for child in parts(node):
        if isinstance(child, Function | ast.ClassDef):
            yield child
            for part in head_of(child):
                yield part
                yield from own_parts(part)
        else:
            yield child
            yield from own_parts(child)


def locals_of(function: Function) -> set[str]:
    """The names that a function binds for itself."""
    bound = {arg.arg for arg in arguments_of(function)}
    shared: set[str] = set()
    for top in body_of(function):
        for node in (top, *own_parts(top)):
            bound.update(bound_by(node))
            if isinstance(node, ast.Global | ast.Nonlocal):
                shared.update(node.names)
    return bound - shared


class Source:
    """One module's text, its tree and its edits: line, column, length, new text."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.tree = ast.parse(text)
        self.lines = [line.encode() for line in text.split("\n")]
        self.nodes = list(walk(self.tree))
        self.told: dict[str, str] = {}  # short names of functions and classes, what they stand for
        self._edits: set[tuple[int, int, int, str]] = set()
        self.imported: dict[str, str] = {}  # names that always stand for the same import: its full name
        self.unsure: set[str] = set()  # names that are imported, and stand for something else as well
        self._find_imports()

    def _find_imports(self) -> None:
        others: set[str] = set()
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    name, whole = alias.asname or alias.name, f"{node.module}.{alias.name}"
                    if self.imported.setdefault(name, whole) != whole:
                        others.add(name)
            elif isinstance(node, ast.arg):
                others.add(node.arg)
            elif not isinstance(node, ast.alias):
                others.update(bound_by(node))
        self.unsure = others & set(self.imported)
        for name in self.unsure:
            del self.imported[name]

    def holder(self, node: ast.Attribute) -> str:
        """The full name of what an attribute is asked of, if that was imported; else an empty text."""
        return self.imported.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""

    def is_unsure(self, node: ast.AST) -> bool:
        """Whether a name may be an import or something else."""
        return isinstance(node, ast.Name) and node.id in self.unsure

    def rename(self, node: ast.AST, old: str, new: str) -> None:
        """Put a new name in the place of the one that a node carries."""
        if isinstance(node, Defined):
            known = self.told.get(new)
            self.told[new] = f"{known}, {old}" if known and old not in known.split(", ") else old
        if isinstance(node, ast.Attribute):
            assert node.end_lineno is not None and node.end_col_offset is not None
            self.put(node.end_lineno, node.end_col_offset - len(old), len(old), new)
            return
        assert isinstance(node, ast.Name | ast.arg | ast.alias | ast.stmt)
        column = node.col_offset
        if isinstance(node, ast.stmt):  # def name, class name, global name, name
            found = re.compile(rb"\b%s\b" % old.encode()).search(self.lines[node.lineno - 1], column)
            assert found is not None, f"{self.name}:{node.lineno}: {old}"
            column = found.start()
        self.put(node.lineno, column, len(old), new)

    def put(self, line: int, column: int, length: int, new: str) -> None:
        """Put text in the place of so many bytes of a line."""
        self._edits.add((line, column, length, new))

    def result(self) -> str:
        """The text with all edits."""
        lines = list(self.lines)
        for line, column, length, new in sorted(self._edits, reverse=True):
            text = lines[line - 1]
            lines[line - 1] = text[:column] + new.encode() + text[column + length :]
        return b"\n".join(lines).decode()


def asked(sources: Iterable[Source], others: Iterable[str]) -> set[str]:
    """Names that may be asked for in another way: in texts, uncompiled files, keywords, f-strings."""
    found = {word for text in others for word in words(text)}
    for source in sources:
        for node in source.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(word for word in node.value.split() if word.isidentifier())
            elif isinstance(node, ast.JoinedStr):
                for part in ast.walk(node):  # positions inside are not to be trusted
                    if isinstance(part, ast.Name | ast.Attribute):
                        found.add(part.id if isinstance(part, ast.Name) else part.attr)
            elif isinstance(node, ast.keyword) and node.arg:
                found.add(node.arg)
            elif isinstance(node, ast.Attribute) and source.is_unsure(node.value):
                found.add(node.attr)  # of a module or of something else, who knows
    return found


def fresh(sources: Iterable[Source], others: Iterable[str]) -> list[str]:
    """Short names that stand nowhere yet, the shortest first."""
    used = {word for text in others for word in words(text)}
    for source in sources:
        used.update(words(b"\n".join(source.lines).decode()))
    names = [f"_{a}" for a in _LETTERS] + [f"_{a}{b}" for a in _LETTERS for b in _LETTERS]
    return [name for name in names if name not in used]
