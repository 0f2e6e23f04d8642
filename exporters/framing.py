"""Title and legend around a drawing: the margin, in pixels of the finished picture."""

from __future__ import annotations

from itertools import groupby

from adjudicator.exporters import lettering
from adjudicator.exporters.drawing import PAPER, Caption, Drawing, Rectangle, Shape, Style, placed
from adjudicator.lean import dataclass


@dataclass(frozen=True, slots=True)
class Framed:
    """The finished picture: its size, where the map begins in it, and the margin's shapes, all in picture pixels."""

    width: int
    height: int
    left: int
    top: int
    margin: tuple[Shape, ...]


_MOST_REMARKS = 120
_FILLED = 0.6
"""A margin beside the map of which the legend fills less is none."""


def framed(drawing: Drawing) -> Framed:
    """Lay title and legend around the map: the title above it, the legend in columns to its right.

    A legend that would leave most of the margin empty is a strip below the map.
    """
    wide, high = drawing.map_size
    largest = min(72.0, max(12.0, 0.015 * min(wide, high)))
    top = round(largest * 2.4) if drawing.title else 0
    tries = [_laid_legend(drawing, max(12.0, largest * part), top) for part in (1.0, 0.9, 0.8)]
    columns = min(tries, key=lambda laid: laid.count)
    below = _strip(drawing, max(12.0, largest * 0.8), top) if columns.lowest - top < _FILLED * high else None
    columns = below or columns
    text = columns.text
    right = wide if below or not columns.shapes else round(columns.right)
    height = max(top + high, round(columns.lowest + text) if columns.shapes else 0)
    shapes: list[Shape] = []
    if drawing.title:
        size = largest * 1.35
        title = lettering.shortened(drawing.title, size, right - 2 * largest, bold=True)
        shapes.append(Rectangle(0, 0, right, top, Style(fill="#22303c")))
        shapes.append(Caption(largest, top / 2, title, size, colour=PAPER, anchor="start", bold=True))
    if right > wide:
        shapes.append(Rectangle(wide, top, right - wide, height - top, Style(fill="#f7f5ef")))
        shapes.append(Rectangle(wide, top, max(1.0, text / 12), height - top, Style(fill="#8a8578")))
    if height > top + high:
        shapes.append(Rectangle(0, top + high, wide, height - top - high, Style(fill="#f7f5ef")))
    if below:
        shapes.append(Rectangle(0, top + high, wide, max(1.0, text / 12), Style(fill="#8a8578")))
    return Framed(right, height, 0, top, (*shapes, *columns.shapes))


class _Columns:
    """A cursor that walks down the margin and starts a new column when one is full."""

    def __init__(self, text: float, left: float, top: float, bottom: float) -> None:
        self.text, self.left, self.top, self.bottom = text, left, top, bottom
        self.room = text * 19
        self.y = top
        self.lowest = top
        self.count = 1
        self.shapes: list[Shape] = []

    @property
    def right(self) -> float:
        return self.left + self.room + self.text

    def reserve(self, height: float) -> float:
        """The top of the next block of that height."""
        if self.y > self.top and self.y + height > self.bottom - self.text:
            self.left += self.room + self.text * 1.5
            self.count += 1
            self.y = self.top
        at = self.y
        self.y += height
        self.lowest = max(self.lowest, self.y)
        return at

    def words(self, x: float, y: float, text: str, size: float, bold: bool = False) -> None:
        self.shapes.append(Caption(x, y, text, size, anchor="start", bold=bold))


def _laid_legend(drawing: Drawing, text: float, top: int) -> _Columns:
    """The legend in letters of that size, in columns as high as the map."""
    wide, high = drawing.map_size
    columns = _Columns(text, wide + text, top + text * 0.8, max(high + top, text * 30))
    _lay_legend(columns, drawing)
    return columns


def _strip(drawing: Drawing, text: float, top: int) -> _Columns | None:
    """The legend below the map, in as many columns as are as wide as it, as low as they can be; None if none is, or no legend."""
    wide, high = drawing.map_size
    start = top + high + text * 0.8
    for lines in range(5, 60):
        columns = _Columns(text, text, start, start + text * lines)
        _lay_legend(columns, drawing)
        if not columns.shapes or columns.right <= wide:
            return columns if columns.shapes else None
    return None


def _lay_legend(columns: _Columns, drawing: Drawing) -> None:
    text = columns.text
    for group, keys in groupby(drawing.keys, key=lambda key: key.group):
        told = [(key, lettering.wrapped(key.text, text, columns.room - text * 3.4)) for key in keys]
        blocks = [max(text * 2.5, len(lines) * text * 1.25 + text * 0.5) for _, lines in told]
        _heading(columns, group, text * 2 + sum(blocks))
        for (key, lines), block in zip(told, blocks, strict=True):
            at = columns.reserve(block)
            columns.shapes.extend(placed(key.sample, columns.left, at + (block - text * 2.1) / 2, text * 2.1 / 26))
            _lines(columns, lines, columns.left + text * 3.4, at + block / 2)
    if not drawing.remarks:
        return
    _heading(columns, "Findings one by one", text * 5)
    for remark in drawing.remarks[:_MOST_REMARKS]:
        lines = lettering.wrapped(remark.text, text, columns.room - text * 2.4)
        block = max(text * 1.9, len(lines) * text * 1.25 + text * 0.6)
        at = columns.reserve(block)
        columns.shapes.extend(placed(remark.mark, columns.left + text * 0.9, at + block / 2, text * 0.8))
        _lines(columns, lines, columns.left + text * 2.4, at + block / 2)
    left_out = len(drawing.remarks) - _MOST_REMARKS
    if left_out > 0:
        at = columns.reserve(text * 2)
        columns.words(columns.left, at + text, f"… and {left_out} more, all of them in the report", text)


def _heading(columns: _Columns, heading: str, together: float) -> None:
    """A heading, kept in one column with so much of what stands under it, as far as a column is that high."""
    text, lowest = columns.text, columns.lowest
    kept = min(together, columns.bottom - columns.top - text)
    columns.reserve(kept)
    columns.y -= kept
    columns.lowest = lowest
    at = columns.reserve(text * 2)
    columns.words(columns.left, at + text * 1.1, heading, text * 1.15, bold=True)


def _lines(columns: _Columns, lines: tuple[str, ...], x: float, middle: float) -> None:
    step = columns.text * 1.25
    first = middle - step * (len(lines) - 1) / 2
    for number, line in enumerate(lines):
        columns.words(x, first + number * step, line, columns.text)
