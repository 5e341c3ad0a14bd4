"""Short names for arguments that no call names."""

import ast

from clashbox.renaming.source import Defined, Function, Source, arguments_of, body_of, walk


def rename(source: Source, kept: set[str], short: list[str]) -> None:
    """Rename the arguments of functions that hold no function of their own; `short` is free in the module."""
    for function in source.nodes:
        if not isinstance(function, Function):
            continue
        inside = [node for part in body_of(function) for node in walk(part)]
        if any(isinstance(node, Defined | ast.Lambda | ast.Global | ast.Nonlocal) for node in inside):
            continue
        found = [arg for arg in arguments_of(function) if arg.arg not in kept and arg.arg != "self"]
        new = {arg.arg: name for arg, name in zip(found, short, strict=False)}
        for arg in found:
            source.rename(arg, arg.arg, new[arg.arg])
        for node in inside:
            if isinstance(node, ast.Name) and node.id in new:
                source.rename(node, node.id, new[node.id])
