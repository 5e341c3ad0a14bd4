"""A board as it lies before the maker: each pin's label, and what goes there, in the colour of its wire."""

from html import escape
from pathlib import Path

from hardware.design.circuit import net_for
from hardware.design.harness import COLOURS
from hardware.design.pins import HARDWARE, Board, HeaderPin, Pins

# WireViz's names of colours: fill, and the colour of letters that can be read on it.
_PAINT = {
    "BK": ("#222222", "#ffffff"),
    "RD": ("#d93434", "#ffffff"),
    "BU": ("#1f6fd0", "#ffffff"),
    "YE": ("#f5e04c", "#222222"),
    "GN": ("#2fa84f", "#ffffff"),
    "TQ": ("#3ec8c8", "#222222"),
    "VT": ("#8a4fd0", "#ffffff"),
    "BN": ("#8a5a3c", "#ffffff"),
    "OG": ("#f08c2e", "#222222"),
    "WH": ("#ffffff", "#222222"),
    "GY": ("#9a9a9a", "#222222"),
}
_STEP, _TOP, _LEFT, _WIDE = 22, 100, 330, 190
_STYLE = """
  text { font-family: 'DejaVu Sans', Verdana, sans-serif; font-size: 12px; fill: #222; }
  .title { font-size: 18px; font-weight: bold; }
  .free { font-size: 10px; fill: #777; }
  .label { fill: #fff; font-weight: bold; }
  .place { font-size: 9px; fill: #c9d6cf; }
"""


def _tag(board: Board, pin: HeaderPin) -> tuple[str, str]:
    """What goes to a pin, and the colour of its wire; an empty colour where nothing does."""
    job = board.job_of(pin)
    first = next((p for p in board.header if pin.supply and p.supply == pin.supply), None)
    if job == "battery":
        return "battery option: R3, R4, C1", ""
    if job:
        names = {"sda": "display SDA", "scl": "display SCL", "buzzer": "R2, then buzzer"}
        told = names.get(job, f"key {job}" + (", and R1" if job == "a" else ""))
        return told, COLOURS[net_for(job)]
    if pin.supply == "5V":
        return "battery option: SW7", ""
    if pin.supply:
        rail = {"GND": "blue rail (ground)", "3V3": "red rail (3.3 V)"}[pin.supply]
        return (rail, COLOURS[pin.supply]) if pin == first else (f"{pin.supply}, not needed", "")
    why = board.chip.avoid.get(pin.number, "") if pin.number is not None else "reset"
    return (why.split(":")[0].split(" (")[0].split(" on ")[0] if why else "free"), ""


def _pin(board: Board, pin: HeaderPin) -> list[str]:
    left = pin.place[0] == "L"
    y = _TOP + _STEP * int(pin.place[1:])
    edge = _LEFT if left else _LEFT + _WIDE
    way = -1 if left else 1
    inner, outer = ("start", "end") if left else ("end", "start")
    told, colour = _tag(board, pin)
    out = [
        f'<circle cx="{edge - way * 9}" cy="{y}" r="5" fill="#d8b45a" stroke="#6b5416"/>',
        f'<text class="label" x="{edge - way * 20}" y="{y + 4}" text-anchor="{inner}">'
        f"{escape(pin.label)}</text>",
        f'<text class="place" x="{edge - way * 72}" y="{y + 3}" text-anchor="{inner}">{pin.place}</text>',
    ]
    if not colour:
        where = f'x="{edge + way * 10}" y="{y + 4}" text-anchor="{outer}"'
        return [*out, f'<text class="free" {where}>{escape(told)}</text>']
    fill, letters = _PAINT[colour]
    start = edge + way * 50
    x = start - 190 if left else start
    return [
        *out,
        f'<path d="M{edge - way * 9} {y} H{start}" stroke="#222" stroke-width="5" fill="none"/>',
        f'<path d="M{edge - way * 9} {y} H{start}" stroke="{fill}" stroke-width="3.4" fill="none"/>',
        f'<rect x="{x}" y="{y - 9}" width="190" height="18" rx="4" fill="{fill}" stroke="#222"/>',
        f'<text x="{x + 95}" y="{y + 4}" text-anchor="middle" style="fill: {letters}">{escape(told)}</text>',
    ]


def picture(board: Board) -> bytes:
    """The board with its wires."""
    rows = max(int(pin.place[1:]) for pin in board.header)
    bottom = _TOP + _STEP * (rows + 1) + 12
    width, height = 2 * _LEFT + _WIDE, bottom + 60
    middle = _LEFT + _WIDE / 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text class="title" x="{middle}" y="28" text-anchor="middle">{escape(board.name)}</text>',
        f'<text class="free" x="{middle}" y="46" text-anchor="middle">chip towards you, USB down</text>',
        f'<rect x="{_LEFT}" y="60" width="{_WIDE}" height="{bottom - 60}" rx="8" fill="#1d3d31"/>',
        f'<rect x="{middle - 42}" y="66" width="84" height="44" rx="3" fill="#b9bfc4"/>',
        f'<text class="free" x="{middle}" y="92" text-anchor="middle">{escape(board.chip.name)}</text>',
        f'<rect x="{middle - 24}" y="{bottom - 20}" width="48" height="32" rx="3" fill="#b9bfc4"/>',
        f'<text class="free" x="{middle}" y="{bottom}" text-anchor="middle">USB</text>',
        f'<text class="free" x="{middle}" y="{bottom + 40}" text-anchor="middle">'
        "The other end of each key and of the buzzer goes to the blue rail, of R1 to the red one.</text>",
    ]
    for pin in board.header:
        out += _pin(board, pin)
    return ("\n".join([*out, "</svg>"]) + "\n").encode()


def files(pins: Pins) -> dict[Path, bytes]:
    """The pictures of all boards, with what has to stand in them."""
    return {HARDWARE / "wiring" / f"{board.key}-pins.svg": picture(board) for board in pins.boards.values()}
