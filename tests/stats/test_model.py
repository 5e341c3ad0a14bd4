"""Many games by chance: the database counts what a plain count over lists counts; no order matters; what
is void and back again was never gone.
"""

import random
from collections import Counter
from datetime import datetime, timedelta
from itertools import product

import pytest
from clashbox import i18n
from clashbox.db import care, listing, people
from clashbox.stats import answers, counts, filters
from clashbox.stats.filters import Filters

from tests.stats.evenings import smash_up
from tests.stats.putting import put

NAMES = ("An", "Bình", "Chi", "Dũng", "Giang")
FACTIONS = ("aliens", "dinosaurs", "ghosts", "kaiju", "ninjas", "pirates", "robots", "wizards", "zombies")


def games(seed, count=30):
    """Dated games of two to four, each with the recorded winners, who need not have the most points."""
    chance = random.Random(seed)
    found = []
    for at in range(count):
        who = chance.sample(NAMES, chance.randint(2, 4))
        drawn = chance.sample(FACTIONS, 2 * len(who))
        pairs = [sorted(drawn[2 * seat : 2 * seat + 2]) for seat in range(len(who))]
        winners = sorted(chance.sample(range(1, len(who) + 1), chance.choice([0, 1, 1, 1, 2])))
        vp = [chance.randint(0, 15) for _ in who]
        when = datetime(2026, 1, 1, 19) + timedelta(days=at)
        found.append((when, who, pairs, vp, winners, smash_up(who, vp, pairs, end=winners)))
    return found


def fill(session, played):
    return [put(session, *game[5], game[0], at) for at, game in enumerate(played)]


def everything(session):
    """All answers, without the keys that depend on who came first into the history."""
    i18n.set_language("en")
    found = {}
    for what in answers.QUESTIONS:
        rows = [row.as_data() for row in answers.answer(session, what, Filters())]
        for row in rows if what == "players" else []:
            row.pop("key")
        found[what] = rows
    return found


def counted(rates):
    return {rate.key: (rate.n, rate.won, rate.shared, rate.lost) for rate in rates}


def plain(played, keys):
    """(n, won alone, shared, lost) by key, over the seats of games that somebody won."""
    found = {}
    for _, who, pairs, _, winners, _ in played:
        for place in range(1, len(who) + 1) if winners else ():
            for key in keys(who[place - 1], pairs[place - 1], place, len(who)):
                row = found.setdefault(key, [0, 0, 0, 0])
                row[0] += 1
                row[3 if place not in winners else 2 if len(winners) > 1 else 1] += 1
    return {key: tuple(row) for key, row in found.items()}


@pytest.mark.parametrize("seed", range(3))
def test_counts_are_those_of_a_plain_count(history, seed):
    played = games(seed)
    with history.write() as session:
        fill(session, played)
        i18n.set_language("en")
        asked = {what: answers.answer(session, what, Filters()) for what in answers.QUESTIONS}
    by_name = {rate.name: (rate.n, rate.won, rate.shared, rate.lost) for rate in asked["players"]}
    assert by_name == plain(played, lambda name, pair, place, count: [name])
    assert counted(asked["factions"]) == plain(played, lambda name, pair, place, count: pair)
    assert counted(asked["pairs"]) == plain(played, lambda name, pair, place, count: ["+".join(pair)])
    seats = plain(played, lambda name, pair, place, count: [f"{count}/{place}"])
    starters = plain(played, lambda name, pair, place, count: [str(count)] if place == 1 else [])
    assert counted(asked["seats"]) == seats | starters
    for what in answers.RATES:
        assert all(rate.won + rate.shared + rate.lost == rate.n for rate in asked[what])
    together = Counter(
        tuple(sorted(pair)) for _, who, _, _, winners, _ in played if winners
        for at, a in enumerate(who) for pair in [(a, b) for b in who[at + 1 :]]
    )  # fmt: skip
    assert {(v.first, v.second): v.n for v in asked["versus"]} == together
    assert all(v.first_won + v.second_won + v.both + v.neither == v.n for v in asked["versus"])


MIXES = list(product((0, 3), (None, "ghosts"), ((), ("An",), ("Bình", "An")), (False, True)))
COUNTED = ("players", "seats", "pairs", "ways", "length", "sources")


