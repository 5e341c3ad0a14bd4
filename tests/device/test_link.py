"""The device's end of the link, asked over a port with pySerial, as a stranger's client would ask."""

import json
import zlib
from collections.abc import Iterator

import pytest
import serial
from clashbox.virtual import VirtualDevice
from clashcore import frames, wire

from tests.device.hands import events, play, settle_in


class Client:
    """Sends one request, gathers the answer; keeps nothing else."""

    def __init__(self, port: str):
        self.serial = serial.serial_for_url(port, baudrate=115200, timeout=0.2)
        self.decoder = frames.Decoder(4096)
        self.number = 0

    def ask(self, kind: int, body: object, raw: bytes | None = None) -> tuple[list[bytes], int, dict]:
        self.number += 1
        data = body.pop("data", b"") if isinstance(body, dict) else b""
        payload = json.dumps(body).encode() + data if raw is None else raw
        self.serial.write(frames.encode(kind, self.number, payload))
        pieces: list[bytes] = []
        for _ in range(100):
            for got, number, answer in self.decoder.feed(self.serial.read(max(1, self.serial.in_waiting))):
                assert number == self.number
                if got != wire.DATA:
                    return pieces, got, json.loads(answer)
                assert len(answer) <= wire.DATA_PAYLOAD
                assert answer[0] | answer[1] << 8 == len(pieces)
                pieces.append(bytes(answer[2:]))
        raise AssertionError("no answer")

    def end(self, kind: int, body: object) -> dict:
        pieces, got, answer = self.ask(kind, body)
        assert got == wire.END, answer
        assert answer.get("pieces", 0) == len(pieces)
        return answer

    def refused(self, kind: int, body: object, raw: bytes | None = None) -> str:
        pieces, got, answer = self.ask(kind, body, raw)
        assert (pieces, got) == ([], wire.ERROR)
        assert answer["code"] in wire.ERRORS
        return answer["code"]

    def put(self, name: str, data: bytes, at: int, step: int, crc: int | None = None) -> dict:
        """The body of a PUT, with the bytes that follow it as `data`."""
        crc = zlib.crc32(data) if crc is None else crc
        return {"name": name, "total": len(data), "crc": crc, "at": at, "data": data[at : at + step]}


@pytest.fixture(scope="module")
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as device:
        settle_in(device, ["An", "Bình"])
        play(device, "a a a up up a up")  # a new game of two, a base of some breakpoint
        yield device


@pytest.fixture(scope="module")
def client(device: VirtualDevice) -> Iterator[Client]:
    client = Client(device.port)
    yield client
    client.serial.close()


def test_hello_says_who_it_is(client: Client) -> None:
    told = client.end(wire.HELLO, {})
    assert told["name"] == "clashbox" and told["protocol"] == wire.PROTOCOL
    assert len(told["device"]) == 16 and len(told["live"]) == 16
    assert told["language"] == "en" and told["games"] == 1 and told["frame"] == wire.DATA_PAYLOAD
    assert told["free"] > 100_000
    assert told == client.end(wire.HELLO, {}) | {"heap": told["heap"]}, "and again the same"


def test_games_header_and_events_agree(device: VirtualDevice, client: Client) -> None:
    pieces, _, _ = client.ask(wire.GAMES, {"from": 0})
    (game,) = json.loads(b"".join(pieces))
    assert game["live"] and game["game"] == "smashup" and game["safe"] == 0
    header = json.loads(b"".join(client.ask(wire.HEADER, {"id": game["id"]})[0]))
    assert header["id"] == game["id"] and [p["name"] for p in header["players"]] == ["An", "Bình"]
    assert len(events(device)) == game["events"] > 1
    told = client.end(wire.EVENTS, {"id": game["id"], "from": 1, "crc": 0, "size": 240, "count": 1000})
    assert (told["next"], told["events"], told["crc"]) == (game["events"] + 1, game["events"], game["crc"])
    # The same in the smallest pieces, one event at a time, from wherever the last answer ended.
    number, crc = 1, 0
    while number <= game["events"]:
        told = client.end(wire.EVENTS, {"id": game["id"], "from": number, "crc": crc, "size": 40, "count": 1})
        assert told["next"] == number + 1
        number, crc = told["next"], told["crc"]
    assert crc == game["crc"]


def test_a_history_that_does_not_fit_is_a_fork(client: Client) -> None:
    game = client.end(wire.HELLO, {})["live"]
    assert client.refused(wire.EVENTS, {"id": game, "from": 2, "crc": 1, "size": 240, "count": 9}) == "fork"
    assert client.refused(wire.EVENTS, {"id": game, "from": 999, "crc": 0, "size": 240, "count": 9}) == "fork"


def test_what_the_host_holds_is_noted(client: Client) -> None:
    game = client.end(wire.HELLO, {})["live"]
    client.end(wire.SAFE, {"id": game, "events": 2})
    assert json.loads(b"".join(client.ask(wire.GAMES, {})[0]))[0]["safe"] == 2
    client.end(wire.SAFE, {"id": game, "events": 99999})
    listed = json.loads(b"".join(client.ask(wire.GAMES, {})[0]))[0]
    assert listed["safe"] == listed["events"]


