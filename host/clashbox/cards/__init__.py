"""Card data: factions, cards, bases, titans, monsters, treasures, terrains and troops.

The data lie in ``data/`` as readable JSON (one record a line; see ``data/SOURCES.md``). `Facts` answers
the questions that the rules ask about them.
"""

from clashbox.cards.facts import Facts

__all__ = ["Facts"]
