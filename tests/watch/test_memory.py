"""A watch all evening long in a board's heap: what answers it makes room whenever a screen wants it."""

import re
import shutil
from pathlib import Path

import pytest
from clashbox import firmware
from clashbox.db.engine import Database
from clashbox.virtual import VirtualDevice
from clashbox.watching.findings import judge

from tests.device.hands import events, live_game, play, settle_in
from tests.host.syncing import held
from tests.watch.box import Told, until, watching
from tests.whole.test_heap import HEAP, NAMES, SCORE, START, TITANS, motions, to_the_table

# Starts the firmware; wants all room in the middle of an answer, then takes the game from flash where memory
# fails the first time.
BUSY = """
import sys
frame = bytearray(1025)
from clashdevice import app


class Busy(app.App):
    def run(self):
        link = self.link
        server = link._server = link._serve()
        server.job = iter((1, 2, 3))
        print("=", link.busy, "clashdevice.serve" in sys.modules)
        server = None
        self.all_room()
        print("=", link.busy, "clashdevice.serve" in sys.modules)
        if self.game is not None:
            kind = type(self.game)
            take = kind.take

            def short(session, snapshot):
                kind.take = take
                raise MemoryError

            kind.take = short
            count = self.game.timeline.count
            self.recover(self.game)
            print("=", kind.take is take, self.game.timeline.count == count)
        super().run()


app.App = Busy
app.main(frame)
"""


def test_a_key_that_needs_all_room_does_not_wait_for_an_answer_to_end(tmp_path: Path) -> None:
    shutil.copytree(firmware.directory(), tmp_path / "firmware")
    (tmp_path / "firmware" / "main.py").write_text(BUSY, encoding="utf-8")
    with VirtualDevice(bounce=False, firmware=tmp_path / "firmware") as device:
        said = [(b"True", b"True"), (b"False", b"False")]
        assert re.findall(rb"= (\w+) (\w+)", device.log) == said
        play(device, "a a a up a up up a")
        before = events(device)
        device.reset()
        # A game that finds no memory when it is taken from flash is taken once more.
        assert re.findall(rb"= (\w+) (\w+)", device.log) == [*said, *said, (b"True", b"True")]
        assert events(device) == before
        assert len(before) > 1


@pytest.mark.soak
def test_a_game_of_four_is_looked_at_in_the_heap_of_a_board(database: Database, quick: None) -> None:
    told = Told()
    with VirtualDevice(language="vi", bounce=False, heap=HEAP) as device:
        settle_in(device, NAMES)
        play(device, START)
        with watching(device.port, database, told):
            until(lambda: told.of("game"))
            first = len(events(device))
            for script in (*TITANS, *motions(60)):
                play(device, script)
                to_the_table(device)
                if "OK" in device.text()[0]:
                    play(device, SCORE)
                    to_the_table(device)
            found = events(device)
            until(lambda: told.numbers()[-1:] == [len(found)])
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")
        assert told.numbers() == list(range(first + 1, len(found) + 1))
        assert held(database, live_game(device)) == found
        assert told.of("away") == []
        header = told.of("game")[0][1]
        standing = {(one.number, one.rule) for one in judge(header, found, "en").found}
        assert {(one.number, one.rule) for (one,) in told.of("found")} >= standing
