"""What every grid can be asked."""

from __future__ import annotations

from typing import Protocol


class Grid(Protocol):
    """What a board knows about its points; all coordinates are pixels of the unreversed board, y downwards."""

    def location(self, x: int, y: int) -> str | None:
        """The number or name at a point, our own number where a grid of hexes prints none; None where there is none."""

    def says(self, x: int, y: int) -> str | None:
        """What the program itself calls the point, None where it calls it nothing."""

    def prints(self, x: int, y: int) -> bool:
        """Whether the board itself names the point; false where `location` is None or a number of our own."""

    def zone(self, x: int, y: int) -> str | None:
        """The name of the zone that holds the point, None outside zones."""

    def snap(self, x: int, y: int) -> tuple[int, int]:
        """Where a counter dropped at the point comes to rest."""

    def point(self, location: str) -> tuple[int, int] | None:
        """The point that a name leads back to, None if the grid has no such name."""
