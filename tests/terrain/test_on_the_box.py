"""A terrain of one's own on the box: sent, listed, played, fetched, refereed; and nothing spoilt harms it."""

import contextlib
import json
import random
import zlib
from pathlib import Path

import pytest
from clashbox.cards import Facts
from clashbox.cards.forms import as_object, compact, from_compact
from clashbox.virtual import VirtualDevice
from clashcore import wire
from clashcore.board import OWN_BYTES, OWN_MOST

from tests.device.board_hands import Hands
from tests.device.hands import bare, events, live_game, play
from tests.micropython import run as run_micropython
from tests.terrain.boards import YARD, as_json, clashbox, judged, written

SCRIPT = Path(__file__).parents[1] / "device" / "flash_script.py"
OWN = as_object(judged(YARD)[0])
LIST = "a up a a"  # a new game, Toy Battle, these two, the list of terrains
KNOWN = len(Facts().slugs("terrain"))


def listed(device):
    """Opens the list, goes up round its end; the screen."""
    device.settle()
    play(device, LIST + " up")
    device.settle()
    return device.text()


def header(device):
    return json.loads(device.request(wire.HEADER, {"id": live_game(device)})[1])


def exported(tmp_path, monkeypatch, device):
    """Syncs, exports the one game, checks it: its header, its events, the verdict."""
    monkeypatch.setenv("CLASHBOX_DATABASE", str(tmp_path / "history.db"))
    status, _, error = clashbox("sync", "--port", device.port, "--json")
    assert (status, error) == (0, "")
    [row] = as_json(clashbox("games", "--json")[1])
    assert clashbox("show", row["id"])[0] == 0
    game = tmp_path / "game.jsonl"
    assert clashbox("export", row["id"], "-o", game)[0] == 0
    head, *rest = [json.loads(line) for line in game.read_text("utf-8").splitlines()]
    return head, rest, as_json(clashbox("check", game, "--json")[1])


@pytest.fixture
def box():
    """A box with the heap of a board, on which the laptop has put the yard and a second terrain."""
    with VirtualDevice(language="en", bounce=False, heap="160k") as device:
        device.settle()
        yield device
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")


def send(device, folder, text=YARD):
    status, out, error = clashbox("terrain", "send", written(folder, text), "--port", device.port)
    assert (status, error) == (0, "")
    device.settle()
    return out


def test_a_medal_race_on_ones_own_terrain(box, tmp_path, monkeypatch):
    assert send(box, tmp_path) == "on the box now, after the terrains of its own: Sân sau\n"
    text = listed(box)
    assert text[0].endswith(f"{KNOWN + 1}/{KNOWN + 1}")
    assert any(line.startswith("S") and line.endswith("sau 2") for line in text), text
    play(box, "a")
    box.settle()
    assert any("sau" in line and "2" in line for line in box.text()[:2]), box.text()
    play(box, "a left")  # one medal of player 1
    play(box, "right a left left a left")  # one of player 2, another of player 1: the objective is 2
    box.settle()
    assert isinstance(header(box)["terrain"], str)
    head, rest, verdict = exported(tmp_path, monkeypatch, box)
    assert head["terrain"] == OWN
    assert [bare(event) for event in rest] == [{"ev": "medal", "p": p, "n": 1} for p in (1, 2, 1)]
    assert verdict["findings"] == []
    assert (verdict["state"]["goal"], verdict["state"]["medals"]) == (2, [2, 1])
    assert (verdict["state"]["over"], verdict["state"]["winner"]) == (True, [1])
    # The plug is pulled: game and terrain are there again, and the same sync brings nothing new.
    before = events(box)
    box.power_cut()
    box.boot()
    assert events(box) == before
    assert as_json(clashbox("sync", "--port", box.port, "--json")[1])["events"] == 0
    assert as_json(clashbox("games", "--json")[1])[0]["events"] == len(before)


def test_a_game_on_the_board_of_ones_own_terrain(box, tmp_path, monkeypatch):
    send(box, tmp_path)
    listed(box)
    play(box, "right")
    hands = Hands(box, compact(OWN))
    hand = random.Random(5)
    steps = 0
    while steps < 60 and hands.step(hand):
        steps += 1
    assert [bare(event) for event in events(box)] == hands.recorded
    assert len(hands.recorded) > 8
    head, rest, verdict = exported(tmp_path, monkeypatch, box)
    assert head["terrain"] == OWN
    assert [bare(event) for event in rest] == hands.recorded
    assert verdict["findings"] == []
    assert verdict["state"]["medals"] == hands.state.medals


def test_what_is_sent_replaces_what_was_there_and_all_can_go(box, tmp_path):
    send(box, tmp_path)
    text = YARD.replace("T yard 2", "T other 2").replace("N Sân sau\n", "")
    assert "Other" in send(box, tmp_path, text)
    assert any("Other" in line for line in listed(box))
    assert not any("sau" in line for line in box.text())
    play(box, "b b b")
    status, out, _ = clashbox("terrain", "send", "--clear", "--port", box.port)
    assert (status, out) == (0, "no terrains of your own are on the box any more\n")
    assert listed(box)[0].endswith(f"{KNOWN}/{KNOWN}")


def many(number):
    return "".join(
        YARD.replace("T yard", f"T yard-{n}").replace("Sân sau", f"Sân {n}") for n in range(number)
    )


