"""Sync with a device that refuses, never ends, or says of itself what it likes."""

import itertools
import json
import threading

import pytest
from clashbox import pack
from clashbox.link import client
from clashbox.trouble import Trouble
from clashcore import frames, wire

from tests.host.fake_device import FakeDevice, FakeGame
from tests.host.syncing import HEADER, A, held, some_events, sync

pytestmark = pytest.mark.usefixtures("english")


class Liar(FakeDevice):
    """A device that answers one kind of request otherwise: `lie(body)` gives pieces and END, or raises."""

    def __init__(self, kind, lie):
        self.kind, self.lie = kind, lie
        super().__init__([FakeGame(A, HEADER, some_events(9))])

    def _do(self, kind, body):
        return self.lie(body) if kind == self.kind else super()._do(kind, body)


def no(code):
    def refuse(body):
        raise LookupError(code)

    return refuse


@pytest.mark.parametrize("code", ["fork", "no", {"a": 1}])
@pytest.mark.parametrize("kind", [wire.HELLO, wire.GAMES, wire.PUT])
def test_a_device_that_refuses_is_one_clear_trouble(database, kind, code):
    with Liar(kind, no(code)) as device, pytest.raises(Trouble):
        sync(device, database)


@pytest.mark.parametrize("code", ["fork", "no", {"a": 1}])
@pytest.mark.parametrize("kind", [wire.HEADER, wire.EVENTS, wire.SAFE])
def test_a_game_that_is_refused_is_named(database, kind, code):
    with Liar(kind, no(code)) as device:
        summary, _ = sync(device, database)
    assert [trouble[:16] for trouble in summary.troubles] == [A]


def test_a_list_without_end_ends(database, monkeypatch):
    monkeypatch.setattr("clashbox.sync.MOST_GAMES", 40)
    page = lambda body: ([json.dumps([{"id": f"{body['from']:016x}"}]).encode()], {})  # noqa: E731
    with Liar(wire.GAMES, page) as device, pytest.raises(Trouble):
        sync(device, database)


def test_a_game_without_end_ends(database, monkeypatch):
    monkeypatch.setattr("clashbox.sync.MOST_EVENTS", 60)
    game = FakeGame(A, HEADER, some_events(5), live=True)

    class Endless(FakeDevice):
        def _do(self, kind, body):
            if kind != wire.EVENTS:
                return super()._do(kind, body)
            game.add({"ev": "vp", "p": 1, "n": 1})
            pieces, end = super()._do(kind, body)
            return pieces, {**end, "events": end["events"] + 1}

    with Endless([game]) as device:
        device.put["pack"] = pack.build()
        summary, _ = sync(device, database)
    assert [trouble[:16] for trouble in summary.troubles] == [A]
    assert len(held(database, A)) == 60


@pytest.mark.parametrize("kind", [wire.HELLO, wire.HEADER])
def test_an_answer_without_end_ends(database, kind, monkeypatch):
    monkeypatch.setattr(client, "ATTEMPT_LIMIT", 0.3)
    stop = threading.Event()

    class Endless(FakeDevice):
        def _answer(self, asked, number, payload):
            if asked != kind:
                super()._answer(asked, number, payload)
                return
            for piece in itertools.count():
                if stop.wait(0.01):
                    return
                self._send(frames.encode(wire.DATA, number, bytes((piece & 255, piece >> 8)) + b"x" * 200))

    with Endless([FakeGame(A, HEADER, some_events(5))]) as device:
        try:
            with pytest.raises(Trouble):
                sync(device, database, patience=0.3)
            assert not stop.is_set()
        finally:
            stop.set()


def test_what_a_device_says_of_itself_is_made_harmless(database):
    hello = {"protocol": wire.PROTOCOL, "firmware": "\x1b[31m1\n2\u202e", "device": "0" * 16}
    with Liar(wire.HELLO, lambda body: ([], hello)) as device:
        _, asked = sync(device, database)
    assert asked.hello_data.firmware == "[31m1 2"
