"""Frames on a serial line that loses, flips and invents bytes."""

import binascii
import random
import tracemalloc

import pytest
from clashcore.frames import LIMIT, Decoder, encode
from hypothesis import given
from hypothesis import strategies as st

BODIES = st.tuples(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=254))
# Kind 0x40 and a payload of all bytes, as any other implementation of the format would write it.
KNOWN = encode(0x41, 7, b'{"next":1}')


def by_the_book(kind: int, request: int, payload: bytes) -> bytes:
    """The format once more, byte by byte as its description says."""
    body = bytes((kind, request)) + payload
    body += binascii.crc32(body).to_bytes(4, "little")
    out = bytearray(b"\0")
    for byte in body:
        inverted = byte ^ 0xFF
        if inverted <= 6 or inverted in (0x0A, 0x0D):
            out += bytes((6, inverted ^ 0x40))
        else:
            out.append(inverted)
    return bytes(out + b"\0")


@given(BODIES)
def test_a_frame_is_what_the_book_says_and_comes_back(body: tuple[int, int, bytes]):
    frame = encode(*body)
    assert frame == by_the_book(*body)
    decoder = Decoder()
    assert decoder.feed(frame) == [body]
    assert (decoder.frames, decoder.bad, decoder.take_log()) == (1, 0, b"")


def test_every_byte_in_every_place():
    for byte in range(256):
        body = (byte, byte, bytes((byte,)) * 5)
        frame = encode(*body)
        assert frame == by_the_book(*body)
        assert Decoder().feed(frame) == [body]


@given(BODIES)
def test_no_byte_that_wakes_the_prompt_or_ends_a_line(body: tuple[int, int, bytes]):
    frame = encode(*body)
    assert frame[0] == frame[-1] == 0
    assert not set(frame[1:-1]) & {0, 1, 2, 3, 4, 5, 0x0A, 0x0D}


def test_a_frame_grows_by_an_escape_at_most_for_each_byte():
    worst = encode(0xFF, 0xFF, b"\xff" * 100)
    assert len(worst) <= 2 + 2 * 106
    plain = encode(0x13, 1, b'{"id":"0123456789abcdef","from":1,"crc":0}')
    assert len(plain) <= 2 + 6 + 42 + 4


@given(st.binary(max_size=300), st.lists(BODIES, min_size=1, max_size=4), st.binary(max_size=300))
def test_good_frames_arrive_whatever_lies_between(before: bytes, bodies: list, after: bytes):
    decoder = Decoder()
    found = decoder.feed(before)
    for body in bodies:
        found += decoder.feed(encode(*body))
        found += decoder.feed(after)
    assert [frame for frame in found if frame in bodies] == bodies


def test_a_lone_end_mark_does_not_swallow_the_next_frame():
    for noise in (b"\0", b"\0\0", b"\0boot", b"boot\0", b"\0\x06", b"\0" + b"x" * 999):
        decoder = Decoder()
        assert decoder.feed(noise + KNOWN + KNOWN) == [(0x41, 7, b'{"next":1}')] * 2


@given(BODIES, st.integers(0, 2**20), st.integers(1, 255))
def test_one_flipped_byte_is_noticed_and_the_frame_after_it_is_read(body, place: int, flip: int):
    frame = bytearray(encode(*body))
    frame[place % len(frame)] ^= flip
    decoder = Decoder()
    found = decoder.feed(bytes(frame) + KNOWN + KNOWN)
    assert found[-1] == (0x41, 7, b'{"next":1}')
    assert len(found) >= 2
    for one in found:
        assert one in (body, (0x41, 7, b'{"next":1}'))


@given(BODIES, st.integers(0, 2**20))
def test_one_lost_byte_is_noticed_and_the_frame_after_it_is_read(body, place: int):
    frame = encode(*body)
    at = place % len(frame)
    found = Decoder().feed(frame[:at] + frame[at + 1 :] + KNOWN + KNOWN)
    assert found[-1] == (0x41, 7, b'{"next":1}')
    assert len(found) >= 2


def test_the_log_is_what_lies_outside_frames():
    decoder = Decoder()
    assert len(decoder.feed(b"ets Jun  8 2016\r\n" + KNOWN + b"ready\n" + KNOWN)) == 2
    assert decoder.take_log() == b"ets Jun  8 2016\r\nready\n"
    assert decoder.take_log() == b""


def test_the_log_keeps_the_newest_and_counts_the_rest():
    decoder = Decoder(log=64)
    decoder.feed(bytes(i % 200 + 32 for i in range(1000)))
    log = decoder.take_log()
    assert 32 <= len(log) <= 64
    assert log[-1] == 999 % 200 + 32
    assert decoder.lost + len(log) == 1000


def test_without_a_log_the_rest_is_counted_only():
    decoder = Decoder(log=0)
    assert decoder.feed(b"boot" + KNOWN) == [(0x41, 7, b'{"next":1}')]
    assert (decoder.lost, decoder.take_log()) == (4, b"")


@pytest.mark.parametrize("start", [b"", b"\0"])
def test_endless_garbage_needs_no_memory(start: bytes):
    decoder = Decoder()
    noise = random.Random(3).randbytes(4096).replace(b"\0", b"x")
    decoder.feed(start + noise)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(20):
        decoder.feed(noise)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 2000
    assert decoder.feed(b"\0" + KNOWN) == [(0x41, 7, b'{"next":1}')]


def test_a_frame_longer_than_the_limit_is_bad():
    frame = encode(1, 2, bytes(LIMIT))
    decoder = Decoder()
    assert decoder.feed(frame) == []
    assert decoder.bad == 1
    assert Decoder(limit=LIMIT + 6).feed(frame) == [(1, 2, bytes(LIMIT))]


def test_too_short_for_a_crc_is_bad():
    decoder = Decoder()
    assert decoder.feed(b"\0abc\0") == []
    assert decoder.bad == 1
