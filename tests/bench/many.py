"""Many games in a database, quickly: a few hundred that are really played and replayed, then copies of their
rows under new ids, dates and people.

A copy differs from its original in who sat there, when, and its id; events, header and all derived rows have
the shape of the real thing, since they are copied from it. People, dates and ids come from a seed. One person
sat in every game, as whoever owns the laptop does.
"""

import random
from contextlib import contextmanager
from datetime import datetime, timedelta

from clashbox.cards import Facts, store
from clashbox.db.derived import TABLES
from clashbox.db.models import Event, Game, Player
from sqlalchemy import Column, DateTime, Integer, MetaData, String, Table, insert, select

from tests.stats.putting import put
from tests.toybattle.model import Game as Battle

FACTS = Facts()
FACTIONS = sorted(store.factions())
BASES = [base.slug for base in FACTS.bases() if FACTS.base(base.slug) and base.slug != "kaiju-island"]
TERRAINS = FACTS.slugs("terrain")
PEOPLE = 40
OWNER = "Người 1"
"""Who sat in every game."""
ORIGINALS = 200
BEGAN = datetime(2016, 1, 1, 12, 0)


def smash_up(seed):
    """A game of Smash Up as a table plays and records it, now and then with a slip: (header, events)."""
    chance = random.Random(seed)
    players = chance.randint(2, 4)
    taken = chance.sample(FACTIONS, 2 * players)
    header = {
        "clashbox": 1,
        "game": "smashup",
        "players": [
            {"name": f"P{seat}", "factions": taken[2 * seat : 2 * seat + 2]} for seat in range(players)
        ],
        "modules": ["titans"],
    }
    events = []
    clock = [0]

    def add(ev, **fields):
        clock[0] += chance.randint(800, 45_000)
        events.append({"ev": ev, **fields, "t": clock[0], "m": len(events)})

    bases = chance.sample(BASES, 30)
    power = {b: [0] * players for b in range(1, players + 2)}
    limit, due = {}, {}
    vp = [0] * players
    titans = {p: FACTS.titan_of(f) for p in range(1, players + 1) for f in taken[2 * p - 2 : 2 * p]}
    in_play = {}  # titan: (player, base)

    def lay(b):
        card = bases.pop()
        limit[b], due[b] = FACTS.base(card)
        power[b] = [0] * players
        add("base", b=b, card=card)

    def leave(titan):
        in_play.pop(titan)

    for b in power:
        lay(b)
    p = 0
    while max(vp) < 15 or vp.count(max(vp)) > 1:
        p = p % players + 1
        add("turn", p=p)
        b = chance.choice(list(power))
        n = chance.randint(2, 5)
        add("play", p=p, kind="minion", b=b, power=n)
        power[b][p - 1] += n
        if chance.random() < 0.6:
            more = chance.choice(list(power))
            add("play", p=p, kind="action", b=more, on="base")
            add("power", p=p, b=more, n=2)
            power[more][p - 1] += 2
        if chance.random() < 0.03:
            add("play", p=p, kind="minion", b=b, power=2)  # a second one: the referee minds
            power[b][p - 1] += 2
        titan = titans.get(p)
        if titan and titan not in in_play and chance.random() < 0.3:
            others = [other for other, (_, base) in in_play.items() if base == b]
            add("titan.play", p=p, titan=titan, b=b, by="special")
            in_play[titan] = (p, b)
            if others:
                holder = in_play[others[0]][0]
                lost = others[0] if power[b][p - 1] > power[b][holder - 1] else titan
                add("clash", b=b, out=lost)
                leave(lost)
        for b in list(power):
            if sum(power[b]) < limit[b] or not bases:
                continue
            add("score", b=b)
            order = sorted({n for n in power[b] if n}, reverse=True)
            place = 0
            for n in order:
                tied = [seat for seat in range(players) if power[b][seat] == n]
                for seat in tied:
                    vp[seat] += due[b][place] if place < 3 else 0
                place += len(tied)
            for titan in [titan for titan, (_, base) in in_play.items() if base == b]:
                leave(titan)
            lay(b)
    add("end")
    return header, events


def toy_battle(seed):
    """A game on the whole board, by the rules: (header, events)."""
    played = Battle(TERRAINS[seed % len(TERRAINS)], seed).play()
    events = [{**ev, "t": 9_000 * at, "m": at} for at, ev in enumerate(played.events, 1)]
    return played.header, events


