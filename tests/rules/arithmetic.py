"""The arithmetic of the rules for both Pythons: a line of JSON in, what the core makes of it out.

Runs on CPython (`answer`) and on MicroPython (as a script, lines from standard input).
"""

import json
import sys

from clashcore import modules, places, titans
from clashcore.placing import regions
from clashcore.toybattle import ToyBattle


def board(header, stacks, p, moves):
    """Connection, covering and gates for each (troop, node), then what regions give when looked at."""
    game = ToyBattle(header)
    game.placed = True
    for name in stacks:
        game.stacks[game.board.index(name)] = list(stacks[name])
    found = [game.legal(p, troop, at) for troop, at in moves]
    found.append([game.connected(p, i) for i in range(len(game.board.ids))])
    regions(game, p)
    return found + [game.medals, game.gain, game.over, game.winner, list(game.taken)]  # noqa: RUF005 -- portable


DO = {
    "rank": places.rank,
    "turns": places.turns,
    "deal": places.deal,
    "leaders": places.leaders,
    "clash": titans.outcome,
    "duel": modules.won,
    "board": board,
}


def answer(line):
    """What the core says to one question, as JSON."""
    what, told = json.loads(line)
    return json.dumps(DO[what](*told))


if __name__ == "__main__":
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        print(answer(line))
