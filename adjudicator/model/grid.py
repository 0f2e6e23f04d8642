"""Pixel to location and back: what a printed grid calls the points of a board, and where its names lie."""

from __future__ import annotations

from typing import Protocol


class Grid(Protocol):
    """What a board knows about its points; all coordinates are pixels of the unreversed board, y downwards."""

    def location(self, x: int, y: int) -> str | None:
        """The printed number or name at a point, None where the grid prints none."""

    def zone(self, x: int, y: int) -> str | None:
        """The name of the zone that holds the point, None outside zones."""

    def snap(self, x: int, y: int) -> tuple[int, int]:
        """Where a counter dropped at the point comes to rest."""

    def point(self, location: str) -> tuple[int, int] | None:
        """The point that a name leads back to, None if the grid has no such name."""
