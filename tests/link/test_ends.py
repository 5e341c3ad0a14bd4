"""Peers that answer nothing useful: the command ends in time with one line and a status that is not zero."""

import itertools
import json
import threading

import pytest
from clashbox import __main__
from clashbox.link import client, ports
from clashcore import frames, wire

from tests.host.fake_device import FakeDevice, FakeGame
from tests.host.syncing import HEADER, A, some_events

pytestmark = pytest.mark.usefixtures("english")


class Peer(FakeDevice):
    """`lie(number, body)` gives the bytes that follow a request of that kind, one after the other."""

    def __init__(self, kind, lie):
        self.kind, self.lie, self.over = kind, lie, threading.Event()
        super().__init__([FakeGame(A, HEADER, some_events(20))])

    def _answer(self, kind, number, payload):
        if kind == wire.ASK:  # of the request whose parts are here
            parts = self.small.get(number, {})
            kind = parts.get(0, parts.get(128, b"\0"))[0]
            kind = kind if kind == self.kind else wire.ASK
        if kind != self.kind:
            super()._answer(kind, number, payload)
            return
        for data in self.lie(number, payload):
            if self.over.wait(0.01):
                return
            self._send(data)

    def __exit__(self, *what):
        self.over.set()
        super().__exit__(*what)


def end(number, value):
    return frames.encode(wire.END, number, json.dumps(value).encode())


def data(number, piece, payload):
    return frames.encode(wire.DATA, number, piece.to_bytes(2, "little") + payload)


def garbage(number, payload):
    return itertools.repeat(bytes(range(256)))


def a_frame_without_end(number, payload):
    return itertools.chain([b"\0"], itertools.repeat(b"\xee" * 200))


def the_same_piece(number, payload):
    return itertools.repeat(data(number, 0, b"x" * 200))


def more_and_more_pieces(number, payload):
    return (data(number, at % 65536, b"[" * 200) for at in itertools.count())


def a_thousand_million_pieces(number, payload):
    return [data(number, 0, b"[]"), end(number, {"pieces": 10**9})]


def a_very_long_number(number, payload):
    return [data(number, 0, b"\xff" * 4000), end(number, {"pieces": 1, "next": 10**300, "events": 10**300})]


def old_replies(number, payload):
    old = number % 239 + 1
    return [data(old, 0, b"[]"), end(old, {"pieces": 1})] * 20


def an_answer_that_is_none(number, payload):
    return [frames.encode(wire.END, number, b"5")]


def crumbs_of_nothing(number, payload):
    crumb = b"\xff\xff" + b"\xff" * 60
    return [frames.encode(wire.CRUMB, number, crumb), frames.encode(wire.WANT, number, b"\xff" * 4)]


LIES = {
    wire.HELLO: [garbage, the_same_piece, more_and_more_pieces],
    wire.GAMES: [
        garbage,
        a_frame_without_end,
        the_same_piece,
        more_and_more_pieces,
        a_thousand_million_pieces,
        old_replies,
        an_answer_that_is_none,
        crumbs_of_nothing,
    ],
    wire.EVENTS: [garbage, more_and_more_pieces, a_very_long_number, old_replies],
}


@pytest.mark.parametrize(("kind", "lie"), [(kind, lie) for kind, some in LIES.items() for lie in some])
def test_a_peer_that_says_nothing_useful(tmp_path, capsys, monkeypatch, kind, lie):
    monkeypatch.setattr(client, "PATIENCE", 0.25)
    monkeypatch.setattr(client, "ATTEMPT_LIMIT", 0.25)
    monkeypatch.setattr(ports, "PATIENCE", 0.25)
    with Peer(kind, lie) as peer:
        command = ["sync", "--port", peer.port, "--database", str(tmp_path / "history.db")]
        assert __main__.run(["--lang", "en", *command]) != 0
        assert not peer.over.is_set()
    error = capsys.readouterr().err
    assert "Traceback" not in error
    assert error.count("\n") == 1


def test_patience_is_short():
    """What a user waits for at most before the line: one request's patience and its last attempt."""
    assert max(client.PATIENCE, ports.PATIENCE) <= 8
    assert client.ATTEMPT_LIMIT <= 9
