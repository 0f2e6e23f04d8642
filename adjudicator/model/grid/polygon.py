"""Outlines of zones: containment as `java.awt.Polygon` has it, shapes for drawing and measuring by shapely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.lean import dataclass
from adjudicator.model.grid.arithmetic import quotient

if TYPE_CHECKING:
    from shapely import Geometry


def encloses(points: Sequence[tuple[int, int]], x: int, y: int) -> bool:
    """Even-odd containment: left and top borders are inside, right and bottom ones are not."""
    inside = False
    last_x, last_y = points[-1]
    for this_x, this_y in points:
        if (this_y <= y < last_y) or (last_y <= y < this_y):
            inside ^= _left_of(x, y, (this_x, this_y), (last_x, last_y))
        last_x, last_y = this_x, this_y
    return inside


def _left_of(x: int, y: int, this: tuple[int, int], last: tuple[int, int]) -> bool:
    """Whether the point lies left of an edge whose height it shares."""
    if x >= max(this[0], last[0]):
        return False
    if x < min(this[0], last[0]):
        return True
    upper_x, upper_y = this if this[1] < last[1] else last
    return x - upper_x < (y - upper_y) / (last[1] - this[1]) * (last[0] - this[0])


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line through points in board pixels; `box` is left, top, right, bottom."""

    points: tuple[tuple[int, int], ...]
    box: tuple[int, int, int, int] = (0, 0, 0, 0)

    @classmethod
    def through(cls, points: Sequence[tuple[int, int]]) -> Outline:
        """The outline with its bounding box worked out."""
        if not points:
            return cls(())
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return cls(tuple(points), (min(xs), min(ys), max(xs), max(ys)))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the bounding box."""
        left, top, right, bottom = self.box
        return right - left, bottom - top

    def contains(self, x: int, y: int) -> bool:
        """Whether the point is inside, by the rules of `java.awt.Polygon`."""
        left, top, right, bottom = self.box
        if len(self.points) < 3 or not (left <= x < right and top <= y < bottom):
            return False
        return encloses(self.points, x, y)

    def middle(self) -> tuple[int, int] | None:
        """The average of the corners if it is inside, else the first corner (`Zone.getLocation`)."""
        if not self.points:
            return None
        count = len(self.points)
        x = quotient(sum(x for x, _ in self.points), count)
        y = quotient(sum(y for _, y in self.points), count)
        return (x, y) if self.contains(x, y) else self.points[0]

    def shape(self) -> Geometry:
        """The area as a valid shapely geometry, empty for fewer than three corners."""
        from shapely import Polygon, make_valid  # noqa: PLC0415 - slow to import, wanted for drawing only

        return make_valid(Polygon(self.points)) if len(self.points) >= 3 else Polygon()
