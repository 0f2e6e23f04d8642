"""Hexes as axial coordinates: for computing only. Printed numbers are the theatre's business, pixels the grid's.

Directions run clockwise 0..5. On a map whose columns of hexes touch top to bottom (flat-topped hexes) 0 is north; on one
whose rows touch side by side, 0 is north-east. Formulas: the usual cube-coordinate ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial offsets of the six directions, clockwise from 0."""


class Hex(NamedTuple):
    """One hex: axial column `q` and row `r`."""

    q: int
    r: int

    def neighbour(self, direction: int) -> Hex:
        """The hex next door in one of the six directions (taken modulo 6)."""
        dq, dr = STEPS[direction % 6]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """All six, in direction order."""
        return tuple(Hex(self.q + dq, self.r + dr) for dq, dr in STEPS)

    def distance(self, other: Hex) -> int:
        """Hexes between the two, the further one included."""
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def direction(self, other: Hex) -> int:
        """The direction of an adjacent hex; ValueError if it is not adjacent."""
        return STEPS.index((other.q - self.q, other.r - self.r))

    def within(self, radius: int) -> Iterator[Hex]:
        """Every hex at most `radius` away, this one included."""
        for dq in range(-radius, radius + 1):
            for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
                yield Hex(self.q + dq, self.r + dr)

    def ring(self, radius: int) -> Iterator[Hex]:
        """The hexes exactly `radius` away, clockwise; the hex itself for radius 0."""
        if radius == 0:
            yield self
            return
        dq, dr = STEPS[4]
        at = Hex(self.q + dq * radius, self.r + dr * radius)
        for direction in range(6):
            for _ in range(radius):
                yield at
                at = at.neighbour(direction)

    def line(self, other: Hex) -> list[Hex]:
        """A straight run of hexes to another, both ends included; ties at hexsides fall to one fixed side."""
        steps = self.distance(other)
        if steps == 0:
            return [self]
        return [_rounded(_mix(self.q, other.q, i / steps), _mix(self.r, other.r, i / steps)) for i in range(steps + 1)]


class Hexside(NamedTuple):
    """The border between two adjacent hexes, the smaller coordinate first: `Hexside.between`."""

    low: Hex
    high: Hex

    @classmethod
    def between(cls, one: Hex, other: Hex) -> Hexside:
        """The hexside that two adjacent hexes share; ValueError if they share none."""
        if one.distance(other) != 1:
            raise ValueError(f"{one} and {other} share no hexside")
        return cls(min(one, other), max(one, other))


def _mix(start: float, end: float, part: float) -> float:
    return start + (end - start) * part + 1e-6 * (1 - 2 * part)


def _rounded(q: float, r: float) -> Hex:
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return Hex(rq, rr)
