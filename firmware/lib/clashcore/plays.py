"""What the common events of Smash Up change; loaded with every game (see clashcore.smashup)."""

from clashcore.rejected import Rejected

MINION = 1
ACTION = 2
BURIED = 0  # places in Base.ids
MONSTER = 1
EACH = 2
KAIJU_ISLAND = "kaiju-island"  # holds any number of titans, each worth 3 there (TI-14)


class Base:
    """One base in play. Power of a player there: `pw` + `ea` x `mn` + `tp`, see SmashUp.power."""

    __slots__ = (
        "bu",
        "card",
        "change",
        "ea",
        "ids",
        "island",
        "mn",
        "mons",
        "mp",
        "nxt",
        "printed",
        "pw",
        "titans",
        "tmp",
        "tp",
        "vp",
    )

    def __init__(self, players: int):
        self.card = None  # slug or None
        self.printed = 0  # printed breakpoint
        self.vp = [0, 0, 0]
        self.change = 0  # of the breakpoint, by cards
        self.island = False
        self.pw = [0] * players  # from minions and actions, may be negative
        self.mn = [0] * players  # minions
        self.tmp = [0] * players  # the part of pw that ends with the turn
        self.nxt = [0] * players  # the part of pw that ends when that player's turn starts
        self.ea = [0] * players  # what each minion counts more
        self.tp = [0] * players  # from titans
        self.bu = [0] * players  # buried cards
        self.titans = []  # slugs, longest there first
        self.ids: "list | None" = None  # see `lists`, from the first of them on
        self.mons = 0  # monsters
        self.mp = 0  # power of the monsters that nobody controls


def take(s, counts: list[int], i: int, n: int, what: str, b: int = 0) -> None:
    """Adds n to counts[i]; stops at 0 and notes it (SB-15)."""
    new = counts[i] + n
    if new < 0:
        if len(s.clamped) < 8:  # on the device nobody reads it
            s.clamped.append((what, i + 1, b, counts[i], -n))
        new = 0
    counts[i] = new


def fade(s, until: int, p: int) -> None:
    """Ends what lasts until the end of the turn (until 1, p 0) or until the start of p's turn (until 2)."""
    for base in list(s.kept.values()) + s.bases:
        if base is not None:
            pw = base.pw
            if until == 2:
                pw[p - 1] -= base.nxt[p - 1]
                base.nxt[p - 1] = 0
            else:
                for i in range(s.players):
                    pw[i] -= base.tmp[i]
                    base.tmp[i] = 0
    for key in list(s.fades[p]):
        end_each(s, key)


def end_each(s, key: int) -> None:
    """Ends one `each`, wherever its minions are."""
    p, b, n, until = s.each.pop(key)
    if until:
        s.fades[0 if until == 1 else p].remove(key)
    base = s.bases[b - 1] or s.kept[b]
    base.ids[EACH].remove(key)
    base.ea[p - 1] -= n


def lists(base) -> list:
    """The numbers of what lies at a base: [buried cards, monsters, each], three sets."""
    if base.ids is None:
        base.ids = [set(), set(), set()]
    return base.ids


def clear(s, b: int, stay: bool = False) -> None:
    """The base in slot b leaves play; with `stay`, minions, power and monsters await the next one."""
    base = s.bases[b - 1]
    for slug in base.titans:
        s.titans[slug].aside()
    base.titans = []
    if s.owed:
        s.owed = [owed for owed in s.owed if owed[0] != b]
    if b in s.locked:
        s.locked.remove(b)
    if base.ids is not None:
        for key in base.ids[BURIED]:
            del s.buried[key]
        base.ids[BURIED] = set()
    if stay:
        for i in range(s.players):
            base.tp[i] = base.bu[i] = 0
        s.kept[b] = base
    elif base.ids is not None:
        for key in list(base.ids[EACH]):
            end_each(s, key)
        for key in base.ids[MONSTER]:
            del s.monsters[key]
    s.bases[b - 1] = None


