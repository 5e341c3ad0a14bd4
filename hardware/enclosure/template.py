"""The keys' perfboard as a template in true size: which holes take what. Standard library alone."""

from itertools import product

from hardware.enclosure.fixed import BUZZER, BUZZER_LEGS, GRID, KEY_LEGS, KEYS, STRIP, STRIP_SCREWS
from hardware.enclosure.layout import Layout

SCREW_HOLE = 3.0
RULER = 50
_INK = 'stroke="#1f2933" stroke-width=".3"'


def perfboard(layout: Layout) -> str:
    """An SVG whose units are mm: print it at 100 % and hold the ruler against one of yours."""
    wide, high, _ = STRIP
    key, buzzer = layout.parts["key"], layout.parts["buzzer"]
    margin, foot = 6.0, 14.0
    size = (wide + 2 * margin, high + 2 * margin + foot)
    body = [f'<rect x="{margin}" y="{margin}" width="{wide:g}" height="{high:g}" fill="#fdf6e3" {_INK}/>']

    def at(hole: tuple[float, float]) -> tuple[float, float]:
        return margin + wide / 2 + hole[0] * GRID, margin + high / 2 - hole[1] * GRID

    across, up = int(wide / 2 // GRID), int(high / 2 // GRID)
    for hole in product(range(-across, across + 1), range(-up, up + 1)):
        body.append(_circle(at(hole), 0.5, 'fill="none" stroke="#9aa5b1"'))
    legs = [(x + dx, y + dy) for x, y in KEYS.values() for dx, dy in KEY_LEGS]
    legs += [(BUZZER[0] + dx, BUZZER[1] + dy) for dx, dy in BUZZER_LEGS]
    body += [_circle(at(hole), 0.7, 'fill="#1f2933"') for hole in legs]
    for name, hole in KEYS.items():
        (x, y), (w, h) = at(hole), key["body"][:2]
        place = f'x="{x - w / 2:.2f}" y="{y - h / 2:.2f}" width="{w:g}" height="{h:g}"'
        body += [f'<rect {place} fill="#f5c26b" fill-opacity=".6" {_INK}/>', _name(at(hole), name)]
    look = 'fill="#d5ecdc" fill-opacity=".6" stroke="#1f6d3a"'
    body += [_circle(at(BUZZER), buzzer["diameter"] / 2, look), _name(at(BUZZER), "buzzer")]
    look = 'fill="#fff" stroke="#b3261e" stroke-width=".4"'
    body += [_circle(at(hole), SCREW_HOLE / 2, look) for hole in STRIP_SCREWS]
    base = margin + high + margin
    body.append(f'<path d="M{margin} {base}h{RULER}m0 -1.5v3m{-RULER} -3v3" {_INK}/>')
    told = (f"red: widen to {SCREW_HOLE:g} mm for the screws; black: legs", "seen from the side of the keys")
    body.append(f'<text x="{margin + RULER + 2}" y="{base + 1:.2f}">{RULER} mm: 100 %</text>')
    body += [f'<text x="{margin}" y="{base + 6 + 4 * n}">{line}</text>' for n, line in enumerate(told)]
    view = f'viewBox="0 0 {size[0]:g} {size[1]:g}" width="{size[0]:g}mm" height="{size[1]:g}mm"'
    font = 'font-family="DejaVu Sans, Verdana, sans-serif" font-size="2.8"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {view} {font} stroke-width=".2">'
        "<title>clashbox, the perfboard of the keys</title>\n"
        f'<rect width="{size[0]:g}" height="{size[1]:g}" fill="#fff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _circle(at: tuple[float, float], radius: float, look: str) -> str:
    return f'<circle cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:g}" {look}/>'


def _name(at: tuple[float, float], text: str) -> str:
    return f'<text x="{at[0]:.2f}" y="{at[1] + 1:.2f}" text-anchor="middle">{text}</text>'
