"""The replay of a game of Smash Up under the rules: which checks each event passes.

Each event passes the small checks registered for its kind (they stand in the module of their section, next to
the sentences that explain them), is then applied by the core as the table played it, and passes those for
afterwards.
"""

from collections.abc import Callable, Iterable
from typing import Any

from clashcore.rejected import Rejected
from clashcore.smashup import SmashUp

from clashbox.rules import buried, duels, monsters, scoring, titans
from clashbox.rules.replay import CannotApply, Event, Replay, standing

Check = Callable[[Replay, Event], None]


# What is looked at before an event is applied, in this order, and after it.
_DUE: tuple[Check, ...] = (titans.clash_due, monsters.treasures_due, duels.pay_due)
_BEFORE: dict[str, tuple[Check, ...]] = {
    "turn": (
        *_DUE,
        duels.not_ended,
        scoring.ready_at_turn,
        scoring.slot_empty,
        scoring.game_was_over,
        scoring.out_of_order,
        buried.new_turn,
    ),
    "phase": (*_DUE, duels.not_ended, scoring.ready_at_phase, buried.phase_moves),
    "base": (scoring.base_laid,),
    "play": (titans.action_on_titan, scoring.regular_play, buried.play_made),
    "score.start": (*_DUE, duels.not_ended, scoring.below_breakpoint),
    "score": (*_DUE, duels.not_ended, scoring.below_breakpoint, scoring.vp_given, monsters.base_scores),
    "vp": (duels.vp_gained,),
    "titan.play": (*_DUE, titans.played),
    "titan.move": (*_DUE, titans.moved),
    "counter": (titans.counters,),
    "titan.out": (titans.leaves,),
    "clash": (titans.clashes,),
    "target": (titans.targeted, buried.targeted),
    "duel": (*_DUE, duels.starts),
    "duel.card": (duels.card_laid,),
    "duel.end": (duels.ends,),
    "uncover": (buried.uncovered,),
    "monster.out": (monsters.destroyed,),
    "treasure": (monsters.taken,),
    "end": (*_DUE, duels.not_ended, scoring.game_ends),
}
_AFTER: dict[str, tuple[Check, ...]] = {"treasure": (monsters.too_many,)}
_AT_LAST: tuple[Check, ...] = (*_DUE, duels.not_ended)
_NONE: tuple[Check, ...] = ()

# Fields that hold slugs, beside `card`, which every event may have.
_SLUGS: dict[str, tuple[tuple[str, str], ...]] = {
    "titan.play": (("titan", "titan"), ("by", "cause")),
    "titan.move": (("titan", "titan"), ("by", "cause")),
    "counter": (("titan", "titan"),),
    "titan.out": (("titan", "titan"),),
    "clash": (("out", "titan"),),
    "target": (("titan", "titan"),),
    "duel": (("by", "card"),),
    "uncover": (("by", "card"),),
}

# Why the core refused an event (clashcore.rejected); {} are fields of the event.
_REFUSED = {
    "empty": ("there is no base at slot {slot}", "ô {slot} không có base"),
    "taken": (
        "there is a base at slot {slot} already; it has to score or leave first",
        "ô {slot} đang có base; base đó phải ghi điểm hoặc rời bàn trước",
    ),
    "numbers": (
        "the card data have no numbers for the base {card}; give breakpoint and vp",
        "dữ liệu không có số của base {card}; hãy ghi breakpoint và vp",
    ),
    "used": ("the id {id} is in use already", "id {id} đang được dùng"),
    "unknown": (
        "the id {id} was never seen, or its card has left",
        "id {id} chưa từng có, hoặc lá đó đã rời bàn",
    ),
}


def _refused(line: int, ev: Event, state: Any, error: Rejected) -> CannotApply:
    slot = ev.get("b")
    if "to" in ev and isinstance(ev["to"], int) and slot and state.bases[slot - 1] is not None:
        slot = ev["to"]
    english, vietnamese = _REFUSED.get(error.code, ("not possible: {code}", "không được: {code}"))
    values = {"slot": slot, "card": ev.get("card"), "id": ev.get("id"), "code": error.code}
    kind = ev["ev"]
    return CannotApply(line, f"{kind}: {english.format(**values)}", f"{kind}: {vietnamese.format(**values)}")


def replay(
    header: dict[str, Any],
    events: Iterable[tuple[int, Event]],
    facts: Any,
    lang: str,
    header_line: int = 1,
    at_last: bool = True,
) -> Replay:
    """Replays the events that stand; the findings and the last state are in what it returns. Without
    `at_last` nothing is reported as left undone at the last line.

    The form of header and events is taken as checked. Raises CannotApply for what cannot be applied at all.
    """
    for player in header["players"]:
        for faction in player.get("factions") or ():
            if not facts.has("faction", faction):
                raise CannotApply(
                    header_line,
                    f"factions: {faction} is no faction of the card data",
                    f"factions: dữ liệu không có phe {faction}",
                )
    stand = standing(events)
    g = Replay(header, SmashUp(header, facts), facts, lang == "vi")
    apply = g.s.apply
    clamped = g.s.clamped
    known = g.known
    before, after, slugs = _BEFORE.get, _AFTER.get, _SLUGS.get
    line = header_line
    ev: Event = {}
    try:
        for line, ev in stand:
            kind = ev["ev"]
            g.line = line
            card = ev.get("card")
            if card is not None and (card if kind != "base" else "base " + card) not in known:
                g.know(line, "card", card, "base" if kind == "base" else "card")
            for field, what in slugs(kind, ()):
                slug = ev.get(field)
                if slug is not None:
                    g.know(line, field, slug, what)
            for check in before(kind, _NONE):
                check(g, ev)
            apply(ev)
            if clamped:
                scoring.taken_below_zero(g)
            for check in after(kind, _NONE):
                check(g, ev)
    except Rejected as error:
        raise _refused(line, ev, g.s, error) from None
    g.line = line
    for check in _AT_LAST if at_last else ():
        check(g, {"ev": "last"})
    return g
