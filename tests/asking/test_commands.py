"""The quick questions as a friend at the table types them: answers, both languages, JSON, one-line errors."""

import json
import shlex
import subprocess
import sys

import pytest
from clashbox import i18n
from clashbox.__main__ import run
from clashbox.cards import Facts, search
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.examples import examples

COMMANDS = ("clash", "score", "duel", "loot", "cards", "can-target")


@pytest.fixture(autouse=True)
def english():
    yield
    i18n.set_language(None)


@pytest.fixture
def ask(capsys):
    """Runs a command line: (status, standard output, standard error)."""

    def asked(*words, lang="en"):
        status = run([*words, "--lang", lang])
        out, error = capsys.readouterr()
        assert "Traceback" not in error
        if status in (1, 2):
            assert error.count("\n") == 1 or "--json" in words, error
        return status, out, error

    return asked


def answer(ask, *words):
    status, out, error = ask(*words, "--json")
    assert (status, error) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


# -- clash --


def test_a_clash(ask):
    found = answer(ask, "clash", "--at", "12+2", "--arrives", "13")
    assert (found["at"]["power"], found["arrives"]["power"]) == (14, 13)
    assert (found["clash"], found["leaves"], found["tie"], found["rule"]) == (True, "arrives", False, "TI-13")
    assert answer(ask, "clash", "--at", "12", "--arrives", "13")["leaves"] == "at"
    tie = answer(ask, "clash", "--at", "14", "--arrives", "12 + 2")
    assert (tie["tie"], tie["leaves"]) == (True, "arrives")
    assert answer(ask, "clash", "--at", "-4", "--arrives", "0")["at"]["power"] == 0
    island = answer(ask, "clash", "--at", "1", "--arrives", "13", "--base", "kaju iland")
    assert (island["base"], island["clash"], island["leaves"], island["rule"]) == (
        "kaiju-island",
        False,
        None,
        "TI-14",
    )


def test_a_clash_is_told_with_its_numbers(ask):
    status, out, _ = ask("clash", "--at", "12+2", "--arrives", "13")
    assert status == 0
    assert "13 is less than the defender's 14 (TI-13)" in out
    assert "12 + 2 = 14" in out
    assert "va chạm" in ask("clash", "--at", "1", "--arrives", "2", "--base", "kaiju-island", lang="vi")[1]
    assert "hòa" in ask("clash", "--at", "2", "--arrives", "2", lang="vi")[1]
    told = ask("clash", "--at", "9", "--arrives", "8", "--defender", "gorgodzila", "--newcomer", "megabto")[1]
    assert "Megabot leaves play" in told
    assert "gives power of its own" in told, "Megabot's own power may have been forgotten"


def test_quotes_may_be_left_out(ask):
    with_quotes = answer(
        ask, "score", "--base", "jungle oasis", "--power", "12 9 9 0", "--minions", "3 2 2 0"
    )
    assert (
        answer(
            ask,
            "score",
            "--base",
            "jungle",
            "oasis",
            "--power",
            "12",
            "9",
            "9",
            "0",
            "--minions",
            "3",
            "2",
            "2",
            "0",
        )
        == with_quotes
    )
    assert answer(ask, "clash", "--at", "12", "-", "2", "--arrives=9", "+", "1")["tie"]
    assert answer(ask, "clash", "--at", "-2", "--arrives", "-3", "+", "5")["leaves"] == "at"


# -- score and loot --


def test_a_score(ask):
    found = answer(
        ask, "score", "--vp", "4,2,1", "--breakpoint", "20", "--power", "12 9 9 0", "--minions", "3 2 2 0"
    )
    assert [seat["place"] for seat in found["players"]] == [1, 2, 2, None]
    assert [seat["vp"] for seat in found["players"]] == [4, 2, 2, 0]
    assert [seat["eligible"] for seat in found["players"]] == [True, True, True, False]
    assert (found["total"], found["missing"], found["ready"]) == (30, 0, True)
    less = answer(ask, "score", "--vp", "4 2 1", "--breakpoint", "20", "--power", "3, 4")
    assert (less["missing"], less["ready"]) == (13, False)
    assert answer(ask, "score", "--vp", "4 2 1", "--power", "3, 4")["ready"] is None


