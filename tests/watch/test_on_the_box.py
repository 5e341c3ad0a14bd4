"""Findings on the screen of the real firmware: when they show and go, and that they are never in the way."""

import json
from collections.abc import Iterator

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import frames, wire

from tests.device.hands import events, live_game, play, settle_in

TEXT = {"vi": "Mỗi lượt chỉ một minion thường", "en": "One regular minion a turn"}
HINT = {"vi": "giữ B: hoàn tác", "en": "hold B: undo"}
LOG = "hold:a a down a"


@pytest.fixture(scope="module")
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as device:
        settle_in(device, ["An", "Bình"])
        play(device, "a a a up a up up a")  # a game of two, base 1
        yield device
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")


def put(device: VirtualDevice, found: list[list[object]], language: str = "en", **other: object) -> None:
    """Send a list of findings as a watch does, for the game as it is now."""
    count = len(events(device))
    told = {"id": live_game(device), "events": count, "first": count, "found": found, **other}
    told.setdefault("text", {"SB-04": TEXT[language]})
    device.put("findings", json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode())
    device.settle()


def shown(device: VirtualDevice) -> str:
    return " ".join(device.text())


@pytest.fixture
def language(device: VirtualDevice, request: pytest.FixtureRequest) -> Iterator[str]:
    """The box speaks it for the length of one test."""
    speak(device, request.param)
    yield request.param
    speak(device, "en")


def speak(device: VirtualDevice, language: str) -> None:
    device.put("settings", json.dumps({"language": language}).encode())
    device.settle()


@pytest.mark.parametrize("language", ["vi", "en"], indirect=True)
def test_a_finding_shows_with_its_sentence_and_goes_with_the_undo(
    device: VirtualDevice, language: str
) -> None:
    play(device, "a left")
    count = len(events(device))
    before = device.text()
    put(device, [[count, "SB-04", 1]], language)
    text = shown(device)
    for word in TEXT[language].split():
        assert word in text
    assert HINT[language] in text
    play(device, "hold:b")
    assert [event["ev"] for event in events(device)[count:]] == ["undo"]
    assert "SB-04" not in shown(device)
    assert before != device.text()


def test_it_becomes_one_line_with_the_next_key_which_counts(device: VirtualDevice) -> None:
    play(device, "a left")
    count = len(events(device))
    put(device, [[count, "SB-04", 1]])
    assert HINT["en"] in shown(device)
    before = device.text()[0]
    play(device, "b")  # the other player's row
    assert device.text()[0] == before
    assert device.text()[-1].startswith("SB-04! One regular")
    play(device, "b")
    assert "SB-04!" in device.text()[-1], "it stands until something is recorded"
    play(device, "a left")
    assert len(events(device)) == count + 1
    assert "SB-04" not in shown(device)


def test_what_is_open_stays_open(device: VirtualDevice) -> None:
    for opened, keys in (("up", "b"), ("a", "b b")):
        play(device, "a left")
        count = len(events(device))
        play(device, opened)
        before = device.screen()
        put(device, [[count, "SB-04", 1]])
        assert device.screen() == before, "not in the middle of an entry"
        play(device, keys)
        assert "SB-04!" in device.text()[-1]
        assert len(events(device)) == count
        play(device, "hold:b")


def test_a_sum_that_is_open_is_recorded_as_it_was_typed(device: VirtualDevice) -> None:
    play(device, "a left")
    count = len(events(device))
    play(device, "up up")
    put(device, [[count, "SB-04", 1]])
    play(device, "up a")
    assert [(event["ev"], event["n"]) for event in events(device)[count:]] == [("power", 3)]
    assert "SB-04" not in shown(device)
    play(device, "hold:b")


def test_over_another_screen_nothing_shows(device: VirtualDevice) -> None:
    play(device, "a left")
    count = len(events(device))
    play(device, "hold:a")
    before = device.screen()
    put(device, [[count, "SB-04", 1]])
    assert device.screen() == before
    play(device, "b")
    assert "SB-04!" in device.text()[-1]
    play(device, "hold:b")


def test_a_list_that_comes_too_late_offers_nothing_but_marks_the_log(device: VirtualDevice) -> None:
    play(device, "a left  a left  a left")
    count = len(events(device))
    put(device, [[count - 1, "SB-04", 1], [count - 2, "TI-04", 0]], events=count - 1, first=count - 1)
    assert "SB-04" not in shown(device)
    put(device, [[count - 1, "SB-04", 1], [count - 2, "TI-04", 0]])
    assert "SB-04" not in shown(device), "its motion is not the newest one"
    play(device, LOG)
    rows = device.text()
    line = int(rows[0].split(" ")[-1])  # among those that stand
    assert rows[1].endswith(f"!{line - 1}")
    assert rows[2].endswith(f"?{line - 2}")
    play(device, "down a")
    text = shown(device)
    assert f"SB-04 {line - 1}" in text
    assert "One regular minion" in text
    play(device, "b")
    assert device.text() == rows, "back at the row"
    play(device, "down a")
    assert "clashbox rule TI-04" in shown(device), "its sentence did not come along"
    play(device, "a")
    assert "Mend" in device.text()[0]
    play(device, "b b b b")
    play(device, "hold:b hold:b hold:b")


def test_marks_outlive_a_power_cut(device: VirtualDevice) -> None:
    play(device, "a left")
    count = len(events(device))
    put(device, [[count, "SB-04", 1]])
    device.power_cut()
    device.boot()
    assert "SB-04" not in shown(device)
    play(device, LOG)
    assert device.text()[0].split(" ")[-1].startswith("!")
    play(device, "b b b")
    device.put("findings", b"")
    device.settle()
    play(device, LOG)
    assert device.text()[0].split(" ")[-1].isdigit()
    play(device, "b b b hold:b")


