"""Toy Battle (rules TB): the checks, each next to the sentences that explain it, and the replay.

Which rule an event breaks is worked out by the core (clashcore.toybattle); here stands when it is asked and
what is said. Every check looks at the state before the event.
"""

from collections.abc import Callable, Iterable
from typing import Any

from clashcore.rejected import Rejected
from clashcore.toybattle import COPIES, RACK, TROOPS, ToyBattle

from clashbox.rules import Result
from clashbox.rules.engine import standing
from clashbox.rules.replay import CannotApply, Event, Replay
from clashbox.rules.terrains import in_vietnamese
from clashbox.text import shown

_EFFECTS = {
    "draw": ("draw", "rút quân"),
    "discard": ("discard", "loại quân cạnh bên"),
    "rack-discard": ("discard from the rack", "bỏ quân trên khay"),
    "recall": ("recall", "đưa quân về khay"),
    "shove": ("shove", "đẩy quân"),
    "exhume": ("exhume", "lấy lại từ chồng bài bỏ"),
    "suppress": ("suppress", "vô hiệu một quân trên khay"),
}

_REFUSED = {
    "field": ("the field {0} is missing", "thiếu trường {0}"),
    "node": ("the terrain has no base {0}", "địa hình không có base {0}"),
    "troop": ("there is no troop {0}", "không có quân lính {0}"),
    "player": ("there is no such player", "không có người chơi đó"),
}


class Table(Replay):
    """A game of Toy Battle under replay."""

    s: ToyBattle

    def __init__(self, header: dict[str, Any], state: ToyBattle, facts: Any, vi: bool):
        super().__init__(header, state, facts, vi)
        self.told = False  # that the game was over

    def troop(self, slug: str) -> str:
        """The troop's name with its strength: `Hook (4)`."""
        strength: int | None = next((t.strength for t in self.facts.troops() if t.slug == slug), None)
        name: str = self.facts.name("troop", slug)
        return f"{name} ({strength})" if strength else name

    def effect(self, kind: str) -> str:
        """The effect in words."""
        return _EFFECTS[kind][1 if self.vi else 0]


Check = Callable[[Table, Event], None]


def usual_terrain(g: Table) -> None:
    """TB-20: a terrain of one's own whose medals or objective are not the usual ones."""
    board = g.s.board
    odd_en: list[str] = []
    odd_vi: list[str] = []
    for ring, medals in zip(board.regions, board.medals, strict=True):
        if medals != len(ring) - 2:
            names = ", ".join(shown(board.ids[i]) for i in ring)
            odd_en.append(
                f"the region {names} has {medals} medals, usual are {len(ring) - 2} (its bases less 2)"
            )
            odd_vi.append(
                f"khu vực {names} có {medals} huy chương, thường là {len(ring) - 2} (số base trừ 2)"
            )
    if board.goal != board.total // 2:
        odd_en.append(f"the objective is {board.goal}, usual is {board.total // 2} (half of all medals)")
        odd_vi.append(f"mục tiêu là {board.goal}, thường là {board.total // 2} (một nửa số huy chương)")
    if odd_en:
        g.warning("TB-20", "The terrain: " + "; ".join(odd_en) + ".", "Địa hình: " + "; ".join(odd_vi) + ".")


def over_already(g: Table, rule: str) -> None:
    """TB-10, TB-11, TB-12: the game was over by then; told once."""
    if g.told:
        return
    g.told = True
    who, who_vi = g.players(g.s.winner), g.players(g.s.winner)
    en, vi = {
        "TB-10": ("a headquarters was captured", "một HQ đã bị chiếm"),
        "TB-11": ("the medal objective was reached", "mục tiêu huy chương đã đạt"),
        "TB-12": ("a player was stuck", "một người chơi đã bế tắc"),
    }[rule]
    g.violation(
        rule,
        f"The game is over: {en}, {who} won. This changes nothing any more.",
        f"Ván đã kết thúc: {vi}, {who_vi} thắng. Sự kiện này không còn tác dụng.",
    )


