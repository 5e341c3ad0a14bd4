"""Names that nothing has: the answer says where the names stand, and they do."""

import pytest
from clashbox.__main__ import run


@pytest.mark.parametrize(
    "words",
    [
        ["cards", "--type", "zzzz"],
        ["cards", "--set", "zzzz"],
        ["cards", "--faction", "zzzz"],
        ["can-target", "zzzzzzzz", "titan"],
        ["duel", "--challenger", "3", "--challenged", "3", "--card", "zzzz"],
        ["clash", "--at", "3", "--arrives", "3", "--base", "zzzz"],
        ["clash", "--at", "3", "--arrives", "3", "--defender", "zzzz"],
        ["score", "--base", "tsars", "--power", "12 9", "--monsters", "zzzz"],
    ],
)
def test_the_list_that_an_unknown_name_is_referred_to_is_there(words, capsys):
    assert run([*words, "--lang", "en"]) == 2
    listing = capsys.readouterr().err.partition("list them: clashbox ")[2].split()
    assert listing
    assert run(listing) == 0
    assert capsys.readouterr().out.strip()
