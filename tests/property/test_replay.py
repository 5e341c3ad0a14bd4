"""What holds for every replay: undo and redo are exact for every kind of event, a game can be cut anywhere,
and seats are only seats.
"""

import random

import pytest
from clashbox.cards import Facts
from clashbox.rules import check
from clashcore import gamefile, table
from clashcore.game import new_state
from clashcore.timeline import Timeline
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.property import slips_more  # noqa: F401 -- fills SLIPS
from tests.property.evening import Evening
from tests.property.slips import SLIPS
from tests.toybattle.model import Game

FACTS = Facts()
TERRAINS = FACTS.slugs("terrain")
SEEDS = st.integers(0, 2**40)
games = st.one_of(
    SEEDS.map(lambda seed: (lambda e: (e.header, e.events))(Evening(seed).play())),
    st.builds(
        lambda t, seed: (lambda g: (g.header, g.events))(Game(t, seed).play()),
        st.sampled_from(TERRAINS),
        SEEDS,
    ),
)


def back_and_forth(header, told):
    """Every event is recorded, undone and redone: the state before and the one after it, to the byte."""
    timeline = Timeline(header, FACTS)
    before = timeline.state.pack()
    for event in told:
        timeline.record(event)
        after = timeline.state.pack()
        timeline.record({"ev": "undo"})
        assert timeline.state.pack() == before, event
        timeline.record({"ev": "redo"})
        assert timeline.state.pack() == after, event
        before = after
    return {event["ev"] for event in told}


def test_undo_and_redo_of_every_kind_of_event():
    seen = set()
    for seed in range(3):
        game = Evening(seed).play()
        seen |= back_and_forth(gamefile.read_header(game.header), game.events)
        toys = Game(TERRAINS[seed], seed).play()
        seen |= back_and_forth(gamefile.read_header(toys.header), toys.events)
    toys = Game(TERRAINS[0], 0)
    by_hand = [{"ev": "medal", "p": 1, "n": 2}, {"ev": "stuck", "p": 2}, {"ev": "end", "winner": [1]}]
    for last in ("hq", "stuck"):
        header = gamefile.read_header(toys.header)
        seen |= back_and_forth(header, [by_hand[0], {"ev": last, "p": 2}, by_hand[2]])
    assert seen == set(table.names()) - {"undo", "redo"}


@examples(8)
@given(games, st.integers(0, 2**20))
def test_a_game_can_be_cut_anywhere(game, cut):
    header, told = gamefile.read_header(game[0]), game[1]
    cut %= len(told) + 1
    whole, first, second = new_state(header, FACTS), new_state(header, FACTS), new_state(header, FACTS)
    for event in told:
        whole.apply(event)
    for event in told[:cut]:
        first.apply(event)
    # The referee sees the same state at the cut, and what it found before it stays found.
    numbered = list(enumerate(told, 1))
    part = check(header, numbered[:cut], FACTS)
    assert part.state == first.view()
    assert [f for f in part.findings if f.line < cut] == []
    second.unpack(first.pack())
    for event in told[cut:]:
        second.apply(event)
    assert second.pack() == whole.pack()


PLAYERS = ("p", "q")


def seated(header, told, seat):
    """The game with the player of seat n on seat[n - 1]; only where players stand is changed."""
    n = len(seat)
    players = [None] * n
    for old, player in enumerate(header["players"]):
        players[seat[old] - 1] = player
    out = []
    for event in told:
        event = dict(event)
        for field in PLAYERS:
            if event.get(field):
                event[field] = seat[event[field] - 1]
        if event["ev"] == "score" and "vp" in event:
            event["vp"] = moved(event["vp"], seat)
        for field in ("winner", "control"):
            if field in event:
                event[field] = [seat[p - 1] for p in event[field]]
        out.append(event)
    return {**header, "players": players}, out


def moved(values, seat):
    return [values[seat.index(p + 1)] for p in range(len(seat))]


def sit_elsewhere(state, seat):
    """The state as it is when everybody sits where `seat` says."""
    bases = []
    for base in state["bases"]:
        if base:
            base = {**base, **{k: moved(base[k], seat) for k in ("power", "minions", "buried")}}
        bases.append(base)
    titans = {
        slug: {
            **t,
            "owner": seat[t["owner"] - 1],
            "controller": t["controller"] and seat[t["controller"] - 1],
        }
        for slug, t in state["titans"].items()
    }
    lists = {key: moved(state[key], seat) for key in ("vp", "treasures", "madness")}
    winner = sorted(seat[p - 1] for p in state["winner"])
    turn = state["turn"] and seat[state["turn"] - 1]
    return {**state, **lists, "bases": bases, "titans": titans, "winner": winner, "turn": turn}


def both(game, seat):
    """(findings, state) of the game as it was, and with everybody on another seat."""
    found = []
    for header, told in ((game.header, game.events), seated(game.header, game.events, seat)):
        result = check(gamefile.read_header(header), list(enumerate(told, 1)), FACTS)
        found.append(([(f.line, f.rule, f.level) for f in result.findings], result.state))
    return found


@examples(10)
@given(SEEDS, st.integers(1, 3), st.sampled_from([None, *SLIPS]))
def test_wherever_the_round_begins_it_is_the_same_game(seed, by, slip):
    game = Evening(seed, slip and SLIPS[slip]).play()
    seat = [(p - 1 + by) % game.players + 1 for p in game.seats]
    (found, state), (again, turned) = both(game, seat)
    assert again == found
    assert {**turned, "winner": sorted(turned["winner"])} == sit_elsewhere(state, seat)


@examples(10)
@given(SEEDS)
def test_any_seats_give_the_same_places_and_vp(seed):
    game = Evening(seed).play()
    seat = random.Random(seed).sample(range(1, game.players + 1), game.players)
    (_, state), (again, turned) = both(game, seat)
    # Out of order are the turns then, and ties in treasures go another way round; nothing else.
    assert {rule for _, rule, _ in again} <= {"SB-03", "MT-06"}
    assert {**turned, "winner": sorted(turned["winner"])} == sit_elsewhere(state, seat)


@pytest.mark.soak
def test_undo_and_redo_through_many_games():
    for seed in range(40):
        game = Evening(seed).play()
        back_and_forth(gamefile.read_header(game.header), game.events)
        toys = Game(TERRAINS[seed % len(TERRAINS)], seed).play()
        back_and_forth(gamefile.read_header(toys.header), toys.events)