@pytest.mark.parametrize(
    ("kind", "body", "raw"),
    [
        (wire.HELLO, {}, b""),
        (wire.HELLO, {}, b"\xff\xfe{"),
        (wire.HELLO, [], None),
        (0x77, {}, None),
        (wire.HEADER, {}, None),
        (wire.EVENTS, {"id": 5}, None),
        (wire.EVENTS, {"id": "live", "from": "x", "crc": 0, "size": 1, "count": 1}, None),
        (wire.SAFE, {"id": "live", "events": -1}, None),
        (wire.PUT, {"name": "settings"}, None),
        (wire.PUT, {"name": "settings", "total": -9, "crc": 1, "at": 0}, None),
        (wire.GAMES, {"from": True}, None),
    ],
)
def test_requests_that_make_no_sense_get_one_clear_answer(client: Client, kind: int, body, raw) -> None:
    if isinstance(body, dict) and body.get("id") == "live":
        body = body | {"id": client.end(wire.HELLO, {})["live"]}
    assert client.refused(kind, body, raw) in ("request", "id")


@pytest.mark.parametrize("game", ["", "0" * 16, "../../main.py", "ABCDEF0123456789", None, 7])
def test_a_game_that_is_not_there(client: Client, game) -> None:
    assert client.refused(wire.HEADER, {"id": game}) == "id"
    assert client.refused(wire.SAFE, {"id": game, "events": 1}) == "id"


def test_settings_and_names_arrive_in_steps_and_can_be_repeated(
    device: VirtualDevice, client: Client
) -> None:
    names = json.dumps(["Nguyễn Thị Ánh", "Bình", "\x00\x07", 5, "x" * 99], ensure_ascii=False).encode()
    at = 0
    while at < len(names):
        told = client.end(wire.PUT, client.put("names", names, at, 40))
        if at == 40:  # the answer got lost: the same step once more
            assert client.end(wire.PUT, client.put("names", names, at, 40)) == told
        assert told["have"] == min(at + 40, len(names))
        at = told["have"]
    assert (
        client.end(wire.PUT, client.put("settings", b'{"language": "vi", "contrast": 77}', 0, 90))["have"]
        == 34
    )
    device.settle()
    assert client.end(wire.HELLO, {})["language"] == "vi"
    client.end(wire.PUT, client.put("settings", b'{"language": "en", "no such": [1]}', 0, 90))
    assert client.end(wire.HELLO, {})["language"] == "en"


def test_a_file_that_is_damaged_unknown_or_too_large_is_refused(client: Client) -> None:
    assert client.refused(wire.PUT, client.put("main.py", b"x", 0, 9)) == "name"
    assert client.refused(wire.PUT, client.put("settings", b"x" * 600, 0, 9)) == "full"
    assert client.refused(wire.PUT, client.put("settings", b"{}", 0, 9, crc=5)) == "crc"
    assert client.refused(wire.PUT, client.put("settings", b"[]", 0, 9)) == "request"
    assert client.end(wire.HELLO, {})["language"] == "en"


def test_a_pack_is_switched_over_as_a_whole(client: Client) -> None:
    pack = bytes(range(256)) * 2
    assert client.end(wire.HELLO, {})["pack"] == 0
    at = 0
    while at < len(pack):
        assert client.end(wire.HELLO, {})["pack"] == 0
        at = client.end(wire.PUT, client.put("pack", pack, at, 90))["have"]
    assert client.end(wire.HELLO, {})["pack"] == zlib.crc32(pack)


def test_the_screen_is_what_the_panel_shows(device: VirtualDevice, client: Client) -> None:
    device.settle()
    pieces, _, _ = client.ask(wire.SCREEN, {})
    picture = b"".join(pieces)
    shown = device.screen()
    assert len(picture) == 1024
    for y in range(64):
        for x in range(128):
            assert (picture[y // 8 * 128 + x] >> y % 8 & 1) == (shown[y][x] == "#")


def test_noise_is_passed_over_and_counted(client: Client) -> None:
    before = client.end(wire.STATUS, {})
    client.serial.write(
        b"hello? \x00\x00 \xff\xfe\x00 garbage \x00" + frames.encode(wire.HELLO, 9, b"{}")[:-6] + b"\x00"
    )
    after = client.end(wire.STATUS, {})
    assert after["bad"] > before["bad"]
    assert after["display"] is True and after["uptime"] >= before["uptime"]


def test_ctrl_c_leaves_everything_saved_and_the_prompt_free(device: VirtualDevice, client: Client) -> None:
    before = events(device)
    client.serial.write(b"\r\x03")
    heard = b""
    for _ in range(20):
        heard += client.serial.read(100)
        if b">>> " in heard:
            break
    assert b"all saved" in heard and b"Traceback" not in heard
    client.serial.write(b"\x04")  # soft reset: the program starts again
    while b"soft reboot" not in heard:
        heard = heard[-20:] + client.serial.read(100)
    device.settle()
    assert client.end(wire.HELLO, {})["games"] == 1
    assert events(device) == before
