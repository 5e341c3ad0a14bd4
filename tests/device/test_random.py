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

KEYS = ("left", "right", "up", "down", "a", "b")
WEIGHTS = (3, 4, 4, 4, 9, 2)
WAYS = ("hold:left a a a a", "hold:a up a a a", "hold:a left a up", "hold:a a a", "hold:a down a a", "hold:b")


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


def at_random(seed: int, steps: int, language: str) -> None:
    hand = random.Random(seed)
    with VirtualDevice(language=language, bounce=True, seed=seed) as device:
        for n in range(steps):
            step(device, hand)
            if n % 200 == 199:
                look(device)


def test_keys_at_random() -> None:
    at_random(7, 400, "vi")


@pytest.mark.soak
@pytest.mark.parametrize(("seed", "language"), [(101, "vi"), (102, "en"), (103, "vi"), (104, "en")])
def test_keys_at_random_for_long(seed: int, language: str) -> None:
    at_random(seed, 2500, language)
