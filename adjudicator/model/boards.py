"""Printed boards, and where they are laid on a map."""

from __future__ import annotations

from adjudicator.lean import dataclass
from adjudicator.model.grid import Grid


@dataclass(frozen=True, slots=True)
class Board:
    """A printed sheet. `image` is an image name ("" = none); `size` in pixels; `grid` None where nothing is printed."""

    name: str
    image: str
    size: tuple[int, int]
    grid: Grid | None = None
    reversible: bool = False
    colour: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board laid on a map at (column, row) of the board array; its left top corner is at (x, y) of the map."""

    board: Board
    column: int
    row: int
    x: int
    y: int
    reversed: bool = False

    def contains(self, x: int, y: int) -> bool:
        width, height = self.board.size
        return self.x <= x < self.x + width and self.y <= y < self.y + height

    def local(self, x: int, y: int) -> tuple[int, int]:
        """Map pixels to board pixels (`Board.localCoordinates`: a reversed board mirrors both axes)."""
        width, height = self.board.size
        return (width - (x - self.x), height - (y - self.y)) if self.reversed else (x - self.x, y - self.y)

    def outer(self, x: int, y: int) -> tuple[int, int]:
        """Board pixels to map pixels."""
        width, height = self.board.size
        return (width - x + self.x, height - y + self.y) if self.reversed else (x + self.x, y + self.y)
