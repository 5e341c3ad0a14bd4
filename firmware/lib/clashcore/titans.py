"""Titans in a game of Smash Up (TI): coming, moving, leaving, counters, and the clash of two at one base."""

from clashcore.plays import ACTION, MINION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clashcore.smashup import SmashUp


class Titan:
    """Where a titan is and whose. Players and slots from 1; 0: none, out of play."""

    __slots__ = ("base", "controller", "counters", "owner")

    def __init__(self, owner: int):
        self.owner = owner
        self.aside()

    def aside(self) -> None:
        """It leaves play: back beside its owner's deck, without counters (TI-17)."""
        self.controller = self.base = self.counters = 0


def outcome(newcomer: int, defender: int) -> bool:
    """Whether the newcomer wins with that power: a tie is the defender's (TI-13)."""
    return newcomer > defender


def verdict(s: "SmashUp", newcomer: str, defender: str, b: int, p: int = 0) -> tuple[int, int, str]:
    """A clash of two titans at base b as it is now: (newcomer's power, defender's power, loser).

    A newcomer that is not there yet counts as if it were; `p` controls one out of play (0: its owner).
    """
    base = s.base(b)
    titan = s.titans.get(newcomer)
    i = (p or s.turn or 1) - 1
    gain = 0
    if titan is not None and titan.base:
        i = titan.controller - 1
        if titan.base != b:
            gain = worth(titan, base)
    elif titan is not None and not p:
        i = titan.owner - 1
    mine = max(0, base.pw[i] + base.ea[i] * base.mn[i] + base.tp[i] + gain)
    theirs = s.power(s.titans[defender].controller, b)
    return mine, theirs, defender if outcome(mine, theirs) else newcomer


def clash(s, titan: str, b: int, p: int = 0):
    """See SmashUp.clash."""
    base = s.base(b)
    if base.island:
        return None
    for other in base.titans:
        if other != titan:
            mine, theirs, loser = verdict(s, titan, other, b, p)
            return other, mine, theirs, loser
    return None


def worth(titan: Titan, base) -> int:
    """The power that a titan gives its controller at that base (TI-18, Kaiju Island)."""
    return titan.counters + (3 if base.island else 0)


def _arrive(s, slug, titan, b):
    base = s.bases[b - 1]
    titan.base = b
    base.tp[titan.controller - 1] += worth(titan, base)
    if base.titans and not base.island:
        s.owed.append((b, slug, base.titans[0]))
    base.titans.append(slug)


def _leave(s, slug, titan):
    base = s.bases[titan.base - 1]
    base.titans.remove(slug)
    base.tp[titan.controller - 1] -= worth(titan, base)
    if s.owed:
        s.owed = [owed for owed in s.owed if owed[1] != slug and owed[2] != slug]


def _titan_play(s, ev):
    b = ev["b"]
    p = ev["p"]
    s.base(b)
    if s.debts:
        s.debts = {}
    slug = ev["titan"]
    titan = s.titans.get(slug)
    if titan is not None and titan.base:
        return  # TI-21: it is in play, "play" does nothing
    instead = ev.get("instead")
    if instead:
        if p == s.turn and (s.duel or s.phase == "play" or (s.phase == "start" and not s.told)):
            s.spent |= MINION if instead == "minion" else ACTION
        if s.phase == "start":
            s.phase = "play"
    if titan is None:
        titan = s.titans[slug] = Titan(p)
    titan.controller = p
    _arrive(s, slug, titan, b)


def _titan_move(s, ev):
    b = ev["b"]
    s.base(b)
    if s.debts:
        s.debts = {}
    slug = ev["titan"]
    titan = s.titans.get(slug)
    if titan is not None and titan.base and titan.base != b:
        _leave(s, slug, titan)
        _arrive(s, slug, titan, b)


def _counter(s, ev):
    slug = ev["titan"]
    titan = s.titans.get(slug)
    if titan is None or not titan.base:
        return  # TI-17: out of play it holds none
    n = ev["n"]
    if titan.counters + n < 0:
        if len(s.clamped) < 8:
            s.clamped.append(("counter", slug, titan.base, titan.counters, -n))
        n = -titan.counters
    titan.counters += n
    s.bases[titan.base - 1].tp[titan.controller - 1] += n


def _titan_out(s, ev):
    out(s, ev["titan"])


def out(s, slug: str) -> None:
    """The titan leaves play, if it is there."""
    titan = s.titans.get(slug)
    if titan is not None and titan.base:
        _leave(s, slug, titan)
        titan.aside()


def _clash(s, ev):
    s.base(ev["b"])
    out(s, ev["out"])


DO = {
    "titan.play": _titan_play,
    "titan.move": _titan_move,
    "titan.out": _titan_out,
    "counter": _counter,
    "clash": _clash,
}
