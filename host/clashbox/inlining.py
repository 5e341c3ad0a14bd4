"""Named whole numbers of the firmware, put in where they are used when it is compiled.

On the board every name costs memory: an entry in its module, another in each module that imports it, its text
in the pool of names. mpy-cross's own `const` ends at the module's edge and asks for underscores. Here a name
in capitals that a module binds once, at its top level, to a whole number (or True, False), stands for that
number everywhere: in the module, in those that import it by name, and as `module.NAME` where the module
itself was imported. Definitions and imports that nobody needs any more go. The text is changed in place, so
that lines keep their numbers; the sources stay as they are.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator

_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
_BINARY: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitXor: lambda a, b: a ^ b,
}
_BITS = 64  # beyond that no firmware has a constant, and a shift could fill the memory


class _Module:
    """One source: its tree, its constants, the edits to be made."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.tree = ast.parse(text)
        self.lines = [line.encode() for line in text.split("\n")]
        self.bindings = _bindings(self.tree)
        self.values: dict[str, int] = {}  # constants, own and imported, by their name here
        self.own: dict[str, tuple[ast.stmt, ast.expr]] = {}  # where the own ones are defined, as what
        self.modules: dict[str, str] = {}  # modules by their name here
        self.read: set[str] = set()  # those of which a number was taken
        self.wanted: set[str] = set()  # names of the module's own that are still looked up
        self.edits: list[tuple[int, int, int, int, str]] = []  # line, column, end line, end column, text

    def segment(self, node: ast.expr) -> str:
        """The text of a node on one line, empty where it goes over several."""
        if node.lineno != node.end_lineno:
            return ""
        return self.lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode()

    def replace(self, node: ast.expr | ast.stmt, text: str) -> None:
        """Put text in the place of a node; the lines after it keep their numbers."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        self.edits.append((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text))

    def result(self) -> str:
        """The text with all edits."""
        lines = list(self.lines)
        for line, column, end_line, end_column, text in sorted(self.edits, reverse=True):
            rest = lines[end_line - 1][end_column:]
            first = lines[line - 1][:column] + text.encode() + rest
            lines[line - 1 : end_line] = [first] + [b""] * (end_line - line)
        return b"\n".join(lines).decode()


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a scope that belong to it and not to a scope inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, _Scope):
            yield from _children(child)


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that one node binds."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0]
    elif isinstance(node, ast.ExceptHandler):
        if node.name:
            yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg


def _bindings(tree: ast.Module) -> dict[str, int]:
    """How often each name of the module is bound; more than once where a function calls it `global`."""
    found: dict[str, int] = {}
    for node in _children(tree):
        for name in _bound(node):
            found[name] = found.get(name, 0) + 1
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            for name in node.names:
                found[name] = found.get(name, 0) + 2
    return found


def _value(node: ast.expr, values: dict[str, int]) -> int | None:
    """What a constant expression comes to, None where it is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, int) else None
    if isinstance(node, ast.Name):
        return values.get(node.id)
    if isinstance(node, ast.Call):
        const = isinstance(node.func, ast.Name) and node.func.id == "const" and len(node.args) == 1
        return _value(node.args[0], values) if const else None
    if isinstance(node, ast.UnaryOp):
        value = _value(node.operand, values)
        if value is not None and isinstance(node.op, ast.USub | ast.Invert):
            return -value if isinstance(node.op, ast.USub) else ~value
    elif isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        left, right = _value(node.left, values), _value(node.right, values)
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.LShift | ast.RShift) and not 0 <= right <= _BITS:
            return None
        if isinstance(node.op, ast.FloorDiv | ast.Mod) and not right:
            return None
        return _BINARY[type(node.op)](left, right)
    return None


def _assigned(node: ast.stmt) -> tuple[str, ast.expr] | None:
    """The name and the value of a simple assignment."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return None
    return (target.id, node.value) if isinstance(target, ast.Name) and node.value is not None else None


def _find(module: _Module, modules: dict[str, _Module], done: set[str]) -> None:
    """Find a module's constants, after those of the modules that it imports from."""
    if module.name in done:
        return
    done.add(module.name)
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                name = alias.asname or alias.name
                if module.bindings[name] != 1:
                    continue
                whole = f"{node.module}.{alias.name}"
                if whole in modules:
                    _find(modules[whole], modules, done)
                    module.modules[name] = whole
                elif node.module in modules:
                    source = modules[node.module]
                    _find(source, modules, done)
                    if alias.name in source.own:
                        module.values[name] = source.values[alias.name]
            continue
        found = _assigned(node)
        if found and found[0].isupper() and module.bindings[found[0]] == 1:
            value = _value(found[1], module.values)
            if value is not None and abs(value) < 1 << _BITS:
                module.values[found[0]] = value
                module.own[found[0]] = node, found[1]


def _literal(value: int) -> str:
    return repr(value) if value >= 0 else f"({value!r})"


