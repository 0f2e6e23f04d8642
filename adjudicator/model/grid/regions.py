"""The grid of named points: areas, boxes and cities of maps without hexes (VASSAL's `RegionGrid`)."""

from __future__ import annotations

from adjudicator.lean import cached_property, dataclass


@dataclass(frozen=True, slots=True)
class Region:
    """A name and the point it belongs to."""

    name: str
    x: int
    y: int


@dataclass(frozen=True)
class RegionGrid:
    """Every point belongs to the nearest region; of regions on one point the last counts, on a tie the first.

    `visible` is whether the program draws their names, in letters of `font_size` points.
    """

    regions: tuple[Region, ...]
    snaps: bool = True
    visible: bool = False
    font_size: int = 9

    @classmethod
    def of(cls, regions: tuple[Region, ...], snaps: bool = True) -> RegionGrid:
        """The grid of those regions that are not covered by a later one on the same point."""
        by_point = {(region.x, region.y): region for region in regions}
        return cls(tuple(by_point.values()), snaps)

    def nearest(self, x: int, y: int) -> Region | None:
        """The region a point belongs to, None if there are no regions."""
        if not self.regions:
            return None
        far = [(x - a) * (x - a) + (y - b) * (y - b) for a, b in self._points]
        return self.regions[far.index(min(far))]

    @cached_property
    def _points(self) -> tuple[tuple[int, int], ...]:
        return tuple((region.x, region.y) for region in self.regions)

    def location(self, x: int, y: int) -> str | None:
        region = self.nearest(x, y)
        return region.name if region else None

    def says(self, x: int, y: int) -> str | None:
        return self.location(x, y)

    def prints(self, x: int, y: int) -> bool:
        return self.location(x, y) is not None

    def zone(self, x: int, y: int) -> str | None:
        return None

    def snap(self, x: int, y: int) -> tuple[int, int]:
        region = self.nearest(x, y) if self.snaps else None
        return (region.x, region.y) if region else (x, y)

    def point(self, location: str) -> tuple[int, int] | None:
        return next(((region.x, region.y) for region in self.regions if region.name == location), None)
