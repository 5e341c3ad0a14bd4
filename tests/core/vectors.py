"""Vectors for both Pythons: prints what the core makes of them, to be compared byte for byte.

Runs on CPython and on MicroPython. Everything is drawn from the table of events, with a generator of its own.
"""

import json

from clashcore import gamefile, table
from clashcore.codec import Codec
from clashcore.events import EventError, check_form, dumps, event_names
from clashcore.frames import Decoder, encode
from clashcore.rejected import Rejected
from clashcore.timeline import Timeline

try:
    from core.fake import FakeState  # MicroPython, with tests/ on its path
except ImportError:
    from tests.core.fake import FakeState


class Draw:
    """Numbers that are the same everywhere."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def below(self, n: int) -> int:
        self.seed = (self.seed * 1103515245 + 12345) % 2147483648
        return (self.seed >> 8) % n

    def one(self, values):
        return values[self.below(len(values))]


NUMBERS = (0, 1, -1, 5, -20, 63, 64, -64, -65, 8191, 8192, 2**31, -(2**31), 2**53 - 1, -(2**53) + 1)
TEXTS = ("", "fix", "Bình ơi ✓ 🎲", 'a "b" \\ \n\t\x01\x7f', "ế" * 70, "special")
SLUGS = ("mega-troopers", "a", "xb42", "kaiju-island", "titan-9")
NODES = ("1", "12", "0", "007", "999", "1000", "R1", "B", "²", "ô 3")


def value(draw: Draw, kind: int, players: int):
    """A value of a type of the table."""
    if kind >= table.ENUM:
        return draw.one(table.ENUMS[kind - table.ENUM])
    if kind == table.INT:
        return draw.one(NUMBERS)
    if kind == table.PLAYER:
        return 1 + draw.below(players)
    if kind == table.ANYONE:
        return draw.below(players + 1)
    if kind == table.SLOT:
        return 1 + draw.below(9)
    if kind == table.FLAG:
        return draw.below(2) == 1
    if kind == table.TEXT:
        return draw.one(TEXTS)
    if kind == table.SLUG:
        return draw.one(SLUGS)
    if kind == table.CARD:
        return draw.one(SLUGS) + ("/" + draw.one(SLUGS) if draw.below(2) else "")
    if kind == table.NODE:
        return draw.one(NODES)
    if kind == table.PLAYERS:
        return [1 + draw.below(players) for _ in range(draw.below(players + 1))]
    if kind == table.PAIR:
        return [1 + draw.below(players) for _ in range(2)]
    count = players if kind == table.EACH else 2 if kind == table.TWO else 3
    return [draw.one(NUMBERS) for _ in range(count)]


def event(draw: Draw, name: str, players: int) -> dict:
    """An event of that name with some of its optional fields."""
    form = table.form(name)
    ev = {"ev": name}
    for i in range(table.FIELDS, len(form), 2):
        if form[i + 1] < table.OPTIONAL or draw.below(2):
            ev[form[i]] = value(draw, form[i + 1] % table.OPTIONAL, players)
    for field in ("t", "m"):
        if draw.below(3):
            ev[field] = draw.one(NUMBERS) if draw.below(4) == 0 else draw.below(100000)
    return ev


def events_and_records(draw: Draw) -> None:
    """Each event's line, its record, and what comes back from it; faults in form, with their messages."""
    for game, players in (("smashup", 4), ("toybattle", 2)):
        codec, back, over = Codec(), Codec(), Codec()
        for name in event_names(game) * 6:
            ev = event(draw, name, players)
            try:
                check_form(ev, game, players)
            except EventError as e:
                print(e.code, e.field, e.message)
            record = codec.encode(ev)
            again, end = back.decode(record)
            assert again == ev
            assert end == len(record)
            assert over.skip(record) == (ev.get("m"), end)
            print(dumps(ev))
            print(record, codec.t, codec.m)
            # One field spoiled.
            form = table.form(name)
            if len(form) > table.FIELDS:
                field = form[table.FIELDS + 2 * draw.below((len(form) - table.FIELDS) // 2)]
                ev[field] = draw.one((None, True, 2**53, -1, 77, "Bad Slug", "", [], [1, True], {}, "\x00"))
                try:
                    check_form(ev, game, players)
                    print("passes", field)
                except EventError as e:
                    print(e.code, e.field, e.message)


def garbage(draw: Draw) -> None:
    """What records and frames of random bytes become: never anything but ValueError."""
    for _ in range(1500):
        data = bytes([draw.below(74)] + [draw.below(256) >> draw.below(8) for _ in range(draw.below(20))])
        codec = Codec(1000, 7)
        try:
            ev, end = codec.decode(data)
        except ValueError:
            ev, end = {"ev": "undo"}, 0
        print(dumps(ev), end, codec.t, codec.m)
    decoder = Decoder(limit=64, log=32)
    for _ in range(300):
        noise = bytes([draw.below(256) for _ in range(draw.below(90))])
        payload = bytes([draw.below(256) for _ in range(draw.below(40))])
        frame = encode(draw.below(256), draw.below(256), payload)
        if draw.below(3) == 0:
            at = draw.below(len(frame))
            frame = frame[:at] + frame[at + 1 :]
        print(
            frame, decoder.feed(noise + frame), decoder.frames, decoder.bad, decoder.lost, decoder.take_log()
        )


def timeline(draw: Draw) -> None:
    """A long course with undo and redo: states, slices, snapshots, restarts."""
    header = gamefile.read_header(
        {"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}]}
    )
    line = Timeline(header, state=FakeState())
    clock = 0
    for i in range(700):
        clock += draw.below(9000)
        chance = draw.below(100)
        if chance < 12:
            evs = [{"ev": "undo"}]
        elif chance < 20:
            evs = [{"ev": "redo"}]
        else:
            evs = [
                {"ev": "vp", "p": 1 + draw.below(2), "n": draw.below(15), "why": "thưởng"},
                {"ev": "power", "p": 1, "b": 1 + draw.below(9), "n": draw.one(NUMBERS)},
            ]
        for ev in evs:
            ev["t"], ev["m"] = clock, i
        try:
            line.commit(evs)
        except Rejected as e:
            print("rejected", e.code)
        if i % 50 == 0:
            print(line.count, line.top, line.state.pack(), line.crc(line.count), line.snapshot())
    first, pieces = 1, []
    while first <= line.count:
        t, m, count, records = line.slice(first, 200, 40)
        print(first, t, m, count, records)
        pieces.append(records)
        first += count
    again = Timeline.restore(header, pieces, [line.snapshot()], state=FakeState())
    whole = Timeline.restore(header, pieces, state=FakeState())
    assert again.state.pack() == whole.state.pack() == line.state.pack()
    assert again.snapshot() == whole.snapshot() == line.snapshot()
    print(line.replayed, again.replayed, whole.replayed, list(line.standing()))
    for number, ev in line.walk(line.count - 20):
        print(number, line.stands(number), dumps(ev))


def files() -> None:
    """A file written and read, and the messages of broken ones."""
    header = gamefile.read_header(
        {
            "clashbox": 1,
            "game": "toybattle",
            "terrain": {"objective": 7, "nodes": ["ế", 1, None, True, {"b": 1, "a": []}]},
            "first": 1,
            "note": 'x"\n',
            "modules": [],
            "players": [{"name": "Bình"}, {"factions": ["a"]}],
        }
    )
    lines = list(gamefile.write(header, [{"ev": "draw", "p": 1, "n": 2}, {"ev": "undo"}]))
    print("".join(lines))
    for text in ("", "#\n\n", "7", '{"clashbox": 1}', lines[0] + '\n{"ev": "turn"}', lines[0] + "\r\n\n[]"):
        try:
            found, reader = gamefile.read(text.encode().split(b"\n"), json.loads)
            print(found["game"], list(reader))
        except EventError as e:
            print(e.line, e.code, e.field, e.message)


def main() -> None:
    """Print it all."""
    draw = Draw(2026)
    events_and_records(draw)
    garbage(draw)
    timeline(draw)
    files()


if __name__ == "__main__":
    main()
