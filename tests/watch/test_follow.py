"""A watch over a pty: events as they happen, findings back, the cable pulled and back under another name."""

import threading

import pytest
from clashbox import i18n
from clashbox.db import store
from clashbox.db.models import Deleted
from clashbox.link import line as lines
from clashbox.link import ports
from clashbox.link.client import Client
from clashbox.sync import now_utc
from clashbox.trouble import Trouble
from clashbox.watching import rejoin
from clashbox.watching.follow import Watch
from clashbox.watching.report import Lines
from clashcore import wire

from tests.host.fake_device import noisy
from tests.host.syncing import held
from tests.watch.box import START, Box, Told, game, minion, undo, until, watching

A, B = "a0" * 8, "b1" * 8


@pytest.fixture
def told():
    return Told()


def at(monkeypatch, *places):
    """The ports that the system lists from now on."""
    found = [ports.Found(place, "", "10c4:ea60", fits=True) for place in places]
    monkeypatch.setattr(ports, "candidates", lambda: found)


def test_events_come_as_they_happen_once_each_and_in_order(database, told, quick):
    with Box([game(A)]) as box:
        with watching(box.port, database, told):
            until(lambda: told.of("game"))
            assert told.of("game")[0][2] == 2
            assert told.numbers() == [], "what was before is not told as news"
            for m in (3, 4, 5):
                box.games[0].add(minion(m))
                until(lambda m=m: m in told.numbers())
            until(lambda: box.games[0].safe == 5)
        assert told.numbers() == [3, 4, 5]
        assert held(database, A) == box.games[0].events


def test_a_burst_comes_whole(database, told, quick):
    with Box([game(A)]) as box:
        with watching(box.port, database, told):
            until(lambda: told.of("game"))
            for m in range(3, 403):
                box.games[0].add(minion(m))
            until(lambda: len(told.numbers()) == 400)
        assert told.numbers() == list(range(3, 403))
        assert held(database, A) == box.games[0].events


def test_findings_go_back_whole_and_go_with_an_undo(database, told, quick):
    with Box([game(A)], language="vi") as box:
        with watching(box.port, database, told):
            until(lambda: told.of("game"))
            box.games[0].add(minion(3))
            until(lambda: 3 in told.numbers())
            assert box.findings() is None
            box.games[0].add(minion(4))
            sent = until(box.findings)
            assert (sent["id"], sent["events"], sent["first"]) == (A, 4, 4)
            assert sent["found"] == [[4, "SB-04", 0]]
            box.games[0].add(undo(5))
            until(lambda: box.findings() is None)
            assert [one.rule for (one,) in told.of("gone")] == ["SB-04"]
        assert [one.rule for (one,) in told.of("found")] == ["SB-04"]
        kinds = [line[0] for line in told.lines]
        assert kinds.index("found") > kinds.index("event")


def test_the_box_changes_its_language(database, told, quick):
    both = [*START, minion(3), minion(4)]
    with Box([game(A, both)], language="en") as box, watching(box.port, database, told):
        english = until(box.findings)["text"]
        box.language = "vi"
        until(lambda: box.findings()["text"] != english)


def test_the_same_list_is_not_sent_again(database, told, quick):
    with Box([game(A, [*START, minion(3), minion(4)])]) as box:
        with watching(box.port, database, told):
            until(box.findings)
            box.games[0].add({"ev": "power", "p": 1, "b": 1, "n": 1, "t": 7000, "m": 6})
            until(lambda: 5 in told.numbers())
            until(lambda: box.games[0].safe == 5)
        puts = [body for kind, body in box.requests if kind == wire.PUT and body["name"] == "findings"]
        assert len({body["crc"] for body in puts}) == 1
        assert box.findings()["events"] == 4


def test_the_cable_is_pulled_and_back_under_another_name(database, told, quick, monkeypatch):
    first = Box([game(A)])
    with first, watching(first.port, database, told):
        until(lambda: told.of("game"))
        at(monkeypatch)
        first.cut()
        until(lambda: told.of("away"))
        # The box goes on alone; then it is there again, and so is another one.
        with Box([game(A, [*START, minion(3), minion(4)])]) as again, Box([], device="f" * 16) as other:
            at(monkeypatch, other.port, again.port)
            until(lambda: told.of("back"))
            assert told.of("back") == [(again.port,)]
            until(lambda: told.numbers() == [3, 4])
            until(again.findings)
            again.games[0].add(minion(5))
            until(lambda: 5 in told.numbers())
            assert len(told.of("away")) == len(told.of("game")) == 1
            until(lambda: held(database, A) == again.games[0].events)


def test_another_box_is_left_alone_once_it_has_said_who_it_is(quick, monkeypatch):
    stop = threading.Event()
    with Box([], device="f" * 16) as other:
        at(monkeypatch, other.port)
        thread = threading.Thread(target=rejoin.rejoin, args=("0" * 16, "/dev/none", stop), daemon=True)
        thread.start()
        until(lambda: other.requests)
        # So many further looks: the list is asked again and again, the port is not opened.
        looks = []
        listed = ports.candidates()
        monkeypatch.setattr(ports, "candidates", lambda: (looks.append(1), listed)[1])
        until(lambda: len(looks) > 5)
        stop.set()
        thread.join(10)
        assert not thread.is_alive()
        assert [kind for kind, _ in other.requests] == [wire.HELLO]


