"""The pack that goes to the box: reminders for factions, in as few bytes as it takes.

Its form is described in firmware/README.md. What a reminder says follows from the tags of the card data; it
is a hint of a word or two, not the card's text.
"""

from collections.abc import Iterator

from clashbox.cards import store

FIRST = "#clashbox pack 1"
MOST = 8192
"""Bytes of a pack at most: the box reads it line by line at the table."""
LONGEST = 200
"""Bytes of a line at most."""

_WHEN = {"before_scoring": "b", "after_scoring": "a"}
# What a card does, by its tags, most telling first: English, Vietnamese.
_WHAT = {
    "gain_vp": ("VP", "VP"),
    "uncover": ("uncover", "mở"),
    "bury": ("bury", "chôn"),
    "duel": ("duel", "đấu"),
    "take_control": ("take control", "giành quyền"),
    "destroy": ("destroy", "diệt"),
    "base_swap": ("swap base", "đổi base"),
    "breakpoint_change": ("breakpoint", "mốc"),
    "power_up": ("power up", "tăng sức"),
    "power_down": ("power down", "giảm sức"),
    "power_counter": ("counter", "token"),
    "move": ("move", "chuyển"),
    "return_to_hand": ("to hand", "về tay"),
    "extra_minion": ("extra minion", "thêm minion"),
    "extra_action": ("extra action", "thêm action"),
    "monster": ("monster", "quái vật"),
    "treasure": ("treasure", "kho báu"),
    "draw": ("draw", "rút"),
    "search_deck": ("search deck", "tìm bài"),
    "top_of_deck": ("on deck", "lên bộ bài"),
    "from_discard": ("from discard", "từ bài bỏ"),
    "discard": ("discard", "bỏ bài"),
    "cancel_abilities": ("cancel", "hủy"),
}
_TITAN = {
    "instead_of_regular_minion": ("not the minion", "thay minion"),
    "instead_of_regular_action": ("not the action", "thay action"),
    "instead_of_regular_minion_and_action": ("not minion, action", "thay minion, action"),
    "start_of_turn": ("start of turn", "đầu lượt"),
    "counter_threshold": ("enough counters", "đủ token"),
    "after_base_scored": ("titan", "Titan"),
    "on_your_turn": ("on your turn", "trong lượt"),
}
_WORDS = 2  # tags told of a card


def build() -> bytes:
    """The pack of all factions, sorted: at most MOST bytes; a faction that finds no room is left out."""
    out = FIRST + "\n"
    for faction in sorted(store.factions()):
        lines = list(_faction(faction))
        text = "".join(f"{line}\n" for line in [f"@{faction}", *lines])
        if lines and len((out + text).encode()) <= MOST:
            out += text
    return out.encode()


def _faction(faction: str) -> Iterator[str]:
    for card in store.cards(faction).values():
        for tag, when in _WHEN.items():
            if tag in card.tags:
                words = [_WHAT[name] for name in _WHAT if name in card.tags][:_WORDS]
                yield _line(when, card.name, words)
    for titan in store.titans().values():
        if titan.faction == faction and titan.play.get("own_turn_only"):
            mode = str(titan.play.get("mode"))
            when = "a" if mode == "after_base_scored" else "t"
            yield _line(when, titan.name, [_TITAN.get(mode, ("titan", "Titan"))])


def _line(when: str, name: str, words: list[tuple[str, str]]) -> str:
    line = "\t".join([when, name, *(", ".join(word[i] for word in words) for i in (0, 1))])
    assert len(line.encode()) < LONGEST, line
    return line
