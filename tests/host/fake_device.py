"""A small device on a pty that speaks the protocol, for tests of the laptop's end alone; it can be made to
misbehave.

It holds games as lists of events and answers as the contract of clashcore.wire says; it is written from that
contract, not from the firmware.
"""

import json
import os
import pty
import random
import select
import threading
import tty
import zlib

from clashcore import frames, wire
from clashcore.codec import Codec, put_varint


class FakeGame:
    def __init__(self, name, header, events=(), live=False):
        self.id = name
        self.header = header
        self.live = live
        self.safe = 0
        self.events = []
        self.records = []
        self.codecs = [(0, 0)]
        for event in events:
            self.add(event)

    def add(self, event):
        codec = Codec(*self.codecs[-1])
        self.records.append(codec.encode(event))
        self.codecs.append((codec.t, codec.m))
        self.events.append(event)

    def crc(self, count):
        return zlib.crc32(b"".join(self.records[:count]))


class FakeDevice:
    """`port` is to be opened by pySerial. Faults: `spoil(data) -> data` sees every chunk that leaves the
    device, `spoil_in` every chunk that arrives; `chatter` is printed before the first answer; `deaf` swallows
    requests.
    """

    def __init__(self, games=(), device="00112233445566aa", protocol=wire.PROTOCOL):
        self.games = list(games)
        self.device = device
        self.protocol = protocol
        self.put = {}
        self.partial = {}
        self.requests = []
        self.spoil = self.spoil_in = lambda data: data
        self.chatter = b""
        self.deaf = 0
        self.prompt = False
        self.page = 4
        self.before_answer = lambda kind, body: None
        self.longest = 0
        self.small = {}  # request: parts that came
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._wake, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self._thread is not None:
            os.write(self._stop, b"x")
            self._thread.join(5)
            self._thread = None
            for end in (self._master, self._slave, self._wake, self._stop):
                os.close(end)

    def cut(self):
        """The cable is pulled."""
        self.close()

    def _send(self, data):
        data = self.spoil(data)
        if data:
            os.write(self._master, data)

    def _run(self):
        decoder = frames.Decoder(300)
        while True:
            ready, _, _ = select.select([self._master, self._wake], [], [])
            if self._wake in ready:
                return
            try:
                data = self.spoil_in(os.read(self._master, 4096))
            except OSError:
                return
            if self.prompt:
                self._send(b"\r\n>>> " if b"\r" in data else b"")
                continue
            for kind, number, payload in decoder.feed(data):
                self.longest = max(self.longest, len(frames.encode(kind, number, payload)))
                if self.deaf:
                    self.deaf -= 1
                    continue
                if self.chatter:
                    self._send(self.chatter)
                    self.chatter = b""
                self._answer(kind, number, payload)

    def _answer(self, kind, number, payload):
        if kind == wire.PART:
            if number not in self.small:
                self.small = {number: {}}
            self.small[number][payload[0]] = payload[1:]
        elif kind == wire.ASK:
            self._crumbs(number, payload)
        else:
            for got, answer in self._reply(kind, payload):
                self._send(frames.encode(got, number, answer))

    def _crumbs(self, number, payload):
        parts = self.small.get(number, {})
        last = next((at & 127 for at in parts if at & 128), 31)
        missing = [at for at in range(last + 1) if at not in parts and at | 128 not in parts]
        text = b"".join(parts[at] for at in sorted(parts, key=lambda at: at & 127))
        if missing or zlib.crc32(text[:-4]) != int.from_bytes(text[-4:], "little"):
            if not missing:
                self.small = {}
            mask = sum(1 << at for at in missing) if missing else 0xFFFFFFFF
            self._send(frames.encode(wire.WANT, number, mask.to_bytes(4, "little")))
            return
        stream = b""
        for kind, answer in self._reply(text[0], text[1:-4]):
            frame = bytes((kind,)) + answer
            stream += len(frame).to_bytes(2, "little") + frame + zlib.crc32(frame).to_bytes(4, "little")
        first, size, wanted = int.from_bytes(payload[:2], "little"), payload[2], payload[3:]
        crumbs = [stream[at : at + size] for at in range(0, len(stream), size)]
        for at, crumb in enumerate(crumbs[first : first + 32], first):
            if int.from_bytes(wanted, "little") >> at - first & 1:
                head = at | (0x8000 if at == len(crumbs) - 1 else 0)
                self._send(frames.encode(wire.CRUMB, number, head.to_bytes(2, "little") + crumb))

    def _reply(self, kind, payload):
        """The frames of the answer: kind and payload, one after the other."""
        try:
            end = payload.find(b"}") + 1 if kind == wire.PUT else len(payload)
            body = json.loads(payload[:end])
            assert isinstance(body, dict)
            body |= {"data": payload[end:]} if kind == wire.PUT else {}
        except (ValueError, AssertionError):
            yield self._end(wire.ERROR, {"code": "request"})
            return
        self.requests.append((kind, body))
        self.before_answer(kind, body)
        try:
            pieces, end = self._do(kind, body)
        except LookupError as error:
            yield self._end(wire.ERROR, {"code": error.args[0]})
            return
        for piece, data in enumerate(pieces):
            yield wire.DATA, bytes((piece & 255, piece >> 8)) + data
        yield self._end(wire.END, {**end, "pieces": len(pieces)} if pieces else end)

    def _end(self, kind, value):
        return kind, json.dumps(value).encode()

    def _game(self, body):
        for game in self.games:
            if game.id == body["id"]:
                return game
        raise LookupError("id")

    def _do(self, kind, body):
        if kind == wire.HELLO:
            live = [game.id for game in self.games if game.live]
            return [], {
                "protocol": self.protocol,
                "firmware": "0.1.0",
                "device": self.device,
                "board": "fake",
                "language": "en",
                "games": len(self.games),
                "live": live[0] if live else None,
                "frame": 240,
                "free": 1000,
                "heap": 1000,
                "pack": zlib.crc32(self.put.get("pack", b"")),
                "name": "clashbox",
            }
        if kind == wire.GAMES:
            some = self.games[body["from"] : body["from"] + self.page]
            rows = [
                {
                    "id": game.id,
                    "game": game.header["game"],
                    "events": len(game.events),
                    "crc": game.crc(None),
                    "live": game.live,
                    "safe": game.safe,
                }
                for game in some
            ]
            return self._cut(json.dumps(rows).encode()), {"pieces": 0}
        if kind == wire.HEADER:
            return self._cut(json.dumps(self._game(body).header).encode()), {"pieces": 0}
        if kind == wire.EVENTS:
            return self._events(self._game(body), body)
        if kind == wire.SAFE:
            game = self._game(body)
            game.safe = min(len(game.events), body["events"])
            return [], {}
        if kind == wire.PUT:
            return [], self._put(body)
        raise LookupError("request")

    def _cut(self, data):
        return [data[at : at + 200] for at in range(0, len(data), 200)]

    def _events(self, game, body):
        first = body["from"] - 1
        if first > len(game.events) or game.crc(first) != body["crc"]:
            raise LookupError("fork")
        pieces = []
        at = first
        last = min(len(game.events), first + body["count"])
        while at < last:
            data = bytearray()
            put_varint(data, at + 1)
            put_varint(data, game.codecs[at][0])
            put_varint(data, game.codecs[at][1])
            records = b""
            count = 0
            while (
                at < last
                and count < 255
                and (not count or len(data) + len(records) + len(game.records[at]) + 3 <= body["size"])
            ):
                records += game.records[at]
                at += 1
                count += 1
            pieces.append(bytes(data) + bytes((count,)) + records)
        return pieces, {"pieces": 0, "next": at + 1, "events": len(game.events), "crc": game.crc(at)}

    def _put(self, body):
        name = body["name"]
        if name not in ("settings", "names", "pack"):
            raise LookupError("name")
        if body["at"] == 0:
            self.partial[name] = b""
        have = self.partial.get(name, b"")
        if body["at"] == len(have):
            have += body["data"]
            self.partial[name] = have
        if len(have) == body["total"]:
            if zlib.crc32(have) != body["crc"]:
                self.partial.pop(name)
                raise LookupError("crc")
            self.put[name] = have if name == "pack" else json.loads(have)
        return {"have": len(have)}


def noisy(rate, seed):
    """A line that drops, doubles or flips a byte with that probability each."""
    chance = random.Random(seed)

    def spoil(data):
        out = bytearray()
        for byte in data:
            roll = chance.random()
            if roll < rate / 3:
                continue
            if roll < rate * 2 / 3:
                out.append(byte)
            elif roll < rate:
                byte ^= 1 << chance.randrange(8)
            out.append(byte)
        return bytes(out)

    return spoil
