"""Short names for what stands at the top of modules, also where other modules import it."""

import ast
from collections.abc import Iterable, Iterator

from clashbox.renaming.source import (
    Defined,
    Function,
    Source,
    body_of,
    bound_by,
    head_of,
    locals_of,
    own_parts,
    parts,
    walk,
)


class _Module:
    """A module: the names at its top, where they stand in its text, who of them can go."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.names: dict[str, list[ast.AST]] = {}
        self.left: set[str] = set()  # read in the body of a class, where a short name might be an attribute's
        self.short: dict[str, str] = {}
        for node in own_parts(source.tree):
            for name in bound_by(node):
                self.names.setdefault(name, [])
        for node in source.nodes:  # a loop inside an expression hides names there only
            if isinstance(node, ast.comprehension):
                self.left.update(name for part in walk(node.target) for name in bound_by(part))
        self._look(source.tree, [], False)

    def _look(self, node: ast.AST, hidden: list[set[str]], in_class: bool) -> None:
        for child in parts(node):
            self._visit(child, hidden, in_class)

    def _visit(self, node: ast.AST, hidden: list[set[str]], in_class: bool) -> None:
        if isinstance(node, Defined) and not hidden and not in_class:
            self.names[node.name].append(node)
        if isinstance(node, Function | ast.ClassDef):
            for part in head_of(node):
                self._visit(part, hidden, in_class)
            inside = isinstance(node, ast.ClassDef)
            own: list[set[str]] = (
                [] if inside else [locals_of(node)]
            )  # a class hides nothing from its methods
            for part in node.body if isinstance(node, ast.ClassDef) else body_of(node):
                self._visit(part, [*hidden, *own], inside)
            return
        if isinstance(node, ast.Name) and node.id in self.names:
            if not any(node.id in names for names in hidden):
                self.names[node.id].append(node)
                if in_class:
                    self.left.add(node.id)
        elif isinstance(node, ast.Global):
            for name in node.names:
                self.names.setdefault(name, []).append(node)
        self._look(node, hidden, in_class)


def _imports(source: Source, all_of_it: bool) -> Iterator[tuple[ast.ImportFrom, ast.alias]]:
    for node in source.nodes if all_of_it else own_parts(source.tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                yield node, alias


def _unresolved(modules: dict[str, _Module]) -> Iterator[str]:
    """Names that are asked of objects which are not known to be modules, or of modules in unknown ways."""
    for module in modules.values():
        for node in module.source.nodes:
            if isinstance(node, ast.Attribute):
                if module.source.holder(node) not in modules:
                    yield node.attr
            elif isinstance(node, ast.ImportFrom) and node.module not in modules:
                yield from (alias.asname or alias.name for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)


def rename(sources: Iterable[Source], kept: set[str], short: list[str]) -> dict[str, int]:
    """Rename what can be; returns for each module how many of the short names it uses at its top."""
    modules = {source.name: _Module(source) for source in sources}
    left = kept | set(_unresolved(modules))
    for module in modules.values():
        names = [n for n in module.names if n not in left and n not in module.left and not n.startswith("__")]
        module.short = dict(zip(names, short, strict=False))
    for module in modules.values():
        for name, new in module.short.items():
            for node in module.names[name]:
                module.source.rename(node, name, new)
        _rename_imports(module, modules)
        _rename_reached(module.source, modules)
    return {name: len(module.short) for name, module in modules.items()}


def _rename_imports(module: _Module, modules: dict[str, _Module]) -> None:
    """`from pack.part import name` becomes `from pack.part import _a as _b`."""
    top = set(_imports(module.source, False))
    for node, alias in _imports(module.source, True):
        holder = modules.get(node.module or "")
        old = holder.short.get(alias.name, alias.name) if holder else alias.name
        own = alias.asname or alias.name
        new = module.short.get(own, own) if (node, alias) in top else own
        text = old if old == new else f"{old} as {new}"
        assert alias.end_col_offset is not None
        module.source.put(alias.lineno, alias.col_offset, alias.end_col_offset - alias.col_offset, text)


def _rename_reached(source: Source, modules: dict[str, _Module]) -> None:
    """`part.name`, where `part` is a module."""
    for node in source.nodes:
        if isinstance(node, ast.Attribute):
            holder = modules.get(source.holder(node))
            if holder and node.attr in holder.short:
                source.rename(node, node.attr, holder.short[node.attr])
