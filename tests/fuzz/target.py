"""What is fuzzed: bytes are read as a game file and, where they are one, replayed by the referee.

Whatever comes out other than what the reader itself refuses is a fault: `one` raises. So is a message or a
finding that is not one line fit for a terminal, a report that is no JSON, or one that depends on the
language.
"""

import io
import json
import random
from pathlib import Path

from clashbox import checking, i18n, reading, rules
from clashbox.cli import options

CASES = Path(__file__).parent.parent / "cases" / "data"


def seeds() -> list[bytes]:
    """The cases, from which everything else is bred."""
    return [path.read_bytes() for path in sorted(CASES.glob("*.jsonl"))]


def _fit(text: str) -> None:
    assert text and text.isprintable(), text


def one(data: bytes) -> bool:
    """Whether the bytes are a game that can be replayed; raises where something is wrong with us."""
    i18n.set_language("en")
    try:
        game = reading.read_stream(io.BytesIO(data), "fuzz")
    except reading.Unreadable as error:
        _fit(str(error))
        i18n.set_language("vi")
        _fit(str(error))
        return False
    found: list[list[tuple[int, str, str]]] = []
    played = True
    for lang in i18n.LANGUAGES:
        i18n.set_language(lang)
        try:
            result = checking.replay(game.header, game.events, lang, game.header_line)
        except rules.CannotApply as error:
            _fit(error.text(lang))
            found.append([(error.line, "", "")])
            played = False
            continue
        for finding in result.findings:
            _fit(finding.text)
        text = options.to_json(result.state)
        assert text.isprintable() and json.loads(text) == result.state
        found.append([(finding.line, finding.rule, finding.level) for finding in result.findings])
    assert found[0] == found[1]
    return played


_NUMBERS = (
    b"0",
    b"1",
    b"2",
    b"-1",
    b"9",
    b"10",
    b"99",
    b"1.5",
    b"1e3",
    b"-0",
    b"9007199254740992",
    b"null",
    b"true",
)


def mutated(data: bytes, r: random.Random, others: list[bytes]) -> bytes:
    """The file with a few lines doubled, dropped, swapped, from another file, or with another number."""
    lines = data.split(b"\n")
    for _ in range(r.randint(1, 4)):
        at = r.randrange(len(lines))
        what = r.randrange(7)
        if what == 0:
            lines.insert(at, r.choice(lines))
        elif what == 1 and len(lines) > 1:
            del lines[at]
        elif what == 2:
            other = r.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif what == 3:
            lines.insert(at + 1, r.choice(r.choice(others).split(b"\n")))
        elif what == 4:
            lines.insert(at + 1, r.choice((b'{"ev": "undo"}', b'{"ev": "redo"}')))
        else:
            lines[at] = _another_word(lines[at], r, lines)
    return b"\n".join(lines)


def _another_word(line: bytes, r: random.Random, lines: list[bytes]) -> bytes:
    words = line.split(b" ")
    at = r.randrange(len(words))
    end = words[at][-1:] if words[at][-1:] in b",}]:" else b""
    if r.random() < 0.5:
        words[at] = r.choice(_NUMBERS) + end
    else:
        words[at] = r.choice(r.choice(lines).split(b" "))
    return b" ".join(words)
