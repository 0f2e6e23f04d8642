"""Counters of our own making: NATO-style unit symbols and size marks as SVG, for pictures and for whole modules.

The signs follow the pre-1990 military usage that wargames adopted (crossed straps for infantry, a track for armour …).
All is drawn in a square of 100 × 100.
"""

from __future__ import annotations

import math
import re
from html import escape

from adjudicator.exporters import lettering
from adjudicator.exporters.liveries import LIVERIES, UNKNOWN, Livery
from adjudicator.lean import dataclass


def _text(x: float, y: float, text: str, size: float, ink: str, *, anchor: str = "middle", bold: bool = True) -> str:
    weight = "bold" if bold else "normal"
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" font-family="{escape(lettering.CSS_FAMILY)}" font-size="{size:.4g}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{ink}">{escape(clean(text))}</text>'
    )


def clean(text: str) -> str:
    """Text without the characters that XML forbids."""
    return re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)


# Unit box: x 26..74, y 25..57. Glyphs are paths in it, drawn with the ink's line unless they say otherwise.
_L, _T, _R, _B = 26.0, 25.0, 74.0, 57.0
_X, _Y = (_L + _R) / 2, (_T + _B) / 2


def _path(data: str, filled: bool = False, width: float = 2.2) -> str:
    fill = "INK" if filled else "none"
    return f'<path d="{data}" fill="{fill}" stroke="INK" stroke-width="{width}" stroke-linejoin="round"/>'


def _star(x: float, y: float, outer: float, inner: float) -> str:
    """A five-pointed star as path data."""
    tips = [(outer if tip % 2 == 0 else inner, math.pi * (tip / 5 - 0.5)) for tip in range(10)]
    return (
        "M"
        + "L".join(f"{x + reach * math.cos(turn):.2f},{y + reach * math.sin(turn):.2f}" for reach, turn in tips)
        + "z"
    )


def _letters(text: str, size: float) -> str:
    return _text(_X, _Y, text, size, "INK")


_GLYPHS: dict[str, str] = {
    "straps": _path(f"M{_L},{_T}L{_R},{_B}M{_L},{_B}L{_R},{_T}"),
    "strap": _path(f"M{_L},{_B}L{_R},{_T}"),
    "track": _path(f"M{_X - 9},{_Y - 8}h18a8,8 0 0 1 0,16h-18a8,8 0 0 1 0,-16z", width=2.4),
    "ball": f'<circle cx="{_X}" cy="{_Y}" r="5.6" fill="INK"/>',
    "small ball": f'<circle cx="{_X}" cy="{_Y}" r="3.8" fill="INK"/>',
    "upright": _path(f"M{_X},{_T}V{_B}"),
    "peak": _path(f"M{_X - 7},{_B}L{_X},{_B - 12}L{_X + 7},{_B}z", filled=True, width=1),
    "wings": _path(f"M{_X - 14},{_B - 3}q7,-9 14,0q7,-9 14,0"),
    "wheels": "".join(
        f'<circle cx="{x}" cy="{_B + 4.2}" r="2.9" fill="BOX" stroke="INK" stroke-width="1.6"/>' for x in (_L + 8, _R - 8)
    ),
    "bridge": _path(f"M{_X - 13},{_Y + 7}V{_Y - 6}H{_X + 13}V{_Y + 7}M{_X},{_Y - 6}V{_Y + 7}", width=2.8),
    "store": _path(f"M{_L},{_B - 8}H{_R}"),
    "wagon": (
        f'<circle cx="{_X}" cy="{_Y}" r="11" fill="none" stroke="INK" stroke-width="2.2"/>'
        + _path(f"M{_X - 11},{_Y}h22M{_X},{_Y - 11}v22", width=1.5)
        + _path(f"M{_X - 7.8},{_Y - 7.8}l15.6,15.6M{_X - 7.8},{_Y + 7.8}l15.6,-15.6", width=1.5)
    ),
    "staff": _path(f"M{_L},{_T}V{_B + 9}", width=2.6) + _letters("HQ", 19),
    "roof": _path(f"M{_L},{_B}L{_X},{_T}L{_R},{_B}"),
    "dome": _path(f"M{_L},{_B}Q{_X},{_T - 10} {_R},{_B}"),
    "anchor": (
        f'<circle cx="{_X}" cy="{_T + 6}" r="2.6" fill="none" stroke="INK" stroke-width="1.8"/>'
        + _path(f"M{_X},{_T + 8.6}V{_B - 4}M{_X - 6},{_T + 13}h12M{_X - 10},{_Y + 3}q1,9 10,9q9,0 10,-9", width=2)
    ),
    "propeller": _path(f"M{_X},{_Y}q-9,-8 -16,-4q-4,4 0,8q7,4 16,-4q9,-8 16,-4q4,4 0,8q-7,4 -16,-4z", True, 1),
    "wall": _path(f"M{_L + 5},{_B - 5}V{_Y - 6}h8v6h7v-6h8v6h7v-6h8V{_B - 5}z", width=2.4),
    "star": _path(_star(_X, _Y, 11, 4.6), filled=True, width=1),
    "rail": _path(f"M{_L + 5},{_Y - 5}H{_R - 5}M{_L + 5},{_Y + 5}H{_R - 5}", width=2)
    + _path("".join(f"M{x},{_Y - 9}v18" for x in (34, 42, 50, 58, 66)), width=2),
    "tube": _path(f"M{_X},{_Y + 9}V{_Y - 7}M{_X - 5},{_Y - 2}L{_X},{_Y - 8}L{_X + 5},{_Y - 2}")
    + f'<circle cx="{_X}" cy="{_Y + 9}" r="3" fill="none" stroke="INK" stroke-width="2"/>',
    "barrels": _path(f"M{_X},{_Y + 9}V{_Y - 9}M{_X - 8},{_Y + 9}V{_Y - 9}M{_X + 8},{_Y + 9}V{_Y - 9}", width=2),
    "shield": _path(f"M{_X - 8},{_Y - 9}h16v8q0,8 -8,11q-8,-3 -8,-11z"),
    "flash": _path(f"M{_L},{_T}L{_X + 7},{_Y + 5}L{_X - 7},{_Y - 5}L{_R},{_B}"),
    "cross": _path(f"M{_X},{_T}V{_B}M{_L},{_Y}H{_R}", width=3),
}  # fmt: skip