def out_of_turn(g: Table, ev: Event) -> None:
    """TB-03; for Cap'n's further placement TB-08 (a special base fired before it) and TB-19 (nullified)."""
    p: int = ev["p"]
    rule, _ = g.s.sequence(p, ev["ev"] == "draw")
    name = g.player(p)
    if rule == "TB-03":
        g.violation(
            rule,
            f"It is {g.player(3 - p)}'s turn, not {name}'s: a turn is one action.",
            f"Đang là lượt của {g.player(3 - p)}, không phải của {name}: mỗi lượt một hành động.",
        )
    elif rule == "TB-08":
        g.violation(
            rule,
            "Cap'n's further placement comes before the effects of special bases.",
            "Lần đặt thêm của Cap'n phải trước hiệu ứng của base đặc biệt.",
        )
    elif rule == "TB-19":
        g.violation(
            rule,
            "Cap'n stands on a base that cancels the effect of troops: no further placement.",
            "Cap'n đứng trên base vô hiệu hiệu ứng của quân lính: không được đặt thêm.",
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
            f"{name} cannot draw: {rack} on the rack (at most {RACK}), {reserve} in the reserve.",
            f"{name} không được rút: khay có {rack} (tối đa {RACK}), chồng dự bị còn {reserve}.",
        )
    elif n != possible:
        g.violation(
            "TB-04",
            f"{name} drew {n}; with {rack} on the rack and {reserve} in the reserve it is {possible}.",
            f"{name} rút {n}; khay có {rack}, chồng dự bị còn {reserve} thì phải rút {possible}.",
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
            f"{g.player(p)} has no troop on the rack to place.",
            f"Khay của {g.player(p)} không còn quân lính để đặt.",
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
            f"{g.player(p)} has {COPIES} of each troop; this is {g.facts.name('troop', troop)} number {n}.",
            f"{g.player(p)} có {COPIES} quân mỗi loại; đây là {g.facts.name('troop', troop)} thứ {n}.",
        )


def slot(g: Table, ev: Event) -> None:
    """TB-05, TB-18, TB-06: where the troop was placed; the first of them."""
    p, at = ev["p"], ev["at"]
    rule = g.s.legal(p, ev["troop"], at)
    if rule is None:
        return
    troop, node, at = g.troop(ev["troop"]), g.s.board.index(at), shown(at)
    if rule == "TB-05":
        if own_headquarters(g, ev):
            g.violation(
                rule,
                f"{at} is {g.player(p)}'s own headquarters: nothing is placed there.",
                f"{at} là HQ của chính {g.player(p)}: không được đặt quân vào đó.",
            )
            return
        held = g.troop(TROOPS[g.s.top(node)])
        g.violation(
            rule,
            f"{troop} does not cover {held} on {at}: it has to be strictly stronger.",
            f"{troop} không đè được {held} ở {at}: phải mạnh hơn hẳn.",
        )
    elif rule == "TB-18":
        admitted = ", ".join(str(n) for n in range(1, 8) if (g.s.board.gate[node] >> n) & 1)
        g.violation(
            rule,
            f"{troop} may not be placed on {at}: its gate admits {admitted} and the joker.",
            f"{troop} không được đặt ở {at}: cổng chỉ cho {admitted} và joker.",
        )
    else:
        g.violation(
            rule,
            f"{at} is not connected to {g.player(p)}'s headquarters over bases that {g.player(p)} occupies.",
            f"{at} không nối với HQ của {g.player(p)} qua các base mà {g.player(p)} đang chiếm.",
        )


