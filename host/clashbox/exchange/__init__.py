"""Games into the history from files of other people, and out of it for other programs."""
