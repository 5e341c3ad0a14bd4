"""Drawing factions for the next game: from the boxes one owns, without pairs that were just played."""