def test_every_mix_of_filters_is_that_of_a_plain_count(history):
    """Each mix goes its own way through the tables; SQLite refuses one that its indexes do not serve."""
    played = games(4, 20)
    middle = played[10][0]
    with history.write() as session:
        fill(session, played)
        i18n.set_language("en")
        for at, (players, faction, who, late) in enumerate(MIXES):
            people = tuple(filters.person(session, "--player", name) for name in who)
            asked = Filters(
                middle if late else None, None, people, "smashup" if late else "",
                (faction,) if faction else None, players,
            )  # fmt: skip
            those = [
                game for game in played
                if len(game[1]) == (players or len(game[1])) and set(who) <= set(game[1])
                and (not faction or any(faction in pair for pair in game[2]))
                and (not late or game[0] >= middle)
            ]  # fmt: skip
            questions = answers.QUESTIONS if at % 5 == 0 else COUNTED
            found = {what: answers.answer(session, what, asked) for what in questions}
            assert counts.overview(session, asked)["games"] == len(those)
            by_name = {rate.name: (rate.n, rate.won, rate.shared, rate.lost) for rate in found["players"]}
            assert by_name == plain(those, lambda name, pair, place, count: [name])
            mine = {name: name in who or not who for name in NAMES}
            seats = plain(those, lambda name, pair, place, count: [f"{count}/{place}"] * mine[name])  # noqa: B023
            assert {key: n for key, n in counted(found["seats"]).items() if "/" in key} == seats
            pairs = plain(those, lambda name, pair, place, count: ["+".join(pair)] * mine[name])  # noqa: B023
            if faction:
                pairs = {key: n for key, n in pairs.items() if faction in key.split("+")}
            assert counted(found["pairs"]) == pairs
            shares = sum(share.part.count for share in found["ways"])
            assert shares == sum(
                bool(game[4]) and (not who or any(game[1][place - 1] in who for place in game[4]))
                for game in those
            )
            assert sum(length.n for length in found["length"]) == len(those)
            points = dict.fromkeys(NAMES, 0)
            for _, names, _, vp, _, _ in those:
                for name, n in zip(names, vp, strict=True):
                    points[name] += n * mine[name]
            assert sum(row.points for row in found["sources"] if not row.card) == sum(points.values())


def runs(results):
    """(longest run of wins, of losses, the one that goes on) of a row of results."""
    best, run = {True: 0, False: 0}, 0
    for at, won in enumerate(results):
        run = run + 1 if at and results[at - 1] == won else 1
        best[won] = max(best[won], run)
    return best[True], best[False], run if results[-1] else -run


@pytest.mark.parametrize("seed", range(3))
def test_streaks_are_those_of_a_plain_walk(history, seed):
    played = games(seed)
    with history.write() as session:
        fill(session, played)
        found = {
            row.name: (row.wins, row.losses, row.running)
            for row in answers.answer(session, "streaks", Filters())
        }
    results = {}
    for _, who, _, _, winners, _ in played:
        for place, name in enumerate(who, 1):
            if winners:
                results.setdefault(name, []).append(place in winners)
    assert found == {name: runs(row) for name, row in results.items()}


@pytest.mark.parametrize("seed", range(2))
def test_people_who_are_merged_are_counted_as_one_from_that_moment(history, seed):
    """Bình is An all along: whatever is counted by person, as by a plain count; undone, as before."""
    played = games(10 + seed)
    as_one = [
        (when, ["An" if name == "Bình" else name for name in who], *rest) for when, who, *rest in played
    ]
    with history.write() as session:
        fill(session, played)
        before = everything(session)
        an, binh = (people.known(session, name) for name in ("An", "Bình"))
        care.merge(session, binh, an)
        asked = {what: answers.answer(session, what, Filters()) for what in answers.QUESTIONS}
        by_name = {rate.name: (rate.n, rate.won, rate.shared, rate.lost) for rate in asked["players"]}
        assert by_name == plain(as_one, lambda name, pair, place, count: [name])
        together, results = Counter(), {}
        for _, who, _, _, winners, _ in as_one:
            for place, name in enumerate(who, 1) if winners else ():
                results.setdefault(name, []).append(place in winners)
                together.update(tuple(sorted((name, other))) for other in who[place:] if other != name)
        assert {(v.first, v.second): v.n for v in asked["versus"]} == together
        found = {row.name: (row.wins, row.losses, row.running) for row in asked["streaks"]}
        assert found == {name: runs(row) for name, row in results.items()}
        mine = Filters(people=(filters.person(session, "--player", "Bình"),))
        points = sum(
            vp
            for _, who, _, all_vp, _, _ in as_one
            for name, vp in zip(who, all_vp, strict=True)
            if name == "An"
        )
        assert sum(row.points for row in counts.sources(session, mine) if not row.card) == points
        assert {(v.first, v.second): v.n for v in counts.versus(session, mine)} == {
            ("An", other): together[pair]
            for pair in together
            for other in pair
            if "An" in pair and other != "An"
        }
        sat = sum("An" in who for _, who, *_ in as_one)
        assert counts.overview(session, mine)["games"] == sat
        assert listing.count(session, listing.Wanted(people=mine.people)) == sat
        care.unmerge(session, binh)
        assert everything(session) == before


def test_the_order_in_which_games_come_does_not_matter(history):
    played = list(enumerate(games(5)))
    with history.write() as session:
        taken_back = session.begin_nested()
        for at, game in played:
            put(session, *game[5], game[0], at)
        before = everything(session)
        taken_back.rollback()
        random.Random(1).shuffle(played)
        for at, game in played:
            put(session, *game[5], game[0], at)
        assert everything(session) == before


def test_void_and_restored_is_as_if_nothing_had_been(history):
    with history.write() as session:
        stored = fill(session, games(6))
        before = everything(session)
        for game in stored[::2]:
            care.void(session, game, gone=True)
        assert everything(session)["players"] != before["players"]
        for game in stored[::2]:
            care.void(session, game, gone=False)
        assert everything(session) == before
