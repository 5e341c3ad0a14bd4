"""A watch all evening long in a board's heap: what answers it makes room whenever a screen wants it."""

import pytest
from clashbox.db.engine import Database
from clashbox.virtual import VirtualDevice
from clashbox.watching.findings import judge

from tests.device.hands import events, live_game, play, settle_in
from tests.host.syncing import held
from tests.watch.box import Told, until, watching
from tests.whole.test_heap import HEAP, NAMES, SCORE, START, TITANS, motions, to_the_table


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
