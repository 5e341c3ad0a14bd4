"""Toy Battle's effects of troops and special bases (TB-08, TB-14, TB-17, TB-19): what is said of a wrong one.

Which rule an effect breaks, and the key of the sentence, is worked out by the core (clashcore.effects).
"""

from clashcore.toybattle import RACK, TROOPS

from clashbox.rules.replay import Event
from clashbox.rules.table import Table
from clashbox.text import shown

_EFFECT_SENTENCES = {
    "who": (
        "{name} uses an effect ({effect}), but {name} did not place the last troop.",
        "{name} dùng hiệu ứng ({effect}), nhưng {name} không phải người vừa đặt quân.",
    ),
    "none": (
        "{name} uses an effect ({effect}) that neither {troop} nor a base just taken has.",
        "{name} dùng hiệu ứng ({effect}) mà cả {troop} lẫn base vừa chiếm đều không có.",
    ),
    "again": (
        "{name} uses an effect ({effect}) that is used up already. Each can be used once for a placement.",
        "{name} dùng hiệu ứng ({effect}) đã dùng hết. Mỗi lần đặt quân chỉ được dùng một lần.",
    ),
    "order": (
        "{name} uses an effect ({effect}) out of order. First come all effects of troops, then those of the "
        "special bases in the order in which they were taken.",
        "{name} dùng hiệu ứng ({effect}) sai thứ tự. Mọi hiệu ứng của quân lính trước, rồi đến các base đặc "
        "biệt theo thứ tự đã chiếm.",
    ),
    "nullify": (
        "{name} uses the effect of {troop} on {node}: {effect}. On that base no troop has an effect.",
        "{name} dùng hiệu ứng của {troop} ở {node}: {effect}. Base đó làm mọi quân lính mất hiệu ứng.",
    ),
    "discard": (
        "{name} has {troop} on {node} discard the troop on {at}. It has to be a visible troop of {other}'s, "
        "one path away.",
        "{name} dùng {troop} ở {node} loại quân ở {at}. Phải là quân đang lộ của {other} và ở kề.",
    ),
    "recall": (
        "{name} takes a troop back to the rack from {at}. It has to be a visible one of {name}'s own.",
        "{name} đưa quân ở {at} về khay. Phải là quân đang lộ của chính {name}.",
    ),
    "shove": (
        "{name} shoves the troop on {at} to {to}. It has to be a visible troop of {other}'s, one path away "
        "from the special base.",
        "{name} đẩy quân ở {at} sang {to}. Phải là quân đang lộ của {other} và ở kề base đặc biệt.",
    ),
    "exhume": (
        "{name} takes {wanted} back from the discard, but no such troop of {name}'s lies there.",
        "{name} lấy lại {wanted} từ chồng bài bỏ, nhưng ở đó không có quân nào như vậy của {name}.",
    ),
    "own": (
        "{name} takes back the troop on {at}, the one just placed there. The base takes back another one.",
        "{name} đưa về khay quân ở {at}, chính là quân vừa đặt. Base này đưa về một quân khác.",
    ),
    "to": (
        "{name} shoves the troop on {at} to {to}. It has to go to a base next to {at}.",
        "{name} đẩy quân ở {at} sang {to}. Phải đẩy sang một base kề với {at}.",
    ),
    "many": (
        "{name} draws {n} by an effect. It gives {gives} at most, and the reserve holds {reserve}.",
        "{name} rút {n} nhờ hiệu ứng. Hiệu ứng cho tối đa {gives}, và chồng dự bị còn {reserve}.",
    ),
    "rack": (
        "{name} uses an effect ({effect}) with {rack} troops on the rack. A rack never holds more than "
        "{most}.",
        "{name} dùng hiệu ứng ({effect}) khi khay đang có {rack} quân. Khay không bao giờ quá {most} quân.",
    ),
    "empty": (
        "{name} uses an effect ({effect}), but the rack of {other} is empty: there is no troop to take.",
        "{name} dùng hiệu ứng ({effect}), nhưng khay của {other} đang trống: không có quân nào.",
    ),
}


def effect(g: Table, ev: Event) -> None:
    """TB-08, TB-14, TB-17, TB-19, TB-04: an effect of the troop or special base just placed or taken."""
    fault = g.s.effect_fault(ev)
    if fault is None:
        return
    rule, key = fault
    p: int = ev["p"]
    last = g.s.troop
    values: dict[str, object] = {
        "name": g.player(p),
        "other": g.player(3 - p),
        "effect": g.effect(ev["kind"]),
        "troop": g.troop(TROOPS[last]) if last >= 0 else "",
        "node": shown(g.s.board.ids[g.s.node]) if g.s.node >= 0 else "",
        "wanted": g.troop(ev["troop"]) if ev.get("troop") else "",
        "at": shown(ev.get("at") or ""),
        "to": shown(ev.get("to") or ""),
        "n": ev.get("n"),
        "gives": g.draws(TROOPS[last]) if rule == "TB-17" else 1,
        "rack": g.s.rack[p - 1],
        "reserve": g.s.reserve[p - 1],
        "most": RACK,
    }
    # What is aimed wrongly is told by what the effect does.
    english, vietnamese = _EFFECT_SENTENCES[ev["kind"] if key == "target" else key]
    g.violation(rule, english.format(**values), vietnamese.format(**values))
