"""Lists of all games come in parts."""

import json

import pytest
from clashbox import i18n
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


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize(
    "command", [["show", ""], ["void", " "], ["rename", "\u200b", "x"], ["merge", "", "x"]]
)
def test_an_empty_name_of_a_game_or_a_person_is_said_to_be_missing(history, run, command, lang):
    status, out, error = run(*command, lang=lang)
    assert (status, out) == (1, "")
    key = "game.unnamed" if command[0] in ("show", "void") else "player.unnamed"
    assert i18n.t(key, lang=lang) in error
