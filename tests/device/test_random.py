"""Keys at random for long: presses, holds, two at once, cuts, a host that asks in between.

After it no fault is in the log, and what the link tells is a game that the core replays to its end.
"""

import json
import random

import pytest
from clashbox.cards.facts import Facts
from clashbox.virtual import VirtualDevice
from clashcore import wire
from clashcore.timeline import Timeline

from tests.device.hands import events, live_game, play
from tests.examples import LONG

KEYS = ("left", "right", "up", "down", "a", "b")
WEIGHTS = (3, 4, 4, 4, 9, 2)
WAYS = ("hold:left a a a a", "hold:a up a a a", "hold:a left a up", "hold:a a a", "hold:a down a a", "hold:b")
# Where every module is on: duels, monsters and their end, buried cards, Madness, lasting effects, the log.
DEEDS = (
    "hold:left a a a a a up up a",  # a scoring with its treasures and a new base
    "hold:a a up right right right up a",
    "hold:a a left a",
    "hold:a a left a up a",
    "hold:a a right a",
    "hold:a a right a a left",
    "hold:a a down up up a a up a b",
    "hold:a right a a up a",
    "hold:a right a down a down a",
    "hold:a right a down down a a left",
    "hold:a right a up a",
    "hold:a a a down a down down a up a",
    "hold:a a a down a down a left a",
    "a right a right a right",
    "hold:right right",
    "left a a b",
    "b a down",
    "right",
)
EVERY_MODULE = "a down a up a down down a down a down a down a b down a  a right up up a right a a right a a"


def step(device: VirtualDevice, hand: random.Random) -> None:
    what = hand.random()
    if what < 0.75:
        device.press(hand.choices(KEYS, WEIGHTS)[0])
    elif what < 0.88:
        device.hold(hand.choice(KEYS), hand.choice((599, 601, 800, 1500, 5000)))
    elif what < 0.93:
        play(device, hand.choice(WAYS))
    elif what < 0.97:
        device.chord(*hand.sample(KEYS, 2), ms=hand.choice((30, 60, 800)))
    else:
        device.request(hand.choice((wire.STATUS, wire.GAMES, wire.SCREEN)))


def look(device: VirtualDevice) -> None:
    log = device.log.decode(errors="replace")
    assert "Traceback" not in log, log[-2000:]
    if not live_game(device):
        return
    found = events(device)
    header = json.loads(device.request(wire.HEADER, {"id": live_game(device)})[1])
    timeline = Timeline(header, Facts())
    for event in found:
        timeline.record(event)  # Rejected, were the box's state another one than the core's
    device.power_cut()
    device.boot()
    assert events(device) == found


def at_random(seed: int, steps: int, language: str, deeds: bool = False) -> None:
    hand = random.Random(seed)
    with VirtualDevice(language=language, bounce=True, seed=seed) as device:
        if deeds:
            play(device, EVERY_MODULE)
        for n in range(steps):
            if deeds and hand.random() < 0.4:
                play(device, "b b b " + hand.choice(DEEDS))
            else:
                step(device, hand)
            if n % 200 == 199 or n == steps - 1:
                look(device)


def test_keys_at_random() -> None:
    at_random(7, 150, "vi")


def test_keys_at_random_with_every_module() -> None:
    at_random(8, 60, "en", deeds=True)


@pytest.mark.soak
@pytest.mark.parametrize(("seed", "language"), [(102, "vi")])
def test_keys_at_random_for_long(seed: int, language: str) -> None:
    at_random(seed, round(300 * LONG), language, deeds=seed % 2 == 0)
