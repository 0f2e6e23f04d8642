"""One side's supply under one view of what is unknown: the states of its units by lines and radii, one aspect at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.roster import Roster, roster
from adjudicator.analysis.supply.lines import Profile
from adjudicator.analysis.supply.spots import StatusSpot
from adjudicator.analysis.supply.statuses import StatusSearch
from adjudicator.analysis.supply.terms import Radius, RadiusFactors, Raise, Raises, StateRule
from adjudicator.lean import dataclass
from adjudicator.model.interval import Bound
from adjudicator.model.network import Bools, Ints
from adjudicator.record.position import Position
from adjudicator.terms.cell import UNLIMITED, chart

_FAR = np.iinfo(np.int16).max
"""Farther than any hex of a map."""


@dataclass(frozen=True, eq=False)
class TraceGroup:
    """Units that trace alike: their exempting selectors, their nation's context, and per unit its hex and sort."""

    profile: Profile
    context: int
    hexes: Ints
    sorts: Ints


@dataclass(frozen=True, eq=False)
class UnitStates:
    """States of the units of one side: parallel arrays in the order of `index`."""

    levels: tuple[str, ...]
    index: Mapping[str, int]
    states: NDArray[np.int16]
    rows: NDArray[np.int16]
    sources: Ints
    radii: NDArray[np.float64]

    def state(self, unit: str) -> str:
        """The state of one unit, "" if no rule speaks of it."""
        k = self.index.get(unit, -1)
        return self.levels[self.states[k]] if k >= 0 and self.states[k] >= 0 else ""


