"""Screens that hang on more than keys: on what the laptop sent, on the battery (see pictures.py)."""

import json
from collections.abc import Callable

from clashbox.draft import box
from clashbox.virtual import VirtualDevice
from clashbox.watching import findings

from tests.device.hands import events, live_game, play

BATTERY = 35  # the pin; it has half of the cell's voltage
BATTERY_WORDS = {"en": "battery", "vi": "pin"}
Look = Callable[[str], None]


def told(device: VirtualDevice, language: str, rules: list[tuple[int, str, int]]) -> None:
    """The referee's findings in the live game, with the sentences that a watch sends."""
    count = len(events(device))
    text = {rule: findings.sentence(rule, language) for _, rule, _ in rules}
    found = {"id": live_game(device), "events": count, "first": count, "found": rules, "text": text}
    device.put("findings", json.dumps(found, ensure_ascii=False).encode())
    device.settle()


def found_by_the_laptop(device: VirtualDevice, language: str, look: Look) -> None:
    """A finding over the table, as one line there, in the log and from there."""
    play(device, "a down a a  a right up up a  a left")
    count = len(events(device))
    told(device, language, [(count, "SB-04", 1), (count - 1, "TI-04", 0)])
    play(device, "=notice b =notice-line hold:a a down a =log-found a =finding b down a =finding-other", look)


def drawn_by_the_laptop(device: VirtualDevice, language: str, look: Look) -> None:
    """The laptop's draw is offered as the next game's set-up."""
    factions = [["kaiju", "ghosts"], ["aliens", "ninjas"], ["dragons", "itty-critters"]]
    device.put("draft", box.file(["An", "Nguyễn Thị Ánh", "Chi"], factions, 2))
    device.settle()
    play(device, "a =drawn a =drawn-seats a =drawn-table", look)


def kaiju_island(device: VirtualDevice, language: str, look: Look) -> None:
    """Two titans on the base that holds any number of them."""
    play(device, "a a a  a left a" + " right" * 10 + " a  hold:a up a a a", look)  # the tenth initial is K
    play(device, "b hold:a up a a down a =island-no-clash a =island-table hold:a right =island-base", look)


def battery(device: VirtualDevice, language: str, look: Look) -> None:
    """The battery runs down in a game."""
    device.voltage(BATTERY, 3900 * 500)
    device.reset()
    play(device, "a down a a  a right up up a  a left")
    low = BATTERY_WORDS[language]
    for name, millivolts in (("battery-low", 3380), ("battery-empty", 3220)):
        device.voltage(BATTERY, millivolts * 500)
        before = device.text()[-1]
        for _ in range(80):
            device.advance(5000)
            said = device.text()[-1]
            if said != before and low in said.casefold():
                look(name)
                break
        else:
            raise AssertionError(f"{name} was never said")


SCENES = (found_by_the_laptop, drawn_by_the_laptop, kaiju_island, battery)
