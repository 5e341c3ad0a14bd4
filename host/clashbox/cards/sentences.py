"""Our own sentences about cards, in the language that is set: the data have them in English, cards.tsv
(among the words) in Vietnamese.
"""

from functools import cache
from pathlib import Path

from clashbox import i18n

_TABLE = Path(__file__).parent.parent / "words" / "cards.tsv"


@cache
def vietnamese() -> dict[str, str]:
    """The Vietnamese of every sentence of the card data, by its English."""
    found: dict[str, str] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            english, told_ = line.split("\t")
            if english in found:
                raise ValueError(f"{_TABLE.name}: {english} stands twice")
            found[english] = told_
    return found


def told(sentence: str, lang: str | None = None) -> str:
    """The sentence in the language that is set (or `lang`); English where there is no translation."""
    return vietnamese().get(sentence, sentence) if (lang or i18n.language()) == "vi" else sentence
