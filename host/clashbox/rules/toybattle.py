"""Toy Battle (rules TB): the checks, each next to the sentences that explain it, and the replay.

Which rule an event breaks is worked out by the core (clashcore.toybattle); here stands when it is asked and
what is said. Every check looks at the state before the event.
"""

from collections.abc import Callable, Iterable
from typing import Any

from clashcore.rejected import Rejected
from clashcore.toybattle import COPIES, RACK, TROOPS, ToyBattle

from clashbox.rules import Result
from clashbox.rules.effects import effect
from clashbox.rules.engine import standing
from clashbox.rules.replay import CannotApply, Event, some
from clashbox.rules.table import Table
from clashbox.rules.terrains import in_vietnamese
from clashbox.text import shown

_REFUSED = {
    "field": ("the field {0} is missing", "thiếu trường {0}"),
    "node": ("the terrain has no base {0}", "địa hình không có base {0}"),
    "troop": ("there is no troop {0}", "không có quân lính {0}"),
    "player": ("there is no such player", "không có người chơi đó"),
}


Check = Callable[[Table, Event], None]


def usual_terrain(g: Table) -> None:
    """TB-20: a terrain of one's own whose medals or objective are not the usual ones."""
    board = g.s.board
    odd_en: list[str] = []
    odd_vi: list[str] = []
    for ring, medals in zip(board.regions, board.medals, strict=True):
        if medals != len(ring) - 2:
            names = ", ".join(shown(board.ids[i]) for i in ring)
            bases = len(ring)
            odd_en.append(
                f"region {names} has {some(medals, 'medal')} instead of {bases - 2} (its {bases} bases less "
                "2)"
            )
            odd_vi.append(f"khu vực {names} có {medals} huy chương thay vì {bases - 2} ({bases} base trừ 2)")
    if board.goal != board.total // 2:
        half = board.total // 2
        odd_en.append(
            f"the objective is {board.goal} instead of {half} (half of {board.total}, rounded down)"
        )
        odd_vi.append(f"mục tiêu là {board.goal} thay vì {half} (một nửa của {board.total}, làm tròn xuống)")
    if odd_en:
        g.warning(
            "TB-20",
            "This terrain is unlike the printed ones: " + "; ".join(odd_en) + ".",
            "Địa hình này khác các địa hình in sẵn: " + "; ".join(odd_vi) + ".",
        )


def over_already(g: Table, rule: str) -> None:
    """TB-10, TB-11, TB-12: the game was over by then; told once."""
    if g.told:
        return
    g.told = True
    who, medals = g.players(g.s.winner), g.each(g.s.medals)
    en, vi = {
        "TB-10": (f"{who} captured a headquarters", f"{who} đã chiếm HQ"),
        "TB-11": (
            f"{who} reached the medal objective {g.s.goal} ({medals})",
            f"{who} đã đạt mục tiêu {g.s.goal} huy chương ({medals})",
        ),
        "TB-12": (
            f"a player was stuck, and {who} won by medals ({medals}; at a tie the stuck one loses)",
            f"có người bế tắc, và {who} thắng theo huy chương ({medals}; hòa thì người bế tắc thua)",
        ),
    }[rule]
    g.violation(
        rule,
        f"The game was over already: {en}. What follows changes nothing any more.",
        f"Ván đã kết thúc rồi: {vi}. Những gì ghi sau đó không còn tác dụng.",
    )


def out_of_turn(g: Table, ev: Event) -> None:
    """TB-03; for Cap'n's further placement TB-08 (a special base fired before it) and TB-19 (nullified)."""
    p: int = ev["p"]
    draw = ev["ev"] == "draw"
    rule, _ = g.s.sequence(p, draw)
    name = g.player(p)
    if rule == "TB-03":
        g.violation(
            rule,
            f"{name} {'draws' if draw else 'places a troop'}, but it is {g.player(3 - p)}'s turn. A turn is "
            "one action: draw or place.",
            f"{name} {'rút quân' if draw else 'đặt quân'} khi đang là lượt của {g.player(3 - p)}. Mỗi lượt "
            "chỉ một hành động: rút hoặc đặt.",
        )
    elif rule == "TB-08":
        g.violation(
            rule,
            f"{name} places Cap'n's further troop after the effect of a special base. All effects of troops "
            "come before those of special bases.",
            f"{name} đặt thêm quân nhờ Cap'n sau khi đã dùng hiệu ứng của base đặc biệt. Mọi hiệu ứng của "
            "quân lính phải trước hiệu ứng của base đặc biệt.",
        )
    elif rule == "TB-19":
        g.violation(
            rule,
            f"{name} places a further troop, but Cap'n stands on a base where troops have no effect. So "
            "Cap'n gives no further placement.",
            f"{name} đặt thêm quân, nhưng Cap'n đứng trên base làm quân lính mất hiệu ứng. Vì vậy Cap'n "
            "không cho đặt thêm.",
        )