def original(seed):
    """Three of four are Smash Up."""
    header, events = toy_battle(seed) if seed % 4 == 3 else smash_up(seed)
    names = sat(random.Random(seed), len(header["players"]))
    players = [{**player, "name": name} for name, player in zip(names, header["players"], strict=True)]
    return {**header, "players": players}, events


def sat(chance, players):
    """The names of those who sat in a game, by place: the owner, wherever, and others."""
    names = [OWNER, *(f"Người {who}" for who in chance.sample(range(2, PEOPLE + 1), players - 1))]
    chance.shuffle(names)
    return names


class Many:
    """A database that grows."""

    def __init__(self, database):
        self.database = database
        self.random = random.Random(1)
        self.games = ORIGINALS
        with database.write() as session:
            for seed in range(ORIGINALS):
                put(session, *original(seed), self._date(), name=seed)
        with database.read() as session:
            self.people = dict(session.execute(select(Player.name, Player.id)).all())
            self.originals = (
                session.execute(select(*Game.__table__.columns).order_by(Game.id)).mappings().all()
            )

    def _date(self):
        evening = self.random.randrange(3600)
        return BEGAN + timedelta(days=evening, minutes=self.random.randrange(600))

    def grow(self, games):
        """Copies until there are so many."""
        new = games - self.games
        self.games = games
        ids = sorted(f"{self.random.getrandbits(64):016x}" for _ in range(new))
        rows, copies, seats = [], [], []
        for at, name in enumerate(ids):
            game = self.originals[at % len(self.originals)]
            players = [dict(player) for player in game["header"]["players"]]
            for place, who in enumerate(sat(self.random, len(players)), 1):
                players[place - 1]["name"] = who
                seats.append({"new": name, "place": place, "person": self.people[who]})
            header = {**game["header"], "players": players}
            when = self._date()
            rows.append({**game, "id": name, "source": name, "header": header, "started": when})
            copies.append({"new": name, "old": game["id"], "started": when})
        with trusting(self.database) as session:
            temporary = MetaData()
            copy = Table(
                "bench_copy", temporary, Column("new", String(16), primary_key=True),
                Column("old", String(16)), Column("started", DateTime), prefixes=["TEMPORARY"],
            )  # fmt: skip
            seat = Table(
                "bench_seat", temporary, Column("new", String(16), primary_key=True),
                Column("place", Integer, primary_key=True), Column("person", Integer), prefixes=["TEMPORARY"],
            )  # fmt: skip
            temporary.create_all(session.connection())
            for table, values in ((Game.__table__, rows), (copy, copies), (seat, seats)):
                for first in range(0, len(values), 10_000):
                    session.execute(insert(table), values[first : first + 10_000])
            for model in (Event, *reversed(TABLES)):
                _copied(session, model.__table__, copy, seat)
            temporary.drop_all(session.connection())
        self._settled()

    def _settled(self):
        """As a database comes to be by itself: the log folded in; PostgreSQL after its autovacuum."""
        engine = self.database.engine
        statement = (
            "VACUUM (ANALYZE)" if engine.dialect.name == "postgresql" else "PRAGMA wal_checkpoint(TRUNCATE)"
        )
        with engine.connect() as connection:
            raw = connection.connection.driver_connection
            if engine.dialect.name == "postgresql":
                raw.autocommit = True
            raw.execute(statement)
        engine.dispose()


@contextmanager
def trusting(database):
    """A session for copies, which lean on rows that are there: neither database looks again for each; SQLite
    gets room to keep its indexes at hand.
    """
    engine = database.engine
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            # (It takes these outside of a transaction only.)
            connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")
            connection.connection.driver_connection.execute("PRAGMA cache_size = -800000")
    with database.write() as session:
        if engine.dialect.name == "postgresql":
            session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
        yield session
    engine.dispose()


def _copied(session, table, copy, seat):
    """The rows of a table for all copies at once, in the order of its key."""
    values = {column.name: column for column in table.columns}
    values["game_id"] = copy.c.new
    if "started" in values:
        values["started"] = copy.c.started
    source = copy.join(table, table.c.game_id == copy.c.old)
    if "player_id" in values:
        source = source.join(seat, (seat.c.new == copy.c.new) & (seat.c.place == table.c.place))
        values["player_id"] = seat.c.person
    key = [values[column.name] for column in table.primary_key.columns]
    chosen = select(*values.values()).select_from(source).order_by(*key)
    session.execute(insert(table).from_select(list(values), chosen))