class _Reader(ast.NodeVisitor):
    """Puts the numbers in where names stand for them, and notes the names that are still needed."""

    def __init__(self, module: _Module, modules: dict[str, _Module], kept: set[str]) -> None:
        self._module = module
        self._modules = modules
        self._kept = kept  # attributes of whatever, and texts that may be names
        self._hidden: list[set[str]] = []  # what the scopes around bind themselves
        self.visit(module.tree)

    def _is_hidden(self, name: str) -> bool:
        return any(name in names for names in self._hidden)

    def _enter(self, arguments: Iterable[str], body: Iterable[ast.AST]) -> None:
        names = set(arguments)
        for part in body:
            names.update(_bound(part))
            if not isinstance(part, _Scope):
                for child in _children(part):
                    names.update(_bound(child))
        self._hidden.append(names)
        for part in body:
            self.visit(part)
        self._hidden.pop()

    def visit_Module(self, node: ast.Module) -> None:
        for part in node.body:
            found = _assigned(part)
            if not found or self._module.own.get(found[0], (None,))[0] is not part:
                self.visit(part)

    def _function(self, arguments: ast.arguments, body: list[ast.AST]) -> None:
        # Annotations never run on the board; defaults run outside.
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                self.visit(default)
        self._enter([node.arg for node in ast.walk(arguments) if isinstance(node, ast.arg)], body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator)
        self._function(node.args, list(node.body))

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node.args, [node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)
        self._enter((), list(node.body))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        # Positions inside are not to be trusted: what is named there is kept.
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                self._module.wanted.add(part.id)
            elif isinstance(part, ast.Attribute):
                self._kept.add(part.attr)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._kept.add(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        module = self._module
        if isinstance(node.ctx, ast.Load):
            value = module.values.get(node.id)
            if value is None or self._is_hidden(node.id) or module.segment(node) != node.id:
                module.wanted.add(node.id)
            else:
                module.replace(node, _literal(value))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        module = self._module
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            name = node.value.id
            holder = self._modules.get(module.modules.get(name, ""))
            if (
                holder is not None
                and node.attr in holder.own
                and not self._is_hidden(name)
                and module.segment(node) == f"{name}.{node.attr}"
            ):
                module.replace(node, _literal(holder.values[node.attr]))
                module.read.add(name)
                return
        self._kept.add(node.attr)
        self.visit(node.value)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        # Those at the top are looked at later; one further in needs what it names.
        if node not in self._module.tree.body:
            self._kept.update(alias.name for alias in node.names)


def _is_idle(module: _Module, node: ast.ImportFrom, alias: ast.alias) -> bool:
    """Whether nothing in the module needs what is imported there any more."""
    name = alias.asname or alias.name
    if name in module.wanted:
        return False
    const = node.module == "micropython" and alias.name == "const"
    return const or name in module.values or name in module.read


def _needed(modules: dict[str, _Module]) -> dict[str, set[str]]:
    """By module: the names that imports of others still ask it for."""
    needed: dict[str, set[str]] = {name: set() for name in modules}
    again = True
    while again:
        again = False
        for module in modules.values():
            for node, alias in _imports(module):
                own = alias.asname or alias.name
                asked = needed.get(node.module or "")
                if asked is None or alias.name in asked:
                    continue
                if not _is_idle(module, node, alias) or own in needed[module.name]:
                    asked.add(alias.name)
                    again = True  # it may itself be an import there
    return needed


def _imports(module: _Module) -> Iterator[tuple[ast.ImportFrom, ast.alias]]:
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                yield node, alias


def _strip(module: _Module, needed: set[str]) -> None:
    """Take out definitions and imports that nobody needs."""
    for node in {node: None for node, _ in _imports(module)}:
        left = [a for a in node.names if (a.asname or a.name) in needed or not _is_idle(module, node, a)]
        parts = [f"{a.name} as {a.asname}" if a.asname else a.name for a in left]
        if len(left) < len(node.names):
            module.replace(node, f"from {node.module} import {', '.join(parts)}" if left else "pass")
    for name, (node, value) in module.own.items():
        if name in module.wanted or name in needed:
            module.replace(value, _literal(module.values[name]))
        else:
            module.replace(node, "pass")


def inline(sources: dict[str, str], others: Iterable[str] = ()) -> dict[str, str]:
    """Return the sources (by full name: `pack.part`; a package itself: `pack.__init__`) with numbers put in.

    `others` are texts that go onto the board as they are: whatever they mention is kept. Sources that do not
    parse come back unchanged: let the compiler say what is wrong. What `pack.__init__` defines is kept too.
    """
    modules: dict[str, _Module] = {}
    kept: set[str] = set()
    for name, text in sources.items():
        try:
            modules[name] = _Module(name, text)
        except (SyntaxError, ValueError):
            others = (*others, text)
    for text in others:
        kept.update(re.findall(r"\w+", text))
    done: set[str] = set()
    for module in modules.values():
        _find(module, modules, done)
    for module in modules.values():
        _Reader(module, modules, kept)
    needed = _needed(modules)
    result = dict(sources)
    for name, module in modules.items():
        package = name.endswith(".__init__")
        _strip(module, kept | needed[name] | (set(module.own) if package else set()))
        result[name] = module.result()
    return result