def test_a_score_takes_numbers_and_monsters_from_the_data(ask):
    printed = Facts().base("jungle-oasis")
    found = answer(ask, "score", "--base", "jungle oais", "--power", "1 2")
    assert (found["base"], found["breakpoint"], tuple(found["vp"])) == ("jungle-oasis", *printed)
    over = answer(ask, "score", "--base", "jungle oasis", "--vp", "9,9,9", "--power", "1 2")
    assert (over["breakpoint"], over["vp"]) == (printed[0], [9, 9, 9])
    beasts = ["--power", "12 9", "--minions", "1 1", "--monsters", "bigfot, ghoul"]
    found = answer(ask, "score", "--base", "jungle oasis", *beasts)
    assert found["breakpoint"] == printed[0] + 4 + 3
    assert (found["treasures"], found["order"]) == (3, [1, 2, 1])


def test_the_printing_decides_where_it_differs(ask):
    bases = [b for b in Facts().bases() if b.original and b.current and b.original != b.current]
    assert bases
    for base in bases[:5]:
        for printing, numbers in (("original", base.original), ("current", base.current)):
            found = answer(ask, "score", "--base", base.slug, "--power", "1 2", "--printing", printing)
            assert [found["breakpoint"], *found["vp"]] == numbers


def test_a_base_without_numbers_says_so(ask):
    status, _, error = ask("score", "--base", "helicarrier", "--power", "1 2")
    assert status == 2
    assert "do not know the numbers of Helicarrier" in error
    assert "--vp" in error
    found = answer(
        ask, "score", "--base", "helicarrier", "--vp", "4,2,1", "--breakpoint", "20", "--power", "1 2"
    )
    assert (found["base"], found["breakpoint"]) == ("helicarrier", 20)


def test_a_table_has_names_and_reads_best_first(ask):
    words = [
        "score",
        "--vp",
        "4,2,1",
        "--power",
        "3 12 3",
        "--minions",
        "1 1 0",
        "--players",
        "An, Bình Minh, Chi",
    ]
    for lang, tie in (("en", "2 (tie)"), ("vi", "2 (hòa)")):
        _, out, _ = ask(*words, lang=lang)
        assert out.index("Bình Minh") < out.index("An ") < out.index("Chi")
        assert out.count(tie) == 2
        assert all(len(line) <= 80 for line in out.splitlines() if "─" in line or "Chi" in line)


def test_ties_without_a_current_player_are_said(ask):
    words = ["loot", "--treasures", "5", "--power", "12 9 9 0", "--minions", "3 2 2 0"]
    found = answer(ask, *words)
    assert (found["unsure"], found["current"]) == (True, None)
    assert "--current" in ask(*words)[1]
    for current, order in (
        (1, [1, 2, 3, 1, 2]),
        (2, [1, 2, 3, 1, 2]),
        (3, [1, 3, 2, 1, 3]),
        (4, [1, 2, 3, 1, 2]),
    ):
        found = answer(ask, *words, "--current", str(current))
        assert (found["order"], found["unsure"], found["current"]) == (order, False, current)
    assert answer(ask, *words, "--players", "An Bình Chi Dũng", "--current", "chi")["current"] == 3


def test_treasures_go_to_minions_alone(ask):
    found = answer(ask, "loot", "--treasures", "2", "--power", "12 9", "--minions", "0 1")
    assert [seat["treasures"] for seat in found["players"]] == [0, 2]
    assert "nobody has a minion" in ask("loot", "--treasures", "2", "--power", "12 9", "--minions", "0 0")[1]
    assert "--minions" in ask("score", "--vp", "4,2,1", "--power", "1 2", "--treasures", "2")[2]