def _turn(s, ev):
    p = ev["p"]
    if s.fading:
        fade(s, 1, 0)
        s.fading = False
    if s.lasting:
        fade(s, 2, p)
    s.turn = p
    s.phase = "start"
    s.told = False
    s.spent = 0
    if s.locked:
        s.locked = []
    if s.debts:
        s.debts = {}
    s.duel = None


def _phase(s, ev):
    if s.turn:
        s.phase = ev["name"]
        s.told = s.phase == "start"
    if s.debts:
        s.debts = {}
    s.duel = None


def _base(s, ev):
    b = ev["b"]
    if s.bases[b - 1] is not None:
        raise Rejected("taken")
    card = ev.get("card")
    printed = ev.get("breakpoint")
    vp = ev.get("vp")
    if printed is None or vp is None:
        known = s.facts.base(card) if s.facts is not None and card else None
        if known is None:
            raise Rejected("numbers")
        if printed is None:
            printed = known[0]
        if vp is None:
            vp = known[1]
    base = s.kept.pop(b, None) or Base(s.players)
    base.card = card
    base.printed = printed
    base.vp = list(vp)
    base.change = 0
    base.island = card == KAIJU_ISLAND
    s.bases[b - 1] = base
    if b > s.top:
        s.top = b


def _play(s, ev):
    b = ev.get("b")
    kind = ev["kind"]
    if b is not None:
        base = s.bases[b - 1]
        if base is None:
            raise Rejected("empty")
        if kind == "minion":
            power = ev.get("power")
            if power is None:
                card = ev.get("card")
                power = (s.facts.minion_power(card) or 0) if card and s.facts is not None else 0
            i = ev["p"] - 1
            base.mn[i] += 1
            base.pw[i] += power
    if s.phase == "start":
        s.phase = "play"
    if not ev.get("extra") and ev["p"] == s.turn:
        s.spent |= MINION if kind == "minion" else ACTION


def _minion(s, ev):
    b = ev["b"]
    base = s.bases[b - 1]
    if base is None:
        raise Rejected("empty")
    i = ev["p"] - 1
    n = ev["n"]
    if base.mn[i] + n < 0:
        take(s, base.mn, i, n, "minion", b)
    else:
        base.mn[i] += n
    base.pw[i] += ev.get("power") or 0
    temp = ev.get("temp")
    if temp:
        base.tmp[i] += temp
        s.fading = True


def _power(s, ev):
    base = s.bases[ev["b"] - 1]
    if base is None:
        raise Rejected("empty")
    i = ev["p"] - 1
    n = ev["n"]
    base.pw[i] += n
    until = ev.get("until")
    if until:
        if until == "turn":
            base.tmp[i] += n
            s.fading = True
        else:
            base.nxt[i] += n
            s.lasting = True


def _score_start(s, ev):
    b = ev["b"]
    s.base(b)
    if b not in s.locked:
        s.locked.append(b)
    if s.turn:
        s.phase = "score"
    if s.debts:
        s.debts = {}
    s.duel = None


def _score(s, ev):
    b = ev["b"]
    base = s.base(b)
    vp = ev.get("vp")
    if vp is None:
        for p, _, n in s.places(b):
            s.vp[p - 1] += n
    elif len(vp) != s.players:
        raise Rejected("field", "vp")
    else:
        for i in range(s.players):
            s.vp[i] += max(0, vp[i])
    s.debts = {}
    if base.mons and s.loot(b) > 0:
        s.debts["score"] = [s.shares(b), [0] * s.players]
    clear(s, b)
    if s.turn:
        s.phase = "score"
    s.duel = None


def _vp(s, ev):
    s.vp[ev["p"] - 1] += ev["n"]


DO = {
    "turn": _turn,
    "phase": _phase,
    "base": _base,
    "play": _play,
    "minion": _minion,
    "power": _power,
    "score.start": _score_start,
    "score": _score,
    "vp": _vp,
}