def test_a_lost_answer_is_asked_for_anew(database, told, quick):
    with Box([game(A)]) as box:
        with watching(box.port, database, told):
            until(lambda: told.of("game"))
            box.swallowed = 3
            box.games[0].add(minion(3))
            until(lambda: told.numbers() == [3])
        assert told.of("away") == []


def test_another_game_begins(database, told, quick):
    with Box([game(A)]) as box:
        with watching(box.port, database, told):
            until(lambda: told.of("game"))
            box.games[0].add(minion(3))
            box.games[0].live = False
            box.games.append(game(B))
            until(lambda: len(told.of("game")) == 2)
            box.games[1].add(minion(3))
            until(lambda: told.numbers()[-1:] == [3])
        assert [line[0] for line in told.of("game")] == [A, B]
        assert held(database, A) == box.games[0].events, "the last event of the old one came too"
        assert held(database, B) == box.games[1].events


def test_no_game_and_then_one(database, told, quick):
    with Box() as box:
        with watching(box.port, database, told):
            until(lambda: told.of("nothing"))
            box.games.append(game(A))
            until(lambda: told.of("game"))
        assert len(told.of("nothing")) == 1


def test_a_game_whose_beginning_is_another_forks(database, told, quick):
    with Box([game(A, [*START, minion(3)])]) as box, watching(box.port, database, told):
        until(lambda: told.of("game"))
        other = game(A, [START[0], {**START[1], "breakpoint": 12}, minion(3), minion(4)])
        box.games[0] = other
        until(lambda: len(told.of("game")) == 2)
        fork = told.of("game")[1][0]
        assert fork != A
        assert held(database, fork) == other.events
        assert held(database, A)[1]["breakpoint"] == 20
        other.add(minion(5))
        until(lambda: 5 in told.numbers())
        assert len(held(database, A)) == 3


def test_another_sync_was_quicker(database, told, quick):
    with Box([game(A)]) as box, watching(box.port, database, told):
        until(lambda: told.of("game"))
        event = minion(3)
        record = game(A, [*START, event]).records[-1]
        with database.write() as session:
            row = store.forks(session, A)[0]
            crc = game(A, [*START, event]).crc(3)
            store.append(session, row, [store.Record(3, record)], crc, event["t"], 3, row.synced)
        box.games[0].add(event)
        until(lambda: told.numbers() == [3])
        box.games[0].add(minion(4))
        until(lambda: told.numbers() == [3, 4])
        until(lambda: held(database, A) == box.games[0].events)


def test_a_game_that_was_deleted_here_is_not_looked_at(database, told, quick):
    with database.write() as session:
        session.add(Deleted(source=A, at=now_utc()))
    with Box([game(A)]) as box:
        with watching(box.port, database, told):
            until(lambda: told.of("trouble"))
            box.games[0].add(minion(3))
            box.games[0].live = False
            box.games.append(game(B))
            until(lambda: told.of("game"))
        assert [line[0] for line in told.of("game")] == [B]
        assert told.numbers() == []


def test_an_older_box_says_what_to_do(database, told, quick):
    with Box([game(A)], old=True) as box:
        client = Client(lines.Line(box.port))
        client.hello()
        with pytest.raises(Trouble) as raised:
            Watch(database, told).run(client)
    assert raised.value.key == "watch.older"


def test_a_second_watch_is_refused(database, told, quick):
    with Box([game(A)]) as box, watching(box.port, database, told):
        until(lambda: told.of("game"))
        with pytest.raises(lines.LineTrouble) as raised:
            lines.Line(box.port)
        assert raised.value.kind == "busy"


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "en",
            [
                "An – Bình; events so far: 2",
                "Turn of Bình",
                "warning: ",
                "event 4: put right",
                "The box is gone",
            ],
        ),
        (
            "vi",
            ["An – Bình; đã có 2 sự kiện", "Lượt của Bình", "cảnh báo: ", "sự kiện 4: đã sửa", "Mất kết nối"],
        ),
    ],
)
def test_lines_for_people(database, quick, capsys, monkeypatch, language, wanted):
    i18n.set_language(language)
    said = []

    def says(text):
        said.append(capsys.readouterr().out)
        return text in "".join(said)

    with Box([game(A)]) as box, watching(box.port, database, Lines()):
        until(lambda: says(wanted[0]))
        for event in (minion(3), minion(4)):
            box.games[0].add(event)
        until(lambda: says(wanted[2]))
        box.games[0].add(undo(5))
        until(lambda: says(wanted[3]))
        box.games[0].add({"ev": "turn", "p": 2, "t": 125_000, "m": 6})
        until(lambda: says(wanted[1]))
        at(monkeypatch)
        box.cut()
        until(lambda: says(wanted[4]))
    lines = "".join(said).splitlines()
    assert [line for line in lines if wanted[1] in line] == [f"    6    2:05  {wanted[1]}"]
    assert sum("SB-04" in line for line in lines) == 2
    assert sum(wanted[4] in line for line in lines) == 1


def test_a_bad_line_loses_and_doubles_nothing(database, told, quick):
    with Box([game(A)]) as box:
        with watching(box.port, database, told):
            until(lambda: told.of("game"))
            box.spoil, box.spoil_in = noisy(0.004, 1), noisy(0.004, 2)
            for m in range(3, 23):
                box.games[0].add(minion(m))
                until(lambda m=m: m in told.numbers(), 30)
            assert until(box.findings, 30)["found"]
        assert told.numbers() == list(range(3, 23))
        assert told.of("away") == []
        assert held(database, A) == box.games[0].events