UNIT_KINDS: dict[str, tuple[str, ...]] = {
    "infantry": ("straps",),
    "armour": ("track",),
    "cavalry": ("strap",),
    "artillery": ("ball",),
    "headquarters": ("staff",),
    "mountain": ("straps", "peak"),
    "airborne": ("straps", "wings"),
    "motorized": ("straps", "upright"),
    "mechanized": ("straps", "track"),
    "engineer": ("bridge",),
    "supply": ("store",),
    "train": ("wagon",),
    "railway": ("rail",),
    "motorcycle": ("straps", "wheels"),
    "reconnaissance": ("strap", "track"),
    "self-propelled artillery": ("track", "small ball"),
    "rocket artillery": ("barrels",),
    "mortar": ("tube",),
    "anti-tank": ("roof",),
    "anti-aircraft": ("dome",),
    "armoured cavalry": ("track", "strap"),
    "marine": ("straps", "anchor"),
    "naval": ("anchor",),
    "air": ("propeller",),
    "fortress": ("wall",),
    "leader": ("star",),
    "security": ("shield",),
    "signals": ("flash",),
    "medical": ("cross",),
    "generic": (),
}
"""The unit kinds that have a symbol, each made of one or more signs."""
SIZES = ("I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX")


@dataclass(frozen=True, slots=True)
class CounterSpec:
    """What a counter shows.

    `ratings` stand along the bottom ("8", "6" reads 8-6). `left` and `right` are designations beside the box (read
    upwards), `corner` a figure in the right top corner. `steps` of `of_steps` bars are full. `reduced` is the weak side:
    a pale band behind the ratings. `band` colours the top edge (a corps or army).
    """

    kind: str = "generic"
    size: str = ""
    livery: Livery = LIVERIES["neutral"]
    ratings: tuple[str, ...] = ()
    left: str = ""
    right: str = ""
    corner: str = ""
    name: str = ""
    steps: int = 0
    of_steps: int = 0
    reduced: bool = False
    band: str = ""


def counter_svg(spec: CounterSpec, size: int = 100) -> str:
    """A counter as a standalone SVG of `size` × `size` pixels."""
    look = spec.livery
    parts = [_ground(look, spec.band)]
    if spec.reduced:
        parts.append(f'<rect x="3" y="66" width="94" height="27" fill="{look.box}" opacity="0.85"/>')
    parts.extend((_symbol(spec), _size_mark(spec.size, look.ink), _sides(spec), _bottom(spec)))
    if spec.of_steps:
        parts.append(_step_bars(spec))
    if spec.corner:
        parts.append(
            _text(91, 13, spec.corner, lettering.fitted(spec.corner, 15, 20, bold=True), look.ink, anchor="end")
        )
    return _document(size, "".join(parts))


def marker_svg(text: str, size: int = 100, colour: str = "#f2c84b", ink: str = "#1d1d1b") -> str:
    """A marker: up to four lines of text on a coloured ground."""
    look = Livery(colour, ink=ink, box=colour, accent=ink)
    narrowest = min((lettering.fitted(word, 17, 86, bold=True) for word in text.split()), default=17)
    lines = lettering.wrapped(text, max(narrowest - 0.01, 9), 86, bold=True)[:4] or ("",)
    letter = min(26.0, 80 / len(lines) / 1.15, *(lettering.fitted(line, 26, 84, bold=True) for line in lines))
    first = 50 - letter * 1.15 * (len(lines) - 1) / 2
    words = "".join(_text(50, first + number * letter * 1.15, line, letter, ink) for number, line in enumerate(lines))
    return _document(size, _ground(look, "") + words)


def unknown_svg(size: int = 100, look: Livery = UNKNOWN) -> str:
    """The back of a counter that the viewer may not read."""
    frame = (
        f'<rect x="14" y="14" width="72" height="72" rx="8" fill="none" stroke="{look.box}" '
        'stroke-width="3" stroke-dasharray="7 5"/>'
    )
    return _document(size, _ground(look, "") + frame + _text(50, 51, "?", 58, look.ink))


