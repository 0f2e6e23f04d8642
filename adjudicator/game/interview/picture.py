"""A question's example as a small picture: hexes, counters, marches, rivers and roads, as SVG that a page's style colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from math import cos, hypot, pi, sin

from adjudicator.game.interview.question import Mark, Question

RADIUS = 34.0
"""Of a hex, in units of the picture."""
_ROW, _COLUMN = RADIUS * 3**0.5, RADIUS * 1.5
_STACKED = 6.0
Point = tuple[float, float]


def picture(each: Question) -> str:
    """The picture of a question's example, "" if it has none."""
    if not each.picture:
        return ""
    middles = [_middle(name) for mark in each.picture for name in _hexes(mark)]
    width = max(x for x, _ in middles) + RADIUS + 4
    height = max(y for _, y in middles) + _ROW / 2 + 4
    parts = [part for layer in (_ground, _rivers, _lines, _counters, _ways, _texts) for part in layer(each.picture)]
    return (
        f'<svg class="sketch" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'role="img" aria-label="{escape(each.example)}">{"".join(parts)}</svg>'
    )


def _hexes(mark: Mark) -> tuple[str, ...]:
    return (*((mark.hex,) if mark.hex else ()), *mark.way, *mark.line, *(mark.hexside or ()))


def _middle(name: str) -> Point:
    """The middle of a hex such as "b2": every second column lies half a hex lower."""
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return RADIUS + 4 + _COLUMN * column, _ROW / 2 + 4 + _ROW * (row + (column % 2) / 2)


def _corners(name: str) -> list[Point]:
    x, y = _middle(name)
    return [(x + RADIUS * cos(pi / 3 * k), y + RADIUS * sin(pi / 3 * k)) for k in range(6)]


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _ground(marks: Sequence[Mark]) -> Iterator[str]:
    for mark in marks:
        if mark.hex and not mark.unit and not mark.text:
            yield f'<path class="hex {escape(mark.ground)}" d="{_path(_corners(mark.hex))}Z"/>'


def _rivers(marks: Sequence[Mark]) -> Iterator[str]:
    for mark in marks:
        if mark.hexside:
            one, other = (_corners(name) for name in mark.hexside)
            shared = [a for a in one if any(hypot(a[0] - b[0], a[1] - b[1]) < 1 for b in other)]
            yield f'<path class="river" d="{_path(shared)}"/>'


def _lines(marks: Sequence[Mark]) -> Iterator[str]:
    yield from (
        f'<path class="road" d="{_path([_middle(name) for name in mark.line])}"/>' for mark in marks if mark.line
    )


def _counters(marks: Sequence[Mark]) -> Iterator[str]:
    there: dict[str, int] = {}
    for mark in marks:
        if mark.unit:
            at = there[mark.hex] = there.get(mark.hex, -1) + 1
            x, y = _middle(mark.hex)
            yield _counter(mark, (x + (at - 0.5) * _STACKED, y - (at - 0.5) * _STACKED))


def _counter(mark: Mark, at: Point) -> str:
    x, y = at
    kind = f"unit side{mark.side}{' bad' if mark.bad else ''}"
    box = f'<rect class="{kind}" x="{x - 15:.1f}" y="{y - 13:.1f}" width="30" height="26" rx="3"/>'
    return f'{box}<text class="{kind}" x="{x:.1f}" y="{y + 4:.1f}">{escape(mark.unit)}</text>'


def _ways(marks: Sequence[Mark]) -> Iterator[str]:
    for mark in marks:
        if mark.way:
            kind = "way bad" if mark.bad else "way"
            points = [_middle(name) for name in mark.way]
            points[0] = _beside(*points[:2])
            (ax, ay), (bx, by) = list(pairwise(points))[-1]
            long = hypot(bx - ax, by - ay)
            ux, uy = (bx - ax) / long, (by - ay) / long
            tip, foot = (bx - 9 * ux, by - 9 * uy), (bx - 20 * ux, by - 20 * uy)
            wings = [(foot[0] - 6 * uy, foot[1] + 6 * ux), tip, (foot[0] + 6 * uy, foot[1] - 6 * ux)]
            yield f'<path class="{kind}" d="{_path([*points[:-1], tip])}"/><path class="{kind}" d="{_path(wings)}"/>'


def _beside(one: Point, other: Point) -> Point:
    """Where a march leaves its counter."""
    long = hypot(other[0] - one[0], other[1] - one[1])
    return one[0] + 20 * (other[0] - one[0]) / long, one[1] + 20 * (other[1] - one[1]) / long


def _texts(marks: Sequence[Mark]) -> Iterator[str]:
    for mark in marks:
        if mark.text:
            x, y = _middle(mark.hex)
            yield f'<text class="said" x="{x:.1f}" y="{y + 25:.1f}">{escape(mark.text)}</text>'
