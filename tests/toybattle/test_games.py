"""Whole games: the replay agrees with the model, and finds nothing in a game played by the rules."""

import json

import pytest
from clashbox.cards import Facts
from clashbox.rules import toybattle
from clashcore.rejected import Rejected
from clashcore.toybattle import ToyBattle
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import TIMES, examples
from tests.micropython import ROOT, run
from tests.toybattle.model import Game

FACTS = Facts()
TERRAINS = FACTS.slugs("terrain")
TROOPS = [troop.slug for troop in FACTS.troops()]
KINDS = ("draw", "discard", "rack-discard", "recall", "shove", "exhume", "suppress")


def check(header, events):
    return toybattle.check(header, list(enumerate(events, 2)), FACTS, "en")


@pytest.mark.parametrize("terrain", TERRAINS)
def test_a_game_by_the_rules_has_no_finding(terrain):
    for seed in range(round(3 * TIMES)):
        game = Game(terrain, seed, special=seed % 4 > 0).play()
        assert game.why, (terrain, seed)
        result = check(game.header, game.events)
        assert result.findings == [], (terrain, seed, result.findings[0])
        assert result.state == game.view(), (terrain, seed)


def test_the_games_reach_every_end():
    wanted = {"hq", "medals", "stuck"}
    for seed in range(round(3 * TIMES)):
        for terrain in TERRAINS:
            if wanted:
                wanted.discard(Game(terrain, seed).play().why)
    assert not wanted


@pytest.mark.parametrize("terrain", TERRAINS)
def test_legal_agrees_with_the_model(terrain):
    game = Game(terrain, 5)
    state = ToyBattle(game.header, FACTS)
    done = 0
    while not game.why:
        for p in (1, 2):
            for troop in TROOPS:
                for place in game.places:
                    assert (state.legal(p, troop, place) is None) == game.may(p, troop, place), (
                        p,
                        troop,
                        place,
                    )
        game.one_turn()
        for ev in game.events[done:]:
            state.apply(ev)
        done = len(game.events)
        assert state.view() == game.view()


class Texts:
    """Terrains as the device has them: as text."""

    @staticmethod
    def terrain(slug):
        return {"path": "T path 1 1;H R B;P 1-R,B;Z 1:1", "nonsense": "T nonsense 1 1;H R B;P 1-9;Z 1:1"}[
            slug
        ]


def test_a_terrain_that_cannot_be_read_is_no_harm_to_the_one_before():
    path = {"terrain": "path", "first": 1}
    assert ToyBattle(path, Texts).legal(1, "roxy", "1") is None
    with pytest.raises(Rejected):
        ToyBattle(path | {"terrain": "nonsense"}, Texts)
    assert ToyBattle(path, Texts).legal(1, "roxy", "1") is None


def _node(terrain):
    return st.sampled_from([node["id"] for node in FACTS.terrain(terrain)["nodes"]])


@st.composite
def wild(draw):
    """A header and any events, most of them against the rules."""
    terrain = draw(st.sampled_from(TERRAINS))
    player, node, troop = st.integers(1, 2), _node(terrain), st.sampled_from(TROOPS)
    small = st.integers(-1, 4)
    event = st.one_of(
        st.builds(lambda p, n: {"ev": "draw", "p": p, "n": n}, player, small),
        st.builds(lambda p, t, at: {"ev": "place", "p": p, "troop": t, "at": at}, player, troop, node),
        st.builds(lambda p, t, at: {"ev": "place", "p": p, "troop": t, "at": at}, player, troop, node),
        st.builds(
            lambda p, k, at, to, t, n, of: (
                {"ev": "effect", "p": p, "kind": k, "at": at, "to": to, "troop": t}
                | ({"n": n} if n >= 0 else {})
                | ({"of": of} if of else {})
            ),
            player,
            st.sampled_from(KINDS),
            node,
            node,
            troop,
            small,
            st.sampled_from(["", "troop", "base"]),
        ),
        st.builds(lambda p, n: {"ev": "medal", "p": p, "n": n}, player, small),
    )
    rare = st.builds(lambda e, p: {"ev": e, "p": p}, st.sampled_from(["hq", "stuck"]), player)
    events = (
        draw(st.lists(event, max_size=40))
        + draw(st.lists(rare, max_size=1))
        + draw(st.lists(event, max_size=6))
    )
    header = {
        "clashbox": 1,
        "game": "toybattle",
        "terrain": terrain,
        "first": draw(player),
        "players": [{"name": "An"}, {"name": "Bình"}],
        "special_bases": draw(st.booleans()),
    }
    return header, events


