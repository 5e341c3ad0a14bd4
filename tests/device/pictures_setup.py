"""Keys to the screens before and after a game and to the board of Toy Battle (see pictures.py)."""

from tests.device.board_hands import Hands

# A name is typed, options are chosen, a game waits for one of Toy Battle, the history.
SETUP = """
a a left =seats-new a =spell a hold:a =spell-marks up =spell-tone right right =spell-shape a
down a down =spell-digits hold:a =spell-none up left a hold:right =seats-typed
down down =seats-options a =options right down right down right down right =options-modules
down down down right =options-printing down right right right =options-clock left left left
b up up a =table-typed
a right up up up up right up up right up a a right
hold:a down up a =seats-toy-new down down =seats-special right a up up a =terrains-keys a a up
hold:a up up up a =home-waiting down down down a =history a =past-waiting b b b b
hold:a down down a =newgame-waiting b b
a up up up up a =race-won hold:a down down a =newgame-back b b a a a a left
hold:a up up up a down down down a =history-two a =past-won right =past-log b down =past-unsafe b b b b
hold:a up up up a up =home-last
"""

_NEXT = "hold:a down down a a a down right"  # another game, the next terrain of the list
_TERRAINS = [
    *("battlefield", "caribbean-sea", "castle-field", "christmas", "city-of-clouds", "cursed-cemetery"),
    *("la-croisette", "station-metal-x", "tournament", "tropical-pool", "volcanic-jungle"),
]

# Every terrain once; then a game on Castle Field.
BOARDS = "a up a a right =board-battlefield " + " ".join(f"{_NEXT} =board-{name}" for name in _TERRAINS[1:])


def _castle() -> str:
    """A game on Castle Field with every kind of question and refusal."""
    hands = Hands(None, "castle-field")
    node = hands.state.board.index
    hands.look(
        "a", "up", "a", "a", "down", "down", "right", "right", "=board-cursor", "left", "a", "=board-pad"
    )
    hands.look("a", "=board-pad-second", "left", "=board-refused", "b")
    hands.place(1, node("1"))
    hands.look("=board-draw", "a", "=board-turn")
    hands.state.apply({"ev": "effect", "p": 1, "kind": "draw", "n": 2, "of": "troop"})
    hands.place(4, node("3"))
    hands.look("=board-hook")
    hands.look(
        *hands.way(node("6")), "=board-special", *reversed([_BACK[key] for key in hands.way(node("6"))])
    )
    hands.place(7, node("2"))
    hands.place(4, node("8"))
    hands.look("a", "left", "=board-stronger", "b")
    hands.at = node("8")
    hands.draw()
    hands.look("=board-drew")
    hands.place(4, node("9"))
    hands.place(3, node("4"))
    hands.look("=board-discard", "a", "=board-gone")
    hands.state.apply({"ev": "effect", "p": 1, "kind": "discard", "at": "8"})
    hands.at = node("8")
    hands.draw()
    hands.draw()
    hands.place(2, node("14"))
    hands.look("=board-capn")
    hands.place(5, node("12"))
    hands.look("=board-rack", "b")
    hands.passed |= 1
    hands.place(4, node("5"))
    hands.look("=board-recall", "b", "=board-full")
    hands.look("hold:a", "=board-more", "down", "down", "down", "down", "down", "down", "a", "=help-board")
    hands.look("a", "=help-board-keys", "b", "down", "a", "=help-plays", "a", "=help-plays-2", "b", "down")
    hands.look("a", "=help-troops", "a", "=help-troops-2", "a", "=help-troops-3", "b", "down")
    hands.look("a", "=help-special", "a", "=help-special-2", "a", "=help-special-3", "b", "down")
    hands.look(
        "a",
        "=help-win",
        "a",
        "=help-win-2",
        "b",
        "b",
        "b",
        "hold:a",
        "down",
        "down",
        "down",
        "a",
        "=board-log",
    )
    hands.look("b", "b", "hold:b", "=board-undone", "hold:a", "a", "=board-over")
    return " ".join(hands.script)


# A game entered as its result; medals and draws.
RESULT = """
a up a a down down left =result down down down right right up up =result-hq a =result-over
hold:a down down a a down down down up up up a a down right a up =race-regions
hold:a down a b hold:a down a =race-turn left up up up up up a =race-unknown
"""

_BACK = {"left": "right", "right": "left", "up": "down", "down": "up"}
SCRIPTS = (SETUP, BOARDS, _castle(), RESULT)
