"""The protocol as firmware/README.md tells it to strangers: every kind, code and limit, and its bytes."""

import ast
import re
import zlib
from pathlib import Path

import pytest
from clashbox.core import Codec
from clashcore import frames, wire
from clashcore.decoding import varint

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
PROTOCOL = README[README.index("## Link protocol") : README.index("## Files in /save")]
WIRE = (ROOT / "firmware" / "lib" / "clashcore" / "wire.py").read_text(encoding="utf-8")
KINDS = dict(re.findall(r"^([A-Z]+) = \(?\s*(0x[0-9A-F]{2})\b", WIRE, re.MULTILINE))


def lines(mark: str) -> list[bytes]:
    """The worked examples: lines of hex after that mark."""
    return [bytes.fromhex(line) for line in re.findall(rf"^    {mark} ([0-9A-F ]+)$", PROTOCOL, re.MULTILINE)]


def test_the_kinds_are_those_of_the_module() -> None:
    assert len(KINDS) >= 12
    assert {name: int(value, 16) for name, value in KINDS.items()} == {n: getattr(wire, n) for n in KINDS}
    assert len(set(KINDS.values())) == len(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_told_with_its_number(name: str) -> None:
    assert re.search(rf"\b{name}\W{{0,3}}{KINDS[name]}\b", PROTOCOL)


@pytest.mark.parametrize("name", [name for name, value in KINDS.items() if 0x10 <= int(value, 16) < 0x1E])
def test_every_request_is_told_with_its_fields(name: str) -> None:
    fields = re.search(rf"^{name} = 0x..  # \{{([^}}]*)\}}", WIRE, re.MULTILINE)
    assert fields
    (row,) = [line for line in PROTOCOL.splitlines() if line.startswith(f"| {name} {KINDS[name]} |")]
    for field in re.findall(r'"(\w+)"', fields[1]):
        assert f"`{field}`" in row, field


def test_every_code_of_an_error_is_told() -> None:
    told = PROTOCOL[PROTOCOL.index("Codes of ERROR:") :].split(".")[0]
    assert set(re.findall(r"`(\w+)`", told)) == set(wire.ERRORS)


def test_what_can_be_put_and_its_limits_are_told() -> None:
    source = (ROOT / "firmware" / "lib" / "clashdevice" / "putting.py").read_text(encoding="utf-8")
    found = re.search(r"^_LIMITS = (\{[^}]*\})", source, re.MULTILINE)
    assert found
    limits: dict[str, int] = ast.literal_eval(found[1])
    row = next(line for line in PROTOCOL.splitlines() if line.startswith("| PUT"))
    assert f"({', '.join(limits)})" in row
    told = re.search(r"Limits: ([\d,\s]+) and \(pack\) ([\d,]+) bytes", PROTOCOL)
    assert told
    numbers = [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\d", told[0])]
    assert numbers == list(limits.values())


def test_the_numbers_of_the_link_are_told() -> None:
    for number in (wire.REQUEST_FRAME, wire.LIVE_WAIT, wire.LIVE_COUNT, wire.DATA_PAYLOAD, *wire.REQUESTS):
        assert f"{number:,}" in PROTOCOL, number
    assert f"version {wire.PROTOCOL}" in PROTOCOL


def test_the_examples_are_what_the_code_sends() -> None:
    hello, live = lines(">")
    assert frames.encode(wire.HELLO, 13, b"{}") == hello
    assert hello.count(6) == 1, "one of them shows an escape"
    ((kind, request, payload),) = frames.Decoder().feed(live)
    assert (kind, request) == (wire.LIVE, 9)
    assert payload == b'{"id":"62c1cb0d6b13484f","from":5,"crc":1234567,"size":240,"wait":5000}'


def test_the_answer_reads_as_the_text_says() -> None:
    (sent,), (inside,) = lines("<"), lines("=")
    ((kind, request, payload),) = frames.Decoder().feed(sent)
    assert bytes((kind, request)) + payload == inside
    assert (kind, request, payload[:2]) == (wire.DATA, 9, b"\0\0")
    first, at = varint(payload, 2)
    t, at = varint(payload, at)
    m, at = varint(payload, at)
    assert (first, t, m, payload[at]) == (5, 4211, 3, 1)
    event, end = Codec(t, m).decode(payload, at + 1)
    assert event == {"ev": "power", "p": 1, "b": 2, "n": 3, "t": 5002, "m": 4}
    assert end == len(payload)


def test_a_frame_by_the_text_alone() -> None:
    """The text's recipe, followed without our code, makes the same frames."""
    for sent in lines(">") + lines("<"):
        plain = bytearray()
        escaped = False
        for byte in sent[1:-1]:
            if byte == 6:
                escaped = True
                continue
            plain.append((byte ^ 0x40 if escaped else byte) ^ 0xFF)
            escaped = False
        assert sent[0] == sent[-1] == 0
        assert zlib.crc32(plain[:-4]) == int.from_bytes(plain[-4:], "little")
        assert not set(sent[1:-1]) & {0, 1, 2, 3, 4, 5, 10, 13}
