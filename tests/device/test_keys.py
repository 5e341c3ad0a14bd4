"""Debouncing, holds and repeats from traces of levels and times, under MicroPython."""

import json
import random

import pytest

from tests.micropython import run

SCRIPT = """
import json
from clashdevice import keys
from time import ticks_add
keys.ticks_ms = lambda: START
k = keys.Keys(None)
found = []
for step in STEPS:
    now = ticks_add(START, step[0])
    if step[1] is not None:
        k.sample(step[1], now)
    if step[2]:
        while True:
            got = k.poll(now, HOLDS, REPEATS)
            if got is None:
                break
            found.append([step[0], got[0], got[1], got[2]])
        if step[2] == 2:
            found.append(["progress", k.progress(now)])
    if len(step) > 3:
        k.forget()
print(json.dumps([found, k.presses, k.busy]))
"""

LEFT, RIGHT, UP, DOWN, A, B = (1 << i for i in range(6))


def play(levels, holds="", repeats="up down", start=1000, poll=5, until=None):
    """Feed levels, a dict of ms to the mask from then on, through 5 ms samples; poll every `poll` ms."""
    mask = 0
    steps = []
    end = until if until is not None else max(levels) + 100
    for now in range(end + 1):
        if now in levels:
            mask = levels[now]
        if now % 5 == 0:
            steps.append([now, mask, 1 if now % poll == 0 else 0])
    return follow(steps, holds, repeats, start)


def follow(steps, holds="", repeats="up down", start=1000):
    script = SCRIPT.replace("START", str(start)).replace("STEPS", repr(steps))
    return json.loads(run(script.replace("HOLDS", repr(holds)).replace("REPEATS", repr(repeats))))


def test_a_press_fires_once_on_the_press_edge():
    found, presses, busy = play({100: A, 180: 0})
    assert [event[1:] for event in found] == [["a", "press", 1]]
    assert 100 <= found[0][0] <= 115
    assert presses == 1 and not busy


@pytest.mark.parametrize("seed", range(8))
def test_bounces_make_no_second_press(seed):
    chance = random.Random(seed)
    levels = {}
    expected = []
    now = 50
    for _ in range(6):
        key = chance.choice((LEFT, RIGHT, UP, DOWN, A, B))
        expected.append(("left", "right", "up", "down", "a", "b")[key.bit_length() - 1])
        for edge, rest in ((key, 0), (0, key)):
            for at in range(now, now + 8):
                levels[at] = chance.choice((edge, rest))
            levels[now + 8] = edge
            now += 70
        now += 40
    found, _, _ = play(levels)
    assert [event[1] for event in found] == expected


def test_a_spike_of_one_sample_is_no_press():
    assert play({100: A, 104: 0, 200: B, 203: 0})[0] == []


def test_a_long_press_is_a_hold_and_nothing_else():
    found, _, _ = play({100: RIGHT, 1100: 0}, holds="right a")
    assert [event[1:] for event in found] == [["right", "hold", 1]]
    assert 700 <= found[0][0] - 100 <= 720, "it fires while the key is still held"


def test_a_short_press_of_a_key_with_a_hold_fires_when_let_go():
    found, _, _ = play({100: RIGHT, 300: 0}, holds="right")
    assert [event[1:] for event in found] == [["right", "press", 1]]
    assert 300 <= found[0][0] <= 325


def test_a_slow_loop_judges_by_the_times_of_the_edges():
    # 650 ms held, but the loop comes round only at 1,500: a press. And 900 ms held: a hold.
    found, _, _ = play({100: A, 750: 0}, holds="a", poll=1500, until=1500)
    assert [event[1:] for event in found] == [["a", "press", 1]]
    found, _, _ = play({100: A, 1000: 0}, holds="a", poll=1500, until=1500)
    assert [event[1:] for event in found] == [["a", "hold", 1]]


def test_a_held_key_repeats_and_then_goes_in_fives():
    found, _, _ = play({100: UP, 2600: 0})
    kinds = [event[2:] for event in found]
    assert kinds[0] == ["press", 1]
    assert kinds[1:6] == [["repeat", 1]] * 5
    assert len(kinds) > 8 and set(map(tuple, kinds[6:])) == {("repeat", 5)}
    assert 400 <= found[1][0] - found[0][0] <= 500


def test_a_key_that_does_not_repeat_fires_once_however_long():
    found, _, _ = play({100: LEFT, 3000: 0})
    assert [event[1:] for event in found] == [["left", "press", 1]]


@pytest.mark.parametrize("start", [2**30 - 400, 2**30 - 5, 2**29 - 300])
def test_the_clock_may_wrap(start):
    found, _, _ = play({100: UP, 700: 0, 800: A, 1700: 0}, holds="a", start=start)
    assert found == play({100: UP, 700: 0, 800: A, 1700: 0}, holds="a")[0]
    assert found[-1][1:] == ["a", "hold", 1]


def test_two_keys_at_once_are_two_presses():
    found, _, _ = play({100: A, 130: A | B, 200: B, 260: 0})
    assert [event[1:] for event in found] == [["a", "press", 1], ["b", "press", 1]]


def test_after_a_change_of_screen_a_held_key_means_nothing_until_let_go():
    steps = [[now, UP, 1] for now in range(0, 600, 5)]
    steps[10].append("forget")
    steps += [[now, 0, 1] for now in range(600, 700, 5)] + [[now, UP, 1] for now in range(700, 720, 5)]
    found, _, _ = follow(steps)
    assert [event[1:] for event in found] == [["up", "press", 1]] * 2


def test_a_full_queue_loses_the_newest_and_no_key_stays_down():
    steps = []
    for n in range(40):
        steps += [[n * 50 + t, A if t < 20 else 0, 0] for t in range(0, 50, 5)]
    steps += [[2000 + t, 0, 1] for t in range(0, 200, 5)]
    found, _, busy = follow(steps, holds="a")
    assert 10 <= len(found) <= 16
    assert all(event[1:] == ["a", "press", 1] for event in found)
    assert not busy


def test_progress_of_a_hold():
    steps = [[now, A, 2 if now % 100 == 0 else 1] for now in range(0, 900, 5)]
    found, _, _ = follow(steps, holds="a")
    progress = [event[1] for event in found if event[0] == "progress"]
    assert progress[:2] == [0, 0]
    assert progress[2:7] == sorted(progress[2:7]) and progress[2] > 20 and progress[6] > 80
    assert progress[-1] == 0, "done"


def test_the_timer_callback_allocates_nothing():
    out = run("""
import micropython
from clashdevice.keys import Keys
class Pin:
    def __init__(self): self.level = 1
    def value(self): return self.level
pins = [Pin() for _ in range(6)]
keys = Keys(pins)
tick = keys.on_timer
def turns():
    n = 0
    while n < 60:
        pins[n % 6].level = n // 6 % 2
        tick(None); tick(None); tick(None); tick(None); tick(None); tick(None)
        n += 1
failed = None
tick(None)
micropython.heap_lock()
try:
    turns()
except MemoryError as error:
    failed = error
micropython.heap_unlock()
print(failed, keys.busy)
""")
    assert out == "None True\n"