def draw_count(g: Table, ev: Event) -> None:
    """TB-04: two troops are drawn, one where only one is possible, none at 8 or from an empty reserve."""
    p: int = ev["p"]
    n: int = ev["n"]
    possible = g.s.drawable(p)
    rack, reserve = g.s.rack[p - 1], g.s.reserve[p - 1]
    name = g.player(p)
    if not possible:
        g.violation(
            "TB-04",
            f"{name} draws {n}, but cannot draw: {rack} on the rack (at most {RACK}), {reserve} in the "
            "reserve.",
            f"{name} rút {n}, nhưng không được rút: khay có {rack} (tối đa {RACK}), chồng dự bị còn "
            f"{reserve}.",
        )
    elif n != possible:
        g.violation(
            "TB-04",
            f"{name} draws {n}. With {rack} on the rack (at most {RACK}) and {reserve} in the reserve it has "
            f"to be {possible}.",
            f"{name} rút {n}. Khay có {rack} (tối đa {RACK}), chồng dự bị còn {reserve} thì phải rút "
            f"{possible}.",
        )


def own_headquarters(g: Table, ev: Event) -> bool:
    """Whether the placement is onto the player's own headquarters and so changes nothing."""
    return g.s.board.hq[g.s.board.index(ev["at"])] == ev["p"]


def rack_empty(g: Table, ev: Event) -> None:
    """TB-04: a placement from an empty rack."""
    p: int = ev["p"]
    if not g.s.rack[p - 1] and not own_headquarters(g, ev):
        g.violation(
            "TB-04",
            f"{g.player(p)} places {g.troop(ev['troop'])}, but {g.player(p)}'s rack is empty: 0 troops.",
            f"{g.player(p)} đặt {g.troop(ev['troop'])}, nhưng khay của {g.player(p)} đang trống: 0 quân.",
        )


def four_of_a_kind(g: Table, ev: Event) -> None:
    """TB-02: a fourth troop of a kind shows up, placed or discarded from a rack."""
    troop: str | None = ev.get("troop")
    p: int = ev["p"]
    if ev["ev"] == "effect":
        if ev["kind"] != "rack-discard":
            return
        p = 3 - p
    elif own_headquarters(g, ev):
        return
    if troop is None:
        return
    n = g.s.seen(p, troop) + 1
    if n > COPIES:
        g.violation(
            "TB-02",
            f"This is {g.player(p)}'s {g.facts.name('troop', troop)} number {n}. Each player has {COPIES} of "
            "each kind.",
            f"Đây là {g.facts.name('troop', troop)} thứ {n} của {g.player(p)}. Mỗi người chỉ có {COPIES} "
            "quân mỗi loại.",
        )


def slot(g: Table, ev: Event) -> None:
    """TB-05, TB-18, TB-06: where the troop was placed; the first of them."""
    p, at = ev["p"], ev["at"]
    rule = g.s.legal(p, ev["troop"], at)
    if rule is None:
        return
    name, node, at = g.player(p), g.s.board.index(at), shown(at)
    placed, placed_vi = f"{name} places {g.troop(ev['troop'])}", f"{name} đặt {g.troop(ev['troop'])}"
    if rule == "TB-05":
        if own_headquarters(g, ev):
            g.violation(
                rule,
                f"{placed} on {at}, {name}'s own headquarters. Nothing is ever placed there.",
                f"{placed_vi} lên {at}, HQ của chính {name}. Không bao giờ được đặt quân lên HQ của mình.",
            )
            return
        held = g.troop(TROOPS[g.s.top(node)])
        g.violation(
            rule,
            f"{placed} on {at}, where {g.player(3 - p)}'s {held} stands. To cover an enemy troop it has to "
            "be strictly stronger.",
            f"{placed_vi} ở {at}, nơi có {held} của {g.player(3 - p)}. Muốn đè quân địch thì phải mạnh hơn "
            "hẳn.",
        )
    elif rule == "TB-18":
        admitted = ", ".join(str(n) for n in range(1, 8) if (g.s.board.gate[node] >> n) & 1)
        g.violation(
            rule,
            f"{placed} on {at}. The gate there admits {admitted} and the joker only.",
            f"{placed_vi} ở {at}. Cổng ở đó chỉ cho {admitted} và joker.",
        )
    else:
        g.violation(
            rule,
            f"{placed} on {at}, which is not connected to {name}'s headquarters. A path has to lead there "
            f"over bases that {name} occupies.",
            f"{placed_vi} ở {at}, chỗ không nối với HQ của {name}. Phải có đường đi tới đó qua những base mà "
            f"{name} đang chiếm.",
        )


