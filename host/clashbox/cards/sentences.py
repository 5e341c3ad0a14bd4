"""Our own sentences about cards, in the language that is set: the data have them in English, cards.tsv
(among the words) in Vietnamese.
"""

from functools import cache
from pathlib import Path

from clashbox import i18n

ORIGINAL_ALONE = "these are the numbers of the original printing; those of today are not known"
"""Said of monsters and treasures when the current printing is asked for: no source has its decks."""
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


def sentences() -> list[str]:
    """Every sentence of the card data that is shown, in English."""
    from clashbox.cards import store

    found: list[str | None] = []
    for role in store.roles().values():
        found += [role.summary, role.note]
    for record in (*store.monsters().values(), *store.treasures().values(), *store.troops().values()):
        found.append(record.summary)
    found += [base.summary for base in store.bases().values()]
    found += [terrain.note for terrain in store.terrains().values()] + [ORIGINAL_ALONE]
    for titan in store.titans().values():
        found += [titan.play["condition"], titan.play["where"], *titan.ongoing, *titan.special]
        found += [titan.talent, titan.grants_power, titan.note, *(e.detail for e in titan.enablers)]
        for told_ in (titan.current or {}).values():
            found += told_ if isinstance(told_, list) else [told_]
    return list(dict.fromkeys(text for text in found if text))
