"""Games as a device records them: an evening of Smash Up for three, and Toy Battle on the board."""

TROOPS = ("kwak", "skully", "hook", "star", "jumbo", "roxy", "capn", "xb42")


def evening() -> list[dict]:
    """A game of Smash Up as the device records it: three players, bases, plays, titans, a scoring, undo."""
    game: list[dict] = []
    clock = motion = 0

    def add(*evs: dict, pause: int = 4_700) -> None:
        nonlocal clock, motion
        clock += pause
        motion += 1
        game.extend({**ev, "t": clock, "m": motion} for ev in evs)

    for b, card in enumerate(("jungle-oasis", "tar-pits", "the-mothership", "kaiju-island"), 1):
        add({"ev": "base", "b": b, "card": card, "breakpoint": 19 + b, "vp": [4, 2, 1]}, pause=9_000)
    for turn in range(24):
        p = turn % 3 + 1
        add({"ev": "turn", "p": p}, pause=31_000)
        add({"ev": "play", "p": p, "kind": "minion", "b": turn % 4 + 1, "power": turn % 4 + 2}, pause=12_300)
        add({"ev": "power", "p": p, "b": turn % 4 + 1, "n": 2, "until": "turn"}, pause=6_000)
        add(
            {"ev": "power", "p": turn % 2 + 1, "b": 2, "n": -3},
            {"ev": "minion", "p": turn % 2 + 1, "b": 2, "n": -1},
        )
        if turn % 8 == 3:
            add({"ev": "titan.play", "p": p, "titan": "gorgodzolla", "b": 1, "by": "special"}, pause=20_000)
        if turn % 6 == 5:
            add({"ev": "score.start", "b": 2}, pause=15_000)
            add({"ev": "score", "b": 2, "vp": [4, 2, 1]})
            add({"ev": "base", "b": 2, "breakpoint": 20, "vp": [4, 2, 1]})
        if turn % 5 == 4:
            add({"ev": "undo"}, pause=2_000)
    add({"ev": "end", "winner": [1]})
    return game


def toys() -> list[dict]:
    """The actions of a game on the board, one after the other, whether legal or not."""
    game: list[dict] = []
    for i in range(30):
        p = i % 2 + 1
        game.append({"ev": "draw", "p": p, "n": 2, "t": i * 40_000, "m": 2 * i})
        place = {"ev": "place", "p": p, "troop": TROOPS[i % 8], "at": str(i % 14 + 1)}
        game.append({**place, "t": i * 40_000 + 13_000, "m": 2 * i + 1})
    return game
