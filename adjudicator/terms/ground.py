"""The map as it stands in a position: what terms that say where are asked of.

Terms take a `Ground` and do not look for one: `analysis.ground.ground_at` finds out what has changed, and asks the same
terms about `Ground.printed` to do so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from adjudicator.lean import dataclass
from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True, eq=False)
class Land:
    """A map with what has surely changed, and with what has perhaps changed too: `open` says of which hexes, and why.

    `names` are the features and tags that are open somewhere. Where nothing is open both maps are the same.
    """

    sure: Network
    perhaps: Network
    open: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    names: frozenset[str] = frozenset()

    @property
    def untold(self) -> tuple[str, ...]:
        """All that would have to be known, each datum once."""
        return tuple(dict.fromkeys(name for names in self.open.values() for name in names))

    def missing(self, hexes: Iterable[int]) -> tuple[str, ...]:
        """What would have to be known of these hexes: the data of the first that is open, none if nothing."""
        return next((self.open[i] for i in hexes if i in self.open), ())


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A position and the map as it stands in it; `own` for sides for whom hexsides stand otherwise than for the others.

    Hexes change for all alike, so terms about hexes ask `land`; terms about hexsides ask the land `of` a side.
    """

    position: Position
    land: Land
    own: Mapping[str, Land] = field(default_factory=dict)

    @classmethod
    def printed(cls, position: Position) -> Ground:
        """The ground as if nothing on the map had changed."""
        return cls(position, as_printed(position.network))

    def of(self, side: str) -> Land:
        """The map as it stands for a side."""
        return self.own.get(side, self.land) if self.own else self.land

    @property
    def network(self) -> Network:
        """The printed map, for numbers and neighbours, which never change."""
        return self.position.network


@remembered(64)
def as_printed(network: Network) -> Land:
    """A map on which nothing has changed."""
    return Land(network, network)