def test_a_destroyed_monster(ask):
    found = answer(ask, "loot", "--destroyed", "plutonium dargon", "--by", "2")
    assert (found["treasures"], found["drawn"], found["discarded"], found["rule"]) == (3, 3, 0, "MT-03")
    found = answer(ask, "loot", "--destroyed", "plutonium dragon", "--by", "0")
    assert (found["drawn"], found["discarded"], found["rule"]) == (0, 3, "MT-04")
    assert "An draws" in ask("loot", "--destroyed", "2", "--by", "an", "--players", "An Bình")[1]
    assert "0" in ask("loot", "--destroyed", "web troll", "--by", "1")[1]


# -- duel --


@pytest.mark.parametrize(
    ("words", "won", "does"),
    [
        ("5 3", "p", []),
        ("3 5", "q", []),
        ("4 4", "both", []),
        ("-2 0", "both", []),
        ("5 3 --card gunfigther", "p", [("destroyed", "q")]),
        ("3 5 --card gunfighter", "q", [("destroyed", "p")]),
        ("4 4 --card sherif", "both", [("destroyed", "both")]),
        ("5 3 --card high-noon", "p", [("destroyed", "q"), ("extra", "p")]),
        ("3 5 --card high noon", "q", [("destroyed", "p"), ("noextra", "q")]),
        ("4 4 --card high-noon", "both", [("destroyed", "both"), ("noextra", "both")]),
        ("5 3 --card honorable combat", "p", [("vp", "p")]),
        ("3 5 --card honourable-combat", "q", [("vp", "q")]),
        ("4 4 --card honorable-combat", "both", [("vp", "both")]),
        ("5 3 --card run em off", "p", [("moved", "q"), ("power", "p")]),
        ("5 3 --card shoguns palace", "p", [("draw", "p")]),
        ("5 3 --apart --card gunfighter", "none", []),
    ],
)
def test_a_duel(ask, words, won, does):
    mine, theirs, *more = words.split()
    asked = ["duel", "--challenger", mine, "--challenged", theirs, *more]
    found = answer(ask, *asked)
    assert found["won"] == won
    assert [(effect["does"], effect["to"]) for effect in found["effects"]] == does
    assert found["rule"] == ("DU-07" if won == "none" else "DU-08")
    for lang in i18n.LANGUAGES:
        assert ask(*asked, lang=lang)[0] == 0


def test_every_duel_of_the_data_can_be_told(ask):
    from clashbox.asking import duel

    starters = duel.starters()
    assert len(starters) == 8
    for entry in starters:
        for mine, theirs in (("5", "3"), ("3", "5"), ("4", "4")):
            for lang in i18n.LANGUAGES:
                words = ["duel", "--challenger", mine, "--challenged", theirs, "--card", entry.slug]
                assert entry.name in ask(*words, lang=lang)[1]


# -- can-target --


def test_the_referee_s_answer(ask):
    from clashbox.cards import store

    words = {True: "yes", False: "no", None: "unknown"}
    cards = [*store.roles(), "vikings/raider", "robots/zapbot", "pirates/buccaneer"]
    seen = set()
    for slug in cards:
        for what in ("titan", "buried"):
            found = answer(ask, "can-target", slug, what)
            assert found["answer"] == words[Facts().can_target(slug, what)]
            assert found["rule"] == {"titan": "TI-15", "buried": "BU-06"}[what]
            assert found["rule"] in found["text"]
            seen.add((what, found["answer"]))
    assert len(seen) == 6


def test_a_target_may_be_typed_sloppily(ask):
    assert (
        answer(ask, "can-target", "purge", "teh", "demon", "titna")["card"] == "magical-girls/purge-the-demon"
    )
    assert "Có" in ask("can-target", "stagecoach", "lá chôn", lang="vi")[1]
    status, _, error = ask("can-target", "stagecoach", "minion")
    assert status == 2
    assert "titan or buried" in error
    status, _, error = ask("can-target", "friendship power", "titan")
    assert status == 2
    assert error.count("/friendship-power") == 2