def card_back_svg(width: int, height: int) -> str:
    """The back of a card of which no image is known."""
    inner = (
        f'<rect x="5" y="5" width="{width - 10}" height="{height - 10}" rx="5" fill="url(#w)" '
        'stroke="#d9dee6" stroke-width="2"/>'
    )
    weave = (
        '<pattern id="w" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="10" height="10" fill="#3d5675"/><rect width="5" height="5" fill="#4e6a8c"/>'
        '<rect x="5" y="5" width="5" height="5" fill="#4e6a8c"/></pattern>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<defs>{weave}</defs><rect x="0.7" y="0.7" width="{width - 1.4}" height="{height - 1.4}" rx="7" fill="#2c3f58" '
        f'stroke="#17222f" stroke-width="1.4"/>{inner}</svg>'
    )


def _document(size: int, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 100 100">'
        '<defs><linearGradient id="g" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.34"/>'
        '<stop offset="0.55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.14"/>'
        f"</linearGradient></defs>{content}</svg>"
    )


def _ground(look: Livery, band: str) -> str:
    plate = f'<rect x="1" y="1" width="98" height="98" rx="9" fill="{look.ground}"/>'
    strip = f'<path d="M1,14V10a9,9 0 0 1 9,-9H90a9,9 0 0 1 9,9V14z" fill="{band}"/>' if band else ""
    shine = '<rect x="1" y="1" width="98" height="98" rx="9" fill="url(#g)"/>'
    light = (
        '<path d="M3.2,90V11a8,8 0 0 1 8,-8H90" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="1.6"/>'
    )
    edge = (
        '<rect x="1" y="1" width="98" height="98" rx="9" fill="none" stroke="#26241f" stroke-opacity="0.75" '
        'stroke-width="1.8"/>'
    )
    return plate + strip + shine + light + edge


def _symbol(spec: CounterSpec) -> str:
    look = spec.livery
    signs = "".join(_GLYPHS[sign] for sign in UNIT_KINDS.get(spec.kind, ()))
    box = (
        f'<rect x="{_L}" y="{_T}" width="{_R - _L}" height="{_B - _T}" fill="{look.box}" stroke="{look.ink}" '
        'stroke-width="2.6"/>'
    )
    return box + signs.replace("INK", look.ink).replace("BOX", look.box)


def _size_mark(size: str, ink: str) -> str:
    """Dots, bars or crosses above the box, drawn and not written, so that they stay sharp."""
    if not size:
        return ""
    step = 8.6 if "X" in size else 5.4
    first = _X - step * (len(size) - 1) / 2
    marks = []
    for number, sign in enumerate(size):
        x = first + number * step
        if sign == "X":
            marks.append(f"M{x - 3},{_T - 11}L{x + 3},{_T - 4}M{x - 3},{_T - 4}L{x + 3},{_T - 11}")
        elif sign in "•.":
            marks.append(f"M{x - 0.1},{_T - 7.5}h0.2")
        else:
            marks.append(f"M{x},{_T - 11.5}V{_T - 3.8}")
    width = 4 if sign in "•." else 1.9
    return f'<path d="{"".join(marks)}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"/>'


def _sides(spec: CounterSpec) -> str:
    parts = []
    for text, x in ((spec.left, 15.5), (spec.right, 84.5)):
        if text:
            size = lettering.fitted(text, 14, 44, bold=True)
            turned = _text(x, _Y, text, size, spec.livery.ink)
            parts.append(f'<g transform="rotate(-90 {x} {_Y})">{turned}</g>')
    return "".join(parts)


def _bottom(spec: CounterSpec) -> str:
    """The ratings, large; or the name in up to two small lines when there are none."""
    ink = spec.livery.ink
    if spec.ratings:
        text = "-".join(spec.ratings)
        size = lettering.fitted(text, 32, 72 if spec.of_steps else 84, bold=True)
        return _text(53 if spec.of_steps else 50, 79.5, text, size, ink)
    lines = lettering.wrapped(spec.name, 14, 88)[:2]
    if len(lines) == 2 and len(lettering.wrapped(spec.name, 14, 88)) > 2:
        lines = (lines[0], lettering.shortened(lines[1] + "…", 14, 88))
    first = 80 - 7 * (len(lines) - 1)
    return "".join(_text(50, first + number * 14.5, line, 14, ink, bold=False) for number, line in enumerate(lines))


def _step_bars(spec: CounterSpec) -> str:
    """One bar a step at the left bottom, full ones below."""
    count = min(spec.of_steps, 6)
    tall = min(5.0, 26 / count - 1.6)
    bars = []
    for step in range(count):
        y = 92 - tall - step * (tall + 1.8)
        fill = spec.livery.accent if step < spec.steps else "none"
        bars.append(
            f'<rect x="6.5" y="{y:g}" width="9" height="{tall:g}" fill="{fill}" stroke="{spec.livery.ink}" stroke-width="1"/>'
        )
    return "".join(bars)
