"""The map as it stands when units move, kept from act to act: which hexes are alike to every term that moves are judged by.

It hangs on the map as it stands, the markers that terms speak of, and the moment; who stands where does not matter. A step
between hexes like two others costs the same, so what it costs is worked out once for all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.crossings import Crossings
from adjudicator.analysis.movement.terms import MovementTable
from adjudicator.analysis.movement.terrain_terms import TerrainTable
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.known import KnownMask
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.record.position import Position
from adjudicator.terms.climate import climate, zone_ranks
from adjudicator.terms.edges import Edges
from adjudicator.terms.ground import Ground, Land
from adjudicator.terms.when import options_in_play
from adjudicator.terms.where import Where

_MOST = 1 << 62
"""So many rows can be told apart by one number."""
FEW = 24
"""How many steps are looked at one by one before all hexes are compared."""


@dataclass(eq=False)
class KnownGround:
    """A ground, and what was found of it so far; `asked` counts the steps that were looked at."""

    ground: Ground
    asked: int = 0
    _masks: dict[tuple[int, str], tuple[object, KnownMask]] = field(default_factory=dict)
    _perhaps: dict[tuple[int, str], bytes] = field(default_factory=dict)

    def alike(self, i: int, j: int) -> tuple[int, int] | None:
        """What the two hexes of a step are to the terms of movement: the same for all that are alike; None if not compared."""
        self.asked += 1
        if self.asked < FEW:
            return None
        one, other = self._left[i], self._kinds[j]
        return None if one < 0 or other < 0 else (one, other)

    def outside(self, where: Where, i: int) -> bool:
        """Whether a hex surely is not among some."""
        return not self.spread(where)[i]

    def spread(self, term: Where | Edges, side: str = "") -> bytes:
        """Where a term perhaps fits, as bytes: of these one is looked up much faster than of an array."""
        found = self._perhaps.get((id(term), side))
        if found is None:
            found = self._perhaps[id(term), side] = self.mask(term, side).perhaps.tobytes()
        return found

    def mask(self, term: Where | Edges, side: str = "") -> KnownMask:
        """The hexes, or hexsides, that fit a term of a pack's tables."""
        found = self._masks.get((id(term), side))
        if found is None:
            mask = term.mask(self.ground) if isinstance(term, Where) else term.mask(self.ground, side)
            found = self._masks[id(term), side] = (term, mask)
        return found[1]

    @cached_property
    def _kinds(self) -> list[int]:
        """Which hexes are alike to who enters them; -1 where something that only the map can tell is open."""
        return self._sorted((self.ground.network.terrain,), cost_terms(self.ground.position.pack))

    @cached_property
    def _left(self) -> list[int]:
        """Which hexes are alike to who leaves them: only weather, and lines that they touch, change what a step costs."""
        return self._sorted((), _terms_behind(self.ground.position.pack))

    def _sorted(self, columns: Iterable[NDArray[np.integer]], terms: Iterable[Where]) -> list[int]:
        """Which hexes are alike in these columns and terms, in weather, and in the lines that they touch."""
        position, network = self.ground.position, self.ground.network
        every: list[NDArray[np.integer]] = [climate(position).codes, zone_ranks(position), *columns]
        told = ~network.blank
        told[list(self.ground.land.open)] = False
        for where in cost_terms(position.pack):
            told &= ~where.drawn(self.ground).undecided
        for where in terms:
            mask = self.mask(where)
            every.append(mask.sure.astype(np.int32) + mask.perhaps)
        lines = map(self.ground.land.sure.sides_with, _line_features(position.pack))
        every += [np.any(touched, axis=1).astype(np.int32) for touched in lines]
        kinds: list[int] = np.where(told, _told_apart(every), -1).tolist()
        return kinds


def _told_apart(columns: Iterable[NDArray[np.integer]]) -> NDArray[np.integer]:
    """A number for each row, the same for rows that are alike in every column."""
    found, different = np.zeros(1, dtype=np.int64), 1
    for column in columns:
        low, high = int(column.min(initial=0)), int(column.max(initial=0))
        if different * (high - low + 1) >= _MOST:
            _, found = np.unique(found, return_inverse=True)
            different = len(found) + 1
        found, different = found * (high - low + 1) + (column - low), different * (high - low + 1)
    alike: NDArray[np.integer] = np.unique(found, return_inverse=True)[1]
    return alike


@remembered(16)
def cost_terms(pack: Pack) -> tuple[Where, ...]:
    """Every term about hexes that says what steps cost."""
    roads = load_table(pack, "movement", MovementTable).road
    weather = [row.where for row in load_table(pack, "terrain", TerrainTable).weather]
    within = [row.within for row in roads if row.within is not None]
    terms = (*(row.where for row in roads), *within, *weather, *map(in_any_weather, weather))
    return tuple(where for where in terms if not where.anywhere)


@remembered(16)
def _terms_behind(pack: Pack) -> tuple[Where, ...]:
    """Of these the terms that are asked of the hex left, too: of weather on hexsides, and of roads between places."""
    roads = load_table(pack, "movement", MovementTable).road
    weather = load_table(pack, "terrain", TerrainTable).weather
    terms = (*(row.where for row in weather if row.features), *(row.within for row in roads if row.within is not None))
    return tuple(where for where in terms if not where.anywhere)


@remembered(256)
def in_any_weather(where: Where) -> Where:
    """The same hexes whatever their weather."""
    return where.model_copy(update={"weather": frozenset()})


@remembered(16)
def _line_features(pack: Pack) -> tuple[frozenset[str], ...]:
    """The lines whose rate has whoever moves between places that they touch."""
    return tuple(row.features for row in load_table(pack, "movement", MovementTable).road if row.within is not None)


@remembered(16)
def _asks_for_markers(pack: Pack) -> bool:
    """Whether a term that steps are judged by may speak of markers."""
    forbid = load_table(pack, "movement", MovementTable).forbid
    edges = [each for row in forbid for each in (row.edges, row.unless) if each is not None]
    wheres = (
        *cost_terms(pack),
        *(row.where for row in forbid if row.where),
        *(where for each in edges for where in (each.inside, each.beside)),
    )
    return any(where.markers or where.without_markers for where in wheres)


def relief(position: Position, ground: Ground, side: str, bridges: Crossings) -> KnownGround:
    """What a ground is to those who move for a side."""
    pack = position.pack
    markers: Hashable = Same(position.markers) if _asks_for_markers(pack) else options_in_play(position)
    own, land = ground.of(side), ground.land
    lands = (_lasting(land),) if own is land else (_lasting(own), _lasting(land))
    found = _kept(position.network, Same(pack), lands, markers, bridges.down, bridges.open, position.moment, side)
    if not found:
        found.append(KnownGround(ground))
    return found[0]


def _lasting(land: Land) -> Hashable:
    """A map as it stands, as something to compare: two that were drawn alike are the same."""
    return Same(land.sure), Same(land.perhaps), tuple(land.open.items())


@remembered(24)
def _kept(_network: Network, *_of: Hashable) -> list[KnownGround]:
    return []
