"""Answers the host's requests (clashcore/wire.py, firmware/README.md). Loaded while a host speaks.

Nothing is remembered between requests but a half-sent PUT, which is a file, so that every request can simply
be repeated. An answer is a generator that sends one piece each time it is asked.
"""

import gc
import json
import sys

from clashcore import wire
from clashcore.codec import put_varint
from clashcore.frames import Decoder, encode
from micropython import const

from clashdevice import files, memory
from clashdevice.storage import is_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

PACK = files.SAVE + "/pack"
FINDINGS = files.SAVE + "/findings"
_TEXT = const(200)  # bytes of JSON text in a DATA payload
_HEAD = const(14)  # bytes of an EVENTS payload before its records, at most
_SHORT = const(17_000)  # bytes of memory free; and for the few events of an answer to LIVE, and a PUT:
_LITTLE = const(6_000)
PORT = const(239)  # request numbers of the port go up to here (wire.REQUESTS)


class Refused(Exception):
    """The request is answered with this error code."""


def _games():
    """What looks after the games; it goes again before events are streamed."""
    from clashdevice import games

    return games


def _put(app, request: int, body: dict) -> int:
    from clashdevice.putting import put

    return put(app, request, body)


def _enter(app, body: dict) -> dict:
    try:
        from clashdevice.entering import enter

        return enter(app, body)
    finally:
        memory.drop("clashdevice.entering", "clashcore.reading", "clashcore.decoding", "clashcore.table")