def test_as_many_as_a_box_holds_and_no_more(box, tmp_path):
    send(box, tmp_path, many(OWN_MOST))
    assert listed(box)[0].endswith(f"{KNOWN + OWN_MOST}/{KNOWN + OWN_MOST}")
    status, out, error = clashbox(
        "terrain", "send", written(tmp_path, many(OWN_MOST + 1)), "--port", box.port
    )
    assert (status, out) == (2, "")
    assert f"{OWN_MOST + 1} terrains; a box holds at most {OWN_MOST}" in error


def test_what_is_too_large_broken_or_unnamed_is_not_sent(tmp_path):
    paths = " ".join(f"{n}-{n + 1}" for n in range(1, 97))
    places = "X " + " ".join(f"{n % 10 * 10},{n // 10 * 10}" for n in range(99))
    large = f"T large 1 97\nH R B\n{places}\nP {paths} 97-R 1-B\nZ 1:1,2,3\n"
    for text, what in (
        (large.replace("Z 1:1,2,3\n", ""), f"a box holds at most {OWN_BYTES} of each"),
        (YARD.replace("S recall", "S fly"), ":6: fly is no kind of special base"),
    ):
        status, out, error = clashbox("terrain", "send", written(tmp_path, text), "--port", "/dev/none")
        assert (status, out) == (2, "")
        assert what in error
    twice = written(tmp_path, YARD)
    assert "a second terrain yard" in clashbox("terrain", "send", twice, twice, "--port", "/dev/none")[2]
    assert clashbox("terrain", "send", "--port", "/dev/none")[0] == 2
    assert clashbox("terrain", "send", twice, "--clear", "--port", "/dev/none")[0] == 2


LINE = compact(OWN)


def sealed(*lines):
    """The file as the laptop sends it, whatever the lines say."""
    return b"".join(b"%s;#%08x\n" % (line, zlib.crc32(line)) for line in lines)


YARD_LINE = LINE.encode()
GOOD = sealed(YARD_LINE)
SPOILT = [
    b"\xff\xfe\x00",
    b"\n\n\n",
    bytes(range(256)) * 4,
    YARD_LINE + b"\n",
    GOOD.replace(b"P 1-2", b"P 1-4"),
    GOOD[:-1],
    GOOD[:200],
    GOOD + b"x" * 300 + b"\n",
    sealed(b"no terrain at all"),
    sealed(b"T yard 2 5"),
    sealed(b"\xff\xfe;" + YARD_LINE),
    sealed(YARD_LINE.replace(b"P 1-2", b"P 1-9")),
    sealed(YARD_LINE.replace(b"T yard 2 5", b"T yard 2 99999999")),
    sealed(YARD_LINE.replace(b"T yard 2 5", b"T yard -1 5")),
    sealed(YARD_LINE.replace(b"T yard 2 5", b"T")),
    sealed(YARD_LINE.replace(b"H R B", b"H R")),
    sealed(YARD_LINE.replace(b"X ", b"X 1000,3 ")),
    sealed(YARD_LINE.replace(b"X ", b"X a,b ")),
    sealed(YARD_LINE.replace(b"S recall", b"S fly")),
    sealed(YARD_LINE.replace(b"1:1,2,3", b"1:R,2,3")),
    sealed(YARD_LINE + b";N " + b"n" * 1000),
    sealed(*[YARD_LINE] * (OWN_MOST + 1)),
]


def test_whatever_a_host_sends_the_good_ones_stay_and_the_list_works(box, tmp_path):
    send(box, tmp_path)
    for data in SPOILT:
        with contextlib.suppress(Exception):
            box.put("terrains", data)
        box.settle()
        assert b"Traceback" not in box.log
    with pytest.raises(Exception, match="full"):
        box.put("terrains", b"x" * (OWN_MOST * OWN_BYTES + 1))
    text = listed(box)
    assert text[0].endswith(f"{KNOWN + 1}/{KNOWN + 1}")
    play(box, "a")
    box.settle()
    assert header(box)["terrain"] == LINE


@pytest.mark.parametrize("how", ["cut", "bits", "long", "empty", "null", "folder", "deep"])
def test_a_spoilt_file_on_flash_spoils_no_evening(tmp_path, how):
    image = tmp_path / "flash.img"
    with VirtualDevice(storage=image, language="en", bounce=False) as device:
        device.put("terrains", GOOD)
        device.settle()
    run_micropython(SCRIPT, str(image), "damage", "/save/terrains", how)
    with VirtualDevice(storage=image, language="en", bounce=False) as device:
        text = listed(device)
        assert f"/{KNOWN}" in text[0]
        play(device, "a")
        device.settle()
        assert live_game(device)
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")


def test_a_plug_pulled_while_terrains_come_leaves_the_old_or_the_new_ones(tmp_path):
    image = tmp_path / "flash.img"
    with VirtualDevice(storage=image, language="en", bounce=False) as device:
        device.put("terrains", GOOD)
        device.power_cut()
        device.boot()
        assert listed(device)[0].endswith(f"{KNOWN + 1}/{KNOWN + 1}")


def test_the_object_that_a_line_stands_for_is_always_the_same():
    assert from_compact(LINE) == OWN
    assert compact(from_compact(LINE)) == LINE
