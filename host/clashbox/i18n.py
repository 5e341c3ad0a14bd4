"""The host's own sentences in English and Vietnamese, from one table (words/host.tsv), and which language is
set.

The words of the device live in the firmware's table; this one holds what only the laptop says.
"""

import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "vi")
_PLACE = re.compile(r"\{(\d)\}")
_TABLE = Path(__file__).parent / "words" / "host.tsv"


class _Current:
    language = ""


_here: ContextVar[str] = ContextVar("language", default="")


def default_language() -> str:
    """The language of the locale: vi where it says Vietnamese, else en.

    POSIX variables are looked at in their order of weight; where none is set the operating system is asked.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "vi" if value.lower().startswith("vi") else "en"
    if os.name == "nt":
        import locale

        return "vi" if (locale.getlocale()[0] or "").lower().startswith("vi") else "en"
    return "en"


def language() -> str:
    """The language in which the host speaks now: en or vi."""
    return _here.get() or _Current.language or default_language()


@contextmanager
def speaking(lang: str) -> Generator[None, None, None]:
    """Speaks that language within the block, in this task or thread alone: browsers choose their own."""
    token = _here.set(lang)
    try:
        yield
    finally:
        _here.reset(token)


def chosen() -> str | None:
    """The language that was asked for, or None where the locale decides."""
    return _Current.language or None


def locale_is_set() -> bool:
    """Whether the environment names a language at all (C and POSIX name none)."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value.split(".")[0] not in ("C", "POSIX")
    return os.name == "nt"


def for_the_box() -> str | None:
    """The language that a box is told: what was asked for, or the locale's where it names one. A machine
    without a locale has no opinion on how a table speaks.
    """
    return chosen() or (language() if locale_is_set() else None)


def set_language(lang: str | None) -> None:
    """Sets the language (en or vi); None goes back to the locale's."""
    if lang is not None and lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang}")
    _Current.language = lang or ""


@cache
def table() -> dict[str, tuple[str, str]]:
    """Every sentence by its key: (English, Vietnamese), {0} {1} where values go."""
    found: dict[str, tuple[str, str]] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, english, vietnamese = line.split("\t")
            if key in found:
                raise ValueError(f"{_TABLE.name}: {key} stands twice")
            found[key] = (english, vietnamese)
    return found


def reason(error: OSError) -> str:
    """Why the system refused, in the current language; in its own words where the table has none."""
    import errno

    key = f"errno.{errno.errorcode.get(error.errno or 0, '')}"
    return t(key) if key in table() else str(error.strerror or error)


def t(key: str, *args: object, lang: str | None = None) -> str:
    """The sentence of that key in the current language (or `lang`), with the values put in."""
    sentence = table()[key][LANGUAGES.index(lang or language())]
    # In one go: a value that itself holds {1}, such as a file's name, stays as it is.
    return _PLACE.sub(lambda at: str(args[int(at[1])]) if int(at[1]) < len(args) else at[0], sentence)