# -- bad input --


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    "words",
    [
        ["clash", "--at", "x", "--arrives", "3"],
        ["clash", "--at", "1e3", "--arrives", "3"],
        ["clash", "--at", "3"],
        ["clash", "--at", "3", "--arrives"],
        ["clash", "--at", "3", "--arrives", "4", "--base", "zzzqq"],
        ["clash", "--at", "3", "--arrives", "4", "--defender", "megabot", "--newcomer", "megabot"],
        ["score", "--power", "3 4"],
        ["score", "--power", "3", "--vp", "4,2,1"],
        ["score", "--power", "3 4 5 6 7", "--vp", "4,2,1"],
        ["score", "--power", "3 4", "--vp", "4,2"],
        ["score", "--power", "3 4", "--vp", "4,2,1", "--minions", "1"],
        ["score", "--power", "3 4", "--vp", "4,2,1", "--minions", "1 -1"],
        ["score", "--power", "3 4", "--vp", "4,2,1", "--breakpoint", "9999"],
        ["score", "--power", "3 4", "--vp", "4,2,1", "--players", "An"],
        ["score", "--power", "3 4", "--vp", "4,2,1", "--current", "3"],
        ["score", "--power", "3 4", "--vp", "4,2,1", "--minions", "1 1", "--monsters", "3"],
        ["score", "--power", "3 4", "--base", "temple"],
        ["loot"],
        ["loot", "--treasures", "x", "--power", "1 2", "--minions", "1 1"],
        ["loot", "--treasures", "100", "--power", "1 2", "--minions", "1 1"],
        ["loot", "--destroyed", "ghoul"],
        ["loot", "--destroyed", "ghoul", "--by", "5"],
        ["loot", "--destroyed", "ghoul", "--by", "1", "--treasures", "2"],
        ["duel", "--challenger", "3", "--challenged", "x"],
        ["duel", "--challenger", "3", "--challenged", "4", "--card", "ransack"],
        ["can-target", "titan"],
        ["can-target", "zzzqq", "titan"],
        ["cards", "--faction", "zzzqq"],
        ["cards", "--type", "zzzqq"],
        ["cards", "--limit", "-1"],
        ["cards", "--titan", "zzzqq"],
    ],
)
def test_bad_input_is_one_clear_line(ask, words, lang):
    status, out, error = ask(*words, lang=lang)
    assert (status, out) == (2, "")
    assert error.startswith("clashbox: ")
    assert len(error) < 330


WORDS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            "12",
            "-3",
            "4,2,1",
            "12+2",
            "kaiju island",
            "--at",
            "--power",
            "--vp",
            "--base",
            "--json",
            "-",
            "=",
            "titan",
        ]
    ),
)


@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    command=st.sampled_from(COMMANDS),
    words=st.lists(WORDS, max_size=8),
)
def test_whatever_is_typed_there_is_an_answer_or_one_line(capsys, command, words):
    status = run([command, *words])
    _, error = capsys.readouterr()
    assert status in (0, 1, 2), error
    # 1 is "nothing found": one line, or with --json an empty list.
    assert error.count("\n") in {0: (0,), 1: (0, 1), 2: (1,)}[status]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_in_vietnamese_too(command):
    # In a process of its own: help texts are made once, as the commands are loaded.
    done = subprocess.run(
        [sys.executable, "-m", "clashbox", command, "--help", "--lang", "vi"], capture_output=True, timeout=60
    )
    shown = done.stdout.decode().split("Ví dụ:")[1]
    lines = [line.strip() for line in shown.splitlines() if line.strip()]
    assert len(lines) >= 3
    assert all(line.startswith(f"clashbox {command} ") for line in lines)


def test_the_examples_of_the_help_work(ask, capsys):
    for command in COMMANDS:
        run([command, "--help", "--lang", "en"])
        shown = capsys.readouterr().out.split("Examples:")[1]
        for line in shown.splitlines():
            if line.strip():
                assert ask(*shlex.split(line)[1:])[0] == 0, line


def test_all_names_can_be_asked_about():
    assert {entry.kind for entry in search.everything()} == set(search.KINDS)
