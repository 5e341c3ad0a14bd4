"""Draws the table: all players, all bases, missing points, titans, VP and the line at the bottom."""

from clashdevice.canvas import BIG, SMALL
from clashdevice.screens._widgets import centred, lift, put, put_right, room, short, triangle

_NAMES = (0, 0, 38, 32, 26)  # width of the name column by number of players
_VP = 114  # first column of the VP column
_SHOWN = 5  # base columns at once


def draw(c, screen):
    """The whole table screen."""
    state = screen.game.state
    players = state.players
    names = _NAMES[players]
    bases = screen.bases()
    shown = min(bases, _SHOWN)
    col = screen.col
    if col <= bases:
        screen.first = max(min(screen.first, col), col - shown + 1)
    first = screen.first = min(screen.first, bases - shown + 1)
    width = (_VP - 1 - names) // shown
    pitch = (0, 0, 22, 14, 11)[players]
    font = SMALL if players == 4 else BIG
    below = 8 if players == 4 else (11 if players == 3 else 14)

    editing = screen.mode == "edit"
    top = screen.sum() if editing else screen.app.t("pad.leaves") if screen.takes else ""
    if top:
        put(c, top, names, 7)
    elif first > 1:
        put(c, "<", names - 6, 7)
    if first + shown <= bases and not top:
        put(c, ">", _VP - 7, 7)
    for i in range(0 if top else shown):
        b = first + i
        x = names + i * width
        if not screen.laid(b):
            centred(c, "?", x, width, 7)
            continue
        missing = state.missing(b)
        text = "%d" % missing if missing else "OK"
        mark = "!" if screen.owes(b) else ""
        if not missing:
            c.fill_rect(x + width - 13, 0, 13, 9, 1)
        left = put_right(c, text, x + width - 1, 7, SMALL, 0 if not missing else 1)
        if mark:
            put(c, mark, left - 6, 7)
    put_right(c, "VP", 128, 7)
    c.vline(_VP - 2, 0, 9 + players * pitch, 1)

    for p in range(1, players + 1):
        top = 9 + (p - 1) * pitch
        base = top + below
        turn = state.turn == p
        name = screen.name(p)
        if turn:  # tone marks on capitals rise above the row
            up = min(2, lift(name))
            c.fill_rect(0, top - up, names - 1, pitch + up, 1)
        size = font if room(c, name, font) < names - 1 else SMALL
        name = short(c, name, names - 2, size)
        low = 2 if size == SMALL and players < 4 else 0
        put(c, name, 1, base - low, size, not turn, names - 2)
        for i in range(shown):
            b = first + i
            x = names + i * width
            here = b == col and p == screen.row
            if here:
                c.rect(x, top, width, pitch, 1)
            if not screen.laid(b):
                continue
            power = screen.cell(p, b)
            if here and editing:
                c.fill_rect(x, top, width, pitch, 1)
            size = font if -10 < power < 100 or width > 20 else SMALL
            titan = screen.has_titan(p, b)
            color = not (here and editing)
            if power or state.minions(p, b):
                right = x + width - (0 if titan and power > 99 else 2)
                left = put_right(c, "%d" % power, right, base, size, color)
            else:
                left = x + width - 7
                c.fill_rect(left + 2, base - 3, 2, 2, color)
            if titan:
                triangle(c, left - 6, base, color)
            if state.temp(p, b):  # a part of it goes with the turn
                c.hline(left - 5, base - 6, 3, color)
                c.vline(left - 4, base - 7, 3, color)
        here = col > bases and p == screen.row
        if here:
            c.rect(_VP - 1, top, 128 - _VP + 1, pitch, 1)
        if here and editing:
            c.fill_rect(_VP - 1, top, 128 - _VP + 1, pitch, 1)
        put_right(c, "%d" % screen.vp(p), 127, base, font, not (here and editing))
    bottom(c, screen)


def bottom(c, screen):
    """The line at the bottom: what is open, else what the cursor is on."""
    text, right, strong = screen.line()
    color = 1
    if strong:
        c.fill_rect(0, 53, 128, 11, 1)
        color = 0
    end = 128
    if right:
        end = put_right(c, right, 127, 61, SMALL, color) - 3
    put(c, text, 1, 61, SMALL, color, end - 1)