_EFFECT_SENTENCES = {
    "who": (
        "{name} did not place last, so has no effect to use.",
        "{name} không phải người vừa đặt quân nên không có hiệu ứng để dùng.",
    ),
    "none": (
        "Neither the troop just placed nor its base has this effect: {effect}.",
        "Quân vừa đặt và base của nó không có hiệu ứng này: {effect}.",
    ),
    "again": ("This effect was used up already: {effect}.", "Hiệu ứng này đã dùng hết: {effect}."),
    "order": (
        "Effects out of order: first the troops', then the special bases' in the order they were taken.",
        "Sai thứ tự hiệu ứng: của quân lính trước, rồi đến base đặc biệt theo thứ tự đã chiếm.",
    ),
    "nullify": (
        "The troop stands on a base that cancels the effect of troops: {effect}.",
        "Quân lính đứng trên base vô hiệu hiệu ứng của quân lính: {effect}.",
    ),
    "target": (
        "The effect finds nothing there: {effect}. It takes a visible troop of the right side, adjacent "
        "where the "
        "effect says so, or one of one's own in the discard.",
        "Hiệu ứng không có mục tiêu: {effect}. Phải là quân đang lộ, đúng phe, kề cạnh nếu hiệu ứng đòi hỏi, "
        "hoặc quân của mình trong chồng bài bỏ.",
    ),
    "own": (
        "The base takes back another troop, not the one just placed on it.",
        "Base này đưa về khay một quân khác, không phải quân vừa đặt lên nó.",
    ),
    "to": (
        "A troop is moved to a base next to the one where it stood; {to} is not.",
        "Quân bị đẩy phải sang base kề với chỗ nó đứng; {to} thì không.",
    ),
    "many": (
        "More drawn than the effect and the reserve ({reserve}) allow.",
        "Rút nhiều hơn mức hiệu ứng và chồng dự bị ({reserve}) cho phép.",
    ),
    "rack": (
        "The rack of {name} holds {rack}; it would pass {most}.",
        "Khay của {name} có {rack} quân; không được quá {most}.",
    ),
    "empty": (
        "The rack of {other} is empty: {effect} finds nothing there.",
        "Khay của {other} đang trống: {effect} không có tác dụng.",
    ),
}


def effect(g: Table, ev: Event) -> None:
    """TB-08, TB-14, TB-17, TB-19, TB-04: an effect of the troop or special base just placed or taken."""
    fault = g.s.effect_fault(ev)
    if fault is None:
        return
    rule, key = fault
    p: int = ev["p"]
    values: dict[str, object] = {
        "name": g.player(p),
        "other": g.player(3 - p),
        "effect": g.effect(ev["kind"]),
        "to": shown(ev.get("to") or ""),
        "rack": g.s.rack[p - 1],
        "reserve": g.s.reserve[p - 1],
        "most": RACK,
    }
    english, vietnamese = _EFFECT_SENTENCES[key]
    g.violation(rule, english.format(**values), vietnamese.format(**values))


def medals(g: Table, ev: Event) -> None:
    """TB-09: more medals by hand than the terrain has, or a count that does not repeat the gain."""
    p: int = ev["p"]
    n: int = ev["n"]
    if g.s.placed:
        gained = g.s.gain[p - 1]
        if n != gained:
            g.violation(
                "TB-09",
                f"{n} medals written down for {g.player(p)}; the board gave {gained}.",
                f"Ghi {n} huy chương cho {g.player(p)}; trên bàn chỉ được {gained}.",
            )
        return
    total = g.s.board.total
    counted = sum(g.s.medals) + n
    if n > 0 and counted > total:
        g.violation(
            "TB-09",
            f"{counted} medals counted in all; the terrain has {total}.",
            f"Đã đếm tổng cộng {counted} huy chương; địa hình chỉ có {total}.",
        )


def not_stuck(g: Table, ev: Event) -> None:
    """TB-12: stuck though a draw was possible; looked at only where the board is tracked."""
    p: int = ev["p"]
    if g.s.placed and g.s.drawable(p):
        rack, reserve = g.s.rack[p - 1], g.s.reserve[p - 1]
        g.violation(
            "TB-12",
            f"{g.player(p)} is not stuck but can draw: {rack} on the rack, {reserve} in the reserve.",
            f"{g.player(p)} chưa bế tắc, vẫn rút được: khay có {rack}, chồng dự bị còn {reserve}.",
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
