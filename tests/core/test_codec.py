"""Compact records: what goes in comes out, and nothing else ever does."""

import statistics

import pytest
from clashcore.codec import Codec, put_varint
from clashcore.decoding import varint
from clashcore.events import check_form, event_names
from hypothesis import given
from hypothesis import strategies as st

from tests.core.evening import evening, toys
from tests.core.strategies import PLAYERS, event, events
from tests.examples import examples

SAMPLE = {"ev": "power", "p": 1, "b": 2, "n": 3, "until": "turn", "t": 12345, "m": 7}


@pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in PLAYERS for name in event_names(game)],
    ids=lambda value: str(value),
)
@given(data=st.data())
@examples(10)
def test_every_event_comes_back(game: str, name: str, data: st.DataObject):
    ev = data.draw(event(name, PLAYERS[game]))
    check_form(ev, game, PLAYERS[game])
    before = data.draw(st.tuples(st.integers(0, 10**8), st.integers(0, 10**4)))
    record = Codec(*before).encode(ev)
    assert Codec(*before).decode(record, 0) == (ev, len(record))
    assert Codec(*before).decode(memoryview(b"x" + record + b"y"), 1) == (ev, len(record) + 1)
    assert Codec(*before).skip(record, 0) == (ev.get("m"), len(record))


@given(st.lists(events("smashup"), max_size=20))
def test_a_row_of_records_is_read_and_skipped_in_order(evs: list[dict]):
    writer, reader, skipper = Codec(), Codec(), Codec()
    row = b"".join(writer.encode(ev) for ev in evs)
    pos = at = 0
    for ev in evs:
        got, pos = reader.decode(row, pos)
        _, at = skipper.skip(row, at)
        assert got == ev
        assert at == pos
        assert (reader.t, reader.m) == (skipper.t, skipper.m)
    assert pos == len(row)
    assert (reader.t, reader.m) == (writer.t, writer.m)


@given(events("smashup"))
def test_a_record_cut_short_is_a_value_error(ev: dict):
    record = Codec().encode(ev)
    for end in range(len(record)):
        codec = Codec()
        with pytest.raises(ValueError):
            codec.decode(record[:end])
        with pytest.raises(ValueError):
            codec.skip(record[:end])
        assert (codec.t, codec.m) == (0, 0)


@given(st.binary(max_size=60), st.integers(0, 255))
def test_garbage_is_an_event_or_a_value_error(data: bytes, code: int):
    for raw in (data, bytes((code,)) + data):
        codec = Codec()
        try:
            ev, pos = codec.decode(raw)
        except ValueError:
            continue
        assert 0 < pos <= len(raw)
        assert Codec().skip(raw) == (ev.get("m"), pos)
        # What was read can be written and read again.
        again = Codec().encode(ev)
        assert Codec().decode(again)[0] == ev


def test_a_text_cannot_claim_more_than_is_there():
    huge = bytearray((72, 0))
    put_varint(huge, 2 * 10**15)
    with pytest.raises(ValueError):
        Codec().decode(bytes(huge))


@given(st.integers(0, 2**56 - 1))
def test_varints(n: int):
    out = bytearray()
    put_varint(out, n)
    assert varint(bytes(out), 0) == (n, len(out))


def test_a_varint_without_an_end_is_refused():
    with pytest.raises(ValueError):
        varint(b"\xff" * 30, 0)


@pytest.mark.parametrize(
    "bad",
    [
        {"ev": "shuffle"},
        {},
        {**SAMPLE, "p": 0},
        {**SAMPLE, "p": "1"},
        {**SAMPLE, "b": 10},
        {**SAMPLE, "n": 2**53},
        {**SAMPLE, "until": "ever"},
        {**SAMPLE, "t": "now"},
        {"ev": "power", "p": 1, "b": 2},
        {"ev": "duel", "p": 1, "q": 2, "b": 1, "power": [1]},
        {"ev": "vp", "p": 1, "n": None},
    ],
    ids=str,
)
def test_a_bad_event_is_a_value_error_and_leaves_the_codec_alone(bad: dict):
    codec = Codec(5, 6)
    with pytest.raises(ValueError):
        codec.encode(bad)
    assert (codec.t, codec.m) == (5, 6)


@pytest.mark.parametrize(
    "record",
    [
        "0b000000" + "00",  # player 0
        "0b000500" + "00",  # player 5
        "0b000100" + "00",  # slot 0
        "0b00010a" + "00",  # slot 10
        "02000900",  # a phase that there is not
        "1f00000500",  # nobody to five control a monster
        "1a00" + "0000" + "0200",  # neither together nor apart
        "15800105",  # a mask of more than the event has
        "4800" + "ff01",  # a word that there is not
        "3300" + "0105" + "d00f",  # node 1000 as a number
        "0b00" + "0101" + "ffffffffffffff7f",  # beyond what I-JSON holds
        "0000",
        "fe00",
    ],
)
def test_bytes_that_no_encoder_writes_are_refused(record: str):
    with pytest.raises(ValueError):
        Codec().decode(bytes.fromhex(record))


def test_unknown_fields_are_dropped():
    assert Codec().decode(Codec().encode({**SAMPLE, "color": "red"}))[0] == SAMPLE


def test_the_bytes_of_a_record_are_what_they_were():
    # Saved games hold these very bytes.
    codec = Codec(12000, 6)
    assert codec.encode(SAMPLE).hex() == "0b1ad902" + "010206" + "00"
    assert codec.encode({"ev": "undo", "t": 12345, "m": 7}).hex() == "4605"
    assert codec.encode({"ev": "end", "winner": [2], "why": "fix"}).hex() == "4950" + "0102" + "01"


def test_a_real_game_takes_at_most_ten_bytes_an_event():
    codec = Codec()
    game = evening()
    for ev in game:
        check_form(ev, "smashup", 3)
    sizes = [len(codec.encode(ev)) for ev in game]
    assert len(sizes) > 100
    assert statistics.median(sizes) <= 10
    assert statistics.mean(sizes) <= 10


def test_toy_battle_on_the_board_takes_at_most_ten_bytes_an_event():
    codec = Codec()
    game = toys()
    for ev in game:
        check_form(ev, "toybattle", 2)
    assert statistics.median(len(codec.encode(ev)) for ev in game) <= 10