SPOILT = [
    b"[]",
    b"{",
    b"\xff\xfe",
    b"null",
    b'{"id": "GAME"}',
    b'{"id": "GAME", "events": "x", "first": 1, "found": [[1, "SB-04", 1]], "text": {}}',
    b'{"id": "GAME", "events": 1, "first": 1, "found": [[1, "SB-04"]], "text": {}}',
    b'{"id": "GAME", "events": 1, "first": 1, "found": [["1", "SB-04", 1]], "text": {}}',
    b'{"id": "GAME", "events": 1, "first": 1, "found": 7, "text": {}}',
    b'{"id": "GAME", "events": COUNT, "first": 1, "found": [[COUNT, "SB-04", 1]], "text": []}',
    b'{"id": "ffffffffffffffff", "events": COUNT, "first": 1, "found": [[COUNT, "SB-04", 1]], "text": {}}',
]


@pytest.mark.parametrize("data", SPOILT)
def test_a_list_that_makes_no_sense_is_passed_over(device: VirtualDevice, data: bytes) -> None:
    count = len(events(device))
    device.advance(3000)  # notices of other tests are over
    before = device.screen()
    game = live_game(device).encode()
    device.put("findings", data.replace(b"GAME", game).replace(b"COUNT", b"%d" % count))
    device.settle()
    assert device.screen() == before
    assert b"Traceback" not in device.log


def test_sentences_of_any_length_and_kind(device: VirtualDevice) -> None:
    play(device, "a left")
    count = len(events(device))
    for text in ("", "x" * 90, "a " * 45, " lead", "Ấn " * 20, 7):
        put(device, [[count, "SB-04", 1]], text={"SB-04": text})
        assert "SB-04!" in shown(device)
    assert b"Traceback" not in device.log
    play(device, "hold:b")


class Line:
    """The port, as a stranger's client has it."""

    def __init__(self, port: str):
        import serial

        self.serial = serial.serial_for_url(port, baudrate=115200, timeout=0.05)
        self.decoder = frames.Decoder(4096)

    def send(self, kind: int, number: int, body: object) -> None:
        self.serial.write(frames.encode(kind, number, json.dumps(body).encode()))

    def frames(self, tries: int) -> list[tuple[int, int, bytes]]:
        found: list[tuple[int, int, bytes]] = []
        for _ in range(tries):
            found += self.decoder.feed(self.serial.read(max(1, self.serial.in_waiting)))
            if found and found[-1][0] in (wire.END, wire.ERROR):
                break
        return found


@pytest.fixture
def line(device: VirtualDevice) -> Iterator[Line]:
    line = Line(device.port)
    yield line
    line.serial.close()


def asked(device: VirtualDevice, wait: int = 10_000) -> dict[str, object]:
    """A LIVE that knows everything there is."""
    row = json.loads(device.request(wire.GAMES, {"from": 0})[1])[-1]
    return {"id": row["id"], "from": row["events"] + 1, "crc": row["crc"], "size": 240, "wait": wait}


def test_news_come_with_the_key_and_not_before(device: VirtualDevice, line: Line) -> None:
    body = asked(device)
    line.send(wire.LIVE, 5, body)
    device.settle()
    assert line.frames(6) == []
    device.request(wire.HELLO)  # the page of a virtual device is another asker
    assert line.frames(6) == []
    play(device, "a left")
    found = line.frames(60)
    assert [(kind, number) for kind, number, _ in found] == [(wire.DATA, 5), (wire.END, 5)]
    told = json.loads(found[-1][2])
    assert (told["id"], told["language"], told["events"]) == (body["id"], "en", body["from"])
    play(device, "hold:b")


def test_an_answer_that_is_held_back_ends_with_its_time_or_another_request(
    device: VirtualDevice, line: Line
) -> None:
    body = asked(device, 3000)
    line.send(wire.LIVE, 6, body)
    device.advance(2500)
    assert line.frames(4) == []
    found = []
    for _ in range(4):  # its time began with the last byte, and when that came is the system's affair
        device.advance(1000)
        found = found or line.frames(20)
    ((kind, number, payload),) = found
    assert (kind, number, json.loads(payload)["pieces"]) == (wire.END, 6, 0)
    line.send(wire.LIVE, 7, body)
    device.settle()
    line.send(wire.HELLO, 8, {})
    assert [number for _, number, _ in line.frames(60)] == [8]
    play(device, "a left")
    assert line.frames(6) == [], "nobody waits any more"
    play(device, "hold:b")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"id": "f" * 16}, wire.END),
        ({"id": ""}, wire.END),
        ({"id": 7}, wire.END),
        ({"crc": 1, "from": 2}, "fork"),
        ({"from": "x"}, "request"),
        ({"from": 0}, "request"),
        ({"size": None}, "request"),
        ({"wait": "x"}, wire.END),
        ({"wait": -5}, wire.END),
    ],
)
def test_whatever_is_asked_is_answered_at_once(
    device: VirtualDevice, line: Line, change: dict[str, object], told: object
) -> None:
    line.send(wire.LIVE, 9, {**asked(device, 10_000), "from": 1, "crc": 0, **change})
    kind, number, payload = line.frames(60)[-1]
    assert number == 9
    assert (kind if kind == wire.END else json.loads(payload)["code"]) == told
