"""The units of a position sorted into arrays, so that "every unit that fits this selector" is asked once per kind of unit.

Units that agree in type, face and marks fit the same selectors; they share a sort. A theatre with 2,000 units has some
hundred sorts, and every selector is tried on those alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from adjudicator.lean import cached_property, dataclass
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Bools, Ints, Network
from adjudicator.model.pack import Pack
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.terms.who import Gathering, Selector


class Sort(NamedTuple):
    """What units agree in that fit the same selectors: type and its kind, face, marks."""

    type: str
    kind: str
    face: int
    marks: frozenset[str]

    @classmethod
    def of(cls, unit: Unit) -> Sort:
        """The sort of a unit."""
        return cls._make((unit.type.id, unit.type.kind, unit.face, unit.marks))  # in half the time of a call


@dataclass(frozen=True, eq=False)
class Sorts:
    """The sorts of unit that are on a map, each with a unit of it: the same from position to position until one comes or goes."""

    pack: Pack
    keys: tuple[Sort, ...]
    samples: tuple[Unit, ...]

    @remembered(512)
    def fits(self, selector: Selector) -> Bools:
        """(sorts,): which sorts of unit a selector fits."""
        known, numbers = self._among_known
        return known.fits(selector)[numbers]

    @cached_property
    def _among_known(self) -> tuple[_KnownSorts, Ints]:
        """All sorts met in games of the pack, and the number of each of these among them."""
        known = _known(self.pack)
        return known, known.numbers(self.keys, self.samples)

    @remembered(32)
    def nations(self, side: str) -> frozenset[str]:
        """The nations of a side's units."""
        return frozenset(unit.type.nation for unit in self.samples if unit.side == side)

    @remembered(32)
    def side(self, side: str) -> Bools:
        """(sorts,): which sorts belong to a side."""
        return np.array([unit.side == side for unit in self.samples], dtype=np.bool_)


@dataclass(frozen=True, eq=False)
class Roster:
    """All units on the map: `units[k]` stands in hex `hexes[k]` and is of sort `sorts[k]`; `samples[s]` is one of sort s."""

    units: tuple[Unit, ...]
    hexes: Ints
    sorts: Ints
    of: Sorts
    size: int

    @property
    def samples(self) -> tuple[Unit, ...]:
        """A unit of each sort."""
        return self.of.samples

    def fits(self, selector: Selector) -> Bools:
        """(sorts,): which sorts of unit a selector fits."""
        return self.of.fits(selector)

    def side(self, side: str) -> Bools:
        """(sorts,): which sorts belong to a side."""
        return self.of.side(side)

    @remembered(16)
    def of_side(self, side: str) -> Ints:
        """The numbers of a side's units, in the order of `units`."""
        found: Ints = np.flatnonzero(self.side(side)[self.sorts]).astype(np.int32)
        return found

    @remembered(16)
    def numbered(self, side: str) -> Mapping[str, int]:
        """Where each unit of a side stands in `of_side`, by its id."""
        return {self.units[u].id: k for k, u in enumerate(self.of_side(side).tolist())}

    @cached_property
    def ashore(self) -> Bools:
        """(sorts,): which sorts are no ships; a ship in a harbour holds no hex."""
        return np.array([not unit.type.afloat for unit in self.samples], dtype=np.bool_)

    def where(self, sorts: Bools) -> Ints:
        """The hex of every unit of these sorts, one entry per unit."""
        found: Ints = self.hexes[sorts[self.sorts]] if len(self.units) else self.hexes
        return found

    def names(self, sorts: Bools) -> frozenset[str]:
        """The ids of the units of these sorts."""
        return frozenset(unit.id for unit, sort in zip(self.units, self.sorts.tolist(), strict=True) if sorts[sort])

    def fitting(self, selector: Selector, among: Bools | None = None) -> list[Unit]:
        """The units that a selector fits, by their ids; those in some hexes (n,) alone, if given."""
        sorts = self.fits(selector)
        if not sorts.any():
            return []
        which = sorts[self.sorts] if among is None else sorts[self.sorts] & among[self.hexes]
        return sorted((self.units[k] for k in np.flatnonzero(which).tolist()), key=lambda unit: unit.id)

    def count(self, sorts: Bools) -> Ints:
        """(n,): how many units of these sorts are in each hex."""
        found: Ints = np.bincount(self.where(sorts), minlength=self.size).astype(np.int32)
        return found


def roster(position: Position) -> Roster:
    """The roster of a position; units off the map or on hexes the theatre lacks are not in it."""
    return _made(position.units, position.network, Same(position.pack))


@remembered(8)
def _made(standing: Mapping[str, Unit], network: Network, pack: Same[Pack]) -> Roster:
    index = network.index
    units = tuple(unit for unit in standing.values() if unit.hex in index)
    keys = [Sort.of(unit) for unit in units]
    # The first unit of each sort is its sample: of equal keys a dict keeps the place of the first, the value of the last.
    samples = dict(zip(reversed(keys), reversed(units), strict=True))
    number = {key: sort for sort, key in enumerate(samples)}
    return Roster(
        units=units,
        hexes=np.array([index[unit.hex] for unit in units], dtype=np.int32),
        sorts=np.array([number[key] for key in keys], dtype=np.int32),
        of=_sorts(pack.of, samples),
        size=len(network),
    )


def _sorts(pack: Pack, samples: Mapping[Sort, Unit]) -> Sorts:
    """The sorts that are these, as they were kept of an earlier position if there were the same."""
    kept = _kept(pack, tuple(samples))
    if not kept:
        kept.append(Sorts(pack, tuple(samples), tuple(samples.values())))
    return kept[0]


@remembered(24)
def _kept(_pack: Pack, _keys: tuple[Sort, ...]) -> list[Sorts]:
    return []


class _KnownSorts:
    """All sorts that were met in games of a pack: of a new one is asked what it fits, and not again of the others."""

    def __init__(self) -> None:
        self._number: dict[Sort, int] = {}
        self._gathered: list[Gathering] = []
        self._ends: list[int] = []
        self._fits: dict[Selector, Bools] = {}

    def numbers(self, keys: Sequence[Sort], samples: Sequence[Unit]) -> Ints:
        """(sorts,): the number of each sort, a new one for each that is met for the first time."""
        new = {key: unit for key, unit in zip(keys, samples, strict=True) if key not in self._number}
        if new:
            for key in new:
                self._number[key] = len(self._number)
            self._gathered.append(Gathering(tuple(new.values())))
            self._ends.append(len(self._number))
        return np.array([self._number[key] for key in keys], dtype=np.int32)

    def fits(self, selector: Selector) -> Bools:
        """(sorts met,): which of them a selector fits."""
        found = self._fits.get(selector, np.zeros(0, dtype=np.bool_))
        if len(found) < len(self._number):
            known = len(found)
            found = np.concatenate((found, np.zeros(len(self._number) - known, dtype=np.bool_)))
            for gathered, begin, end in zip(self._gathered, (0, *self._ends), self._ends, strict=False):
                if end > known:
                    found[[begin + k for k in gathered.fitting(selector)]] = True
            self._fits[selector] = found
        return found


@remembered(8)
def _known(_pack: Pack) -> _KnownSorts:
    return _KnownSorts()
