"""Lists of all games come in parts."""

import json

from clashbox.cli import games as command
from clashbox.db import listing

from tests.db import games


def test_a_long_list_is_one_table_however_many_parts_it_comes_in(history, run, monkeypatch):
    games.take(history, *(games.smashup(n) for n in range(4)), games.smashup(5, names=("An", "Wilhelmina")))
    whole = run("games", "--all")[1].rstrip()
    data = run("games", "--all", "--json")[1]
    assert len(json.loads(data)) == 5
    for part in (1, 2, 3):
        monkeypatch.setattr(f"{command.__name__}._TOGETHER", part)
        monkeypatch.setattr(f"{listing.__name__}._TOGETHER", part)
        found = run("games", "--all")[1].rstrip()
        assert [line.split() for line in found.splitlines()] == [line.split() for line in whole.splitlines()]
        assert run("games", "--all", "--json")[1] == data
