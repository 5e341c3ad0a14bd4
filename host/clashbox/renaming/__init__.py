"""Short names for the firmware when it is compiled: few, shared by all modules, classes and functions.

MicroPython keeps every name that was ever loaded for ever: its text, and a place in a pool that doubles in
one piece. So what only the sources themselves ask for gets names like `_a`; the sources stay as they are.

* Names at the top of modules: functions, classes, values, also where other modules import them (modules.py).
* Attributes and methods: two get the same short name only where no object can have both (attributes.py).
* Arguments that no call names (arguments.py).

Left alone is whatever may be asked for in another way: words in any text (getattr, __slots__), in files that
are not compiled, keywords of calls, what f-strings name, what MicroPython's own objects have, names with two
underscores in front. `explain` puts the names back into a traceback.
"""

import re
from collections.abc import Iterable

from clashbox.renaming import arguments, attributes, modules
from clashbox.renaming.source import Source, asked, fresh

Names = dict[str, dict[str, str]]  # by module: short name of a function or class, what it is in the source


def rename(sources: dict[str, str], others: Iterable[str] = ()) -> tuple[dict[str, str], Names]:
    """Return the sources (by full name: `pack.part`) with short names, and what the short ones stand for.

    `others` are texts that go onto the board as they are. Sources that do not parse come back unchanged: let
    the compiler say what is wrong.
    """
    others = list(others)
    parsed: list[Source] = []
    for name, text in sources.items():
        try:
            parsed.append(Source(name, text))
        except (SyntaxError, ValueError):
            others.append(text)
    kept = asked(parsed, others)
    short = fresh(parsed, others)
    stay = attributes.rename(parsed, kept, short)
    taken = modules.rename(parsed, kept, short)
    for source in parsed:
        arguments.rename(source, kept | stay, short[taken[source.name] :])
    names = {source.name: source.told for source in parsed}
    return {**sources, **{source.name: source.result() for source in parsed}}, names


def explain(text: str, names: Names) -> str:
    """Put the sources' names into the lines of a traceback: `in _a` becomes `in _a (turn)`."""

    def told(found: re.Match[str]) -> str:
        meant = names.get(found[1], {}).get(found[2])
        return found[0] + (f" ({meant})" if meant else "")

    return re.sub(r'File "([\w.]+)", line \d+, in (\w+)', told, text)
