"""A game of Toy Battle under replay, and the words for its troops and effects."""

from typing import Any

from clashcore.toybattle import ToyBattle

from clashbox.rules.replay import Replay

_EFFECTS = {
    "draw": ("draw", "rút quân"),
    "discard": ("discard", "loại quân ở kề"),
    "rack-discard": ("discard from the rack", "bỏ quân trên khay"),
    "recall": ("recall", "đưa quân về khay"),
    "shove": ("shove", "đẩy quân"),
    "exhume": ("exhume", "lấy lại từ chồng bài bỏ"),
    "suppress": ("suppress", "vô hiệu một quân trên khay"),
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

    def draws(self, slug: str) -> int:
        """How many troops the effect of that troop draws: 2 for Skully, 1 for Star, 0 for all others."""
        effect: str = next((t.effect for t in self.facts.troops() if t.slug == slug), None) or ""
        return int(effect.removeprefix("draw")) if effect.startswith("draw") else 0

    def effect(self, kind: str) -> str:
        """The effect in words."""
        return _EFFECTS[kind][1 if self.vi else 0]