@examples(25)
@given(wild())
def test_whatever_is_recorded_the_sums_hold(game):
    header, events = game
    state = ToyBattle(header, FACTS)
    for ev in events:
        was_over = state.over
        before = state.view()
        state.apply(ev)
        view = state.view()
        assert min(view["rack"] + view["reserve"] + view["medals"]) >= 0
        taken = [
            sum(m for m, who in zip(state.board.medals, state.taken, strict=True) if who == p) for p in (1, 2)
        ]
        if state.placed:
            assert [now >= part for now, part in zip(view["medals"], taken, strict=True)] == [True, True]
        assert view["over"] == bool(view["why"]) == bool(view["winner"])
        if was_over:
            before["turn"] = view["turn"]
            assert view == before
        if ev["ev"] in ("draw", "place"):
            assert view["turn"] == 3 - ev["p"]
    again = ToyBattle(header, FACTS)
    again.unpack(state.pack())
    assert again.view() == state.view() and again.pack() == state.pack()


@examples(15)
@given(wild(), st.integers(0, 40))
def test_a_packed_state_goes_on_as_the_one_it_was(game, cut):
    header, events = game
    state = ToyBattle(header, FACTS)
    other = ToyBattle(header, FACTS)
    for ev in events[:cut]:
        state.apply(ev)
    other.unpack(state.pack())
    for ev in events[cut:]:
        if ev["ev"] == "effect":
            assert other.effect_fault(ev) == state.effect_fault(ev)
        state.apply(ev)
        other.apply(ev)
    assert other.pack() == state.pack()


@examples(20)
@given(wild(), st.sampled_from(["at", "to", "troop", "p"]))
def test_what_cannot_be_applied_changes_nothing(game, field):
    header, events = game
    state = ToyBattle(header, FACTS)
    for ev in events:
        before = state.pack()
        bad = dict(ev)
        if field in bad and ev["ev"] in ("place", "effect"):
            bad[field] = 3 if field == "p" else "nowhere"
            with pytest.raises(Rejected):
                state.apply(bad)
            assert state.pack() == before
        state.apply(ev)


@examples(20)
@given(wild())
def test_the_referee_replays_anything(game):
    header, events = game
    result = check(header, events)
    state = ToyBattle(header, FACTS)
    for ev in events:
        state.apply(ev)
    assert result.state == state.view()
    assert all(finding.text and "{" not in finding.text for finding in result.findings)
    vietnamese = toybattle.check(header, list(enumerate(events, 2)), FACTS, "vi")
    assert [(f.line, f.rule, f.level) for f in vietnamese.findings] == [
        (f.line, f.rule, f.level) for f in result.findings
    ]


REPLAY = """
import json, sys
from clashcore.toybattle import ToyBattle
from clashdevice.cards import Cards
cards = Cards(sys.argv[1])
state = None
while True:
    line = sys.stdin.readline()
    if not line:
        break
    item = json.loads(line)
    if "game" in item:
        state = ToyBattle(item, cards)
    else:
        fault = state.effect_fault(item) if item["ev"] == "effect" else None
        legal = state.legal(item["p"], item["troop"], item["at"]) if item["ev"] == "place" else None
        state.apply(item)
        print(json.dumps([fault, legal, state.view()]))
"""


def test_the_same_on_micropython():
    games = [Game(terrain, 7).play() for terrain in TERRAINS]
    mixed = [(game.header, game.events) for game in games]
    # The same placements and effects with the turns mixed up: most of it against the rules.
    mixed += [(game.header, game.events[::-1] + game.events[::2]) for game in games]
    lines, expected = [], []
    for header, events in mixed:
        lines.append(json.dumps(header))
        state = ToyBattle(header, FACTS)
        for ev in events:
            lines.append(json.dumps(ev))
            fault = state.effect_fault(ev) if ev["ev"] == "effect" else None
            legal = state.legal(ev["p"], ev["troop"], ev["at"]) if ev["ev"] == "place" else None
            state.apply(ev)
            expected.append(json.loads(json.dumps([fault, legal, state.view()])))
    table = str(ROOT / "firmware" / "data" / "cards.tsv")
    out = run(REPLAY, table, stdin="".join(line + "\n" for line in lines).encode())
    assert [json.loads(line) for line in out.splitlines()] == expected