@dataclass(eq=False)
class Survey(StatusSearch):
    """The supply of one side under one bound: what it says of spots, and the states of units that follow."""

    _units: dict[str, UnitStates] = field(default_factory=dict)
    _groups: dict[tuple[Profile, int], Ints] | None = None
    _based: dict[tuple[str, int], tuple[list[int], NDArray[np.float64]]] = field(default_factory=dict)

    def sorted_units(self, aspect: str) -> UnitStates:
        """The state of every unit of the side in one aspect."""
        found = self._units.get(aspect)
        if found is None:
            found = self._units[aspect] = self._sort(aspect)
        return found

    def _sort(self, aspect: str) -> UnitStates:
        units = roster(self.position)
        mine = units.of_side(self.side)
        levels = tuple(dict.fromkeys(rule.state for rule in self.table.state if rule.aspect == aspect))
        states = np.full(len(mine), -1, dtype=np.int16)
        rows = np.full(len(mine), -1, dtype=np.int16)
        sources = np.full(len(mine), -1, dtype=np.int32)
        radii = np.zeros(len(mine))
        groups = self._grouped(units, mine)
        for count, rule in enumerate(self.table.state):
            if rule.aspect != aspect or not self.when(rule.when, opens=True):
                continue
            waiting = (states < 0) & units.fits(rule.who)[units.sorts[mine]]
            for (profile, context), members in groups.items():
                which = members[waiting[members]]
                if not len(which):
                    continue
                group = TraceGroup(profile, context, units.hexes[mine[which]], units.sorts[mine[which]])
                fits, source, radius = self._meets(rule, units, group)
                chosen = which[fits]
                states[chosen] = levels.index(rule.state)
                rows[chosen] = count
                sources[chosen], radii[chosen] = source[fits], radius[fits]
        if aspect == "supply":
            self._lift(units, mine, states)
        return UnitStates(levels, units.numbered(self.side), states, rows, sources, radii)

    def _grouped(self, units: Roster, mine: Ints) -> dict[tuple[Profile, int], Ints]:
        """Those of the side's units who trace alike, found once for all aspects."""
        if self._groups is None:
            self._groups = self._find_groups(units, mine)
        return self._groups

    def _find_groups(self, units: Roster, mine: Ints) -> dict[tuple[Profile, int], Ints]:
        selectors = {who for name in self.table.line for who in self.profile_of(name)}
        exempt = [(who, units.fits(who).tolist()) for who in selectors]
        own = np.flatnonzero(units.side(self.side)).tolist()
        keys = {
            s: (
                frozenset(who for who, fits in exempt if fits[s]),
                self.context_of.get(units.samples[s].type.nation, 0),
            )
            for s in own
        }
        number = {key: n for n, key in enumerate(dict.fromkeys(keys.values()))}
        codes = np.full(len(units.samples), -1, dtype=np.int32)
        codes[own] = [number[key] for key in keys.values()]
        of = codes[units.sorts[mine]]
        found = {key: np.flatnonzero(of == n).astype(np.int32) for key, n in number.items()}
        return {key: members for key, members in found.items() if len(members)}

    def _meets(self, rule: StateRule, units: Roster, group: TraceGroup) -> tuple[Bools, Ints, NDArray[np.float64]]:
        """Which units of a group meet a rule's conditions, and the source and radius that did it."""
        size = len(group.hexes)
        fits = np.ones(size, dtype=np.bool_)
        source = np.full(size, -1, dtype=np.int32)
        radius = np.zeros(size)
        for connection in rule.connected:
            near = np.zeros(size, dtype=np.bool_)
            holders = self.holders(connection.to, group.context)
            if holders.any():
                seeds = self.seeds(connection.to, group.context)
                for name in connection.lines:
                    near |= self.traced(name, group.profile, seeds).starts[group.hexes]
            fits &= near
        if rule.radius and fits.any():
            for row in self.table.radius:
                if row.name in rule.radius:
                    wanted = fits & (source < 0)
                    found, far = self._inside(row, units, group, wanted)
                    source, radius = np.where(found >= 0, found, source), np.where(found >= 0, far, radius)
            fits &= source >= 0
        return fits, source, radius

    def _inside(self, row: Radius, units: Roster, group: TraceGroup, wanted: Bools) -> tuple[Ints, NDArray[np.float64]]:
        """For each wanted unit the nearest source whose radius covers it and to which a line leads (-1 = none)."""
        size = len(wanted)
        source, radius = np.full(size, -1, dtype=np.int32), np.zeros(size)
        which, holders, bases = np.flatnonzero(wanted), *self._sources(row, group.context)
        if not len(which) or not len(holders):
            return source, radius
        network = self.network
        ends = np.array([self.spots[k].at for k in holders], dtype=np.int32)
        starts = group.hexes[which]
        here, there = network.axial[starts].astype(np.int16), network.axial[ends].astype(np.int16)
        q, r = here[:, :1] - there[:, 0], here[:, 1:] - there[:, 1]
        # The distance in hexes is half the sum of the three cube coordinates' differences.
        far = np.abs(q + r)
        far += np.abs(q)
        far += np.abs(r)
        far //= 2
        radii = (bases[:, None] * self._factors(row, holders, units)).T
        # Distances are whole numbers: comparing them with radii rounded down is exact, and short integers are quick.
        near = far <= np.floor(radii).clip(-1, _FAR).astype(np.int16)[group.sorts[which]]
        near &= self._leads(row, group.profile, starts, ends, near)
        np.copyto(far, _FAR, where=~near)
        nearest = far.argmin(axis=1)
        inside = near[np.arange(len(which)), nearest]
        chosen, nearest = which[inside], nearest[inside]
        source[chosen] = np.array(holders, dtype=np.int32)[nearest]
        radius[chosen] = radii[group.sorts[chosen], nearest]
        return source, radius

    def _sources(self, row: Radius, context: int) -> tuple[list[int], NDArray[np.float64]]:
        found = self._based.get((row.name, context))
        if found is None:
            found = self._based[row.name, context] = self._find_sources(row, context)
        return found

    def _find_sources(self, row: Radius, context: int) -> tuple[list[int], NDArray[np.float64]]:
        holders = np.flatnonzero(self.holders(row.statuses, context)).tolist()
        based = [(k, base) for k in holders if (base := self._radius(row, self.spots[k])) is not None]
        return [k for k, _ in based], np.array([float(base) for _, base in based])

    def _factors(self, row: Radius, holders: list[int], units: Roster) -> NDArray[np.float64]:
        """(sources, sorts): what a source's radius is multiplied by for each sort of unit."""
        factors = np.ones((len(holders), len(units.samples)))
        ends = np.array([self.spots[k].at for k in holders], dtype=np.int32)
        told = self.position.pack.figures_or_usual(RadiusFactors)
        for factor in (each for each in told.factor if each.radius == row.name):
            fits = self.where(factor.where, opens=True)[ends]
            if factor.spots is not None:
                keys = {found.key for found in self.select(factor.spots, "")}
                fits = fits & np.array([self.spots[k].key in keys for k in holders], dtype=np.bool_)
            factors[np.ix_(fits, units.fits(factor.who))] *= float(factor.times)
        return factors

    def _leads(self, row: Radius, profile: Profile, starts: Ints, ends: Ints, near: Bools) -> Bools:
        """(starts, ends): whether one of the radius' lines joins the two; asked only where they are near."""
        if not row.lines:
            return near
        found = np.zeros_like(near)
        for name in row.lines:
            passage = self.plain(name, profile)
            asked = near.any(axis=0)
            if passage is not None and bool(passage.inner[starts].all()):
                plain = passage.inner[ends]
                found |= passage.labels[starts][:, None] == np.where(plain, passage.labels[ends], -1)
                asked = asked & ~plain
            columns = np.flatnonzero(asked)
            led = self.led_apart(name, profile, ends[columns]) if len(columns) > 1 else None
            if led is not None:
                found[:, columns] |= led[:, starts].T
                continue
            for column in columns.tolist():
                found[:, column] |= self.traced(name, profile, self.only(int(ends[column]))).starts[starts]
        return found

    def _radius(self, row: Radius, spot: StatusSpot) -> Fraction | None:
        if row.value:
            value = spot.value(row.value)
            if value is not None:
                return Fraction(str(value))
            cell = f"{spot.name}.{row.value}"
        else:
            cell = f"supply.radius.{row.name}"
        given = chart(self.position.pack, cell, row.radius)
        if given is None:
            self.note((cell,))
            return Fraction(len(self.network)) if self.bound is Bound.BEST else None
        if isinstance(given, Fraction):
            return given
        return Fraction(len(self.network)) if given == UNLIMITED else None

    def _lift(self, units: Roster, mine: Ints, states: NDArray[np.int16]) -> None:
        for row in raises(self.position):
            if not self.when(row.when, opens=True):
                continue
            for marker in self.position.markers.values():
                kind = marker.type
                if kind.kind not in row.markers or (kind.side and kind.side != self.side) or not marker.hex:
                    continue
                at = self.network.index.get(marker.hex, -1)
                here = (units.hexes[mine] == at) & (states >= 0)
                states[here] = np.maximum(states[here] - row.by, 0)


def raises(position: Position) -> tuple[Raise, ...]:
    """The markers that better a state, as the game's book has them."""
    return position.pack.figures_or_usual(Raises).raises
