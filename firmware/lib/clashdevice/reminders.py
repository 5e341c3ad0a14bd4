"""Reminders from the pack that the laptop sent: what the factions in play may do and easily forget.

The pack lies in /save/pack (its form: firmware/README.md) and is not to be trusted: a line that makes no
sense is passed over. It is read line by line, when wanted; this module is dropped after.
"""

from clashdevice import files

_PATH = files.SAVE + "/pack"
_FIRST = b"#clashbox pack 1\n"
_LONGEST = 200  # bytes of a line
_LINES = 400  # lines looked at
_MOST = 16  # reminders at a time
_WHEN = {b"b": "before", b"a": "after", b"s": "start", b"t": "titan"}


def _clean(raw: bytes, most: int) -> str:
    """Text without control characters, cut; empty where it is none."""
    try:
        # By bytes: each letter that is taken out of a text would stay in the pool of names for ever.
        return bytes([c for c in raw if c >= 32 and c != 127]).decode()[:most].strip()
    except UnicodeError:
        return ""


def entries(app, wanted: str) -> list:
    """(player, when, card, line) for the factions in play; `wanted`: the times, with blanks between."""
    found = []
    owners = {}
    players = app.game.header["players"]
    for i in range(len(players)):
        for faction in players[i].get("factions", ()):
            owners[faction.encode()] = i + 1
    if not owners:
        return found
    column = 3 if app.settings["language"] == "vi" else 2
    owner = 0
    try:
        with open(_PATH, "rb") as file:
            if file.readline(_LONGEST) != _FIRST:
                return found
            for _ in range(_LINES):
                line = file.readline(_LONGEST)
                if not line or len(found) >= _MOST:
                    break
                if line[:1] == b"@":
                    owner = owners.get(line[1:].strip(), 0)
                elif owner:
                    cells = line.rstrip(b"\r\n").split(b"\t")
                    when = _WHEN.get(cells[0], "")
                    card = _clean(cells[1], 40) if len(cells) > 3 else ""
                    if card and when in wanted.split():
                        found.append((owner, when, card, _clean(cells[column], 80)))
    except OSError:
        pass
    return found


def _short(app, entry: tuple) -> str:
    return "%s: %s" % (app.game.names[entry[0] - 1], entry[2])


def lines(app, when: str) -> list:
    """One line for each reminder of that time: who and which card."""
    return [_short(app, entry) for entry in entries(app, when)]


def start(app) -> str:
    """The line for the start of a turn: a buried card that may be uncovered, what the factions may do."""
    state = app.game.state
    p = state.turn
    buried = [number for number in state.buried if state.buried[number][0] == p]
    if buried:
        return app.t("table.uncover", app.game.names[p - 1])
    mine = [titan for titan in state.titans.values() if titan.base and titan.controller == p]
    found = [entry for entry in entries(app, "start" if mine else "start titan") if entry[0] == p]
    if not found:
        return ""
    return "! " + _short(app, found[0]) + (" +%d" % (len(found) - 1) if len(found) > 1 else "")