class Server:
    """Takes in bytes with `feed`, sends a piece of the answer under way with `step`."""

    def __init__(self, app) -> None:
        self._app = app
        self._out = sys.stdout.buffer
        self._decoder = Decoder(wire.REQUEST_FRAME, 0)
        self._last = -1  # number of the last request
        self._repeats = 0
        self._open = None  # the archive read last, and its id
        self._open_id = ""
        self._crumbs = None  # what takes in and sends crumbs
        self.sink = None  # takes in the frames of an answer that goes out in crumbs
        self.job: "Generator | None" = None  # the answer under way

    def counted(self) -> tuple:
        """Frames taken in, damaged ones, requests that came again."""
        return self._decoder.frames, self._decoder.bad, self._repeats

    def feed(self, data) -> None:
        """Take in bytes from the line."""
        for kind, request, payload in self._decoder.feed(data):
            self._answer(kind, request, payload)

    def step(self) -> None:
        """Send the next piece of the answer under way."""
        if self.job is None:
            return
        try:
            next(self.job)
        except StopIteration:
            self.job = None

    def send(self, kind: int, request: int, payload: bytes) -> None:
        """Send a frame."""
        self._out.write(encode(kind, request, payload))

    def _send(self, kind: int, request: int, payload: bytes) -> None:
        if self.sink is None:
            self.send(kind, request, payload)
        else:
            self.sink.add(kind, payload)

    def _end(self, request: int, answer: dict) -> None:
        self._send(wire.END, request, json.dumps(answer).encode())

    def _answer(self, kind: int, request: int, payload: bytes) -> None:
        if request == self._last and kind != wire.PART:
            self._repeats += 1
        self._last = request
        if kind in (wire.PART, wire.ASK):
            self._crumb(kind, request, payload)
            return
        kind, body = _read(kind, payload)
        # A new request ends the answer to the one before: the host has given that up.
        if request <= PORT:  # the page of a virtual device is another asker
            self._app.link.drop()
        if kind == wire.LIVE:
            self.job = None
            wait = body.get("wait", 0)
            self._app.link.hold(request, body, min(wait, wire.LIVE_WAIT) if isinstance(wait, int) else 0)
        else:
            self.job = self._serve(kind, request, body)

    def _crumb(self, kind: int, request: int, payload: bytes) -> None:
        """Take in a crumb of a request, or send what is wanted of its answer."""
        if self._crumbs is None:
            from clashdevice.crumbs import Crumbs

            self._crumbs = Crumbs(self)
        self.job = None
        if kind == wire.PART:
            self._crumbs.part(request, payload)
        else:
            self._app.link.drop()
            self.job = self._crumbs.answer(request, payload)

    def work(self, kind: int, request: int, payload: bytes):
        """A generator that answers a request as it stands in its frame."""
        kind, body = _read(kind, payload)
        return self._serve(kind, request, body)

    def live(self, request: int, body: dict) -> None:
        """Answer a LIVE: there is news, or its time is over."""
        self.job = self._serve(wire.LIVE, request, body)

    def _serve(self, kind: int, request: int, body: dict):
        """A generator that answers, one piece each time it is asked."""
        code = "request"
        try:
            work = self._work(kind, request, body)
            if work is not None:
                yield from work
            return
        except Refused as error:
            code = error.args[0]
        except (ValueError, TypeError, KeyError, IndexError):
            pass
        except OSError as error:
            print("link:", repr(error))
            code = "full"
        self._send(wire.ERROR, request, json.dumps({"code": code}).encode())

    def _work(self, kind: int, request: int, body: dict):
        few = kind in (wire.LIVE, wire.PUT)
        if kind not in (wire.STATUS, wire.SCREEN) and memory.short(_LITTLE if few else _SHORT):
            self._app.make_room()  # the first screen may have come back since
            memory.scrub(10)
        if kind == wire.HELLO:
            self._app.link.done = None
            return self._end(request, self._hello())
        if kind == wire.GAMES:
            return self._text(request, self._games(number_of(body.get("from", 0), 0)))
        if kind == wire.HEADER:
            return self._text(request, self._header(body["id"]))
        if kind == wire.EVENTS:
            return self._events(request, body, {})
        if kind == wire.LIVE:
            return self._live(request, body)
        if kind == wire.SAFE:
            if not _games().safe(self._app.store, body["id"], number_of(body["events"], 0)):
                raise Refused("id")
            return self._end(request, {})
        if kind == wire.PUT:
            return self._end(request, {"have": _put(self._app, request, body)})
        if kind == wire.ENTER:
            return self._end(request, _enter(self._app, body))
        if kind == wire.SCREEN:
            return self._screen(request)
        if kind == wire.STATUS:
            return self._end(request, self._status())
        raise Refused("request")

    def _hello(self) -> dict:
        app = self._app
        count = _games().count(app.store)
        memory.drop("clashdevice.games", "clashdevice.archive", "clashdevice.folding")
        return {
            "name": "clashbox",
            "protocol": wire.PROTOCOL,
            "firmware": app.VERSION,
            "device": app.device,
            "board": app.board,
            "language": app.settings["language"],
            "games": count,
            "live": app.store.live or None,
            "frame": wire.DATA_PAYLOAD,
            "free": files.free(),
            "heap": gc.mem_free(),
            "pack": files.crc_of(PACK),
        }

    def _status(self) -> dict:
        gc.collect()
        return {
            "frames": self._decoder.frames,
            "bad": self._decoder.bad,
            "repeats": self._repeats,
            "free": files.free(),
            "heap": gc.mem_free(),
            "used": gc.mem_alloc(),
            "uptime": self._app.clock,
            "presses": self._app.presses,
            "display": self._app.display.ok,
            "python": "%d.%d.%d" % sys.implementation.version[:3],
        }

    def _text(self, request: int, texts):
        """Stream JSON text that comes in parts."""
        piece = 0
        waiting = b""
        for text in texts:
            waiting += text
            while len(waiting) >= _TEXT:
                self._send(wire.DATA, request, piece.to_bytes(2, "little") + waiting[:_TEXT])
                waiting = waiting[_TEXT:]
                piece += 1
                yield
        if waiting:
            self._send(wire.DATA, request, piece.to_bytes(2, "little") + waiting)
            piece += 1
            yield
        self._end(request, {"pieces": piece})

    def _games(self, first: int):
        """The list of games as JSON text, in parts."""
        yield b"["
        number = 0
        mark = b""
        for row in _games().listed(self._app.store):
            if number >= first:
                yield mark + json.dumps(row).encode()
                mark = b","
            number += 1
        game = self._app.game
        if game is not None and number >= first:
            count = game.timeline.count
            row = {"id": self._app.store.live, "game": game.header["game"], "events": count, "live": True}
            row["crc"] = game.timeline.crc(count)
            row["safe"] = min(self._app.store.safe_events, count)
            yield mark + json.dumps(row).encode()
        yield b"]"

    def _source(self, game):
        """What holds the records of a game: the timeline of the live one, or an archive."""
        if not is_id(game):
            raise Refused("id")
        if game == self._app.store.live and self._app.game is not None:
            return self._app.game.timeline
        if self._open_id != game or self._open is None:
            self.forget()
            self._open = _games().opened(self._app.store, game)
            self._open_id = game
        if self._open is None:
            raise Refused("id")
        return self._open

    def forget(self) -> None:
        """Close the archive that is open: the games have changed."""
        if self._open is not None:
            self._open.close()
        self._open = None

    def _header(self, game):
        """The header of a game as JSON text, in one part."""
        source = self._source(game)
        if source is self._open:
            yield source.header()
        else:
            yield json.dumps(self._app.game.header).encode()

    def _live(self, request: int, body: dict):
        """What is new in the live game, and what else a host that looks on has to know."""
        app = self._app
        live = app.store.live if app.game is not None else ""
        told = {"id": live, "language": app.settings["language"], "findings": files.crc_of(FINDINGS)}
        if live and body["id"] == live:
            body["count"] = wire.LIVE_COUNT
            return self._events(request, body, told)
        return self._end(request, told)

    def _events(self, request: int, body: dict, answer: dict):
        """Stream records from a number on, if what came before them is what the host has."""
        source = self._source(body["id"])
        memory.drop("clashdevice.games", "clashdevice.archive", "clashdevice.folding", "clashdevice.putting")
        number = number_of(body["from"], 1)
        size = min(max(number_of(body["size"], 1), wire.DATA_PAYLOAD_LEAST), wire.DATA_PAYLOAD)
        left = number_of(body["count"], 0)
        if number > source.count + 1 or source.crc(number - 1) != body["crc"]:
            raise Refused("fork")
        piece = 0
        while left > 0 and number <= source.count:
            t, m, count, records = source.slice(number, size - _HEAD, min(left, 255))
            out = bytearray(piece.to_bytes(2, "little"))
            put_varint(out, number)
            put_varint(out, t)
            put_varint(out, m)
            out.append(count)
            out.extend(records)
            self._send(wire.DATA, request, bytes(out))
            piece += 1
            number += count
            left -= count
            yield
        if "clashcore.table" in sys.modules:  # kinds of events not met since the start
            memory.drop("clashcore.table")
        answer["pieces"] = piece
        answer["next"] = number
        answer["events"] = source.count
        answer["crc"] = source.crc(number - 1)
        self._end(request, answer)

    def _screen(self, request: int):
        """Stream the picture."""
        picture = self._app.display.buffer
        piece = 0
        for at in range(0, len(picture), 128):
            self._send(wire.DATA, request, piece.to_bytes(2, "little") + bytes(picture[at : at + 128]))
            piece += 1
            yield
        self._end(request, {"pieces": piece})


def _read(kind: int, payload: bytes) -> tuple:
    """Kind and body of a request; kind 0 where it is none. What follows the object of a PUT is its data."""
    end = payload.find(b"}") + 1 if kind == wire.PUT else len(payload)
    try:
        body = json.loads(payload[:end])
        if isinstance(body, dict):
            body["data"] = payload[end:]
            return kind, body
    except ValueError:
        pass
    return 0, {}


def number_of(value, least: int) -> int:
    """A whole number of at least `least`. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError("number")
    return value