def medals(g: Table, ev: Event) -> None:
    """TB-09: more medals by hand than the terrain has, or a count that does not repeat the gain."""
    p: int = ev["p"]
    n: int = ev["n"]
    if g.s.placed:
        gained = g.s.gain[p - 1]
        if n != gained:
            g.violation(
                "TB-09",
                f"{some(n, 'medal')} recorded for {g.player(p)}. What was just played gave {gained}.",
                f"Ghi {n} huy chương cho {g.player(p)}. Thực ra nước vừa đi cho {gained}.",
            )
        return
    total = g.s.board.total
    counted = sum(g.s.medals) + n
    if n > 0 and counted > total:
        each = g.each([have + (n if q == p else 0) for q, have in enumerate(g.s.medals, 1)])
        g.violation(
            "TB-09",
            f"{counted} medals are counted in all ({each}), but the terrain has {total}.",
            f"Đã đếm tổng cộng {counted} huy chương ({each}), nhưng địa hình chỉ có {total}.",
        )


def not_stuck(g: Table, ev: Event) -> None:
    """TB-12: stuck though a draw was possible; looked at only where the board is tracked."""
    p: int = ev["p"]
    if g.s.placed and g.s.drawable(p):
        rack, reserve = g.s.rack[p - 1], g.s.reserve[p - 1]
        g.violation(
            "TB-12",
            f"{g.player(p)} is recorded as stuck, but can draw: {rack} on the rack (at most {RACK}), "
            f"{reserve} in the reserve.",
            f"{g.player(p)} được ghi là bế tắc, nhưng vẫn rút được: khay có {rack} (tối đa {RACK}), chồng dự "
            f"bị còn {reserve}.",
        )


_BEFORE: dict[str, tuple[Check, ...]] = {
    "draw": (out_of_turn, draw_count),
    "place": (out_of_turn, rack_empty, four_of_a_kind, slot),
    "effect": (effect, four_of_a_kind),
    "medal": (medals,),
    "stuck": (not_stuck,),
}


def check(
    header: dict[str, Any], events: Iterable[tuple[int, Event]], facts: Any, lang: str, header_line: int = 1
) -> Result:
    """Replays a game of Toy Battle under the rules; raises CannotApply for what cannot be applied at all."""
    try:
        state = ToyBattle(header, facts)
    except Rejected as error:
        what = shown(error.detail)
        if isinstance(header.get("terrain"), str):
            raise CannotApply(
                header_line,
                f"terrain: {what} is no terrain of the card data",
                f"terrain: dữ liệu không có địa hình {what}",
            ) from None
        raise CannotApply(
            header_line, f"terrain: {what}", f"terrain: {shown(in_vietnamese(error.detail))}"
        ) from None
    g = Table(header, state, facts, lang == "vi")
    g.line = header_line
    if not isinstance(header["terrain"], str):
        usual_terrain(g)
    for line, ev in standing(events):
        g.line = line
        card = ev.get("card")
        if card is not None and card not in g.known:
            g.know(line, "card", card, "card")
        try:
            _look(g, ev)
            state.apply(ev)
        except Rejected as error:
            english, vietnamese = _REFUSED.get(error.code, ("not possible: {0}", "không được: {0}"))
            kind, what = ev["ev"], shown(error.detail or error.code)
            raise CannotApply(
                line, f"{kind}: {english.format(what)}", f"{kind}: {vietnamese.format(what)}"
            ) from None
    return Result(g.findings, state.view())


def _look(g: Table, ev: Event) -> None:
    # What cannot be applied at all is no rules matter: it is sifted out before the checks.
    g.s.need(ev)
    if g.s.over:
        rule = g.s.late(ev)
        if rule:
            over_already(g, rule)
        return
    for look in _BEFORE.get(ev["ev"], ()):
        look(g, ev)
